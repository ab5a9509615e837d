#include "ramet/merge/internal/estimate.hpp"

#include <algorithm>
#include <cmath>

namespace ramet::inline v1::merge::internal {
namespace {

// What a thread of one core does in a second (benchmarks/RESULTS.md, "Merging"; 2 cores of 2.5 GHz). Copies are bound
// by the kernel, whatever the number of threads.
constexpr double copied_bytes = 1.2e9;
constexpr double packed_bytes = 70e6;     // stored bytes that are unpacked and packed again
constexpr double rewritten_bytes = 30e6;  // stored bytes whose values are decoded and encoded again
constexpr double unpacked_bytes = 100e6;  // stored bytes of objects that are added
constexpr double compared_bytes = 1e9;    // of a verification
constexpr double seconds_of_record = 3e-6;
constexpr double seconds_of_input = 1e-4;
constexpr double seconds_of_start = 0.02;

constexpr std::uint64_t mega = 1'000'000;
constexpr std::uint64_t memory_of_program = 25 * mega;
constexpr std::uint64_t memory_of_path = 500;      // of an object in the catalogue
constexpr std::uint64_t memory_of_occurrence = 8;  // of one in an input
constexpr std::uint64_t share_of_objects = 8;      // what more of them take is in a file
constexpr std::uint64_t memory_of_sum = 4096;
constexpr std::uint64_t memory_of_moves = 32 * mega;
constexpr std::uint64_t memory_of_rewrite = 200 * mega;

double seconds_of(Way way, std::uint64_t stored, std::uint64_t inputs, double threads) noexcept {
  const auto bytes = static_cast<double>(stored);
  switch (way) {
    case Way::move:
      return bytes / copied_bytes;
    case Way::pack:
    case Way::gather:
      return bytes / packed_bytes / threads;
    case Way::rewrite:
      return bytes / rewritten_bytes / threads;
    case Way::leave:
    case Way::refuse:
      return 0;
    default:
      return (bytes / unpacked_bytes + static_cast<double>(inputs) * seconds_of_record) / threads;
  }
}

double seconds_of(const PlannedObject& object, double threads) noexcept {
  if (object.runs.empty()) return seconds_of(object.way, object.bytes, object.inputs, threads);
  double seconds = 0;
  for (const PlannedRun& run : object.runs) seconds += seconds_of(run.way, run.bytes, run.inputs, threads);
  return seconds;
}

std::uint64_t moved_bytes(const PlannedObject& object) noexcept {
  if (object.runs.empty()) return object.way == Way::move ? object.bytes : 0;
  std::uint64_t bytes = 0;
  for (const PlannedRun& run : object.runs)
    if (run.way == Way::move) bytes += run.bytes;
  return bytes;
}

std::uint64_t memory_of(Way way, const MergeOptions& options) noexcept {
  switch (way) {
    case Way::move:
      return memory_of_moves;
    case Way::pack:
    case Way::gather:
      return memory_of_moves + 4 * options.tables.cluster_bytes;
    case Way::rewrite:
      return memory_of_rewrite;
    default:
      return 0;
  }
}

double verified_seconds(const MergePlan& plan, Verify verify, double threads) noexcept {
  double seconds = 0;
  for (const PlannedObject& object : plan.objects) {
    if (!is_table(object)) continue;
    const auto bytes = static_cast<double>(object.bytes);
    if (verify != Verify::counts) seconds += 2 * static_cast<double>(moved_bytes(object)) / compared_bytes / threads;
    if (verify == Verify::values) seconds += 2 * bytes / unpacked_bytes / threads;
  }
  return seconds;
}

}  // namespace

Estimate estimate_of(const MergePlan& plan, const MergeOptions& options, std::size_t threads) {
  const auto workers = static_cast<double>(std::max<std::size_t>(threads, 1));
  Estimate estimate;
  double seconds = seconds_of_start + static_cast<double>(plan.inputs.size()) * seconds_of_input;
  seconds += verified_seconds(plan, options.verify, workers);
  std::uint64_t tables = 0;   // of the table that takes most: one is merged after the other
  std::uint64_t objects = 0;  // of the run of objects that are added together
  std::uint64_t known = 0;    // of the catalogue
  std::uint64_t places = 0;   // of its occurrences
  for (const PlannedObject& object : plan.objects) {
    seconds += seconds_of(object, workers);
    known += memory_of_path;
    places += memory_of_occurrence * object.inputs;
    tables = std::max(tables, memory_of(object.way, options));
    for (const PlannedRun& run : object.runs) tables = std::max(tables, memory_of(run.way, options));
    if (is_table(object) || object.inputs == 0) continue;
    objects += memory_of_sum + 2 * (object.bytes / object.inputs);
  }
  estimate.seconds = std::ceil(seconds * 100) / 100;
  estimate.memory = memory_of_program + known + std::min(places, options.max_memory / share_of_objects) +
                    std::max(tables, std::min(objects, options.max_memory / share_of_objects));
  return estimate;
}

}  // namespace ramet::inline v1::merge::internal
