#include "ramet/schema/detail/branch_clones.hpp"

namespace ramet::inline v1::schema {

std::int32_t clones_layout_version(const VersionHeader& header, bytes::ByteCursor there) {
  constexpr std::size_t old_numbers = 6 * 4 + 3 * 8 + 4;
  if (const VersionHeader named = read_version(there); named.has_end()) there.seek(named.end);
  if (there.remaining() < old_numbers + 8) return header.version;
  there.skip(old_numbers);
  // After the old numbers the counting branch begins here; after the new ones fOffset is here, which is 0 or small.
  const auto count = there.read<std::uint32_t>();
  const auto tag = there.read<std::uint32_t>();
  return (count & byte_count_mask) != 0 && (tag & class_mask) != 0 ? 1 : header.version;
}

}  // namespace ramet::inline v1::schema
