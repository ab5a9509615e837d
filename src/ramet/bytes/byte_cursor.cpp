#include "ramet/bytes/byte_cursor.hpp"

#include <algorithm>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::bytes {
namespace {

std::string_view as_text(std::span<const std::byte> bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

void ByteCursor::truncated(std::size_t count) const {
  detail::fail(ErrorKind::corrupt, "record is truncated at byte {}: needs {} bytes, {} are left", position(), count,
               remaining());
}

void ByteCursor::outside(std::uint64_t position) const {
  detail::fail(ErrorKind::corrupt, "position {} is outside of the record's bytes {}..{}", position, origin_,
               origin_ + bytes_.size());
}

std::string_view ByteCursor::string() {
  std::size_t length = read<std::uint8_t>();
  if (length == 255) {
    const auto long_length = read<std::int32_t>();
    if (long_length < 0) detail::fail(ErrorKind::corrupt, "string at byte {} has length {}", position(), long_length);
    length = static_cast<std::size_t>(long_length);
  }
  return as_text(take(length));
}

std::string_view ByteCursor::zero_terminated(std::size_t at_most) {
  const auto rest = bytes_.subspan(offset_, at_most < remaining() ? at_most + 1 : remaining());
  const auto end = std::find(rest.begin(), rest.end(), std::byte{0});
  if (end == rest.end())
    detail::fail(ErrorKind::corrupt, "text at byte {} does not end within {} bytes", position(), rest.size());
  const auto text = take(static_cast<std::size_t>(end - rest.begin()));
  skip(1);
  return as_text(text);
}

std::size_t ByteCursor::count(std::size_t element_size, std::string_view what) {
  const auto number = read<std::int32_t>();
  if (number < 0 || static_cast<std::size_t>(number) > remaining() / std::max<std::size_t>(element_size, 1))
    detail::fail(ErrorKind::corrupt, "{} at byte {} is {}, but only {} bytes follow", what, position() - 4, number,
                 remaining());
  return static_cast<std::size_t>(number);
}

}  // namespace ramet::inline v1::bytes
