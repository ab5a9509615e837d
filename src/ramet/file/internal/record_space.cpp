#include "ramet/file/internal/record_space.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"
#include "ramet/file/detail/record_head.hpp"

namespace ramet::inline v1::file {
namespace {

void store_head(bytes::Buffer& record, const Key& key) {
  bytes::ByteWriter head;
  write_key(head, key);
  std::ranges::copy(head.span(), record.data());
}

}  // namespace

void store_gap_mark(std::byte* to, std::uint64_t size) noexcept {
  bytes::store_big_endian(to, -static_cast<std::int32_t>(size));
}

std::optional<Key> RecordSpace::write(Key key, bytes::Buffer record) {
  const std::size_t size = record.size();
  if (size > largest_record_size)
    detail::fail(ErrorKind::unsupported, "record of '{}' has {} bytes, the largest possible record has {}", key.name,
                 size, largest_record_size);
  const auto hole = take_whole_hole(size);
  const Hole to = hole ? *hole : Hole{.record = allocator_.take(size)};
  if (!key.is_big() && to.record.offset + size > start_of_big_file) {
    release(to.whole());
    return std::nullopt;
  }
  key.seek = to.record.offset;
  key.record_size = static_cast<std::uint32_t>(size);
  store_head(record, key);
  write_into(to, std::move(record));
  return key;
}

void RecordSpace::write_into(const Hole& hole, bytes::Buffer record) {
  // The record and the mark of the rest of the hole are one write, so that a walk never ends between them.
  if (hole.left > 0) store_gap_mark(record.extend(gap_mark_size).data(), hole.left);
  try {
    sink_->write_at(hole.record.offset, record.span());
  } catch (...) {
    release(hole.whole());
    throw;
  }
  // Add the rest only now, because its next owner overwrites the mark.
  if (hole.left > 0) add_free({hole.record.offset + hole.record.size, hole.left});
}

FreeSegments RecordSpace::free_after_commit() const {
  const MutexLock lock(mutex_);
  FreeSegments free = free_;
  for (const io::Extent record : released_) free.add(record);
  return free;
}

void RecordSpace::commit(std::span<const io::Extent> superseded) {
  const MutexLock lock(mutex_);
  const FreeSegments before = free_;
  std::vector<io::Extent> freed = std::exchange(released_, std::exchange(deferred_, {}));
  freed.insert(freed.end(), superseded.begin(), superseded.end());
  for (const io::Extent record : freed) free_.add(record);
  largest_hole_.store(free_.largest(), std::memory_order_relaxed);
  // Overwrite the head of each freed record: otherwise a walk could find them again after a new record covers only some
  // of them.
  for (const io::Extent record : freed)
    if (record.size >= gap_mark_size && record.size <= largest_record_size) mark_gap(record);
  for (const io::Extent segment : free_.all())
    if (!before.contains(segment)) mark_gap(segment);
}

void RecordSpace::add_free(io::Extent segment) {
  const MutexLock lock(mutex_);
  free_.add(segment);
  largest_hole_.store(free_.largest(), std::memory_order_relaxed);
}

std::optional<RecordSpace::Hole> RecordSpace::take_whole_hole(std::uint64_t size) {
  const MutexLock lock(mutex_);
  const auto taken = free_.take(size);
  if (!taken) return std::nullopt;
  if (taken->left > 0) free_.remove({taken->offset + size, taken->left});
  largest_hole_.store(free_.largest(), std::memory_order_relaxed);
  return Hole{.record = {taken->offset, size}, .left = taken->left};
}

std::optional<io::Extent> RecordSpace::take_hole(std::uint64_t size) {
  if (size > largest_hole_.load(std::memory_order_relaxed)) [[likely]]
    return std::nullopt;
  const MutexLock lock(mutex_);
  const auto taken = free_.take(size);
  if (!taken) return std::nullopt;
  const io::Extent extent{taken->offset, size};
  try {
    if (taken->left > 0) mark_gap({extent.offset + size, taken->left});
  } catch (...) {
    free_.add(extent);
    throw;
  }
  largest_hole_.store(free_.largest(), std::memory_order_relaxed);
  return extent;
}

void RecordSpace::mark_gap(io::Extent segment) {
  std::array<std::byte, gap_mark_size> mark{};
  store_gap_mark(mark.data(), segment.size);
  sink_->write_at(segment.offset, mark);
}

}  // namespace ramet::inline v1::file
