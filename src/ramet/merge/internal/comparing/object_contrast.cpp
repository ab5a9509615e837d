#include "ramet/merge/internal/comparing/object_contrast.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <set>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "ramet/array/detail/value_text.hpp"
#include "ramet/core/error.hpp"
#include "ramet/merge/internal/comparing/array_contrast.hpp"
#include "ramet/object/object_graph.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

using object::Object;
using object::Value;

constexpr std::size_t most_lines = 100;  // of one object
constexpr std::size_t deepest = 200;

/// A value as a short text.
std::string text_of(const Value& value) {
  return std::visit(
      [](const auto& content) -> std::string {
        using Content = std::remove_cvref_t<decltype(content)>;
        if constexpr (std::is_same_v<Content, std::monostate>)
          return "null";
        else if constexpr (std::is_same_v<Content, std::string>)
          return fmt::format("\"{}\"", content.substr(0, 60));
        else if constexpr (std::is_same_v<Content, Value::Array>)
          return array::value_text(*content, 0);
        else if constexpr (std::is_same_v<Content, Value::List> || std::is_same_v<Content, Value::Associations>)
          return fmt::format("{} items", content.size());
        else if constexpr (std::is_same_v<Content, const Object*>)
          return content->class_name();
        else if constexpr (std::is_same_v<Content, object::Unread>)
          return "not read";
        else
          return fmt::format("{}", content);
      },
      value.content());
}

std::string member_path(const std::string& part, std::string_view name) {
  return part.empty() ? std::string(name) : fmt::format("{}.{}", part, name);
}

/// Compares the members of two objects. Threads: one thread.
class MemberContrast {
 public:
  MemberContrast(const std::string& path, const CompareOptions& options, std::vector<FileContrast>& contrasts)
      : path_(path), options_(options), contrasts_(contrasts) {}

  void compare(const Value& left, const Value& right, const std::string& part) {
    if (left.content().index() != right.content().index()) return add(part, text_of(left), text_of(right));
    std::visit([&](const auto& ours) { compare_same(ours, left, right, part); }, left.content());
  }
  std::uint64_t found() const noexcept { return found_; }
  bool has_unread() const noexcept { return has_unread_; }

 private:
  template <class Content>
  void compare_same(const Content& ours, const Value& left, const Value& right, const std::string& part) {
    const Content& theirs = *right.get_if<Content>();
    if constexpr (std::is_same_v<Content, std::monostate>) {
      return;
    } else if constexpr (std::is_same_v<Content, object::Unread>) {
      has_unread_ = true;
    } else if constexpr (std::is_same_v<Content, const Object*>) {
      compare_members(*ours, *theirs, part);
    } else if constexpr (std::is_same_v<Content, Value::Array>) {
      compare_arrays(*ours, *theirs, part);
    } else if constexpr (std::is_same_v<Content, Value::List>) {
      compare_lists(ours, theirs, part);
    } else if constexpr (std::is_same_v<Content, Value::Associations>) {
      compare_associations(ours, theirs, part);
    } else if constexpr (std::is_same_v<Content, double>) {
      const bool is_close = std::abs(ours - theirs) <= options_.tolerance * std::max(std::abs(ours), std::abs(theirs));
      if (ours != theirs && !is_close && !(std::isnan(ours) && std::isnan(theirs)))
        add(part, text_of(left), text_of(right));
    } else {
      if (ours != theirs) add(part, text_of(left), text_of(right));
    }
  }

  void compare_members(const Object& ours, const Object& theirs, const std::string& part) {
    if (!known_.emplace(&ours, &theirs).second) return;
    if (ours.class_name() != theirs.class_name()) return add(part, ours.class_name(), theirs.class_name());
    if (depth_ == deepest) return;
    ++depth_;
    for (std::size_t member = 0; member < ours.values().size(); ++member) {
      const object::MemberName& name = ours.members()[member];
      const bool is_alike = member < theirs.values().size() && theirs.members()[member].name == name.name;
      const Value* other = is_alike ? &theirs.values()[member] : theirs.find(name.name);
      const std::string inner = name.is_base ? part : member_path(part, name.name);
      if (other == nullptr)
        add(inner, text_of(ours.values()[member]), "");
      else
        compare(ours.values()[member], *other, inner);
    }
    if (!ours.items().is_null() || !theirs.items().is_null()) compare(ours.items(), theirs.items(), part);
    --depth_;
  }

