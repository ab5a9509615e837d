#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/core/strong_id.hpp"
#include "ramet/dataset/index.hpp"

namespace ramet::inline v1::dataset {

class Dataset;

using FileNumber = StrongId<struct FileNumberTag>;  ///< the number of a file in a dataset

/// How to treat a file without the tree.
enum class MissingTree : std::uint8_t {
  error,  ///< Error(not_found)
  skip,   ///< treat it as a file without entries
};

/// How to treat a file whose tree lacks a column.
enum class MissingColumn : std::uint8_t {
  error,         ///< Error(not_found), naming file and column, when its entries are read
  fill,          ///< fill its entries with 0, an empty string, an empty list, or no value
  fill_counted,  ///< as `fill`, but lists whose counter (x[nx]) the file has get so many values
};

/// What decides about columns and their types.
enum class SchemaFrom : std::uint8_t {
  first_file,  ///< the first file that has the tree; a wider number type in a later file is an Error(unsupported)
  all_files,   ///< all files, which are opened at once: each column gets the smallest type that holds all values
};

/// How to treat an entry without a partner in a friend.
enum class Unmatched : std::uint8_t {
  error,   ///< Error(not_found), naming the friend and the missing numbers
  fill,    ///< fill with 0, an empty string, an empty list, or no value
  option,  ///< make the friend's columns options
};

/// Additional columns for a dataset, from another dataset. They are called "name.column", and also "column" unless the
/// dataset or an earlier friend has a column of that name. Without an index, entry k is joined to the friend's entry k,
/// and the friend has at least as many. With an index, it is joined to the entry that the index finds for the numbers
/// in `major` and `minor`. Threads: a value that shares.
struct Friend {
  std::string name;
  std::shared_ptr<const Dataset> dataset;
  std::shared_ptr<const Index> index = nullptr;
  std::string major = {};  ///< integer columns of the dataset that has the friend
  std::string minor = {};  ///< may be empty: 0 for all entries
  Unmatched unmatched = Unmatched::error;
};

/// Whether the name of a column asks for it as an option (Dataset::find).
constexpr bool is_optional_name(std::string_view name) noexcept { return name.starts_with('?'); }

/// Options of a dataset. Threads: a value that shares.
struct DatasetOptions {
  MissingTree missing_tree = MissingTree::error;
  MissingColumn missing_column = MissingColumn::error;
  std::map<std::string, double> defaults =
      {};  ///< values for columns that files lack; implies `fill` for these columns
  SchemaFrom schema = SchemaFrom::first_file;
  std::vector<Friend> friends = {};
  std::size_t most_kept_open = 32;  ///< files that stay open for the next read, in addition to those being read
};

}  // namespace ramet::inline v1::dataset
