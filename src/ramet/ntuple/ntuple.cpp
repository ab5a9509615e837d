#include "ramet/ntuple/ntuple.hpp"

#include <algorithm>

#include "ramet/core/detail/narrow.hpp"
#include "ramet/core/error.hpp"
#include "ramet/file/detail/nearest_names.hpp"

namespace ramet::inline v1::ntuple {
namespace {

constexpr std::string_view content_name = "_0";
constexpr std::string_view base_prefix = ":_";

std::vector<ClusterGroup> read_groups(FrameCursor& cursor) {
  ListFrame list = cursor.list(8);
  std::vector<ClusterGroup> groups;
  for (std::uint32_t i = 0; i < list.count; ++i) {
    FrameCursor record = list.items.record();
    const auto first = record.read<std::uint64_t>();
    const auto entries = record.read<std::uint64_t>();
    ClusterGroup group;
    group.entries = {{first}, {detail::checked_sum(first, entries, "last entry of a cluster group")}};
    group.clusters = record.read<std::uint32_t>();
    group.page_list = read_envelope_link(record);
    groups.push_back(group);
  }
  std::ranges::stable_sort(groups, {}, [](const ClusterGroup& group) { return group.entries.first; });
  EntryNumber end{0};
  for (const ClusterGroup& group : groups) {
    if (group.entries.first != end)
      detail::fail(ErrorKind::corrupt, "a cluster group begins at entry {}, the one before ends at {}",
                   group.entries.first.number, end.number);
    end = group.entries.last;
  }
  return groups;
}

/// The field with this name below another, through nameless levels.
const Field* find_below(const Schema& schema, const Field& above, std::string_view name) noexcept {
  for (const FieldNumber number : above.fields)
    if (schema.fields[number.number].name == name) return &schema.fields[number.number];
  for (const FieldNumber number : above.fields) {
    const Field& field = schema.fields[number.number];
    if (!is_nameless(schema, field)) continue;
    if (const Field* found = find_below(schema, field, name)) return found;
  }
  return nullptr;
}

}  // namespace

std::uint64_t NTuple::cluster_count() const noexcept {
  std::uint64_t count = 0;
  for (const ClusterGroup& group : groups) count += group.clusters;
  return count;
}

const Field* find_field(const Schema& schema, std::string_view path) noexcept {
  const Field* field = nullptr;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    const std::string_view part = path.substr(begin, end - begin);
    if (field == nullptr) {
      const auto found = std::ranges::find_if(
          schema.top, [&](FieldNumber number) { return schema.fields[number.number].name == part; });
      field = found == schema.top.end() ? nullptr : &schema.fields[found->number];
    } else {
      field = find_below(schema, *field, part);
    }
    if (field == nullptr) return nullptr;
    begin = end + 1;
  }
  return field;
}

const Field* NTuple::find(std::string_view path) const noexcept { return find_field(schema, path); }

const Field& NTuple::at(std::string_view path) const {
  if (const Field* field = find(path)) return *field;
  std::vector<std::string> paths;
  for (const Field* field : named_fields(schema)) paths.push_back(path_of(*field));
  detail::fail(ErrorKind::not_found, "no field '{}' in ntuple '{}'{}", path, name,
               file::suggest_names(path, std::vector<std::string_view>(paths.begin(), paths.end())));
}

std::string NTuple::path_of(const Field& field) const {
  std::string path = field.is_top() ? "" : path_of(schema.field(field.parent));
  if (is_nameless(schema, field)) return path;
  if (!path.empty()) path += '.';
  path += field.name;
  return path;
}

NTuple read_ntuple(const Envelope& header, const Envelope& footer) {
  NTuple ntuple;
  SchemaBuilder builder;
  detail::while_doing("header", [&] {
    FrameCursor cursor = header.payload();
    read_feature_flags(cursor);
    ntuple.name = cursor.string();
    ntuple.description = cursor.string();
    ntuple.writer = cursor.string();
    builder.add(cursor);
  });
  detail::while_doing("footer", [&] {
    FrameCursor cursor = footer.payload();
    read_feature_flags(cursor);
    if (const auto stored = cursor.read<std::uint64_t>(); stored != header.checksum)
      detail::fail(ErrorKind::corrupt, "it belongs to a header with checksum {:016x}, expected {:016x}", stored,
                   header.checksum);
    FrameCursor extension = cursor.record();
    if (extension.remaining() > 0) builder.add(extension);
    ntuple.groups = read_groups(cursor);
  });
  ntuple.schema = builder.finish();
  ntuple.entries = ntuple.groups.empty() ? 0 : ntuple.groups.back().entries.last.number;
  ntuple.header_checksum = header.checksum;
  return ntuple;
}

bool is_nameless(const Schema& schema, const Field& field) noexcept {
  if (field.is_top()) return false;
  if (field.name.starts_with(base_prefix)) return true;
  const Field& above = schema.fields[field.parent.number];
  const bool is_wrapper = above.role == FieldRole::collection || above.role == FieldRole::leaf;
  return is_wrapper && above.fields.size() == 1 && field.name == content_name;
}

std::vector<const Field*> named_fields(const Schema& schema) {
  std::vector<const Field*> fields;
  const auto add = [&](const auto& self, FieldNumber number) -> void {
    const Field& field = schema.fields[number.number];
    if (!is_nameless(schema, field)) fields.push_back(&field);
    for (const FieldNumber below : field.fields) self(self, below);
  };
  for (const FieldNumber number : schema.top) add(add, number);
  return fields;
}

}  // namespace ramet::inline v1::ntuple
