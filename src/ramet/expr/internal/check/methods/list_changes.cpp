#include "ramet/expr/internal/check/checker.hpp"
#include "ramet/expr/internal/check/vectors/vectors.hpp"

namespace ramet::inline v1::expr {

// The value as one that a list has: of lists of vectors, {pt, eta, phi, m} and several arguments, too.
Operand Checker::fitted_item(const Operand& list, std::span<const Operand> values) {
  if (list.is_record()) {
    const bool braces = values.size() == 1 && values[0].form == Operand::Form::list;
    const std::span<const Operand> parts = braces ? std::span<const Operand>(values[0].members) : values;
    if (vector_coordinates(list.class_name)) {
      if (parts.size() == 1 && parts[0].is_record() && parts[0].depth == 0)
        return convert_vector(build_, parts[0], list.class_name);
      if (parts.size() == list.members.size()) {
        std::vector<NodeId> nodes;
        for (const Operand& part : parts) nodes.push_back(value_node(part));
        return make_vector(build_, list.class_name, nodes);
      }
    }
    const bool is_whole = values.size() == 1 && values[0].is_record() && values[0].depth == 0;
    if (is_whole ? values[0].names != list.names : parts.size() != list.members.size())
      fail_here("an element of another type");
    if (list.class_name != "pair" && list.class_name != "tuple") {
      if (!is_whole) fail_here("an element of another type");
      return values[0];
    }
    Operand item = list_element(list);
    const Operand like = item;
    for (std::size_t k = 0; k < item.members.size(); ++k) {
      item.members[k] = is_whole ? values[0].members[k] : parts[k];
      make_like(item.members[k], like.members[k]);
    }
    return item;
  }
  const ValueType type = build_.type(list.node);
  if (values.size() != 1) fail_here(fmt::format("{} values for an element", values.size()));
  const Operand value = values[0].form == Operand::Form::list ? coerce_braces(values[0], type.item()) : values[0];
  const NodeId node = value_node(value);
  if (build_.type(node).depth + 1 != type.depth || build_.type(node).is_string != type.is_string)
    fail_here(fmt::format("{} in a list of {}", spelled(value), to_string(type.item())));
  return Operand::value(type.is_string ? node : build_.convert(node, type.number));
}

Operand Checker::appended(const Operand& list, const Operand& value) {
  if (list.is_value())
    return Operand::value(build_.call(CallOperation::append, build_.type(list.node), {list.node, value.node}));
  Operand made = list;
  for (std::size_t k = 0; k < made.members.size(); ++k) made.members[k] = appended(list.members[k], value.members[k]);
  return made;
}

Operand Checker::joined(const Operand& one, const Operand& other) {
  if (one.is_value())
    return Operand::value(build_.call(CallOperation::concatenate, build_.type(one.node), {one.node, other.node}));
  Operand made = one;
  for (std::size_t k = 0; k < made.members.size(); ++k) made.members[k] = joined(one.members[k], other.members[k]);
  return made;
}

// The first values: as many as the number says, fewer from the back for a negative one.
Operand Checker::first_values(const Operand& list, NodeId count) {
  return each_node(list, [&](NodeId node) {
    return build_.call(CallOperation::take_count, build_.type(node), {node, build_.convert(count, NumberType::int64)});
  });
}

// So many times a value, as a list like another one.
Operand Checker::repeated(const Operand& list, NodeId count, const Operand& value) {
  if (list.is_value())
    return Operand::value(build_.call(CallOperation::fill, build_.type(list.node), {count, value.node}));
  Operand made = list;
  for (std::size_t k = 0; k < made.members.size(); ++k)
    made.members[k] = repeated(list.members[k], count, value.members[k]);
  return made;
}

// What a list is behind a method that changes it; nothing if there is none of the name.
std::optional<Operand> Checker::changed_list(const std::string& name, const Operand& list,
                                             std::span<const Operand> arguments) {
  Graph& graph = build_.graph();
  const NodeId size = build_.convert(build_.size(first_list(list)), NumberType::int64);
  const NodeId one = graph.constant(std::int64_t{1});
  if ((name == "push_back" && arguments.size() == 1) || (name == "emplace_back" && !arguments.empty()))
    return appended(list, fitted_item(list, arguments));
  if (name == "clear" && arguments.empty()) return first_values(list, graph.constant(std::int64_t{0}));
  if (name == "pop_back" && arguments.empty())
    return first_values(list, build_.arithmetic(ElementOperation::subtract, size, one));
  if (name == "resize" && !arguments.empty() && arguments.size() <= 2 && list.is_value()) {
    const ValueType type = build_.type(list.node);
    Operand none;
    none.form = Operand::Form::list;
    const Operand filler =
        arguments.size() == 2 ? fitted_item(list, arguments.subspan(1)) : coerce_braces(none, type.item());
    const NodeId count = build_.convert(value_node(arguments[0]), NumberType::int64);
    return Operand::value(build_.call(CallOperation::take_count_or, type, {list.node, count, filler.node}));
  }
  if (name == "fill" && arguments.size() == 1 && list.is_value())
    return repeated(list, size, fitted_item(list, arguments));
  if (name == "assign" && arguments.size() == 2) {
    if (arguments[0].form != Operand::Form::place)
      return repeated(list, build_.convert(value_node(arguments[0]), NumberType::int64),
                      fitted_item(list, arguments.subspan(1)));
    Operand values = between(arguments[0], arguments[1]);
    make_like(values, list);
    return values;
  }
  const bool inserts_range = name == "insert" && arguments.size() == 3 && arguments[1].form == Operand::Form::place;
  if (inserts_range || (name == "insert" && arguments.size() == 2) ||
      (name == "erase" && !arguments.empty() && arguments.size() <= 2)) {
    if (arguments[0].form != Operand::Form::place || !arguments[0].members[0].is_same(list))
      fail_here(fmt::format("{} takes a place in the list, as v.begin() + 1", name));
    const NodeId place = arguments[0].node;
    const Operand before = first_values(list, place);
    if (name == "insert") {
      const Operand after = first_values(list, build_.arithmetic(ElementOperation::subtract, place, size));
      if (!inserts_range) return joined(appended(before, fitted_item(list, arguments.subspan(1))), after);
      Operand values = between(arguments[1], arguments[2]);
      make_like(values, list);
      return joined(joined(before, values), after);
    }
    const NodeId last =
        arguments.size() == 2 ? arguments[1].node : build_.arithmetic(ElementOperation::add, place, one);
    return joined(before, first_values(list, build_.arithmetic(ElementOperation::subtract, last, size)));
  }
  return std::nullopt;
}

// v[i] = x: the list with another value there.
Operand Checker::with_element(const Operand& list, NodeId place, const Operand& value) {
  if (list.is_value() && build_.type(list.node) == ValueType::string()) {
    const Operand character = Operand::value(build_.convert(value_node(value), NumberType::int8));
    return Operand::value(text_node(with_element(characters_of(list), place, character)));
  }
  if (list.is_value())
    return Operand::value(
        build_.call(CallOperation::replace, build_.type(list.node), {list.node, place, value_node(value)}));
  Operand made = list;
  for (std::size_t k = 0; k < made.members.size(); ++k)
    made.members[k] = with_element(list.members[k], place, value.members[k]);
  return made;
}

}  // namespace ramet::inline v1::expr
