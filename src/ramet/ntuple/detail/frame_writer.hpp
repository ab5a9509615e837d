#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "ramet/bytes/buffer.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"
#include "ramet/core/function_ref.hpp"

namespace ramet::inline v1::ntuple {

/// Appends the values and frames of envelopes, as FrameCursor reads them. Threads: one thread.
class FrameWriter {
 public:
  std::size_t size() const noexcept { return buffer_.size(); }
  std::span<const std::byte> span() const noexcept { return buffer_.span(); }
  bytes::Buffer take() && noexcept { return std::move(buffer_); }

  template <bytes::Scalar Number>
  void write(Number number) {
    bytes::store_little_endian(buffer_.extend(sizeof number).data(), number);
  }
  /// Throws Error(misuse) for 4 GiB and more.
  void string(std::string_view text) {
    write(length(text.size()));
    buffer_.append(std::as_bytes(std::span(text)));
  }

  /// Append encoded bytes.
  void bytes(std::span<const std::byte> encoded) { buffer_.append(encoded); }

  /// Append a record frame around what `contents` writes.
  void record(FunctionRef<void()> contents) {
    const std::size_t begin = open_frame();
    contents();
    patch(begin, static_cast<std::int64_t>(buffer_.size() - begin));
  }
  /// Append a list frame around the `count` items that `items` writes; anything it writes after the last item also
  /// belongs to the frame.
  void list(std::size_t count, FunctionRef<void()> items) {
    const std::size_t begin = open_frame();
    write(length(count));
    items();
    patch(begin, -static_cast<std::int64_t>(buffer_.size() - begin));
  }

  /// Overwrite the number at `position`, counted from the start.
  template <bytes::Scalar Number>
  void patch(std::size_t position, Number number) noexcept {
    bytes::store_little_endian(buffer_.data() + position, number);
  }

 private:
  static std::uint32_t length(std::size_t count) {
    if (count > 0xffffffff)
      detail::fail(ErrorKind::misuse, "{} items or characters are more than the format can count", count);
    return static_cast<std::uint32_t>(count);
  }

  std::size_t open_frame() {
    const std::size_t begin = buffer_.size();
    write(std::int64_t{0});
    return begin;
  }

  bytes::Buffer buffer_;
};

}  // namespace ramet::inline v1::ntuple
