#include "ramet/tree/internal/layout/leaf_layout.hpp"

#include <optional>

#include <fmt/format.h>

#include "ramet/core/error.hpp"
#include "ramet/tree/internal/layout/layout_parts.hpp"
#include "ramet/tree/internal/layout/streamed_layout.hpp"
#include "ramet/tree/tree.hpp"

namespace ramet::inline v1::tree {
namespace {

using array::Type;
using schema::Fundamental;

constexpr std::uint8_t generates_offsets = 1;  // ROOT::Experimental::EIOFeatures, kGenerateOffsetMap

std::optional<NamedCoding> leaf_number(const Leaf& leaf) {
  const std::string_view kind = leaf.class_name;
  const auto integer = [&](Fundamental with_sign, Fundamental without) {
    return named_coding(leaf.is_unsigned ? without : with_sign);
  };
  if (kind == "TLeafO") return named_coding(Fundamental::bool_);
  if (kind == "TLeafB") return integer(Fundamental::int8, Fundamental::uint8);
  if (kind == "TLeafS") return integer(Fundamental::int16, Fundamental::uint16);
  if (kind == "TLeafI") return integer(Fundamental::int32, Fundamental::uint32);
  if (kind == "TLeafL" || kind == "TLeafG") return integer(Fundamental::int64, Fundamental::uint64);
  if (kind == "TLeafF") return named_coding(Fundamental::float_);
  if (kind == "TLeafD") return named_coding(Fundamental::double_);
  if (kind == "TLeafF16") return named_coding(Fundamental::float16, schema::parse_range(leaf.title));
  if (kind == "TLeafD32") return named_coding(Fundamental::double32, schema::parse_range(leaf.title));
  return std::nullopt;
}

bool is_whole(const NumberCoding& coding) noexcept {
  using enum array::NumberType;
  return coding.type != boolean && coding.type != float32 && coding.type != float64;
}

/// The earlier leaf of a list that counts another one; it must be a single integer.
std::optional<std::size_t> counter_in_list(const Branch& branch, std::size_t counted) {
  for (std::size_t i = 0; i < counted; ++i) {
    const Leaf& leaf = branch.leaves[i];
    if (leaf.name != branch.leaves[counted].count_leaf || !leaf.count_leaf.empty() || leaf.length != 1) continue;
    const auto number = leaf_number(leaf);
    if (number && is_whole(number->coding)) return i;
  }
  return std::nullopt;
}

/// Add a leaf of a list to the record. Throws Error(unsupported) for leaves that cannot be in a list.
void add_to_list(const Branch& branch, std::size_t place, ColumnLayout& layout) {
  const Leaf& leaf = branch.leaves[place];
  layout.type.names.push_back(leaf.name);
  if (leaf.class_name == "TLeafC") {
    layout.packing = Packing::varying_leaves;
    layout.leaves.push_back({.coding = {}, .is_text = true});
    layout.type.contents.push_back(Type::string());
    layout.type_name += fmt::format("char* {};", leaf.name);
    return;
  }
  const auto number = leaf_number(leaf);
  const bool is_counted = !leaf.count_leaf.empty();
  if (!number || leaf.length < (is_counted ? 1 : 0))
    detail::fail(ErrorKind::unsupported, "a leaf list with leaf '{}' of class {}", leaf.name, leaf.class_name);
  const auto length = static_cast<std::uint64_t>(leaf.length);
  const Shape shape = shape_of(leaf.title, length);
  Type type = shaped(shape, Type::of(number->coding.type));
  layout.leaves.push_back({.coding = number->coding, .values = length, .is_long = leaf.class_name == "TLeafG"});
  if (is_counted) {
    layout.packing = Packing::varying_leaves;
    layout.leaves.back().counter = counter_in_list(branch, place);
    if (!layout.leaves.back().counter)
      detail::fail(ErrorKind::unsupported, "a leaf list with leaf '{}', whose counter '{}' is not an earlier leaf",
                   leaf.name, leaf.count_leaf);
    layout.leaves[*layout.leaves.back().counter].counts_others = true;
    type = Type::list_of(std::move(type));
  }
  layout.type.contents.push_back(std::move(type));
  layout.type_name += fmt::format("{} {}{}{};", number->name, leaf.name, is_counted ? "[]" : "", brackets(shape));
}

ColumnLayout leaf_list_layout(const Branch& branch) {
  ColumnLayout layout;
  layout.packing = Packing::leaf_list;
  layout.type.kind = array::Kind::record;
  layout.type_name = "struct {";
  try {
    for (std::size_t place = 0; place < branch.leaves.size(); ++place) add_to_list(branch, place, layout);
  } catch (const Error& error) {
    return unsupported(error.what());
  }
  layout.type_name += '}';
  return layout;
}

}  // namespace

ColumnLayout leaf_layout(const Branch& branch) {
  if (branch.leaves.size() > 1) return leaf_list_layout(branch);
  const Leaf& leaf = branch.leaves.front();
  if (leaf.class_name == "TLeafC") return string_layout(Packing::c_string, "char*");
  if (leaf.class_name == "TLeafObject") {  // the only leaf of a TBranchObject
    ColumnLayout layout = streamed_layout(branch.class_layouts(), branch.element_class, object::Place::whole);
    layout.has_class_name = leaf.is_virtual;
    return layout;
  }
  const auto number = leaf_number(leaf);
  if (!number) return unsupported(fmt::format("leaves of class {}", leaf.class_name));
  const bool is_counted = !leaf.count_leaf.empty();
  if (leaf.length < (is_counted ? 1 : 0))
    return unsupported(fmt::format("leaf '{}' has length {}", leaf.name, leaf.length));
  const auto length = static_cast<std::uint64_t>(leaf.length);
  Shape shape = shape_of(leaf.title, length);
  // For an array in objects of a TBranchClones, only the branch's name has the dimensions: "tracks.fMatrix[2][3]".
  if (is_counted && shape == Shape{length} && branch.name.find('[') != std::string::npos)
    shape = shape_of(branch.name, length);
  ColumnLayout layout = is_counted ? counted_layout(*number, shape, 0) : fixed_layout(*number, shape);
  layout.may_lack_offsets = is_counted && (branch.io_features & generates_offsets) != 0;
  return layout;
}

}  // namespace ramet::inline v1::tree
