#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>

#include "ramet/bytes/buffer.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"

namespace ramet::inline v1::bytes {

/// Appends big-endian values to a growing buffer. Threads: one thread.
class ByteWriter {
 public:
  static constexpr std::size_t longest_string = 0x7fffffff;

  std::size_t size() const noexcept { return buffer_.size(); }
  std::span<const std::byte> span() const noexcept { return buffer_.span(); }
  Buffer take() && noexcept { return std::move(buffer_); }

  template <Scalar Number>
  void write(Number number) {
    store_big_endian(buffer_.extend(sizeof number).data(), number);
  }
  void append(std::span<const std::byte> bytes) { buffer_.append(bytes); }
  void append(std::string_view text) { buffer_.append(std::as_bytes(std::span(text))); }
  void zeros(std::size_t count) {
    if (count > 0) std::memset(buffer_.extend(count).data(), 0, count);
  }

  /// A TString: one length byte (or 255 and four), then the bytes. Throws Error(misuse) for 2 GiB and more.
  void string(std::string_view text) {
    if (text.size() > longest_string)
      detail::fail(ErrorKind::misuse, "a string of {} bytes is too long for the format, which allows {}", text.size(),
                   longest_string);
    if (text.size() < 255) {
      write(static_cast<std::uint8_t>(text.size()));
    } else {
      write(std::uint8_t{255});
      write(static_cast<std::uint32_t>(text.size()));
    }
    append(text);
  }

  /// Overwrite the number at `position`, counted from the start. Requires position + sizeof(Number) <= size().
  template <Scalar Number>
  void patch(std::size_t position, Number number) noexcept {
    store_big_endian(buffer_.data() + position, number);
  }

 private:
  Buffer buffer_;
};

}  // namespace ramet::inline v1::bytes
