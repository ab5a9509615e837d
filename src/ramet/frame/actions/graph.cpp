#include "ramet/frame/actions/graph.hpp"

#include <utility>

#include "ramet/array/detail/with_number.hpp"
#include "ramet/core/error.hpp"

namespace ramet::inline v1::frame {
namespace {

std::vector<std::string> columns_of(const std::string& x, const std::string& y, const GraphErrors& errors) {
  std::vector<std::string> columns = {x, y};
  columns.insert(columns.end(), errors.x.begin(), errors.x.end());
  columns.insert(columns.end(), errors.y.begin(), errors.y.end());
  return columns;
}

std::vector<double> numbers_in(const array::Array& column) {
  array::Array values = column;
  while (values.kind() == array::Kind::list) values = values.items();
  std::vector<double> numbers;
  numbers.reserve(values.length());
  array::with_number(values.number(), [&](auto zero) {
    for (const auto value : values.numbers<decltype(zero)>()) numbers.push_back(static_cast<double>(value));
  });
  return numbers;
}

}  // namespace

GraphAction::GraphAction(std::string x, std::string y, const GraphErrors& errors)
    : x_(std::move(x)),
      y_(std::move(y)),
      errors_(errors),
      taken_(std::make_shared<TakeAction>(columns_of(x_, y_, errors))) {
  for (const std::vector<std::string>& columns : {errors.x, errors.y})
    if (columns.size() > 2)
      detail::fail(ErrorKind::misuse, "{}: {} columns of errors along an axis; expected the lower and the upper ones",
                   name(), columns.size());
}

void GraphAction::check(std::span<const array::Type> types) const {
  const std::vector<std::string> names = columns();
  for (std::size_t k = 0; k < types.size(); ++k) {
    const array::Type* type = &types[k];
    while (type->kind == array::Kind::list) type = &type->contents[0];
    if (type->kind != array::Kind::number)
      detail::fail(ErrorKind::misuse, "{}: column '{}' is {}, expected numbers", name(), names[k],
                   array::to_string(types[k]));
  }
}

std::shared_ptr<Action> GraphAction::copy_of_ended() const {
  auto copy = std::make_shared<GraphAction>(x_, y_, errors_);
  copy->taken_ = taken_->copy_of_ended();
  return copy;
}

std::shared_ptr<Action> GraphAction::varied(std::string_view variation) const {
  auto copy = std::make_shared<GraphAction>(x_, y_, errors_);
  copy->taken_ = taken_->varied(variation);
  return copy;
}

hist::Graph GraphAction::graph() const {
  const std::vector<std::string> names = columns();
  std::vector<std::vector<double>> numbers;
  for (const array::Array& column : static_cast<const TakeAction&>(*taken_).values()) {
    numbers.push_back(numbers_in(column));
    if (numbers.back().size() != numbers[0].size())
      detail::fail(ErrorKind::misuse, "{}: '{}' has {} values, '{}' has {}", name(), x_, numbers[0].size(),
                   names[numbers.size() - 1], numbers.back().size());
  }
  hist::Graph graph{.axis_titles = {x_, y_}};
  graph.coordinates = {std::move(numbers[0]), std::move(numbers[1])};
  std::size_t next = 2;
  if (numbers.size() > 2)
    for (const std::size_t count : {errors_.x.size(), errors_.y.size()}) {
      hist::ErrorBars& bars = graph.errors.emplace_back();
      if (count > 0) bars = {numbers[next], numbers[next + count - 1]};
      next += count;
    }
  return graph;
}

}  // namespace ramet::inline v1::frame
