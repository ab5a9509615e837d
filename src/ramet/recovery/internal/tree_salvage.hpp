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

/// A tree with a readable record, and all of its entries that were found. Threads: a value.
struct SalvagedTree {
  std::string directory;
  file::Key key;                              ///< of its record, in `file`
  std::shared_ptr<const dataset::File> file;  ///< the damaged file, or the undamaged one of the same program
  std::shared_ptr<const tree::TreeReader> reader;
  std::vector<Segment> segments;  ///< in order of entries
  std::string remark;             ///< why baskets may be missing; empty if the search was complete
};

/// Find the baskets of a tree: those listed in its record, those of clusters with a mark, and those that follow the
/// listed ones. Throws Error(corrupt) when the record cannot be read.
SalvagedTree find_tree(const Survey& survey, const FoundKey& found, const std::shared_ptr<const dataset::File>& file);

/// Read the head of a basket's record. Throws Error(corrupt).
Piece read_basket_head(const io::ByteSource& source, std::uint64_t seek, std::uint64_t size);

/// Raise the limit on work for the other files that contain baskets of the tree, if they exist.
void justify_other_files(const tree::TreeReader& tree, Allowance& allowance);

/// The approximate memory of a decoded basket.
std::uint64_t memory_of(const Piece& basket) noexcept;

/// Decompress and check all baskets in parallel. Sets `damage` of segments with a basket that is damaged or overlaps
/// another one.
void check_baskets(const io::ByteSource& source, SalvagedTree& tree, const CheckAids& aids);

/// The tree without its lost segments, with the new positions of baskets.
tree::TreeContents contents_of(const SalvagedTree& tree);

}  // namespace ramet::inline v1::recovery::internal
