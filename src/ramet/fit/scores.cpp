#include "ramet/fit/scores.hpp"

#include <algorithm>

#include "ramet/core/error.hpp"
#include "ramet/fit/internal/mixture.hpp"
#include "ramet/fit/internal/slopes.hpp"

namespace ramet::inline v1::fit {

void scores(const Model& model, std::span<const double> parameters, std::span<const double> x,
            std::span<double> scores) {
  using internal::strands;
  const internal::Mixture& mixture = model.mixture();
  const internal::MixturePoint point = mixture.point_at(parameters);
  if (scores.size() != x.size() * parameters.size())
    detail::fail(ErrorKind::misuse, "there is room for {} derivatives of {} events by {} parameters", scores.size(),
                 x.size(), parameters.size());
  for (std::size_t first = 0; first < x.size(); first += strands) {
    const std::size_t count = std::min(strands, x.size() - first);
    alignas(64) double events[strands];
    std::fill_n(events, strands, x[first]);
    std::copy_n(x.begin() + static_cast<std::ptrdiff_t>(first), count, events);
    internal::write_slopes(mixture, point, parameters, events, count, internal::SlopesOf::logarithms,
                           scores.data() + first * parameters.size());
  }
}

}  // namespace ramet::inline v1::fit
