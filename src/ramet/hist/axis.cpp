#include "ramet/hist/axis.hpp"

#include <cmath>

#include "ramet/core/error.hpp"
#include "ramet/hist/internal/bin_kernel.hpp"

namespace ramet::inline v1::hist {
namespace {

/// The number of bins; throws unless it is valid.
std::uint32_t checked_bins(std::uint32_t bins) {
  if (bins < 1 || bins > Axis::most_bins)
    detail::fail(ErrorKind::misuse, "an axis cannot have {} bins, only 1 to {}", bins, Axis::most_bins);
  return bins;
}

std::uint32_t checked_bins(const RegularAxis& axis) {
  // A range whose width overflows would put everything into one bin.
  if (!(axis.low < axis.high) || !std::isfinite(axis.high - axis.low))
    detail::fail(ErrorKind::misuse, "an axis cannot go from {} to {}: it must be finite and increase", axis.low,
                 axis.high);
  return checked_bins(axis.bins);
}

std::uint32_t checked_bins(const VariableAxis& axis) {
  const auto& edges = axis.edges;
  if (edges.size() < 2 || edges.size() - 1 > Axis::most_bins)
    detail::fail(ErrorKind::misuse, "an axis cannot have {} edges, only 2 to {}", edges.size(),
                 std::size_t{Axis::most_bins} + 1);
  for (std::size_t i = 0; i + 1 < edges.size(); ++i)
    if (!(edges[i] < edges[i + 1]))
      detail::fail(ErrorKind::misuse, "edge {} of the axis is {} and edge {} is {}: edges must increase", i, edges[i],
                   i + 1, edges[i + 1]);
  if (!std::isfinite(edges.front()) || !std::isfinite(edges.back()))
    detail::fail(ErrorKind::misuse, "an axis cannot go from {} to {}: it must be finite", edges.front(), edges.back());
  return static_cast<std::uint32_t>(edges.size() - 1);
}

}  // namespace

Axis::Axis(RegularAxis axis) : Axis(axis, checked_bins(axis)) {}

Axis::Axis(VariableAxis axis)
    : binning_(std::move(axis)),
      bins_(checked_bins(std::get<VariableAxis>(binning_))),
      low_(std::get<VariableAxis>(binning_).edges.front()),
      high_(std::get<VariableAxis>(binning_).edges.back()) {}

Axis Axis::without_range(std::uint32_t bins, double at) {
  if (!std::isfinite(at)) detail::fail(ErrorKind::misuse, "an axis cannot be at {}: it must be finite", at);
  return {RegularAxis{bins, at, at}, checked_bins(bins)};
}

std::uint32_t Axis::index(double value) const noexcept {
  std::uint32_t cell = 0;
  indices({&value, 1}, {&cell, 1});
  return cell;
}

void Axis::indices(std::span<const double> values, std::span<std::uint32_t> cells) const noexcept {
  if (const auto* variable = std::get_if<VariableAxis>(&binning_))
    return internal::variable_indices(variable->edges, values, cells.data());
  internal::regular_indices({.low = low_, .high = high_, .bins = static_cast<double>(bins_)}, values, cells.data());
}

double Axis::edge(std::uint32_t number) const noexcept {
  if (const auto* variable = std::get_if<VariableAxis>(&binning_)) return variable->edges[number];
  return number == bins_ ? high_ : low_ + number * ((high_ - low_) / bins_);
}

std::vector<double> Axis::edges() const {
  std::vector<double> all;
  all.reserve(std::size_t{bins_} + 1);
  for (std::uint32_t number = 0; number <= bins_; ++number) all.push_back(edge(number));
  return all;
}

double Axis::center(std::uint32_t bin) const noexcept {
  const double lower_edge = edge(bin - 1);
  return lower_edge + 0.5 * (edge(bin) - lower_edge);
}

}  // namespace ramet::inline v1::hist
