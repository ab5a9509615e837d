#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "harness/shared/foreseen.hpp"
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
  double timers = 0;          ///< the part of the CPU that goes to timers of stages while nothing is traced
  long switches = 0;
  std::optional<long> futex_calls;  ///< of the loop
  long foreign = 0;
};

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
    const double counted = static_cast<double>(options.events) / static_cast<double>(options.events + options.streams);
    if (row.cpu_seconds > 0) row.timers += counted * output->costs().timer_seconds / row.cpu_seconds;
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

inline void print_json(const std::string& contender, const Job& job, const Record& record, const Row& row,
                       const Serial& commits) {
  const Options& options = job.options();
  std::printf(
      "{\"contender\":%s,\"variant\":%s,\"threads\":%d,\"streams\":%d,\"time\":0,\"wall\":%.6f,\"cpu\":%.6f,"
      "\"utilisation\":%.4f,\"middle\":%.4f,\"busy\":%.4f,\"rate\":%.4f,\"middle_rate\":%.4f,\"memory\":%.1f,"
      "\"megabytes\":%.3f,\"clusters\":%ld,\"close\":%.3f,\"output_share\":%.4f,\"waited\":%.4f,\"stalls\":%ld,"
      "\"stalled\":%.4f,\"switches\":%ld,\"foreign\":%ld,\"timers\":%.8f%s%s}\n",
      json_text(contender).c_str(), json_text(options.row()).c_str(), options.threads, options.streams,
      row.loop_seconds, row.cpu_seconds, row.utilisation, row.middle, row.busy, row.events_per_second,
      row.middle_events_per_second, row.resident_mb, row.megabytes, row.clusters, row.close_seconds, row.output_share,
      row.waited_seconds, row.stalls, row.stalled_seconds, row.switches, row.foreign, row.timers,
      row.futex_calls ? (",\"futex_calls\":" + std::to_string(*row.futex_calls)).c_str() : "",
      json_of_prediction(job, record, commits).c_str());
}

/// All of it. `commits` has the seconds that a trace tells.
inline void print(const std::string& contender, const Job& job, const Record& record, const Serial& commits) {
  const Row row = row_of(job, record);
  print_row(contender + ": " + job.options().row(), row);
  if (job.options().json) return print_json(contender, job, record, row, commits);
  print_concurrency(job, record);
  print_stalls(job, record);
  print_prediction(job, record, commits);
}

}  // namespace harness
