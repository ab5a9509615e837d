#include "ramet/fit/internal/general/template_shape.hpp"

#include <algorithm>
#include <cmath>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::fit::internal {
namespace {

using Arguments = std::span<const double>;

void check(std::span<const double> edges, std::span<const double> contents, std::span<const double> variances) {
  if (edges.size() < 2 || contents.size() + 1 != edges.size() || variances.size() != contents.size())
    detail::fail(ErrorKind::misuse, "a template has {} edges, {} contents and {} variances", edges.size(),
                 contents.size(), variances.size());
  for (std::size_t i = 0; i < contents.size(); ++i) {
    if (!(edges[i] < edges[i + 1]) || !std::isfinite(edges[i]) || !std::isfinite(edges[i + 1]))
      detail::fail(ErrorKind::misuse, "edge {} of a template is {}, the next one {}", i, edges[i], edges[i + 1]);
    if (!(contents[i] >= 0 && variances[i] >= 0 && std::isfinite(contents[i]) && std::isfinite(variances[i])))
      detail::fail(ErrorKind::misuse, "bin {} of a template has the content {} with the variance {}", i, contents[i],
                   variances[i]);
  }
  if (std::ranges::all_of(contents, [](double one) { return one == 0; }))
    detail::fail(ErrorKind::misuse, "all {} bins of a template are empty", contents.size());
}

/// Threads: immutable.
class Template final : public GeneralShape {
 public:
  Template(std::span<const double> edges, std::span<const double> contents, std::span<const double> variances)
      : edges_(edges.begin(), edges.end()),
        contents_(contents.begin(), contents.end()),
        variances_(variances.begin(), variances.end()) {}

  std::string_view name() const noexcept override { return "template"; }
  std::span<const ShapeParameter> parameters() const noexcept override { return {}; }

  void check_range(const Interval& range) const override {
    GeneralShape::check_range(range);
    if (range.low < edges_.front() || range.high > edges_.back())
      detail::fail(ErrorKind::misuse, "the range of a template is {} to {}, its bins {} to {}", range.low, range.high,
                   edges_.front(), edges_.back());
  }

  bool is_defined(Arguments /*arguments*/, const Interval& /*range*/) const noexcept override { return true; }

  void densities(Arguments /*arguments*/, const Interval& /*range*/, std::span<const double> x,
                 double* densities) const noexcept override {
    for (const double one : x) {
      const std::size_t bin = bin_of(one);
      *densities++ = contents_[bin] / (edges_[bin + 1] - edges_[bin]);
    }
  }

  void slopes(Arguments, const Interval&, std::span<const double>, double* const*) const noexcept override {}

  double integral(Arguments /*arguments*/, const Interval& /*range*/, const Interval& part,
                  double* /*slopes*/) const noexcept override {
    return sum_over(part, contents_);
  }

  std::vector<double> bounds(Arguments /*arguments*/, const Interval& range) const override {
    std::vector<double> found{range.low};
    for (const double edge : edges_)
      if (edge > range.low && edge < range.high) found.push_back(edge);
    found.push_back(range.high);
    return found;
  }

  double variance(const Interval& part) const noexcept override { return sum_over(part, variances_); }

 private:
  std::size_t bin_of(double x) const noexcept {
    const auto found = std::upper_bound(edges_.begin() + 1, edges_.end() - 1, x);
    return static_cast<std::size_t>(found - edges_.begin()) - 1;
  }

  double sum_over(const Interval& part, const std::vector<double>& of_bins) const noexcept {
    double sum = 0;
    for (std::size_t bin = bin_of(part.low); bin < of_bins.size() && edges_[bin] < part.high; ++bin) {
      const double low = std::max(part.low, edges_[bin]), high = std::min(part.high, edges_[bin + 1]);
      const double width = edges_[bin + 1] - edges_[bin];
      if (high > low) sum += high - low == width ? of_bins[bin] : of_bins[bin] * ((high - low) / width);
    }
    return sum;
  }

  std::vector<double> edges_, contents_, variances_;
};

}  // namespace

std::shared_ptr<const GeneralShape> template_shape(std::span<const double> edges, std::span<const double> contents,
                                                   std::span<const double> variances) {
  const std::vector<double> known(variances.empty() ? contents.size() : 0, 0.0);
  const std::span<const double> of_contents = variances.empty() ? known : variances;
  check(edges, contents, of_contents);
  return std::make_shared<const Template>(edges, contents, of_contents);
}

}  // namespace ramet::inline v1::fit::internal
