#include "ramet/ntuple/internal/batch_cursor.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "ramet/array/detail/each_batch.hpp"
#include "ramet/core/detail/narrow.hpp"
#include "ramet/core/error.hpp"
#include "ramet/ntuple/internal/streamed_read.hpp"

namespace ramet::inline v1::ntuple::internal {
namespace {

using array::ArrayBuilder;

std::size_t column_count(LayoutKind kind) noexcept {
  switch (kind) {
    case LayoutKind::regular:
    case LayoutKind::record:
    case LayoutKind::unreadable:
      return 0;
    case LayoutKind::string:
    case LayoutKind::streamed:
      return 2;
    default:
      return 1;
  }
}

std::int64_t* extend_offsets(bytes::Buffer& buffer, std::uint64_t count) {
  return reinterpret_cast<std::int64_t*>(buffer.extend(count * sizeof(std::int64_t)).data());
}

}  // namespace

BatchCursor::BatchCursor(const Schema& schema, std::span<const FieldLayout> layouts, const BlobReader& blobs)
    : schema_(schema), blobs_(blobs) {
  for (const FieldLayout& layout : layouts) {
    nodes_.push_back(node_of(layout));
  }
}

BatchCursor::Node BatchCursor::node_of(const FieldLayout& layout) {
  Node node;
  node.layout = &layout;
  for (std::size_t k = 0; k < column_count(layout.kind); ++k) node.columns.emplace_back(blobs_, reader_, *layout.field);
  for (const FieldLayout& content : layout.contents) node.contents.push_back(node_of(content));
  return node;
}

void BatchCursor::enter(const ClusterPages& cluster) {
  cluster_begin_ = cluster.entries.first.number;
  for (Node& node : nodes_) enter(node, cluster, cluster.entries.size());
}

void BatchCursor::take_back() {
  if (!std::exchange(has_batch_, false)) {
    builders_.clear();
    for (const Node& node : nodes_) builders_.emplace_back(node.layout->type);
  } else {
    for (std::size_t column = 0; column < arrays_.size(); ++column)
      builders_[column] = array::ArrayBuilder::reuse(std::move(arrays_[column]));
  }
  arrays_.clear();
}

Batch BatchCursor::decode(EntryRange entries) {
  take_back();
  const ElementRange items{entries.first.number - cluster_begin_, entries.last.number - cluster_begin_};
  for (std::size_t column = 0; column < nodes_.size(); ++column) {
    decode(nodes_[column], items, builders_[column]);
    arrays_.push_back(std::move(builders_[column]).finish());
  }
  has_batch_ = true;
  return {entries, arrays_};
}

void BatchCursor::for_each_batch(const ClusterPages& cluster, EntryRange entries, std::size_t batch_entries,
                                 const StopToken& stop, FunctionRef<void(const Batch&)> body) {
  enter(cluster);
  array::for_each_batch(entries, batch_entries, stop, [&](EntryRange batch) { return decode(batch); }, body);
}

void BatchCursor::enter(Node& node, const ClusterPages& cluster, std::optional<std::uint64_t> all) {
  node.next = node.next_end = 0;
  for (std::size_t k = 0; k < node.columns.size(); ++k)
    node.columns[k].enter(ColumnElements(schema_, *node.layout->field, k, cluster, k == 0 ? all : std::nullopt));
  std::optional<std::uint64_t> contents;
  if (node.layout->kind == LayoutKind::record) contents = all;
  if (node.layout->kind == LayoutKind::regular && all)
    contents = detail::checked_product(*all, node.layout->type.size, "array elements");
  for (Node& content : node.contents) enter(content, cluster, contents);
}

std::uint64_t BatchCursor::end_before(Node& node, std::uint64_t item) {
  if (item == 0) return 0;
  return node.next == item ? node.next_end : node.columns.front().read_end(item - 1);
}

ElementRange BatchCursor::decode_offsets(Node& node, ElementRange items, ArrayBuilder& to) {
  const std::uint64_t begin = end_before(node, items.first);
  const std::int64_t last = to.list_offsets().back();
  const std::int64_t shift = last - static_cast<std::int64_t>(begin);
  if (items.size() == 0) return {begin, begin};
  node.columns.front().require_believable(items);
  std::int64_t* const out = extend_offsets(to.offsets, items.size());
  node.columns.front().read_indexes(items, shift, out);
  if (!std::is_sorted(out - 1, out + items.size()))
    detail::fail(ErrorKind::corrupt, "field '{}': the ends of its collections decrease", node.layout->field->name);
  node.next = items.last;
  node.next_end = static_cast<std::uint64_t>(out[items.size() - 1] - shift);
  return {begin, node.next_end};
}

void BatchCursor::decode_sizes(Node& node, ElementRange items, ArrayBuilder& to) {
  node.columns.front().require_believable(items);
  scratch_.resize(items.size() + 1);
  scratch_.front() = static_cast<std::int64_t>(end_before(node, items.first));
  node.columns.front().read_indexes(items, 0, scratch_.data() + 1);
  const std::size_t width = array::size_of(to.number);
  std::byte* out = to.values.extend(items.size() * width).data();
  for (std::uint64_t i = 0; i < items.size(); ++i, out += width) {
    const std::int64_t size = scratch_[i + 1] - scratch_[i];
    if (size < 0 || (width == 4 && size > std::numeric_limits<std::uint32_t>::max()))
      detail::fail(ErrorKind::corrupt, "field '{}': the size of a collection is {}", node.layout->field->name, size);
    std::memcpy(out, &size, width);
  }
  node.next = items.last;
  node.next_end = static_cast<std::uint64_t>(scratch_.back());
}

void BatchCursor::decode_streamed(Node& node, ElementRange items, ArrayBuilder& to) {
  to.length -= items.size();  // grows as objects are converted
  node.stored.clear();
  node.stored.length = items.size();
  const ElementRange bytes = decode_offsets(node, items, node.stored);
  node.columns[1].require_believable(bytes);
  node.columns[1].read_numbers(bytes, array::NumberType::uint8, node.stored.values.extend(bytes.size()).data());
  append_objects(*node.layout->objects, node.stored, 0, items.size(), to);
}

void BatchCursor::decode_variants(Node& node, ElementRange items, ArrayBuilder& to) {
  node.columns.front().require_believable(items);
  auto* tags = reinterpret_cast<std::uint8_t*>(to.values.extend(items.size()).data());
  std::int64_t* indexes = extend_offsets(to.offsets, items.size());
  node.columns.front().read_dispatches(items, node.contents.size(), tags, indexes);
  for (std::size_t content = 0; content < node.contents.size(); ++content) {
    ElementRange range{std::numeric_limits<std::uint64_t>::max(), 0};
    for (std::uint64_t i = 0; i < items.size(); ++i) {
      if (tags[i] != content + 1) continue;
      const auto index = static_cast<std::uint64_t>(indexes[i]);
      if (index > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) - 1)
        detail::fail(ErrorKind::corrupt, "field '{}': a value is element {}", node.layout->field->name, index);
      range = {std::min(range.first, index), std::max(range.last, index + 1)};
    }
    if (range.last == 0) continue;
    const auto shift = static_cast<std::int64_t>(to.contents[content].length) - static_cast<std::int64_t>(range.first);
    for (std::uint64_t i = 0; i < items.size(); ++i)
      if (tags[i] == content + 1) indexes[i] += shift;
    decode(node.contents[content], range, to.contents[content]);
  }
}

