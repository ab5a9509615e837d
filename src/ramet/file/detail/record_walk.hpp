#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/file/key.hpp"
#include "ramet/io/byte_source.hpp"

// Records lie one behind the other, and each says how long it is, so that what a lost key list named can be found again
// (TFile.cxx, TFile::Recover).

namespace ramet::inline v1::file {

/// Goes from record to record. Gaps are passed over; the first bytes that cannot be a record, or that the end of the
/// source cuts, end the walk. Threads: one thread.
class RecordWalk {
 public:
  /// From the record that begins at `begin` on. The source must outlive the walk.
  RecordWalk(const io::ByteSource& source, std::uint64_t begin) : source_(source), position_(begin) {}

  /// The head of the next record; nothing at the end. Throws as the source does.
  std::optional<Key> next();

  /// Where the walk is: one past the last record that it found whole.
  std::uint64_t position() const noexcept { return position_; }

 private:
  std::optional<Key> head_at(std::uint64_t position);
  std::span<const std::byte> bytes_at(std::uint64_t position, std::size_t size);

  const io::ByteSource& source_;
  std::uint64_t position_;
  bytes::Buffer window_;  // of the source, so that many small records take one read
  std::uint64_t window_begin_ = 0;
};

/// What was found of a file whose root directory has no key list. Threads: a value.
struct RecoveredKeys {
  std::vector<Key> keys;             ///< of the root directory, in the order of their records
  std::optional<Key> streamer_info;  ///< the last record of streamer infos
  std::uint64_t end = 0;             ///< one past the last whole record
};

/// Walk over all records and keep those that the root directory, whose record is at `begin`, had named. Baskets,
/// pages, key lists and lists of free segments are none. Throws as the source does.
RecoveredKeys recover_keys(const io::ByteSource& source, std::uint64_t begin);

}  // namespace ramet::inline v1::file
