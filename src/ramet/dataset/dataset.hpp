#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/core/function_ref.hpp"
#include "ramet/dataset/dataset_options.hpp"
#include "ramet/dataset/index.hpp"
#include "ramet/dataset/places.hpp"
#include "ramet/dataset/rows.hpp"
#include "ramet/dataset/session.hpp"

namespace ramet::inline v1::dataset {

namespace internal {
class Chain;
class Request;
struct Part;
}  // namespace internal

/// Entries of one file that lie one after the other, as columns in the order asked for. Threads: a view, valid during
/// the call that it is passed to.
struct Batch {
  FileNumber file;
  EntryRange entries;  ///< counted within the file; Dataset::first_entry says where it begins in the dataset
  std::span<const array::Array> columns;
};

/// Many files as one table: the entries of a tree or ntuple in each, one file after the other, and columns of friends
/// beside them. Files are opened when something of them is needed, on all threads of the executor, and closed again.
/// Threads: const-safe.
class Dataset {
 public:
  /// From places that `places_of` finds. The session outlives it. Opens the files that decide the schema. Throws
  /// Error(not_found), Error(io), Error(corrupt), naming the file; Error(misuse) for no files.
  Dataset(const Session& session, std::vector<FileAndObject> places, const DatasetOptions& options = {});
  /// "run*.root:Events".
  Dataset(const Session& session, std::string_view place, const DatasetOptions& options = {})
      : Dataset(session, places_of(place), options) {}
  ~Dataset();
  Dataset(const Dataset&) = delete;
  Dataset& operator=(const Dataset&) = delete;

  std::size_t file_count() const noexcept;
  const FileAndObject& place(FileNumber file) const;

  /// All columns, those of friends last. Of one file, or of all, as SchemaFrom says.
  std::vector<Column> columns() const;
  std::optional<Column> find(std::string_view name) const;
  /// A table of names and types.
  std::string schema_text() const;

  /// Number of entries; opens the files that were never open.
  std::uint64_t entries(const ReadOptions& options) const;
  std::uint64_t entries(FileNumber file) const;
  /// Those of each of some files, [first, last).
  std::vector<std::uint64_t> entries(FileNumber first, FileNumber last, const ReadOptions& options) const;
  /// Where a file's entries begin in the dataset.
  EntryNumber first_entry(FileNumber file) const;
  /// First entry of each cluster of each file, then the number of entries: the parts that it is best read in.
  std::vector<std::uint64_t> cluster_starts(const ReadOptions& options) const;

  /// Read columns of all entries. Files, and in each its clusters, columns and baskets, are read side by side. Throws
  /// Error(not_found) for names, near ones are named, and for columns that a file lacks; Error(unsupported) for
  /// columns that cannot be read or have no common type; as TreeReader::read.
  std::vector<array::Array> read(std::span<const std::string> names, const ReadOptions& options) const;
  /// Of some entries.
  std::vector<array::Array> read(std::span<const std::string> names, EntryRange range,
                                 const ReadOptions& options) const;
  /// Of chosen entries, in order of the ranges, which increase: what an entry list selects. Each cluster that has one
  /// is read once. Throws Error(misuse) when ranges overlap or decrease.
  std::vector<array::Array> read(std::span<const std::string> names, std::span<const EntryRange> selection,
                                 const ReadOptions& options) const;

  /// Call `body` with the entries of a range, in batches of at most `batch_entries`, from up to concurrency() threads
  /// at once, in any order; a batch never crosses the end of a file or cluster. The way to reduce many entries to few
  /// numbers.
  void for_each_batch(std::span<const std::string> names, EntryRange range, std::size_t batch_entries,
                      const ReadOptions& options, FunctionRef<void(const Batch&)> body) const;
  /// With all entries. Nothing has to be known of a file before it is read, so each is opened once.
  void for_each_batch(std::span<const std::string> names, std::size_t batch_entries, const ReadOptions& options,
                      FunctionRef<void(const Batch&)> body) const;

 private:
  void for_each_joined(const internal::Request& request, std::span<const internal::Part> parts,
                       std::size_t batch_entries, const ReadOptions& options,
                       FunctionRef<void(const Batch&)> body) const;
  void for_each_batch(const internal::Request& request, std::span<const internal::Part> parts,
                      std::size_t batch_entries, const ReadOptions& options,
                      FunctionRef<void(const Batch&)> body) const;

  std::unique_ptr<const internal::Chain> chain_;
  std::vector<Friend> friends_;
};

/// The index of a dataset by two of its columns, integers; `minor` may be empty. Throws as Dataset::read,
/// Error(unsupported) for columns of another type.
std::shared_ptr<const Index> make_index(const Dataset& dataset, const std::string& major, const std::string& minor,
                                        const ReadOptions& options);

/// Ranges of entries from their numbers, which increase, as those of a tree::EntryList do; neighbours are joined.
/// Throws Error(misuse) when they do not increase.
std::vector<EntryRange> selection_of(std::span<const std::uint64_t> entries);

}  // namespace ramet::inline v1::dataset
