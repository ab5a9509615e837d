#include "ramet/random/bin_table.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/random/internal/words.hpp"

namespace ramet::inline v1::random {
namespace {

using internal::numbers_at_once;

/// Edges that ascend, as many as the contents say.
void check(const std::vector<std::vector<double>>& edges, std::size_t contents) {
  std::size_t bins = 1;
  for (const std::vector<double>& axis : edges) {
    if (axis.size() < 2) detail::fail(ErrorKind::misuse, "an axis has {} edges, expected at least 2", axis.size());
    for (std::size_t i = 1; i < axis.size(); ++i)
      if (!(axis[i - 1] < axis[i]) || !std::isfinite(axis[i] - axis[i - 1]))
        detail::fail(ErrorKind::misuse, "edge {} of an axis is {} after {}", i, axis[i], axis[i - 1]);
    bins *= axis.size() - 1;
  }
  if (edges.empty() || bins != contents)
    detail::fail(ErrorKind::misuse, "{} contents are given for {} bins of {} axes", contents, bins, edges.size());
}

}  // namespace

BinTable::BinTable(std::vector<std::vector<double>> edges, std::span<const double> contents)
    : edges_((check(edges, contents.size()), std::move(edges))), bins_(contents) {}

void BinTable::fill(const Stream& stream, const Draws& draws, std::span<const std::span<double>> coordinates) const {
  if (coordinates.size() != axes())
    detail::fail(ErrorKind::misuse, "coordinates of {} axes are wanted from a table of {}", coordinates.size(), axes());
  const std::size_t points = coordinates[0].size();
  for (const std::span<double> axis : coordinates)
    if (axis.size() != points)
      detail::fail(ErrorKind::misuse, "there are {} coordinates of one axis, {} of another", points, axis.size());
  const internal::Words words(stream, draws, internal::Family::binned, points);
  internal::for_each_part(points, [&](std::size_t first, std::size_t count) {
    std::array<std::uint64_t, numbers_at_once> choices;  // words, then bins
    words.get(0, first, std::span(choices).first(count));
    for (std::size_t i = 0; i < count; ++i) choices[i] = bins_.choice(choices[i]);
    for (std::size_t axis = 0; axis < axes(); ++axis) {
      const std::span<double> part = coordinates[axis].subspan(first, count);
      const std::vector<double>& edges = edges_[axis];
      const std::size_t bins = edges.size() - 1;
      words.make(static_cast<std::uint32_t>(axis) + 1, first, part, internal::fastest_kernels().reals);
      for (std::size_t i = 0; i < count; ++i) {
        const std::size_t bin = choices[i] % bins;
        choices[i] /= bins;
        part[i] = edges[bin] + (edges[bin + 1] - edges[bin]) * part[i];
      }
    }
  });
}

}  // namespace ramet::inline v1::random
