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

/// One key as it is listed. Threads: a value.
struct ListedKey {
  std::string path;  ///< from where the listing began, without cycle: "a/b/h"
  file::Key key;
  std::shared_ptr<const tree::TreeReader> tree;  ///< of a tree that could be read

  std::string name_and_cycle() const;
  /// As stored: the record, and for a tree its baskets.
  std::uint64_t stored_bytes() const noexcept;
  /// The same before compression.
  std::uint64_t uncompressed_bytes() const noexcept;
};

/// What is to be listed. Threads: a value.
struct ListingOptions {
  bool is_recursive = false;
  bool reads_trees = true;  ///< the trees' own descriptions: entries, branches, sizes
};

/// The keys of a place in a file: of a directory its keys, of another object its own, of a pattern as "dir/h*" those of
/// the directory that it matches (*, ?, [...]); "" is the top directory. What is wrong with one tree is told to
/// `complain`, and the tree is listed without its description; so are trees beyond 1 GiB of records, unpacked. Throws
/// Error(not_found), Error(corrupt), Error(cancelled).
std::vector<ListedKey> list_keys(const dataset::File& file, std::string_view place, const ListingOptions& options,
                                 const StopToken& stop, FunctionRef<void(std::string_view)> complain);

}  // namespace ramet::cli
