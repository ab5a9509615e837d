#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/schema/type_name.hpp"
#include "ramet/schema/value_range.hpp"
#include "ramet/tree/column_layout.hpp"

// What the layouts of leaves and of members are put together from.

namespace ramet::inline v1::tree {

/// How a number is stored, and its C++ name. Threads: a value that borrows a literal.
struct NamedCoding {
  NumberCoding coding;
  std::string_view name;
};

/// Of a type; `range` is that of a Double32_t or Float16_t.
NamedCoding named_coding(schema::Fundamental type, const schema::ValueRange& range = {}) noexcept;

/// The sizes of nested arrays, outermost first.
using Shape = std::vector<std::uint64_t>;

/// The dimensions "[2][3]" of a leaf's title, counters left out; one dimension, or none for a single value, when they
/// do not make up `length` values.
Shape shape_of(std::string_view title, std::uint64_t length);

/// Arrays of that shape around a type.
array::Type shaped(const Shape& shape, array::Type innermost);
/// As C++ would write it: "[2][3]".
std::string brackets(const Shape& shape);

/// Of what is not read, and why.
ColumnLayout unsupported(std::string reason);
/// Each entry has the numbers of one shape.
ColumnLayout fixed_layout(const NamedCoding& number, const Shape& shape);
/// Each entry has numbers of one shape as often as `skip` bytes, and then numbers, fill it.
ColumnLayout counted_layout(const NamedCoding& number, const Shape& shape, std::size_t skip);
/// Each entry is a string.
ColumnLayout string_layout(Packing packing, std::string type_name);

}  // namespace ramet::inline v1::tree
