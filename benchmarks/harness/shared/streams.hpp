#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <fstream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "harness/shared/arena.hpp"
#include "harness/shared/contents.hpp"
#include "harness/shared/futex_calls.hpp"
#include "harness/shared/gate.hpp"
#include "harness/shared/options.hpp"
#include <sys/resource.h>

// The framework: streams that take the next event, run its modules, then its outputs, and start again.

namespace harness {

/// What a stream did. Threads: a value.
struct Span {
  enum class State { module, external, wait, output };
  State state = State::module;
  int number = 0;  ///< of the module or output
  std::uint64_t event = 0;
  Clock::time_point begin;
  Clock::time_point end;
  std::thread::id thread;

  double seconds() const { return std::chrono::duration<double>(end - begin).count(); }
};

/// What an output shares and holds, if its writer tells. Threads: a value.
struct OutputCosts {
  double atomics = 0;             ///< of an event, on numbers that all streams use
  double uncompressed_bytes = 0;  ///< of all events
  double compressed_bytes = 0;
  double most_bytes_held = 0;
  double memory_budget = 0;
  double timer_seconds = 0;            ///< of all events, that timers of stages take, which a trace needs
  std::optional<double> serial_close;  ///< seconds of its end that only one thread can spend; all of it, if not known
};

/// Writes one tier. Threads: `write` from any, each stream's from one at a time, and as many as its concurrency allows.
class Output {
 public:
  virtual ~Output() = default;
  virtual void write(int stream, std::uint64_t event, const EventData& data) = 0;
  virtual void close() = 0;
  virtual std::uint64_t file_bytes() const = 0;
  virtual std::uint64_t clusters() const { return 0; }
  virtual OutputCosts costs() const { return {}; }
};

/// The most memory of this process at once, in MB. (That of getrusage begins with the memory of the process that made
/// it.)
inline double peak_of_memory_mb() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.rfind("VmHWM:", 0) == 0) return std::strtod(line.c_str() + 6, nullptr) / 1024;
  return 0;
}

/// What was used up to a time. Threads: a value.
struct Usage {
  static Usage now(const FutexCalls& futex_calls) {
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    const auto seconds = [](const timeval& time) {
      return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return {Clock::now(), seconds(used.ru_utime) + seconds(used.ru_stime), peak_of_memory_mb(), used.ru_nvcsw,
            futex_calls.count()};
  }
  double seconds_since(const Usage& before) const { return std::chrono::duration<double>(time - before.time).count(); }

  Clock::time_point time;
  double cpu = 0;
  double resident_mb = 0;
  long switches = 0;  ///< voluntary: a thread had to wait
  std::optional<long> futex_calls;
};

/// The result of a run. Threads: a value.
struct Record {
  Usage begin;                            ///< of the events that count
  Usage early;                            ///< 5 % of them are done
  Usage late;                             ///< 95 %
  Usage end;                              ///< all
  Usage closed;                           ///< the files, too
  std::vector<std::vector<Span>> spans;   ///< of each stream
  std::vector<std::vector<long>> inside;  ///< of each output: how often so many streams were in it
  std::vector<double> closes;             ///< seconds that the end of each output took
  long foreign = 0;                       ///< tasks that ran in a thread while it was within an output
};

/// Runs events through modules and outputs. Threads: one thread runs it.
class Job {
 public:
  static constexpr int modules = 6;

  /// `futex_calls` is older than the threads whose calls it counts.
  Job(const Options& options, std::vector<std::unique_ptr<Output>> outputs, const FutexCalls& futex_calls)
      : options_(options), futex_calls_(futex_calls), outputs_(std::move(outputs)), arena_(options.threads) {
    for (const OutputOptions& output : options_.outputs) {
      gates_.push_back(std::make_unique<Gate>(output.concurrency));
      contents_.push_back(std::make_unique<Contents>(tier_of(output.tier), options_));
    }
    inside_ = std::vector<std::atomic<int>>(outputs_.size());
    record_.inside.resize(outputs_.size());
    for (auto& counts : record_.inside) counts.resize(static_cast<std::size_t>(options_.streams) + 1);
    record_.spans.resize(static_cast<std::size_t>(options_.streams));
    threads_inside_ = std::vector<std::atomic<int>>(static_cast<std::size_t>(options_.threads) + 1);
  }

