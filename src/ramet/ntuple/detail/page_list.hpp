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

/// What the checksum behind a page takes.
inline constexpr std::uint64_t page_checksum_size = sizeof(std::uint64_t);

/// Consecutive elements of a column, stored together. Threads: a value.
struct Page {
  std::uint64_t elements = 0;
  Locator locator;  ///< without its checksum
  bool has_checksum = false;

  /// Its size, including that of the checksum after it.
  std::uint64_t stored_size() const noexcept { return locator.size + (has_checksum ? page_checksum_size : 0); }
};

/// What a cluster stores of one column. Threads: a value.
struct StoredColumn {
  std::vector<Page> pages;
  bool is_suppressed = false;       ///< another representation has the values
  std::uint64_t first_element = 0;  ///< of the cluster, counted from the start of the ntuple; unused if suppressed
};

/// The pages of some clusters. Columns are parsed on request, so that unused columns of a wide ntuple cost nothing.
/// Threads: immutable.
class PageList {
 public:
  /// Throws Error(corrupt) when the list belongs to another header, or when its frames contradict each other.
  PageList(Envelope envelope, std::uint64_t header_checksum);

  std::size_t cluster_count() const noexcept { return clusters_.size(); }
  EntryRange entries(std::size_t cluster) const { return clusters_.at(cluster).entries; }

  /// A column of a cluster. It has no pages if the column was added after the list was written; see `has`. Throws
  /// Error(corrupt).
  StoredColumn column(std::size_t cluster, ColumnNumber column) const;
  bool has(std::size_t cluster, ColumnNumber column) const {
    return column.number < clusters_.at(cluster).columns.size();
  }

 private:
  struct Cluster {
    EntryRange entries;
    std::vector<std::uint32_t> columns;  // the position of each column's frame in the envelope
  };

  Envelope envelope_;
  std::vector<Cluster> clusters_;
};

}  // namespace ramet::inline v1::ntuple
