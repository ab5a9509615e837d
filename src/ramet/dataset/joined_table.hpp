#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ramet/dataset/dataset_options.hpp"
#include "ramet/dataset/table.hpp"
#include "ramet/schedule/read_options.hpp"

namespace ramet::inline v1::dataset {

/// How the entries of one table find theirs in another. Threads: a value.
struct JoinOptions {
  /// One or two columns of whole numbers that both tables have, like {"run", "event"}: an entry is joined to the first
  /// one of the other table with the same numbers. Without any, entry k is joined to entry k, and what the
  /// other table has beyond is not read. For each cluster all entries between its first and its last partner are read:
  /// tables should be nearly in the same order.
  std::vector<std::string> on = {};
  /// The other table's columns are called "name.column", and also "column" unless the first table finds a column by
  /// that name. Without a name, only the latter.
  std::string name = {};
  /// What an entry without a partner gets; only with `on`.
  Unmatched unmatched = Unmatched::error;
};

/// A table with the columns of another one beside its own, as friends of a tree; entries and clusters stay the same.
/// With JoinOptions::on, the other table's columns of that name are read once, now. Neither is null. Throws
/// Error(not_found) for a table without such a column, Error(unsupported) unless it has whole numbers, and
/// Error(misuse) for more than two columns, or without any when the other table is shorter.
std::shared_ptr<const Table> join_tables(std::shared_ptr<const Table> table, std::shared_ptr<const Table> other,
                                         JoinOptions options, const ReadOptions& reading);

}  // namespace ramet::inline v1::dataset
