#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "ramet/array/array_builder.hpp"

namespace ramet::inline v1::array::internal {

/// Append offsets [first, last] of `more` to `to`, continuing from where `to` ends.
inline void append_offsets(ArrayBuilder& to, std::span<const std::int64_t> more) {
  const std::int64_t shift = to.list_offsets().back() - more.front();
  const auto place = to.offsets.extend((more.size() - 1) * sizeof(std::int64_t));
  auto* out = reinterpret_cast<std::int64_t*>(place.data());
  for (const std::int64_t offset : more.subspan(1)) *out++ = offset + shift;
}

inline std::span<const std::byte> values_of(const Array& array) noexcept { return array.values(); }
inline std::span<const std::byte> values_of(const ArrayBuilder& builder) noexcept { return builder.values.span(); }
inline const Array& content_of(const Array& array, std::size_t content) noexcept { return array.content(content); }
inline const ArrayBuilder& content_of(const ArrayBuilder& builder, std::size_t content) noexcept {
  return builder.contents[content];
}

/// Append values [first, last) of `from`: an Array, an ArrayBuilder, or what has the same values_of, content_of,
/// list_offsets and tags. Its type is that of `to`.
template <class From>
void append_range(ArrayBuilder& to, const From& from, std::size_t first, std::size_t last);

/// Values [first, last) of a variant: of each content the part that they reach.
template <class From>
void append_variants(ArrayBuilder& to, const From& from, std::size_t first, std::size_t last) {
  struct Reach {
    std::int64_t begin = std::numeric_limits<std::int64_t>::max();
    std::int64_t end = 0;
    std::int64_t shift = 0;
  };
  const auto tags = from.tags().subspan(first, last - first);
  const auto places = from.list_offsets().subspan(first, last - first);
  std::vector<Reach> reached(to.contents.size() + 1);
  for (std::size_t value = 0; value < tags.size(); ++value) {
    Reach& reach = reached[tags[value]];
    reach.begin = std::min(reach.begin, places[value]);
    reach.end = std::max(reach.end, places[value] + 1);
  }
  reached[0] = {.begin = 0, .end = 0, .shift = 0};  // no value has its place at 0
  for (std::size_t content = 0; content < to.contents.size(); ++content) {
    Reach& reach = reached[content + 1];
    if (reach.end == 0) continue;
    reach.shift = static_cast<std::int64_t>(to.contents[content].length) - reach.begin;
    append_range(to.contents[content], content_of(from, content), static_cast<std::size_t>(reach.begin),
                 static_cast<std::size_t>(reach.end));
  }
  to.values.append(values_of(from).subspan(first, last - first));
  auto* out = reinterpret_cast<std::int64_t*>(to.offsets.extend(places.size_bytes()).data());
  for (std::size_t value = 0; value < tags.size(); ++value) *out++ = places[value] + reached[tags[value]].shift;
}

template <class From>
void append_range(ArrayBuilder& to, const From& from, std::size_t first, std::size_t last) {
  switch (to.kind) {
    case Kind::number: {
      const std::size_t width = size_of(to.number);
      to.values.append(values_of(from).subspan(first * width, (last - first) * width));
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
        to.values.append(values_of(from).subspan(begin, end - begin));
      } else {
        append_range(to.contents[0], content_of(from, 0), begin, end);
      }
      break;
    }
    case Kind::regular:
      append_range(to.contents[0], content_of(from, 0), first * to.size, last * to.size);
      break;
    case Kind::record:
      for (std::size_t member = 0; member < to.contents.size(); ++member)
        append_range(to.contents[member], content_of(from, member), first, last);
      break;
    case Kind::variant:
      append_variants(to, from, first, last);
      break;
  }
  to.length += last - first;
}

}  // namespace ramet::inline v1::array::internal
