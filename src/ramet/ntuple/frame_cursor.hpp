#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/bytes/endian.hpp"

// What envelopes are made of (BinaryFormatSpecification.md, "Basic Types" and "Frames"); all little-endian:
//   string          | size 4 | characters |
//   record frame    | size 8, itself included | contents |
//   list frame      | -size 8 | items 4 | contents |

namespace ramet::inline v1::ntuple {

struct ListFrame;

/// Reads an envelope's values one after the other; every step is checked. The cursor continues at the stated end of a
/// frame, so that additions of newer writers are skipped. Threads: one thread.
class FrameCursor {
 public:
  explicit FrameCursor(std::span<const std::byte> bytes, std::uint64_t origin = 0) noexcept : cursor_(bytes, origin) {}

  std::uint64_t position() const noexcept { return cursor_.position(); }
  std::size_t remaining() const noexcept { return cursor_.remaining(); }

  /// Throws Error(corrupt) when fewer bytes are left, as do all readers below.
  template <bytes::Scalar Number>
  Number read() {
    return bytes::load_little_endian<Number>(cursor_.take(sizeof(Number)).data());
  }
  std::span<const std::byte> take(std::size_t count) { return cursor_.take(count); }
  std::string string();

  /// The contents of a record frame; this cursor moves past it.
  FrameCursor record();
  /// The items of a list frame, each of at least `item_size` bytes; this cursor moves past it.
  ListFrame list(std::size_t item_size);

 private:
  bytes::ByteCursor cursor_;
};

/// A list's items and their number. Threads: one thread.
struct ListFrame {
  std::uint32_t count = 0;
  FrameCursor items;
};

}  // namespace ramet::inline v1::ntuple
