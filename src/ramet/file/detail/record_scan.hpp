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

/// Goes from record to record as RecordWalk does, and over what is none: space that a dead writer had taken and not
/// filled, or damage. Behind that the next bytes that are the head of a record at just that place are looked for, one
/// by one. Threads: one thread.
class RecordScan {
 public:
  /// From `begin` on. The source must outlive the scan.
  RecordScan(const io::ByteSource& source, std::uint64_t begin) : source_(source) { walk_.emplace(source, begin); }

  /// The head of the next record; nothing at the end. Throws as the source does.
  std::optional<Key> next();

  /// What was passed over so far, in order: not free segments, but bytes that are no records.
  const std::vector<io::Extent>& skipped() const noexcept { return skipped_; }

 private:
  std::uint64_t next_head(std::uint64_t position);

  const io::ByteSource& source_;
  std::optional<RecordWalk> walk_;
  bytes::Buffer window_;
  std::vector<io::Extent> skipped_;
};

}  // namespace ramet::inline v1::file
