#include "ramet/array/detail/packed_columns.hpp"

#include <limits>
#include <new>
#include <utility>

#include "ramet/array/internal/append_range.hpp"

namespace ramet::inline v1::array {
namespace {

constexpr std::size_t alignment = 8;

constexpr std::size_t aligned(std::size_t place) noexcept { return (place + alignment - 1) / alignment * alignment; }

std::size_t packed_size(const ArrayBuilder& column) noexcept {
  std::size_t size = aligned(column.values.size()) + aligned(column.offsets.size());
  for (const ArrayBuilder& content : column.contents) size += packed_size(content);
  return size;
}

std::size_t node_count(const ArrayBuilder& column) noexcept {
  std::size_t count = 1;
  for (const ArrayBuilder& content : column.contents) count += node_count(content);
  return count;
}

void pack(const ArrayBuilder& column, bytes::Buffer& bytes, std::vector<std::uint32_t>& ends) {
  for (const bytes::Buffer* const buffer : {&column.values, &column.offsets}) {
    bytes.resize(aligned(bytes.size()));
    bytes.append(buffer->span());
    ends.push_back(static_cast<std::uint32_t>(bytes.size()));
  }
  for (const ArrayBuilder& content : column.contents) pack(content, bytes, ends);
}

}  // namespace

/// A builder as it was packed. Threads: a value.
class PackedColumns::Node {
 public:
  Node(const PackedColumns& columns, const ArrayBuilder& type, std::size_t number) noexcept
      : columns_(&columns), type_(&type), number_(number) {}

  std::span<const std::byte> values() const noexcept { return buffer(2 * number_); }
  std::span<const std::int64_t> list_offsets() const noexcept {
    const auto bytes = buffer(2 * number_ + 1);
    return {reinterpret_cast<const std::int64_t*>(bytes.data()), bytes.size() / sizeof(std::int64_t)};
  }
  std::span<const std::uint8_t> tags() const noexcept {
    return {reinterpret_cast<const std::uint8_t*>(values().data()), values().size()};
  }
  Node content(std::size_t wanted) const noexcept {
    std::size_t number = number_ + 1;
    for (std::size_t before = 0; before < wanted; ++before) number += node_count(type_->contents[before]);
    return {*columns_, type_->contents[wanted], number};
  }

  // What append_range asks for.
  friend std::span<const std::byte> values_of(const Node& node) noexcept { return node.values(); }
  friend Node content_of(const Node& node, std::size_t content) noexcept { return node.content(content); }

 private:
  std::span<const std::byte> buffer(std::size_t number) const noexcept {
    const std::size_t begin = number == 0 ? 0 : aligned(columns_->ends_[number - 1]);
    return columns_->bytes_.span().subspan(begin, columns_->ends_[number] - begin);
  }

  const PackedColumns* columns_;
  const ArrayBuilder* type_;
  std::size_t number_;
};

PackedColumns::PackedColumns(std::span<const ArrayBuilder> columns,
                             std::shared_ptr<const std::vector<ArrayBuilder>> types)
    : types_(std::move(types)) {
  std::size_t size = 0, nodes = 0;
  for (const ArrayBuilder& column : columns) {
    size += packed_size(column);
    nodes += node_count(column);
  }
  if (size > std::numeric_limits<std::uint32_t>::max()) throw std::bad_alloc();
  bytes_.reserve(size);
  ends_.reserve(2 * nodes);
  for (const ArrayBuilder& column : columns) pack(column, bytes_, ends_);
}

std::vector<ArrayBuilder> PackedColumns::builders() const {
  std::vector<ArrayBuilder> made;
  made.reserve(size());
  for (const ArrayBuilder& type : *types_) made.push_back(type.without_values());
  return made;
}

void PackedColumns::append_to(std::span<ArrayBuilder> columns, std::size_t first, std::size_t last) const {
  std::size_t number = 0;
  for (std::size_t column = 0; column < columns.size(); ++column) {
    const ArrayBuilder& type = (*types_)[column];
    internal::append_range(columns[column], Node(*this, type, number), first, last);
    number += node_count(type);
  }
}

}  // namespace ramet::inline v1::array
