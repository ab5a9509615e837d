#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "harness/prediction/corrections.hpp"
#include "harness/prediction/machine.hpp"
#include "harness/prediction/mean_value.hpp"
#include "harness/prediction/replay.hpp"
#include "harness/prediction/serial.hpp"
#include "harness/shared/streams.hpp"

// What a run would do on more threads, and with events of full size.

namespace harness {

inline bool is_within(const Span& span, const Record& record) {
  return span.begin >= record.begin.time && span.end <= record.end.time;
}

/// The recorded events as steps: modules together, and each output as a resource of its concurrency.
inline Recording recording_of(const Job& job, const Record& record) {
  Recording recording;
  for (const OutputOptions& output : job.options().outputs) recording.limits.push_back(output.concurrency);
  for (const auto& stream : record.spans) {
    std::vector<Step> steps;
    std::uint64_t event = 0;
    const auto end_event = [&] {
      if (!steps.empty()) recording.events.push_back(std::move(steps));
      steps.clear();
    };
    for (const Span& span : stream) {
      if (!is_within(span, record) || span.state == Span::State::wait) continue;
      if (span.event != event) end_event();
      event = span.event;
      const int resource = span.state == Span::State::output ? span.number : -1;
      if (resource < 0 && !steps.empty() && steps.back().resource < 0)
        steps.back().seconds += span.seconds();
      else
        steps.push_back({resource, span.seconds()});
    }
    end_event();
  }
  return recording;
}

/// The same, as it would be on a machine of its own. Modules that sleep take the time that they take.
inline Recording recording_alone(const Job& job, const Record& record) {
  if (job.options().work != Work::spin) return recording_of(job, record);
  return of_cpu(recording_of(job, record), record.end.cpu - record.begin.cpu);
}

/// What an event needs of each resource that streams use one after the other. An output of n streams at a time counts
/// as one that is n times as fast. `serial` are further seconds of an event that only one stream can spend.
inline Demand demand_of(const Recording& recording, const std::vector<double>& serial) {
  Demand demand;
  std::vector<double> outputs(recording.limits.size());
  for (const auto& event : recording.events)
    for (const Step& step : event) {
      demand.total += step.seconds;
      if (step.resource >= 0) outputs[static_cast<std::size_t>(step.resource)] += step.seconds;
    }
  const double events = std::max<double>(static_cast<double>(recording.events.size()), 1);
  demand.total /= events;
  for (std::size_t output = 0; output < outputs.size(); ++output)
    if (recording.limits[output] > 0) demand.services.push_back(outputs[output] / events / recording.limits[output]);
  for (const double seconds : serial) demand.services.push_back(seconds);
  return demand;
}

/// What an event shares with others, as the writers tell, and what this machine takes for it.
inline Sharing sharing_of(const Job& job) {
  const double events = static_cast<double>(job.options().events + job.options().streams);
  Sharing sharing;
  for (const auto& output : job.outputs()) {
    const OutputCosts costs = output->costs();
    sharing.atomics += costs.atomics;
    // Columns are written, read, and encoded; what is encoded is read, compressed, and read to be written.
    sharing.moved_bytes += (4 * costs.uncompressed_bytes + 2 * costs.compressed_bytes) / events;
    // Each output has a budget of its own: the one that is used up first counts.
    Sharing own;
    own.held_bytes = costs.most_bytes_held / job.options().streams;
    own.budget = costs.memory_budget;
    if (threads_of_budget(own) == 0) continue;
    if (sharing.held_bytes > 0 && threads_of_budget(sharing) <= threads_of_budget(own)) continue;
    sharing.held_bytes = own.held_bytes;
    sharing.budget = own.budget;
  }
  if (sharing.atomics > 0) sharing.another_sharer = seconds_of_another_sharer();
  if (sharing.moved_bytes > 0) sharing.bytes_per_second = copied_bytes_per_second();
  return sharing;
}

/// The serial parts of an event: `commits` has those that a trace tells, the others are the run's and the device's.
inline Serial serial_of(const Job& job, const Record& record, Serial commits, double device_speed) {
  const double events = static_cast<double>(job.options().events + job.options().streams);
  double bytes = 0;
  for (std::size_t output = 0; output < job.outputs().size(); ++output) {
    bytes += static_cast<double>(job.outputs()[output]->file_bytes());
    commits.close += job.outputs()[output]->costs().serial_close.value_or(record.closes.at(output)) / events;
  }
  commits.device = device_seconds(bytes / events, device_speed);
  return commits;
}

/// A foreseen utilisation. Threads: a value.
struct Range {
  int threads = 0;
  double least = 0;
  double most = 0;
};

/// What is foreseen for events of one size. Threads: a value.
struct Foreseen {
  double event_seconds = 0;
  double output = 0;  ///< seconds of an event in the output that is the narrowest
  Serial serial;
  Sharing sharing;
  std::vector<Range> ranges;
};

/// Foresee more threads: by analysis, and by playing the recorded events again; both without and with what threads
/// share beside the outputs.
inline Foreseen foresee(const Recording& recording, const Serial& serial, const Sharing& sharing) {
  const Demand demand = demand_of(recording, serial.services());
  Foreseen found;
  found.event_seconds = demand.total;
  found.serial = serial;
  found.sharing = sharing;
  const auto outputs = demand.services.end() - static_cast<std::ptrdiff_t>(serial.services().size());
  for (auto output = demand.services.begin(); output != outputs; ++output)
    found.output = std::max(found.output, *output);
  Recording with_serial = recording;
  for (const double seconds : serial.services()) {
    if (seconds <= 0) continue;
    with_serial.limits.push_back(1);
    for (auto& event : with_serial.events) event.push_back({static_cast<int>(with_serial.limits.size()) - 1, seconds});
  }
  for (const int threads : {16, 64, 256}) {
    const double analysis = predict_utilisation(demand, threads);
    const double replay = replay_utilisation(with_serial, threads);
    found.ranges.push_back(
        {threads, corrected(std::min(analysis, replay), demand, sharing, threads), std::max(analysis, replay)});
  }
  return found;
}

/// The same run with events of full size.
inline Foreseen foresee_full_size(const Job& job, const Recording& recording, const Serial& serial,
                                  const Sharing& sharing) {
  const double scale = job.options().scale;
  return foresee(of_larger(recording, scale), serial.of_larger(scale), sharing.of_larger(scale));
}

inline void print_sharing(const Sharing& sharing) {
  if (sharing.moved_bytes <= 0) return;
  std::printf(
      "  with %.0f atomic operations an event, of %.0f ns for each further thread; %.3f MB an event through this "
      "machine's memory, which moves %.1f GB/s\n",
      sharing.atomics, 1e9 * sharing.another_sharer, 1e-6 * sharing.moved_bytes, 1e-9 * sharing.bytes_per_second);
  std::printf("  a stream holds %.2f MB at most of an output: its budget of %.0f MB is enough for %.0f\n",
              1e-6 * sharing.held_bytes, 1e-6 * sharing.budget, threads_of_budget(sharing));
}

inline void print_foreseen(const char* what, const Foreseen& found) {
  const Serial& serial = found.serial;
  std::printf(
      "\nforeseen utilisation%s (an event takes %.4g s; of these one stream at a time: %.3g ms in the narrowest "
      "output, "
      "%.3g ms of commits, %.3g ms of the device, %.3g ms of the end)\n",
      what, found.event_seconds, 1e3 * found.output, 1e3 * serial.commit, 1e3 * serial.device, 1e3 * serial.close);
  for (const Range& range : found.ranges)
    std::printf("  %4d threads  %.3f to %.3f\n", range.threads, range.least, range.most);
  print_sharing(found.sharing);
}

/// Both sizes, for people.
inline void print_prediction(const Job& job, const Record& record, const Serial& commits) {
  const Recording recording = recording_alone(job, record);
  const Sharing sharing = sharing_of(job);
  const Serial serial = serial_of(job, record, commits, device_bytes_per_second(job.options().folder));
  print_foreseen("", foresee(recording, serial, sharing));
  print_foreseen(", with events of full size", foresee_full_size(job, recording, serial, sharing));
}

/// Members of JSON: what is foreseen for events of full size.
inline std::string json_of_prediction(const Job& job, const Record& record, const Serial& commits) {
  if (job.outputs().empty()) return {};
  const Serial serial = serial_of(job, record, commits, device_bytes_per_second(job.options().folder));
  const Foreseen found = foresee_full_size(job, recording_alone(job, record), serial, sharing_of(job));
  std::string text;
  const auto add = [&](const std::string& name, double value) {
    char number[40];
    std::snprintf(number, sizeof number, "%.6g", value);
    text.append(",\"").append(name).append("\":").append(number);
  };
  add("full_event", found.event_seconds);
  add("serial_output", found.output);
  add("serial_commit", found.serial.commit);
  add("serial_device", found.serial.device);
  add("serial_close", found.serial.close);
  for (const Range& range : found.ranges) {
    add("least_" + std::to_string(range.threads), range.least);
    add("most_" + std::to_string(range.threads), range.most);
  }
  return text;
}

}  // namespace harness
