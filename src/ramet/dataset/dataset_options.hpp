#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ramet/core/strong_id.hpp"
#include "ramet/dataset/index.hpp"

namespace ramet::inline v1::dataset {

class Dataset;

using FileNumber = StrongId<struct FileNumberTag>;  ///< counts the files of a dataset

/// What a file without the tree is.
enum class MissingTree : std::uint8_t {
  error,  ///< Error(not_found)
  skip,   ///< a file without entries
};

/// What a file whose tree lacks a column is.
enum class MissingColumn : std::uint8_t {
  error,  ///< Error(not_found), naming file and column, when its entries are read
  fill,   ///< its entries have 0, an empty string, an empty list, no option
};

/// What decides which columns there are, and of which type.
enum class SchemaFrom : std::uint8_t {
  first_file,  ///< the first file that has the tree; a wider number in a later one is an Error(unsupported)
  all_files,   ///< all of them, which are opened at once: each column is of the smallest type that holds all values
};

/// What an entry without partner in a friend is.
enum class Unmatched : std::uint8_t {
  error,   ///< Error(not_found), naming the friend and the numbers looked for
  fill,    ///< it has 0, an empty string, an empty list, no option
  option,  ///< the friend's columns are options
};

/// Further columns for a dataset's entries, from another one; they are called "name.column", and "column" where that is
/// not a column of the dataset itself or of a friend before. Without an index, entry k has the friend's entry k, and
/// both must be of one length. With one, it has the entry that the index finds for the numbers in the two columns.
/// Threads: a value that shares.
struct Friend {
  std::string name;
  std::shared_ptr<const Dataset> dataset;
  std::shared_ptr<const Index> index = nullptr;
  std::string major = {};  ///< columns of whom it is a friend of, integers
  std::string minor = {};  ///< may be empty: 0 for all
  Unmatched unmatched = Unmatched::error;
};

/// Options of a dataset. Threads: a value that shares.
struct DatasetOptions {
  MissingTree missing_tree = MissingTree::error;
  MissingColumn missing_column = MissingColumn::error;
  std::map<std::string, double> defaults = {};  ///< numbers for columns that files lack; implies `fill` for these
  SchemaFrom schema = SchemaFrom::first_file;
  std::vector<Friend> friends = {};
  std::size_t most_kept_open = 32;  ///< files that stay open for the next read, beside those that are being read
};

}  // namespace ramet::inline v1::dataset
