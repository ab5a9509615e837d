#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "ramet/merge/internal/catalogue.hpp"
#include "ramet/merge/internal/inputs.hpp"
#include "ramet/merge/internal/output.hpp"
#include "ramet/ntuple/blob.hpp"
#include "ramet/ntuple/detail/page_list.hpp"
#include "ramet/ntuple/ntuple.hpp"

namespace ramet::inline v1::merge::internal {

/// The ntuple of a part, with its page lists. Threads: immutable.
struct OpenNTuple {
  /// Throws Error(corrupt) when it is no longer what the catalogue says.
  OpenNTuple(const Inputs& inputs, const MergedObject& object, const TablePart& of);

  const TablePart* part = nullptr;
  std::shared_ptr<const dataset::File> file;
  std::shared_ptr<const ntuple::BlobReader> blobs;
  ntuple::Schema schema;
  std::vector<ntuple::PageList> lists;
};

/// A page that is in the new file, with its checksum behind it. Threads: a value.
struct MovedPage {
  std::uint64_t elements = 0;
  std::uint64_t size = 0;  ///< without the checksum
  std::uint64_t seek = 0;
};

/// The pages of a column of a cluster. Threads: a value.
struct MovedColumn {
  std::vector<MovedPage> pages;
  bool is_suppressed = false;
};

/// A cluster that is in the new file. Threads: a value.
struct MovedCluster {
  std::uint64_t entries = 0;
  std::vector<MovedColumn> columns;
};

/// An ntuple of the output that is being made. Threads: one thread; borrows the object.
struct GrowingNTuple {
  GrowingNTuple(const MergedObject& of, Output& output);

  const MergedObject* object;
  std::vector<MovedCluster> clusters = {};
  std::uint64_t seek_directory = 0;

  std::uint64_t entries() const noexcept;
};

/// Write the page lists, header, footer and anchor of an ntuple with these clusters; header and schema are those of the
/// first part. Throws BadInput, Error(io).
void write_ntuple(const Inputs& inputs, const MergedObject& object, const TablePart& first,
                  const std::vector<MovedCluster>& clusters, Output& output);

}  // namespace ramet::inline v1::merge::internal
