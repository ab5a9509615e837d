#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ramet/array/batch.hpp"
#include "ramet/frame/source.hpp"

namespace ramet::inline v1::frame::internal {

/// A reader of some columns of a source, batch after batch, each of one cluster: one that decodes each batch into
/// memory that stays in the cache, where the source has such a one, else one that keeps the cluster of the batch.
/// `cluster_starts` and the columns outlive it, and so does what `options` refers to. Throws as Table::batch_reader.
std::unique_ptr<array::BatchReader> make_column_reader(const Source& source, std::span<const std::string> columns,
                                                       std::span<const std::uint64_t> cluster_starts, EntryRange range,
                                                       const ReadOptions& options);

/// The cluster of an entry, cut to a range that has the entry.
EntryRange cluster_of(EntryNumber entry, std::span<const std::uint64_t> cluster_starts, EntryRange range);

}  // namespace ramet::inline v1::frame::internal
