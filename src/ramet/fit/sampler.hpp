#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ramet/fit/model.hpp"
#include "ramet/random/function_table.hpp"
#include "ramet/random/stream.hpp"

namespace ramet::inline v1::fit {

/// Random events of a model, as a function of seed, stream and entry. Each component's density is taken as linear
/// between many points; a probability of about 10^-6 is in the wrong place. Threads: immutable.
class Sampler {
 public:
  /// Throws Error(misuse) as Model::densities, for negative weights, and if a part of more than 10^-6 of the events is
  /// beyond the parts of an infinite range that have points.
  Sampler(const Model& model, std::span<const double> parameters);

  /// Write the events of entries 0, 1, ... of the stream. An event depends on its entry alone, and on the first of the
  /// two calls of the stream that are used: numbers of other calls are independent.
  void fill(const random::Stream& stream, std::span<double> events, std::uint8_t first_call = 0) const;

  /// The number of events: a number of Poisson's distribution of what an extended model expects. Throws Error(misuse)
  /// for a model without yields.
  std::size_t count(const random::Stream& stream) const { return count(stream, expected_); }

  /// A number of Poisson's distribution around what is expected. Throws Error(misuse) for 0.
  static std::size_t count(const random::Stream& stream, double expected);

 private:
  std::vector<random::FunctionTable> tables_;
  std::vector<double> cumulative_;  ///< the probabilities of the tables up to each
  double expected_;                 ///< events of an extended model; 0 of others
};

}  // namespace ramet::inline v1::fit
