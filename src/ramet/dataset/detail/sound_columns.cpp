#include "ramet/dataset/detail/sound_columns.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "ramet/array/array_builder.hpp"
#include "ramet/core/error.hpp"

namespace ramet::inline v1::dataset {
namespace {

using array::Array;
using array::Kind;
using array::Type;

/// Whether a column is right below another one, whatever its format joins names with.
bool is_member(const Column& column, const std::string& above) {
  return column.name.size() == above.size() + 1 + column.own_name.size() && column.name.starts_with(above) &&
         column.name.ends_with(column.own_name) &&
         (column.name[above.size()] == '/' || column.name[above.size()] == '.');
}

/// Whether values of a type are records, or lists of records, which are made of their members' lists.
bool has_members(const Type& type) noexcept {
  if (type.kind == Kind::record) return true;
  return (type.kind == Kind::list || type.kind == Kind::regular) && has_members(type.contents.front());
}

/// Records that may lie in lists, which are put together from their members: each has the same lists.
/// Threads: one thread.
class Records {
 public:
  /// Of such a type, whose members are not looked at.
  explicit Records(const Type& type) {
    for (const Type* at = &type; at->kind != Kind::record; at = &at->contents.front()) ++depth_;
  }

  bool empty() const noexcept { return is_first_; }

  void add(const Array& member, const std::string& name) {
    std::vector<Array> lists;
    Array at = member;
    for (std::size_t level = 0; level < depth_; ++level) {
      if (at.kind() != Kind::list && at.kind() != Kind::regular)
        detail::fail(ErrorKind::corrupt, "member '{}' has no lists, but its siblings have", name);
      lists.push_back(array::compact(at));
      if (!is_first_ && !are_same(lists_[level], lists[level]))
        detail::fail(ErrorKind::corrupt, "member '{}' has lists of different lengths than its siblings", name);
      at = lists.back().content(0);
    }
    if (is_first_) lists_ = std::move(lists);
    is_first_ = false;
    length_ = at.length();
    names_.push_back(name);
    members_.push_back(at);
  }

  Array finish() && {
    array::ArrayBuilder record(Type::record_of(std::move(names_), {}));
    record.length = length_;
    Array whole = std::move(record).finish(std::move(members_));
    for (auto lists = lists_.rbegin(); lists != lists_.rend(); ++lists) whole = lists->with_contents({whole});
    return whole;
  }

 private:
  static bool are_same(const Array& one, const Array& other) noexcept {
    return one.kind() == other.kind() && one.length() == other.length() && one.size() == other.size() &&
           std::ranges::equal(one.list_offsets(), other.list_offsets());
  }

  std::size_t depth_ = 0;     // of lists around the records
  std::vector<Array> lists_;  // of the first member, from the outside in
  bool is_first_ = true;
  std::size_t length_ = 0;
  std::vector<std::string> names_;
  std::vector<Array> members_;
};

/// Reads columns, and the members of damaged ones. Threads: one thread.
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
  /// A column of its members that are sound; nothing if it has none.
  std::optional<Array> from_members(const std::string& name) {
    const auto found = std::ranges::find(all_, name, &Column::name);
    if (found == all_.end() || !found->type || !has_members(*found->type)) return std::nullopt;
    Records records(*found->type);
    for (const Column& column : all_) {
      if (!column.is_readable() || !is_member(column, name)) continue;
      if (const auto member = sound(column)) add(records, *member, column.own_name);
    }
    return records.empty() ? std::nullopt : std::optional(std::move(records).finish());
  }

  /// Add a member; of an ntuple's base, its members.
  static void add(Records& records, const Array& member, const std::string& name) {
    if (member.kind() != Kind::record || !name.starts_with(":_")) {
      const bool is_of_pair = name == "_0" || name == "_1";
      return records.add(member, is_of_pair ? (name == "_0" ? "first" : "second") : name);
    }
    for (std::size_t of_base = 0; of_base < member.names().size(); ++of_base)
      records.add(member.content(of_base), member.names()[of_base]);
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
