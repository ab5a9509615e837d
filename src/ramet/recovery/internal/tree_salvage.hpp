#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ramet/recovery/internal/limits/check_aids.hpp"
#include "ramet/recovery/internal/segment.hpp"
#include "ramet/recovery/internal/survey.hpp"
#include "ramet/tree/detail/tree_encoder.hpp"
#include "ramet/tree/tree_reader.hpp"

namespace ramet::inline v1::recovery::internal {

/// A tree whose record says what its branches are, and all entries that were found of it. Threads: a value.
struct SalvagedTree {
  std::string directory;
  file::Key key;                              ///< of its record, in the file that is recovered or one like it
  std::shared_ptr<const dataset::File> file;  ///< which has the record
  std::shared_ptr<const tree::TreeReader> reader;
  std::vector<Segment> segments;  ///< in order of entries
  std::string remark;             ///< why not all could be looked for; empty otherwise
};

/// Find the baskets of a tree: those that its record knows, and those behind which a mark stands or which follow them.
/// Throws Error(corrupt) when the record cannot be read.
SalvagedTree find_tree(const Survey& survey, const FoundKey& found, const std::shared_ptr<const dataset::File>& file);

/// What the head of a basket's record says of it. Throws Error(corrupt).
Piece read_basket_head(const io::ByteSource& source, std::uint64_t seek, std::uint64_t size);

/// More work is justified by the sizes of the other files in which a tree has baskets, where they are there.
void justify_other_files(const tree::TreeReader& tree, Allowance& allowance);

/// About how much memory a basket takes when it is decoded.
std::uint64_t memory_of(const Piece& basket) noexcept;

/// Decompress and check each basket, in parallel; segments with a damaged one, or one that is in part another's, say
/// so.
void check_baskets(const io::ByteSource& source, SalvagedTree& tree, const CheckAids& aids);

/// What remains of the tree, at the new places of its baskets.
tree::TreeContents contents_of(const SalvagedTree& tree);

}  // namespace ramet::inline v1::recovery::internal
