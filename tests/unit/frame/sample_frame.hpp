#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "unit/frame/sample_source.hpp"

#include "ramet/frame/actions/numbers.hpp"
#include "ramet/frame/actions/take.hpp"
#include "ramet/frame/frame.hpp"
#include "ramet/frame/sources/array_table.hpp"

/// Frames of columns in memory, and the results that most tests ask for.
namespace sample {

using frame::Frame;
using ramet::EntryRange;
using ramet::Error;
using ramet::ErrorKind;

/// Columns in memory with clusters of a size, some of whose entries may be damaged. Threads: const-safe.
class ClusteredTable final : public dataset::Table {
 public:
  ClusteredTable(std::vector<std::pair<std::string, Array>> columns, std::uint64_t entries, std::uint64_t cluster)
      : rows_(frame::table_of_arrays(std::move(columns), entries)), cluster_(cluster) {}

  EntryRange damaged = {};                             ///< entries that cannot be read
  std::string damaged_column = {};                     ///< of which column, if only one is damaged
  std::vector<EntryRange> also_damaged = {};           ///< of all columns
  mutable std::atomic<std::uint64_t> values_read = 0;  ///< of all columns

  std::string name() const override { return "clusters"; }
  std::uint64_t entries() const noexcept override { return rows_->entries(); }
  std::vector<std::uint64_t> cluster_starts() const override {
    std::vector<std::uint64_t> starts;
    for (std::uint64_t first = 0; first < entries(); first += cluster_) starts.push_back(first);
    starts.push_back(entries());
    return starts;
  }
  std::vector<dataset::Column> columns() const override { return rows_->columns(); }
  std::optional<dataset::Column> find(std::string_view name) const override { return rows_->find(name); }
  std::vector<Array> read(std::span<const std::string> names, EntryRange entries,
                          const dataset::ReadOptions& options) const override {
    for (const EntryRange& one : also_damaged)
      if (entries.first < one.last && one.first < entries.last)
        throw Error(ErrorKind::corrupt, fmt::format("entry {} is damaged", one.first.number));
    const bool is_asked = damaged_column.empty() || std::ranges::find(names, damaged_column) != names.end();
    if (is_asked && entries.first < damaged.last && damaged.first < entries.last)
      throw Error(ErrorKind::corrupt, fmt::format("entry {} is damaged", damaged.first.number));
    values_read += names.size() * entries.size();
    return rows_->read(names, entries, options);
  }
  std::vector<Array> read_objects(std::span<const std::string> names, EntryRange entries,
                                  const dataset::ReadOptions& options) const override {
    return read(names, entries, options);
  }
  void for_each_batch(std::span<const std::string> names, EntryRange entries, std::size_t batch_entries,
                      const dataset::ReadOptions& options, dataset::BatchBody body) const override {
    rows_->for_each_batch(names, entries, batch_entries, options, body);
  }
  std::unique_ptr<array::BatchReader> batch_reader(std::span<const std::string>) const override { return nullptr; }

 private:
  std::shared_ptr<const dataset::Table> rows_;
  std::uint64_t cluster_;
};

/// Entries x = 0, 1, ..., their halves y, the numbers z of a generator, and lists v of x % 3 values x.
inline std::shared_ptr<ClusteredTable> counting_rows(std::size_t entries, std::uint64_t cluster = 1000) {
  std::vector<double> halves, others;
  std::vector<std::vector<float>> lists;
  std::uint64_t state = 1;
  for (std::size_t k = 0; k < entries; ++k) {
    halves.push_back(static_cast<double>(k) / 2);
    state = state * 6364136223846793005U + 1442695040888963407U;
    others.push_back(static_cast<double>(state >> 40U) / 3e5);
    lists.emplace_back(k % 3, static_cast<float>(k));
  }
  std::vector<std::pair<std::string, Array>> columns;
  columns.emplace_back("x", count_from<std::int32_t>(0, entries));
  columns.emplace_back("y", column_of(halves));
  columns.emplace_back("z", column_of(others));
  columns.emplace_back("v", column_of(lists));
  return std::make_shared<ClusteredTable>(std::move(columns), entries, cluster);
}

/// Threads and a frame on them. Threads: one thread.
struct Threads {
  explicit Threads(std::size_t count = 1) : executor(ramet::schedule::make_thread_executor(count)) {}

  Frame of(std::shared_ptr<const dataset::Table> rows, frame::FrameOptions options = {}) const {
    return {frame::Source(std::move(rows)), *executor, std::move(options)};
  }
  Frame counting(std::size_t entries, std::uint64_t cluster = 1000) const {
    return of(counting_rows(entries, cluster));
  }

  std::unique_ptr<ramet::schedule::Executor> executor;
};

/// More entries than a task has, so that there are several.
inline constexpr std::size_t many = 70'000;

/// A function of the user's. Threads: as `work`.
class Function final : public frame::BatchFunction {
 public:
  using Work = std::function<Array(std::span<const Array>, std::size_t)>;
  explicit Function(Work work) : work_(std::move(work)) {}

  Array call(std::span<const Array> columns, std::size_t count, ramet::SlotNumber) const override {
    ++calls;
    values += count;
    return work_(columns, count);
  }

  mutable std::atomic<std::uint64_t> calls = 0;
  mutable std::atomic<std::uint64_t> values = 0;

 private:
  Work work_;
};

/// Twice the values of a column of Number.
template <class Number>
std::shared_ptr<Function> doubling() {
  return std::make_shared<Function>([](std::span<const Array> columns, std::size_t) {
    std::vector<Number> doubled;
    for (const Number value : columns[0].numbers<Number>()) doubled.push_back(static_cast<Number>(2 * value));
    return column_of(doubled);
  });
}

/// A booked action with its result. Threads: one thread.
template <class Action>
struct Asked {
  std::shared_ptr<Action> action;
  frame::Booked booked;

  const Action& run(const frame::RunOptions& options = {}) const {
    booked.run(options);
    return *action;
  }
};

template <class Action, class... Arguments>
Asked<Action> ask(const Frame& of, Arguments&&... arguments) {
  auto action = std::make_shared<Action>(std::forward<Arguments>(arguments)...);
  frame::Booked booked = of.book(action);
  return {std::move(action), std::move(booked)};
}

inline std::uint64_t count_of(const Frame& of) { return ask<frame::CountAction>(of).run().count(); }

template <class Number>
std::vector<Number> values_of(const Frame& of, const std::string& column) {
  return numbers_of<Number>(ask<frame::TakeAction>(of, std::vector{column}).run().values()[0]);
}

/// All values of variations of a column, by name; under "" the nominal ones.
template <class Number>
std::map<std::string, std::vector<Number>> varied_values_of(const Frame& of, const std::string& column) {
  const auto nominal = ask<frame::TakeAction>(of, std::vector{column});
  std::map<std::string, std::vector<Number>> all;
  for (const auto& [name, booked] : nominal.booked.varied()) {
    booked.run();
    all[name] = numbers_of<Number>(static_cast<const frame::TakeAction&>(*booked.action()).values()[0]);
  }
  all[""] = numbers_of<Number>(nominal.run().values()[0]);
  return all;
}

}  // namespace sample
