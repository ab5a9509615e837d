#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/file/file_reader.hpp"
#include "ramet/tree/detail/tree_encoder.hpp"
#include "ramet/tree/tree.hpp"

namespace ramet::inline v1::tree {

/// The new record of a tree. Threads: a value.
struct AmendedTree {
  bytes::Buffer payload;
  std::vector<std::string> left_out;  ///< classes of objects that were dropped
};

/// Rewrite the record of a tree, written by any program, with other baskets. `contents` has the branches in the order
/// of all_branches. Everything else stays; embedded baskets are dropped. Maxima that tell readers how much room values
/// need (the largest count, the longest string) never become smaller. The payload is for a key of `key_length`. Throws
/// Error(corrupt), Error(unsupported) for branch classes of unknown layout.
AmendedTree amend_tree(const file::Record& record, std::string_view class_name, const Tree& tree,
                       const TreeContents& contents, std::size_t key_length);

}  // namespace ramet::inline v1::tree
