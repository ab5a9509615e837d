#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

// What was recorded, played again on other machines: a discrete-event simulation.

namespace harness {

/// A piece of an event: alone, or within a resource. Threads: a value.
struct Step {
  int resource = -1;  ///< -1: none
  double seconds = 0;
};

/// Recorded events, and how many streams each resource takes at a time (0: any number). Threads: a value.
struct Recording {
  std::vector<std::vector<Step>> events;
  std::vector<int> limits;
};

/// Plays events on streams that each have a core, first come first served. Threads: one thread.
class Replay {
 public:
  Replay(const Recording& recording, int streams) : recording_(recording), streams_(static_cast<std::size_t>(streams)) {
    resources_.resize(recording.limits.size());
  }

  /// The share of time in which streams work, between 5 % and 95 % of `events` events.
  double run(std::size_t events) {
    if (recording_.events.empty() || streams_.empty()) return 1;
    for (std::size_t stream = 0; stream < streams_.size(); ++stream) take_event(stream, 0);
    while (!ends_.empty() && done_ < events) {
      const auto [time, stream] = ends_.top();
      ends_.pop();
      end_step(stream, time);
      if (done_ == events / 20 && early_ == 0) mark(early_, early_busy_, time);
      if (done_ == events - events / 20 && late_ == 0) mark(late_, late_busy_, time);
    }
    return late_ > early_ ? (late_busy_ - early_busy_) / (late_ - early_) / static_cast<double>(streams_.size()) : 1;
  }

 private:
  struct Stream {
    std::size_t event = 0;
    std::size_t step = 0;
    double begin = 0;  // of the step that runs
    bool runs = false;
  };
  struct Resource {
    int inside = 0;
    std::deque<std::size_t> waiting;
  };
  using End = std::pair<double, std::size_t>;  // time, stream

  const std::vector<Step>& steps_of(std::size_t stream) const {
    return recording_.events[streams_[stream].event % recording_.events.size()];
  }

  void take_event(std::size_t stream, double time) {
    streams_[stream].event = next_++;
    streams_[stream].step = 0;
    begin_step(stream, time);
  }

  void begin_step(std::size_t stream, double time) {
    Stream& at = streams_[stream];
    if (at.step == steps_of(stream).size()) {
      ++done_;
      return take_event(stream, time);
    }
    const Step& step = steps_of(stream)[at.step];
    if (step.resource >= 0 && recording_.limits[static_cast<std::size_t>(step.resource)] > 0) {
      Resource& resource = resources_[static_cast<std::size_t>(step.resource)];
      if (resource.inside == recording_.limits[static_cast<std::size_t>(step.resource)]) {
        resource.waiting.push_back(stream);
        return;
      }
      ++resource.inside;
    }
    start(stream, time);
  }

  void start(std::size_t stream, double time) {
    streams_[stream].begin = time;
    streams_[stream].runs = true;
    // An event without any time would be done without end.
    ends_.push({time + std::max(steps_of(stream)[streams_[stream].step].seconds, 1e-9), stream});
  }

  void end_step(std::size_t stream, double time) {
    Stream& at = streams_[stream];
    at.runs = false;
    busy_ += time - at.begin;
    const int number = steps_of(stream)[at.step].resource;
    if (number >= 0 && recording_.limits[static_cast<std::size_t>(number)] > 0) {
      Resource& resource = resources_[static_cast<std::size_t>(number)];
      if (resource.waiting.empty()) {
        --resource.inside;
      } else {
        start(resource.waiting.front(), time);
        resource.waiting.pop_front();
      }
    }
    ++at.step;
    begin_step(stream, time);
  }

  void mark(double& at, double& busy, double time) const {
    at = time;
    busy = busy_;
    for (const Stream& stream : streams_)
      if (stream.runs) busy += time - stream.begin;
  }

  const Recording& recording_;
  std::vector<Stream> streams_;
  std::vector<Resource> resources_;
  std::priority_queue<End, std::vector<End>, std::greater<>> ends_;
  std::size_t next_ = 0;
  std::size_t done_ = 0;
  double busy_ = 0;
  double early_ = 0;
  double late_ = 0;
  double early_busy_ = 0;
  double late_busy_ = 0;
};

/// The utilisation that a replay on so many streams has.
inline double replay_utilisation(const Recording& recording, int streams) {
  return Replay(recording, streams).run(static_cast<std::size_t>(streams) * 60 + 2000);
}

}  // namespace harness
