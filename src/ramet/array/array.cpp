#include "ramet/array/array.hpp"

#include <algorithm>

#include "ramet/core/error.hpp"
#include "ramet/core/narrow.hpp"

namespace ramet::inline v1::array {
namespace {

bool has_offsets(Kind kind) noexcept { return kind == Kind::list || kind == Kind::string; }

/// Append offsets [first, last] of `more` to `to`, continuing from where `to` ends.
void append_offsets(Array& to, std::span<const std::int64_t> more) {
  const std::int64_t shift = to.list_offsets().back() - more.front();
  const auto place = to.offsets.extend((more.size() - 1) * sizeof(std::int64_t));
  auto* out = reinterpret_cast<std::int64_t*>(place.data());
  for (const std::int64_t offset : more.subspan(1)) *out++ = offset + shift;
}

void append_range(Array& to, const Array& from, std::size_t first, std::size_t last) {
  switch (to.kind) {
    case Kind::number: {
      const std::size_t width = size_of(to.number);
      to.values.append(from.values.span().subspan(first * width, (last - first) * width));
      break;
    }
    case Kind::string:
    case Kind::list: {
      const auto offsets = from.list_offsets().subspan(first, last - first + 1);
      append_offsets(to, offsets);
      const auto begin = static_cast<std::size_t>(offsets.front());
      const auto end = static_cast<std::size_t>(offsets.back());
      if (to.kind == Kind::string) {
        to.values.append(from.values.span().subspan(begin, end - begin));
      } else {
        append_range(to.contents[0], from.contents[0], begin, end);
      }
      break;
    }
    case Kind::regular:
      append_range(to.contents[0], from.contents[0], first * from.size, last * from.size);
      break;
    case Kind::record:
      for (std::size_t member = 0; member < to.contents.size(); ++member)
        append_range(to.contents[member], from.contents[member], first, last);
      break;
  }
  to.length += last - first;
}

bool same_type(const Array& a, const Array& b) noexcept {
  if (a.kind != b.kind || a.contents.size() != b.contents.size()) return false;
  if (a.kind == Kind::number && a.number != b.number) return false;
  if (a.kind == Kind::regular && a.size != b.size) return false;
  if (a.names != b.names) return false;
  return std::equal(a.contents.begin(), a.contents.end(), b.contents.begin(), same_type);
}

}  // namespace

Array::Array(const Type& type) : kind(type.kind), number(type.number), size(type.size), names(type.names) {
  if (has_offsets(kind)) append_offset(*this, 0);
  for (const Type& content : type.contents) contents.emplace_back(content);
}

Type Array::type() const {
  Type type{.kind = kind, .number = number, .size = size, .names = names, .contents = {}};
  if (kind != Kind::number) type.number = NumberType::float64;
  for (const Array& content : contents) type.contents.push_back(content.type());
  return type;
}

void Array::clear() noexcept {
  length = 0;
  values.clear();
  if (has_offsets(kind)) offsets.resize(sizeof(std::int64_t));  // the leading 0 stays
  for (Array& content : contents) content.clear();
}

std::size_t Array::byte_count() const noexcept {
  std::size_t count = values.size() + offsets.size();
  for (const Array& content : contents) count += content.byte_count();
  return count;
}

void Array::require(NumberType wanted) const {
  if (kind != Kind::number || number != wanted)
    fail(ErrorKind::misuse, "the values are {}, not {}", to_string(type()), to_string(wanted));
}

void append(Array& to, const Array& from, std::size_t first, std::size_t last) { append_range(to, from, first, last); }

void append(Array& to, const Array& more) {
  if (!same_type(to, more))
    fail(ErrorKind::misuse, "cannot append {} to {}", to_string(more.type()), to_string(to.type()));
  append_range(to, more, 0, more.length);
}

void reserve_for(Array& to, std::span<const Array> parts) {
  std::vector<const Array*> level;
  for (const Array& part : parts) level.push_back(&part);
  const auto reserve = [](const auto& self, Array& into, std::span<const Array* const> from) -> void {
    std::size_t values = into.values.size();
    std::size_t offsets = into.offsets.size();
    for (const Array* part : from) {
      values += part->values.size();
      offsets += part->offsets.size();
    }
    into.values.reserve(values);
    into.offsets.reserve(offsets);
    for (std::size_t content = 0; content < into.contents.size(); ++content) {
      std::vector<const Array*> below;
      for (const Array* part : from) below.push_back(&part->contents.at(content));
      self(self, into.contents[content], below);
    }
  };
  reserve(reserve, to, level);
}

Array slice(const Array& array, std::size_t first, std::size_t last) {
  if (first > last || last > array.length)
    fail(ErrorKind::misuse, "values {}..{} are not all there: the array has {}", first, last, array.length);
  Array part(array.type());
  append_range(part, array, first, last);
  return part;
}

void validate(const Array& array) {
  const auto check = [](std::string_view what, std::size_t is, std::size_t wanted) {
    if (is != wanted) fail(ErrorKind::misuse, "{} is {}, expected {}", what, is, wanted);
  };
  if (array.kind == Kind::number) {
    check("size of the values in bytes", array.values.size(), array.length * size_of(array.number));
  } else if (has_offsets(array.kind)) {
    const auto offsets = array.list_offsets();
    check("number of offsets", offsets.size(), array.length + 1);
    check("first offset", static_cast<std::size_t>(offsets.front()), 0);
    if (!std::is_sorted(offsets.begin(), offsets.end())) fail(ErrorKind::misuse, "offsets decrease");
    const std::size_t content = array.kind == Kind::string ? array.values.size() : array.contents.at(0).length;
    check("length of the content", content, static_cast<std::size_t>(offsets.back()));
  } else if (array.kind == Kind::regular) {
    check("length of the content", array.contents.at(0).length,
          checked_product<std::size_t>(array.length, array.size, "length of the content"));
  } else {
    check("number of members", array.contents.size(), array.names.size());
    for (const Array& member : array.contents) check("length of a member", member.length, array.length);
  }
  for (const Array& content : array.contents) validate(content);
}

}  // namespace ramet::inline v1::array
