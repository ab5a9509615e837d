#include "ramet/tree/internal/layout/layout_parts.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace ramet::inline v1::tree {
namespace {

using array::Type;

constexpr std::size_t most_dimensions = 32;  // the limit of NumPy 1

Shape dimensions(std::string_view title) {
  Shape sizes;
  for (std::size_t open = title.find('['); open != std::string_view::npos; open = title.find('[', open + 1)) {
    const std::size_t close = std::min(title.find(']', open), title.size());
    const std::string_view inside = title.substr(open + 1, close - open - 1);
    std::uint64_t size = 0;
    const auto [end, error] = std::from_chars(inside.data(), inside.data() + inside.size(), size);
    if (error == std::errc{} && end == inside.data() + inside.size()) sizes.push_back(size);
  }
  return sizes;
}

/// Whether arrays of these dimensions have `length` values, and the number of dimensions is allowed.
bool is_shape_of(const Shape& sizes, std::uint64_t length) noexcept {
  std::uint64_t product = 1;
  for (const std::uint64_t size : sizes)
    if (__builtin_mul_overflow(product, size, &product)) return false;
  return product == length && sizes.size() <= most_dimensions;
}

std::uint64_t values_of(const Shape& shape) noexcept {
  std::uint64_t product = 1;
  for (const std::uint64_t size : shape) product *= size;
  return product;
}

}  // namespace

NamedCoding named_coding(schema::Fundamental type, const schema::ValueRange& range) noexcept {
  constexpr std::string_view names[] = {"bool",    "int8_t",    "uint8_t",   "int16_t",  "uint16_t",
                                        "int32_t", "uint32_t",  "int64_t",   "uint64_t", "float",
                                        "double",  "Float16_t", "Double32_t"};
  return {NumberCoding::of(type, range), names[static_cast<std::size_t>(type)]};
}

Shape shape_of(std::string_view title, std::uint64_t length) {
  auto sizes = dimensions(title);
  if (is_shape_of(sizes, length)) return sizes;
  return length == 1 ? Shape{} : Shape{length};
}

Type shaped(const Shape& shape, Type innermost) {
  Type type = std::move(innermost);
  for (auto size = shape.rbegin(); size != shape.rend(); ++size) type = Type::regular_of(*size, std::move(type));
  return type;
}

std::string brackets(const Shape& shape) {
  std::string text;
  for (const std::uint64_t size : shape) text += fmt::format("[{}]", size);
  return text;
}

ColumnLayout unsupported(std::string reason) {
  ColumnLayout layout;
  layout.reason = std::move(reason);
  return layout;
}

ColumnLayout fixed_layout(const NamedCoding& number, const Shape& shape) {
  ColumnLayout layout;
  layout.packing = Packing::fixed;
  layout.type = shaped(shape, Type::of(number.coding.type));
  layout.type_name = std::string(number.name) + brackets(shape);
  layout.coding = number.coding;
  layout.values_per_row = values_of(shape);
  return layout;
}

ColumnLayout counted_layout(const NamedCoding& number, const Shape& shape, std::size_t skip) {
  ColumnLayout layout;
  layout.packing = Packing::counted;
  layout.type = Type::list_of(shaped(shape, Type::of(number.coding.type)));
  layout.type_name = std::string(number.name) + "[]" + brackets(shape);
  layout.coding = number.coding;
  layout.values_per_row = values_of(shape);
  layout.skip = skip;
  return layout;
}

ColumnLayout string_layout(Packing packing, std::string type_name) {
  ColumnLayout layout;
  layout.packing = packing;
  layout.type = Type::string();
  layout.type_name = std::move(type_name);
  return layout;
}

}  // namespace ramet::inline v1::tree
