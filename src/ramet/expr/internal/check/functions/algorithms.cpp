#include <array>

#include "ramet/expr/internal/check/functions/functions.hpp"

namespace ramet::inline v1::expr {

namespace {

using Op = ElementOperation;

Operand range_of(const CallSite& call, std::size_t first = 0) {
  return call.checker.between(call.arguments[first], call.arguments[first + 1]);
}

NodeId numbers_of(const CallSite& call, const Operand& list) {
  const NodeId node = call.checker.list(list);
  if (call.build.type(node).depth != 1)
    call.checker.fail_here(fmt::format("{} of {}", call.name, call.checker.spelled(list)));
  return node;
}

// true or false for each element: whether a lambda says so, or whether it is equal to a value.
NodeId truths_of(const CallSite& call, const Operand& list) {
  Checker& checker = call.checker;
  if (call.arguments[2].form == Operand::Form::lambda)
    return call.build.to_bool(checker.number(checker.map({&list, 1}, call.arguments[2])));
  return call.build.to_bool(checker.number(checker.binary_of("==", list, call.arguments[2])));
}

Operand accumulate(const CallSite& call) {
  return sum_from(call, range_of(call), call.arguments[2], call.arguments.size() > 3 ? &call.arguments[3] : nullptr);
}

Operand inner_product(const CallSite& call) {
  const Operand one = range_of(call);
  if (call.arguments[2].form != Operand::Form::place)
    call.checker.fail_here("expected a place in a list, as v.begin()");
  const Operand& other = call.arguments[2].members[0];
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
  Builder& build = call.build;
  const Operand list = range_of(call);
  const NodeId truths = truths_of(call, list);
  const NodeId place = build.call(CallOperation::arg_maximum, ValueType::of(NumberType::uint64), {truths});
  const NodeId any = build.call(CallOperation::any, ValueType::of(NumberType::boolean), {truths});
  Operand found = call.arguments[0];
  const NodeId here = build.arithmetic(Op::add, found.node, build.convert(place, NumberType::int64));
  found.node = build.choose(any, here, call.arguments[1].node);
  return found;
}

Operand extreme_place(const CallSite& call) {
  Builder& build = call.build;
  const NodeId list = numbers_of(call, range_of(call));
  const NodeId place = build.call(call.function.call, ValueType::of(NumberType::uint64), {list});
  Operand found = call.arguments[0];
  found.node = build.arithmetic(Op::add, found.node, build.convert(place, NumberType::int64));
  return found;
}

Operand distance(const CallSite& call) { return call.checker.binary_of("-", call.arguments[1], call.arguments[0]); }

Operand moved(const CallSite& call) {
  const Operand one = Operand::value(call.build.graph().constant(std::int32_t{1}));
  return call.checker.binary_of(call.name.ends_with("prev") ? "-" : "+", call.arguments[0],
                                call.arguments.size() > 1 ? call.arguments[1] : one);
}

// Algorithms that change a list: the whole of it, which is a variable.
Operand whole(const CallSite& call) {
  const Operand list = range_of(call);
  if (!list.is_same(call.arguments[0].members[0]))
    call.checker.fail_here(fmt::format("{} of a part of a list", call.name), ErrorKind::unsupported);
  return list;
}

Operand changed(const CallSite& call, const Operand& to) {
  call.checker.set(*call.arguments[0].syntax, to);
  return {};
}

Operand sort_range(const CallSite& call) {
  const Operand list = whole(call);
  const NodeId order = order_of(call, list, call.arguments.size() > 2 ? &call.arguments[2] : nullptr);
  const NodeId places = call.build.convert(order, NumberType::int64);
  return changed(call, call.checker.each_node(list, [&](NodeId node) {
    return call.build.call(CallOperation::take, call.build.type(node), {node, places});
  }));
}

Operand reverse_range(const CallSite& call) {
  return changed(call, call.checker.each_node(whole(call), [&](NodeId node) {
    return call.build.call(CallOperation::reverse, call.build.type(node), {node});
  }));
}

Operand iota(const CallSite& call) {
  Builder& build = call.build;
  Graph& graph = build.graph();
  const NodeId list = numbers_of(call, whole(call));
  const NumberType type = build.type(list).number;
  const NodeId size = build.convert(build.size(list), NumberType::int64);
  const NodeId places = build.call(CallOperation::range, ValueType::of(NumberType::int64).list(),
                                   {graph.constant(std::int64_t{0}), size, graph.constant(std::int64_t{1})});
  return changed(call, Operand::value(build.convert(build.arithmetic(Op::add, places, call.node(2)), type)));
}

Operand fill(const CallSite& call) {
  Builder& build = call.build;
  const NodeId list = numbers_of(call, whole(call));
  const NodeId count = build.convert(build.size(list), NumberType::int64);
  return changed(call, Operand::value(build.call(CallOperation::fill, build.type(list),
                                                 {count, build.convert(call.node(2), build.type(list).number)})));
}

Operand swap(const CallSite& call) {
  const Operand first = call.arguments[0];
  call.checker.set(call.written[0], call.arguments[1]);
  call.checker.set(call.written[1], first);
  return {};
}

Operand comparison(const CallSite& call) {
  Operand found;
  found.form = Operand::Form::lambda;
  found.class_name = std::string(1, call.name.ends_with("greater") ? '>' : '<');
  return found;
}

constexpr auto algorithm_table = std::to_array<FunctionEntry>({
    {"accumulate", 3, 4, accumulate, {}, {}, {}},
    {"inner_product", 4, 4, inner_product, {}, {}, {}},
    {"count", 3, 3, count, {}, {}, {}},
    {"count_if", 3, 3, count, {}, {}, {}},
    {"any_of", 3, 3, of_all, {}, CallOperation::any, {}},
    {"all_of", 3, 3, of_all, {}, CallOperation::all, {}},
    {"none_of", 3, 3, of_all, {}, CallOperation::any, {}},
    {"find", 3, 3, find, {}, {}, {}},
    {"find_if", 3, 3, find, {}, {}, {}},
    {"max_element", 2, 2, extreme_place, {}, CallOperation::arg_maximum, {}},
    {"min_element", 2, 2, extreme_place, {}, CallOperation::arg_minimum, {}},
    {"distance", 2, 2, distance, {}, {}, {}},
    {"next", 1, 2, moved, {}, {}, {}},
    {"prev", 1, 2, moved, {}, {}, {}},
    {"sort", 2, 3, sort_range, {}, {}, {}},
    {"stable_sort", 2, 3, sort_range, {}, {}, {}},
    {"reverse", 2, 2, reverse_range, {}, {}, {}},
    {"iota", 3, 3, iota, {}, {}, {}},
    {"fill", 3, 3, fill, {}, {}, {}},
    {"swap", 2, 2, swap, {}, {}, {}},
    {"greater", 0, 0, comparison, {}, {}, {}},
    {"less", 0, 0, comparison, {}, {}, {}},
});

}  // namespace

std::span<const FunctionEntry> algorithm_functions() noexcept { return algorithm_table; }

}  // namespace ramet::inline v1::expr