  void compare_arrays(const array::Array& ours, const array::Array& theirs, const std::string& part) {
    if (ours.type() != theirs.type() || ours.kind() != array::Kind::list)
      return ours.type() == theirs.type() && contrast_of(ours, theirs, options_.tolerance).count == 0
                 ? void()
                 : add(part, array::value_text(ours, 0), array::value_text(theirs, 0));
    const array::Array left = ours.items();
    const array::Array right = theirs.items();
    if (left.length() != right.length())
      return add(part, fmt::format("{} values", left.length()), fmt::format("{} values", right.length()));
    const ArrayContrast found = contrast_of(left, right, options_.tolerance);
    if (found.count == 0) return;
    add(part, array::value_text(left, found.first), array::value_text(right, found.first), found.first, found.count);
  }

  void compare_lists(const Value::List& ours, const Value::List& theirs, const std::string& part) {
    if (ours.size() != theirs.size())
      add(part, fmt::format("{} items", ours.size()), fmt::format("{} items", theirs.size()));
    for (std::size_t item = 0; item < std::min(ours.size(), theirs.size()); ++item)
      compare(ours[item], theirs[item], fmt::format("{}[{}]", part, item));
  }

  void compare_associations(const Value::Associations& ours, const Value::Associations& theirs,
                            const std::string& part) {
    if (ours.size() != theirs.size())
      add(part, fmt::format("{} items", ours.size()), fmt::format("{} items", theirs.size()));
    for (std::size_t item = 0; item < std::min(ours.size(), theirs.size()); ++item) {
      compare(ours[item].key, theirs[item].key, fmt::format("{}[{}].key", part, item));
      compare(ours[item].value, theirs[item].value, fmt::format("{}[{}].value", part, item));
    }
  }

  void add(const std::string& part, std::string left, std::string right,
           std::optional<std::uint64_t> entry = std::nullopt, std::uint64_t count = 1) {
    if (++found_ > most_lines) return;
    contrasts_.push_back({Contrast::values, path_, part, std::move(left), std::move(right), entry, count});
  }

  const std::string& path_;
  const CompareOptions& options_;
  std::vector<FileContrast>& contrasts_;
  std::set<std::pair<const Object*, const Object*>> known_;
  std::uint64_t found_ = 0;
  std::size_t depth_ = 0;
  bool has_unread_ = false;
};

bool has_same_payload(const file::Record& left, const file::Record& right) noexcept {
  return left.payload().size() == right.payload().size() &&
         std::memcmp(left.payload().data(), right.payload().data(), left.payload().size()) == 0;
}

std::optional<object::ObjectGraph> graph_of(const PlacedObject& object) {
  try {
    return object.file->object(object.key);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::unsupported) throw;
    return std::nullopt;
  }
}

}  // namespace

void compare_objects(const PlacedObject& left, const PlacedObject& right, const std::string& path,
                     const CompareOptions& options, std::vector<FileContrast>& contrasts) {
  const file::Record ours = left.file->reader().read_record(left.key);
  const file::Record theirs = right.file->reader().read_record(right.key);
  if (has_same_payload(ours, theirs)) return;
  const auto add_bytes = [&] {
    contrasts.push_back({Contrast::contents, path, "", fmt::format("{} bytes", ours.payload().size()),
                         fmt::format("{} bytes", theirs.payload().size()), std::nullopt});
  };
  const auto one = graph_of(left);
  const auto other = graph_of(right);
  if (!one || !other) return add_bytes();
  MemberContrast members(path, options, contrasts);
  members.compare(one->root(), other->root(), "");
  if (members.found() == 0 && members.has_unread()) add_bytes();
  if (members.found() > most_lines)
    contrasts.push_back({Contrast::values, path, "...", "", "", std::nullopt, members.found() - most_lines});
}

}  // namespace ramet::inline v1::merge::internal
