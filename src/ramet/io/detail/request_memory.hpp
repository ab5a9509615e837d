#pragma once

#include <cstddef>
#include <span>

namespace ramet::inline v1::io {

/// Memory for bytes that are fetched. Much of it is taken from the system and given back at once when it is not needed:
/// the threads that ask, read and decode are many, and an allocator keeps what was freed for each of them, which for
/// 200 files was six times as much as was used. Threads: const-safe.
class RequestMemory {
 public:
  static constexpr std::size_t least_mapped = std::size_t{64} << 10U;  ///< smaller pieces are the allocator's

  RequestMemory() noexcept = default;
  /// `size` bytes of unspecified value. Throws std::bad_alloc.
  explicit RequestMemory(std::size_t size);
  RequestMemory(RequestMemory&& other) noexcept;
  RequestMemory& operator=(RequestMemory&& other) noexcept;
  ~RequestMemory();

  std::size_t size() const noexcept { return size_; }
  std::span<std::byte> span() noexcept { return {data_, size_}; }
  std::span<const std::byte> span() const noexcept { return {data_, size_}; }

  /// Have only the first `size` bytes, which may not be more; the memory stays as large as it is.
  void shorten(std::size_t size) noexcept { size_ = size; }

 private:
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t taken_ = 0;  // size_ at the beginning
};

}  // namespace ramet::inline v1::io
