#include <algorithm>
#include <array>
#include <utility>

#include "ramet/expr/internal/check/functions/functions.hpp"
#include "ramet/expr/internal/check/functions/ranges.hpp"

namespace ramet::inline v1::expr {

namespace {

using Op = ElementOperation;

Operand accumulate(const CallSite& call) {
  return sum_from(call, range_of(call), call.arguments[2], call.arguments.size() > 3 ? &call.arguments[3] : nullptr);
}

Operand inner_product(const CallSite& call) {
  const Operand one = range_of(call);
  const Operand other = range_beside(call, 2, one);
  return sum_from(call, call.checker.binary_of("*", one, other), call.arguments[3], nullptr);
}

Operand count(const CallSite& call) {
  const NodeId truths = truths_of(call, range_of(call));
  const NodeId found = call.build.call(CallOperation::sum, ValueType::of(NumberType::uint64), {truths});
  return Operand::value(call.build.convert(found, NumberType::int64));
}

Operand of_all(const CallSite& call) {
  const NodeId truths = truths_of(call, range_of(call));
  const NodeId found = call.build.call(call.function.call, ValueType::of(NumberType::boolean), {truths});
  return Operand::value(call.name.ends_with("none_of") ? call.build.logical_not(found) : found);
}

// The first element that is so, or the end.
Operand find(const CallSite& call) {
  const Operand list = range_of(call);
  NodeId truths = truths_of(call, list);
  if (call.name.ends_with("not")) truths = negated(call, truths);
  return first_place(call, truths);
}

// The first of the least or greatest; by a comparison, where the order has it. Of none the end.
Operand extreme(const CallSite& call) {
  Builder& build = call.build;
  const Operand range = range_of(call);
  if (call.arguments.size() == 2) {
    const NodeId list = numbers_of(call, range);
    return place_after(call, call.arguments[0],
                       build.call(call.function.call, ValueType::of(NumberType::uint64), {list}));
  }
  const bool greatest = call.function.call == CallOperation::arg_maximum;
  const NodeId order = order_of(call, range, &call.arguments[2], greatest);
  const NodeId zero = build.graph().constant(std::int64_t{0});
  const NodeId first = build.convert(build.index(order, zero), NumberType::int64);
  return place_after(call, call.arguments[0], build.choose(build.equal(size_of(call, range), zero), zero, first));
}

// The first of the least, and the last of the greatest: the first from the end. Of none the end.
Operand both_extremes(const CallSite& call) {
  Builder& build = call.build;
  const NodeId list = numbers_of(call, range_of(call));
  const auto first = [&](CallOperation operation, NodeId of) {
    return build.convert(build.call(operation, ValueType::of(NumberType::uint64), {of}), NumberType::int64);
  };
  const NodeId backwards = build.call(CallOperation::reverse, build.type(list), {list});
  const NodeId size = size_of(call, Operand::value(list));
  const NodeId behind = build.arithmetic(Op::subtract, size, first(CallOperation::arg_maximum, backwards));
  const NodeId zero = build.graph().constant(std::int64_t{0});
  const NodeId one = build.graph().constant(std::int64_t{1});
  const NodeId last = build.choose(build.equal(size, zero), zero, build.arithmetic(Op::subtract, behind, one));
  return tuple_of({place_after(call, call.arguments[0], first(CallOperation::arg_minimum, list)),
                   place_after(call, call.arguments[0], last)},
                  true);
}

// Of lists in order: the first that is not less, or that is greater; whether there is an equal one.
Operand bound(const CallSite& call) {
  Checker& checker = call.checker;
  const Operand range = range_of(call);
  const bool is_upper = call.name.ends_with("upper_bound");
  const NodeId before = checker.number(checker.binary_of(is_upper ? "<=" : "<", range, call.arguments[2]));
  const NodeId count =
      call.build.call(CallOperation::sum, ValueType::of(NumberType::uint64), {call.build.to_bool(before)});
  return place_after(call, call.arguments[0], count);
}

Operand is_there(const CallSite& call) {
  const NodeId truths = truths_of(call, range_of(call));
  return Operand::value(call.build.call(CallOperation::any, ValueType::of(NumberType::boolean), {truths}));
}

Operand is_sorted(const CallSite& call) {
  Builder& build = call.build;
  const Operand range = range_of(call);
  const NodeId order = order_of(call, range, call.arguments.size() > 2 ? &call.arguments[2] : nullptr);
  const NodeId same = build.equal(build.convert(order, NumberType::int64), places_of(call, range));
  return Operand::value(build.call(CallOperation::all, ValueType::of(NumberType::boolean), {build.to_bool(same)}));
}

Operand distance(const CallSite& call) { return call.checker.binary_of("-", call.arguments[1], call.arguments[0]); }

Operand moved(const CallSite& call) {
  const Operand one = Operand::value(call.build.graph().constant(std::int32_t{1}));
  return call.checker.binary_of(call.name.ends_with("prev") ? "-" : "+", call.arguments[0],
                                call.arguments.size() > 1 ? call.arguments[1] : one);
}

Operand sort(const CallSite& call) {
  const Operand list = range_of(call);
  const NodeId order = order_of(call, list, call.arguments.size() > 2 ? &call.arguments[2] : nullptr);
  const NodeId places = call.build.convert(order, NumberType::int64);
  return changed(call, with_part(call, list, taken(call, list, places)));
}

Operand reverse(const CallSite& call) {
  const Operand list = range_of(call);
  return changed(call, with_part(call, list, reversed(call, list)));
}

// partial_sort(first, middle, last), nth_element(first, nth, last): a list in order is one of what they may give.
Operand sort_up_to(const CallSite& call) {
  CallSite all = call;
  all.arguments.erase(all.arguments.begin() + 1);
  return sort(all);
}

// rotate(first, middle, last)
Operand rotate(const CallSite& call) {
  CallSite all = call;
  all.arguments.erase(all.arguments.begin() + 1);
  const Operand list = range_of(all);
  const NodeId size = size_of(call, list);
  const NodeId middle = call.build.arithmetic(Op::subtract, call.arguments[1].node, call.arguments[0].node);
  const NodeId rest = call.build.arithmetic(Op::subtract, middle, size);
  const Operand to = joined(call, first_of(call, list, rest), first_of(call, list, middle));
  return changed(call, with_part(all, list, to));
}

// Those that stay first; behind them, as in C++, values that mean nothing. The place behind those that stay.
Operand compacted(const CallSite& call, const Operand& list, NodeId stays) {
  const Operand first = kept(call, list, stays);
  const NodeId count = size_of(call, first);
  const NodeId rest = call.build.arithmetic(Op::subtract, count, size_of(call, list));
  const Operand all = joined(call, first, first_of(call, list, rest));
  Operand end = call.arguments[0];
  if (end.is_reversed) call.checker.fail_here(fmt::format("{} from the end", call.name), ErrorKind::unsupported);
  changed(call, with_part(call, list, all));
  end.members[0] = call.checker.variable_at(*end.syntax);
  end.node = call.build.arithmetic(Op::add, end.node, count);
  return end;
}

Operand remove(const CallSite& call) {
  const Operand list = range_of(call);
  return compacted(call, list, negated(call, truths_of(call, list)));
}

Operand unique(const CallSite& call) {
  Builder& build = call.build;
  Graph& graph = build.graph();
  const Operand list = range_of(call);
  const NodeId places = places_of(call, list);
  const NodeId zero = graph.constant(std::int64_t{0});
  // Each is compared with the one before it, the first with itself.
  const NodeId before = build.for_elements({places}, [&](std::span<const NodeId> values) {
    const NodeId one_less = build.arithmetic(Op::subtract, values[0], graph.constant(std::int64_t{1}));
    return build.element(Op::maximum, NumberType::int64, {one_less, zero});
  });
  const NodeId other = call.checker.number(call.checker.binary_of("!=", list, taken(call, list, before)));
  return compacted(call, list, build.to_bool(build.logical(false, other, build.equal(places, zero))));
}

Operand replace(const CallSite& call) {
  const Operand list = range_of(call);
  const NodeId values = numbers_of(call, list);
  const NumberType type = call.build.type(values).number;
  const NodeId wanted = call.build.convert(call.node(3), type);
  const NodeId truths = truths_of(call, list);
  const NodeId to = call.build.for_elements(
      {truths, values, wanted}, [&](std::span<const NodeId> all) { return call.build.choose(all[0], all[2], all[1]); });
  return changed(call, with_part(call, list, Operand::value(to)));
}

Operand copy(const CallSite& call) {
  const Operand list = range_of(call);
  if (call.arguments.size() == 3) return written_to(call, call.arguments[2], list);
  const NodeId truths = call.build.to_bool(call.checker.number(call.checker.map({&list, 1}, call.arguments[3])));
  return written_to(call, call.arguments[2], kept(call, list, truths));
}

// transform(first, last, to, f), transform(first, last, other, to, f)
Operand transform(const CallSite& call) {
  std::vector<Operand> lists = {range_of(call)};
  const std::size_t to = call.arguments.size() - 2;
  if (to == 3) lists.push_back(range_beside(call, 2, lists[0]));
  return written_to(call, call.arguments[to], call.checker.map(lists, call.arguments.back()));
}

Operand behind(const CallSite& call) {
  Operand place;
  place.form = Operand::Form::place;
  place.class_name = "back_inserter";
  place.members = {call.arguments[0]};
  place.syntax = &call.written[0];
  place.node = size_of(call, call.arguments[0]);
  return place;
}

Operand iota(const CallSite& call) {
  Builder& build = call.build;
  const Operand list = range_of(call);
  const NumberType type = build.type(numbers_of(call, list)).number;
  const NodeId values = build.arithmetic(Op::add, places_of(call, list), call.node(2));
  return changed(call, with_part(call, list, Operand::value(build.convert(values, type))));
}

Operand fill(const CallSite& call) {
  Builder& build = call.build;
  const Operand list = range_of(call);
  const ValueType type = build.type(numbers_of(call, list));
  const NodeId value = build.convert(call.node(2), type.number);
  return changed(
      call, with_part(call, list, Operand::value(build.call(CallOperation::fill, type, {size_of(call, list), value}))));
}

Operand swap(const CallSite& call) {
  const Operand first = call.arguments[0];
  call.checker.set(call.written[0], call.arguments[1]);
  call.checker.set(call.written[1], first);
  return {};
}

constexpr auto operators = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"greater", ">"},
    {"less", "<"},
    {"greater_equal", ">="},
    {"less_equal", "<="},
    {"equal_to", "=="},
    {"not_equal_to", "!="},
    {"plus", "+"},
    {"minus", "-"},
    {"multiplies", "*"},
    {"divides", "/"},
    {"modulus", "%"},
    {"logical_and", "&&"},
    {"logical_or", "||"},
});

