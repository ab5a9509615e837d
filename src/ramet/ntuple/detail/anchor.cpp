#include "ramet/ntuple/detail/anchor.hpp"

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/core/error.hpp"
#include "ramet/schema/object_tag.hpp"

namespace ramet::inline v1::ntuple {
namespace {

constexpr std::string_view early_anchor_class = "ROOT::Experimental::RNTuple";

EnvelopeLink read_link(bytes::ByteCursor& cursor) {
  const auto seek = cursor.read<std::uint64_t>();
  const auto size = cursor.read<std::uint64_t>();
  const auto unpacked_size = cursor.read<std::uint64_t>();
  return {unpacked_size, {seek, size}};
}

[[noreturn]] void refuse_early(std::string_view why) {
  detail::fail(ErrorKind::unsupported,
               "the ntuple was written before its format was final ({}); ROOT 6.34 and later write the final one", why);
}

}  // namespace

bool is_anchor_class(std::string_view class_name) noexcept {
  return class_name == anchor_class || class_name == early_anchor_class;
}

Anchor read_anchor(std::string_view class_name, std::span<const std::byte> payload) {
  if (class_name == early_anchor_class) refuse_early(class_name);
  bytes::ByteCursor cursor(payload);
  const auto byte_count = cursor.read<std::uint32_t>();
  const std::uint32_t size = byte_count & ~schema::byte_count_mask;
  if ((byte_count & schema::byte_count_mask) == 0 || size < 2 || size > cursor.remaining())
    detail::fail(ErrorKind::corrupt, "the anchor's byte count is {:#x}, but {} bytes follow", byte_count,
                 cursor.remaining());
  cursor.skip(2);  // class version
  const auto fields = cursor.take(size - 2);
  const auto stored = cursor.read<std::uint64_t>();
  if (const std::uint64_t found = bytes::xxh3(fields); found != stored)
    detail::fail(ErrorKind::corrupt, "the anchor's checksum is {1:016x}, expected {0:016x}", stored, found);
  bytes::ByteCursor field(fields, 6);
  Anchor anchor;
  anchor.epoch = field.read<std::uint16_t>();
  anchor.major = field.read<std::uint16_t>();
  anchor.minor = field.read<std::uint16_t>();
  anchor.patch = field.read<std::uint16_t>();
  if (anchor.epoch == 0) refuse_early(fmt::format("release candidate {}", anchor.major));
  if (anchor.epoch != 1)
    detail::fail(ErrorKind::unsupported, "the ntuple's format is of epoch {}, ramet reads epoch 1", anchor.epoch);
  anchor.header = read_link(field);
  anchor.footer = read_link(field);
  anchor.largest_key = field.read<std::uint64_t>();
  return anchor;
}

}  // namespace ramet::inline v1::ntuple
