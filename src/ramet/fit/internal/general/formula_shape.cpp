#include "ramet/fit/internal/general/formula_shape.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <exception>
#include <limits>
#include <optional>
#include <system_error>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/core/object_pool.hpp"
#include "ramet/expr/derivative.hpp"
#include "ramet/expr/formula.hpp"
#include "ramet/fit/internal/general/quadrature.hpp"

namespace ramet::inline v1::fit::internal {
namespace {

using Arguments = std::span<const double>;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t parts_of_range = 16;  ///< with which an integral begins
constexpr std::size_t other_parts = 301;    ///< with which it is compared
constexpr std::size_t most_places = 48;

/// The numbers in a formula, without those in brackets, and their negatives, as signs may stand before them.
std::vector<double> numbers_of(const std::string& text) {
  std::vector<double> numbers;
  const auto is_digit = [](char letter) { return letter >= '0' && letter <= '9'; };
  const auto continues = [&](char letter) {  // a name
    return is_digit(letter) || letter == '_' || (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
  };
  bool is_in_brackets = false;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '[') is_in_brackets = true;
    if (text[at] == ']') is_in_brackets = false;
    double number = 0;
    const bool begins = (is_digit(text[at]) || text[at] == '.') && !is_in_brackets;
    const auto [end, error] = begins && (at == 0 || !continues(text[at - 1]))
                                  ? std::from_chars(text.data() + at, text.data() + text.size(), number)
                                  : std::from_chars_result{text.data() + at, std::errc::invalid_argument};
    if (error == std::errc()) numbers.insert(numbers.end(), {number, -number});
    at = std::max(at + 1, static_cast<std::size_t>(end - text.data()));
  }
  return numbers;
}

/// A derivative: a formula of some of the parameters.
struct DerivedFormula {
  expr::Formula formula;
  std::vector<std::size_t> parameters;  ///< places among the parameters of the whole
};

std::optional<DerivedFormula> derived(const expr::Formula& whole, const std::string& name) {
  try {
    DerivedFormula found{.formula = expr::Formula::compile(expr::derivative(whole.text(), name)), .parameters = {}};
    for (const std::string& one : found.formula.parameters()) found.parameters.push_back(whole.parameter(one).value());
    return found;
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::unsupported) return std::nullopt;
    throw;
  }
}

/// Threads: immutable; evaluators are lent to each evaluation.
class FormulaShape final : public GeneralShape {
 public:
  explicit FormulaShape(const std::string& text)
      : formula_(expr::Formula::compile(text)),
        parameters_(formula_.parameters().size()),
        numbers_(numbers_of(expr::expanded(text))) {
    if (formula_.variables() != 1)
      detail::fail(ErrorKind::misuse, "the formula '{}' has {} variables, expected 1", text, formula_.variables());
    if (parameters_.size() > most_parameters)
      detail::fail(ErrorKind::misuse, "the formula '{}' has {} parameters, {} are the most", text, parameters_.size(),
                   most_parameters);
    for (std::size_t k = 0; k < parameters_.size(); ++k) {
      parameters_[k] = {.name = formula_.parameters()[k], .low = -infinity, .high = infinity};
      derivatives_.push_back(derived(formula_, formula_.parameters()[k]));
    }
  }

  std::string_view name() const noexcept override { return "formula"; }
  std::span<const ShapeParameter> parameters() const noexcept override { return parameters_; }

  void check_range(const Interval& range) const override {
    GeneralShape::check_range(range);
    if (std::isinf(range.low) || std::isinf(range.high))
      detail::fail(ErrorKind::misuse, "the range of the formula '{}' is {} to {}, expected a finite one",
                   formula_.text(), range.low, range.high);
  }

  bool is_defined(Arguments arguments, const Interval& /*range*/) const noexcept override {
    return std::ranges::all_of(arguments, [](double one) { return std::isfinite(one); });
  }

  void densities(Arguments arguments, const Interval& /*range*/, std::span<const double> x,
                 double* densities) const noexcept override {
    without_exceptions({densities, x.size()}, [&] {
      const auto evaluators = evaluators_.lend();
      evaluate(evaluators->value, x, arguments, {densities, x.size()});
    });
  }

  void slopes(Arguments arguments, const Interval& /*range*/, std::span<const double> x,
              double* const* rows) const noexcept override {
    const auto evaluators = evaluators_.lend();
    for (std::size_t k = 0; k < parameters_.size(); ++k)
      without_exceptions({rows[k], x.size()}, [&] { write_slopes(*evaluators, k, arguments, x, rows[k]); });
  }

  double integral(Arguments arguments, const Interval& range, const Interval& part,
                  double* slopes) const noexcept override {
    if (!(part.low < part.high)) {
      if (slopes != nullptr) std::fill_n(slopes, parameters_.size(), 0.0);
      return 0;
    }
    double found = std::numeric_limits<double>::quiet_NaN();
    without_exceptions({&found, 1}, [&] {
      const Integrals integrals = integrals_of(arguments, range, part, slopes != nullptr);
      if (slopes != nullptr) std::copy(integrals.values.begin() + 1, integrals.values.end(), slopes);
      found = integrals.values.front();
    });
    return found;
  }

