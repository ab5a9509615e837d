#include "ramet/array/array_builder.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "ramet/array/internal/append_range.hpp"
#include "ramet/core/error.hpp"

namespace ramet::inline v1::array {
namespace {

/// Whether values of the kind lie between two offsets each.
bool has_offsets(Kind kind) noexcept { return kind == Kind::list || kind == Kind::string || kind == Kind::option; }

bool same_type(const ArrayBuilder& a, const Array& b) noexcept {
  if (a.kind != b.kind() || a.contents.size() != b.contents().size()) return false;
  if (a.kind == Kind::number && a.number != b.number()) return false;
  if (a.kind == Kind::regular && a.size != b.size()) return false;
  if (a.names != b.names()) return false;
  return std::equal(a.contents.begin(), a.contents.end(), b.contents().begin(), same_type);
}

void require_count(std::string_view what, std::size_t is, std::size_t wanted) {
  if (is != wanted) detail::fail(ErrorKind::misuse, "{} is {}, expected {}", what, is, wanted);
}

/// Offsets of so many values that end where the content does.
void check_offsets(const ArrayBuilder& array, std::size_t content) {
  const auto offsets = array.list_offsets();
  require_count("size of the offsets in bytes", array.offsets.size() % sizeof(std::int64_t), 0);
  if (offsets.empty()) detail::fail(ErrorKind::misuse, "there are no offsets, not even the first");
  require_count("number of offsets less one", offsets.size() - 1, array.length);
  if (offsets.front() != 0) detail::fail(ErrorKind::misuse, "first offset is {}, expected 0", offsets.front());
  require_count("length of the content", content, static_cast<std::size_t>(offsets.back()));
}

}  // namespace

ArrayBuilder::ArrayBuilder(const Type& type)
    : kind(type.kind), number(type.number), size(type.size), names(type.names) {
  if (has_offsets(kind)) append_offset(*this, 0);
  for (const Type& content : type.contents) contents.emplace_back(content);
}

Type ArrayBuilder::type() const {
  Type type{.kind = kind, .number = number, .size = size, .names = names, .contents = {}};
  if (kind != Kind::number) type.number = NumberType::float64;
  for (const ArrayBuilder& content : contents) type.contents.push_back(content.type());
  return type;
}

ArrayBuilder ArrayBuilder::without_values() const {
  ArrayBuilder made;
  made.kind = kind;
  made.number = number;
  made.size = size;
  made.names = names;
  made.contents.reserve(contents.size());
  for (const ArrayBuilder& content : contents) made.contents.push_back(content.without_values());
  if (has_offsets(kind)) append_offset(made, 0);
  return made;
}

void ArrayBuilder::check_sizes(std::span<const Array> finished) const {
  const auto require_contents = [&](std::size_t wanted) {
    require_count("number of contents", finished.size(), wanted);
  };
  switch (kind) {
    case Kind::number: {
      // Divided, because a length from outside times the width could overflow.
      const std::size_t width = size_of(number);
      require_count("size of the values in bytes", values.size() % width, 0);
      return require_count("number of values", values.size() / width, length);
    }
    case Kind::string:
      return check_offsets(*this, values.size());
    case Kind::list:
    case Kind::option:
      require_contents(1);
      return check_offsets(*this, finished[0].length());
    case Kind::regular:
      require_contents(1);
      // Without values there is nothing to multiply, and a size of any width is fine.
      if (length > 0 && size > finished[0].length() / length)
        detail::fail(ErrorKind::misuse, "length of the content is {}, expected {} times {}", finished[0].length(),
                     length, size);
      return require_count("length of the content", finished[0].length(), length * size);
    case Kind::record:
      require_contents(names.size());
      for (const Array& member : finished) require_count("length of a member", member.length(), length);
      return;
    case Kind::variant:
      require_count("number of tags", values.size(), length);
      require_count("size of the places in bytes", offsets.size() % sizeof(std::int64_t), 0);
      return require_count("number of places", list_offsets().size(), length);
  }
}

std::unique_ptr<Array::Node> ArrayBuilder::make_node(const ArrayBuilder& like, std::vector<Array> contents) {
  like.check_sizes(contents);
  auto node = std::make_unique<Array::Node>();
  node->kind = like.kind;
  node->number = like.number;
  node->size = like.size;
  node->contents = std::move(contents);
  return node;
}

Array ArrayBuilder::finish() && {
  std::vector<Array> finished;
  finished.reserve(contents.size());
  for (ArrayBuilder& content : contents) finished.push_back(std::move(content).finish());
  return std::move(*this).finish(std::move(finished));
}

Array ArrayBuilder::finish(std::vector<Array> finished) && {
  auto node = make_node(*this, std::move(finished));
  node->own_names = std::move(names);
  node->values = std::move(values);
  node->offsets = std::move(offsets);
  const std::byte* const bytes = node->values.data();
  const auto* const ends = reinterpret_cast<const std::int64_t*>(node->offsets.data());
  return {Array::NodePointer(std::move(node)), bytes, ends, length};
}

Array ArrayBuilder::borrow() const {
  auto node = make_node(*this, array::borrow(contents));
  node->names = &names;
  return {Array::NodePointer(std::move(node)), values.data(), list_offsets().data(), length};
}

ArrayBuilder ArrayBuilder::reuse(Array&& array) {
  const Array last = std::move(array);
  Array::Node* const node = last.node_.only_one();
  if (node == nullptr) return ArrayBuilder(last.type());
  ArrayBuilder builder;
  builder.kind = node->kind;
  builder.number = node->number;
  builder.size = node->size;
  if (node->names == &node->own_names)
    builder.names = std::move(node->own_names);
  else
    builder.names = *node->names;
  builder.values = std::move(node->values);
  builder.offsets = std::move(node->offsets);
  for (Array& content : node->contents) builder.contents.push_back(reuse(std::move(content)));
  builder.values.clear();
  builder.offsets.clear();
  if (has_offsets(builder.kind)) append_offset(builder, 0);
  return builder;
}

void ArrayBuilder::clear() noexcept {
  length = 0;
  values.clear();
  // The leading 0 stays.
  offsets.resize(has_offsets(kind) && !offsets.empty() ? sizeof(std::int64_t) : 0);
  for (ArrayBuilder& content : contents) content.clear();
}

std::size_t ArrayBuilder::byte_count() const noexcept {
  std::size_t count = values.size() + offsets.size();
  for (const ArrayBuilder& content : contents) count += content.byte_count();
  return count;
}

void ArrayBuilder::require(NumberType wanted) const {
  if (kind != Kind::number || number != wanted)
    detail::fail(ErrorKind::misuse, "the values are {}, not {}", to_string(type()), to_string(wanted));
}

void append(ArrayBuilder& to, const Array& from, std::size_t first, std::size_t last) {
  internal::append_range(to, from, first, last);
}

void append(ArrayBuilder& to, const ArrayBuilder& from, std::size_t first, std::size_t last) {
  internal::append_range(to, from, first, last);
}

void append(ArrayBuilder& to, const Array& more) {
  if (!same_type(to, more))
    detail::fail(ErrorKind::misuse, "cannot append {} to {}", to_string(more.type()), to_string(to.type()));
  internal::append_range(to, more, 0, more.length());
}

void truncate(ArrayBuilder& array, std::size_t length) noexcept {
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
      for (ArrayBuilder& content : array.contents) truncate(content, length);
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

void append_zeros(ArrayBuilder& to, std::size_t count) {
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
      for (ArrayBuilder& content : to.contents) append_zeros(content, count);
      return;
    case Kind::variant:
      add_zero_bytes(to.values, count);
      return add_zero_bytes(to.offsets, count * sizeof(std::int64_t));
  }
}

namespace {

void reserve(ArrayBuilder& to, std::span<const Array> parts) {
  std::size_t values = 0;
  std::size_t offsets = 0;
  for (const Array& part : parts) {
    values += part.values().size();
    offsets += part.list_offsets().size_bytes();
  }
  to.values.reserve(to.values.size() + values);
  to.offsets.reserve(to.offsets.size() + offsets);
  for (std::size_t content = 0; content < to.contents.size(); ++content) {
    std::vector<Array> below;
    below.reserve(parts.size());
    const bool is_reached = to.kind == Kind::list || to.kind == Kind::option;
    for (const Array& part : parts) below.push_back(is_reached ? part.items() : part.content(content));
    reserve(to.contents[content], below);
  }
}

}  // namespace

void reserve_for(ArrayBuilder& to, std::span<const Array> parts) { reserve(to, parts); }

std::vector<Array> borrow(std::span<const ArrayBuilder> builders) {
  std::vector<Array> arrays;
  arrays.reserve(builders.size());
  for (const ArrayBuilder& builder : builders) arrays.push_back(builder.borrow());
  return arrays;
}

std::vector<Array> finish(std::vector<ArrayBuilder>&& builders) {
  std::vector<Array> arrays;
  arrays.reserve(builders.size());
  for (ArrayBuilder& builder : builders) arrays.push_back(std::move(builder).finish());
  return arrays;
}

}  // namespace ramet::inline v1::array
