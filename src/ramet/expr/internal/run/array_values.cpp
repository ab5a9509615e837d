#include "ramet/expr/internal/run/array_values.hpp"

#include <cstring>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::expr {

array::Type array_type(const ValueType& type) {
  if (type.is_list()) return array::Type::list_of(array_type(type.item()));
  return type.is_string ? array::Type::string() : array::Type::of(type.number);
}

Values view_array(const array::Array& array, std::span<const std::size_t> members, Arena& arena,
                  FixedArrays fixed_arrays) {
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
    case array::Kind::option:  // a list of none or one
    case array::Kind::list: {
      const std::int64_t* const offsets = array.list_offsets().data();
      return {.begins = offsets,
              .ends = offsets + 1,
              .content = content_of(view_array(array.content(0), members, arena, fixed_arrays)),
              .packed = true};
    }
    case array::Kind::regular: {
      std::size_t size = array.size();
      const array::Array* content = &array.content(0);
      if (fixed_arrays == FixedArrays::flat)
        for (; content->kind() == array::Kind::regular; content = &content->content(0)) size *= content->size();
      const auto offsets = arena.make<std::int64_t>(array.length() + 1);
      for (std::size_t k = 0; k < offsets.size(); ++k) offsets[k] = static_cast<std::int64_t>(k * size);
      return {.begins = offsets.data(),
              .ends = offsets.data() + 1,
              .content = content_of(view_array(*content, members, arena, fixed_arrays)),
              .packed = true};
    }
    case array::Kind::record:
      return view_array(array.content(members.front()), members.subspan(1), arena, fixed_arrays);
    case array::Kind::variant:
      break;
  }
  detail::fail(ErrorKind::unsupported, "values of type {} in an expression", array::to_string(array.type()));
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

// The values from the first one on.
Values behind(const Values& values, const ValueType& type, std::int64_t first) {
  Values found = values;
  if (type.is_number()) {
    found.data =
        static_cast<const std::byte*>(values.data) + static_cast<std::size_t>(first) * array::size_of(type.number);
  } else {
    found.begins += first;
    found.ends += first;
  }
  return found;
}

}  // namespace

array::Array to_array(const Values& values, const ValueType& type, std::size_t count, KeptValues& kept) {
  array::ArrayBuilder builder(array_type(type));
  if (type.is_number()) {
    builder.values = kept.take(values.data, count * array::size_of(type.number));
    if (!builder.values.empty()) {
      builder.length = count;
      return std::move(builder).finish();
    }
  }
  if (!type.is_list() || !values.packed || count == 0) {
    append_values(builder, values, type, 0, count);
    return std::move(builder).finish();
  }
  // Lists that lie one behind the other: their values are an array.
  const std::int64_t first = values.begins[0];
  builder.offsets.resize((count + 1) * sizeof(std::int64_t));
  auto* const offsets = reinterpret_cast<std::int64_t*>(builder.offsets.data());
  offsets[0] = 0;
  for (std::size_t k = 0; k < count; ++k) offsets[k + 1] = values.ends[k] - first;
  builder.length = count;
  std::vector<array::Array> contents;
  const auto total = static_cast<std::size_t>(offsets[count]);
  contents.push_back(to_array(behind(*values.content, type.item(), first), type.item(), total, kept));
  return std::move(builder).finish(std::move(contents));
}

}  // namespace ramet::inline v1::expr
