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
#include "ramet/array/batch.hpp"
#include "ramet/array/type.hpp"
#include "ramet/core/function_ref.hpp"
#include "ramet/core/strong_id.hpp"
#include "ramet/dataset/session.hpp"
#include "ramet/schedule/read_options.hpp"

namespace ramet::inline v1::dataset {

/// How floating-point numbers are stored with fewer bits than they have, in the words of table::Column. Threads: a
/// value.
struct PackedNumbers {
  std::string range = {};       ///< packed_range; empty: none
  bool half_precision = false;  ///< 16-bit IEEE numbers
  bool is_of_ntuple = false;    ///< an ntuple's numbers between two limits are other ones than a tree's

  bool operator==(const PackedNumbers&) const = default;
  bool are_packed() const noexcept { return half_precision || !range.empty(); }
};

/// A column, as all formats describe theirs. Threads: a value.
struct Column {
  std::string name;                    ///< the full path, joined as in the format
  std::string own_name;                ///< the last part
  std::string type_name;               ///< the C++ type
  std::optional<array::Type> type;     ///< the type of its values; nothing when it cannot be read
  bool is_group = false;               ///< only groups others and has no values of its own
  bool is_nested = false;              ///< its values are part of a column above it
  std::string reason;                  ///< why it cannot be read
  std::string counter = {};            ///< of a tree's list: the branch that counts its values, if there is one
  PackedNumbers packed = {};           ///< of numbers, and of arrays and lists of these; the same in all files
  std::uint64_t entries = 0;           ///< fewer than its tree's if it was added later
  std::uint64_t compressed_bytes = 0;  ///< in the file; for an ntuple, only `Table::columns` sets it
  std::uint64_t uncompressed_bytes = 0;

  bool is_readable() const noexcept { return type.has_value(); }
};

using schedule::ReadOptions;

/// What came of asking for bytes that will be read.
enum class Asked : std::uint8_t {
  done,   ///< they are on their way, or there is nothing to ask for
  later,  ///< their file is being opened: ask again
  full,   ///< as many as may be are on their way: ask again when some were read
};

/// Called with consecutive entries and their columns, in the requested order.
using BatchBody = FunctionRef<void(EntryRange, std::span<const array::Array>)>;

/// The entries of one tree or ntuple in one open file: the interface of datasets to both formats, called for files and
/// clusters, never for single values. Threads: const-safe.
class Table {
 public:
  virtual ~Table() = default;

  /// File and table for messages: 'run.root': tree 'Events'.
  virtual std::string name() const = 0;
  /// The files that are read, as they are called; none for columns in memory.
  virtual std::vector<std::string> files() const { return {}; }
  /// What the session of its file fetched of servers until now; nothing for a file that is not on one.
  virtual io::TrafficCounts traffic() const { return {}; }
  /// The name of the tree or ntuple in its directory; empty for others.
  virtual std::string table_name() const { return {}; }
  virtual std::uint64_t entries() const noexcept = 0;
  /// The first entry of each cluster, then entries().
  virtual std::vector<std::uint64_t> cluster_starts() const = 0;

  /// All columns, parents before their children, in stored order.
  virtual std::vector<Column> columns() const = 0;
  /// One of the columns, without examining the others. Nothing if there is none. Of a column that groups others,
  /// objects_name finds the objects.
  virtual std::optional<Column> find(std::string_view name) const = 0;

  /// Whether its bytes come from far away, so that `will_read` is of use.
  virtual bool is_distant() const noexcept { return false; }
  /// Say that these columns will be read soon. As ByteSource::will_read; unknown columns are left to `read`.
  virtual bool will_read(std::span<const std::string> names, EntryRange entries) const;

  /// Read columns in parallel. Throws as TreeReader::read.
  virtual std::vector<array::Array> read(std::span<const std::string> names, EntryRange entries,
                                         const ReadOptions& options) const = 0;
  /// The same, but split objects are assembled: a column that groups others is a record of members, named as in their
  /// class, or a list of such records. Throws as `read`, and Error(corrupt) when members of a collection have different
  /// sizes.
  virtual std::vector<array::Array> read_objects(std::span<const std::string> names, EntryRange entries,
                                                 const ReadOptions& options) const = 0;
  /// Call `body` with all the entries in batches, from many threads, in any order. Throws as
  /// TreeReader::for_each_batch.
  virtual void for_each_batch(std::span<const std::string> names, EntryRange entries, std::size_t batch_entries,
                              const ReadOptions& options, BatchBody body) const = 0;
  /// Reads batches of these columns one after the other, on the thread that asks; it borrows this. Null when some of
  /// them are put together of several, so that there is no such reader. Throws as `read`.
  virtual std::unique_ptr<array::BatchReader> batch_reader(std::span<const std::string> names) const = 0;
};

/// The name by which `find`, `read` and `batch_reader` of a table, and so of a dataset, take a column that groups
/// others as `read_objects` reads it. `find` knows it where the objects can be assembled.
std::string objects_name(std::string_view group);

/// The tree or ntuple at a path like "dir/Events" in a file. Throws Error(not_found) with similar names, Error(misuse)
/// for objects without entries, Error(corrupt).
std::shared_ptr<const Table> open_table(std::shared_ptr<const File> file, std::string_view path);

/// A tree or ntuple that was opened before, as a table; not null.
std::shared_ptr<const Table> table_of(std::shared_ptr<const File> file, std::shared_ptr<const tree::TreeReader> tree);
std::shared_ptr<const Table> table_of(std::shared_ptr<const File> file,
                                      std::shared_ptr<const ntuple::NTupleReader> ntuple);

/// Whether a key's class is one of tables.
bool is_table(const file::Key& key) noexcept;

/// The paths of a file's trees and ntuples, also those in directories, without cycles. Throws Error(corrupt),
/// Error(io).
std::vector<std::string> table_names(const File& file);
/// The path of the only one. Throws also Error(misuse), naming them, for a file that has none, or several.
std::string only_table(const File& file);

}  // namespace ramet::inline v1::dataset
