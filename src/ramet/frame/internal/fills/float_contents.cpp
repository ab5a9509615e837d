#include "ramet/frame/internal/fills/float_contents.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace ramet::inline v1::frame::internal {
namespace {

constexpr auto classes = std::to_array<std::string_view>({"TH1F", "TH2F", "TH3F"});

/// The cells of rows: the x axis runs fastest.
std::vector<std::uint32_t> cells_of(const hist::Histogram& histogram,
                                    std::span<const std::span<const double>> columns) {
  const std::size_t rows = columns.front().size();
  std::vector<std::uint32_t> cells(rows, 0);
  std::vector<std::uint32_t> of_axis(rows);
  for (std::size_t axis = columns.size(); axis-- > 0;) {
    const hist::Axis& bins = histogram.parts().axes[axis].bins;
    bins.indices(columns[axis], of_axis);
    for (std::size_t row = 0; row < rows; ++row)
      cells[row] = cells[row] * static_cast<std::uint32_t>(bins.cells()) + of_axis[row];
  }
  return cells;
}

}  // namespace

void FloatContents::Task::add(const hist::Histogram& histogram, std::span<const std::span<const double>> columns,
                              std::span<const double> weights) {
  const std::vector<std::uint32_t> cells = cells_of(histogram, columns);
  is_weighted_ = true;
  for (std::size_t row = 0; row < cells.size(); ++row)
    fills_.push_back({cells[row], weights.empty() ? 1.0F : static_cast<float>(weights[row])});
}

FloatContents::FloatContents(const hist::Histogram& histogram, const ReadOptions& options) {
  if (std::ranges::find(classes, histogram.parts().class_name) == classes.end()) return;
  for (const double content : histogram.parts().contents) contents_.push_back(static_cast<float>(content));
  order_.begin(most_parts_kept(options.executor), options.stop);
}

void FloatContents::end(std::size_t number, Task task) {
  order_.end(number, std::move(task), [this](Task&& next) { take(next); });
}

void FloatContents::take(const Task& task) {
  for (std::size_t cell = 0; cell < task.counts_.size(); ++cell) contents_[cell] += task.counts_[cell];
  for (const Task::Fill& fill : task.fills_) contents_[fill.cell] += fill.weight;
  is_weighted_ = is_weighted_ || task.is_weighted_;
}

void FloatContents::replace_contents(hist::Histogram& filled) const {
  if (!is_weighted_) return;
  hist::HistogramParts parts = filled.parts();
  parts.contents.assign(contents_.begin(), contents_.end());
  filled = hist::Histogram(std::move(parts));
}

}  // namespace ramet::inline v1::frame::internal
