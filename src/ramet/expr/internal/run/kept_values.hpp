#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "ramet/bytes/buffer.hpp"

namespace ramet::inline v1::expr {

/// Memory of values that become arrays without a copy: it is made for a node's values, and taken by the array. Threads:
/// one at a time.
class KeptValues {
 public:
  void* make(std::size_t bytes) { return buffers_.emplace_back(bytes).data(); }

  /// The memory that begins at `values` and has so many bytes; an empty buffer if there is none, or it was taken.
  bytes::Buffer take(const void* values, std::size_t bytes) noexcept {
    for (bytes::Buffer& buffer : buffers_)
      if (buffer.data() == values && buffer.size() == bytes) return std::exchange(buffer, {});
    return {};
  }

 private:
  std::vector<bytes::Buffer> buffers_;
};

}  // namespace ramet::inline v1::expr
