#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/file/detail/record_walk.hpp"
#include "ramet/file/key.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/io/extent_allocator.hpp"

namespace ramet::inline v1::file {

/// Goes from record to record like RecordWalk, and also skips bytes that are no records: damage, or space that a dead
/// writer took and did not fill. To find the next record it searches byte by byte for a head that contains its own
/// position. Threads: one thread.
class RecordScan {
 public:
  /// From `begin` on. The source must outlive the scan.
  RecordScan(const io::ByteSource& source, std::uint64_t begin) : source_(source) { walk_.emplace(source, begin); }

  /// The head of the next record; nothing at the end. Throws as the source does.
  std::optional<Key> next();

  /// The bytes that were skipped so far, in order, without free segments.
  const std::vector<io::Extent>& skipped() const noexcept { return skipped_; }

 private:
  std::uint64_t next_head(std::uint64_t position);

  const io::ByteSource& source_;
  std::optional<RecordWalk> walk_;
  bytes::Buffer window_;
  std::vector<io::Extent> skipped_;
};

}  // namespace ramet::inline v1::file
