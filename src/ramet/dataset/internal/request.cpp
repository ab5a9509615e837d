#include "ramet/dataset/internal/request.hpp"

#include <algorithm>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/dataset/dataset.hpp"
#include "ramet/dataset/detail/gather.hpp"
#include "ramet/dataset/internal/conversion.hpp"

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

}  // namespace

std::optional<std::string> name_in_friend(const Friend& one, std::string_view name) {
  if (name.starts_with(one.name) && name.substr(one.name.size()).starts_with('.')) {
    const std::string_view column = name.substr(one.name.size() + 1);
    if (one.dataset->find(column)) return std::string(column);
  }
  return one.dataset->find(name) ? std::optional(std::string(name)) : std::nullopt;
}

array::Type joined_type(const Friend& one, const array::Type& type) {
  const bool is_optional = one.index != nullptr && one.unmatched == Unmatched::option;
  return is_optional && type.kind != array::Kind::option ? array::Type::option_of(type) : type;
}

std::vector<std::int64_t> index_numbers(const array::Array& array, std::string_view name) {
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

Request::Request(const Chain& chain, std::span<const Friend> friends, std::span<const std::string> names)
    : chain_(chain) {
  for (const std::string& name : names) {
    if (chain.find(name)) {
      origins_.push_back({0, own_.size()});
      own_.push_back(std::move(chain.want({&name, 1}).front()));
      continue;
    }
    const auto size = origins_.size();
    for (const Friend& one : friends) {
      auto column = name_in_friend(one, name);
      if (!column) continue;
      origins_.push_back(add_friend_column(one, *std::move(column)));
      break;
    }
    if (origins_.size() == size) chain.want({&name, 1});  // throws, with similar names
  }
}

Request::Origin Request::add_friend_column(const Friend& from, std::string name) {
  auto known = std::ranges::find(of_friends_, &from, &OfFriend::from);
  if (known == of_friends_.end()) known = of_friends_.insert(of_friends_.end(), {&from, {}});
  known->names.push_back(std::move(name));
  return {static_cast<std::size_t>(known - of_friends_.begin()) + 1, known->names.size() - 1};
}

void Request::check_lengths(const ReadOptions& options) const {
  for (const OfFriend& wanted : of_friends_) {
    if (wanted.from->index != nullptr) continue;
    const std::uint64_t there = wanted.from->dataset->entries(options);
    const std::uint64_t here = chain_.entries(options);
    if (there != here)
      detail::fail(ErrorKind::misuse,
                   "friend '{}' has {} entries, the dataset {}: a friend without an index needs the same number",
                   wanted.from->name, there, here);
  }
}

std::vector<array::Array> Request::read(EntryRange range, const ReadOptions& options) const {
  std::vector<std::vector<array::Array>> read(of_friends_.size() + 1);
  options.executor.for_each_index(
      read.size(),
      [&](std::size_t from) {
        if (from > 0) {
          read[from] = read_friend(of_friends_[from - 1], range, options);
        } else if (!own_.empty()) {
          read[0] = chain_.read(own_, chain_.parts(range, options), options);
        }
      },
      options.stop);
  std::vector<array::Array> columns;
  for (const Origin& origin : origins_) columns.push_back(std::move(read[origin.from][origin.column]));
  return columns;
}

std::vector<array::Array> Request::read_friend(const OfFriend& wanted, EntryRange range,
                                               const ReadOptions& options) const {
  const Friend& one = *wanted.from;
  if (one.index == nullptr) return one.dataset->read(wanted.names, range, options);
  const std::vector<std::uint64_t> rows = partners(one, range, options);
  EntryRange hull{{no_row}, {0}};
  for (const std::uint64_t row : rows)
    if (row != no_row) hull = {{std::min(hull.first.number, row)}, {std::max(hull.last.number, row + 1)}};
  if (hull.empty()) hull = {};
  std::vector<std::uint64_t> in_hull = rows;
  for (std::uint64_t& row : in_hull)
    if (row != no_row) row -= hull.first.number;
  std::vector<array::Array> columns = one.dataset->read(wanted.names, hull, options);
  for (array::Array& column : columns) {
    const array::Type type = joined_type(one, column.type());
    column = gather(convert(column, type), in_hull);
  }
  return columns;
}

std::vector<std::uint64_t> Request::partners(const Friend& one, EntryRange range, const ReadOptions& options) const {
  std::vector<std::string> names = {one.major};
  if (!one.minor.empty()) names.push_back(one.minor);
  const auto keys = chain_.read(chain_.want(names), chain_.parts(range, options), options);
  const auto major = index_numbers(keys[0], one.major);
  const auto minor = one.minor.empty() ? std::vector<std::int64_t>(major.size()) : index_numbers(keys[1], one.minor);
  std::vector<std::uint64_t> rows = one.index->find_all(major, minor);
  if (one.unmatched != Unmatched::error) return rows;
  const auto open = std::ranges::find(rows, no_row);
  if (open == rows.end()) return rows;
  const auto entry = static_cast<std::size_t>(open - rows.begin());
  detail::fail(ErrorKind::not_found, "friend '{}' has no entry for {} = {}{}, which entry {} has", one.name, one.major,
               major[entry], one.minor.empty() ? "" : fmt::format(", {} = {}", one.minor, minor[entry]),
               range.first.number + entry);
}

}  // namespace ramet::inline v1::dataset::internal
