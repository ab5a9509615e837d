#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ramet/dataset/table.hpp"
#include "ramet/merge/compare.hpp"
#include "ramet/schedule/executor.hpp"

namespace ramet::inline v1::merge::internal {

/// Compares two trees or ntuples: columns, types, numbers of entries, and values of the entries that both have. Ranges
/// of entries are compared in parallel, several columns at a time, so that the memory does not depend on the number of
/// entries. Threads: one thread.
class TableContrast {
 public:
  /// Borrows all of it.
  TableContrast(const dataset::Table& left, const dataset::Table& right, schedule::Executor& executor,
                const CompareOptions& options)
      : left_(left), right_(right), executor_(executor), options_(options) {}

  /// Add what differs, with this path. Throws Error(corrupt), Error(cancelled).
  void run(const std::string& path, std::vector<FileContrast>& contrasts);

 private:
  /// A column that both have. Threads: a value.
  struct Pair {
    std::string name;
    std::size_t place = 0;  // of its line among those of the table
    std::uint64_t bytes = 0;
  };

  void compare_columns(const std::string& path, std::vector<FileContrast>& contrasts);
  void compare_values(std::span<const Pair> pairs, std::span<const EntryRange> ranges);
  std::vector<EntryRange> ranges() const;
  std::size_t columns_at_a_time(std::span<const Pair> pairs, std::span<const EntryRange> ranges) const;

  const dataset::Table& left_;
  const dataset::Table& right_;
  schedule::Executor& executor_;
  const CompareOptions& options_;
  std::vector<Pair> pairs_;
  std::vector<FileContrast> values_;  // one for each pair
};

}  // namespace ramet::inline v1::merge::internal
