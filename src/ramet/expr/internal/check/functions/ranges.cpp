#include "ramet/expr/internal/check/functions/ranges.hpp"

namespace ramet::inline v1::expr {

using Op = ElementOperation;

namespace {

bool is_text(const CallSite& call, const Operand& operand) {
  return operand.is_value() && call.build.type(operand.node) == ValueType::string();
}

}  // namespace

Operand range_of(const CallSite& call, std::size_t first) {
  const Operand found = call.checker.between(call.arguments[first], call.arguments[first + 1]);
  return is_text(call, found) ? call.checker.characters_of(found) : found;
}

Operand place_after(const CallSite& call, const Operand& place, NodeId count) {
  Operand found = place;
  found.node = call.build.arithmetic(Op::add, place.node, call.build.convert(count, NumberType::int64));
  return found;
}

Operand range_beside(const CallSite& call, std::size_t first, const Operand& list) {
  const Operand& begin = call.arguments[first];
  if (begin.form != Operand::Form::place) call.checker.fail_here("expected a place in a list, as v.begin()");
  return call.checker.between(begin, place_after(call, begin, size_of(call, list)));
}

NodeId size_of(const CallSite& call, const Operand& list) {
  return call.build.convert(call.build.size(call.checker.first_list(list)), NumberType::int64);
}

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

NodeId truths_of(const CallSite& call, const Operand& list) {
  Checker& checker = call.checker;
  const Operand& wanted = call.arguments[2];
  if (wanted.form == Operand::Form::lambda) return call.build.to_bool(checker.number(checker.map({&list, 1}, wanted)));
  return call.build.to_bool(checker.number(checker.binary_of("==", list, wanted)));
}

Operand first_place(const CallSite& call, NodeId truths) {
  Builder& build = call.build;
  const NodeId place = build.call(CallOperation::arg_maximum, ValueType::of(NumberType::uint64), {truths});
  const NodeId any = build.call(CallOperation::any, ValueType::of(NumberType::boolean), {truths});
  Operand found = call.arguments[0];
  const NodeId here = build.arithmetic(Op::add, found.node, build.convert(place, NumberType::int64));
  found.node = build.choose(any, here, call.arguments[1].node);
  return found;
}

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

}  // namespace ramet::inline v1::expr
