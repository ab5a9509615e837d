#include "ramet/frame/internal/fills/fill_columns.hpp"

#include <algorithm>
#include <array>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::frame::internal {

void require_numbers(const std::string& action, std::span<const std::string> columns,
                     std::span<const array::Type> types) {
  for (std::size_t column = 0; column < types.size(); ++column) {
    const array::Type& type = types[column];
    const array::Type& item = type.kind == array::Kind::list ? type.contents.front() : type;
    if (item.kind != array::Kind::number)
      detail::fail(ErrorKind::misuse, "{}: column '{}' is of type {}: numbers, or lists of them, are wanted", action,
                   columns[column], array::to_string(type));
  }
}

bool has_other_than_one(const hist::NumberView& weights) {
  std::array<double, 256> scratch{};
  for (std::size_t first = 0; first < weights.size(); first += scratch.size()) {
    const std::size_t count = std::min(scratch.size(), weights.size() - first);
    const std::span<const double> block = weights.part(first, count).load(std::span(scratch).first(count));
    if (std::ranges::any_of(block, [](double weight) { return weight != 1; })) return true;
  }
  return false;
}

std::span<const hist::NumberView> FillColumns::align(const Chosen& chosen) {
  const auto is_list = [](const array::Array& values) { return values.kind() == array::Kind::list; };
  const auto first = std::ranges::find_if(chosen.values, is_list);
  views_.clear();
  repeated_.resize(chosen.values.size());
  for (std::size_t column = 0; column < chosen.values.size(); ++column) {
    const array::Array& values = chosen.values[column];
    if (first == chosen.values.end() || is_list(values)) {
      if (is_list(values)) check_lengths(chosen, static_cast<std::size_t>(first - chosen.values.begin()), column);
      views_.push_back(hist::NumberView::of(values));
      continue;
    }
    scratch_.resize(values.length());
    const std::span<const double> numbers = hist::NumberView::of(values).load(scratch_);
    const std::span<const std::int64_t> offsets = first->list_offsets();
    std::vector<double>& repeated = repeated_[column];
    repeated.resize(static_cast<std::size_t>(offsets.back() - offsets.front()));
    double* to = repeated.data();
    for (std::size_t row = 0; row < numbers.size(); ++row)
      for (std::int64_t left = offsets[row + 1] - offsets[row]; left > 0; --left) *to++ = numbers[row];
    views_.emplace_back(repeated);
  }
  return views_;
}

void FillColumns::check_lengths(const Chosen& chosen, std::size_t first, std::size_t other) const {
  const std::span<const std::int64_t> one = chosen.values[first].list_offsets();
  const std::span<const std::int64_t> two = chosen.values[other].list_offsets();
  if (one.data() == two.data()) return;
  for (std::size_t row = 0; row + 1 < one.size(); ++row)
    if (one[row + 1] - one[row] != two[row + 1] - two[row])
      detail::fail(ErrorKind::misuse, "{}: lists of {} and {} values in entry {}", action_, one[row + 1] - one[row],
                   two[row + 1] - two[row], chosen.entry(row));
}

}  // namespace ramet::inline v1::frame::internal
