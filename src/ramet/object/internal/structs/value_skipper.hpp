#pragma once

#include <cstddef>
#include <cstdint>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/object/stored_form.hpp"

// Skipping values when reading into structs.

namespace ramet::inline v1::object::internal {

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

/// Read a TObject.
ObjectBits read_object_bits(bytes::ByteCursor& cursor);

/// Skip a value whose head has been read. Throws Error(unsupported) when it has no byte count.
void pass_over(const VersionHeader& header, bytes::ByteCursor& cursor);

/// Skip a value. Throws Error(corrupt), Error(unsupported) when its size is unknown.
void skip_value(const StoredForm& form, std::uint32_t counted, bytes::ByteCursor& cursor);

}  // namespace ramet::inline v1::object::internal
