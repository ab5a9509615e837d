#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
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
#include "ramet/dataset/session.hpp"
#include "ramet/dataset/table.hpp"
#include "ramet/dataset/task.hpp"

namespace ramet::inline v1::dataset {

namespace internal {
class Chain;
class Request;
struct Part;
}  // namespace internal

/// Consecutive entries of one file, as columns in the requested order. Threads: a view, valid during the call that
/// receives it.
struct Batch {
  FileNumber file;
  EntryRange entries;  ///< numbers within the file; add Dataset::first_entry for those in the dataset
  std::span<const array::Array> columns;
};

/// Called with a task, its slot, and its columns in the order asked for.
using TaskBody = FunctionRef<void(const Task&, SlotNumber, std::span<const array::Array>)>;

/// Many files as one table: the entries of a tree or ntuple in each file, one file after the other, and columns of
/// friends. Files are opened when they are needed, on all threads of the executor, and closed again. Functions that
/// take ReadOptions use the session's executor if they are given none. Threads: const-safe.
class Dataset {
 public:
  /// Make a dataset of places, as returned by `places_of`. The session must outlive it. Opens the files that decide the
  /// schema. Throws Error(file_missing), Error(io), Error(corrupt), naming the file; Error(misuse) for no files.
  Dataset(const Session& session, std::vector<FileAndObject> places, const DatasetOptions& options = {});
  /// The same from a text like "run*.root:Events", or of files with one table, "run*.root".
  Dataset(const Session& session, std::string_view place, const DatasetOptions& options = {})
      : Dataset(session, table_places(session, place), options) {}
  ~Dataset();
  Dataset(const Dataset&) = delete;
  Dataset& operator=(const Dataset&) = delete;

  /// How it reads without other options.
  ReadOptions reading() const noexcept { return {session_->executor()}; }

  /// What its session fetched of servers until now.
  io::TrafficCounts traffic() const { return session_->traffic(); }

  std::size_t file_count() const noexcept;
  const FileAndObject& place(FileNumber file) const;

  /// The paths of all files, also those of friends.
  std::vector<std::string> files() const;

  /// All columns of the first file or of all files (see SchemaFrom), then those of friends.
  std::vector<Column> columns() const;
  /// The column of a name. A column "x" may be asked for as "?x" here and in `read`: it is an option then, which has no
  /// value in entries of files that lack the column, and of friends where an entry has no partner.
  std::optional<Column> find(std::string_view name) const;
  /// A table of names and types.
  std::string schema_text() const;

  /// The number of entries; opens files whose number is not known yet.
  std::uint64_t entries(const ReadOptions& options) const;
  std::uint64_t entries() const { return entries(reading()); }
  std::uint64_t entries(FileNumber file) const;
  /// The numbers of entries of files [first, last).
  std::vector<std::uint64_t> entries(FileNumber first, FileNumber last, const ReadOptions& options) const;
  /// The entry of the dataset where a file begins.
  EntryNumber first_entry(FileNumber file) const;
  /// The first entry of each cluster of each file, then the number of entries: the best boundaries for reading in
  /// parts.
  std::vector<std::uint64_t> cluster_starts(const ReadOptions& options) const;
  std::vector<std::uint64_t> cluster_starts() const { return cluster_starts(reading()); }

  /// Whether some files are of servers, so that `will_read` is of use.
  bool is_distant() const noexcept;
  /// Say that columns of entries will be read soon, so that servers begin to send them; does not wait. Throws as `read`
  /// for names and entries.
  Asked will_read(std::span<const std::string> names, EntryRange range, const ReadOptions& options) const;

