#include "ramet/hist/internal/figures/efficiency_reader.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/hist/internal/figures/efficiency_bits.hpp"
#include "ramet/hist/internal/figures/graph_reader.hpp"

// Member names and bits are those of TEfficiency.h.

namespace ramet::inline v1::hist::internal {

using object::ObjectReader;
using object::ObjectTag;

/// The fields that are read of a TEfficiency. Threads: a value; it borrows the readers.
struct EfficiencyFields {
  BinnedReader* histogram_reader = nullptr;
  FunctionReader* function_reader = nullptr;
  object::ObjectBits bits;
  std::string name;
  std::string title;
  double alpha = 1, beta = 1, confidence_level = 0, weight = 1;
  std::int32_t option = 0;
  std::vector<BetaPrior> bin_priors;
  std::vector<Function> functions;
  std::optional<Histogram> passed;
  std::optional<Histogram> total;

  /// TNamed, whose bits select the kind of errors.
  void read_named(ObjectReader& reader) {
    const object::VersionHeader header = reader.read_version();
    bits = reader.read_tobject();
    name = reader.cursor().string();
    title = reader.cursor().string();
    reader.finish(header);
  }

  void read_functions(ObjectReader& reader) { functions = function_reader->read_listed(reader); }
  void read_passed(ObjectReader& reader) { read_histogram(reader, passed); }
  void read_total(ObjectReader& reader) { read_histogram(reader, total); }

  void read_histogram(ObjectReader& reader, std::optional<Histogram>& histogram) const {
    read_pointed_to(reader, [&](const ObjectTag& tag) { histogram = histogram_reader->read(reader, tag.class_name); });
  }

  /// std::vector<std::pair<double, double>>, streamed memberwise:
  ///   | head | version of the pair 2, of none (0 or less) the checksum 4 | count 4 | all alphas | all betas |
  void read_bin_priors(ObjectReader& reader) {
    const object::VersionHeader header = reader.read_version();
    bytes::ByteCursor& cursor = reader.cursor();
    if (header.memberwise && cursor.read<std::int16_t>() <= 0) cursor.skip(sizeof(std::uint32_t));
    bin_priors.resize(cursor.count(2 * sizeof(double), "number of priors"));
    if (!bin_priors.empty() && !header.memberwise) {
      bin_priors.clear();
      detail::fail(ErrorKind::unsupported, "priors of bins that are not stored member by member");
    }
    for (BetaPrior& prior : bin_priors) prior.alpha = cursor.read<double>();
    for (BetaPrior& prior : bin_priors) prior.beta = cursor.read<double>();
    reader.finish(header);
  }
};

namespace {

using EfficiencyPlans = object::MemberPlans<EfficiencyFields>;

using namespace efficiency_bit;

EfficiencyPlans efficiency_plans() {
  using Fields = EfficiencyFields;
  using Field = object::Member<Fields>;
  return EfficiencyPlans(
      {Field::at<&Fields::read_named>("TNamed"), Field::at<&Fields::alpha>("fBeta_alpha"),
       Field::at<&Fields::beta>("fBeta_beta"), Field::at<&Fields::read_bin_priors>("fBeta_bin_params"),
       Field::at<&Fields::confidence_level>("fConfLevel"), Field::at<&Fields::read_functions>("fFunctions"),
       Field::at<&Fields::read_passed>("fPassedHistogram"), Field::at<&Fields::option>("fStatisticOption"),
       Field::at<&Fields::read_total>("fTotalHistogram"), Field::at<&Fields::weight>("fWeight")});
}

/// Whether TEfficiency::SetStatisticOption sets the Bayesian bit for this kind.
bool is_bayesian_kind(IntervalKind kind) noexcept {
  return kind == IntervalKind::jeffreys || kind == IntervalKind::uniform_prior || kind == IntervalKind::chosen_prior;
}

Efficiency make_efficiency(EfficiencyFields fields, std::string_view class_name) {
  constexpr auto last = static_cast<std::int32_t>(IntervalKind::mid_p);
  if (fields.option < 0 || fields.option > last)
    detail::fail(ErrorKind::corrupt, "the statistic option is {}, the largest is {}", fields.option, last);
  const auto has = [&](std::uint32_t bit) { return (fields.bits.bits & bit) != 0; };
  const auto interval = static_cast<IntervalKind>(fields.option);
  if (is_bayesian_kind(interval) && !has(is_bayesian))
    detail::fail(ErrorKind::corrupt, "the statistic option {} does not match the bit for Bayesian options",
                 fields.option);
  if (!(fields.confidence_level >= 0 && fields.confidence_level <= 1))
    detail::fail(ErrorKind::corrupt, "the confidence level is {}", fields.confidence_level);
  if (!fields.passed || !fields.total) detail::fail(ErrorKind::corrupt, "the efficiency lacks a histogram");
  if (fields.passed->cells() != fields.total->cells() || fields.passed->dimensions() != fields.total->dimensions())
    detail::fail(ErrorKind::corrupt, "the passed histogram has {} cells, the total histogram {}",
                 fields.passed->cells(), fields.total->cells());
  EfficiencyParts parts{.class_name = std::string(class_name),
                        .name = std::move(fields.name),
                        .title = std::move(fields.title),
                        .interval = interval,
                        .confidence_level = fields.confidence_level,
                        .prior = {fields.alpha, fields.beta},
                        .bin_priors = std::move(fields.bin_priors),
                        .is_bayesian = has(is_bayesian),
                        .uses_mode = has(uses_mode),
                        .uses_shortest = has(uses_shortest),
                        .uses_bin_priors = has(uses_bin_priors),
                        .uses_weights = has(uses_weights),
                        .weight = fields.weight,
                        .functions = std::move(fields.functions)};
  return {std::move(parts), *std::move(fields.passed), *std::move(fields.total)};
}

}  // namespace

EfficiencyReader::EfficiencyReader(BinnedReader& histograms, FunctionReader& functions)
    : histograms_(histograms), functions_(functions), plans_(std::make_unique<EfficiencyPlans>(efficiency_plans())) {}

EfficiencyReader::~EfficiencyReader() = default;

Efficiency EfficiencyReader::read(ObjectReader& reader, std::string_view class_name) {
  EfficiencyFields fields;
  fields.histogram_reader = &histograms_;
  fields.function_reader = &functions_;
  plans_->read(reader, class_name, fields);
  return detail::while_doing([name = fields.name] { return fmt::format("efficiency '{}'", name); },
                             [&] { return make_efficiency(std::move(fields), class_name); });
}

}  // namespace ramet::inline v1::hist::internal
