#include "ramet/merge/internal/column_order.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ramet/array/detail/with_number.hpp"
#include "ramet/dataset/dataset.hpp"
#include "ramet/merge/internal/catalogue.hpp"
#include "ramet/merge/internal/input_order.hpp"
#include "ramet/schedule/executor.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

using SortValue = std::variant<std::int64_t, std::uint64_t, double, std::string>;
using SortValues = std::vector<SortValue>;  // of the columns, in the first entry; empty: there is none

/// Whether one value comes before another, of whatever types.
bool is_before(const SortValue& one, const SortValue& other) {
  return std::visit(
      [](const auto& left, const auto& right) {
        using Left = std::decay_t<decltype(left)>;
        using Right = std::decay_t<decltype(right)>;
        constexpr bool is_left_text = std::is_same_v<Left, std::string>;
        constexpr bool is_right_text = std::is_same_v<Right, std::string>;
        if constexpr (is_left_text != is_right_text) {
          return is_right_text;
        } else if constexpr (is_left_text) {
          return left < right;
        } else if constexpr (std::is_integral_v<Left> && std::is_integral_v<Right>) {
          return std::cmp_less(left, right);
        } else {
          const auto first = static_cast<double>(left);
          const auto second = static_cast<double>(right);
          if (std::isnan(first) || std::isnan(second)) return !std::isnan(first) && std::isnan(second);
          return first < second;
        }
      },
      one, other);
}

bool are_before(const SortValues& one, const SortValues& other) {
  if (one.empty() || other.empty()) return !one.empty() && other.empty();
  for (std::size_t column = 0; column < one.size(); ++column) {
    if (is_before(one[column], other[column])) return true;
    if (is_before(other[column], one[column])) return false;
  }
  return false;
}

/// The first value of an array.
SortValue first_of(const array::Array& values, const std::string& column) {
  if (values.kind() == array::Kind::string) {
    const auto bytes = values.values().subspan(static_cast<std::size_t>(values.list_offsets()[0]));
    return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  if (values.kind() != array::Kind::number)
    throw OptionError(ErrorKind::misuse, fmt::format("inputs cannot be ordered by '{}', which is of type '{}'", column,
                                                     to_string(values.type())));
  return array::with_number(values.number(), [&](auto example) -> SortValue {
    using Number = decltype(example);
    const Number number = values.numbers<Number>()[0];
    if constexpr (std::is_floating_point_v<Number>)
      return static_cast<double>(number);
    else if constexpr (std::is_signed_v<Number>)
      return std::int64_t{number};
    else
      return std::uint64_t{number};
  });
}

/// Reads first entries. Threads: const-safe.
class FirstEntries {
 public:
  FirstEntries(const dataset::Session& session, const MergeOptions& options)
      : session_(session), columns_(options.order_columns), stop_(options.stop) {}

  /// The first table of a file that has all columns and an entry.
  std::optional<std::string> table_of(const std::string& input) const {
    std::vector<std::string> tables;
    const auto file = session_.open(std::filesystem::path(input));
    file->reader().for_each_key([&](const file::Directory& directory, const file::Key& key) {
      if (kind_of(key) != ObjectKind::object)
        tables.push_back(directory.path.empty() ? key.name : directory.path + "/" + key.name);
    });
    const auto table = std::ranges::find_if(tables, [&](const std::string& path) { return has_columns(input, path); });
    return table == tables.end() ? std::nullopt : std::optional(*table);
  }

  /// The values in the first entry of a table; none if it has no such columns or no entry.
  SortValues values_in(const std::string& input, const std::string& table) const {
    if (!has_columns(input, table)) return {};
    const auto executor = schedule::make_serial_executor();
    const dataset::Dataset dataset(session_, std::vector<dataset::FileAndObject>{{input, table}});
    const auto arrays = dataset.read(columns_, EntryRange{{0}, {1}}, {*executor, stop_});
    SortValues values;
    for (std::size_t column = 0; column < columns_.size(); ++column)
      values.push_back(first_of(arrays[column], columns_[column]));
    return values;
  }

 private:
  bool has_columns(const std::string& input, const std::string& table) const {
    const dataset::Dataset dataset(session_, std::vector<dataset::FileAndObject>{{input, table}});
    return dataset.entries(dataset::FileNumber{0}) > 0 &&
           std::ranges::all_of(columns_, [&](const std::string& column) { return dataset.find(column).has_value(); });
  }

  const dataset::Session& session_;
  const std::vector<std::string>& columns_;
  StopToken stop_;
};

/// What `work` returns, or the default where an input cannot be read: the merge says what is wrong with it.
template <class Work>
auto if_readable(const Work& work) -> decltype(work()) {
  try {
    return work();
  } catch (const OptionError&) {
    throw;
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::cancelled) throw;
    return {};
  }
}

std::vector<std::string> by_columns(const dataset::Session& session, std::vector<std::string> inputs,
                                    const MergeOptions& options) {
  if (options.order_columns.empty()) throw OptionError(ErrorKind::misuse, "the order of inputs needs columns");
  const FirstEntries first(session, options);
  std::optional<std::string> table;
  for (std::size_t input = 0; input < inputs.size() && !table; ++input)
    table = if_readable([&] { return first.table_of(inputs[input]); });
  if (!table)
    throw OptionError(ErrorKind::misuse, fmt::format("no tree or ntuple of the inputs has entries with '{}'",
                                                     fmt::join(options.order_columns, "', '")));
  std::vector<std::pair<SortValues, std::string>> all(inputs.size());
  session.executor().for_each_index(
      inputs.size(),
      [&](std::size_t input) {
        all[input].first = if_readable([&] { return first.values_in(inputs[input], *table); });
      },
      options.stop);
  for (std::size_t input = 0; input < inputs.size(); ++input) all[input].second = std::move(inputs[input]);
  std::ranges::stable_sort(all, are_before, &std::pair<SortValues, std::string>::first);
  for (std::size_t input = 0; input < inputs.size(); ++input) inputs[input] = std::move(all[input].second);
  return inputs;
}

}  // namespace

std::vector<std::string> ordered_inputs(const dataset::Session& session, std::vector<std::string> inputs,
                                        const MergeOptions& options) {
  if (options.order != InputOrder::columns) return in_order(std::move(inputs), options.order);
  return inputs.empty() ? inputs : by_columns(session, std::move(inputs), options);
}

}  // namespace ramet::inline v1::merge::internal
