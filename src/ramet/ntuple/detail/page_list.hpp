#pragma once

#include <cstdint>
#include <vector>

#include "ramet/core/strong_id.hpp"
#include "ramet/ntuple/blob.hpp"
#include "ramet/ntuple/envelope.hpp"
#include "ramet/ntuple/schema.hpp"

// A page list (BinaryFormatSpecification.md, "Page List Envelope"):
//   | header checksum 8 | list of cluster summaries | list of clusters |
//   summary: record | first entry 8 | entries 7 | flags 1 |
//   cluster: list of columns; a column: list of pages, and within its frame | first element 8 | compression 4 |
//   page: | elements 4 | locator |, elements negative when xxh3 of the stored page follows it; it is not in its size.
// A negative first element says that the column is suppressed; it has no pages then, and no compression.

namespace ramet::inline v1::ntuple {

/// Consecutive elements of a column, stored together. Threads: a value.
struct Page {
  std::uint64_t elements = 0;
  Locator locator;  ///< without its checksum
  bool has_checksum = false;

  /// Its bytes, and those of the checksum behind them.
  std::uint64_t stored_size() const noexcept { return locator.size + (has_checksum ? sizeof(std::uint64_t) : 0); }
};

/// What a cluster stores of one column. Threads: a value.
struct StoredColumn {
  std::vector<Page> pages;
  bool is_suppressed = false;       ///< another representation has the values
  std::uint64_t first_element = 0;  ///< of the cluster, counted from the ntuple's first; not if it is suppressed
};

/// Where the pages of some clusters are. Columns are looked up when asked for, so that an ntuple of many columns is
/// read as fast as those that are used. Threads: immutable.
class PageList {
 public:
  /// Throws Error(corrupt) when the list is not of the header, or when its frames contradict each other.
  PageList(Envelope envelope, std::uint64_t header_checksum);

  std::size_t cluster_count() const noexcept { return clusters_.size(); }
  EntryRange entries(std::size_t cluster) const { return clusters_.at(cluster).entries; }

  /// A column of a cluster; no pages when it was added after the list was written (`has` tells). Throws Error(corrupt).
  StoredColumn column(std::size_t cluster, ColumnNumber column) const;
  bool has(std::size_t cluster, ColumnNumber column) const {
    return column.number < clusters_.at(cluster).columns.size();
  }

 private:
  struct Cluster {
    EntryRange entries;
    std::vector<std::uint32_t> columns;  // where the frame of each begins in the envelope
  };

  Envelope envelope_;
  std::vector<Cluster> clusters_;
};

}  // namespace ramet::inline v1::ntuple
