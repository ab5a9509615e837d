#include "ramet/tree/detail/branch_plan.hpp"

#include <algorithm>
#include <set>

#include "ramet/core/error.hpp"
#include "ramet/object/detail/array_type.hpp"
#include "ramet/tree/detail/class_planner.hpp"

namespace ramet::inline v1::tree {
namespace {

using array::Kind;
using array::NumberType;
using array::Type;

constexpr std::uint32_t string_checksum = 1852773892;  // of ROOT's dictionary for std::string

/// The leaf class of a number and its letter in a leaf list (TBranch.h, "leaflist").
struct LeafKind {
  std::string_view leaf_class;
  char letter;
};

LeafKind leaf_kind(const NumberCoding& coding) noexcept {
  if (coding.form != NumberCoding::Form::plain)
    return coding.type == NumberType::float32 ? LeafKind{"TLeafF16", 'f'} : LeafKind{"TLeafD32", 'd'};
  switch (coding.type) {
    case NumberType::boolean:
      return {"TLeafO", 'O'};
    case NumberType::int8:
      return {"TLeafB", 'B'};
    case NumberType::uint8:
      return {"TLeafB", 'b'};
    case NumberType::int16:
      return {"TLeafS", 'S'};
    case NumberType::uint16:
      return {"TLeafS", 's'};
    case NumberType::int32:
      return {"TLeafI", 'I'};
    case NumberType::uint32:
      return {"TLeafI", 'i'};
    case NumberType::int64:
      return {"TLeafL", 'L'};
    case NumberType::uint64:
      return {"TLeafL", 'l'};
    case NumberType::float32:
      return {"TLeafF", 'F'};
    case NumberType::float64:
      return {"TLeafD", 'D'};
  }
  return {"TLeafD", 'D'};
}

/// What makes a type storable whose classes have no names.
std::string_view hint_of(const Type& type) noexcept {
  return type.kind == Kind::record ? "; structs in containers of a tree need class_names in array::Description" : "";
}

/// The same of a column: ROOT has a leaf class for Long_t, and another one for Long64_t.
LeafKind leaf_kind(const NumberCoding& coding, const table::Column& column) noexcept {
  const bool is_long = column.has_long_leaves || column.type_name == "Long_t" || column.type_name == "ULong_t";
  if (is_long && coding.type == NumberType::int64) return {long_leaf_class, 'G'};
  if (is_long && coding.type == NumberType::uint64) return {long_leaf_class, 'g'};
  return leaf_kind(coding);
}

bool can_count(NumberType type) noexcept {
  return type != NumberType::boolean && type != NumberType::float32 && type != NumberType::float64;
}

std::string dimensions_text(const std::vector<std::uint64_t>& shape) {
  std::string text;
  for (const std::uint64_t size : shape) text += fmt::format("[{}]", size);
  return text;
}

std::uint64_t product(const std::vector<std::uint64_t>& shape) {
  std::uint64_t count = 1;
  for (const std::uint64_t size : shape)
    if (__builtin_mul_overflow(count, size, &count))
      detail::fail(ErrorKind::misuse, "an array of {} overflows", dimensions_text(shape));
  return count;
}

/// In titles, dimensions_text are dimensions, ':' ends a leaf of a leaf list, and '/' begins a leaf's type or a part of
/// a path.
void check_name(std::string_view name) {
  constexpr std::string_view special = "[]:/";
  if (const auto place = name.find_first_of(special); place != std::string_view::npos)
    detail::fail(ErrorKind::misuse, "name '{}' contains '{}', which readers do not treat as part of a name", name,
                 name[place]);
}

/// Plans the branches of columns.
class Planner {
 public:
  explicit Planner(const table::Schema& schema) : schema_(schema) {}

  std::vector<BranchPlan> plan() {
    for (std::size_t column = 0; column < schema_.columns.size(); ++column)
      detail::while_doing([&] { return fmt::format("column '{}'", schema_.columns[column].name); },
                          [&] { add_column(column); });
    for (BranchPlan& branch : branches_) branch.compression = schema_.columns[branch.column].compression;
    return std::move(branches_);
  }

 private:
  void add_column(std::size_t column) {
    const table::Column& spec = schema_.columns[column];
    if (spec.name.empty()) detail::fail(ErrorKind::misuse, "a column has no name");
    if (spec.half_precision)
      detail::fail(ErrorKind::misuse, "trees cannot store floating-point numbers of half precision");
    const Type& type = spec.type;
    if (!spec.type_name.empty()) return add_typed(column);
    if (type.kind == Kind::string) return add_string(column);
    if (type.kind == Kind::record) return add_leaf_list(column);
    if (type.kind != Kind::list) return add_numbers(column, spec.name, type, std::nullopt, std::nullopt);
    if (spec.form == table::ListForm::standard_vector) return add_vector(column);
    const std::size_t counter = add_counter(column);
    const Type& content = type.contents.at(0);
    if (content.kind != Kind::record) return add_numbers(column, spec.name, content, std::nullopt, counter);
    for (std::size_t member = 0; member < content.names.size(); ++member)
      add_numbers(column, spec.name + "_" + content.names[member], content.contents.at(member), member, counter);
  }

