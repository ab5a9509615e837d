#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>

#include "ramet/expr/internal/run/calls/calls.hpp"
#include "ramet/expr/internal/run/special/special.hpp"

namespace ramet::inline v1::expr {

namespace {

using Columns = std::array<const double*, most_special_arguments>;

std::uint64_t difference(double one, double other) noexcept {
  return std::bit_cast<std::uint64_t>(one) ^ std::bit_cast<std::uint64_t>(other);
}

// Neighbours are often equal, and a function costs much more than a comparison: all combinations of three that begin
// with the same two lie side by side, and so do the sums of these two's four-vectors.
template <std::size_t... N, class Function>
void compute_unless_repeated(const Columns& columns, std::index_sequence<N...> /*arguments*/, std::span<double> results,
                             Function&& function) {
  double last = 0;
  for (std::size_t k = 0; k < results.size(); ++k) {
    const bool repeats = k > 0 && (difference(columns[N][k], columns[N][k - 1]) | ...) == 0;
    if (!repeats) {
      const std::array<double, most_special_arguments> point = {columns[N][k]...};  // those not given are 0
      last = function(std::span(point).template first<sizeof...(N)>());
    }
    results[k] = last;
  }
}

// Of functions with Count arguments.
template <std::size_t Count>
void compute_all(SpecialFunction function, const Columns& columns, std::span<double> results) {
  compute_unless_repeated(columns, std::make_index_sequence<Count>{}, results,
                          [=](std::span<const double> point) { return special_value(function, point); });
}

constexpr auto computations = []<std::size_t... N>(std::index_sequence<N...>) {
  return std::array{&compute_all<N + 1>...};
}(std::make_index_sequence<most_special_arguments>{});

}  // namespace

Values compute_special(const CallContext& call) {
  const auto function = static_cast<SpecialFunction>(call.evaluation.graph().node(call.node.arguments.front()).number);
  const std::size_t count = call.node.arguments.size() - 1;
  Columns columns{};
  for (std::size_t n = 0; n < count; ++n) columns[n] = call.argument(n + 1).numbers<double>();
  const std::span<double> results(call.room<double>(), call.points());
  if (const RealFunction of_one = function_of_libm(function))
    compute_unless_repeated(columns, std::make_index_sequence<1>{}, results,
                            [=](std::span<const double> point) { return of_one(point[0]); });
  else
    computations[count - 1](function, columns, results);
  return {.data = results.data()};
}

}  // namespace ramet::inline v1::expr
