#include "ramet/tree/decode/column_layout.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "ramet/core/error.hpp"
#include "ramet/schema/streamer_info.hpp"
#include "ramet/schema/type_name.hpp"
#include "ramet/tree/tree.hpp"

namespace ramet::inline v1::tree {
namespace {

using array::NumberType;
using array::Type;
namespace code = schema::type_code;

constexpr std::size_t most_dimensions = 32;  // as many as NumPy has

/// A number's coding and its C++ name.
struct Number {
  NumberCoding coding;
  std::string name;
};

Number plain(NumberType type) {
  constexpr const char* names[] = {"bool",     "int8_t",   "int16_t",  "int32_t", "int64_t", "uint8_t",
                                   "uint16_t", "uint32_t", "uint64_t", "float",   "double"};
  return {NumberCoding::plain(type), names[static_cast<std::size_t>(type)]};
}

NumberType integer(std::int32_t size, bool is_unsigned) {
  switch (size) {
    case 1:
      return is_unsigned ? NumberType::uint8 : NumberType::int8;
    case 2:
      return is_unsigned ? NumberType::uint16 : NumberType::int16;
    case 4:
      return is_unsigned ? NumberType::uint32 : NumberType::int32;
    default:
      return is_unsigned ? NumberType::uint64 : NumberType::int64;
  }
}

/// The numbers of a leaf of a fundamental type (TLeafI.cxx and its siblings).
std::optional<Number> leaf_number(const Leaf& leaf) {
  const std::string_view kind = leaf.class_name;
  if (kind == "TLeafO") return plain(NumberType::boolean);
  if (kind == "TLeafB") return plain(integer(1, leaf.is_unsigned));
  if (kind == "TLeafS") return plain(integer(2, leaf.is_unsigned));
  if (kind == "TLeafI") return plain(integer(4, leaf.is_unsigned));
  if (kind == "TLeafL" || kind == "TLeafG") return plain(integer(8, leaf.is_unsigned));
  if (kind == "TLeafF") return plain(NumberType::float32);
  if (kind == "TLeafD") return plain(NumberType::float64);
  if (kind == "TLeafF16") return Number{NumberCoding::float16(leaf.title), "Float16_t"};
  if (kind == "TLeafD32") return Number{NumberCoding::double32(leaf.title), "Double32_t"};
  return std::nullopt;
}

/// The numbers of a type. Double32_t and Float16_t are those without a range.
Number number_of(schema::Fundamental type) {
  switch (type) {
    case schema::Fundamental::bool_:
      return plain(NumberType::boolean);
    case schema::Fundamental::int8:
      return plain(NumberType::int8);
    case schema::Fundamental::uint8:
      return plain(NumberType::uint8);
    case schema::Fundamental::int16:
      return plain(NumberType::int16);
    case schema::Fundamental::uint16:
      return plain(NumberType::uint16);
    case schema::Fundamental::int32:
      return plain(NumberType::int32);
    case schema::Fundamental::uint32:
      return plain(NumberType::uint32);
    case schema::Fundamental::int64:
      return plain(NumberType::int64);
    case schema::Fundamental::uint64:
      return plain(NumberType::uint64);
    case schema::Fundamental::float_:
      return plain(NumberType::float32);
    case schema::Fundamental::double_:
      return plain(NumberType::float64);
    case schema::Fundamental::float16:
      return {NumberCoding::float16(""), "Float16_t"};
    case schema::Fundamental::double32:
      return {NumberCoding::double32(""), "Double32_t"};
  }
  return plain(NumberType::float64);
}

/// The numbers of a member's streamer type. Those whose range is in the class's info alone are left out.
std::optional<Number> streamed_number(std::int32_t type_code) {
  if (type_code == schema::type_code::double32 || type_code == schema::type_code::float16) return std::nullopt;
  if (const auto type = schema::fundamental_of_code(type_code)) return number_of(*type);
  return std::nullopt;
}

ColumnLayout unsupported(std::string reason) {
  ColumnLayout layout;
  layout.reason = std::move(reason);
  return layout;
}

/// The sizes in a title's brackets, as "x[n][2][3]": counters and ranges are passed over.
std::vector<std::uint64_t> dimensions(std::string_view title) {
  std::vector<std::uint64_t> sizes;
  for (std::size_t open = title.find('['); open != std::string_view::npos; open = title.find('[', open + 1)) {
    const std::size_t close = std::min(title.find(']', open), title.size());
    const std::string_view inside = title.substr(open + 1, close - open - 1);
    std::uint64_t size = 0;
    const auto [end, error] = std::from_chars(inside.data(), inside.data() + inside.size(), size);
    if (error == std::errc{} && end == inside.data() + inside.size()) sizes.push_back(size);
  }
  return sizes;
}

/// Whether arrays of these dimensions have so many values, and one can nest types that deep.
bool is_shape_of(const std::vector<std::uint64_t>& sizes, std::uint64_t length) noexcept {
  std::uint64_t product = 1;
  for (const std::uint64_t size : sizes)
    if (__builtin_mul_overflow(product, size, &product)) return false;
  return product == length && sizes.size() <= most_dimensions;
}

/// The dimensions of a leaf, which hold `leaf.length` values; one dimension when the title does not say how many.
std::vector<std::uint64_t> shape_of(const Leaf& leaf) {
  const auto length = static_cast<std::uint64_t>(std::max(leaf.length, 0));
  auto sizes = dimensions(leaf.title);
  if (is_shape_of(sizes, length)) return sizes;
  return length == 1 ? std::vector<std::uint64_t>{} : std::vector<std::uint64_t>{length};
}

Type shaped(const std::vector<std::uint64_t>& shape, Type innermost) {
  Type type = std::move(innermost);
  for (auto size = shape.rbegin(); size != shape.rend(); ++size) type = Type::regular_of(*size, std::move(type));
  return type;
}

std::string brackets(const std::vector<std::uint64_t>& shape) {
  std::string text;
  for (const std::uint64_t size : shape) text += fmt::format("[{}]", size);
  return text;
}

ColumnLayout fixed_layout(const Number& number, const Leaf& leaf) {
  if (leaf.length < 0) return unsupported(fmt::format("leaf '{}' has length {}", leaf.name, leaf.length));
  const auto shape = shape_of(leaf);
  ColumnLayout layout;
  layout.packing = Packing::fixed;
  layout.type = shaped(shape, Type::of(number.coding.type));
  layout.type_name = number.name + brackets(shape);
  layout.coding = number.coding;
  layout.values_per_row = static_cast<std::uint64_t>(leaf.length);
  return layout;
}

ColumnLayout counted_layout(const Number& number, const Leaf& leaf, std::size_t skip) {
  if (leaf.length < 1) return unsupported(fmt::format("leaf '{}' has length {}", leaf.name, leaf.length));
  const auto shape = shape_of(leaf);
  ColumnLayout layout;
  layout.packing = Packing::counted;
  layout.type = Type::list_of(shaped(shape, Type::of(number.coding.type)));
  layout.type_name = number.name + "[]" + brackets(shape);
  layout.coding = number.coding;
  layout.values_per_row = static_cast<std::uint64_t>(leaf.length);
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

ColumnLayout leaf_list_layout(const Branch& branch) {
  ColumnLayout layout;
  layout.packing = Packing::leaf_list;
  layout.type.kind = array::Kind::record;
  layout.type_name = "struct {";
  for (const Leaf& leaf : branch.leaves) {
    const auto number = leaf_number(leaf);
    if (!number || !leaf.count_leaf.empty() || leaf.length < 0)
      return unsupported(fmt::format("a leaf list with leaf '{}' of class {}", leaf.name, leaf.class_name));
    const auto shape = shape_of(leaf);
    layout.leaves.push_back({number->coding, static_cast<std::uint64_t>(leaf.length)});
    layout.type.names.push_back(leaf.name);
    layout.type.contents.push_back(shaped(shape, Type::of(number->coding.type)));
    layout.type_name += fmt::format("{} {}{};", number->name, leaf.name, brackets(shape));
  }
  layout.type_name += '}';
  return layout;
}

/// The values of a std::vector's items; nothing for a type that is not read yet. `coding` becomes that of the numbers.
std::optional<Type> item_type(const schema::TypeName& name, NumberCoding& coding) {
  if (const auto fundamental = name.fundamental()) {
    coding = number_of(*fundamental).coding;
    return Type::of(coding.type);
  }
  if (name.is_string()) return Type::string();
  // RDataFrame writes an RVec for each vector that it read, in the same bytes.
  const auto container = name.container();
  if (container != schema::Container::vector && container != schema::Container::rvec) return std::nullopt;
  if (name.arguments.empty()) return std::nullopt;
  auto content = item_type(name.arguments.front(), coding);
  if (!content) return std::nullopt;
  return Type::list_of(std::move(*content));
}

/// The type of which item_type has made sense, spelled as every other type here.
std::string item_type_name(const schema::TypeName& name) {
  if (const auto fundamental = name.fundamental()) return std::string(number_of(*fundamental).name);
  if (name.is_string()) return "std::string";
  const bool is_vector = name.container() == schema::Container::vector;
  return fmt::format("{}<{}>", is_vector ? "std::vector" : "ROOT::VecOps::RVec",
                     item_type_name(name.arguments.front()));
}

/// The parsed name; one without meaning when it cannot be parsed.
schema::TypeName parsed(const std::string& class_name) {
  try {
    return schema::TypeName::parse(class_name);
  } catch (const Error&) {
    return {.name = class_name, .arguments = {}};
  }
}

ColumnLayout class_layout(const std::string& class_name) {
  const auto name = parsed(class_name);
  if (name.is_string()) return string_layout(Packing::standard_string, "std::string");
  ColumnLayout layout;
  const auto type = item_type(name, layout.coding);
  if (!type || type->kind != array::Kind::list) return unsupported(fmt::format("objects of class {}", class_name));
  layout.type = *type;
  layout.type_name = item_type_name(name);
  layout.packing = Packing::standard_vector;
  // A vector of numbers is a counted array behind a byte count, a version and a count.
  if (type->contents.front().kind == array::Kind::number) layout.skip = 10;
  return layout;
}

ColumnLayout element_layout(const Branch& branch, const Leaf& leaf) {
  const bool is_collection_member = branch.element_kind == 31 || branch.element_kind == 41;
  const int type = branch.streamer_type;
  if (type == -1 && branch.element_id == -1) return class_layout(branch.element_class);
  if (type == code::stl_string || type == code::tstring) {
    if (is_collection_member) return unsupported("strings that are members of a collection's objects");
    return string_layout(Packing::standard_string, type == code::tstring ? "TString" : "std::string");
  }
  if (type > code::counted_array && type < code::counted_array + 20) {
    const auto number = streamed_number(type - code::counted_array);
    if (!number || is_collection_member) return unsupported("counted arrays in objects");
    return counted_layout(*number, leaf, 1);  // a byte says whether the array is there
  }
  const auto number = streamed_number(type > code::fixed_array ? type - code::fixed_array : type);
  if (!number) return unsupported(fmt::format("members of class {} with streamer type {}", branch.element_class, type));
  if (is_collection_member) return counted_layout(*number, leaf, 0);
  return fixed_layout(*number, leaf);
}

}  // namespace

std::size_t ColumnLayout::row_size() const noexcept {
  if (packing != Packing::leaf_list) return coding.stored_size() * values_per_row;
  std::size_t size = 0;
  for (const LeafLayout& leaf : leaves) size += leaf.coding.stored_size() * leaf.values;
  return size;
}

ColumnLayout layout_of(const Branch& branch) {
  if (!branch.branches.empty() || branch.leaves.empty()) {
    ColumnLayout layout;
    layout.packing = Packing::nothing;
    layout.type_name = branch.element_class;
    return layout;
  }
  if (branch.leaves.size() > 1) return leaf_list_layout(branch);
  const Leaf& leaf = branch.leaves.front();
  if (leaf.class_name == "TLeafC") return string_layout(Packing::c_string, "char*");
  if (leaf.class_name == "TLeafElement") return element_layout(branch, leaf);
  const auto number = leaf_number(leaf);
  if (!number) return unsupported(fmt::format("leaves of class {}", leaf.class_name));
  return leaf.count_leaf.empty() ? fixed_layout(*number, leaf) : counted_layout(*number, leaf, 0);
}

}  // namespace ramet::inline v1::tree
