#include "ramet/fit/joint.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/core/object_pool.hpp"
#include "ramet/fit/internal/joining.hpp"
#include "ramet/fit/internal/joint.hpp"
#include "ramet/fit/internal/joint_sums.hpp"
#include "ramet/random/continuous.hpp"

namespace ramet::inline v1::fit {
namespace {

using internal::Factor;
using internal::Joint;
using internal::JointPart;
using internal::JointPoint;
using internal::JointTerm;
using internal::Term;

std::size_t place_of(const Parameter& one, std::vector<Parameter>& parameters) {
  return *internal::term_of(one.name, one.low, one.high, parameters).parameter;
}

void check_shapes(const Joint& joint) {
  if (joint.components() > internal::most_components)
    detail::fail(ErrorKind::misuse, "a model has {} shapes, {} are the most", joint.components(),
                 internal::most_components);
}

void check_columns(std::size_t columns, std::size_t variables) {
  if (columns != variables)
    detail::fail(ErrorKind::misuse, "there are {} columns of the model's {} variables", columns, variables);
}

/// The terms of a model, whose parameters are among those of several models.
std::vector<JointTerm> terms_of(const Joint& joint, std::vector<Parameter>& parameters) {
  std::vector<std::size_t> places;
  for (const Parameter& one : joint.parameters()) places.push_back(place_of(one, parameters));
  std::vector<JointTerm> terms = joint.terms();
  for (JointTerm& term : terms) {
    for (JointPart& part : term.parts)
      for (std::size_t& place : part.places) place = places[place];
    for (Factor& factor : term.factors)
      for (Term& one : factor.terms)
        if (one.parameter) one.parameter = places[*one.parameter];
  }
  return terms;
}

void check_alike(const std::vector<JointModel>& models) {
  for (const JointModel& model : models) {
    if (model.is_extended()) detail::fail(ErrorKind::misuse, "a model that has yields cannot be a part of another");
    check_columns(model.variables(), models.front().variables());
    for (std::size_t j = 0; j < model.variables(); ++j)
      if (model.range(j) != models.front().range(j))
        detail::fail(ErrorKind::misuse, "models have the ranges {} to {} and {} to {} of variable {}",
                     models.front().range(j).low, models.front().range(j).high, model.range(j).low, model.range(j).high,
                     j);
  }
}

JointModel join(const std::vector<JointModel>& models, const std::vector<Argument>& weights, bool is_extended) {
  check_alike(models);
  std::vector<Parameter> parameters;
  std::vector<std::vector<JointTerm>> all;
  for (const JointModel& model : models) all.push_back(terms_of(model.joint(), parameters));
  std::vector<Term> terms;
  for (const Argument& weight : weights)
    terms.push_back(
        internal::term_of(weight, 0, is_extended ? std::numeric_limits<double>::infinity() : 1, parameters));
  std::vector<JointTerm> joined;
  for (std::size_t k = 0; k < all.size(); ++k) {
    Factor factor{.terms = terms, .is_rest = true};
    if (k < terms.size()) factor = {.terms = {terms[k]}, .is_rest = false};
    for (JointTerm& term : all[k]) {
      term.factors.push_back(factor);
      joined.push_back(std::move(term));
    }
  }
  auto joint = std::make_shared<const Joint>(std::move(parameters), std::move(joined), is_extended);
  check_shapes(*joint);
  return JointModel(std::move(joint));
}

/// Threads: immutable; memory of evaluations is lent to each.
class JointCost final : public Cost {
 public:
  JointCost(Columns columns, JointModel model, std::span<const double> weights)
      : Cost(model.parameters(), columns.front().size()), model_(std::move(model)) {
    for (std::size_t j = 0; j < columns.size(); ++j)
      columns_.emplace_back(columns[j], model_.range(j), j == 0 ? weights : std::span<const double>{});
  }

 private:
  Evaluation compute(std::span<const double> parameters, std::span<double> gradient,
                     schedule::Executor& executor) const override {
    const JointPoint point = model_.joint().prepare(parameters);
    if (!point.is_defined) return {.value = std::numeric_limits<double>::infinity(), .absent = points()};
    const auto sums = sums_.lend();
    const internal::JointSums blocks(model_.joint(), point, columns_, gradient.empty());
    internal::sum_blocks(blocks, *sums, executor);
    internal::ExactSum logarithms = sums->logarithms();
    if (model_.is_extended()) logarithms += -point.total;
    if (!gradient.empty()) {
      blocks.add_gradient(parameters, {sums->rows.data(), blocks.width()}, gradient);
      for (const JointTerm& term : model_.joint().terms())
        if (model_.is_extended()) internal::add_gradient_of_product(term.factors, parameters, -1, gradient);
      for (double& slope : gradient) slope *= -2;
    }
    return {.value = -2 * logarithms.value(), .absent = sums->tally().absent};
  }

