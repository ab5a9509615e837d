#pragma once

#include <cstddef>
#include <span>

#include "ramet/io/internal/file_descriptor.hpp"

namespace ramet::inline v1::io::internal {

/// A file mapped into memory for reading; the destructor unmaps it. Threads: immutable.
class MappedFile {
 public:
  /// Map `size` bytes; the descriptor may be closed afterwards. On failure `error_number` is set and the map is empty.
  /// A size of 0 maps nothing.
  static MappedFile map(const FileDescriptor& file, std::size_t size, int& error_number) noexcept;

  MappedFile(MappedFile&& other) noexcept;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  std::span<const std::byte> bytes() const noexcept { return {static_cast<const std::byte*>(address_), size_}; }

 private:
  MappedFile(void* address, std::size_t size) noexcept : address_(address), size_(size) {}

  void* address_;
  std::size_t size_;
};

}  // namespace ramet::inline v1::io::internal
