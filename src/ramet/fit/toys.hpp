#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "ramet/core/stop.hpp"
#include "ramet/fit/joint.hpp"
#include "ramet/fit/minimum.hpp"
#include "ramet/fit/model.hpp"
#include "ramet/random/stream.hpp"
#include "ramet/schedule/executor.hpp"

namespace ramet::inline v1::fit {

/// The fit of random events. Threads: a value.
struct Toy {
  Minimum minimum;           ///< of a toy without events NaN, and not valid
  std::uint64_t events = 0;  ///< their number
  /// Whether a parameter is within half of its error of a limit of its own, where second derivatives say little.
  bool is_at_limit = false;
};

/// Makes toys: random events of a model, and the fit of the model to them, which begins at the values that the events
/// are made of. Toy k is a function of the seed and of k, whatever else is done. Threads: immutable.
class Toys {
 public:
  /// `events`: how many each toy has; without it the number is random, around the sum of the model's yields. Throws
  /// Error(misuse) as Sampler, for a number of 0, and for neither a number nor yields.
  Toys(const Model& model, std::span<const double> values, std::optional<std::size_t> events = std::nullopt);
  Toys(const JointModel& model, std::span<const double> values, std::optional<std::size_t> events = std::nullopt);

  /// Toy `number`: of the stream of this number.
  Toy make(std::uint64_t seed, std::uint32_t number) const { return make_({.seed = seed, .number = number}); }

  /// Toys `first`, `first` + 1, ...: each is a task. Throws Error(cancelled) when `stop` was requested.
  std::vector<Toy> make(std::uint64_t seed, std::uint32_t first, std::size_t count, schedule::Executor& executor,
                        const StopToken& stop = {}) const;

 private:
  std::function<Toy(const random::Stream&)> make_;
};

}  // namespace ramet::inline v1::fit
