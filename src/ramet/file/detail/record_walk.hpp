#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/file/key.hpp"
#include "ramet/io/byte_source.hpp"

// Records follow one another, and each has its length, so the records of a lost key list can be found again (TFile.cxx,
// TFile::Recover).

namespace ramet::inline v1::file {

/// Goes from record to record and skips gaps. The walk ends at the first bytes that are not a record, or at a record
/// that the end of the source truncates. Threads: one thread.
class RecordWalk {
 public:
  /// From the record that begins at `begin` on. The source must outlive the walk.
  RecordWalk(const io::ByteSource& source, std::uint64_t begin) : source_(source), position_(begin) {}

  /// The head of the next record; nothing at the end. Throws as the source does.
  std::optional<Key> next();

  /// The position of the walk: one past the last complete record.
  std::uint64_t position() const noexcept { return position_; }

 private:
  std::optional<Key> head_at(std::uint64_t position);
  std::span<const std::byte> bytes_at(std::uint64_t position, std::size_t size);

  const io::ByteSource& source_;
  std::uint64_t position_;
  bytes::Buffer window_;  // part of the source, so that many small records take one read
  std::uint64_t window_begin_ = 0;
};

/// The keys found in a file whose root directory has no key list. Threads: a value.
struct RecoveredKeys {
  std::vector<Key> keys;             ///< of the root directory, in the order of their records
  std::optional<Key> streamer_info;  ///< the last record of streamer infos
  std::uint64_t end = 0;             ///< one past the last whole record
};

/// Walk over all records and collect the keys of the root directory, whose record is at `begin`. Baskets, pages, key
/// lists and lists of free segments are left out. Throws as the source does.
RecoveredKeys recover_keys(const io::ByteSource& source, std::uint64_t begin);

}  // namespace ramet::inline v1::file
