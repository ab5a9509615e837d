#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/array/batch.hpp"
#include "ramet/core/function_ref.hpp"
#include "ramet/core/object_pool.hpp"
#include "ramet/file/file_reader.hpp"
#include "ramet/object/object_reader.hpp"
#include "ramet/schedule/read_options.hpp"
#include "ramet/tree/basket.hpp"
#include "ramet/tree/branch_files.hpp"
#include "ramet/tree/generated_offsets.hpp"
#include "ramet/tree/tree.hpp"

namespace ramet::inline v1::io {
class FetchedSource;
}

namespace ramet::inline v1::tree {

namespace internal {
class ColumnRead;
}

using array::Batch;
using schedule::ReadOptions;

/// Reads columns of one tree. Threads: const-safe; any number of reads at once, from any threads.
class TreeReader {
 public:
  /// Read the tree of a key. `classes` are those of its file; not null. Throws Error(corrupt), naming file and branch;
  /// Error(misuse) when the key's class is not a tree.
  TreeReader(std::shared_ptr<const file::FileReader> file, const file::Key& key,
             std::shared_ptr<const ClassLayouts> classes);

  const Tree& tree() const noexcept { return tree_; }
  const file::FileReader& file() const noexcept { return *file_; }
  /// The source of a branch's baskets: the tree's file, or one beside it. Throws as BranchFiles::source_of.
  const io::ByteSource& source_of(const Branch& branch) const { return branch_files_.source_of(branch); }

  /// Read one column. Throws Error(not_found) for entries or files of baskets that do not exist, Error(unsupported),
  /// naming the branch, for a type that cannot be read, Error(corrupt), naming branch, basket and offset.
  array::Array read(const Branch& branch, EntryRange entries, const ReadOptions& options) const;

  /// Read several columns; their baskets are decompressed in parallel.
  std::vector<array::Array> read(std::span<const Branch* const> branches, EntryRange entries,
                                 const ReadOptions& options) const;

  /// Say that these branches will be read soon, so that a source far away begins to send their baskets. As
  /// ByteSource::will_read; what cannot be read is left to `read`.
  bool will_read(std::span<const Branch* const> branches, EntryRange entries) const;

  /// Call `body` with all the entries, in batches of at most `batch_entries`, from up to concurrency() threads at once,
  /// in any order; a batch never crosses a cluster's end. Columns are decoded into memory that is reused and stays in
  /// the cache, so use this to reduce many entries to few numbers.
  void for_each_batch(std::span<const Branch* const> branches, EntryRange entries, std::size_t batch_entries,
                      const ReadOptions& options, FunctionRef<void(const Batch&)> body) const;

  /// Reads batches of these branches one after the other, on the thread that asks; it borrows this and the branches. Of
  /// a source whose answers take long the next cluster is asked for while one is read. Throws as `read`.
  std::unique_ptr<array::BatchReader> batch_reader(std::span<const Branch* const> branches) const;

 private:
  /// The counter of each branch whose layout needs one, otherwise null.
  std::vector<const Branch*> counters_of(std::span<const Branch* const> branches) const;
  /// Of a source far away: the baskets of branches and counters, requested at once if they are few enough, or null.
  std::unique_ptr<const io::FetchedSource> fetch_with_counters(std::span<const Branch* const> branches,
                                                               std::span<const Branch* const> counters,
                                                               EntryRange entries, const ReadOptions& options) const;
  /// Read the values of these branches, which may be null; of what was fetched, unless that is null.
  std::map<const Branch*, Counts> read_counts(std::span<const Branch* const> counters, EntryRange entries,
                                              const ReadOptions& options, const io::FetchedSource* fetched) const;
  std::vector<array::Array> read_columns(std::span<const Branch* const> branches,
                                         std::span<internal::ColumnRead> columns, const ReadOptions& options,
                                         const io::FetchedSource* fetched) const;

  void check_readable(const Branch& branch, EntryRange entries) const;

  std::shared_ptr<const file::FileReader> file_;
  BranchFiles branch_files_;
  Tree tree_;
  mutable ObjectPool<BasketReader> readers_;  // lends each reader to one task at a time
};

/// Whether a key's class is one that TreeReader reads: TTree, TNtuple, TNtupleD, TChain's own are not.
bool is_tree_class(std::string_view class_name) noexcept;

}  // namespace ramet::inline v1::tree
