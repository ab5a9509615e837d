#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "harness/prediction/corrections.hpp"
#include "harness/prediction/machine.hpp"
#include "harness/prediction/mean_value.hpp"
#include "harness/prediction/replay.hpp"
#include "harness/shared/streams.hpp"

// What is printed of a run: the table's row, how many streams were inside each output, stalls, and what the same run
// would do on more threads.

namespace harness {

/// The columns of the table. Threads: a value.
struct Row {
  double loop_seconds = 0;  ///< from the end of the warm-up to the last event
  double close_seconds = 0;
  double cpu_seconds = 0;  ///< of the loop
  double utilisation = 0;  ///< CPU / (time * threads)
  double middle = 0;       ///< the same between 5 % and 95 % of the events
  double busy = 0;         ///< time of modules and outputs / (time * streams): a sleeping module is busy
  double events_per_second = 0;
  double middle_events_per_second = 0;
  double resident_mb = 0;
  double megabytes = 0;
  long clusters = 0;
  long stalls = 0;
  double stalled_seconds = 0;
  double waited_seconds = 0;  ///< all waits
  double output_share = 0;    ///< of the time of modules and outputs
  long switches = 0;
  std::optional<long> futex_calls;  ///< of the loop
  long foreign = 0;
};

inline bool is_within(const Span& span, const Record& record) {
  return span.begin >= record.begin.time && span.end <= record.end.time;
}

inline Row row_of(const Job& job, const Record& record) {
  const Options& options = job.options();
  Row row;
  row.loop_seconds = record.end.seconds_since(record.begin);
  row.close_seconds = record.closed.seconds_since(record.end);
  row.cpu_seconds = record.end.cpu - record.begin.cpu;
  row.utilisation = row.cpu_seconds / (row.loop_seconds * options.threads);
  const double middle = record.late.seconds_since(record.early);
  if (middle > 0) row.middle = (record.late.cpu - record.early.cpu) / (middle * options.threads);
  const long in_middle = options.events - 2 * (options.events / 20);  // as Job::note_done marks them
  if (middle > 0) row.middle_events_per_second = static_cast<double>(in_middle) / middle;
  row.events_per_second = static_cast<double>(options.events) / row.loop_seconds;
  row.resident_mb = record.closed.resident_mb;
  row.switches = record.end.switches - record.begin.switches;
  if (record.end.futex_calls && record.begin.futex_calls)
    row.futex_calls = *record.end.futex_calls - *record.begin.futex_calls;
  row.foreign = record.foreign;
  for (const auto& output : job.outputs()) {
    row.megabytes += static_cast<double>(output->file_bytes()) * 1e-6;
    row.clusters += static_cast<long>(output->clusters());
  }
  double busy = 0;
  double written = 0;
  for (const auto& stream : record.spans)
    for (const Span& span : stream) {
      if (!is_within(span, record)) continue;
      if (span.state == Span::State::wait) {
        row.waited_seconds += span.seconds();
        if (span.seconds() < options.stall_seconds()) continue;
        ++row.stalls;
        row.stalled_seconds += span.seconds();
        continue;
      }
      busy += span.seconds();
      if (span.state == Span::State::output) written += span.seconds();
    }
  row.busy = busy / (row.loop_seconds * options.streams);
  row.output_share = busy > 0 ? written / busy : 0;
  return row;
}

inline void print_row(const std::string& name, const Row& row) {
  std::printf("%-44s %8s %8s %6s %6s %6s %8s %6s %8s %7s %6s %6s %7s %8s %6s %7s %7s %8s %6s\n", "", "loop s", "CPU s",
              "util", "mid90", "busy", "ev/s", "out %", "RSS MB", "MB", "MB/s", "clust", "close s", "waited s",
              "stalls", "stall s", "foreign", "switches", "futex");
  std::printf(
      "%-44s %8.2f %8.2f %6.3f %6.3f %6.3f %8.2f %6.1f %8.0f %7.1f %6.1f %6ld %7.2f %8.3f %6ld %7.3f %7ld %8ld "
      "%6s\n",
      name.c_str(), row.loop_seconds, row.cpu_seconds, row.utilisation, row.middle, row.busy, row.events_per_second,
      100 * row.output_share, row.resident_mb, row.megabytes, row.megabytes / row.loop_seconds, row.clusters,
      row.close_seconds, row.waited_seconds, row.stalls, row.stalled_seconds, row.foreign, row.switches,
      row.futex_calls ? std::to_string(*row.futex_calls).c_str() : "-");
}

/// How often so many streams were inside, as bars.
inline void print_counts(const std::vector<long>& counts) {
  long most = 1;
  for (const long count : counts) most = std::max(most, count);
  for (std::size_t streams = 0; streams < counts.size(); ++streams)
    if (counts[streams] > 0)
      std::printf("  %5zu %9ld %s\n", streams, counts[streams],
                  std::string(static_cast<std::size_t>(50 * counts[streams] / most), '#').c_str());
}

/// How many streams were inside each output when one more came.
inline void print_concurrency(const Job& job, const Record& record) {
  std::printf("\nstreams inside an output when an event is written\n");
  for (std::size_t output = 0; output < record.inside.size(); ++output) {
    const OutputOptions& which = job.options().outputs[output];
    std::printf("  %s:%s:%d\n", which.tier.c_str(), which.writer.c_str(), which.concurrency);
    print_counts(record.inside[output]);
  }
}

/// Outputs that streams waited for for long, as CMS's edmStreamStallGrapher lists modules.
inline void print_stalls(const Job& job, const Record& record) {
  std::printf("\nstalls of at least %.3g s: output, count, total s, longest s, the ten longest\n",
              job.options().stall_seconds());
  for (std::size_t output = 0; output < job.options().outputs.size(); ++output) {
    std::vector<double> stalls;
    double total = 0;
    for (const auto& stream : record.spans)
      for (const Span& span : stream) {
        const bool is_stall = span.state == Span::State::wait && span.number == static_cast<int>(output) &&
                              span.seconds() >= job.options().stall_seconds();
        if (!is_stall || !is_within(span, record)) continue;
        stalls.push_back(span.seconds());
        total += span.seconds();
      }
    if (stalls.empty()) continue;
    std::sort(stalls.rbegin(), stalls.rend());
    std::printf("  %-24s %6zu %9.3f %7.3f ", job.options().outputs[output].tier.c_str(), stalls.size(), total,
                stalls[0]);
    for (std::size_t stall = 0; stall < std::min<std::size_t>(stalls.size(), 10); ++stall)
      std::printf(" %.3f", stalls[stall]);
    std::printf("\n");
  }
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

inline void print_sharing(const Sharing& sharing) {
  if (sharing.moved_bytes <= 0) return;
  std::printf(
      "  with %.0f atomic operations an event, of %.0f ns for each further thread; %.3f MB an event through this "
      "machine's memory, which moves %.1f GB/s\n",
      sharing.atomics, 1e9 * sharing.another_sharer, 1e-6 * sharing.moved_bytes, 1e-9 * sharing.bytes_per_second);
  std::printf("  a stream holds %.2f MB at most of an output: its budget of %.0f MB is enough for %.0f\n",
              1e-6 * sharing.held_bytes, 1e-6 * sharing.budget, threads_of_budget(sharing));
}

/// Foresee more threads: by analysis, and by playing the recorded events again; both without and with what threads
/// share beside the outputs.
inline void print_prediction(const Job& job, const Record& record, const std::vector<double>& serial) {
  const Recording recording = recording_of(job, record);
  const Demand demand = demand_of(recording, serial);
  const Sharing sharing = sharing_of(job);
  double slowest = 0;
  for (const double service : demand.services) slowest = std::max(slowest, service);
  std::printf("\nforeseen utilisation (an event takes %.3f s; the slowest serial part %.6f s of it, %.3f %%)\n",
              demand.total, slowest, demand.total > 0 ? 100 * slowest / demand.total : 0);
  for (const int threads : {16, 64, 256}) {
    const double analysis = predict_utilisation(demand, threads);
    Recording with_serial = recording;
    for (const double seconds : serial) {
      with_serial.limits.push_back(1);
      for (auto& event : with_serial.events)
        event.push_back({static_cast<int>(with_serial.limits.size()) - 1, seconds});
    }
    const double replay = replay_utilisation(with_serial, threads);
    const double least = corrected(std::min(analysis, replay), demand, sharing, threads);
    std::printf("  %4d threads  %.3f to %.3f\n", threads, least, std::max(analysis, replay));
  }
  print_sharing(sharing);
}

inline void print_json(const std::string& contender, const Job& job, const Row& row) {
  const Options& options = job.options();
  std::printf(
      "{\"contender\":%s,\"variant\":%s,\"threads\":%d,\"streams\":%d,\"time\":0,\"wall\":%.6f,\"cpu\":%.6f,"
      "\"utilisation\":%.4f,\"middle\":%.4f,\"busy\":%.4f,\"rate\":%.4f,\"middle_rate\":%.4f,\"memory\":%.1f,"
      "\"megabytes\":%.3f,\"clusters\":%ld,\"close\":%.3f,\"output_share\":%.4f,\"waited\":%.4f,\"stalls\":%ld,"
      "\"stalled\":%.4f,\"switches\":%ld,\"foreign\":%ld%s}\n",
      json_text(contender).c_str(), json_text(options.row()).c_str(), options.threads, options.streams,
      row.loop_seconds, row.cpu_seconds, row.utilisation, row.middle, row.busy, row.events_per_second,
      row.middle_events_per_second, row.resident_mb, row.megabytes, row.clusters, row.close_seconds, row.output_share,
      row.waited_seconds, row.stalls, row.stalled_seconds, row.switches, row.foreign,
      row.futex_calls ? (",\"futex_calls\":" + std::to_string(*row.futex_calls)).c_str() : "");
}

/// All of it.
inline void print(const std::string& contender, const Job& job, const Record& record,
                  const std::vector<double>& serial) {
  const Row row = row_of(job, record);
  print_row(contender + ": " + job.options().row(), row);
  if (job.options().json) return print_json(contender, job, row);
  print_concurrency(job, record);
  print_stalls(job, record);
  print_prediction(job, record, serial);
}

}  // namespace harness
