#include "cli/frames/histogram_fit.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <numeric>
#include <span>
#include <string_view>
#include <vector>

#include "cli/text/number_format.hpp"
#include "cli/text/text.hpp"
#include <fmt/format.h>

#include "ramet/core/error.hpp"
#include "ramet/expr/derivative.hpp"
#include "ramet/expr/formula.hpp"
#include "ramet/fit/curve.hpp"
#include "ramet/fit/minimum.hpp"
#include "ramet/schedule/executor.hpp"

namespace ramet::cli {
namespace {

constexpr double automatic = -1111;  // of the ends of a function's axis of values
constexpr std::uint32_t drawn_points = 100;

/// Bins that are fitted, next to each other. Threads: a value.
struct FittedBins {
  std::vector<double> edges, contents, variances;

  double middle(std::size_t bin) const { return 0.5 * (edges[bin] + edges[bin + 1]); }
};

FittedBins bins_between(const hist::Histogram& histogram, const FitOptions& options) {
  const std::vector<double> edges = histogram.parts().axes[0].bins.edges();
  const std::vector<double> contents = histogram.values(), variances = histogram.variances();
  FittedBins bins;
  for (std::size_t bin = 0; bin < contents.size(); ++bin) {
    if (options.within && (edges[bin] < options.within->first || edges[bin + 1] > options.within->second)) continue;
    if (bins.edges.empty()) bins.edges.push_back(edges[bin]);
    bins.edges.push_back(edges[bin + 1]);
    bins.contents.push_back(contents[bin]);
    bins.variances.push_back(variances[bin]);
  }
  return bins;
}

/// The sum, the mean and the standard deviation of the contents, and the highest of them.
struct Peak {
  double sum = 0, mean = 0, width = 0, height = 0;
};

/// Of bins that have contents above 0.
Peak peak_of(const FittedBins& bins) {
  Peak peak;
  for (std::size_t i = 0; i < bins.contents.size(); ++i) {
    const double content = std::max(bins.contents[i], 0.0);
    peak.sum += content;
    peak.mean += content * bins.middle(i);
    peak.height = std::max(peak.height, content);
  }
  peak.mean /= peak.sum;
  for (std::size_t i = 0; i < bins.contents.size(); ++i)
    peak.width += std::max(bins.contents[i], 0.0) * std::pow(bins.middle(i) - peak.mean, 2);
  peak.width = std::sqrt(peak.width / peak.sum);
  if (peak.width == 0) peak.width = bins.edges[1] - bins.edges[0];
  return peak;
}

/// Of a line through the logarithms of the first and the last content.
std::vector<double> start_of_exponential(const FittedBins& bins) {
  const auto is_full = [](double content) { return content > 0; };
  const auto first = std::ranges::find_if(bins.contents, is_full) - bins.contents.begin();
  const auto last =
      bins.contents.rend() - std::ranges::find_if(bins.contents.rbegin(), bins.contents.rend(), is_full) - 1;
  const auto i = static_cast<std::size_t>(first), k = static_cast<std::size_t>(last);
  const double slope =
      i == k ? 0 : (std::log(bins.contents[k]) - std::log(bins.contents[i])) / (bins.middle(k) - bins.middle(i));
  return {std::log(bins.contents[i]) - slope * bins.middle(i), slope};
}

/// Where a formula with a name begins; nothing for others.
std::vector<double> known_start(std::string_view text, std::size_t parameters, const FittedBins& bins) {
  if (text.starts_with("pol") && text.size() == 4) {
    std::vector<double> start(parameters, 0.0);
    start[0] = std::reduce(bins.contents.begin(), bins.contents.end()) / static_cast<double>(bins.contents.size());
    return start;
  }
  if (std::ranges::none_of(bins.contents, [](double content) { return content > 0; })) return {};
  const Peak peak = peak_of(bins);
  const double area = peak.height * peak.width * std::sqrt(2 * std::numbers::pi);
  if (text == "gaus" || text == "landau") return {peak.height, peak.mean, peak.width};
  if (text == "gausn" || text == "landaun" || text == "breitwigner") return {area, peak.mean, peak.width};
  if (text == "expo") return start_of_exponential(bins);
  return {};
}

std::vector<double> start_values(const expr::Formula& formula, const FitOptions& options, const FittedBins& bins) {
  std::vector<double> start = known_start(formula.text(), formula.parameters().size(), bins);
  const bool is_known = !start.empty();
  start.resize(formula.parameters().size());
  for (const auto& [name, value] : options.start)
    if (!formula.parameter(name))
      throw UsageError(fmt::format("--start {}: the formula '{}' has the parameters {}", name, formula.text(),
                                   fmt::join(formula.parameters(), ", ")));
  for (std::size_t i = 0; i < start.size(); ++i) {
    const auto given = options.start.find(formula.parameters()[i]);
    if (given != options.start.end())
      start[i] = given->second;
    else if (!is_known)
      throw UsageError(fmt::format("--fit '{}': where does the parameter {} begin? Give --start {}=VALUE",
                                   formula.text(), formula.parameters()[i], formula.parameters()[i]));
  }
  return start;
}

fit::Minimum minimum_of(const expr::Formula& formula, const FittedBins& bins, std::span<const double> start) {
  const auto cost =
      fit::curve({.edges = bins.edges, .contents = bins.contents, .variances = bins.variances}, formula.text());
  return fit::minimise(*cost, start, *schedule::make_serial_executor());
}

std::string stripped(const std::string& text) {
  constexpr std::string_view blanks = " \t\n";
  const std::size_t first = std::min(text.find_first_not_of(blanks), text.size());
  return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

std::vector<double> saved_values(const expr::Formula& formula, std::span<const double> values,
                                 const hist::FunctionRange& range) {
  std::vector<double> x, saved(drawn_points + 1);
  for (std::uint32_t i = 0; i <= drawn_points; ++i)
    x.push_back(range.low + (range.high - range.low) * i / drawn_points);
  const std::span<const double> column = x;
  formula.evaluate({&column, 1}, values, saved);
  saved.push_back(range.low);
  saved.push_back(range.high);
  return saved;
}

}  // namespace

std::pair<std::string, double> start_of(const std::string& text) {
  const std::size_t sign = text.find('=');
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto read = [&] { return std::from_chars(text.data() + sign + 1, end, value).ptr == end; };
  if (sign == std::string::npos || sign == 0 || sign + 1 == text.size() || !read() || !std::isfinite(value))
    throw UsageError(fmt::format("--start '{}' is not NAME=VALUE", text));
  return {text.substr(0, sign), value};
}

hist::Histogram with_fit(const hist::Histogram& histogram, const FitOptions& options) {
  if (histogram.dimensions() != 1)
    throw UsageError(
        fmt::format("--fit: a histogram with {} axes is fitted, one is supported", histogram.dimensions()));
  const expr::Formula formula = expr::Formula::compile(stripped(options.formula));
  if (formula.variables() != 1)
    throw UsageError(fmt::format("--fit: the formula '{}' has {} variables", formula.text(), formula.variables()));
  const FittedBins bins = bins_between(histogram, options);
  const std::size_t parameters = formula.parameters().size();
  const auto used =
      static_cast<std::size_t>(std::ranges::count_if(bins.variances, [](double variance) { return variance > 0; }));
  if (used < std::max<std::size_t>(parameters, 1))
    throw UsageError(fmt::format("--fit: {} bins with contents do not determine '{}'", used, formula.text()));
  const fit::Minimum found = minimum_of(formula, bins, start_values(formula, options, bins));
  if (!found.is_valid)
    detail::fail(ErrorKind::misuse, "no minimum was found for the formula '{}': other starts may help (--start)",
                 formula.text());
  const hist::FunctionRange range{bins.edges.front(), bins.edges.back()};
  hist::Function function{.class_name = "TF1",
                          .name = formula.text(),
                          .title = formula.text(),
                          .formula = expr::expanded(formula.text()),
                          .ranges = {range},
                          .chi_square = found.cost,
                          .degrees_of_freedom = static_cast<std::int32_t>(used - parameters),
                          .drawn_points = drawn_points,
                          .saved_values = saved_values(formula, found.values, range),
                          .minimum = automatic,
                          .maximum = automatic};
  for (std::size_t i = 0; i < parameters; ++i)
    function.parameters.push_back({.name = formula.parameters()[i],
                                   .value = found.values[i],
                                   .error = std::sqrt(found.covariance[i * parameters + i])});
  hist::HistogramParts parts = histogram.parts();
  parts.functions = {std::move(function)};
  return hist::Histogram(std::move(parts));
}

std::vector<std::string> lines_of(const hist::Function& function) {
  std::vector<std::string> lines = {
      fmt::format("chi2 / ndf {} / {}", format_value(function.chi_square, 4), function.degrees_of_freedom)};
  for (const hist::FunctionParameter& one : function.parameters)
    lines.push_back(
        fmt::format("{} {} ± {}", printable(one.name), format_value(one.value, 6), format_value(one.error, 2)));
  return lines;
}

}  // namespace ramet::cli
