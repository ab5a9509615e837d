#include "ramet/expr/internal/run/array_values.hpp"

#include <cstring>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::expr {

array::Type array_type(const ValueType& type) {
  if (type.is_list()) return array::Type::list_of(array_type(type.item()));
  return type.is_string ? array::Type::string() : array::Type::of(type.number);
}

Values view_array(const array::Array& array, std::span<const std::size_t> members, Arena& arena) {
  const auto content_of = [&](const Values& content) {
    Values* const kept = arena.make<Values>(1).data();
    *kept = content;
    return kept;
  };
  switch (array.kind()) {
    case array::Kind::number:
      return {.data = array.values().data()};
    case array::Kind::string: {
      const std::int64_t* const offsets = array.list_offsets().data();
      return {.begins = offsets,
              .ends = offsets + 1,
              .content = content_of({.data = array.values().data()}),
              .packed = true};
    }
    case array::Kind::list: {
      const std::int64_t* const offsets = array.list_offsets().data();
      return {.begins = offsets,
              .ends = offsets + 1,
              .content = content_of(view_array(array.content(0), members, arena)),
              .packed = true};
    }
    case array::Kind::regular: {
      std::size_t size = array.size();
      const array::Array* content = &array.content(0);
      for (; content->kind() == array::Kind::regular; content = &content->content(0)) size *= content->size();
      const auto offsets = arena.make<std::int64_t>(array.length() + 1);
      for (std::size_t k = 0; k < offsets.size(); ++k) offsets[k] = static_cast<std::int64_t>(k * size);
      return {.begins = offsets.data(),
              .ends = offsets.data() + 1,
              .content = content_of(view_array(*content, members, arena)),
              .packed = true};
    }
    case array::Kind::record:
      return view_array(array.content(members.front()), members.subspan(1), arena);
    case array::Kind::option:
    case array::Kind::variant:
      break;
  }
  fail(ErrorKind::unsupported, "values of type {} in an expression", array::to_string(array.type()));
}

namespace {

void append_values(array::ArrayBuilder& to, const Values& values, const ValueType& type, std::size_t first,
                   std::size_t last) {
  const std::size_t count = last - first;
  if (type.is_number()) {
    const std::size_t size = array::size_of(type.number);
    if (count > 0)
      std::memcpy(to.values.extend(count * size).data(), static_cast<const std::byte*>(values.data) + first * size,
                  count * size);
    to.length += count;
    return;
  }
  auto end = to.list_offsets().back();
  for (std::size_t k = first; k < last; ++k) {
    const auto begins = static_cast<std::size_t>(values.begins[k]);
    const auto ends = static_cast<std::size_t>(values.ends[k]);
    if (type.is_list())
      append_values(to.contents[0], *values.content, type.item(), begins, ends);
    else if (ends > begins)
      std::memcpy(to.values.extend(ends - begins).data(), values.characters() + begins, ends - begins);
    end += static_cast<std::int64_t>(ends - begins);
    array::append_offset(to, end);
  }
  to.length += count;
}

}  // namespace

array::Array copy_values(const Values& values, const ValueType& type, std::size_t count) {
  array::ArrayBuilder builder(array_type(type));
  if (type.depth == 1 && !type.is_string && values.packed && count > 0) {
    // Numbers that lie one behind the other are copied at once.
    const std::int64_t first = values.begins[0];
    for (std::size_t k = 0; k < count; ++k) array::append_offset(builder, values.ends[k] - first);
    builder.length = count;
    append_values(builder.contents[0], *values.content, type.item(), static_cast<std::size_t>(first),
                  static_cast<std::size_t>(values.ends[count - 1]));
  } else {
    append_values(builder, values, type, 0, count);
  }
  return std::move(builder).finish();
}

}  // namespace ramet::inline v1::expr
