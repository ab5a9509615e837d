#include "ramet/frame/drawing/drawing.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/frame/internal/fills/float_contents.hpp"
#include "ramet/frame/internal/fills/partial_histogram.hpp"
#include "ramet/frame/internal/survey.hpp"
#include "ramet/hist/detail/good_limits.hpp"
#include "ramet/hist/detail/partial_sums.hpp"

namespace ramet::inline v1::frame {
namespace {

using internal::FloatContents;
using internal::PartialHistogram;
using internal::Survey;

/// Axes are chosen for so many rows, as TTree::Draw does (TTree::SetEstimate).
constexpr std::uint64_t surveyed_rows = 1'000'000;
/// A histogram fills a buffer of so many rows first. When there are more, the ranges of several axes that were chosen
/// double, but of a profile; one that was chosen in spite of infinite values gets that of the buffer.
constexpr std::uint64_t buffered_rows = 1000;
/// Entries of a task for each cell of the histogram, so that adding up those of all tasks is little work.
constexpr std::uint64_t entries_per_cell = 16;
constexpr std::uint64_t least_entries = std::uint64_t{1} << 14;
constexpr std::size_t most_axes = 3;

/// Which expression is for what. Threads: a value.
struct Roles {
  std::vector<std::size_t> axes;      // the expression of the x axis, y axis, ...
  std::optional<std::size_t> height;  // of a profile
  bool is_filled = true;

  /// The columns for a fill.
  std::vector<hist::NumberView> columns(std::span<const std::vector<double>> values) const {
    std::vector<hist::NumberView> columns;
    for (const std::size_t axis : axes) columns.emplace_back(values[axis]);
    if (height) columns.emplace_back(values[*height]);
    return columns;
  }
  /// The columns of the axes alone.
  std::vector<std::span<const double>> coordinates(std::span<const std::vector<double>> values) const {
    std::vector<std::span<const double>> columns;
    for (const std::size_t axis : axes) columns.emplace_back(values[axis]);
    return columns;
  }
};

Roles roles_of(const expr::DrawProgram& program, const DrawOption& option) {
  const std::size_t dimensions = program.dimensions().size();
  Roles roles;
  if (option.as == DrawnAs::profile) {
    if (dimensions < 2 || dimensions > most_axes)
      detail::fail(ErrorKind::misuse, "a profile is of two or three expressions, not {}", dimensions);
    roles.height = 0;
    for (std::size_t axis = dimensions; axis-- > 1;) roles.axes.push_back(axis);
    return roles;
  }
  if (dimensions == 0 || dimensions > most_axes + 1)
    detail::fail(ErrorKind::misuse, "a histogram is of one to three expressions, not {}", dimensions);
  if (dimensions == most_axes && option.has_colors)
    detail::fail(
        ErrorKind::unsupported,
        "three expressions with option \"col\" are points in the color of the third in ROOT, and no histogram");
  for (std::size_t axis = std::min(dimensions, most_axes); axis-- > 0;) roles.axes.push_back(axis);
  roles.is_filled = dimensions <= most_axes;
  return roles;
}

std::uint32_t default_bins(const Roles& roles) {
  if (roles.axes.size() == 1 || roles.height) return 100;
  return roles.axes.size() == 2 ? 40 : 20;
}

bool are_wished(const Roles& roles, const DrawTarget& target) {
  return std::ranges::all_of(std::span(target.axes).first(roles.axes.size()),
                             [](const AxisWish& axis) { return axis.has_range(); });
}

/// Whether a text is drawn: its number is only known when all texts were seen.
bool has_text(const expr::DrawProgram& program) {
  return std::ranges::any_of(program.dimensions(), [](const expr::DrawDimension& one) { return one.is_text; });
}

/// Texts as labels of bins, from 1 on.
std::map<std::uint32_t, std::string> numbered(const std::vector<std::string>& labels) {
  std::map<std::uint32_t, std::string> bins;
  for (std::uint32_t bin = 1; bin <= labels.size(); ++bin) bins.emplace(bin, labels[bin - 1]);
  return bins;
}

hist::NamedAxis wished_axis(const Roles& roles, std::size_t number, const DrawTarget& target) {
  const AxisWish& wish = target.axes[number];
  return {.bins = hist::RegularAxis{wish.bins.value_or(default_bins(roles)), *wish.low, *wish.high}};
}

/// An axis of several: one of texts has a bin for each, as wide as is wished.
hist::NamedAxis wished_axis(const Roles& roles, std::size_t number, const DrawTarget& target,
                            const expr::DrawProgram& program, const Survey& survey) {
  hist::NamedAxis axis = wished_axis(roles, number, target);
  const std::size_t dimension = roles.axes[number];
  if (!program.dimensions()[dimension].is_text) return axis;
  const std::vector<std::string>& labels = survey.labels()[dimension];
  const auto count = static_cast<std::uint32_t>(std::max<std::size_t>(labels.size(), 1));
  const double width = (axis.bins.high() - axis.bins.low()) / static_cast<double>(axis.bins.bins());
  return {.bins = hist::RegularAxis{count, axis.bins.low(), axis.bins.low() + static_cast<double>(count) * width},
          .bin_labels = numbered(labels),
          .is_alphanumeric = true};
}

/// The values of an expression in so many of the first rows.
hist::ValueSpan span_of_first(Survey& survey, std::size_t dimension, std::uint64_t wanted) {
  hist::ValueSpan span;
  std::uint64_t rows = 0;
  for (std::size_t task = 0; task < survey.tasks() && rows < wanted; ++task) {
    const std::uint64_t left = wanted - rows;
    rows += survey.count(task);
    if (survey.count(task) <= left) {
      span.add(survey.span(task, dimension));
    } else {
      survey.with_rows(task, [&](const DrawnRows& some) {
        for (std::uint64_t row = 0; row < left; ++row) span.add(some.values[dimension][row]);
      });
    }
  }
  return span;
}

/// From the first value of an axis that is no number on, ROOT extends no axis, but of profiles. Threads: a value.
struct LastExtension {
  std::uint64_t row = std::numeric_limits<std::uint64_t>::max();
  std::size_t axis = 0;  ///< those before it are still extended by the row

