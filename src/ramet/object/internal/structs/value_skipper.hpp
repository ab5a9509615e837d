#pragma once

#include <cstddef>
#include <cstdint>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/object/stored_form.hpp"

// What a reader into structs passes by.

namespace ramet::inline v1::object::internal {

/// How many items of an array or collection follow. `counted` is what the member says that counts it, if one does;
/// `smallest` the bytes that an item has at least. Throws Error(corrupt) when a stored count exceeds the bytes.
std::size_t count_of(const StoredForm& form, std::uint32_t counted, std::size_t smallest, bytes::ByteCursor& cursor);

/// The characters of a char*, which borrow from the cursor's bytes.
std::string_view read_characters(bytes::ByteCursor& cursor);

/// Pass a value by whose head has been read. Throws Error(unsupported) when it does not say how long it is.
void pass_over(const VersionHeader& header, bytes::ByteCursor& cursor);

/// Pass a value by that nobody wants. Throws Error(corrupt), Error(unsupported) when nothing says how long it is.
void skip_value(const StoredForm& form, std::uint32_t counted, bytes::ByteCursor& cursor);

}  // namespace ramet::inline v1::object::internal
