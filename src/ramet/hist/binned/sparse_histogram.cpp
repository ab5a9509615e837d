#include "ramet/hist/binned/sparse_histogram.hpp"

#include <limits>
#include <span>
#include <utility>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::hist {
namespace {

constexpr std::size_t beyond_counting = std::numeric_limits<std::size_t>::max();

}  // namespace

SparseHistogram::SparseHistogram(SparseHistogramParts parts) : parts_(std::move(parts)) {
  if (parts_.axes.empty()) detail::fail(ErrorKind::misuse, "a histogram has no axis");
  if (parts_.bins.size() % dimensions() != 0 || parts_.bins.size() / dimensions() != filled_cells())
    detail::fail(ErrorKind::misuse, "{} bin numbers for {} cells with {} axes", parts_.bins.size(), filled_cells(),
                 dimensions());
  if (is_weighted() && parts_.squares.size() != filled_cells())
    detail::fail(ErrorKind::misuse, "{} sums of squares for {} cells", parts_.squares.size(), filled_cells());
  for (std::size_t i = 0; i < parts_.bins.size(); ++i) {
    const std::size_t cells = parts_.axes[i % dimensions()].bins.cells();
    if (parts_.bins[i] >= cells)
      detail::fail(ErrorKind::misuse, "bin {} of axis {} is beyond the overflow bin {}", parts_.bins[i],
                   i % dimensions(), cells - 1);
  }
}

std::size_t SparseHistogram::all_cells() const noexcept {
  std::size_t cells = 1;
  for (const NamedAxis& axis : parts_.axes)
    if (__builtin_mul_overflow(cells, axis.bins.cells(), &cells)) return beyond_counting;
  return cells;
}

Histogram SparseHistogram::dense(std::size_t most_cells) const {
  const std::size_t cells = all_cells();
  if (cells > most_cells)
    detail::fail(ErrorKind::unsupported,
                 "sparse histogram '{}' has {} cells, {} of them filled, more than the limit of {} for a dense one",
                 parts_.name, cells, filled_cells(), most_cells);
  const Histogram all({.class_name = parts_.class_name,
                       .name = parts_.name,
                       .title = parts_.title,
                       .axes = parts_.axes,
                       .contents = std::vector<double>(cells),
                       .squares = std::vector<double>(is_weighted() ? cells : 0),
                       .moments = parts_.moments});
  HistogramParts laid_out = all.parts();
  const std::span<const std::uint32_t> bins = parts_.bins;
  for (std::size_t filled = 0; filled < filled_cells(); ++filled) {
    const std::size_t cell = all.cell(bins.subspan(filled * dimensions(), dimensions()));
    laid_out.contents[cell] += parts_.contents[filled];
    if (is_weighted()) laid_out.squares[cell] += parts_.squares[filled];
  }
  return Histogram(std::move(laid_out));
}

}  // namespace ramet::inline v1::hist
