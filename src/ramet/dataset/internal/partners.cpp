#include "ramet/dataset/internal/partners.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "ramet/core/error.hpp"
#include "ramet/dataset/detail/gather.hpp"
#include "ramet/dataset/internal/conversion.hpp"
#include "ramet/dataset/internal/tree_table.hpp"

namespace ramet::inline v1::dataset::internal {
namespace {

template <class Number>
std::vector<std::int64_t> widened(const array::Array& array) {
  const auto numbers = array.numbers<Number>();
  // A uint64 keeps its bits, as in a TTreeIndex, on both sides of the comparison.
  std::vector<std::int64_t> wide;
  wide.reserve(numbers.size());
  for (const Number number : numbers) wide.push_back(static_cast<std::int64_t>(number));
  return wide;
}

std::vector<std::int64_t> whole_numbers(const array::Array& array, std::string_view name) {
  using array::NumberType;
  if (array.kind() == array::Kind::number) switch (array.number()) {
      case NumberType::boolean:
        return widened<bool>(array);
      case NumberType::int8:
        return widened<std::int8_t>(array);
      case NumberType::int16:
        return widened<std::int16_t>(array);
      case NumberType::int32:
        return widened<std::int32_t>(array);
      case NumberType::int64:
        return widened<std::int64_t>(array);
      case NumberType::uint8:
        return widened<std::uint8_t>(array);
      case NumberType::uint16:
        return widened<std::uint16_t>(array);
      case NumberType::uint32:
        return widened<std::uint32_t>(array);
      case NumberType::uint64:
        return widened<std::uint64_t>(array);
      case NumberType::float32:
      case NumberType::float64:
        break;
    }
  detail::fail(ErrorKind::unsupported, "column '{}' is {}: an index needs integers", name,
               array::to_string(array.type()));
}

}  // namespace

IndexNumbers index_numbers(std::span<const array::Array> columns, std::span<const std::string> names) {
  IndexNumbers numbers{whole_numbers(columns[0], names[0]), {}};
  numbers.minor =
      names.size() > 1 ? whole_numbers(columns[1], names[1]) : std::vector<std::int64_t>(numbers.major.size());
  return numbers;
}

std::vector<std::uint64_t> partners_of(const IndexNumbers& numbers, const Index& index, Unmatched unmatched,
                                       std::span<const std::string> names, std::uint64_t first_entry,
                                       std::string_view other, std::string_view own) {
  std::vector<std::uint64_t> partners = index.find_all(numbers.major, numbers.minor);
  const auto none = std::ranges::find(partners, no_row);
  if (unmatched != Unmatched::error || none == partners.end()) return partners;
  const auto entry = static_cast<std::size_t>(none - partners.begin());
  const std::string second =
      names.size() > 1 ? fmt::format(", {} = {}", names[1], numbers.minor[entry]) : std::string();
  detail::fail(ErrorKind::not_found, "{} has no entry for {} = {}{}, which entry {}{}{} has", other, names[0],
               numbers.major[entry], second, first_entry + entry, own.empty() ? "" : " of ", own);
}

std::vector<array::Array> values_of_partners(std::vector<std::uint64_t> partners, Unmatched unmatched,
                                             FunctionRef<std::vector<array::Array>(EntryRange)> read) {
  EntryRange range{{no_row}, {0}};
  for (const std::uint64_t row : partners)
    if (row != no_row) range = {{std::min(range.first.number, row)}, {std::max(range.last.number, row + 1)}};
  if (range.empty()) range = {};
  for (std::uint64_t& row : partners)
    if (row != no_row) row -= range.first.number;
  std::vector<array::Array> columns = read(range);
  for (array::Array& column : columns)
    column = gather(convert(column, type_of_partners(column.type(), unmatched)), partners);
  return columns;
}

array::Type type_of_partners(const array::Type& type, Unmatched unmatched) {
  return unmatched == Unmatched::option && type.kind != array::Kind::option ? array::Type::option_of(type) : type;
}

std::optional<std::string> name_in_other(std::string_view prefix, std::string_view name,
                                         FunctionRef<bool(std::string_view)> has) {
  if (const auto group = group_of(name)) {
    const auto found = name_in_other(prefix, *group, has);
    return found ? std::optional(objects_name(*found)) : std::nullopt;
  }
  if (!prefix.empty() && name.starts_with(prefix) && name.substr(prefix.size()).starts_with('.')) {
    const std::string_view column = name.substr(prefix.size() + 1);
    if (has(column)) return std::string(column);
  }
  return has(name) ? std::optional(std::string(name)) : std::nullopt;
}

}  // namespace ramet::inline v1::dataset::internal
