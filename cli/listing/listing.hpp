#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/core/function_ref.hpp"
#include "ramet/core/stop.hpp"
#include "ramet/dataset/session.hpp"
#include "ramet/file/key.hpp"
#include "ramet/tree/tree_reader.hpp"

namespace ramet::cli {

/// One key of a listing. Threads: a value.
struct ListedKey {
  std::string path;  ///< relative to the listed place, without cycle: "a/b/h"
  file::Key key;
  std::shared_ptr<const tree::TreeReader> tree;  ///< set for a tree that could be read

  std::string name_and_cycle() const;
  /// Stored bytes of the record and, for a tree, of its baskets.
  std::uint64_t compressed_bytes() const noexcept;
  /// The same before compression.
  std::uint64_t uncompressed_bytes() const noexcept;
};

/// What to list. Threads: a value.
struct ListingOptions {
  bool is_recursive = false;
  bool reads_trees = true;  ///< read the trees' records for entries, branches and sizes
};

/// List the keys of a place in a file: for a directory its keys, for another object its own key, for a pattern such as
/// "dir/h*" the matching keys of the directory (*, ?, [...]). "" is the top directory. If a tree cannot be read,
/// `complain` is called and the tree is listed without its description; so are trees beyond 1 GiB of uncompressed
/// records. Throws Error(not_found), Error(corrupt), Error(cancelled).
std::vector<ListedKey> list_keys(const dataset::File& file, std::string_view place, const ListingOptions& options,
                                 const StopToken& stop, FunctionRef<void(std::string_view)> complain);

}  // namespace ramet::cli
