#include "ramet/fit/scores.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/fit/internal/joint.hpp"
#include "ramet/fit/internal/mixture.hpp"
#include "ramet/fit/internal/slopes.hpp"

namespace ramet::inline v1::fit {
namespace {

using internal::strands;

/// Numbers from a place on, with copies of the first one behind them.
void copy_padded(std::span<const double> from, std::size_t first, std::size_t count, double (&to)[strands]) {
  std::fill_n(to, strands, from[first]);
  std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(first), count, to);
}

/// The parts of a joint model at up to 8 events. Threads: one thread.
struct PartsAtEvents {
  std::vector<std::array<double, strands>> densities;  ///< of each part
  std::vector<std::vector<double>> slopes;             ///< of each part, a row for each event
};

/// Add the derivatives of the logarithm at one of the events.
void add_score(const internal::Joint& joint, const internal::JointPoint& point, std::span<const double> parameters,
               const PartsAtEvents& parts, std::size_t event, std::span<double> score) {
  const std::size_t variables = joint.variables(), none = point.parts.size();
  const auto product_without = [&](std::size_t term, std::size_t left_out) {
    double product = 1;
    for (std::size_t p = term * variables; p < (term + 1) * variables; ++p)
      if (p != left_out) product *= parts.densities[p][event];
    return product;
  };
  double total = 0;
  for (std::size_t k = 0; k < joint.terms().size(); ++k) total += point.weights[k] * product_without(k, none);
  if (!(total >= internal::least_density && std::isfinite(total))) return;
  for (std::size_t k = 0; k < joint.terms().size(); ++k) {
    const internal::JointTerm& term = joint.terms()[k];
    internal::add_gradient_of_product(term.factors, parameters, product_without(k, none) / total, score);
    for (std::size_t j = 0; j < variables; ++j) {
      const std::size_t p = k * variables + j, count = term.parts[j].places.size();
      const double factor = point.weights[k] * product_without(k, p) / total;
      for (std::size_t i = 0; i < count; ++i)
        score[term.parts[j].places[i]] += factor * parts.slopes[p][event * count + i];
    }
  }
}

}  // namespace

void scores(const Model& model, std::span<const double> parameters, std::span<const double> x,
            std::span<double> scores) {
  const internal::Mixture& mixture = model.mixture();
  const internal::MixturePoint point = mixture.point_at(parameters);
  if (scores.size() != x.size() * parameters.size())
    detail::fail(ErrorKind::misuse, "there is room for {} derivatives of {} events by {} parameters", scores.size(),
                 x.size(), parameters.size());
  for (std::size_t first = 0; first < x.size(); first += strands) {
    const std::size_t count = std::min(strands, x.size() - first);
    alignas(64) double events[strands];
    copy_padded(x, first, count, events);
    internal::write_slopes(mixture, point, parameters, events, count, internal::SlopesOf::logarithms,
                           scores.data() + first * parameters.size());
  }
}

void scores(const JointModel& model, std::span<const double> parameters, Columns columns, std::span<double> scores) {
  const internal::Joint& joint = model.joint();
  const internal::JointPoint point = joint.point_at(parameters);
  if (columns.size() != model.variables())
    detail::fail(ErrorKind::misuse, "there are {} columns of the model's {} variables", columns.size(),
                 model.variables());
  for (const std::span<const double> column : columns)
    if (scores.size() != column.size() * parameters.size())
      detail::fail(ErrorKind::misuse, "there is room for {} derivatives of {} events by {} parameters", scores.size(),
                   column.size(), parameters.size());
  PartsAtEvents parts;
  parts.densities.resize(point.parts.size());
  parts.slopes.resize(point.parts.size());
  std::ranges::fill(scores, 0.0);
  for (std::size_t first = 0; first < columns.front().size(); first += strands) {
    const std::size_t count = std::min(strands, columns.front().size() - first);
    for (std::size_t p = 0; p < point.parts.size(); ++p) {
      const internal::JointPartPoint& at = point.parts[p];
      alignas(64) double events[strands];
      copy_padded(columns[p % model.variables()], first, count, events);
      parts.slopes[p].resize(count * at.parameters.size());
      joint.mixture(p).densities(at.mixture, events, strands, parts.densities[p].data());
      internal::write_slopes(joint.mixture(p), at.mixture, at.parameters, events, count, internal::SlopesOf::densities,
                             parts.slopes[p].data());
    }
    for (std::size_t i = 0; i < count; ++i)
      add_score(joint, point, parameters, parts, i, scores.subspan((first + i) * parameters.size(), parameters.size()));
  }
}

}  // namespace ramet::inline v1::fit
