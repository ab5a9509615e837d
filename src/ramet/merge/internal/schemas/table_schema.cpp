#include "ramet/merge/internal/schemas/table_schema.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "ramet/bytes/detail/checksum.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

std::uint64_t hash_of(const TableSchema& schema) {
  std::string all;
  for (const ColumnDescription& column : schema.columns)
    all += fmt::format("{}\x01{}\x01{}\x01{}\n", column.path, column.type, column.stored, column.layout);
  all += schema.metadata;
  return bytes::xxh3(std::as_bytes(std::span(all)));
}

/// The length of a leaf of characters is that of the longest text so far, so it tells nothing of the bytes.
std::string text_of(const tree::Leaf& leaf) {
  const std::int32_t length = leaf.class_name == "TLeafC" ? 0 : leaf.length;
  return fmt::format("{} {} '{}' {} {} {}{} [{}] {};", leaf.class_name, leaf.name, leaf.title, length, leaf.value_size,
                     leaf.is_unsigned ? 'u' : '-', leaf.is_virtual ? 'v' : '-', leaf.count_leaf, leaf.element_type);
}

ColumnDescription description_of(const tree::NamedBranch& named) {
  const tree::Branch& branch = *named.branch;
  ColumnDescription column{named.path, "", ""};
  column.type = branch.element_class.empty() ? branch.layout().type_name : branch.element_class;
  if (branch.element_class.empty() && column.type.empty()) column.type = branch.title;
  column.stored = fmt::format("{} {} {} {} {} {} {} {}:", branch.class_name, branch.element_class,
                              branch.element_class_version, branch.element_checksum, branch.element_id,
                              branch.element_kind, branch.streamer_type, branch.io_features);
  for (const tree::Leaf& leaf : branch.leaves) {
    column.stored += text_of(leaf);
    column.layout += leaf.is_range ? 'r' : '-';
  }
  return column;
}

/// A branch that has one leaf of numbers, and no class.
std::optional<PlainNumbers> numbers_of(const tree::Tree& tree, const std::vector<tree::NamedBranch>& all,
                                       const tree::Branch& branch) {
  const bool is_simple =
      branch.element_class.empty() && branch.branches.empty() && branch.leaves.size() == 1 && branch.io_features == 0;
  if (!is_simple) return std::nullopt;
  const tree::ColumnLayout& layout = branch.layout();
  const bool is_counted = layout.packing == tree::Packing::counted;
  if (layout.packing != tree::Packing::fixed && (!is_counted || layout.skip != 0 || layout.needs_counts()))
    return std::nullopt;
  if (layout.coding != tree::NumberCoding::plain(layout.coding.type)) return std::nullopt;
  PlainNumbers numbers{layout.coding.type, layout.values_per_row};
  if (!is_counted) return numbers;
  const auto counter = std::ranges::find(all, counter_of(tree, branch), &tree::NamedBranch::branch);
  if (counter == all.end()) return std::nullopt;
  numbers.counter = counter->path;
  return numbers;
}

std::string metadata_of(const tree::Companions& companions) {
  std::string text;
  for (const tree::UserObject& object : companions.user_info)
    text += fmt::format("user {} {} '{}' {};", object.class_name, object.name, object.text, object.value.value_or(0));
  for (const tree::Alias& alias : companions.aliases) text += fmt::format("alias {} {};", alias.name, alias.formula);
  for (const tree::FriendElement& one : companions.friends)
    text += fmt::format("friend {} {} {};", one.name, one.tree_name, one.file_name);
  return text;
}

std::map<std::string, std::string> names_of(const tree::Companions& companions) {
  std::map<std::string, std::string> names;
  for (const tree::Alias& alias : companions.aliases) names.emplace("alias '" + alias.name + "'", alias.formula);
  for (const tree::FriendElement& one : companions.friends)
    names.emplace("friend '" + one.name + "'", one.file_name + ":" + one.tree_name);
  return names;
}

ColumnDescription description_of(const ntuple::NTuple& ntuple, const ntuple::Field& field) {
  ColumnDescription column{ntuple.path_of(field), field.type_name, ""};
  if (column.path.empty()) column.path = field.name;
  column.stored =
      fmt::format("{} {} {} {} {} {} {}:", field.name, field.version, field.type_version, static_cast<int>(field.role),
                  field.array_size.value_or(0), field.source.has_value(), field.type_checksum.value_or(0));
  column.layout =
      fmt::format("{} {}:", field.parent.number, field.source ? static_cast<std::int64_t>(field.source->number) : -1);
  for (std::size_t representation = 0; representation < field.representations.size(); ++representation)
    for (const ntuple::ColumnNumber number : field.representations[representation]) {
      const ntuple::ColumnCoding& coding = ntuple.schema.column(number).coding;
      column.layout += fmt::format("{}/{} {} {} {} {};", representation, number.number, static_cast<int>(coding.type),
                                   coding.bits, coding.minimum, coding.maximum);
    }
  return column;
}

}  // namespace

TableSchema schema_of(const tree::Tree& tree) {
  TableSchema schema;
  const std::vector<tree::NamedBranch> all = all_branches(tree);
  for (const tree::NamedBranch& named : all) {
    schema.columns.push_back(description_of(named));
    schema.columns.back().numbers = numbers_of(tree, all, *named.branch);
  }
  schema.metadata = metadata_of(tree.companions);
  schema.names = names_of(tree.companions);
  schema.hash = hash_of(schema);
  return schema;
}

void add_user_info(TableSchema& schema, std::uint64_t hash) {
  schema.metadata += fmt::format("contents {:x};", hash);
  schema.hash = hash_of(schema);
}

TableSchema schema_of(const ntuple::NTuple& ntuple) {
  TableSchema schema;
  for (const ntuple::Field& field : ntuple.schema.fields) schema.columns.push_back(description_of(ntuple, field));
  schema.hash = hash_of(schema);
  return schema;
}

std::optional<std::vector<std::size_t>> matching_columns(const TableSchema& wanted, const TableSchema& found) {
  if (wanted.columns.size() != found.columns.size()) return std::nullopt;
  std::multimap<std::string_view, std::size_t> by_path;
  for (std::size_t column = 0; column < found.columns.size(); ++column)
    by_path.emplace(found.columns[column].path, column);
  std::vector<std::size_t> matching;
  std::set<std::size_t> used;
  for (std::size_t column = 0; column < wanted.columns.size(); ++column) {
    std::size_t same = column;
    if (found.columns[column] != wanted.columns[column]) {
      const auto [first, last] = by_path.equal_range(wanted.columns[column].path);
      if (first == last || std::next(first) != last) return std::nullopt;
      same = first->second;
      if (found.columns[same] != wanted.columns[column]) return std::nullopt;
    }
    if (!used.insert(same).second) return std::nullopt;
    matching.push_back(same);
  }
  return matching;
}

}  // namespace ramet::inline v1::merge::internal