  /// The rows that extend an axis.
  std::uint64_t rows_of(std::size_t number) const noexcept { return number < axis ? row + 1 : row; }
};

LastExtension last_extension(const Roles& roles, Survey& survey) {
  std::uint64_t rows = 0;
  for (std::size_t task = 0; task < survey.tasks(); ++task) {
    LastExtension last;
    const bool has_nan =
        std::ranges::any_of(roles.axes, [&](std::size_t dimension) { return survey.span(task, dimension).has_nan; });
    if (has_nan)
      survey.with_rows(task, [&](const DrawnRows& some) {
        for (std::size_t axis = 0; axis < roles.axes.size(); ++axis) {
          const std::vector<double>& values = some.values[roles.axes[axis]];
          const auto nan = std::ranges::find_if(values, [](double value) { return value != value; });
          const std::uint64_t row = rows + static_cast<std::uint64_t>(nan - values.begin());
          if (nan != values.end() && row < last.row) last = {row, axis};
        }
      });
    if (has_nan) return last;
    rows += survey.count(task);
  }
  return {};
}

/// The axis after the rows from `known` to `last`, exclusive, have extended it.
hist::Axis extended(hist::Axis axis, Survey& survey, std::size_t dimension, std::uint64_t known, std::uint64_t last) {
  std::uint64_t rows = 0;
  for (std::size_t task = 0; task < survey.tasks() && rows < last; ++task) {
    const std::uint64_t before = rows;
    rows += survey.count(task);
    const hist::ValueSpan& span = survey.span(task, dimension);
    if (rows <= known || span.empty() || (axis.low() <= span.low && span.high < axis.high())) continue;
    survey.with_rows(task, [&](const DrawnRows& some) {
      const std::uint64_t first = before < known ? known - before : 0;
      const std::uint64_t end = std::min<std::uint64_t>(some.count, last - before);
      for (std::uint64_t row = first; row < end; ++row) axis = hist::extended_to(axis, some.values[dimension][row]);
    });
  }
  return axis;
}

/// Whether one of so many first rows has the value.
bool is_among_first(Survey& survey, std::size_t dimension, double value, std::uint64_t wanted) {
  std::uint64_t rows = 0;
  bool is_there = false;
  for (std::size_t task = 0; task < survey.tasks() && rows < wanted && !is_there; ++task) {
    const std::uint64_t count = std::min(survey.count(task), wanted - rows);
    rows += survey.count(task);
    if (!survey.span(task, dimension).has_infinite) continue;
    survey.with_rows(task, [&](const DrawnRows& some) {
      is_there = std::ranges::count(std::span(some.values[dimension]).first(count), value) > 0;
    });
  }
  return is_there;
}

/// An axis that was chosen in spite of infinite values, extended by the rows of the buffer. TH1 leaves these values out
/// of the buffer's range; in others they are its end, which extends nothing, so that the rows do.
hist::Axis extended_by_buffer(hist::Axis axis, bool is_single, Survey& survey, std::size_t dimension) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const hist::ValueSpan buffered = span_of_first(survey, dimension, buffered_rows);
  if (is_single || !is_among_first(survey, dimension, -infinity, buffered_rows))
    axis = hist::extended_to(axis, buffered.low);
  if (is_single || !is_among_first(survey, dimension, infinity, buffered_rows))
    axis = hist::extended_to(axis, buffered.high);
  return axis;
}

hist::NamedAxis label_axis(const std::vector<std::string>& labels) {
  const auto count = static_cast<std::uint32_t>(std::max<std::size_t>(labels.size(), 1));
  return {.bins = hist::RegularAxis{count, 0, static_cast<double>(count)},
          .bin_labels = numbered(labels),
          .is_alphanumeric = true};
}

hist::NamedAxis chosen_axis(const Roles& roles, std::size_t number, const expr::DrawProgram& program,
                            const DrawTarget& target, const LastExtension& last, Survey& survey) {
  const std::size_t dimension = roles.axes[number];
  const expr::DrawDimension& expression = program.dimensions()[dimension];
  if (expression.is_text) return label_axis(survey.labels()[dimension]);
  const std::uint32_t bins = target.axes[number].bins.value_or(default_bins(roles));
  const hist::AxisValues values = expression.is_whole ? hist::AxisValues::whole : hist::AxisValues::any;
  const hist::ValueSpan span = span_of_first(survey, dimension, surveyed_rows);
  hist::Axis axis = hist::good_axis(bins, span, values);
  if (!span.has_infinite) {
    if (roles.axes.size() > 1 && !roles.height && roles.is_filled && survey.count() > buffered_rows)
      axis = hist::doubled(axis);
    return {.bins = extended(std::move(axis), survey, dimension, surveyed_rows, last.rows_of(number))};
  }
  if (survey.count() <= buffered_rows) return {.bins = std::move(axis)};
  const bool is_single = roles.axes.size() == 1;
  axis = extended_by_buffer(std::move(axis), is_single, survey, dimension);
  return {.bins = extended(std::move(axis), survey, dimension, is_single ? buffered_rows : 0, last.rows_of(number))};
}

hist::Histogram empty_histogram(std::vector<hist::NamedAxis> axes, const Roles& roles, const expr::DrawProgram& program,
                                const DrawingOptions& drawing) {
  constexpr std::array counts = {"TH1F", "TH2F", "TH3F"};
  constexpr std::array profiles = {"TProfile", "TProfile2D"};
  hist::HistogramParts parts;
  parts.class_name = roles.height ? profiles.at(axes.size() - 1) : counts.at(axes.size() - 1);
  parts.name = drawing.target.name.empty() ? "htemp" : drawing.target.name;
  // TTree::Draw takes a cut of one character for none.
  const std::string cut = drawing.cut.size() < 2 ? "" : " {" + drawing.cut + "}";
  parts.title = drawing.title.value_or(drawing.expressions + cut);
  if (drawing.target.name.empty() && !roles.height)
    for (std::size_t axis = 0; axis < axes.size(); ++axis)
      axes[axis].title = program.dimensions()[roles.axes[axis]].title;
  parts.axes = std::move(axes);
  if (roles.height) parts.profile.emplace().errors = drawing.option.errors;
  hist::Histogram histogram = hist::Histogram::empty(std::move(parts));
  if (drawing.option.keeps_squares && histogram.dimensions() == 1 && !roles.height) histogram.keep_squared_weights();
  return histogram;
}

std::uint64_t least_entries_for(const hist::Histogram& histogram) {
  return std::max(least_entries, entries_per_cell * histogram.cells());
}

/// How many rows have a value for an axis that is not a number.
std::uint64_t without_number(const Roles& roles, std::span<const std::vector<double>> values, std::size_t rows) {
  std::uint64_t count = 0;
  if (roles.axes.size() == 1) {
    for (const double value : values[roles.axes[0]]) count += static_cast<std::uint64_t>(value != value);
    return count;
  }
  for (std::size_t row = 0; row < rows; ++row)
    count += static_cast<std::uint64_t>(
        std::ranges::any_of(roles.axes, [&](std::size_t axis) { return values[axis][row] != values[axis][row]; }));
  return count;
}

/// Rows that were filled, and those among them that had a value that is not a number. Threads: a value.
struct Counts {
  std::uint64_t selected = 0;
  std::uint64_t without_number = 0;
};

/// What a part without weights has counted in each cell.
std::vector<double> counted(const PartialHistogram& part, const hist::Histogram& model) {
  hist::Histogram sum = model.empty_copy();
  part.add_to(sum);
  return sum.parts().contents;
}

Counts sum_of(std::span<const Counts> counts) {
  Counts sum;
  for (const Counts& one : counts) sum = {sum.selected + one.selected, sum.without_number + one.without_number};
  return sum;
}

/// Fill rows as they come into a histogram whose axes are known.
Counts fill_directly(hist::Histogram& histogram, const Roles& roles, const RowsQuery& query,
                     const ReadOptions& options) {
  Survey rows(query, least_entries_for(histogram), options);
  std::vector<std::unique_ptr<PartialHistogram>> parts(rows.tasks());
  std::vector<Counts> counts(rows.tasks());
  std::vector<FloatContents::Task> fills(rows.tasks());
  hist::PartialSums<PartialHistogram> sums;
  FloatContents floats(histogram, options);
  const auto make = [&](std::size_t task) {
    if (parts[task] == nullptr) parts[task] = std::make_unique<PartialHistogram>(histogram);
  };
  rows.for_each_batch(
      [&](std::size_t task, const expr::DrawRows& batch) {
        make(task);
        counts[task].selected += batch.count();
        counts[task].without_number += without_number(roles, batch.values, batch.count());
        const bool is_plain =
            query.weight == 1 &&
            (!query.program.has_cut() || std::ranges::all_of(batch.weights, [](double weight) { return weight == 1; }));
        std::vector<double> weights;
        if (!is_plain)
          for (const double weight : batch.weights) weights.push_back(weight * query.weight);
        const bool is_first_weight = !is_plain && !fills[task].is_weighted();
        if (floats.are_wanted() && is_first_weight) fills[task].count(counted(*parts[task], histogram));
        if (floats.are_wanted() && (!is_plain || fills[task].is_weighted()))
          fills[task].add(histogram, roles.coordinates(batch.values), weights);
        parts[task]->fill(roles.columns(batch.values), weights);
      },
      [&](std::size_t task) {
        make(task);
        if (floats.are_wanted() && !fills[task].is_weighted()) fills[task].count(counted(*parts[task], histogram));
        sums.add(task, std::move(*parts[task]));
        parts[task].reset();
        if (floats.are_wanted()) floats.end(task, std::move(fills[task]));
      });
  if (const auto total = std::move(sums).total()) total->add_to(histogram);
  floats.replace_contents(histogram);
  return sum_of(counts);
}

Counts fill_surveyed(hist::Histogram& histogram, const Roles& roles, Survey& survey, const ReadOptions& options) {
  std::vector<Counts> counts(survey.tasks());
  hist::PartialSums<PartialHistogram> sums;
  FloatContents floats(histogram, options);
  survey.for_each_task([&](std::size_t task, const DrawnRows& rows) {
    counts[task] = {rows.count, without_number(roles, rows.values, rows.count)};
    PartialHistogram part(histogram);
    if (rows.count > 0) part.fill(roles.columns(rows.values), rows.weights);
    FloatContents::Task fills;
    if (floats.are_wanted() && rows.weights.empty()) fills.count(counted(part, histogram));
    if (floats.are_wanted() && !rows.weights.empty())
      fills.add(histogram, roles.coordinates(rows.values), rows.weights);
    sums.add(task, std::move(part));
    if (floats.are_wanted()) floats.end(task, std::move(fills));
  });
  if (const auto total = std::move(sums).total()) total->add_to(histogram);
  floats.replace_contents(histogram);
  return sum_of(counts);
}

/// Divide by the sum of what is in the bins. The contents of TTree::Draw's histograms are floats.
void normalize(hist::Histogram& histogram) {
  double sum = 0;
  for (const double value : histogram.values()) sum += value;
  if (sum == 0) return;
  histogram *= 1 / sum;
  if (histogram.is_profile()) return;
  hist::HistogramParts parts = histogram.parts();
  for (double& content : parts.contents) content = static_cast<float>(content);
  histogram = hist::Histogram(std::move(parts));
}

/// A histogram with the number of fills only.
hist::Histogram with_entries(const hist::Histogram& histogram, std::uint64_t entries) {
  hist::HistogramParts parts = histogram.parts();
  parts.moments.entries = static_cast<double>(entries);
  return hist::Histogram(std::move(parts));
}

}  // namespace