Operand operator_object(const CallSite& call) {
  const auto found = std::ranges::find(operators, call.function.name, [](const auto& one) { return one.first; });
  return comparison_of(found->second);
}

constexpr auto functions = std::to_array<FunctionEntry>({
    {"accumulate", 3, 4, accumulate, {}, {}, {}},
    {"inner_product", 4, 4, inner_product, {}, {}, {}},
    {"count", 3, 3, count, {}, {}, {}},
    {"count_if", 3, 3, count, {}, {}, {}},
    {"any_of", 3, 3, of_all, {}, CallOperation::any, {}},
    {"all_of", 3, 3, of_all, {}, CallOperation::all, {}},
    {"none_of", 3, 3, of_all, {}, CallOperation::any, {}},
    {"find", 3, 3, find, {}, {}, {}},
    {"find_if", 3, 3, find, {}, {}, {}},
    {"find_if_not", 3, 3, find, {}, {}, {}},
    {"max_element", 2, 3, extreme, {}, CallOperation::arg_maximum, {}},
    {"min_element", 2, 3, extreme, {}, CallOperation::arg_minimum, {}},
    {"minmax_element", 2, 2, both_extremes, {}, {}, {}},
    {"lower_bound", 3, 3, bound, {}, {}, {}},
    {"upper_bound", 3, 3, bound, {}, {}, {}},
    {"binary_search", 3, 3, is_there, {}, {}, {}},
    {"is_sorted", 2, 3, is_sorted, {}, {}, {}},
    {"distance", 2, 2, distance, {}, {}, {}},
    {"next", 1, 2, moved, {}, {}, {}},
    {"prev", 1, 2, moved, {}, {}, {}},
    {"sort", 2, 3, sort, {}, {}, {}},
    {"stable_sort", 2, 3, sort, {}, {}, {}},
    {"partial_sort", 3, 4, sort_up_to, {}, {}, {}},
    {"nth_element", 3, 4, sort_up_to, {}, {}, {}},
    {"reverse", 2, 2, reverse, {}, {}, {}},
    {"rotate", 3, 3, rotate, {}, {}, {}},
    {"remove", 3, 3, remove, {}, {}, {}},
    {"remove_if", 3, 3, remove, {}, {}, {}},
    {"unique", 2, 2, unique, {}, {}, {}},
    {"replace", 4, 4, replace, {}, {}, {}},
    {"replace_if", 4, 4, replace, {}, {}, {}},
    {"copy", 3, 3, copy, {}, {}, {}},
    {"copy_if", 4, 4, copy, {}, {}, {}},
    {"transform", 4, 5, transform, {}, {}, {}},
    {"back_inserter", 1, 1, behind, {}, {}, {}},
    {"iota", 3, 3, iota, {}, {}, {}},
    {"fill", 3, 3, fill, {}, {}, {}},
    {"swap", 2, 2, swap, {}, {}, {}},
});

// The functions, and the operators that are objects.
constexpr auto table = [] {
  std::array<FunctionEntry, functions.size() + operators.size()> all{};
  std::ranges::copy(functions, all.begin());
  for (std::size_t k = 0; k < operators.size(); ++k)
    all[functions.size() + k] = {operators[k].first, 0, 0, operator_object, {}, {}, {}};
  return all;
}();

}  // namespace

std::span<const FunctionEntry> algorithm_functions() noexcept { return table; }

}  // namespace ramet::inline v1::expr
