#pragma once

#include "ramet/core/strong_id.hpp"
#include "ramet/dataset/dataset_options.hpp"

namespace ramet::inline v1::dataset {

/// A part of a dataset that is best read at once: a cluster of one file, or the entries of it that are wanted.
/// Threads: a value.
struct Task {
  FileNumber file;
  ClusterNumber cluster;  ///< of the file
  EntryRange entries;     ///< within the file
  EntryNumber first;      ///< the first of them, counted within the dataset

  /// The entries, counted within the dataset.
  EntryRange range() const noexcept { return {first, {first.number + entries.size()}}; }
  bool operator==(const Task&) const = default;
};

}  // namespace ramet::inline v1::dataset
