#include "ramet/io/internal/mapped_file.hpp"

#include <cerrno>
#include <utility>

#include <sys/mman.h>

namespace ramet::inline v1::io::internal {

MappedFile MappedFile::map(const FileDescriptor& file, std::size_t size, int& error_number) noexcept {
  if (size == 0) return {nullptr, 0};
  void* address = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file.number(), 0);
  if (address == MAP_FAILED) {
    error_number = errno;
    return {nullptr, 0};
  }
  return {address, size};
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : address_(std::exchange(other.address_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile::~MappedFile() {
  if (address_ != nullptr) ::munmap(address_, size_);
}

}  // namespace ramet::inline v1::io::internal
