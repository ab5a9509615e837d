// Numbers in memory, into a histogram of 100 bins. usage: fills HOW THREADS TIMES [NUMBERS]
//   ramet  a frame of the numbers
//   floor  the plainest loop that counts and sums the same, on one thread
#include <array>

#include "../measure.hpp"
#include "numbers.hpp"
#include "steps.hpp"

#include "ramet/array/array_builder.hpp"
#include "ramet/frame/sources/array_table.hpp"

using namespace ramet;

namespace {

array::Array array_of(std::span<const double> numbers) {
  array::ArrayBuilder builder(array::Type::of(array::NumberType::float64));
  builder.length = numbers.size();
  const auto bytes = std::as_bytes(numbers);
  std::ranges::copy(bytes, builder.values.extend(bytes.size()).begin());
  return std::move(builder).finish();
}

double by_frame(const dataset::Session& session, const array::Array& numbers) {
  const frame::Source source(frame::table_of_arrays({{"x", numbers}}, numbers.length()));
  const scenario::BookedHistogram histogram({source, session.executor()}, "x", {100, 0, 1});
  histogram.booked.run();
  return scenario::check_of(histogram.action->histogram().parts().contents[50], histogram.mean());
}

double by_hand(std::span<const double> numbers) {
  constexpr int bins = 100;
  std::array<std::uint64_t, bins + 2> counts{};
  double sum = 0, squares = 0;
  for (const double x : numbers) {
    const int cell = x < 0 ? 0 : x >= 1 ? bins + 1 : static_cast<int>(x * bins) + 1;
    ++counts[static_cast<std::size_t>(cell)];
    if (cell == 0 || cell > bins) continue;
    sum += x;
    squares += x * x;
  }
  double inside = 0;
  for (std::size_t cell = 1; cell <= bins; ++cell) inside += static_cast<double>(counts[cell]);
  return scenario::check_of(static_cast<double>(counts[50]), sum / inside) + 0 * squares;
}

}  // namespace

int main(int count, char** values) {
  const std::string how = values[1];
  const auto threads = static_cast<std::size_t>(scenario::argument(count, values, 2, 1));
  const auto times = static_cast<int>(scenario::argument(count, values, 3, 4));
  const array::Array numbers =
      array_of(scenario::numbers_to_fill(static_cast<std::size_t>(scenario::argument(count, values, 4, 100'000'000))));
  const dataset::Session session({.threads = threads});
  scenario::repeat(how.c_str(), "fills", static_cast<int>(threads), times, 0,
                   [&] { return how == "ramet" ? by_frame(session, numbers) : by_hand(numbers.numbers<double>()); });
}
