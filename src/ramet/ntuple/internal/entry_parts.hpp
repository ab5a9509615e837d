#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ramet/ntuple/field_layout.hpp"
#include "ramet/ntuple/internal/cluster_index.hpp"

namespace ramet::inline v1::ntuple::internal {

/// The entries to read, and the number of threads. Threads: a value.
struct PartsWanted {
  EntryRange entries;
  std::size_t batch_entries = 1;  ///< in a batch; a part has several batches
  std::size_t concurrency = 1;
};

/// Divide the entries into parts, each within one cluster: several for each thread, so that the threads finish at about
/// the same time. A page that two parts share is decompressed twice. Clusters are therefore cut where the pages of most
/// columns end at the same entry. Cuts elsewhere, for example inside pages of collections' contents, are limited so
/// that they add at most a quarter to the work. Throws Error(corrupt), as the page lists do.
std::vector<EntryRange> entry_parts(const Schema& schema, std::span<const FieldLayout> layouts,
                                    std::span<const ClusterPages> clusters, const PartsWanted& wanted);

}  // namespace ramet::inline v1::ntuple::internal
