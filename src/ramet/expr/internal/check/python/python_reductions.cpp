#include <algorithm>
#include <array>
#include <limits>

#include "ramet/expr/internal/check/python/numpy_types.hpp"
#include "ramet/expr/internal/check/python/python_checker.hpp"

namespace ramet::inline v1::expr {

namespace {

using Op = ElementOperation;

enum class Reduction : std::uint8_t {
  sum,
  product,
  any,
  all,
  maximum,
  minimum,
  place_of_maximum,
  place_of_minimum,
  mean,
  variance,
  deviation,
  count,
  count_true,
  sizes,
  first,
};

struct ReductionEntry {
  std::string_view name;
  Reduction reduction;
};

constexpr auto reduction_table = std::to_array<ReductionEntry>({
    {"sum", Reduction::sum},
    {"prod", Reduction::product},
    {"any", Reduction::any},
    {"all", Reduction::all},
    {"max", Reduction::maximum},
    {"amax", Reduction::maximum},
    {"min", Reduction::minimum},
    {"amin", Reduction::minimum},
    {"argmax", Reduction::place_of_maximum},
    {"argmin", Reduction::place_of_minimum},
    {"mean", Reduction::mean},
    {"var", Reduction::variance},
    {"std", Reduction::deviation},
    {"count", Reduction::count},
    {"count_nonzero", Reduction::count_true},
    {"num", Reduction::sizes},
    {"size", Reduction::sizes},
    {"len", Reduction::sizes},
    {"firsts", Reduction::first},
});

/// Makes the nodes of one call. Threads: one at a time.
class Reducer {
 public:
  Reducer(PythonChecker& checker, const PythonCall& call, Reduction reduction)
      : checker_(checker), build_(checker.build()), call_(call), reduction_(reduction) {}

  Operand run() {
    const Operand& of = call_.arguments[0];
    if (!of.is_value() || !build_.type(of.node).is_list())
      checker_.fail_here(fmt::format("{} of {}: expected lists", call_.name, checker_.spelled(of)));
    for (const auto& [name, value] : call_.keywords)
      if (name != "axis" && name != "otherwise" && name != "initial" && name != "mask_identity")
        checker_.fail_here(fmt::format("{} does not take {}", call_.name, name), ErrorKind::unsupported);
    const unsigned axis = this->axis();
    if (reduction_ == Reduction::sizes) return Operand::value(sizes(of.node, axis));
    if (reduction_ == Reduction::first && axis == 1) return Operand::value(or_otherwise(of.node, first(of.node)));
    if (axis != build_.type(of.node).depth)
      checker_.fail_here(fmt::format("{} over axis {} of {}; only the last one, -1, is supported", call_.name, axis,
                                     checker_.spelled(of)),
                         ErrorKind::unsupported);
    const bool counts = reduction_ == Reduction::count;
    if (build_.type(of.node).is_string && !counts)
      checker_.fail_here(fmt::format("{} of {}", call_.name, checker_.spelled(of)));
    return Operand::value(
        checker_.for_innermost(of.node, [&](NodeId list) { return or_otherwise(list, reduce(list)); }));
  }

 private:
  /// Counted from 1, the entries' lists.
  unsigned axis() {
    const ValueType type = build_.type(call_.arguments[0].node);
    const Operand* written = call_.keyword("axis");
    if (written == nullptr && call_.arguments.size() > 1) written = &call_.arguments[1];
    const bool is_size = reduction_ == Reduction::sizes || reduction_ == Reduction::first;
    const bool is_missing = written == nullptr || written->form == Operand::Form::nothing;
    if (is_missing && is_size) return 1;
    if (is_missing && !call_.is_of_module) return type.depth;
    std::int64_t axis = is_missing ? 0 : checker_.written_integer(*written, "axis");
    if (axis < 0) axis += type.depth + 1;
    if (axis == 0)
      checker_.fail_here(
          fmt::format("{} over all entries, which an expression does not see; axis=-1 is for each entry", call_.name));
    if (axis < 0 || axis > type.depth)
      checker_.fail_here(fmt::format("{} has no such axis", checker_.spelled(call_.arguments[0])));
    return static_cast<unsigned>(axis);
  }

  NodeId sizes(NodeId list, unsigned axis) {
    if (axis == 1) return size(list);
    const Builder::Elements found = build_.elements(std::span<const NodeId>(&list, 1));
    return build_.graph().rebuild(found.shape, sizes(found.values[0], axis - 1));
  }

  NodeId size(NodeId list) { return checker_.convert(build_.size(list), NumberType::int64); }

  NodeId number_of(CallOperation operation, NumberType type, NodeId list) {
    return build_.call(operation, ValueType::of(type), {list});
  }

  NodeId reduce(NodeId list) {
    const NumberType own = build_.type(list).number;
    switch (reduction_) {
      case Reduction::sum:
        return number_of(CallOperation::sum, numpy_sum(own), list);
      case Reduction::product:
        return number_of(CallOperation::product, numpy_sum(own), list);
      case Reduction::any:
        return number_of(CallOperation::any, NumberType::boolean, list);
      case Reduction::all:
        return number_of(CallOperation::all, NumberType::boolean, list);
      case Reduction::count:
        return size(list);
      case Reduction::count_true:
        return number_of(CallOperation::sum, NumberType::int64, checker_.convert(list, NumberType::boolean));
      case Reduction::mean:
        return mean(list);
      case Reduction::variance:
        return variance(list);
      case Reduction::deviation:
        return build_.element(Op::sqrt, NumberType::float64, {variance(list)});
      case Reduction::maximum:
      case Reduction::minimum:
        return extreme(list);
      case Reduction::place_of_maximum:
      case Reduction::place_of_minimum:
        return place_of_extreme(list);
      default:
        return first(list);
    }
  }

