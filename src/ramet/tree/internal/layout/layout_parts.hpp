#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/schema/type_name.hpp"
#include "ramet/schema/value_range.hpp"
#include "ramet/tree/column_layout.hpp"

// Parts of the layouts of leaves and members.

namespace ramet::inline v1::tree {

/// How a number is stored, and its C++ name. Threads: a value that borrows a literal.
struct NamedCoding {
  NumberCoding coding;
  std::string_view name;
};

/// The coding of a type; `range` is that of a Double32_t or Float16_t.
NamedCoding named_coding(schema::Fundamental type, const schema::ValueRange& range = {}) noexcept;

/// The sizes of nested arrays, outermost first.
using Shape = std::vector<std::uint64_t>;

/// The dimensions "[2][3]" of a leaf's title, without counters. If they do not give `length` values: one dimension, or
/// none for a single value.
Shape shape_of(std::string_view title, std::uint64_t length);

/// The type of arrays of this shape.
array::Type shaped(const Shape& shape, array::Type innermost);
/// The shape in C++ notation: "[2][3]".
std::string brackets(const Shape& shape);

/// The layout of a branch that cannot be read.
ColumnLayout unsupported(std::string reason);
/// Each entry is a number, or an array of the given shape.
ColumnLayout fixed_layout(const NamedCoding& number, const Shape& shape);
/// Each entry has `skip` bytes, and then as many arrays of the given shape as fill it.
ColumnLayout counted_layout(const NamedCoding& number, const Shape& shape, std::size_t skip);
/// Each entry is a string.
ColumnLayout string_layout(Packing packing, std::string type_name);

}  // namespace ramet::inline v1::tree
