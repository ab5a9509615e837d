#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ramet/ntuple/field_layout.hpp"
#include "ramet/ntuple/internal/cluster_index.hpp"

namespace ramet::inline v1::ntuple::internal {

/// Entries to go through, and by how many threads. Threads: a value.
struct PartsWanted {
  EntryRange entries;
  std::size_t batch_entries = 1;  ///< at a time; a part has several such batches
  std::size_t concurrency = 1;
};

/// The parts, each in one cluster, that threads work on: several for each thread, so that they end together. A page
/// that two parts share is decompressed by both. So clusters are cut where pages end, if they do at the same entries in
/// most columns; and the more a cut would cost, as inside of the pages of collections' contents, the fewer are made:
/// all of them may add a quarter to the work. Throws Error(corrupt), as the page lists do.
std::vector<EntryRange> entry_parts(const Schema& schema, std::span<const FieldLayout> layouts,
                                    std::span<const ClusterPages> clusters, const PartsWanted& wanted);

}  // namespace ramet::inline v1::ntuple::internal
