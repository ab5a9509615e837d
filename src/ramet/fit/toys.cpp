#include "ramet/fit/toys.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "ramet/core/error.hpp"
#include "ramet/fit/sampler.hpp"

namespace ramet::inline v1::fit {
namespace {

constexpr double errors_to_limit = 0.5;

void require_size(std::optional<std::size_t> events, bool is_extended) {
  if (!events && !is_extended)
    detail::fail(ErrorKind::misuse, "the model has no yields: the number of events of a toy is missing");
  if (events && *events == 0) detail::fail(ErrorKind::misuse, "toys of 0 events");
}

bool is_at_limit(const Minimum& minimum, const std::vector<Parameter>& parameters) {
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const double error = std::sqrt(minimum.covariance[i * parameters.size() + i]);
    const double room = std::min(minimum.values[i] - parameters[i].low, parameters[i].high - minimum.values[i]);
    if (!(room >= errors_to_limit * error)) return true;
  }
  return false;
}

/// The fit of events, on the thread that calls.
Toy fitted(const Cost& cost, std::span<const double> start, std::uint64_t events) {
  const auto executor = schedule::make_serial_executor();
  Toy toy{.minimum = minimise(cost, start, *executor), .events = events};
  toy.is_at_limit = is_at_limit(toy.minimum, cost.parameters());
  return toy;
}

Toy without_events(std::size_t parameters) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  return {.minimum = {.values = std::vector<double>(parameters, none),
                      .covariance = std::vector<double>(parameters * parameters, none),
                      .cost = none,
                      .distance = none,
                      .is_valid = false,
                      .steps = 0}};
}

}  // namespace

Toys::Toys(const Model& model, std::span<const double> values, std::optional<std::size_t> events) {
  require_size(events, model.is_extended());
  const auto sampler = std::make_shared<const Sampler>(model, values);
  make_ = [model, sampler, start = std::vector(values.begin(), values.end()), events](const random::Stream& stream) {
    std::vector<double> made(events ? *events : sampler->count(stream));
    if (made.empty()) return without_events(start.size());
    sampler->fill(stream, made);
    return fitted(*unbinned(made, model), start, made.size());
  };
}

Toys::Toys(const JointModel& model, std::span<const double> values, std::optional<std::size_t> events) {
  require_size(events, model.is_extended());
  const auto sampler = std::make_shared<const JointSampler>(model, values);
  make_ = [model, sampler, start = std::vector(values.begin(), values.end()), events](const random::Stream& stream) {
    const std::size_t count = events ? *events : sampler->count(stream);
    if (count == 0) return without_events(start.size());
    std::vector<std::vector<double>> made(model.variables(), std::vector<double>(count));
    const std::vector<std::span<double>> columns(made.begin(), made.end());
    sampler->fill(stream, columns);
    return fitted(*unbinned(std::vector<std::span<const double>>(made.begin(), made.end()), model), start, count);
  };
}

std::vector<Toy> Toys::make(std::uint64_t seed, std::uint32_t first, std::size_t count, schedule::Executor& executor,
                            const StopToken& stop) const {
  if (count > 0 && count - 1 > std::numeric_limits<std::uint32_t>::max() - first)
    detail::fail(ErrorKind::misuse, "{} toys behind toy {} are more than there are streams", count, first);
  std::vector<Toy> toys(count);
  executor.for_each_index(
      count, [&](std::size_t number) { toys[number] = make(seed, first + static_cast<std::uint32_t>(number)); }, stop);
  return toys;
}

}  // namespace ramet::inline v1::fit
