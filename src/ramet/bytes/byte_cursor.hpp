#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "ramet/bytes/endian.hpp"

namespace ramet::inline v1::bytes {

/// Reads big-endian values one after the other from borrowed bytes; every step is checked. Positions count from the
/// start of the span plus `origin`, so that a message can name the place in the record or file.
/// Threads: one thread.
class ByteCursor {
 public:
  explicit ByteCursor(std::span<const std::byte> bytes, std::uint64_t origin = 0) noexcept
      : bytes_(bytes), origin_(origin) {}

  /// Bytes consumed so far, plus origin.
  std::uint64_t position() const noexcept { return origin_ + offset_; }
  std::uint64_t origin() const noexcept { return origin_; }
  std::size_t remaining() const noexcept { return bytes_.size() - offset_; }
  bool at_end() const noexcept { return remaining() == 0; }
  /// The bytes that are not consumed yet.
  std::span<const std::byte> rest() const noexcept { return bytes_.subspan(offset_); }
  /// All bytes of the cursor, consumed or not.
  std::span<const std::byte> all() const noexcept { return bytes_; }

  /// The next `count` bytes. Throws Error(corrupt) when fewer are left, as do all readers below.
  std::span<const std::byte> take(std::size_t count) {
    if (count > remaining()) truncated(count);
    const auto head = bytes_.subspan(offset_, count);
    offset_ += count;
    return head;
  }

  void skip(std::size_t count) { take(count); }

  /// Go to an absolute position (as position() counts) within the bytes.
  void seek(std::uint64_t position) {
    if (position < origin_ || position - origin_ > bytes_.size()) outside(position);
    offset_ = static_cast<std::size_t>(position - origin_);
  }

  template <Scalar Number>
  Number read() {
    return load_big_endian<Number>(take(sizeof(Number)).data());
  }

  /// A TString or std::string: one length byte, or 255 and a four-byte length, then the bytes (TString::Streamer).
  std::string_view string();

  /// Read at most `at_most` characters up to a zero byte, which is consumed (class names in object tags).
  std::string_view zero_terminated(std::size_t at_most);

  /// A four-byte count that is followed by at least count * element_size bytes; throws Error(corrupt) otherwise. Read
  /// the number of elements with this before allocating memory for them.
  std::size_t count(std::size_t element_size, std::string_view what);

 private:
  [[noreturn]] void truncated(std::size_t count) const;
  [[noreturn]] void outside(std::uint64_t position) const;

  std::span<const std::byte> bytes_;
  std::uint64_t origin_ = 0;
  std::size_t offset_ = 0;
};

}  // namespace ramet::inline v1::bytes