Drawn draw(const RowsQuery& query, const DrawingOptions& drawing, const ReadOptions& options) {
  const Roles roles = roles_of(query.program, drawing.option);
  std::vector<hist::NamedAxis> axes;
  const bool is_wished = are_wished(roles, drawing.target);
  if (is_wished && roles.is_filled && !has_text(query.program)) {
    for (std::size_t axis = 0; axis < roles.axes.size(); ++axis)
      axes.push_back(wished_axis(roles, axis, drawing.target));
    hist::Histogram histogram = empty_histogram(std::move(axes), roles, query.program, drawing);
    const Counts counts = fill_directly(histogram, roles, query, options);
    if (drawing.option.is_normalized) normalize(histogram);
    return {counts.selected, counts.without_number, std::move(histogram)};
  }
  Survey survey(query, least_entries, options);
  survey.run();
  const LastExtension last = roles.height ? LastExtension{} : last_extension(roles, survey);
  const bool is_label = roles.axes.size() == 1 && query.program.dimensions()[roles.axes[0]].is_text;
  for (std::size_t axis = 0; axis < roles.axes.size(); ++axis)
    axes.push_back(is_wished && !is_label ? wished_axis(roles, axis, drawing.target, query.program, survey)
                                          : chosen_axis(roles, axis, query.program, drawing.target, last, survey));
  hist::Histogram histogram = empty_histogram(std::move(axes), roles, query.program, drawing);
  if (!roles.is_filled) return {survey.count(), 0, with_entries(histogram, survey.count())};
  const Counts counts = fill_surveyed(histogram, roles, survey, options);
  if (drawing.option.is_normalized) normalize(histogram);
  return {counts.selected, counts.without_number, std::move(histogram)};
}

std::uint64_t draw_into(hist::Histogram& histogram, const RowsQuery& query, const ReadOptions& options) {
  const Roles roles = roles_of(query.program, {.as = histogram.is_profile() ? DrawnAs::profile : DrawnAs::counts});
  if (roles.axes.size() != histogram.dimensions() || !roles.is_filled)
    detail::fail(ErrorKind::misuse, "'{}' has {} axes, but {} expressions are drawn", histogram.parts().name,
                 histogram.dimensions(), query.program.dimensions().size());
  for (const std::size_t axis : roles.axes)
    if (query.program.dimensions()[axis].is_text)
      detail::fail(ErrorKind::unsupported, "texts are not added to '{}'", histogram.parts().name);
  return fill_directly(histogram, roles, query, options).selected;
}

}  // namespace ramet::inline v1::frame
