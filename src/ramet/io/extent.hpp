#pragma once

#include <cstdint>

namespace ramet::inline v1::io {

/// Bytes [offset, offset + size) of a source or sink. Threads: a value.
struct Extent {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;

  friend bool operator==(const Extent&, const Extent&) = default;
};

}  // namespace ramet::inline v1::io
