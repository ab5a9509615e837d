#include "ramet/array/array.hpp"

#include <algorithm>
#include <limits>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::array {
namespace {

/// Whether values of the kind lie between two offsets each.
bool has_offsets(Kind kind) noexcept { return kind == Kind::list || kind == Kind::string || kind == Kind::option; }

/// Append offsets [first, last] of `more` to `to`, continuing from where `to` ends.
void append_offsets(Array& to, std::span<const std::int64_t> more) {
  const std::int64_t shift = to.list_offsets().back() - more.front();
  const auto place = to.offsets.extend((more.size() - 1) * sizeof(std::int64_t));
  auto* out = reinterpret_cast<std::int64_t*>(place.data());
  for (const std::int64_t offset : more.subspan(1)) *out++ = offset + shift;
}

void append_range(Array& to, const Array& from, std::size_t first, std::size_t last);

/// Values [first, last) of a variant: of each content the part that they reach.
void append_variants(Array& to, const Array& from, std::size_t first, std::size_t last) {
  struct Reach {
    std::int64_t begin = std::numeric_limits<std::int64_t>::max();
    std::int64_t end = 0;
    std::int64_t shift = 0;
  };
  const auto tags = from.tags().subspan(first, last - first);
  const auto places = from.list_offsets().subspan(first, last - first);
  std::vector<Reach> reached(from.contents.size() + 1);
  for (std::size_t value = 0; value < tags.size(); ++value) {
    Reach& reach = reached[tags[value]];
    reach.begin = std::min(reach.begin, places[value]);
    reach.end = std::max(reach.end, places[value] + 1);
  }
  reached[0] = {.begin = 0, .end = 0, .shift = 0};  // no value has its place at 0
  for (std::size_t content = 0; content < from.contents.size(); ++content) {
    Reach& reach = reached[content + 1];
    if (reach.end == 0) continue;
    reach.shift = static_cast<std::int64_t>(to.contents[content].length) - reach.begin;
    append_range(to.contents[content], from.contents[content], static_cast<std::size_t>(reach.begin),
                 static_cast<std::size_t>(reach.end));
  }
  to.values.append(from.values.span().subspan(first, last - first));
  auto* out = reinterpret_cast<std::int64_t*>(to.offsets.extend(places.size_bytes()).data());
  for (std::size_t value = 0; value < tags.size(); ++value) *out++ = places[value] + reached[tags[value]].shift;
}

void append_range(Array& to, const Array& from, std::size_t first, std::size_t last) {
  switch (to.kind) {
    case Kind::number: {
      const std::size_t width = size_of(to.number);
      to.values.append(from.values.span().subspan(first * width, (last - first) * width));
      break;
    }
    case Kind::string:
    case Kind::list:
    case Kind::option: {
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
    case Kind::variant:
      append_variants(to, from, first, last);
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

void require_count(std::string_view what, std::size_t is, std::size_t wanted) {
  if (is != wanted) fail(ErrorKind::misuse, "{} is {}, expected {}", what, is, wanted);
}

void require_contents(const Array& array, std::size_t wanted) {
  require_count("number of contents", array.contents.size(), wanted);
}

void validate_numbers(const Array& array) {
  // Divided, because a length from outside times the width could overflow.
  const std::size_t width = size_of(array.number);
  require_count("size of the values in bytes", array.values.size() % width, 0);
  require_count("number of values", array.values.size() / width, array.length);
  const auto is_bool = [](std::byte value) { return value <= std::byte{1}; };
  if (array.number == NumberType::boolean && !std::ranges::all_of(array.values.span(), is_bool))
    fail(ErrorKind::misuse, "a boolean is neither 0 nor 1");
}

void validate_offsets(const Array& array, std::size_t content) {
  const auto offsets = array.list_offsets();
  require_count("size of the offsets in bytes", array.offsets.size() % sizeof(std::int64_t), 0);
  if (offsets.empty()) fail(ErrorKind::misuse, "there are no offsets, not even the first");
  require_count("number of offsets less one", offsets.size() - 1, array.length);
  if (offsets.front() != 0) fail(ErrorKind::misuse, "first offset is {}, expected 0", offsets.front());
  if (!std::ranges::is_sorted(offsets)) fail(ErrorKind::misuse, "offsets decrease");
  require_count("length of the content", content, static_cast<std::size_t>(offsets.back()));
}

void validate_options(const Array& array) {
  validate_offsets(array, array.contents[0].length);
  const auto offsets = array.list_offsets();
  for (std::size_t value = 0; value < array.length; ++value)
    if (offsets[value + 1] - offsets[value] > 1)
      fail(ErrorKind::misuse, "an optional value is {} values", offsets[value + 1] - offsets[value]);
}

void validate_variants(const Array& array) {
  const auto places = array.list_offsets();
  require_count("number of tags", array.values.size(), array.length);
  require_count("size of the places in bytes", array.offsets.size() % sizeof(std::int64_t), 0);
  require_count("number of places", places.size(), array.length);
  for (std::size_t value = 0; value < array.length; ++value) {
    const std::size_t tag = array.tags()[value];
    if (tag > array.contents.size())
      fail(ErrorKind::misuse, "a tag is {}, but there are {} alternatives", tag, array.contents.size());
    const std::size_t length = tag == 0 ? 1 : array.contents[tag - 1].length;
    if (places[value] < 0 || static_cast<std::size_t>(places[value]) >= length)
      fail(ErrorKind::misuse, "a value is at {}, but alternative {} has {}", places[value], tag, tag == 0 ? 0 : length);
  }
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
  // The leading 0 stays.
  offsets.resize(has_offsets(kind) && !offsets.empty() ? sizeof(std::int64_t) : 0);
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
  if (&to == &more) return append(to, slice(more, 0, more.length));  // a buffer that grows cannot be copied from
  append_range(to, more, 0, more.length);
}

void truncate(Array& array, std::size_t length) noexcept {
  // No buffer grows, so none of this can fail.
  array.length = length;
  switch (array.kind) {
    case Kind::number:
      return array.values.resize(length * size_of(array.number));
    case Kind::string:
    case Kind::list:
    case Kind::option: {
      array.offsets.resize((length + 1) * sizeof(std::int64_t));
      const auto end = static_cast<std::size_t>(array.list_offsets().back());
      if (array.kind == Kind::string) return array.values.resize(end);
      return truncate(array.contents[0], end);
    }
    case Kind::regular:
      return truncate(array.contents[0], length * array.size);
    case Kind::record:
      for (Array& content : array.contents) truncate(content, length);
      return;
    case Kind::variant:
      array.values.resize(length);
      array.offsets.resize(length * sizeof(std::int64_t));
      for (std::size_t content = 0; content < array.contents.size(); ++content) {
        std::size_t end = 0;
        for (std::size_t value = 0; value < length; ++value)
          if (array.tags()[value] == content + 1)
            end = std::max(end, static_cast<std::size_t>(array.list_offsets()[value]) + 1);
        truncate(array.contents[content], end);
      }
  }
}

void append_zeros(Array& to, std::size_t count) {
  const auto add_zero_bytes = [](bytes::Buffer& buffer, std::size_t size) {
    std::ranges::fill(buffer.extend(size), std::byte{0});
  };
  to.length += count;
  switch (to.kind) {
    case Kind::number:
      return add_zero_bytes(to.values, count * size_of(to.number));
    case Kind::string:
    case Kind::list:
    case Kind::option: {
      const std::int64_t end = to.list_offsets().back();
      for (std::size_t value = 0; value < count; ++value) append_offset(to, end);
      return;
    }
    case Kind::regular:
      return append_zeros(to.contents[0], count * to.size);
    case Kind::record:
      for (Array& content : to.contents) append_zeros(content, count);
      return;
    case Kind::variant:
      add_zero_bytes(to.values, count);
      return add_zero_bytes(to.offsets, count * sizeof(std::int64_t));
  }
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
  switch (array.kind) {
    case Kind::number:
      validate_numbers(array);
      break;
    case Kind::string:
      validate_offsets(array, array.values.size());
      break;
    case Kind::list:
      require_contents(array, 1);
      validate_offsets(array, array.contents[0].length);
      break;
    case Kind::regular:
      require_contents(array, 1);
      // Without values there is nothing to multiply, and a size of any width is fine.
      if (array.length > 0 && array.size > array.contents[0].length / array.length)
        fail(ErrorKind::misuse, "length of the content is {}, expected {} times {}", array.contents[0].length,
             array.length, array.size);
      require_count("length of the content", array.contents[0].length, array.length * array.size);
      break;
    case Kind::record:
      require_contents(array, array.names.size());
      for (const Array& member : array.contents) require_count("length of a member", member.length, array.length);
      break;
    case Kind::option:
      require_contents(array, 1);
      validate_options(array);
      break;
    case Kind::variant:
      validate_variants(array);
      break;
  }
  for (const Array& content : array.contents) validate(content);
}

}  // namespace ramet::inline v1::array