  /// Read columns of all entries. Files, clusters, columns and baskets are read in parallel. Throws Error(not_found)
  /// for unknown names, with similar ones, and for columns that a file lacks; Error(unsupported) for columns that
  /// cannot be read or have no common type; otherwise as TreeReader::read.
  std::vector<array::Array> read(std::span<const std::string> names, const ReadOptions& options) const;
  std::vector<array::Array> read(std::span<const std::string> names) const { return read(names, reading()); }
  std::vector<array::Array> read(std::initializer_list<std::string> names) const { return read(std::span(names)); }
  /// Read columns of a range of entries.
  std::vector<array::Array> read(std::span<const std::string> names, EntryRange range,
                                 const ReadOptions& options) const;
  std::vector<array::Array> read(std::span<const std::string> names, EntryRange range) const {
    return read(names, range, reading());
  }
  std::vector<array::Array> read(std::initializer_list<std::string> names, EntryRange range) const {
    return read(std::span(names), range);
  }
  /// Read columns of selected entries, as from an entry list, in the order of the ranges, which must increase. Each
  /// cluster with selected entries is read once. Throws Error(misuse) when ranges overlap or decrease.
  std::vector<array::Array> read(std::span<const std::string> names, std::span<const EntryRange> selection,
                                 const ReadOptions& options) const;

  /// Call `body` with the entries of a range, in batches of at most `batch_entries`, from up to concurrency() threads
  /// at once, in any order; a batch never crosses the end of a file or cluster. Use this to reduce many entries to few
  /// numbers.
  void for_each_batch(std::span<const std::string> names, EntryRange range, std::size_t batch_entries,
                      const ReadOptions& options, FunctionRef<void(const Batch&)> body) const;
  void for_each_batch(std::span<const std::string> names, EntryRange range, std::size_t batch_entries,
                      FunctionRef<void(const Batch&)> body) const {
    for_each_batch(names, range, batch_entries, reading(), body);
  }
  /// The same for all entries. Each file is opened only once, because nothing needs to be known before it is read.
  void for_each_batch(std::span<const std::string> names, std::size_t batch_entries, const ReadOptions& options,
                      FunctionRef<void(const Batch&)> body) const;
  void for_each_batch(std::span<const std::string> names, std::size_t batch_entries,
                      FunctionRef<void(const Batch&)> body) const {
    for_each_batch(names, batch_entries, reading(), body);
  }

  /// The clusters that a range is read in, in order of entries: together they have each entry of it once. Throws
  /// Error(not_found) when the range ends behind the last entry, and as `entries`.
  std::vector<Task> tasks(EntryRange range, const ReadOptions& options) const;
  std::vector<Task> tasks(EntryRange range) const { return tasks(range, reading()); }
  /// Read the columns of each task and call `body` with them, from up to concurrency() threads at once. Tasks are begun
  /// in the order given. The slot is one of 0 .. concurrency() - 1, which no other task has at the same time, so that
  /// what is kept for each slot needs no lock. The columns may be kept. Throws as `read`, naming the file.
  void for_each_task(std::span<const std::string> names, std::span<const Task> tasks, const ReadOptions& options,
                     TaskBody body) const;
  void for_each_task(std::span<const std::string> names, std::span<const Task> tasks, TaskBody body) const {
    for_each_task(names, tasks, reading(), body);
  }

 private:
  void for_each_joined(const internal::Request& request, std::span<const internal::Part> parts,
                       std::size_t batch_entries, const ReadOptions& options,
                       FunctionRef<void(const Batch&)> body) const;
  void for_each_batch(const internal::Request& request, std::span<const internal::Part> parts,
                      std::size_t batch_entries, const ReadOptions& options,
                      FunctionRef<void(const Batch&)> body) const;

  const Session* session_;
  std::unique_ptr<const internal::Chain> chain_;
  std::vector<Friend> friends_;
};

/// Build the index of a dataset by two integer columns; `minor` may be empty. Throws as Dataset::read, and
/// Error(unsupported) for columns of another type.
std::shared_ptr<const Index> make_index(const Dataset& dataset, const std::string& major, const std::string& minor,
                                        const ReadOptions& options);
inline std::shared_ptr<const Index> make_index(const Dataset& dataset, const std::string& major,
                                               const std::string& minor = {}) {
  return make_index(dataset, major, minor, dataset.reading());
}

/// Convert increasing entry numbers, as in a tree::EntryList, to ranges; adjacent entries are joined. Throws
/// Error(misuse) when the numbers do not increase.
std::vector<EntryRange> selection_of(std::span<const std::uint64_t> entries);

}  // namespace ramet::inline v1::dataset
