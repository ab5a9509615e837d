#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "thread_sanitizer.hpp"
#include "unit/write/sample_output.hpp"

#include "ramet/hist/histogram.hpp"
#include "ramet/schedule/executor.hpp"
#include "ramet/write/parallel_writer.hpp"

/// A small version of the main job, to be run with faults: two contexts write a tree with a checkpoint in between, and
/// a histogram is put.
namespace fault {

inline ramet::table::Schema job_schema() { return sample::schema_of({"int64", "var * float32", "string", "float64"}); }

inline constexpr std::size_t part_entries = 60;
inline constexpr std::size_t parts = 2;

/// The columns of a part of the job: noise, which is stored uncompressed.
inline std::vector<sample::Array> part_of_job(std::uint64_t part) {
  std::vector<sample::Array> columns;
  for (const auto& column : job_schema().columns)
    columns.push_back(sample::noise_of(to_string(column.type), part_entries, 10 * part + columns.size() + 1));
  return columns;
}

/// All entries of the first `count` parts.
inline std::vector<sample::Array> job_columns(std::size_t count = parts) {
  std::vector<sample::Array> columns = part_of_job(0);
  for (std::uint64_t part = 1; part < count; ++part) {
    const auto more = part_of_job(part);
    for (std::size_t column = 0; column < columns.size(); ++column) sample::append(columns[column], more[column]);
  }
  return columns;
}

inline ramet::hist::Histogram1D job_histogram() {
  ramet::hist::Histogram1D histogram({.name = "spectrum", .title = "", .axis_title = "x", .value_title = ""},
                                     ramet::hist::Axis(ramet::hist::RegularAxis{20, 0, 1}));
  for (int value = 0; value < 100; ++value) histogram.fill(value / 100.0);
  return histogram;
}

inline void put_histogram(sample::write::ParallelWriter& file) { file.put("spectrum", job_histogram()); }

/// All executors; with the thread sanitizer, without oneTBB's.
inline std::vector<std::unique_ptr<ramet::schedule::Executor>> all_executors() {
  std::vector<std::unique_ptr<ramet::schedule::Executor>> executors;
  executors.push_back(ramet::schedule::make_serial_executor());
  executors.push_back(ramet::schedule::make_thread_executor(3));
#if !UNDER_THREAD_SANITIZER
  executors.push_back(ramet::schedule::make_tbb_executor(3));
#endif
  return executors;
}

}  // namespace fault
