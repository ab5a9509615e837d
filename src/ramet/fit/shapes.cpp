#include "ramet/fit/shapes.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/fit/internal/general/closed_shapes.hpp"
#include "ramet/fit/internal/general/convolution_shape.hpp"
#include "ramet/fit/internal/general/formula_shape.hpp"
#include "ramet/fit/internal/general/kernel_estimate.hpp"
#include "ramet/fit/internal/general/template_shape.hpp"
#include "ramet/fit/internal/joining.hpp"

namespace ramet::inline v1::fit {
namespace {

using internal::Component;
using internal::GeneralShape;
using internal::Mixture;

Model model_of(std::shared_ptr<const GeneralShape> general, const std::vector<Argument>& arguments,
               const Interval& range, FormulaScale scale = FormulaScale::normalised) {
  general->check_range(range);
  const std::span<const internal::ShapeParameter> known = general->parameters();
  std::vector<Parameter> parameters;
  Component component{.kind = internal::ShapeKind::general, .arguments = {}, .factors = {}};
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const internal::ShapeParameter& limits = known[std::min(k, known.size() - 1)];
    component.arguments.push_back(internal::term_of(arguments[k], limits.low, limits.high, parameters));
  }
  component.general = std::move(general);
  component.is_absolute = scale == FormulaScale::events;
  return Model(std::make_shared<const Mixture>(std::move(parameters), std::vector{std::move(component)}, range,
                                               scale == FormulaScale::events));
}

}  // namespace

Model voigt(const Argument& mean, const Argument& sigma, const Argument& gamma, const Interval& range) {
  return model_of(internal::voigt_shape(), {mean, sigma, gamma}, range);
}

Model argus(const Argument& end, const Argument& slope, const Argument& power, const Interval& range) {
  return model_of(internal::argus_shape(), {end, slope, power}, range);
}

Model johnson_su(const Argument& mean, const Argument& width, const Argument& gamma, const Argument& delta,
                 const Interval& range) {
  return model_of(internal::johnson_shape(), {mean, width, gamma, delta}, range);
}

Model bernstein(const std::vector<Argument>& coefficients, const Interval& range) {
  if (coefficients.empty() || coefficients.size() > internal::most_parameters)
    detail::fail(ErrorKind::misuse, "there are {} coefficients, expected 1 to {}", coefficients.size(),
                 internal::most_parameters);
  return model_of(internal::bernstein_shape(coefficients.size()), coefficients, range);
}

Model histogram(std::span<const double> edges, std::span<const double> contents, std::span<const double> variances) {
  auto shape = internal::template_shape(edges, contents, variances);
  return model_of(std::move(shape), {}, {.low = edges.front(), .high = edges.back()});
}

Model formula(const std::string& text, const Interval& range, const std::vector<Argument>& arguments,
              FormulaScale scale) {
  auto shape = internal::formula_shape(text);
  std::vector<Argument> given = arguments;
  if (given.empty())
    for (const internal::ShapeParameter& one : shape->parameters()) given.emplace_back(std::string(one.name));
  if (given.size() != shape->parameters().size())
    detail::fail(ErrorKind::misuse, "the formula '{}' has {} parameters, not {}", text, shape->parameters().size(),
                 given.size());
  return model_of(std::move(shape), given, range, scale);
}

Model convolution(const Model& shape, const Model& resolution, const Interval& range) {
  std::vector<Argument> arguments;
  for (const Model* const model : {&shape, &resolution})
    for (const Parameter& one : model->parameters()) arguments.emplace_back(one.name);
  return model_of(internal::convolution_shape(shape, resolution), arguments, range);
}

Model kernel_estimate(std::span<const double> events, double width, const Interval& range, bool is_mirrored) {
  return model_of(internal::kernel_estimate(events, width, range, is_mirrored), {}, range);
}

}  // namespace ramet::inline v1::fit