void BatchCursor::decode(Node& node, ElementRange items, ArrayBuilder& to) {
  to.length += items.size();
  switch (node.layout->kind) {
    case LayoutKind::number: {
      node.columns.front().require_believable(items);
      const std::size_t width = array::size_of(to.number);
      return node.columns.front().read_numbers(items, to.number, to.values.extend(items.size() * width).data());
    }
    case LayoutKind::cardinality:
      return decode_sizes(node, items, to);
    case LayoutKind::string: {
      const ElementRange characters = decode_offsets(node, items, to);
      node.columns[1].require_believable(characters);
      return node.columns[1].read_numbers(characters, array::NumberType::uint8,
                                          to.values.extend(characters.size()).data());
    }
    case LayoutKind::option:
    case LayoutKind::list:
      decode(node.contents.front(), decode_offsets(node, items, to), to.contents.front());
      break;
    case LayoutKind::regular: {
      const auto times = [&](std::uint64_t item) {
        return detail::checked_product(item, node.layout->type.size, "array elements");
      };
      return decode(node.contents.front(), {times(items.first), times(items.last)}, to.contents.front());
    }
    case LayoutKind::record:
      for (std::size_t member = 0; member < node.contents.size(); ++member)
        decode(node.contents[member], items, to.contents[member]);
      return;
    case LayoutKind::variant:
      return decode_variants(node, items, to);
    case LayoutKind::streamed:
      return decode_streamed(node, items, to);
    case LayoutKind::unreadable:
      detail::fail(ErrorKind::unsupported, "{}", node.layout->reason);
  }
  if (node.layout->kind != LayoutKind::option) return;
  const auto offsets = to.list_offsets().last(items.size() + 1);
  const auto is_two = [](std::int64_t begin, std::int64_t end) { return end - begin > 1; };
  if (std::ranges::adjacent_find(offsets, is_two) != offsets.end())
    detail::fail(ErrorKind::corrupt, "field '{}': an optional has several values", node.layout->field->name);
}

}  // namespace ramet::inline v1::ntuple::internal
