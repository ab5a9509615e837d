#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <utility>

namespace ramet::inline v1::bytes {

/// Owned bytes that are not zeroed first, aligned to 64, growing by doubling. Threads: const-safe.
class Buffer {
 public:
  static constexpr std::size_t alignment = 64;

  Buffer() noexcept = default;
  /// `size` bytes of unspecified value.
  explicit Buffer(std::size_t size) { resize(size); }
  Buffer(Buffer&& other) noexcept
      : data_(std::move(other.data_)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    data_ = std::move(other.data_);
    size_ = std::exchange(other.size_, 0);
    capacity_ = std::exchange(other.capacity_, 0);
    return *this;
  }

  std::byte* data() noexcept { return data_.get(); }
  const std::byte* data() const noexcept { return data_.get(); }
  std::size_t size() const noexcept { return size_; }
  std::size_t capacity() const noexcept { return capacity_; }
  bool empty() const noexcept { return size_ == 0; }
  std::span<std::byte> span() noexcept { return {data(), size_}; }
  std::span<const std::byte> span() const noexcept { return {data(), size_}; }

  /// Have room for at least `capacity` bytes, keeping the contents. Throws std::bad_alloc.
  void reserve(std::size_t capacity) {
    if (capacity > capacity_) reallocate(capacity);
  }

  /// Have exactly `size` bytes; new ones have an unspecified value. Throws std::bad_alloc, as do all members that grow.
  void resize(std::size_t size) {
    if (size > capacity_) grow(size - size_);
    size_ = size;
  }

  /// Have exactly `size` bytes of unspecified value; the contents are discarded. Allocates some spare room, so that a
  /// buffer that is reused for things of similar size is rarely reallocated.
  void remake(std::size_t size) {
    if (size > capacity_) allocate_anew(size);
    size_ = size;
  }

  void clear() noexcept { size_ = 0; }

  /// Add `count` bytes of unspecified value at the end and return them.
  std::span<std::byte> extend(std::size_t count) {
    const std::size_t old = size_;
    if (count > capacity_ - size_) grow(count);
    size_ = old + count;
    return {data() + old, count};
  }

  /// Add a copy of `bytes`, which must not lie in this buffer.
  void append(std::span<const std::byte> bytes) {
    if (!bytes.empty()) std::memcpy(extend(bytes.size()).data(), bytes.data(), bytes.size());
  }

 private:
  struct Free {
    void operator()(std::byte* bytes) const noexcept { ::operator delete(bytes, std::align_val_t(alignment)); }
  };
  using Owned = std::unique_ptr<std::byte, Free>;

  void grow(std::size_t count);
  void allocate_anew(std::size_t size);
  void reallocate(std::size_t capacity);

  Owned data_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace ramet::inline v1::bytes
