#include <array>

#include "ramet/expr/internal/check/functions/functions.hpp"
#include "ramet/expr/internal/check/functions/ranges.hpp"

namespace ramet::inline v1::expr {

namespace {

using Op = ElementOperation;

NodeId number_of(const CallSite& call, std::int64_t value) { return call.build.graph().constant(value); }

Operand zero_like(const CallSite& call, const Operand& list) {
  const NumberType type = call.build.type(numbers_of(call, list)).number;
  return Operand::value(call.build.convert(number_of(call, 0), type));
}

// reduce(first, last), with what to begin with, with a function of two
Operand reduce(const CallSite& call) {
  const Operand list = range_of(call);
  const std::size_t given = call.arguments.size();
  return sum_from(call, list, given > 2 ? call.arguments[2] : zero_like(call, list),
                  given > 3 ? &call.arguments[3] : nullptr);
}

// transform_reduce(first, last, other, start), ... (first, last, other, start, sum, product),
// ... (first, last, start, sum, f)
Operand transform_reduce(const CallSite& call) {
  const Operand list = range_of(call);
  if (call.arguments.size() == 5)
    return sum_from(call, call.checker.map({&list, 1}, call.arguments[4]), call.arguments[2], &call.arguments[3]);
  const std::array<Operand, 2> both = {list, range_beside(call, 2, list)};
  const bool has_functions = call.arguments.size() == 6;
  const Operand products =
      has_functions ? call.checker.map(both, call.arguments[5]) : call.checker.binary_of("*", both[0], both[1]);
  return sum_from(call, products, call.arguments[3], has_functions ? &call.arguments[4] : nullptr);
}

// Whether two are equal, or as a function of two says, at each place of two lists of one length.
NodeId same_at_places(const CallSite& call, const Operand& one, const Operand& other, const Operand* same) {
  const std::array<Operand, 2> both = {one, other};
  const Operand truths =
      same == nullptr ? call.checker.binary_of("==", both[0], both[1]) : call.checker.map(both, *same);
  return call.build.to_bool(call.checker.number(truths));
}

// equal(first, last, other), ... (first, last, other, last of other), with a function of two behind
Operand equal(const CallSite& call) {
  const Operand one = range_of(call);
  const std::size_t given = call.arguments.size();
  const bool has_end = given > 3 && call.arguments[3].form == Operand::Form::place;
  const Operand* const same = given > (has_end ? 4 : 3) ? &call.arguments.back() : nullptr;
  const auto all = [&](const Operand& other) {
    return call.build.call(CallOperation::all, ValueType::of(NumberType::boolean),
                           {same_at_places(call, one, other, same)});
  };
  if (!has_end) return Operand::value(all(range_beside(call, 2, one)));
  const Operand other = range_of(call, 2);
  const NodeId of_one_length = call.build.equal(size_of(call, one), size_of(call, other));
  return Operand::value(call.build.choose(of_one_length, all(other), call.build.graph().constant(false)));
}

// The first of two neighbours that are equal, or as a function of two says; or the end.
Operand adjacent_find(const CallSite& call) {
  Builder& build = call.build;
  const Operand list = range_of(call);
  const NodeId places = places_of(call, list);
  const NodeId last = build.arithmetic(Op::subtract, size_of(call, list), number_of(call, 1));
  // Each is compared with the one behind it, the last with itself.
  const NodeId behind = build.for_elements({places, last}, [&](std::span<const NodeId> values) {
    const NodeId one_more = build.arithmetic(Op::add, values[0], number_of(call, 1));
    return build.element(Op::minimum, NumberType::int64, {one_more, values[1]});
  });
  const NodeId same =
      same_at_places(call, list, taken(call, list, behind), call.arguments.size() > 2 ? &call.arguments[2] : nullptr);
  const NodeId truths = build.to_bool(build.logical(true, same, build.less(places, last)));
  return first_place(call, truths);
}

// minmax(a, b), minmax({a, b, c}): the least and the greatest, as a pair.
Operand both_extremes_of(const CallSite& call) {
  const auto found = [&](std::string_view name) {
    const CallSite one{call.checker,   call.build,  name, *find_function(name), call.template_arguments,
                       call.arguments, call.written};
    return one.function.make(one);
  };
  return tuple_of({found("std::min"), found("std::max")}, true);
}

// Those for which a function is true, then the others, each in their order; the place between them.
Operand partition(const CallSite& call) {
  const Operand list = range_of(call);
  const NodeId truths = truths_of(call, list);
  const Operand first = kept(call, list, truths);
  Operand middle = call.arguments[0];
  if (middle.is_reversed) call.checker.fail_here(fmt::format("{} from the end", call.name), ErrorKind::unsupported);
  changed(call, with_part(call, list, joined(call, first, kept(call, list, negated(call, truths)))));
  middle.members[0] = call.checker.variable_at(*middle.syntax);
  middle.node = call.build.arithmetic(Op::add, middle.node, size_of(call, first));
  return middle;
}

// fill_n(first, n, x), also behind all with std::back_inserter(v)
Operand fill_many(const CallSite& call) {
  Builder& build = call.build;
  const Operand& place = call.arguments[0];
  if (place.form != Operand::Form::place) call.checker.fail_here("expected a place, as v.begin()");
  const NodeId count = build.convert(call.node(1), NumberType::int64);
  const ValueType type = build.type(numbers_of(call, place.members[0]));
  const NodeId value = build.convert(call.node(2), type.number);
  const Operand values = Operand::value(build.call(CallOperation::fill, type, {count, value}));
  if (place.class_name == "back_inserter") return written_to(call, place, values);
  CallSite part = call;
  part.arguments[1] = place_after(call, place, count);
  const Operand list = range_of(part);
  changed(part, with_part(part, list, values));
  Operand end = part.arguments[1];
  end.members[0] = call.checker.variable_at(*end.syntax);
  return end;
}

// The differences of neighbours behind the first value.
Operand adjacent_difference(const CallSite& call) {
  Builder& build = call.build;
  const Operand list = range_of(call);
  const NodeId values = numbers_of(call, list);
  const NumberType type = build.type(values).number;
  const NodeId places = places_of(call, list);
  const NodeId zero = number_of(call, 0);
  const NodeId before = build.for_elements({places}, [&](std::span<const NodeId> all) {
    const NodeId one_less = build.arithmetic(Op::subtract, all[0], number_of(call, 1));
    return build.element(Op::maximum, NumberType::int64, {one_less, zero});
  });
  const NodeId others = call.checker.number(taken(call, list, before));
  const NodeId found = build.for_elements({places, values, others}, [&](std::span<const NodeId> all) {
    const NodeId difference = build.convert(build.arithmetic(Op::subtract, all[1], all[2]), type);
    return build.choose(build.equal(all[0], zero), all[1], difference);
  });
  return written_to(call, call.arguments[2], Operand::value(found));
}

// The sums up to each value: partial_sum, inclusive_scan (first, last, to), with a function of two behind;
// exclusive_scan (first, last, to, start): the sums before each value.
Operand sums_up_to(const CallSite& call) {
  Builder& build = call.build;
  Checker& checker = call.checker;
  const Operand list = range_of(call);
  const bool is_before = call.name.ends_with("exclusive_scan");
  const std::size_t behind = is_before ? 4 : 3;
  const Operand* const step = call.arguments.size() > behind ? &call.arguments[behind] : nullptr;
  const Operand first = is_before ? call.arguments[3] : zero_like(call, list);
  const NumberType type = build.type(checker.number(first)).number;
  const NodeId none = build.call(CallOperation::fill, ValueType::of(type).list(), {number_of(call, 0), first.node});
  const Operand start = tuple_of({Operand::value(none), first}, true);
  const Operand found = checker.fold(list, start, [&](const Operand& before, const Operand& item) {
    const Operand& sum = before.members[1];
    const std::array<Operand, 2> both = {sum, item};
    const Operand next = step == nullptr ? checker.binary_of("+", sum, item) : checker.call_lambda(*step, both);
    const NodeId converted = build.convert(checker.number(next), type);
    const NodeId is_first = build.equal(size_of(call, before.members[0]), number_of(call, 0));
    const NodeId now =
        is_before ? converted : build.choose(is_first, build.convert(checker.number(item), type), converted);
    const NodeId written = is_before ? sum.node : now;
    const ValueType of_list = ValueType::of(type).list();
    const NodeId list_now = build.call(CallOperation::append, of_list, {before.members[0].node, written});
    return tuple_of({Operand::value(list_now), Operand::value(now)}, true);
  });
  return written_to(call, call.arguments[2], found.members[0]);
}

constexpr auto sequence_table = std::to_array<FunctionEntry>({
    {"reduce", 2, 4, reduce, {}, {}, {}},
    {"transform_reduce", 4, 6, transform_reduce, {}, {}, {}},
    {"equal", 3, 5, equal, {}, {}, {}},
    {"adjacent_find", 2, 3, adjacent_find, {}, {}, {}},
    {"minmax", 1, 2, both_extremes_of, {}, {}, {}},
    {"partition", 3, 3, partition, {}, {}, {}},
    {"stable_partition", 3, 3, partition, {}, {}, {}},
    {"fill_n", 3, 3, fill_many, {}, {}, {}},
    {"adjacent_difference", 3, 3, adjacent_difference, {}, {}, {}},
    {"partial_sum", 3, 4, sums_up_to, {}, {}, {}},
    {"inclusive_scan", 3, 4, sums_up_to, {}, {}, {}},
    {"exclusive_scan", 4, 5, sums_up_to, {}, {}, {}},
});

}  // namespace

std::span<const FunctionEntry> sequence_functions() noexcept { return sequence_table; }

}  // namespace ramet::inline v1::expr
