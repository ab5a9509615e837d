#include "ramet/io/detail/request_memory.hpp"

#include <new>
#include <utility>

#include <sys/mman.h>

namespace ramet::inline v1::io {

RequestMemory::RequestMemory(std::size_t size) : size_(size), taken_(size) {
  if (size == 0) return;
  if (size < least_mapped) {
    data_ = new std::byte[size];
    return;
  }
  void* const mapped = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  data_ = static_cast<std::byte*>(mapped);
}

RequestMemory::RequestMemory(RequestMemory&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      taken_(std::exchange(other.taken_, 0)) {}

RequestMemory& RequestMemory::operator=(RequestMemory&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(taken_, other.taken_);
  return *this;
}

RequestMemory::~RequestMemory() {
  if (data_ == nullptr) return;
  if (taken_ < least_mapped)
    delete[] data_;
  else
    ::munmap(data_, taken_);
}

}  // namespace ramet::inline v1::io