  JointModel model_;
  std::vector<internal::Events> columns_;
  mutable ObjectPool<internal::RowsOfBlocks> sums_;
};

// Calls of the stream behind those of Sampler: the choice of the term, then two for each part.
constexpr std::uint8_t choice_call = 3, first_call_of_parts = 4, calls_of_part = 2;

}  // namespace

const std::vector<Parameter>& JointModel::parameters() const noexcept { return joint_->parameters(); }
std::size_t JointModel::variables() const noexcept { return joint_->variables(); }
bool JointModel::is_extended() const noexcept { return joint_->is_extended(); }
const Interval& JointModel::range(std::size_t variable) const {
  return joint_->terms().front().parts.at(variable).model.range();
}

void JointModel::densities(std::span<const double> parameters, Columns columns, std::span<double> densities) const {
  check_columns(columns.size(), variables());
  for (const std::span<const double> column : columns)
    if (column.size() != densities.size())
      detail::fail(ErrorKind::misuse, "there are {} numbers and room for {} densities", column.size(),
                   densities.size());
  const JointPoint point = joint_->point_at(parameters);
  std::ranges::fill(densities, 0.0);
  std::vector<double> of_term(densities.size()), of_part(densities.size());
  for (std::size_t p = 0; p < point.parts.size(); ++p) {
    const std::size_t term = p / variables(), variable = p % variables();
    if (variable == 0) std::ranges::fill(of_term, point.weights[term]);
    joint_->terms()[term].parts[variable].model.densities(point.parts[p].parameters, columns[variable], of_part);
    for (std::size_t i = 0; i < of_term.size(); ++i) of_term[i] *= of_part[i];
    for (std::size_t i = 0; i < of_term.size() && variable + 1 == variables(); ++i) densities[i] += of_term[i];
  }
}

JointModel product(const std::vector<Model>& models) {
  if (models.empty()) detail::fail(ErrorKind::misuse, "there are no models");
  std::vector<Parameter> parameters;
  JointTerm term;
  for (const Model& model : models) {
    if (model.is_extended()) detail::fail(ErrorKind::misuse, "a model that has yields cannot be a part of another");
    JointPart part{.model = model, .places = {}};
    for (const Parameter& one : model.parameters()) part.places.push_back(place_of(one, parameters));
    term.parts.push_back(std::move(part));
  }
  auto joint = std::make_shared<const Joint>(std::move(parameters), std::vector{std::move(term)}, false);
  check_shapes(*joint);
  return JointModel(std::move(joint));
}

JointModel mixture(const std::vector<JointModel>& models, const std::vector<Argument>& fractions) {
  if (fractions.size() + 1 != models.size())
    detail::fail(ErrorKind::misuse, "there are {} fractions of {} models, expected one fraction less than models",
                 fractions.size(), models.size());
  return join(models, fractions, false);
}

JointModel extended(const std::vector<JointModel>& models, const std::vector<Argument>& yields) {
  if (yields.size() != models.size() || models.empty())
    detail::fail(ErrorKind::misuse, "there are {} yields of {} models, expected one for each", yields.size(),
                 models.size());
  return join(models, yields, true);
}

std::shared_ptr<const Cost> unbinned(Columns columns, const JointModel& model, std::span<const double> weights) {
  check_columns(columns.size(), model.variables());
  for (const std::span<const double> column : columns)
    if (column.size() != columns.front().size())
      detail::fail(ErrorKind::misuse, "columns have {} and {} events", columns.front().size(), column.size());
  return std::make_shared<JointCost>(columns, model, weights);
}

JointSampler::JointSampler(const JointModel& model, std::span<const double> parameters)
    : variables_(model.variables()), expected_(0) {
  const JointPoint point = model.joint().point_at(parameters);
  double sum = 0;
  for (std::size_t k = 0; k < model.joint().terms().size(); ++k) {
    if (point.weights[k] < 0)
      detail::fail(ErrorKind::misuse, "a term of the model has the weight {}", point.weights[k]);
    cumulative_.push_back(sum += point.weights[k]);
    for (std::size_t j = 0; j < variables_; ++j)
      samplers_.emplace_back(model.joint().terms()[k].parts[j].model, point.parts[k * variables_ + j].parameters);
  }
  if (model.is_extended()) expected_ = point.total;
}

void JointSampler::fill(const random::Stream& stream, std::span<const std::span<double>> columns) const {
  check_columns(columns.size(), variables_);
  const std::size_t events = columns.front().size();
  for (const std::span<double> column : columns)
    if (column.size() != events)
      detail::fail(ErrorKind::misuse, "columns have {} and {} events", events, column.size());
  std::vector<double> choices(events), made(events);
  random::fill_uniform(stream, {.call = choice_call}, choices, 0, cumulative_.back());
  for (std::size_t p = 0; p < samplers_.size(); ++p) {
    const std::size_t term = p / variables_;
    const double low = term == 0 ? 0 : cumulative_[term - 1];
    const double high = term + 1 == cumulative_.size() ? std::numeric_limits<double>::infinity() : cumulative_[term];
    samplers_[p].fill(stream, made, static_cast<std::uint8_t>(first_call_of_parts + calls_of_part * p));
    for (std::size_t i = 0; i < events; ++i)
      if (choices[i] >= low && choices[i] < high) columns[p % variables_][i] = made[i];
  }
}

std::size_t JointSampler::count(const random::Stream& stream) const { return Sampler::count(stream, expected_); }

}  // namespace ramet::inline v1::fit
