#include <algorithm>
#include <array>

#include "ramet/expr/internal/check/formulas.hpp"
#include "ramet/expr/internal/check/functions/functions.hpp"
#include "ramet/expr/internal/run/special/probabilities.hpp"
#include "ramet/expr/internal/run/special/special.hpp"

namespace ramet::inline v1::expr {

namespace {

using Op = ElementOperation;

/// A function of TMath that is one SpecialFunction.
struct Special {
  std::string_view name;
  SpecialFunction function;
  std::size_t least = 1;  ///< arguments
  std::size_t most = 1;
  std::array<double, most_special_arguments> defaults = {};  ///< of all arguments
  std::array<bool, most_special_arguments> whole = {};       ///< which of them are whole numbers
  int order = -1;                                            ///< of Bessel functions whose order is in the name
};

constexpr auto specials = std::to_array<Special>({
    {"TMath::Beta", SpecialFunction::beta, 2, 2},
    {"TMath::BetaCf", SpecialFunction::beta_fraction, 3, 3},
    {"TMath::BetaDist", SpecialFunction::beta_dist, 3, 3},
    {"TMath::BetaDistI", SpecialFunction::beta_incomplete, 3, 3},
    {"TMath::BetaIncomplete", SpecialFunction::beta_incomplete, 3, 3},
    {"TMath::Binomial", SpecialFunction::binomial, 2, 2, {}, {true, true}},
    {"TMath::BinomialI", SpecialFunction::binomial_integral, 3, 3, {}, {false, true, true}},
    {"TMath::BreitWigner", SpecialFunction::breit_wigner, 1, 3, {0, 0, 1}},
    {"TMath::BreitWignerRelativistic", SpecialFunction::breit_wigner_relativistic, 1, 3, {0, 0, 1}},
    {"TMath::CauchyDist", SpecialFunction::cauchy, 1, 3, {0, 0, 1}},
    {"TMath::ChisquareQuantile", SpecialFunction::chi_square_quantile, 2, 2},
    {"TMath::DiLog", SpecialFunction::dilogarithm},
    {"TMath::ErfInverse", SpecialFunction::erf_inverse},
    {"TMath::ErfcInverse", SpecialFunction::erfc_inverse},
    {"TMath::Factorial", SpecialFunction::factorial, 1, 1, {}, {true}},
    {"TMath::FDist", SpecialFunction::f_dist, 3, 3},
    {"TMath::FDistI", SpecialFunction::f_integral, 3, 3},
    {"TMath::Freq", SpecialFunction::normal_integral},
    {"TMath::GammaDist", SpecialFunction::gamma_dist, 2, 4, {0, 0, 0, 1}},
    {"TMath::KolmogorovProb", SpecialFunction::kolmogorov_probability},
    {"TMath::Landau", SpecialFunction::landau, 1, 4, {0, 0, 1, 0}},
    {"TMath::LandauI", SpecialFunction::landau_integral},
    {"TMath::LaplaceDist", SpecialFunction::laplace, 1, 3, {0, 0, 1}},
    {"TMath::LaplaceDistI", SpecialFunction::laplace_integral, 1, 3, {0, 0, 1}},
    {"TMath::LogNormal", SpecialFunction::log_normal, 2, 4, {0, 0, 0, 1}},
    {"TMath::NormQuantile", SpecialFunction::normal_quantile},
    {"TMath::Poisson", SpecialFunction::poisson, 2, 2},
    {"TMath::PoissonI", SpecialFunction::poisson, 2, 2, {}, {true}},
    {"TMath::Prob", SpecialFunction::chi_square_probability, 2, 2, {}, {false, true}},
    {"TMath::Student", SpecialFunction::student, 2, 2},
    {"TMath::StudentI", SpecialFunction::student_integral, 2, 2},
    {"TMath::StudentQuantile", SpecialFunction::student_quantile, 2, 3, {0, 0, 1}},
    {"TMath::BesselI", SpecialFunction::bessel_i, 2, 2, {}, {true}},
    {"TMath::BesselK", SpecialFunction::bessel_k, 2, 2, {}, {true}},
    {"TMath::BesselI0", SpecialFunction::bessel_i, 1, 1, {}, {}, 0},
    {"TMath::BesselI1", SpecialFunction::bessel_i, 1, 1, {}, {}, 1},
    {"TMath::BesselK0", SpecialFunction::bessel_k, 1, 1, {}, {}, 0},
    {"TMath::BesselK1", SpecialFunction::bessel_k, 1, 1, {}, {}, 1},
    {"TMath::BesselJ0", SpecialFunction::bessel_j0},
    {"TMath::BesselJ1", SpecialFunction::bessel_j1},
    {"TMath::BesselY0", SpecialFunction::bessel_y0},
    {"TMath::BesselY1", SpecialFunction::bessel_y1},
    {"TMath::StruveH0", SpecialFunction::struve_h0},
    {"TMath::StruveH1", SpecialFunction::struve_h1},
    {"TMath::StruveL0", SpecialFunction::struve_l0},
    {"TMath::StruveL1", SpecialFunction::struve_l1},
});

NodeId special_node(Builder& build, SpecialFunction function, std::span<const NodeId> arguments) {
  return build.for_elements(arguments, [&](std::span<const NodeId> values) {
    std::vector<NodeId> all = {build.graph().constant(static_cast<std::uint64_t>(function))};
    all.insert(all.end(), values.begin(), values.end());
    return build.call(CallOperation::special, ValueType::of(NumberType::float64), std::move(all));
  });
}

// The argument as double; that of a whole number without what is behind the point.
NodeId argument(const CallSite& call, std::size_t number, bool whole) {
  NodeId node = call.node(number);
  if (call.build.type(node).is_string) call.checker.fail_here(fmt::format("{} of a string", call.name));
  if (whole) node = call.build.convert(node, NumberType::int32);
  return call.build.convert(node, NumberType::float64);
}

Operand special(const CallSite& call) {
  const Special& found = *std::find_if(specials.begin(), specials.end(),
                                       [&](const Special& one) { return one.name == call.function.name; });
  std::vector<NodeId> nodes;
  if (found.order >= 0) nodes.push_back(call.build.graph().constant(static_cast<double>(found.order)));
  for (std::size_t k = 0; k < found.most; ++k)
    nodes.push_back(k < call.arguments.size() ? argument(call, k, found.whole[k])
                                              : call.build.graph().constant(found.defaults[k]));
  return Operand::value(special_node(call.build, found.function, nodes));
}

Operand gamma(const CallSite& call) {
  std::vector<NodeId> nodes = {argument(call, 0, false)};
  if (call.arguments.size() == 1) return Operand::value(call.build.real(Op::tgamma, nodes, true));
  nodes.push_back(argument(call, 1, false));
  return Operand::value(special_node(call.build, SpecialFunction::gamma_lower, nodes));
}

// (x, sigma, gamma, digits)
Operand voigt(const CallSite& call) {
  std::vector<NodeId> nodes;
  for (std::size_t k = 0; k < 3; ++k) nodes.push_back(argument(call, k, false));
  return Operand::value(special_node(call.build, SpecialFunction::voigt, nodes));
}

// TMath::Gaus(x, mean = 0, sigma = 1, norm = false); far away 0, as for a sigma of 0.
Operand gaussian(const CallSite& call) {
  Builder& build = call.build;
  const auto part = [&](std::size_t k, double otherwise) {
    return Term(build, k < call.arguments.size() ? argument(call, k, false) : build.graph().constant(otherwise));
  };
  const Term sigma = part(2, 1);
  const Term away = (part(0, 0) - part(1, 0)) / sigma;
  const Term shape = (away * away * sigma.number(-0.5)).of(Op::exp);
  // Asked in this way, NaN stays NaN.
  const Term value = (sigma.number(39. * 39.) < away * away).choose(sigma.number(0.), shape);
  const Term kept = (sigma == sigma.number(0.)).choose(sigma.number(1e30), value);
  if (call.arguments.size() < 4) return Operand::value(kept);
  const Term is_point = sigma == sigma.number(0.);
  const Term norm = is_point.choose(kept, kept / (sigma * sigma.number(2.50662827463100024)));
  return Operand::value(Term(build, build.to_bool(call.node(3))).choose(norm, kept));
}

// Of n values, or of those between two places.
NodeId sample(const CallSite& call) {
  Operand list;
  if (call.arguments[0].form == Operand::Form::place) {
    list = call.checker.between(call.arguments[0], call.arguments[1]);
  } else {
    const NodeId count = call.build.convert(call.node(0), NumberType::int64);
    const NodeId all = call.list(1);
    list = Operand::value(call.build.call(CallOperation::take_count, call.build.type(all), {all, count}));
  }
  const NodeId node = call.checker.list(list);
  if (call.build.type(node).depth != 1 || call.build.type(node).is_string)
    call.checker.fail_here(fmt::format("{} of {}", call.name, call.checker.spelled(list)));
  return node;
}

// TMath::Mean(n, values, weights)
Operand weighted_mean(const CallSite& call) {
  Builder& build = call.build;
  const ValueType number = ValueType::of(NumberType::float64);
  const NodeId values = build.convert(sample(call), NumberType::float64);
  const Operand& given = call.arguments[2];
  const Operand all = given.form == Operand::Form::place ? given.members[0] : given;
  const NodeId count = build.convert(build.size(values), NumberType::int64);
  const NodeId list = build.convert(call.checker.list(all), NumberType::float64);
  const Term weights(build, build.call(CallOperation::take_count, build.type(list), {list, count}));
  const Term sum(build, build.call(CallOperation::sum, number, {(weights * Term(build, values)).node()}));
  return Operand::value(sum / Term(build, build.call(CallOperation::sum, number, {weights.node()})));
}

Operand mean(const CallSite& call) {
  if (call.arguments.size() == 3) return weighted_mean(call);
  const NodeId values = call.build.convert(sample(call), NumberType::float64);
  // Of none it is not a number.
  const Term sum(call.build, call.build.call(CallOperation::sum, ValueType::of(NumberType::float64), {values}));
  return Operand::value(sum / Term(call.build, call.build.convert(call.build.size(values), NumberType::float64)));
}

// Of a sample: with n - 1, as TMath has it under both names.
Operand deviation(const CallSite& call) {
  Builder& build = call.build;
  const ValueType number = ValueType::of(NumberType::float64);
  const NodeId values = build.convert(sample(call), NumberType::float64);
  const Term away = Term(build, values) - Term(build, build.call(CallOperation::mean, number, {values}));
  const Term sum(build, build.call(CallOperation::sum, number, {(away * away).node()}));
  const Term less = Term(build, build.convert(build.size(values), NumberType::float64)) - sum.number(1.);
  return Operand::value((sum.number(0.) < less).choose(sqrt(sum / less), sum.number(0.)));
}

Operand extreme_element(const CallSite& call) {
  const NodeId values = sample(call);
  return Operand::value(call.build.call(call.function.call, call.build.type(values).item(), {values}));
}

Operand place(const CallSite& call) {
  Builder& build = call.build;
  const NodeId values = sample(call);
  const NodeId found = build.call(call.function.call, ValueType::of(NumberType::uint64), {values});
  const NodeId is_empty = build.equal(build.size(values), build.graph().constant(std::uint64_t{0}));
  return Operand::value(
      build.choose(is_empty, build.graph().constant(std::int64_t{-1}), build.convert(found, NumberType::int64)));
}

NodeId in_order(Builder& build, NodeId values) {
  const NodeId order = build.call(CallOperation::argsort, ValueType::of(NumberType::uint64).list(), {values});
  return build.call(CallOperation::take, build.type(values), {values, build.convert(order, NumberType::int64)});
}

// The one in the middle, or the mean of the two there, which are added in their type; of none 0.
Operand median(const CallSite& call) {
  Builder& build = call.build;
  const NodeId values = in_order(build, sample(call));
  const ValueType item = build.type(values).item();
  const Term size(build, build.convert(build.size(values), NumberType::int64));
  const auto at = [&](Term place) {
    return Term(build,
                build.call(CallOperation::index_or, item, {values, place, build.graph().constant(item.number, 0)}));
  };
  const Term two = size.number(std::int64_t{2});
  const Term sum = at((size - size.number(std::int64_t{1})) / two) + at(size / two);
  return Operand::value(Term(build, build.convert(sum, NumberType::float64)) * sum.number(0.5));
}

// Of the absolute values; of none -1.
Operand geometric_mean(const CallSite& call) {
  Builder& build = call.build;
  const ValueType number = ValueType::of(NumberType::float64);
  const Term sizes = Term(build, build.convert(sample(call), NumberType::float64)).of(Op::absolute);
  const Term sum(build, build.call(CallOperation::sum, number, {sizes.of(Op::log).node()}));
  const Term count(build, build.convert(build.size(sizes), NumberType::float64));
  return Operand::value((sum.number(0.) < count).choose((sum / count).of(Op::exp), sum.number(-1.)));
}

// TMath::KOrdStat(n, values, k): the k-th of them in order.
Operand order_statistic(const CallSite& call) {
  return Operand::value(call.build.index(in_order(call.build, sample(call)), call.node(2)));
}

// Where the value is in n in order; if it is not there, where the last smaller one is, or -1.
Operand binary_search(const CallSite& call) {
  Builder& build = call.build;
  const NodeId values = sample(call);
  const auto count = [&](NodeId truths) {
    return build.convert(build.call(CallOperation::sum, ValueType::of(NumberType::uint64), {build.to_bool(truths)}),
                         NumberType::int64);
  };
  const Term smaller(build, count(build.less(values, call.node(2))));
  const NodeId is_there = build.call(CallOperation::any, ValueType::of(NumberType::boolean),
                                     {build.to_bool(build.equal(values, call.node(2)))});
  return Operand::value(Term(build, is_there).choose(smaller, smaller - smaller.number(std::int64_t{1})));
}

// |a - b| below eps, or below eps times their size.
Operand nearly_equal(const CallSite& call) {
  const Term a(call.build, argument(call, 0, false));
  const Term b(call.build, argument(call, 1, false));
  const Term limit(call.build, argument(call, 2, false));
  const Term away = (a - b).of(Op::absolute);
  const Term size = a.of(Op::absolute) + b.of(Op::absolute);
  return Operand::value(call.name.ends_with("Rel")
                            ? call.build.compare(Op::less_equal, away, (limit * size * a.number(0.5)).node())
                            : call.build.less(away, limit));
}

Operand not_supported(const CallSite& call) {
  call.checker.fail_here(fmt::format("{} is not supported", call.name), ErrorKind::unsupported);
}

constexpr auto others = std::to_array<FunctionEntry>({
    {"TMath::Gamma", 1, 2, gamma, {}, {}, {}},
    {"TMath::Voigt", 3, 4, voigt, {}, {}, {}},
    {"TMath::Gaus", 1, 4, gaussian, {}, {}, {}},
    {"TMath::Mean", 2, 3, mean, {}, {}, {}},
    {"TMath::RMS", 2, 2, deviation, {}, {}, {}},
    {"TMath::StdDev", 2, 2, deviation, {}, {}, {}},
    {"TMath::MinElement", 2, 2, extreme_element, {}, CallOperation::minimum, {}},
    {"TMath::MaxElement", 2, 2, extreme_element, {}, CallOperation::maximum, {}},
    {"TMath::LocMin", 2, 2, place, {}, CallOperation::arg_minimum, {}},
    {"TMath::LocMax", 2, 2, place, {}, CallOperation::arg_maximum, {}},
    {"TMath::AreEqualAbs", 3, 3, nearly_equal, {}, {}, {}},
    {"TMath::AreEqualRel", 3, 3, nearly_equal, {}, {}, {}},
    {"TMath::Vavilov", 0, 9, not_supported, {}, {}, {}},
    {"TMath::VavilovI", 0, 9, not_supported, {}, {}, {}},
    {"TMath::NextPrime", 0, 9, not_supported, {}, {}, {}},
    {"TMath::Median", 2, 2, median, {}, {}, {}},
    {"TMath::GeomMean", 2, 2, geometric_mean, {}, {}, {}},
    {"TMath::KOrdStat", 3, 3, order_statistic, {}, {}, {}},
    {"TMath::BinarySearch", 3, 3, binary_search, {}, {}, {}},
    {"TMath::ModeHalfSample", 0, 9, not_supported, {}, {}, {}},
    {"TMath::Hash", 0, 9, not_supported, {}, {}, {}},
});

Operand probability(const CallSite& call) {
  const auto* const found =
      std::ranges::find_if(probabilities, [&](const Probability& one) { return one.name == call.function.name; });
  std::vector<NodeId> nodes = {call.build.graph().constant(static_cast<double>(found - probabilities.begin()))};
  for (std::size_t k = 0; k < found->most; ++k)
    nodes.push_back(k < call.arguments.size() ? argument(call, k, found->whole[k])
                                              : call.build.graph().constant(found->defaults[k]));
  return Operand::value(call.build.for_elements(nodes, [&](std::span<const NodeId> values) {
    std::vector<NodeId> all = {call.build.graph().constant(static_cast<std::uint64_t>(SpecialFunction::probability))};
    all.insert(all.end(), values.begin(), values.end());
    return call.build.call(CallOperation::special, ValueType::of(NumberType::float64), std::move(all));
  }));
}

constexpr auto probability_table = [] {
  std::array<FunctionEntry, probabilities.size()> all{};
  for (std::size_t k = 0; k < probabilities.size(); ++k) {
    all[k].name = probabilities[k].name;
    all[k].least = probabilities[k].least;
    all[k].most = probabilities[k].most;
    all[k].make = probability;
  }
  return all;
}();

constexpr auto statistics_table = [] {
  std::array<FunctionEntry, specials.size() + others.size()> all{};
  for (std::size_t k = 0; k < specials.size(); ++k) {
    all[k].name = specials[k].name;
    all[k].least = specials[k].least;
    all[k].most = specials[k].most;
    all[k].make = special;
  }
  for (std::size_t k = 0; k < others.size(); ++k) all[specials.size() + k] = others[k];
  return all;
}();

}  // namespace

std::span<const FunctionEntry> statistics_functions() noexcept { return statistics_table; }

std::span<const FunctionEntry> probability_functions() noexcept { return probability_table; }

}  // namespace ramet::inline v1::expr
