#include "ramet/tree/generated_offsets.hpp"

#include "ramet/core/detail/narrow.hpp"
#include "ramet/core/error.hpp"

namespace ramet::inline v1::tree {

void generate_offsets(const ColumnLayout& layout, const CountsView& counts, std::size_t data_size,
                      std::vector<std::uint32_t>& offsets) {
  const std::uint64_t stride = layout.coding.stored_size() * layout.values_per_row;
  offsets.clear();
  offsets.push_back(0);
  std::uint64_t end = 0;
  for (std::size_t entry = 0; entry < counts.size(); ++entry) {
    end += detail::checked_product<std::uint64_t>(detail::narrow<std::uint64_t>(counts[entry], "a number of values"),
                                                  stride, "size of an entry");
    if (end > data_size)
      detail::fail(ErrorKind::corrupt, "entry {} ends at byte {} of {}", offsets.size() - 1, end, data_size);
    offsets.push_back(static_cast<std::uint32_t>(end));
  }
}

namespace {

template <class Number>
std::vector<std::int32_t> narrowed(const array::Array& column) {
  std::vector<std::int32_t> counts;
  counts.reserve(column.length());
  for (const Number number : column.numbers<Number>())
    counts.push_back(detail::narrow<std::int32_t>(number, "a count"));
  return counts;
}

std::vector<std::int32_t> numbers_in(const array::Array& column) {
  using array::NumberType;
  if (column.kind() == array::Kind::number) {
    switch (column.number()) {
      case NumberType::int8:
        return narrowed<std::int8_t>(column);
      case NumberType::uint8:
        return narrowed<std::uint8_t>(column);
      case NumberType::int16:
        return narrowed<std::int16_t>(column);
      case NumberType::uint16:
        return narrowed<std::uint16_t>(column);
      case NumberType::int32:
        return narrowed<std::int32_t>(column);
      case NumberType::uint32:
        return narrowed<std::uint32_t>(column);
      case NumberType::int64:
        return narrowed<std::int64_t>(column);
      case NumberType::uint64:
        return narrowed<std::uint64_t>(column);
      default:
        break;
    }
  }
  detail::fail(ErrorKind::unsupported, "a branch that counts has values of type {}", to_string(column.type()));
}

}  // namespace

Counts counts_in(const array::Array& column) {
  if (column.kind() != array::Kind::list) return {.numbers = numbers_in(column), .bounds = {}};
  const auto bounds = column.list_offsets();
  return {.numbers = numbers_in(column.items()), .bounds = {bounds.begin(), bounds.end()}};
}

}  // namespace ramet::inline v1::tree
