#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/array/batch.hpp"
#include "ramet/core/function_ref.hpp"
#include "ramet/core/object_pool.hpp"
#include "ramet/file/file_reader.hpp"
#include "ramet/ntuple/field_layout.hpp"
#include "ramet/ntuple/ntuple.hpp"
#include "ramet/object/form_cache.hpp"
#include "ramet/schedule/read_options.hpp"

namespace ramet::inline v1::ntuple {

namespace internal {
class ClusterIndex;
class PageReader;
}  // namespace internal

using array::Batch;
using schedule::ReadOptions;

/// Sizes of all pages of an ntuple. Threads: a value.
struct PageTotals {
  std::uint64_t pages = 0;
  std::uint64_t compressed_bytes = 0;
  std::uint64_t uncompressed_bytes = 0;
};

/// Reads fields of one ntuple. Threads: const-safe; any number of reads at once, from any threads.
class NTupleReader {
 public:
  /// Read the schema of a key's ntuple; page lists are read when they are needed. `forms` has the file's classes, for
  /// streamed objects. Throws Error(corrupt), naming the file, Error(unsupported) for a format that is not final or
  /// needs unknown features, Error(misuse) when the key's class is not an ntuple.
  NTupleReader(std::shared_ptr<const file::FileReader> file, const file::Key& key,
               std::shared_ptr<const object::FormCache> forms);
  ~NTupleReader();
  NTupleReader(const NTupleReader&) = delete;
  NTupleReader& operator=(const NTupleReader&) = delete;

  const NTuple& ntuple() const noexcept { return *ntuple_; }
  const file::FileReader& file() const noexcept { return *file_; }

  /// The type of a field's values, and how they are read.
  FieldLayout layout(const Field& field) const { return layout_of(ntuple_->schema, field, *forms_); }

  /// The first entry of each cluster, then the number of entries. Throws Error(corrupt), as the source does.
  std::vector<std::uint64_t> cluster_starts() const;

  /// The pages of all clusters and columns. Throws Error(corrupt), as the source does.
  PageTotals page_totals() const;
  /// The pages of one field and those below it.
  PageTotals page_totals(const Field& field) const;
  /// The bytes that the values of some fields, with those below them, take in memory. A column that several fields
  /// share, as projected fields do, counts once.
  std::uint64_t value_bytes(std::span<const Field* const> fields) const;

  /// Read one field. Throws Error(not_found) for entries that do not exist, Error(unsupported), naming the field, for a
  /// type that cannot be read, Error(corrupt), naming field, page and offset.
  array::Array read(const Field& field, EntryRange entries, const ReadOptions& options) const;

  /// Read several fields; all their pages are read and decompressed in parallel, also within a cluster.
  std::vector<array::Array> read(std::span<const Field* const> fields, EntryRange entries,
                                 const ReadOptions& options) const;

  /// Say that these fields will be read soon, so that a source far away begins to send their pages. As
  /// ByteSource::will_read; what cannot be read is left to `read`.
  bool will_read(std::span<const Field* const> fields, EntryRange entries) const;

  /// Call `body` with all the entries, in batches of at most `batch_entries`, from up to concurrency() threads at once,
  /// in any order; a batch never crosses a cluster's end, and may be smaller where a thread's share ends. Columns are
  /// decoded into memory that is reused and stays in the cache, so use this to reduce many entries to few numbers.
  void for_each_batch(std::span<const Field* const> fields, EntryRange entries, std::size_t batch_entries,
                      const ReadOptions& options, FunctionRef<void(const Batch&)> body) const;

  /// Reads batches of these fields one after the other, on the thread that asks; it borrows this and the fields. Of a
  /// source whose answers take long the next cluster is asked for while one is read. Throws as `read`.
  std::unique_ptr<array::BatchReader> batch_reader(std::span<const Field* const> fields) const;

 private:
  FieldLayout readable_layout(const Field& field) const;
  void check_entries(EntryRange entries) const;

  std::shared_ptr<const file::FileReader> file_;
  BlobReader blobs_;
  std::unique_ptr<const NTuple> ntuple_;
  std::shared_ptr<const object::FormCache> forms_;
  std::unique_ptr<const internal::ClusterIndex> clusters_;
  mutable ObjectPool<internal::PageReader> readers_;  // lends each reader to one task at a time
};

/// Whether a key's class is one that NTupleReader reads, or refuses because its format was not final.
bool is_ntuple_class(std::string_view class_name) noexcept;

}  // namespace ramet::inline v1::ntuple
