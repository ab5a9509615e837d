#include "ramet/file/internal/record_space.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"

namespace ramet::inline v1::file {
namespace {

constexpr std::uint64_t largest_record = 0x7fffffff;

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
  if (size > largest_record)
    fail(ErrorKind::unsupported, "record of '{}' has {} bytes, a ROOT file holds records of at most {}", key.name, size,
         largest_record);
  const auto hole = take_free(size);
  const io::Extent extent = hole ? io::Extent{hole->offset, size} : allocator_.take(size);
  if (!key.is_big() && extent.offset + extent.size > start_of_big_file) {
    release(extent);
    return std::nullopt;
  }
  key.seek = extent.offset;
  key.record_size = static_cast<std::uint32_t>(size);
  store_head(record, key);
  // One write for the record and the mark of what is left of the hole, so that a walk never ends between them.
  if (hole && hole->left > 0) store_gap_mark(record.extend(gap_mark_size).data(), hole->left);
  try {
    sink_->write_at(extent.offset, record.span());
  } catch (...) {
    release(extent);
    throw;
  }
  return key;
}

std::optional<io::Extent> RecordSpace::write_into_hole(std::uint64_t size,
                                                       FunctionRef<bytes::Buffer(io::Extent)> make_record) {
  const auto hole = take_free(size);
  if (!hole) return std::nullopt;
  const io::Extent extent{hole->offset, size};
  try {
    bytes::Buffer record = make_record(extent);
    if (hole->left > 0) store_gap_mark(record.extend(gap_mark_size).data(), hole->left);
    sink_->write_at(extent.offset, record.span());
  } catch (...) {
    release(extent);
    throw;
  }
  return extent;
}

std::optional<io::Extent> RecordSpace::hole_for(std::uint64_t size) const {
  const MutexLock lock(mutex_);
  const auto hole = FreeSegments(free_).take(size);
  if (!hole) return std::nullopt;
  return io::Extent{hole->offset, size};
}

FreeSegments RecordSpace::free_after_commit() const {
  const MutexLock lock(mutex_);
  FreeSegments free = free_;
  for (const io::Extent record : released_) free.add(record);
  return free;
}

void RecordSpace::commit(FreeSegments free) {
  const MutexLock lock(mutex_);
  const FreeSegments before = std::exchange(free_, std::move(free));
  released_ = std::exchange(deferred_, {});
  for (const io::Extent segment : free_.all())
    if (!before.contains(segment)) mark_gap(segment);
}

std::optional<FreeSegments::Taken> RecordSpace::take_free(std::uint64_t size) {
  const MutexLock lock(mutex_);
  auto taken = free_.take(size);
  if (taken && is_open_) largest_hole_.store(free_.largest(), std::memory_order_relaxed);
  return taken;
}

std::optional<io::Extent> RecordSpace::take_hole(std::uint64_t size) {
  if (size > largest_hole_.load(std::memory_order_relaxed)) [[likely]]
    return std::nullopt;
  const MutexLock lock(mutex_);
  if (!is_open_) return std::nullopt;
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

void RecordSpace::close_holes() {
  const MutexLock lock(mutex_);
  is_open_ = false;
  largest_hole_.store(0, std::memory_order_relaxed);
}

void RecordSpace::open_holes() {
  const MutexLock lock(mutex_);
  is_open_ = true;
  largest_hole_.store(free_.largest(), std::memory_order_relaxed);
}

void RecordSpace::mark_gap(io::Extent segment) {
  std::array<std::byte, gap_mark_size> mark{};
  store_gap_mark(mark.data(), segment.size);
  sink_->write_at(segment.offset, mark);
}

}  // namespace ramet::inline v1::file