  Arena& arena() { return arena_; }
  const Options& options() const { return options_; }
  const std::vector<std::unique_ptr<Output>>& outputs() const { return outputs_; }

  Record run() {
    for (int number = 0; number < options_.streams; ++number) {
      streams_.push_back(std::make_unique<Stream>());
      streams_.back()->number = number;
    }
    running_ = options_.streams;
    record_.begin = record_.early = record_.late = Usage::now(futex_calls_);  // replaced after the warm-up
    for (auto& stream : streams_) arena_.run([this, &stream = *stream] { begin_event(stream); });
    {
      std::unique_lock lock(mutex_);
      while (running_ > 0) done_.wait(lock);
    }
    if (error_) std::rethrow_exception(error_);
    record_.end = Usage::now(futex_calls_);
    for (auto& stream : streams_) record_.spans[static_cast<std::size_t>(stream->number)] = std::move(stream->spans);
    for (auto& output : outputs_) {
      const auto begin = Clock::now();
      output->close();
      record_.closes.push_back(std::chrono::duration<double>(Clock::now() - begin).count());
    }
    record_.closed = Usage::now(futex_calls_);
    record_.foreign = foreign_;
    return std::move(record_);
  }

 private:
  struct Stream {
    int number = 0;
    std::uint64_t event = 0;
    int module = 0;
    std::vector<std::size_t> pending;  // outputs that do not have the event yet
    std::vector<Span> spans;
  };

  long total() const { return options_.events + options_.streams; }  // the first events warm up

  /// Seconds of an event: log-normal, between 0.3 and 9 times the mean; a function of seed and event alone.
  double seconds_of(std::uint64_t event) const {
    scenario::Numbers draw(options_.seed * 1000003 + event);
    const double sigma = 0.5;
    double factor = std::exp(sigma * draw.normal() - sigma * sigma / 2);
    factor = std::min(std::max(factor, 0.3), 9.0);
    if (options_.long_task && event % 100 == 50) factor = 8;
    return factor * options_.mean_seconds();
  }

  void note(Stream& stream, Span::State state, int number, Clock::time_point begin) {
    stream.spans.push_back({state, number, stream.event, begin, Clock::now(), std::this_thread::get_id()});
  }

  void begin_event(Stream& stream) {
    stream.event = next_++;
    if (stream.event >= static_cast<std::uint64_t>(total()) || failed_) {
      const std::lock_guard lock(mutex_);
      if (--running_ == 0) done_.notify_one();
      return;
    }
    stream.module = 0;
    stream.pending.clear();
    for (std::size_t output = 0; output < outputs_.size(); ++output) stream.pending.push_back(output);
    go_on(stream);
  }

  /// Run modules until one sleeps, then outputs until one is full.
  void go_on(Stream& stream) try {
    note_foreign();
    while (stream.module < modules) {
      const double seconds = seconds_of(stream.event) / modules;
      const bool sleeps = options_.work == Work::sleep || (options_.work == Work::mixed && stream.module % 2 == 1);
      const auto begin = Clock::now();
      if (sleeps) {
        const auto until = begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
        return arena_.run_at(until, [this, &stream, begin] {
          note(stream, Span::State::external, stream.module++, begin);
          go_on(stream);
        });
      }
      spin(seconds);
      note(stream, Span::State::module, stream.module++, begin);
    }
    run_outputs(stream);
  } catch (...) {
    fail();
  }

  void run_outputs(Stream& stream) {
    while (!stream.pending.empty()) {
      auto free = std::find_if(stream.pending.begin(), stream.pending.end(),
                               [&](std::size_t output) { return gates_[output]->try_enter(); });
      if (free == stream.pending.end()) {
        const std::size_t output = stream.pending.front();
        const auto begin = Clock::now();
        const bool is_inside = gates_[output]->enter_or_wait([this, &stream, output, begin] {
          note(stream, Span::State::wait, static_cast<int>(output), begin);
          resume(stream, output);
        });
        if (!is_inside) return;
        free = stream.pending.begin();
      }
      run_output(stream, *free);
    }
    note_done();
    // As a task of its own: others get their turn.
    arena_.run([this, &stream] { begin_event(stream); });
  }

