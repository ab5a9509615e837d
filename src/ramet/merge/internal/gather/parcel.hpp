#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/core/memory_budget.hpp"
#include "ramet/merge/internal/commit_log.hpp"

namespace ramet::inline v1::merge::internal {

/// The last rows of a part of the job, or all of them, that are too few for a cluster. Threads: a value.
struct Parcel {
  ClusterPlace place;
  std::uint64_t entries = 0;
  std::uint64_t bytes = 0;  ///< of its columns
  std::vector<array::Array> columns;
  MemoryReservation memory;
};

/// Parcels without anything between them, in order: together they may become a cluster. Threads: a value.
struct ParcelRun {
  std::vector<Parcel> parcels;
  std::uint64_t entries = 0;
  std::uint64_t bytes = 0;

  bool empty() const noexcept { return parcels.empty(); }
  /// Move the parcels of `more` behind those that are here.
  void append(ParcelRun more);
  /// Keep `count` parcels, or more where join_columns has joined them; those behind are returned.
  ParcelRun split(std::size_t count);
};

/// Of all columns together.
std::uint64_t byte_count(std::span<const array::Array> columns) noexcept;

/// Append rows to columns of the same types.
void append_rows(std::span<array::Array> to, std::span<const array::Array> from, std::size_t first, std::size_t last);

/// Bring the rows of all parcels into the columns of the first, which are returned; those of the others are freed on
/// the way. Parcels of before columns were added have zeros and empty collections in these.
std::span<const array::Array> join_columns(ParcelRun& run);

}  // namespace ramet::inline v1::merge::internal