  /// Remove the dimensions of a type and add them to `shape`; returns the type of the numbers.
  NumberType innermost(const Type& type, std::vector<std::uint64_t>& shape) const {
    const Type* at = &type;
    for (; at->kind == Kind::regular; at = &at->contents.at(0)) {
      if (at->size == 0 || at->size > 0x7fffffff) detail::fail(ErrorKind::misuse, "a dimension of {}", at->size);
      shape.push_back(at->size);
    }
    if (at->kind != Kind::number)
      detail::fail(ErrorKind::misuse, "{} cannot be stored in this form; a list of lists needs form standard_vector{}",
                   to_string(type), hint_of(*at));
    if (product(shape) > 0x7fffffff) detail::fail(ErrorKind::misuse, "arrays of {} values", product(shape));
    return at->number;
  }

  NumberCoding coding_of(const std::string& packed_range, NumberType type, std::size_t dimensions) const {
    if (packed_range.empty()) return NumberCoding::plain(type);
    // ROOT searches only the first two dimensions_text for the range (TStreamerElement.cxx, GetRange).
    if (dimensions > 1 && packed_range != "[]")
      detail::fail(ErrorKind::misuse, "readers do not find a range after {} dimensions", dimensions);
    const std::string range = packed_range == "[]" ? "" : packed_range;
    if (type == NumberType::float64) return NumberCoding::double32(range);
    if (type == NumberType::float32) return NumberCoding::float16(range);
    detail::fail(ErrorKind::misuse, "a range is for float32 and float64, not {}", to_string(type));
  }

  void add_numbers(std::size_t column, std::string name, const Type& type, std::optional<std::size_t> member,
                   std::optional<std::size_t> counter) {
    const table::Column& spec = schema_.columns[column];
    BranchPlan branch;
    branch.packing = counter ? Packing::counted : Packing::fixed;
    const NumberType number = innermost(type, branch.shape);
    const std::string range = table::packed_range_of(spec);
    branch.coding = coding_of(range, number, branch.shape.size() + (counter ? 1 : 0));
    const auto [leaf_class, letter] = leaf_kind(branch.coding, spec);
    branch.leaf_class = leaf_class;
    branch.title = fmt::format("{}{}{}/{}{}", name, counter ? "[" + branches_[*counter].name + "]" : "",
                               dimensions_text(branch.shape), letter, range == "[]" ? "" : range);
    branch.name = std::move(name);
    branch.column = column;
    if (member) branch.item_path = {static_cast<std::uint32_t>(*member)};
    branch.counter = counter;
    add(std::move(branch));
  }

  std::size_t add_counter(std::size_t column) {
    const table::Column& spec = schema_.columns[column];
    const std::string name = table::counter_of(spec);
    for (std::size_t branch = 0; branch < branches_.size(); ++branch) {
      if (branches_[branch].name != name || !branches_[branch].is_counter) continue;
      branches_[branch].counted_columns.push_back(column);
      return branch;
    }
    BranchPlan branch;
    branch.name = name;
    branch.coding = NumberCoding::plain(spec.counter_type);
    if (!can_count(spec.counter_type))
      detail::fail(ErrorKind::misuse, "a counter is of whole numbers, not {}", to_string(spec.counter_type));
    const auto [leaf_class, letter] = leaf_kind(branch.coding);
    branch.title = fmt::format("{}/{}", name, letter);
    branch.leaf_class = leaf_class;
    branch.column = column;
    branch.is_counter = true;
    branch.counted_columns = {column};
    add(std::move(branch));
    return branches_.size() - 1;
  }

  void add_string(std::size_t column) {
    const table::Column& spec = schema_.columns[column];
    if (spec.form == table::ListForm::standard_vector) return add_standard_string(column);
    BranchPlan branch;
    branch.name = spec.name;
    branch.column = column;
    branch.packing = Packing::c_string;
    branch.title = spec.name + "/C";
    branch.leaf_class = "TLeafC";
    add(std::move(branch));
  }

  void add_standard_string(std::size_t column) {
    BranchPlan branch;
    branch.name = branch.title = schema_.columns[column].name;
    branch.column = column;
    branch.packing = Packing::standard_string;
    branch.leaf_class = "TLeafElement";
    branch.element = ElementPlan{.class_name = "string", .checksum = string_checksum, .version = 2, .type = -1};
    branch.element->leaf = ElementLeaf{.name = branch.name, .title = branch.name};
    add(std::move(branch));
  }

