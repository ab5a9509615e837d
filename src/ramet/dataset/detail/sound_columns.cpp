#include "ramet/dataset/detail/sound_columns.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::dataset {
namespace {

using array::Array;
using array::Kind;
using array::Type;

/// Whether a column is directly below another one, with the separator of any format.
bool is_member(const Column& column, const std::string& above) {
  return column.name.size() == above.size() + 1 + column.own_name.size() && column.name.starts_with(above) &&
         column.name.ends_with(column.own_name) &&
         (column.name[above.size()] == '/' || column.name[above.size()] == '.');
}

/// Whether values of a type are records, or lists of records, which can be assembled from their members.
bool has_members(const Type& type) noexcept {
  if (type.kind == Kind::record) return true;
  return (type.kind == Kind::list || type.kind == Kind::regular) && has_members(type.contents.front());
}

/// Add a member to records, or to lists of records, whose lengths must equal those of earlier members.
void add_member(Array& to, Array&& member, const std::string& name, bool is_first) {
  if (to.kind == Kind::record) {
    to.length = member.length;
    to.names.push_back(name);
    to.contents.push_back(std::move(member));
    return;
  }
  if (member.kind != to.kind) fail(ErrorKind::corrupt, "member '{}' has no lists, but its siblings have", name);
  if (is_first) {
    to.length = member.length;
    to.size = member.size;
    std::swap(to.offsets, member.offsets);
  } else if (to.length != member.length || to.size != member.size ||
             !std::ranges::equal(to.list_offsets(), member.list_offsets())) {
    fail(ErrorKind::corrupt, "member '{}' has lists of different lengths than its siblings", name);
  }
  add_member(to.contents.front(), std::move(member.contents.front()), name, is_first);
}

/// Reads columns, and the members of damaged columns. Threads: one thread.
class SoundReader {
 public:
  SoundReader(std::span<const Column> all, ReadColumn read, std::vector<DamagedColumn>& damaged)
      : all_(all), read_(read), damaged_(damaged) {}

  Array whole(const std::string& name) {
    try {
      return read_(name);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::corrupt) throw;
      if (auto of_members = from_members(name)) return *std::move(of_members);
      throw;
    }
  }

 private:
  /// Assemble a column from its undamaged members; nothing if it has none.
  std::optional<Array> from_members(const std::string& name) {
    const auto found = std::ranges::find(all_, name, &Column::name);
    if (found == all_.end() || !found->type || !has_members(*found->type)) return std::nullopt;
    Array records(without_members(*found->type));
    bool is_first = true;
    for (const Column& column : all_) {
      if (!column.is_readable() || !is_member(column, name)) continue;
      auto member = sound(column);
      if (!member) continue;
      add(records, *std::move(member), column.own_name, is_first);
      is_first = false;
    }
    return is_first ? std::nullopt : std::optional(std::move(records));
  }

  /// Add a member, or for a base class of an ntuple's field, its members.
  static void add(Array& records, Array&& member, const std::string& name, bool is_first) {
    if (member.kind != Kind::record || !name.starts_with(":_")) {
      const bool is_of_pair = name == "_0" || name == "_1";
      return add_member(records, std::move(member), is_of_pair ? (name == "_0" ? "first" : "second") : name, is_first);
    }
    for (std::size_t of_base = 0; of_base < member.names.size(); ++of_base)
      add_member(records, std::move(member.contents[of_base]), member.names[of_base], is_first);
  }

  std::optional<Array> sound(const Column& member) {
    try {
      return whole(member.name);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::corrupt) throw;
      damaged_.push_back({member.name, error.what()});
      return std::nullopt;
    }
  }

  static Type without_members(Type type) {
    Type* at = &type;
    while (at->kind != Kind::record) at = &at->contents.front();
    *at = Type::record_of({}, {});
    return type;
  }

  std::span<const Column> all_;
  ReadColumn read_;
  std::vector<DamagedColumn>& damaged_;
};

}  // namespace

std::vector<Array> read_sound(std::span<const std::string> names, std::span<const Column> all, ReadColumn read,
                              std::vector<DamagedColumn>& damaged) {
  SoundReader reader(all, read, damaged);
  std::vector<Array> columns;
  for (const std::string& name : names) columns.push_back(reader.whole(name));
  return columns;
}

}  // namespace ramet::inline v1::dataset
