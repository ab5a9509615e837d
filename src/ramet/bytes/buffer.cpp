#include "ramet/bytes/buffer.hpp"

#include <algorithm>
#include <limits>

namespace ramet::inline v1::bytes {

// Capacity doubles, so that n appended bytes are copied fewer than 2n times. Buffers below 1 KiB grow by a factor of 4.
// An empty one gets what is asked for, at least 64 bytes, since a tree may have thousands of columns of a few bytes
// each.
void Buffer::grow(std::size_t count) {
  if (count > std::numeric_limits<std::size_t>::max() - size_) throw std::bad_alloc();
  constexpr std::size_t few = 1024;
  const std::size_t factor = capacity_ < few ? 4 : 2;
  reallocate(std::max(size_ + count, size_ == 0 ? alignment : factor * capacity_));
}

void Buffer::allocate_anew(std::size_t size) {
  const std::size_t spare = size / 8;
  if (size > std::numeric_limits<std::size_t>::max() - spare) throw std::bad_alloc();
  data_.reset();  // before allocating, so that the allocator can reuse the memory
  size_ = capacity_ = 0;
  reallocate(size + spare);
}

void Buffer::reallocate(std::size_t capacity) {
  Owned grown(static_cast<std::byte*>(::operator new(capacity, std::align_val_t(alignment))));
  if (size_ > 0) std::memcpy(grown.get(), data_.get(), size_);
  data_ = std::move(grown);
  capacity_ = capacity;
}

}  // namespace ramet::inline v1::bytes