  void resume(Stream& stream, std::size_t output) try {
    run_output(stream, output);
    go_on(stream);
  } catch (...) {
    fail();
  }

  void run_output(Stream& stream, std::size_t output) try {
    const int inside = ++inside_[output];
    if (is_counted()) {
      const std::lock_guard lock(counts_mutex_);
      ++record_.inside[output][static_cast<std::size_t>(inside)];
    }
    const auto begin = Clock::now();
    {
      const WithinOutput within(*this);
      outputs_[output]->write(stream.number, stream.event, contents_[output]->event(stream.event));
    }
    note(stream, Span::State::output, static_cast<int>(output), begin);
    --inside_[output];
    stream.pending.erase(std::find(stream.pending.begin(), stream.pending.end(), output));
    if (auto next = gates_[output]->leave()) arena_.run(std::move(next));
  } catch (...) {
    if (auto next = gates_[output]->leave()) arena_.run(std::move(next));
    throw;
  }

  void note_done() {
    const long done = ++done_events_ - options_.streams;
    if (done == 0) record_.begin = Usage::now(futex_calls_);
    if (done == options_.events / 20) record_.early = Usage::now(futex_calls_);
    if (done == options_.events - options_.events / 20) record_.late = Usage::now(futex_calls_);
  }
  bool is_counted() const { return done_events_ >= options_.streams; }

  void fail() {
    failed_ = true;
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = std::current_exception();
    if (--running_ == 0) done_.notify_one();
  }

  /// Burn CPU of this thread, whatever else the machine does.
  static void spin(double seconds) {
    const auto now = [] {
      timespec used{};
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
      return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
    };
    volatile double burnt = 1;
    for (const double end = now() + seconds; now() < end;)
      for (int step = 0; step < 2000; ++step) burnt = burnt * 1.0000001 + 1e-9;
  }

  /// Marks a thread of the arena as being within an output. Threads: one thread.
  class WithinOutput {
   public:
    explicit WithinOutput(Job& job) : flag_(job.flag_of_thread()) {
      if (flag_ != nullptr) ++*flag_;
    }
    ~WithinOutput() {
      if (flag_ != nullptr) --*flag_;
    }
    WithinOutput(const WithinOutput&) = delete;
    WithinOutput& operator=(const WithinOutput&) = delete;

   private:
    std::atomic<int>* flag_;
  };
  std::atomic<int>* flag_of_thread() {
    const int index = tbb::this_task_arena::current_thread_index();
    return index < 0 || static_cast<std::size_t>(index) >= threads_inside_.size()
               ? nullptr
               : &threads_inside_[static_cast<std::size_t>(index)];
  }
  void note_foreign() {
    const std::atomic<int>* flag = flag_of_thread();
    if (flag != nullptr && *flag > 0) ++foreign_;
  }

  const Options options_;
  const FutexCalls& futex_calls_;
  std::vector<std::unique_ptr<Output>> outputs_;
  std::vector<std::unique_ptr<Gate>> gates_;
  std::vector<std::unique_ptr<Contents>> contents_;
  std::vector<std::unique_ptr<Stream>> streams_;
  std::vector<std::atomic<int>> inside_;
  std::vector<std::atomic<int>> threads_inside_;
  std::atomic<std::uint64_t> next_ = 0;
  std::atomic<long> done_events_ = 0;
  std::atomic<long> foreign_ = 0;
  std::atomic<bool> failed_ = false;
  std::mutex counts_mutex_;
  std::mutex mutex_;
  std::condition_variable done_;
  int running_ = 0;
  std::exception_ptr error_;
  Record record_;
  Arena arena_;  // last: its threads use the others
};

}  // namespace harness