  NodeId first(NodeId list) { return build_.index(list, build_.graph().constant(std::int64_t{0})); }

  // Sums of real numbers are made in float64.
  NodeId mean(NodeId list) {
    const NumberType own = build_.type(list).number;
    const NodeId of = is_real(own) ? checker_.convert(list, NumberType::float64) : list;
    const NodeId sum = number_of(CallOperation::sum, is_real(own) ? NumberType::float64 : numpy_sum(own), of);
    return build_.element(
        Op::divide, NumberType::float64,
        {checker_.convert(sum, NumberType::float64), checker_.convert(build_.size(list), NumberType::float64)});
  }

  // Of a population: the mean of the squared distances from the mean.
  NodeId variance(NodeId list) {
    const NodeId squares = build_.for_elements({list, mean(list)}, [&](std::span<const NodeId> values) {
      const NodeId away = build_.element(Op::subtract, NumberType::float64,
                                         {checker_.convert(values[0], NumberType::float64), values[1]});
      return build_.element(Op::multiply, NumberType::float64, {away, away});
    });
    return mean(squares);
  }

  // NaN is passed over, as awkward does.
  NodeId extreme(NodeId list) {
    const bool is_maximum = reduction_ == Reduction::maximum;
    const NumberType own = build_.type(list).number;
    NodeId of = list;
    if (is_real(own))
      of = build_.for_elements({list}, [&](std::span<const NodeId> values) {
        const NodeId is_nan = build_.element(Op::is_nan, NumberType::boolean, {values[0]});
        return build_.element(Op::select, own, {is_nan, identity(own), values[0]});
      });
    const NodeId found = number_of(is_maximum ? CallOperation::maximum : CallOperation::minimum, own, of);
    const Operand* const initial = call_.keyword("initial");
    if (initial != nullptr && initial->form != Operand::Form::nothing) {
      const NodeId written = checker_.convert(checker_.numbers(*initial), own);
      const NodeId with_initial =
          checker_.element(is_maximum ? Op::maximum : Op::minimum, own, std::array{written, found});
      return build_.choose(is_filled(list), with_initial, written);
    }
    const Operand* const masks = call_.keyword("mask_identity");
    if (masks != nullptr && !checker_.written_truth(*masks, "mask_identity"))
      return build_.choose(is_filled(list), found, identity(own));
    return found;
  }

  // The least maximum, or the greatest minimum, of the type.
  NodeId identity(NumberType type) {
    const bool is_maximum = reduction_ == Reduction::maximum;
    return with_number(type, [&](auto zero) {
      using T = decltype(zero);
      using Limits = std::numeric_limits<T>;
      if constexpr (Limits::has_infinity)
        return build_.graph().constant(is_maximum ? -Limits::infinity() : Limits::infinity());
      else
        return build_.graph().constant(is_maximum ? Limits::lowest() : Limits::max());
    });
  }

  NodeId place_of_extreme(NodeId list) {
    const auto operation =
        reduction_ == Reduction::place_of_maximum ? CallOperation::arg_maximum : CallOperation::arg_minimum;
    const NodeId place = checker_.convert(number_of(operation, NumberType::uint64, list), NumberType::int64);
    // Of an empty list there is none: asking for its first element says so.
    return build_.choose(is_filled(list), place, checker_.convert(first(list), NumberType::int64));
  }

  NodeId is_filled(NodeId list) {
    return build_.compare(Op::not_equal, build_.size(list), build_.graph().constant(std::uint64_t{0}));
  }

  NodeId or_otherwise(NodeId list, NodeId found) {
    const Operand* const otherwise = call_.keyword("otherwise");
    if (otherwise == nullptr) return found;
    const NodeId value = checker_.numbers(*otherwise);
    const NumberType common = numpy_common(build_.type(found).number, build_.type(value).number);
    return build_.choose(is_filled(list), checker_.convert(found, common), checker_.convert(value, common));
  }

  PythonChecker& checker_;
  Builder& build_;
  const PythonCall& call_;
  Reduction reduction_;
};

}  // namespace

std::optional<Operand> reduce_python(PythonChecker& checker, const PythonCall& call) {
  const auto* const found = std::find_if(reduction_table.begin(), reduction_table.end(),
                                         [&](const ReductionEntry& entry) { return entry.name == call.name; });
  if (found == reduction_table.end() || call.arguments.empty()) return std::nullopt;
  const bool is_extreme = found->reduction == Reduction::maximum || found->reduction == Reduction::minimum;
  // max(a, b) is the greater one; np.max(a, 1) the greatest along an axis.
  if (is_extreme && call.arguments.size() > 1 && !call.is_of_module) return std::nullopt;
  if (call.arguments.size() > 2)
    checker.fail_here(fmt::format("{} takes values and an axis, not {} arguments", call.name, call.arguments.size()));
  return Reducer(checker, call, found->reduction).run();
}

std::vector<std::string_view> reduction_names() {
  std::vector<std::string_view> names;
  for (const ReductionEntry& entry : reduction_table) names.push_back(entry.name);
  return names;
}

}  // namespace ramet::inline v1::expr
