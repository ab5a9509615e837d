#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/table/schema.hpp"
#include "ramet/write/parallel_writer.hpp"

namespace ramet::inline v1::tune::internal {

/// Finds the column of a schema to which a branch or field of the written table belongs. Threads: immutable.
class ColumnsOfPaths {
 public:
  explicit ColumnsOfPaths(const table::Schema& schema);

  /// The number of the column, from a path: its own, its counter's, or a member's: "Muon_pt", "nMuon", "tracks_pt",
  /// "hits.x". Throws Error(unsupported) for others.
  std::size_t at(std::string_view path) const;

 private:
  std::map<std::string, std::size_t, std::less<>> numbers_;
  std::map<std::string, std::size_t, std::less<>> counters_;  // the first column of each
};

/// The uncompressed contents of a basket or page. Threads: a view.
using PlainPart = std::span<const std::byte>;

/// The baskets of one branch, or the pages of one column of an ntuple, in order of entries: they are alike.
using PlainParts = std::vector<PlainPart>;

/// What a table consists of, uncompressed. Threads: immutable.
struct StoredParts {
  std::vector<std::vector<PlainParts>>
      of_column;                      ///< for each column of the schema, of each branch that it consists of
  std::vector<bytes::Buffer> memory;  ///< of the parts

  std::uint64_t bytes() const noexcept;
};

/// The baskets or pages of a table that write_sample wrote with compression: ntuples have other bytes without. A
/// counter of several columns belongs to the first, as its compression does.
StoredParts stored_parts(const std::shared_ptr<const io::ByteSource>& file, const table::Schema& schema,
                         write::Format format);

}  // namespace ramet::inline v1::tune::internal
