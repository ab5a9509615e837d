#include "ramet/array/array.hpp"

#include <algorithm>

#include "ramet/array/array_builder.hpp"
#include "ramet/core/error.hpp"

namespace ramet::inline v1::array {
namespace {

void validate_offsets(const Array& array) {
  if (!std::ranges::is_sorted(array.list_offsets())) detail::fail(ErrorKind::misuse, "offsets decrease");
}

void validate_options(const Array& array) {
  validate_offsets(array);
  const auto offsets = array.list_offsets();
  for (std::size_t value = 0; value < array.length(); ++value)
    if (offsets[value + 1] - offsets[value] > 1)
      detail::fail(ErrorKind::misuse, "an optional value is {} values", offsets[value + 1] - offsets[value]);
}

void validate_variants(const Array& array) {
  const auto places = array.list_offsets();
  for (std::size_t value = 0; value < array.length(); ++value) {
    const std::size_t tag = array.tags()[value];
    if (tag > array.contents().size())
      detail::fail(ErrorKind::misuse, "a tag is {}, but there are {} alternatives", tag, array.contents().size());
    const std::size_t length = tag == 0 ? 1 : array.content(tag - 1).length();
    if (places[value] < 0 || static_cast<std::size_t>(places[value]) >= length)
      detail::fail(ErrorKind::misuse, "a value is at {}, but alternative {} has {}", places[value], tag,
                   tag == 0 ? 0 : length);
  }
}

void validate_numbers(const Array& array) {
  const auto is_bool = [](std::byte value) { return value <= std::byte{1}; };
  if (array.number() == NumberType::boolean && !std::ranges::all_of(array.values(), is_bool))
    detail::fail(ErrorKind::misuse, "a boolean is neither 0 nor 1");
}

/// Whether nothing lies before or behind what the array reaches.
bool is_compact(const Array& array) noexcept {
  const auto offsets = array.list_offsets();
  switch (array.kind()) {
    case Kind::number:
      return true;
    case Kind::string:
      return offsets.front() == 0;
    case Kind::list:
    case Kind::option:
      if (offsets.front() != 0 || static_cast<std::size_t>(offsets.back()) != array.content(0).length()) return false;
      break;
    case Kind::variant:  // whatever its places are
      return false;
    case Kind::regular:
    case Kind::record:
      break;
  }
  return std::ranges::all_of(array.contents(), is_compact);
}

}  // namespace

Array::NodePointer::NodePointer(std::unique_ptr<Node> node) noexcept : node_(node.release()) {}

Array::Node* Array::NodePointer::only_one() const noexcept {
  return node_ != nullptr && node_->sharers.load(std::memory_order_acquire) == 1 ? node_ : nullptr;
}

Array::Array(const Type& type) : Array(ArrayBuilder(type).finish()) {}

Type Array::type() const {
  Type type{.kind = kind(), .number = NumberType::float64, .size = size(), .names = names(), .contents = {}};
  if (kind() == Kind::number) type.number = number();
  for (const Array& content : contents()) type.contents.push_back(content.type());
  return type;
}

Array Array::items() const {
  const auto offsets = list_offsets();
  return content(0).slice(static_cast<std::size_t>(offsets.front()), static_cast<std::size_t>(offsets.back()));
}

Array::NodePointer Array::node_with(std::vector<Array> contents) const {
  auto node = std::make_unique<Node>();
  node->kind = kind();
  node->number = number();
  node->size = size();
  node->names = node_->names;
  node->contents = std::move(contents);
  node->lender = node_->names == &node_->own_names ? node_ : node_->lender;
  return NodePointer(std::move(node));
}

Array Array::slice(std::size_t first, std::size_t last) const {
  if (first > last || last > length_)
    detail::fail(ErrorKind::misuse, "values {}..{} are not all there: the array has {}", first, last, length_);
  const std::size_t count = last - first;
  switch (kind()) {
    case Kind::number:
      return {node_, values_ + first * size_of(number()), nullptr, count};
    case Kind::string:
    case Kind::list:
    case Kind::option:
      return {node_, values_, offsets_ + first, count};
    case Kind::variant:
      return {node_, values_ + first, offsets_ + first, count};
    case Kind::regular:
    case Kind::record:
      break;
  }
  const std::uint64_t each = kind() == Kind::regular ? size() : 1;
  std::vector<Array> parts;
  parts.reserve(contents().size());
  for (const Array& content : contents()) parts.push_back(content.slice(first * each, last * each));
  return {node_with(std::move(parts)), nullptr, nullptr, count};
}

Array Array::with_contents(std::vector<Array> others) const {
  if (others.size() != contents().size())
    detail::fail(ErrorKind::misuse, "number of contents is {}, expected {}", others.size(), contents().size());
  for (std::size_t number = 0; number < others.size(); ++number) {
    std::size_t least = length_;
    if (kind() == Kind::regular) least *= size();
    if (kind() == Kind::list || kind() == Kind::option) least = static_cast<std::size_t>(list_offsets().back());
    if (kind() == Kind::variant) least = content(number).length();
    Array& other = others[number];
    if (other.length() < least)
      detail::fail(ErrorKind::misuse, "length of the content is {}, expected {}", other.length(), least);
    if (other.length() > least && kind() != Kind::variant) other = other.slice(0, least);
  }
  return {node_with(std::move(others)), values_, offsets_, length_};
}

std::size_t Array::byte_count(std::size_t first, std::size_t last) const noexcept {
  const std::size_t count = last - first;
  const auto offsets = list_offsets();
  switch (kind()) {
    case Kind::number:
      return count * size_of(number());
    case Kind::string:
      return (count + 1) * sizeof(std::int64_t) + static_cast<std::size_t>(offsets[last] - offsets[first]);
    case Kind::list:
    case Kind::option:
      return (count + 1) * sizeof(std::int64_t) +
             content(0).byte_count(static_cast<std::size_t>(offsets[first]), static_cast<std::size_t>(offsets[last]));
    case Kind::regular:
      return content(0).byte_count(first * size(), last * size());
    case Kind::record: {
      std::size_t bytes = 0;
      for (const Array& member : contents()) bytes += member.byte_count(first, last);
      return bytes;
    }
    case Kind::variant:
      break;
  }
  std::size_t bytes = count * (sizeof(std::int64_t) + 1);
  for (const Array& content : contents()) bytes += content.byte_count();
  return bytes;
}

void Array::require(NumberType wanted) const {
  if (kind() != Kind::number || number() != wanted)
    detail::fail(ErrorKind::misuse, "the values are {}, not {}", to_string(type()), to_string(wanted));
}

Array compact(const Array& array) {
  if (is_compact(array)) return array;
  ArrayBuilder copy(array.type());
  append(copy, array, 0, array.length());
  return std::move(copy).finish();
}

void validate(const Array& array) {
  switch (array.kind()) {
    case Kind::number:
      validate_numbers(array);
      break;
    case Kind::string:
    case Kind::list:
      validate_offsets(array);
      break;
    case Kind::option:
      validate_options(array);
      break;
    case Kind::variant:
      validate_variants(array);
      break;
    case Kind::regular:
    case Kind::record:
      break;
  }
  for (const Array& content : array.contents()) validate(content);
}

}  // namespace ramet::inline v1::array
