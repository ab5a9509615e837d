// Draw numbers of one distribution into arrays of 4,096, as columns are made. usage: random_numbers NAME THREADS TIMES;
// of a name like "column normal()", as a column of an expression
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "../measure.hpp"

#include "ramet/expression.hpp"
#include "ramet/random.hpp"
#include "ramet/schedule/executor.hpp"

using namespace ramet;

namespace {

constexpr std::size_t batch = 4096, batches = 8192;
constexpr random::Stream stream{.seed = 1, .number = 2};

template <class Number, class Fill>
void run(const std::string& name, std::size_t threads, int times, const Fill& fill) {
  const auto executor = threads == 1 ? schedule::make_serial_executor() : schedule::make_thread_executor(threads);
  scenario::repeat("ramet", name, static_cast<int>(threads), times, 0, [&] {
    executor->for_each_index(batches / 64, [&](std::size_t task) {
      std::vector<Number> numbers(batch);
      for (std::size_t i = 64 * task; i < 64 * (task + 1); ++i) fill(random::Draws{.first_entry = i * batch}, numbers);
    });
    return static_cast<double>(batch * batches);
  });
}

void run_column(const std::string& name, const std::string& text, std::size_t threads, int times) {
  const auto executor = threads == 1 ? schedule::make_serial_executor() : schedule::make_thread_executor(threads);
  const expr::Program program = expr::Program::compile(text, {});
  scenario::repeat("ramet", name, static_cast<int>(threads), times, 0, [&] {
    executor->for_each_index(batches / 64, [&](std::size_t task) {
      expr::Evaluator evaluator(program);
      for (std::size_t i = 64 * task; i < 64 * (task + 1); ++i) evaluator.run({}, batch, {.first_entry = i * batch});
    });
    return static_cast<double>(batch * batches);
  });
}

}  // namespace

int main(int count, char** values) {
  const std::string name = count > 1 ? values[1] : "uniform";
  const auto threads = static_cast<std::size_t>(scenario::argument(count, values, 2, 1));
  const auto times = static_cast<int>(scenario::argument(count, values, 3, 4));
  using random::Count;
  using random::Draws;
  const auto reals = [&](const auto& fill) { run<double>(name, threads, times, fill); };
  const auto counts = [&](double mean) {
    run<Count>(name, threads, times,
               [=](const Draws& draws, auto& to) { random::fill_poisson(stream, draws, to, mean); });
  };
  constexpr std::string_view column = "column ";
  if (name.starts_with(column)) run_column(name, name.substr(column.size()), threads, times);
  if (name == "uniform") reals([](const Draws& draws, auto& to) { random::fill_uniform(stream, draws, to); });
  if (name == "normal") reals([](const Draws& draws, auto& to) { random::fill_normal(stream, draws, to); });
  if (name == "exponential") reals([](const Draws& draws, auto& to) { random::fill_exponential(stream, draws, to); });
  if (name == "landau") reals([](const Draws& draws, auto& to) { random::fill_landau(stream, draws, to); });
  if (name == "poisson(3)") counts(3);
  if (name == "poisson(100)") counts(100);
}
