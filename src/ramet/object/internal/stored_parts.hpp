#pragma once

#include <cstddef>
#include <cstdint>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/object/stored_form.hpp"

// What the runners of columns and of structs read alike, and how values are skipped.

namespace ramet::inline v1::object::internal {

inline constexpr std::int32_t first_with_item_version = 8;  ///< older ones do not store the items' version

/// Items of an array or collection: all are contents[content] of the form. Threads: a value.
struct ItemCount {
  std::size_t count = 0;
  std::size_t content = 0;
};

/// The number of items of an array or collection. `counted` is the value of its counter, if it has one; `smallest` is
/// the least size of an item. Throws Error(corrupt) when a stored count exceeds the bytes.
ItemCount count_items(const StoredForm& form, std::uint32_t counted, std::size_t smallest, bytes::ByteCursor& cursor);

/// Read a char*; the result borrows the cursor's bytes.
std::string_view read_characters(bytes::ByteCursor& cursor);

/// Read TObject::fBits, which a process number may follow; the result is where the 4 bytes are.
inline const std::byte* read_bits(bytes::ByteCursor& cursor) {
  constexpr std::uint32_t is_referenced = 1U << 4;  // TObject::kIsReferenced: a process number follows the bits
  const std::byte* const from = cursor.take(sizeof(std::uint32_t)).data();
  if ((bytes::load_big_endian<std::uint32_t>(from) & is_referenced) != 0) cursor.skip(sizeof(std::uint16_t));
  return from;
}

/// Read a TObject.
ObjectBits read_object_bits(bytes::ByteCursor& cursor);

/// Skip a value whose head has been read. Throws Error(unsupported) when it has no byte count.
void pass_over(const VersionHeader& header, bytes::ByteCursor& cursor);

/// Skip a value. Throws Error(corrupt), Error(unsupported) when its size is unknown.
void skip_value(const StoredForm& form, std::uint32_t counted, bytes::ByteCursor& cursor);

}  // namespace ramet::inline v1::object::internal
