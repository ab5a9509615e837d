#include "ramet/merge/internal/objects/efficiency_sum.hpp"

#include <algorithm>
#include <utility>

#include "ramet/hist/figure_reader.hpp"
#include "ramet/merge/internal/objects/histogram_record.hpp"
#include "ramet/merge/internal/objects/histogram_union.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

constexpr std::string_view efficiency_name = "TEfficiency";

bool have_ranges(const hist::HistogramParts& parts) noexcept {
  return std::ranges::all_of(parts.axes, [](const hist::NamedAxis& axis) { return axis.bins.has_range(); });
}

}  // namespace

bool is_efficiency_class(std::string_view class_name) noexcept { return class_name == efficiency_name; }

std::optional<EfficiencySum::Misfit> EfficiencySum::add(const file::Record& record, object::Layouts layouts) {
  hist::FigureReader reader(layouts);
  const hist::Figure figure = reader.read(record.bytes.span(), record.key_length, efficiency_name);
  const auto& efficiency = std::get<hist::Efficiency>(figure);
  hist::HistogramParts passed = efficiency.passed().parts();
  hist::HistogramParts total = efficiency.total().parts();
  if (!have_ranges(passed) || !have_ranges(total)) return Misfit{"", "one of its histograms has no range yet"};
  passed.moments = statistics_of(passed);
  total.moments = statistics_of(total);
  has_priors_ = has_priors_ || !efficiency.parts().bin_priors.empty();
  if (!passed_) {
    passed_ = std::move(passed);
    total_ = std::move(total);
    weight_ = efficiency.parts().weight;
    return std::nullopt;
  }
  HistogramUnion all = union_of(*total_, total);
  if (!all.problem.empty()) return Misfit{all.axis, all.problem};
  if (has_priors_ && all.sum.contents.size() != total_->contents.size())
    return Misfit{all.axis, "its bins are other ones, and bins have priors of their own"};
  HistogramUnion some = union_of(*passed_, passed);
  if (!some.problem.empty()) return Misfit{some.axis, some.problem};
  passed_ = std::move(some.sum);
  total_ = std::move(all.sum);
  const double other = efficiency.parts().weight;
  if (weight_ + other != 0) weight_ = weight_ * other / (weight_ + other);  // as TEfficiency::operator+=
  return std::nullopt;
}

bytes::Buffer EfficiencySum::payload(const file::Record& first, std::size_t key_length, object::Layouts layouts) const {
  return with_parts_of_efficiency(first, efficiency_name, layouts, *passed_, *total_, weight_, key_length);
}

}  // namespace ramet::inline v1::merge::internal
