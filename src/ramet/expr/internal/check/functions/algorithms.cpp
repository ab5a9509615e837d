#include <algorithm>
#include <array>
#include <utility>

#include "ramet/expr/internal/check/functions/functions.hpp"

namespace ramet::inline v1::expr {

namespace {

using Op = ElementOperation;

bool is_text(const CallSite& call, const Operand& operand) {
  return operand.is_value() && call.build.type(operand.node) == ValueType::string();
}

// The elements between two places; of a string its characters.
Operand range_of(const CallSite& call, std::size_t first = 0) {
  const Operand found = call.checker.between(call.arguments[first], call.arguments[first + 1]);
  return is_text(call, found) ? call.checker.characters_of(found) : found;
}

// A place so many elements behind another one.
Operand place_after(const CallSite& call, const Operand& place, NodeId count) {
  Operand found = place;
  found.node = call.build.arithmetic(Op::add, place.node, call.build.convert(count, NumberType::int64));
  return found;
}

NodeId size_of(const CallSite& call, const Operand& list) {
  return call.build.convert(call.build.size(call.checker.first_list(list)), NumberType::int64);
}

// 0, 1, ... for each element.
NodeId places_of(const CallSite& call, const Operand& list) {
  Graph& graph = call.build.graph();
  return call.build.call(CallOperation::range, ValueType::of(NumberType::int64).list(),
                         {graph.constant(std::int64_t{0}), size_of(call, list), graph.constant(std::int64_t{1})});
}

NodeId negated(const CallSite& call, NodeId truths) {
  return call.build.for_elements({truths},
                                 [&](std::span<const NodeId> values) { return call.build.logical_not(values[0]); });
}

Operand kept(const CallSite& call, const Operand& list, NodeId truths) {
  return call.checker.each_node(
      list, [&](NodeId node) { return call.build.call(CallOperation::keep, call.build.type(node), {node, truths}); });
}

Operand taken(const CallSite& call, const Operand& list, NodeId places) {
  return call.checker.each_node(
      list, [&](NodeId node) { return call.build.call(CallOperation::take, call.build.type(node), {node, places}); });
}

// The first count elements, or for a negative count the last ones.
Operand first_of(const CallSite& call, const Operand& list, NodeId count) {
  return call.checker.each_node(list, [&](NodeId node) {
    return call.build.call(CallOperation::take_count, call.build.type(node), {node, count});
  });
}

Operand joined(const CallSite& call, const Operand& one, const Operand& other) {
  if (one.is_value())
    return Operand::value(
        call.build.call(CallOperation::concatenate, call.build.type(one.node), {one.node, other.node}));
  Operand made = one;
  for (std::size_t k = 0; k < made.members.size(); ++k)
    made.members[k] = joined(call, one.members[k], other.members[k]);
  return made;
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
  const Operand& wanted = call.arguments[2];
  if (wanted.form == Operand::Form::lambda) return call.build.to_bool(checker.number(checker.map({&list, 1}, wanted)));
  return call.build.to_bool(checker.number(checker.binary_of("==", list, wanted)));
}

Operand accumulate(const CallSite& call) {
  return sum_from(call, range_of(call), call.arguments[2], call.arguments.size() > 3 ? &call.arguments[3] : nullptr);
}

Operand inner_product(const CallSite& call) {
  const Operand one = range_of(call);
  if (call.arguments[2].form != Operand::Form::place)
    call.checker.fail_here("expected a place in a list, as v.begin()");
  const Operand& begin = call.arguments[2];
  const Operand other = call.checker.between(begin, place_after(call, begin, size_of(call, one)));
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

Operand both_extremes(const CallSite& call) {
  const NodeId list = numbers_of(call, range_of(call));
  const auto place = [&](CallOperation operation) {
    return place_after(call, call.arguments[0], call.build.call(operation, ValueType::of(NumberType::uint64), {list}));
  };
  return tuple_of({place(CallOperation::arg_minimum), place(CallOperation::arg_maximum)}, true);
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

// Algorithms that change a list, which is a variable: the whole list, in which `to` stands for the values between the
// two places.
Operand with_part(const CallSite& call, const Operand& part, const Operand& to) {
  const Operand& all = call.arguments[0].members[0];
  if (part.is_same(is_text(call, all) ? call.checker.characters_of(all) : all)) return to;
  if (is_text(call, all))
    call.checker.fail_here(fmt::format("{} of a part of a text", call.name), ErrorKind::unsupported);
  const NodeId behind = call.build.arithmetic(Op::subtract, call.arguments[1].node, size_of(call, all));
  const Operand before = first_of(call, all, call.arguments[0].node);
  return joined(call, joined(call, before, to), first_of(call, all, behind));
}

Operand reversed(const CallSite& call, const Operand& list) {
  return call.checker.each_node(
      list, [&](NodeId node) { return call.build.call(CallOperation::reverse, call.build.type(node), {node}); });
}

Operand changed(const CallSite& call, const Operand& to) {
  const Operand& place = call.arguments[0];
  call.checker.set(*place.syntax, place.is_reversed ? reversed(call, to) : to);
  return {};
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

// Let values be behind v.begin(), or behind all with std::back_inserter(v). Gives the place behind them.
Operand written_to(const CallSite& call, const Operand& place, const Operand& values) {
  Checker& checker = call.checker;
  if (place.form != Operand::Form::place) checker.fail_here("expected a place, as v.begin() or std::back_inserter(v)");
  if (place.is_reversed) checker.fail_here("values that are written from the end", ErrorKind::unsupported);
  const Operand& list = place.members[0];
  Operand made = values;
  if (is_text(call, list)) {
    made.node = call.build.convert(made.node, NumberType::int8);
  } else {
    checker.make_like(made, list);
  }
  const Operand before = is_text(call, list) ? checker.characters_of(list) : list;
  const NodeId count = call.build.arithmetic(Op::add, place.node, size_of(call, made));
  const bool is_behind = place.class_name == "back_inserter";
  if (is_behind) {
    made = joined(call, before, made);
  } else {
    const bool from_begin = call.build.is_constant(place.node) && call.build.node(place.node).number == 0;
    if (!from_begin) checker.fail_here("values that are written into a part of a list", ErrorKind::unsupported);
    // At most as many as there are: a list that is too short is an error when it runs.
    const NodeId rest = call.build.arithmetic(Op::subtract, count, size_of(call, before));
    made = joined(call, made, first_of(call, before, rest));
  }
  checker.set(*place.syntax, made);
  Operand end = place;
  end.members[0] = checker.variable_at(*place.syntax);
  end.node = is_behind ? size_of(call, made) : count;
  return end;
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
  if (to == 3) {
    const Operand& begin = call.arguments[2];
    if (begin.form != Operand::Form::place) call.checker.fail_here("expected a place, as v.begin()");
    lists.push_back(call.checker.between(begin, place_after(call, begin, size_of(call, lists[0]))));
  }
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