  std::vector<double> bounds(Arguments arguments, const Interval& range) const override {
    std::vector<double> found = places_near(range, arguments);
    std::erase_if(found, [&](double place) { return place <= range.low || place >= range.high; });
    found.insert(found.begin(), range.low);
    found.push_back(range.high);
    return found;
  }

  /// That of the rule, or what other parts give, if that is more: a peak may have been missed.
  double integral_error(Arguments arguments, const Interval& range) const override {
    const Integrals found = integrals_of(arguments, range, range, false);
    const double other = integrals_of(arguments, range, range, false, other_parts).values.front();
    return std::max(found.error, std::abs(other - found.values.front()) / std::abs(other));
  }

 private:
  /// Threads: one at a time.
  struct Evaluators {
    expr::FormulaEvaluator value;
    std::vector<std::optional<expr::FormulaEvaluator>> slopes;
  };

  std::unique_ptr<Evaluators> make_evaluators() const {
    auto made = std::make_unique<Evaluators>(Evaluators{.value = expr::FormulaEvaluator(formula_), .slopes = {}});
    for (const auto& one : derivatives_)
      made->slopes.push_back(one ? std::optional(expr::FormulaEvaluator(one->formula)) : std::nullopt);
    return made;
  }

  /// What has no value, as a division of whole numbers by 0, is no number.
  template <class Work>
  static void without_exceptions(std::span<double> values, const Work& work) noexcept {
    try {
      work();
    } catch (const std::exception&) {
      std::ranges::fill(values, std::numeric_limits<double>::quiet_NaN());
    }
  }

  static void evaluate(expr::FormulaEvaluator& evaluator, std::span<const double> x, Arguments arguments,
                       std::span<double> to) {
    evaluator.evaluate({&x, 1}, arguments, to);
  }

  void write_slopes(Evaluators& evaluators, std::size_t parameter, Arguments arguments, std::span<const double> x,
                    double* to) const {
    if (!derivatives_[parameter]) return write_differences(evaluators, parameter, arguments, x, to);
    std::array<double, most_parameters> own;
    const std::vector<std::size_t>& places = derivatives_[parameter]->parameters;
    for (std::size_t k = 0; k < places.size(); ++k) own[k] = arguments[places[k]];
    evaluate(*evaluators.slopes[parameter], x, {own.data(), places.size()}, {to, x.size()});
  }

  void write_differences(Evaluators& evaluators, std::size_t parameter, Arguments arguments, std::span<const double> x,
                         double* to) const {
    std::vector<double> moved(arguments.begin(), arguments.end()), values(x.size());
    const double step = 1e-5 * std::max(std::abs(moved[parameter]), 1e-3);
    std::fill_n(to, x.size(), 0.0);
    for (const auto& [distance, weight] : {std::pair{1.0, 8.0}, {-1.0, -8.0}, {2.0, -1.0}, {-2.0, 1.0}}) {
      moved[parameter] = arguments[parameter] + distance * step;
      evaluate(evaluators.value, x, moved, values);
      for (std::size_t i = 0; i < x.size(); ++i) to[i] += weight * values[i] / (12 * step);
    }
  }

  /// Where peaks and edges may be: the values of parameters and the numbers in the formula, inside of a part, at its
  /// ends, or so near that a peak may reach into it.
  std::vector<double> places_near(const Interval& part, Arguments arguments) const {
    std::vector<double> places;
    const double width = part.high - part.low;
    for (const std::span<const double> some : {arguments, Arguments(numbers_)})
      for (const double place : some)
        if (place > part.low - width && place < part.high + width && places.size() < most_places)
          places.push_back(place);
    std::ranges::sort(places);
    places.erase(std::ranges::unique(places).begin(), places.end());
    return places;
  }

  Integrals integrals_of(Arguments arguments, const Interval& range, const Interval& part, bool with_slopes,
                         std::size_t of_range = parts_of_range) const {
    const auto evaluators = evaluators_.lend();
    const double share = (part.high - part.low) / (range.high - range.low);
    const auto parts = static_cast<std::size_t>(std::max(std::ceil(share * static_cast<double>(of_range)), 1.0));
    const auto functions = [&](std::span<const double> x, double* const* rows) {
      evaluate(evaluators->value, x, arguments, {rows[0], x.size()});
      for (std::size_t k = 0; k < parameters_.size() && with_slopes; ++k)
        write_slopes(*evaluators, k, arguments, x, rows[k + 1]);
    };
    return adaptive_integrals(functions, with_slopes ? parameters_.size() + 1 : 1, part, parts,
                              places_near(part, arguments));
  }

  expr::Formula formula_;
  std::vector<ShapeParameter> parameters_;
  std::vector<double> numbers_;  ///< in its text
  std::vector<std::optional<DerivedFormula>> derivatives_;
  mutable ObjectPool<Evaluators> evaluators_{[this] { return make_evaluators(); }};
};

}  // namespace

std::shared_ptr<const GeneralShape> formula_shape(const std::string& text) {
  return std::make_shared<const FormulaShape>(text);
}

std::vector<std::string> parameters_of_formula(const std::string& text) {
  const expr::Formula formula = expr::Formula::compile(text);
  return {formula.parameters().begin(), formula.parameters().end()};
}

}  // namespace ramet::inline v1::fit::internal
