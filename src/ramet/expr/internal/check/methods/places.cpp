#include "ramet/expr/internal/check/checker.hpp"

namespace ramet::inline v1::expr {

using Op = ElementOperation;

// Iterators: v.begin() + 1 is a place in a list, which knows the list and where it is written.

bool Checker::is_place_name(const std::string& name) {
  for (const std::string_view known : {"begin", "end", "cbegin", "cend", "rbegin", "rend", "crbegin", "crend"})
    if (known == name) return true;
  return false;
}

NodeId Checker::first_list(const Operand& operand) {
  const Operand* found = &operand;
  while (found->is_record() && !found->members.empty()) found = &found->members.front();
  return value_node(*found);
}

Operand Checker::place_in(const Operand& list, const Syntax& target, const std::string& name) {
  Operand made;
  made.form = Operand::Form::place;
  made.members = {list};
  made.syntax = &target;
  made.is_reversed = name.starts_with('r') || name.starts_with("cr");
  if (made.is_reversed) {
    if (list.is_value() && build_.type(list.node) == ValueType::string())
      fail_here(fmt::format("{} of a string", name), ErrorKind::unsupported);
    made.members[0] =
        each_node(list, [&](NodeId node) { return build_.call(CallOperation::reverse, build_.type(node), {node}); });
  }
  made.node = name.ends_with("begin") ? build_.graph().constant(std::int64_t{0})
                                      : build_.convert(build_.size(first_list(made.members[0])), NumberType::int64);
  return made;
}

// What the variable has by now that a place was taken of: assigning to *it changes it.
Operand Checker::list_of(const Operand& place) const {
  const bool is_variable = place.syntax != nullptr && place.syntax->kind == SyntaxKind::name && !place.is_reversed;
  const Operand* const now = is_variable ? names_.find(place.syntax->text) : nullptr;
  return now != nullptr ? *now : place.members[0];
}

Operand Checker::places(std::string_view symbol, const Operand& one, const Operand& other) {
  const bool both = one.form == Operand::Form::place && other.form == Operand::Form::place;
  if (both) {
    if (!list_of(one).is_same(list_of(other))) fail_here("places in different lists");
    const Operand first = Operand::value(one.node);
    const Operand second = Operand::value(other.node);
    if (symbol == "-" || symbol == "==" || symbol == "!=" || symbol == "<" || symbol == ">" || symbol == "<=" ||
        symbol == ">=")
      return binary_of(symbol, first, second);
  } else if (symbol == "+" || (symbol == "-" && one.form == Operand::Form::place)) {
    const bool is_first = one.form == Operand::Form::place;
    Operand moved = is_first ? one : other;
    const NodeId by = build_.convert(value_node(is_first ? other : one), NumberType::int64);
    moved.node = build_.arithmetic(symbol == "+" ? Op::add : Op::subtract, moved.node, by);
    return moved;
  }
  fail_here(fmt::format("{} {} {}", spelled(one), symbol, spelled(other)));
}

// v.data() is the list, but where a place is wanted it is that of the first element.
Operand Checker::place_of_data(const Operand& list, const Syntax& written) {
  const bool is_data = written.kind == SyntaxKind::call && written.children.size() == 1 &&
                       written.children[0].kind == SyntaxKind::member && written.children[0].text == "data";
  if (!is_data || !list.is_value() || !build_.type(list.node).is_list()) return list;
  return place_in(list, written.children[0].children[0], "begin");
}

// *place
Operand Checker::at_place(const Operand& place) {
  const Operand list = list_of(place);
  if (list.is_value() && build_.type(list.node) == ValueType::string())
    return Operand::value(
        build_.call(CallOperation::string_at, ValueType::of(NumberType::int8), {list.node, place.node}));
  const Operand at[] = {Operand::value(place.node)};
  return list_method("at", list, at);
}

Operand Checker::between(const Operand& first, const Operand& last) {
  if (first.form != Operand::Form::place || last.form != Operand::Form::place)
    fail_here(fmt::format("expected two places in a list, as v.begin(), v.end(); found {} and {}", spelled(first),
                          spelled(last)));
  Operand list = list_of(first);
  if (!list.is_same(list_of(last))) fail_here("places in different lists");
  const bool from_begin = build_.is_constant(first.node) && build_.node(first.node).number == 0;
  const NodeId size = build_.convert(build_.size(first_list(list)), NumberType::int64);
  if (from_begin && last.node == size) return list;
  const NodeId count = build_.arithmetic(Op::subtract, last.node, first.node);
  if (list.is_value() && build_.type(list.node) == ValueType::string())
    return Operand::value(build_.call(
        CallOperation::substring, ValueType::string(),
        {list.node, build_.convert(first.node, NumberType::uint64), build_.convert(count, NumberType::uint64)}));
  const Operand head = last.node == size ? list : first_values(list, last.node);
  return from_begin ? head : first_values(head, build_.negate(count));
}

Operand Checker::fold(const Operand& list, const Operand& start, const FoldStep& step) {
  Graph& graph = build_.graph();
  std::vector<NodeId> initial = {graph.constant(std::int64_t{0})};
  each_node(start, [&](NodeId node) {
    initial.push_back(node);
    return node;
  });
  const std::uint32_t number = graph.add_loop(space_, initial);
  const SpaceId outside = std::exchange(space_, graph.loop(number).inside);
  const bool outer = std::exchange(in_elements_, true);
  const std::vector<NodeId> states = graph.loop(number).states;
  const NodeId size = build_.convert(build_.size(first_list(list)), NumberType::int64);
  const NodeId goes_on = build_.less(states[0], size);
  std::size_t next = 1;
  const Operand now = each_node(start, [&](NodeId) { return states[next++]; });
  const Operand at[] = {Operand::value(states[0])};
  const Operand item = list_method("at", list, at);
  Operand result = step(now, item);
  make_like(result, now);
  std::vector<NodeId> after = {build_.arithmetic(Op::add, states[0], graph.constant(std::int64_t{1}))};
  each_node(result, [&](NodeId node) {
    after.push_back(node);
    return node;
  });
  graph.finish_loop(number, goes_on, after);
  space_ = outside;
  in_elements_ = outer;
  next = 1;
  return each_node(start, [&](NodeId) { return graph.outcome(number, next++); });
}

}  // namespace ramet::inline v1::expr
