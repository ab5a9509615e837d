#include "ramet/ntuple/envelope.hpp"

#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"

namespace ramet::inline v1::ntuple {
namespace {

constexpr std::size_t smallest_envelope = 16;

std::string_view name_of(EnvelopeType type) noexcept {
  switch (type) {
    case EnvelopeType::header:
      return "header";
    case EnvelopeType::footer:
      return "footer";
    case EnvelopeType::page_list:
      break;
  }
  return "page list";
}

bytes::Buffer unpack(bytes::Buffer packed, std::uint64_t unpacked_size, compression::Decompressor& decompressor) {
  if (packed.size() == unpacked_size) return packed;
  compression::check_blocks(packed.span(), unpacked_size);
  bytes::Buffer plain(unpacked_size);
  decompressor.decompress(packed.span(), plain.span());
  return plain;
}

}  // namespace

Envelope check_envelope(bytes::Buffer bytes, EnvelopeType type) {
  const std::size_t size = bytes.size();
  if (size < smallest_envelope)
    detail::fail(ErrorKind::corrupt, "it has {} bytes, but an envelope takes {}", size, smallest_envelope);
  const auto head = bytes::load_little_endian<std::uint64_t>(bytes.data());
  if ((head & 0xffff) != static_cast<std::uint64_t>(type))
    detail::fail(ErrorKind::corrupt, "it is an envelope of type {}, expected {}", head & 0xffff,
                 static_cast<unsigned>(type));
  if (head >> 16 != size) detail::fail(ErrorKind::corrupt, "its length is {}, but it has {} bytes", head >> 16, size);
  const auto stored = bytes::load_little_endian<std::uint64_t>(bytes.data() + size - 8);
  if (const std::uint64_t found = bytes::xxh3(bytes.span().first(size - 8)); found != stored)
    detail::fail(ErrorKind::corrupt, "checksum is {1:016x}, expected {0:016x}", stored, found);
  return {std::move(bytes), stored};
}

Envelope read_envelope(const BlobReader& blobs, const EnvelopeLink& link, EnvelopeType type,
                       compression::Decompressor& decompressor) {
  return detail::while_doing([&] { return fmt::format("{} at byte {}", name_of(type), link.locator.offset); },
                             [&] {
                               blobs.require(link.locator);
                               bytes::Buffer packed(link.locator.size);
                               blobs.read(link.locator.offset, packed.span());
                               return check_envelope(unpack(std::move(packed), link.unpacked_size, decompressor), type);
                             });
}

void read_feature_flags(FrameCursor& cursor) {
  constexpr std::uint64_t more_follow = std::uint64_t{1} << 63;
  for (unsigned first = 0;; first += 63) {
    const auto flags = cursor.read<std::uint64_t>();
    if (const std::uint64_t set = flags & ~more_follow; set != 0)
      detail::fail(ErrorKind::unsupported, "the ntuple needs feature {} of its format, which ramet does not know",
                   first + static_cast<unsigned>(__builtin_ctzll(set)));
    if ((flags & more_follow) == 0) return;
  }
}

}  // namespace ramet::inline v1::ntuple
