#include "ramet/io/byte_sink.hpp"

#include <algorithm>
#include <limits>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::io {

void MemorySink::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
  const MutexLock lock(mutex_);
  if (bytes.empty()) return;
  if (offset > std::numeric_limits<std::size_t>::max() - bytes.size())
    detail::fail(ErrorKind::misuse, "cannot write {} bytes at offset {} of '{}': the end does not fit 64 bits",
                 bytes.size(), offset, name_);
  const auto begin = static_cast<std::size_t>(offset);
  if (begin + bytes.size() > contents_.size()) grow_to(begin + bytes.size());
  std::ranges::copy(bytes, contents_.span().begin() + static_cast<std::ptrdiff_t>(begin));
}

void MemorySink::resize(std::uint64_t size) {
  const MutexLock lock(mutex_);
  if (size > contents_.size())
    grow_to(static_cast<std::size_t>(size));
  else
    contents_.resize(static_cast<std::size_t>(size));
}

bytes::Buffer MemorySink::contents() const {
  const MutexLock lock(mutex_);
  bytes::Buffer copy;
  copy.append(contents_.span());
  return copy;
}

void MemorySink::grow_to(std::size_t size) {
  std::ranges::fill(contents_.extend(size - contents_.size()), std::byte{0});
}

}  // namespace ramet::inline v1::io