  /// Add a column with a C++ type name: numbers and strings like other columns, the rest as ROOT stores such objects.
  void add_typed(std::size_t column) {
    const table::Column& spec = schema_.columns[column];
    const schema::MemberType type = schema::parse_member_type(spec.type_name);
    object::check_array_type(spec.type, spec.type_name, schema_.classes);
    if (type.is_enum || type.type.fundamental())
      return add_numbers(column, spec.name, spec.type, std::nullopt, std::nullopt);
    if (type.type.is_string() && type.dimensions.empty()) return add_standard_string(column);
    if (!spec.packed_range.empty())
      detail::fail(ErrorKind::misuse, "a '{}' cannot have a packed range", spec.type_name);
    if (!classes_) classes_ = std::make_unique<ClassPlanner>(schema_);
    const std::size_t first = branches_.size();
    classes_->add(column, branches_);
    for (std::size_t branch = first; branch < branches_.size(); ++branch) claim_name(branches_[branch].name);
  }

  /// The class name of a vector's items; `number` becomes the innermost type.
  std::string item_class(const Type& type, NumberType& number) const {
    constexpr std::string_view names[] = {"bool",      "char",          "short",          "int",
                                          "Long64_t",  "unsigned char", "unsigned short", "unsigned int",
                                          "ULong64_t", "float",         "double"};
    if (type.kind == Kind::string) return "string";
    if (type.kind == Kind::number) {
      number = type.number;
      return std::string(names[static_cast<std::size_t>(type.number)]);
    }
    if (type.kind != Kind::list)
      detail::fail(ErrorKind::misuse, "vectors of {} cannot be stored{}", to_string(type), hint_of(type));
    const std::string item = item_class(type.contents.at(0), number);
    return fmt::format("vector<{}{}>", item, item.ends_with('>') ? " " : "");
  }

  void add_vector(std::size_t column) {
    const table::Column& spec = schema_.columns[column];
    if (!spec.packed_range.empty()) detail::fail(ErrorKind::misuse, "a std::vector cannot have a packed range");
    BranchPlan branch;
    branch.name = branch.title = spec.name;
    branch.packing = Packing::standard_vector;
    branch.leaf_class = "TLeafElement";
    NumberType number = NumberType::float64;
    const std::string class_name = item_class(spec.type, number);
    branch.element =
        ElementPlan{.class_name = class_name, .checksum = name_checksum(class_name), .version = 6, .split_level = 99};
    branch.element->leaf = ElementLeaf{.name = branch.name, .title = branch.name};
    branch.coding = NumberCoding::plain(number);
    branch.column = column;
    add(std::move(branch));
  }

  void add_leaf_list(std::size_t column) {
    const table::Column& spec = schema_.columns[column];
    if (!spec.packed_range.empty()) detail::fail(ErrorKind::misuse, "a leaf list cannot have a packed range");
    BranchPlan branch;
    branch.name = spec.name;
    branch.packing = Packing::leaf_list;
    branch.column = column;
    branch.leaf_names = spec.type.names;
    for (std::size_t member = 0; member < spec.type.names.size(); ++member) {
      check_name(spec.type.names[member]);
      if (std::count(spec.type.names.begin(), spec.type.names.end(), spec.type.names[member]) > 1)
        detail::fail(ErrorKind::misuse, "leaf name '{}' is taken already", spec.type.names[member]);
      auto& shape = branch.leaf_shapes.emplace_back();
      const auto coding = NumberCoding::plain(innermost(spec.type.contents.at(member), shape));
      const LeafKind kind = leaf_kind(coding, spec);
      branch.leaves.push_back(
          {.coding = coding, .values = product(shape), .is_long = kind.leaf_class == long_leaf_class});
      branch.title += fmt::format("{}{}{}/{}", member == 0 ? "" : ":", spec.type.names[member], dimensions_text(shape),
                                  kind.letter);
    }
    if (branch.leaves.empty()) detail::fail(ErrorKind::misuse, "a record without members cannot be stored");
    add(std::move(branch));
  }

  void add(BranchPlan branch) {
    check_name(branch.name);
    claim_name(branch.name);
    branches_.push_back(std::move(branch));
  }

  void claim_name(const std::string& name) {
    if (!names_.insert(name).second) detail::fail(ErrorKind::misuse, "branch name '{}' is taken already", name);
  }

  const table::Schema& schema_;
  std::unique_ptr<ClassPlanner> classes_;
  std::vector<BranchPlan> branches_;
  std::set<std::string, std::less<>> names_;
};

}  // namespace

std::uint64_t BranchPlan::values_per_row() const noexcept {
  std::uint64_t count = 1;
  for (const std::uint64_t size : shape) count *= size;
  return count;
}

std::size_t BranchPlan::row_size() const noexcept {
  if (packing == Packing::fixed) return coding.stored_size() * values_per_row();
  std::size_t size = 0;
  for (const LeafLayout& leaf : leaves) size += leaf.coding.stored_size() * leaf.values;
  return size;
}

std::uint32_t name_checksum(std::string_view class_name) noexcept {
  std::uint32_t sum = 0;
  for (const char letter : class_name) sum = 3 * sum + static_cast<unsigned char>(letter);
  return sum;
}

std::string_view leaf_class_of(const NumberCoding& coding) noexcept { return leaf_kind(coding).leaf_class; }

std::vector<BranchPlan> plan_branches(const table::Schema& schema) { return Planner(schema).plan(); }

}  // namespace ramet::inline v1::tree
