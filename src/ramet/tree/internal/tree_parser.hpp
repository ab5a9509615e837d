#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "ramet/file/file_reader.hpp"
#include "ramet/object/object_reader.hpp"
#include "ramet/tree/tree.hpp"

namespace ramet::inline v1::tree::internal {

/// What the record of a tree says of its clusters. Threads: a value.
struct StoredClusters {
  std::int64_t auto_flush = 0;                      ///< the size of those behind the last range
  std::vector<std::int64_t> range_end, range_size;  ///< the last entry of each range, and the size of its clusters
};

/// The first entry of each cluster, then the number of entries: as the record states, or else where all branches begin
/// a basket.
std::vector<std::uint64_t> cluster_starts_of(const StoredClusters& stored, const std::vector<Branch>& branches,
                                             std::uint64_t entries);

/// Parse the record of a TTree or a class derived from it; `class_name` is that of its key. Throws Error(corrupt),
/// naming the branch.
Tree parse_tree(const file::Record& record, std::string_view class_name, std::shared_ptr<const ClassLayouts> classes);

}  // namespace ramet::inline v1::tree::internal
