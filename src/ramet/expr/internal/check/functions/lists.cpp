#include <array>

#include "ramet/expr/internal/check/functions/functions.hpp"
#include "ramet/expr/internal/check/vectors/vectors.hpp"

namespace ramet::inline v1::expr {

namespace {

using Op = ElementOperation;

ValueType indices() { return ValueType::of(NumberType::uint64).list(); }

// The first list of nodes in an operand: of records, of its first member.
NodeId any_list(const CallSite& call, std::size_t number) {
  const Operand* found = &call.arguments[number];
  while (found->is_record() && !found->members.empty()) found = &found->members.front();
  return call.checker.list(*found);
}

bool is_lambda(const CallSite& call, std::size_t number) {
  return number < call.arguments.size() && call.arguments[number].form == Operand::Form::lambda;
}

NodeId numbers(const CallSite& call, std::size_t number) {
  const NodeId node = call.list(number);
  if (call.build.type(node).depth != 1 || call.build.type(node).is_string)
    call.checker.fail_here(fmt::format("{} of {}", call.name, call.checker.spelled(call.arguments[number])));
  return node;
}

// The sum of vectors: of their Cartesian coordinates, as a vector of the start's class.
Operand sum_of_vectors(const CallSite& call, const Operand& list, const Operand& start) {
  const Operand first = start.is_record() ? start : make_vector(call.build, list.class_name, {});
  if (!vector_coordinates(list.class_name) || first.members.size() != list.members.size())
    call.checker.fail_here(fmt::format("the sum of {}", call.checker.spelled(list)));
  std::vector<NodeId> sums = cartesian(call.build, list);
  const std::vector<NodeId> begin = cartesian(call.build, first);
  for (std::size_t k = 0; k < sums.size(); ++k) {
    const NodeId values = call.build.convert(sums[k], NumberType::float64);
    sums[k] = call.build.call(CallOperation::sum, ValueType::of(NumberType::float64),
                              {values, call.build.convert(begin[k], NumberType::float64)});
  }
  return of_cartesian(call.build, first, sums);
}

// C++ takes the only Sum that fits another type: that of truth values, which would count those that are not 0.
void require_start_of_type(const CallSite& call) {
  const ValueType item = call.build.type(call.list(0)).item();
  if (!item.is_number() || call.build.type(call.node(1)) == item) return;
  call.checker.fail_here(fmt::format("Sum({}, {}): the start has to have the type of the elements",
                                     call.checker.spelled(call.arguments[0]), call.checker.spelled(call.arguments[1])));
}

Operand sum(const CallSite& call) {
  Builder& build = call.build;
  if (call.arguments.size() == 2 || call.arguments[0].is_record()) {
    const Operand start = call.arguments.size() == 2 ? call.arguments[1] : Operand();
    if (call.function.call == CallOperation::sum) {
      const Operand& list = call.arguments[0];
      if (list.is_record() || build.type(call.list(0)).number != NumberType::boolean) {
        if (!list.is_record()) require_start_of_type(call);
        return sum_from(call, list, start, nullptr);
      }
      const Operand count = Operand::value(build.convert(call.node(1), NumberType::uint64));  // of truths, how many
      return sum_from(call, list, count, nullptr);
    }
    const NodeId node = numbers(call, 0);
    const NumberType type = common_type(build.type(node).number, build.type(call.node(1)).number);
    return Operand::value(build.convert(build.call(call.function.call, ValueType::of(type),
                                                   {build.convert(node, type), build.convert(call.node(1), type)}),
                                        build.type(call.node(1)).number));
  }
  const NodeId node = numbers(call, 0);
  const NumberType own = build.type(node).number;
  const NumberType type = own == NumberType::boolean ? NumberType::uint64 : own;
  const NodeId found = build.call(call.function.call, ValueType::of(type), {node});
  return Operand::value(call.function.call == CallOperation::product ? build.convert(found, own) : found);
}

Operand reduce(const CallSite& call) {
  const NodeId node = numbers(call, 0);
  const CallOperation operation = call.function.call;
  const bool is_truth = operation == CallOperation::any || operation == CallOperation::all;
  const bool is_place = operation == CallOperation::arg_minimum || operation == CallOperation::arg_maximum;
  const NumberType type = is_truth   ? NumberType::boolean
                          : is_place ? NumberType::uint64
                          : operation == CallOperation::minimum || operation == CallOperation::maximum
                              ? call.build.type(node).number
                              : NumberType::float64;
  return Operand::value(call.build.call(operation, ValueType::of(type), {node}));
}

Operand any_or_all(const CallSite& call) {
  if (!is_lambda(call, 1)) return reduce(call);
  const Operand truths = call.checker.map(std::span(call.arguments.data(), 1), call.arguments[1]);
  return Operand::value(
      call.build.call(call.function.call, ValueType::of(NumberType::boolean), {call.checker.number(truths)}));
}

Operand nonzero(const CallSite& call) {
  return Operand::value(call.build.call(CallOperation::nonzero, indices(), {numbers(call, 0)}));
}

// The order by a comparison: an element's place is how many come before it. The lists are short.
NodeId order_by(const CallSite& call, const Operand& of, const Operand& before, bool falling = false) {
  Builder& build = call.build;
  Checker& checker = call.checker;
  const Operand lists = checker.seen_by(before, of);
  Graph& graph = build.graph();
  const NodeId any = checker.first_list(lists);
  const NodeId places =
      build.call(CallOperation::range, indices(),
                 {graph.constant(std::uint64_t{0}), build.size(any), graph.constant(std::uint64_t{1})});
  const std::array<Operand, 2> both = {lists, Operand::value(places)};
  NodeId shape = 0;
  const std::vector<Operand> one = checker.items_of(both, shape);
  // For each element, the list again.
  const SpaceId space = graph.elements_space(shape);
  std::array<Operand, 2> again = both;
  for (Operand& operand : again)
    operand = checker.each_node(operand, [&](NodeId node) { return graph.lift(node, space); });
  NodeId inner_shape = 0;
  const std::vector<Operand> other = checker.items_of(again, inner_shape);
  const auto comes_before = [&](const Operand& a, const Operand& b) {
    const std::array<Operand, 2> pair = {falling ? b : a, falling ? a : b};
    return build.to_bool(checker.number(checker.call_lambda(before, pair)));
  };
  const bool outer = checker.enter_elements();
  const NodeId other_first = comes_before(other[0], one[0]);
  const NodeId this_first = comes_before(one[0], other[0]);
  checker.leave_elements(outer);
  const NodeId earlier = build.less(other[1].node, one[1].node);
  const NodeId counts = build.element(
      Op::logical_or, NumberType::boolean,
      {other_first, build.element(Op::logical_and, NumberType::boolean, {build.logical_not(this_first), earlier})});
  const NodeId rank =
      build.call(CallOperation::sum, ValueType::of(NumberType::uint64), {graph.rebuild(inner_shape, counts)});
  return build.call(CallOperation::argsort, indices(), {graph.rebuild(shape, rank)});
}

NodeId order(const CallSite& call) {
  return order_of(call, call.arguments[0], call.arguments.size() > 1 ? &call.arguments[1] : nullptr);
}

Operand argsort(const CallSite& call) { return Operand::value(order(call)); }

Operand take_all(const CallSite& call, const Operand& lists, NodeId places) {
  const NodeId at = call.build.convert(places, NumberType::int64);
  return call.checker.each_node(
      lists, [&](NodeId node) { return call.build.call(CallOperation::take, call.build.type(node), {node, at}); });
}

Operand sort(const CallSite& call) { return take_all(call, call.arguments[0], order(call)); }

Operand reverse(const CallSite& call) {
  any_list(call, 0);
  return call.checker.each_node(call.arguments[0], [&](NodeId node) {
    return call.build.call(CallOperation::reverse, call.build.type(node), {node});
  });
}

// {0, 2} as places.
CallSite with_places(const CallSite& call) {
  CallSite made = call;
  if (made.arguments[1].form == Operand::Form::list)
    made.checker.make_like(made.arguments[1], Operand::value(made.build.call(CallOperation::list_of, indices(), {})));
  return made;
}

Operand take(const CallSite& written) {
  const CallSite call = with_places(written);
  Builder& build = call.build;
  any_list(call, 0);
  const bool by_indices = call.is_list(1);
  const NodeId places = build.convert(call.node(1), NumberType::int64);
  return call.checker.each_node(call.arguments[0], [&](NodeId node) {
    const ValueType type = build.type(node);
    std::vector<NodeId> all = {node, places};
    if (call.arguments.size() == 3) {
      all.push_back(call.node(2));
      if (build.type(all.back()) != type.item())
        call.checker.fail_here(fmt::format("Take of {} with a default of type {}: write it as {}(...)", to_string(type),
                                           to_string(build.type(all.back())), to_string(type.item())));
      return build.call(by_indices ? CallOperation::take_or : CallOperation::take_count_or, type, all);
    }
    return build.call(by_indices ? CallOperation::take : CallOperation::take_count, type, all);
  });
}

Operand drop(const CallSite& written) {
  const CallSite call = with_places(written);
  const NodeId places = call.build.convert(call.list(1), NumberType::int64);
  any_list(call, 0);
  return call.checker.each_node(call.arguments[0], [&](NodeId node) {
    return call.build.call(CallOperation::drop, call.build.type(node), {node, places});
  });
}

Operand where(const CallSite& call) {
  Builder& build = call.build;
  const NodeId condition = numbers(call, 0);
  const NodeId one = call.node(1);
  const NodeId other = call.node(2);
  const NumberType first = build.type(one).number;
  const NumberType second = build.type(other).number;
  if (call.is_list(1) && call.is_list(2) && first != second)
    call.checker.fail_here(fmt::format("Where of {} and {}: convert one of them, as {}(...)",
                                       to_string(build.type(one)), to_string(build.type(other)),
                                       to_string(build.type(one))));
  // A list keeps its type, and a number becomes one of it.
  const NumberType common = call.is_list(1) ? first : call.is_list(2) ? second : common_type(first, second);
  return Operand::value(build.for_elements({condition, one, other}, [&](std::span<const NodeId> values) {
    return build.choose(build.to_bool(values[0]), build.convert(values[1], common), build.convert(values[2], common));
  }));
}

Operand concatenate(const CallSite& call) {
  Operand one = call.arguments[0];
  Operand other = call.arguments[1];
  any_list(call, 0);
  any_list(call, 1);
  if (one.is_value() && other.is_value() && !call.build.type(one.node).is_string) {
    const NumberType first = call.build.type(one.node).number;
    const NumberType second = call.build.type(other.node).number;
    const NumberType common = first == second ? first : common_type(first, second);
    one.node = call.build.convert(one.node, common);
    other.node = call.build.convert(other.node, common);
  }
  const auto join = [&](auto&& self, const Operand& a, const Operand& b) -> Operand {
    if (a.is_value() && b.is_value()) {
      if (call.build.type(a.node) != call.build.type(b.node)) call.checker.fail_here("lists of different types");
      return Operand::value(call.build.call(CallOperation::concatenate, call.build.type(a.node), {a.node, b.node}));
    }
    if (a.names != b.names) call.checker.fail_here("lists of different types");
    Operand made = a;
    for (std::size_t k = 0; k < a.members.size(); ++k) made.members[k] = self(self, a.members[k], b.members[k]);
    return made;
  };
  return join(join, one, other);
}

Operand intersect(const CallSite& call) {
  const NodeId one = numbers(call, 0);
  const NumberType common = call.build.type(one).number;
  const NodeId other = call.build.convert(numbers(call, 1), common);
  return Operand::value(call.build.call(CallOperation::intersect, call.build.type(one), {one, other}));
}

Operand map(const CallSite& call) {
  if (!is_lambda(call, call.arguments.size() - 1)) call.checker.fail_here("the last argument of Map is a lambda");
  return call.checker.map(std::span(call.arguments.data(), call.arguments.size() - 1), call.arguments.back());
}

Operand filter(const CallSite& call) {
  if (!is_lambda(call, 1)) call.checker.fail_here("the second argument of Filter is a lambda");
  const Operand kept = call.checker.map(std::span(call.arguments.data(), 1), call.arguments[1]);
  const NodeId truths = call.build.to_bool(call.checker.number(kept));
  return call.checker.each_node(call.arguments[0], [&](NodeId node) {
    return call.build.call(CallOperation::keep, call.build.type(node), {node, truths});
  });
}

Operand combinations(const CallSite& call) {
  Builder& build = call.build;
  const ValueType type = indices().list();
  const auto length = [&](std::size_t number) {
    return call.is_list(number) ? build.size(any_list(call, number))
                                : build.convert(call.node(number), NumberType::uint64);
  };
  if (call.is_list(0) && !call.is_list(1)) {
    const NodeId size = call.node(1);
    if (!build.is_constant(size))
      call.checker.fail_here("Combinations of a number that is not constant", ErrorKind::unsupported);
    const NodeId count = build.convert(size, NumberType::uint64);
    const auto number = static_cast<std::int64_t>(build.node(count).number);
    if (number < 1 || number > 16) call.checker.fail_here(fmt::format("Combinations of {} values", number));
    return Operand::value(build.call(CallOperation::combine, type, {length(0), count}));
  }
  return Operand::value(build.call(CallOperation::combine_lengths, type, {length(0), length(1)}));
}

Operand enumerate(const CallSite& call) {
  Graph& graph = call.build.graph();
  return Operand::value(call.build.call(
      CallOperation::range, indices(),
      {graph.constant(std::uint64_t{0}), call.build.size(any_list(call, 0)), graph.constant(std::uint64_t{1})}));
}

// Range(n), Range(a, b): uint64; Range(a, b, step): int64.
Operand range(const CallSite& call) {
  Graph& graph = call.build.graph();
  const NumberType type = call.arguments.size() == 3 ? NumberType::int64 : NumberType::uint64;
  const auto fit = [&](NodeId node) { return call.build.convert(node, type); };
  const NodeId zero = graph.constant(type, 0);
  const NodeId one = graph.constant(type, 1);
  const bool from_zero = call.arguments.size() == 1;
  const NodeId first = from_zero ? zero : fit(call.node(0));
  const NodeId last = fit(call.node(from_zero ? 0 : 1));
  return Operand::value(call.build.call(CallOperation::range, ValueType::of(type).list(),
                                        {first, last, call.arguments.size() == 3 ? fit(call.node(2)) : one}));
}

// TSeqI(n), TSeqI(a, b), TSeqI(a, b, step): the numbers that its loops go through.
Operand sequence(const CallSite& call) {
  Graph& graph = call.build.graph();
  const NumberType type = call.name.ends_with('I')   ? NumberType::int32
                          : call.name.ends_with('U') ? NumberType::uint32
                                                     : NumberType::int64;
  const auto part = [&](std::size_t k) { return call.build.convert(call.node(k), type); };
  const bool from_zero = call.arguments.size() == 1;
  return Operand::value(call.build.call(
      CallOperation::range, ValueType::of(type).list(),
      {from_zero ? graph.constant(type, 0) : part(0), part(from_zero ? 0 : 1),
       call.arguments.size() == 3 ? part(2) : call.build.convert(graph.constant(std::int32_t{1}), type)}));
}

NumberType real_type(const CallSite& call, std::size_t arguments) {
  if (!call.template_arguments.empty()) {
    const Operand zero = Operand::value(call.build.graph().constant(std::int32_t{0}));
    const NumberType wanted = call.build.type(call.checker.coerce(zero, call.template_arguments[0]).node).number;
    return is_real(wanted) ? wanted : NumberType::float64;
  }
  bool all_float = true;
  for (std::size_t k = 0; k < arguments; ++k) all_float = all_float && call.type(k).number == NumberType::float32;
  return all_float ? NumberType::float32 : NumberType::float64;
}

Operand linspace(const CallSite& call) {
  Builder& build = call.build;
  const NumberType type = real_type(call, 2);
  const NodeId count = call.arguments.size() > 2 ? build.convert(call.node(2), NumberType::int64)
                                                 : build.graph().constant(std::int64_t{128});
  const NodeId with_end = call.arguments.size() > 3 ? build.to_bool(call.node(3)) : build.graph().constant(true);
  const NodeId points =
      build.call(CallOperation::linspace, ValueType::of(type).list(),
                 {build.convert(call.node(0), type), build.convert(call.node(1), type), count, with_end});
  if (call.name.find("Lin") != std::string_view::npos) return Operand::value(points);
  const NodeId base =
      call.arguments.size() > 4 ? build.convert(call.node(4), NumberType::float64) : build.graph().constant(10.);
  return Operand::value(build.for_elements({points}, [&](std::span<const NodeId> values) {
    return build.convert(build.real(Op::power, {base, values[0]}), type);
  }));
}

Operand arange(const CallSite& call) {
  Builder& build = call.build;
  const NumberType type = real_type(call, 3);
  return Operand::value(build.call(
      CallOperation::range, ValueType::of(type).list(),
      {build.convert(call.node(0), type), build.convert(call.node(1), type), build.convert(call.node(2), type)}));
}

Operand dot(const CallSite& call) {
  Builder& build = call.build;
  const NodeId one = numbers(call, 0);
  const NodeId other = numbers(call, 1);
  const NumberType common = common_type(build.type(one).number, build.type(other).number);
  return Operand::value(build.call(CallOperation::dot, ValueType::of(common),
                                   {build.convert(one, common), build.convert(other, common)}));
}

constexpr auto list_table = std::to_array<FunctionEntry>({
    {"Sum", 1, 2, sum, {}, CallOperation::sum, "the sum, in the type of the elements"},
    {"Product", 1, 2, sum, {}, CallOperation::product, {}},
    {"Mean", 1, 1, reduce, {}, CallOperation::mean, {}},
    {"Var", 1, 1, reduce, {}, CallOperation::variance, {}},
    {"StdDev", 1, 1, reduce, {}, CallOperation::deviation, {}},
    {"Min", 1, 1, reduce, {}, CallOperation::minimum, {}},
    {"Max", 1, 1, reduce, {}, CallOperation::maximum, {}},
    {"ArgMin", 1, 1, reduce, {}, CallOperation::arg_minimum, {}},
    {"ArgMax", 1, 1, reduce, {}, CallOperation::arg_maximum, {}},
    {"Any", 1, 2, any_or_all, {}, CallOperation::any, {}},
    {"All", 1, 2, any_or_all, {}, CallOperation::all, {}},
    {"Nonzero", 1, 1, nonzero, {}, {}, {}},
    {"Argsort", 1, 2, argsort, {}, {}, {}},
    {"StableArgsort", 1, 2, argsort, {}, {}, {}},
    {"Sort", 1, 2, sort, {}, {}, {}},
    {"StableSort", 1, 2, sort, {}, {}, {}},
    {"Reverse", 1, 1, reverse, {}, {}, {}},
    {"Take", 2, 3, take, {}, {}, {}},
    {"Drop", 2, 2, drop, {}, {}, {}},
    {"Where", 3, 3, where, {}, {}, {}},
    {"Concatenate", 2, 2, concatenate, {}, {}, {}},
    {"Intersect", 2, 3, intersect, {}, {}, {}},
    {"Map", 2, 9, map, {}, {}, {}},
    {"Filter", 2, 2, filter, {}, {}, {}},
    {"Combinations", 2, 2, combinations, {}, {}, {}},
    {"Enumerate", 1, 1, enumerate, {}, {}, {}},
    {"Range", 1, 3, range, {}, {}, {}},
    {"TSeqI", 1, 3, sequence, {}, {}, {}},
    {"TSeqU", 1, 3, sequence, {}, {}, {}},
    {"TSeqL", 1, 3, sequence, {}, {}, {}},
    {"Linspace", 2, 4, linspace, {}, {}, {}},
    {"Logspace", 2, 5, linspace, {}, {}, {}},
    {"Arange", 3, 3, arange, {}, {}, {}},
    {"Dot", 2, 2, dot, {}, {}, {}},
});

}  // namespace

Operand comparison_of(std::string_view symbol) {
  Operand found;
  found.form = Operand::Form::lambda;
  found.class_name = symbol;
  return found;
}

NodeId order_of(const CallSite& call, const Operand& list, const Operand* before, bool falling) {
  if (before != nullptr) return order_by(call, list, *before, falling);
  if (list.is_record()) return order_by(call, list, comparison_of("<"));
  const NodeId node = call.checker.list(list);
  if (call.build.type(node).depth != 1)
    call.checker.fail_here(fmt::format("{} of {}", call.name, call.checker.spelled(list)));
  if (call.build.type(node).is_string) return order_by(call, list, comparison_of("<"));
  return call.build.call(CallOperation::argsort, indices(), {node});
}

Operand sum_from(const CallSite& call, const Operand& list, const Operand& start, const Operand* step) {
  Builder& build = call.build;
  Checker& checker = call.checker;
  if (step == nullptr && list.is_record()) return sum_of_vectors(call, list, start);
  // In the start's type at once, if that is what each step gives.
  if (step == nullptr && list.is_value() && start.is_value() && build.type(list.node).depth == 1 &&
      !build.type(list.node).is_string && build.type(start.node).is_number()) {
    const NumberType type = build.type(start.node).number;
    if (common_type(type, build.type(list.node).number) == type)
      return Operand::value(
          build.call(CallOperation::sum, ValueType::of(type), {build.convert(list.node, type), start.node}));
  }
  return checker.fold(list, start, [&](const Operand& before, const Operand& item) {
    if (step == nullptr) return checker.binary_of("+", before, item);
    const std::array<Operand, 2> both = {before, item};
    return checker.call_lambda(*step, both);
  });
}

std::span<const FunctionEntry> list_functions() noexcept { return list_table; }

}  // namespace ramet::inline v1::expr
