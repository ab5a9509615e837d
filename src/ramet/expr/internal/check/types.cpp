#include "ramet/expr/internal/check/checker.hpp"
#include "ramet/expr/internal/check/vectors.hpp"
#include "ramet/expr/internal/text/type_names.hpp"

namespace ramet::inline v1::expr {

namespace {

std::string_view plain_name(const Syntax& type) {
  std::string_view name = without_namespaces(type.text);
  if (name.ends_with('&')) name.remove_suffix(1);
  return name;
}

bool is_string_type(std::string_view name) { return name == "string" || name == "TString" || name == "string_view"; }

}  // namespace

// The type of a number, a string or lists; nothing for classes, auto and unknown ones.
std::optional<ValueType> Checker::value_type(const Syntax& type) {
  const std::string_view name = plain_name(type);
  if (const auto number = number_type_named(name)) return ValueType::of(*number);
  if (const auto item = list_type_named(name)) return ValueType::of(*item).list();
  if (is_string_type(name)) return ValueType::string();
  if ((name == "RVec" || name == "vector" || name == "array") && !type.children.empty())
    if (const auto item = value_type(type.children[0])) return item->list();
  return std::nullopt;
}

Operand Checker::coerce(const Operand& operand, const Syntax& type) {
  const std::string_view name = plain_name(type);
  if (name == "auto") return operand;
  const auto wanted = value_type(type);
  if (!wanted) return coerce_to_class(operand, name);
  if (operand.form == Operand::Form::list) return coerce_braces(operand, *wanted);
  if (!operand.is_value()) fail_here(fmt::format("{} cannot become {}", spelled(operand), to_string(*wanted)));
  const ValueType found = build_.type(operand.node);
  if (found.depth == wanted->depth && found.is_string == wanted->is_string)
    return Operand::value(wanted->is_string ? operand.node : build_.convert(operand.node, wanted->number));
  fail_here(fmt::format("{} cannot become {}", to_string(found), to_string(*wanted)));
}

Operand Checker::coerce_to_class(const Operand& operand, std::string_view name) {
  if (!vector_coordinates(name)) fail_here(fmt::format("the type {} is not known here", name), ErrorKind::unsupported);
  if (operand.is_record() && vector_coordinates(operand.class_name) && operand.depth == 0)
    return convert_vector(build_, operand, name);
  fail_here(fmt::format("{} cannot become {}", spelled(operand), name));
}

Operand Checker::coerce_braces(const Operand& braces, const ValueType& type) {
  if (!type.is_list()) {
    if (braces.members.size() > 1) fail_here(fmt::format("{} values for {}", braces.members.size(), to_string(type)));
    if (type.is_string) return Operand::value(build_.graph().constant(std::string()));
    if (braces.members.empty()) return Operand::value(build_.graph().constant(type.number, 0));
    return Operand::value(build_.convert(value_node(braces.members[0]), type.number));
  }
  return make_list(type, braces.members, true);
}

// {a, b}: the values; (n): n values that are 0 or empty; (n, x): n times x; (v): another list.
Operand Checker::make_list(const ValueType& type, const std::vector<Operand>& values, bool braces) {
  const ValueType item = type.item();
  const auto fitted = [&](const Operand& value) -> NodeId {
    if (value.form == Operand::Form::list) return coerce_braces(value, item).node;
    const NodeId node = value_node(value);
    const ValueType found = build_.type(node);
    if (found.depth != item.depth || found.is_string != item.is_string)
      fail_here(fmt::format("{} in a list of {}", to_string(found), to_string(item)));
    return item.is_string ? node : build_.convert(node, item.number);
  };
  const auto zero = [&]() -> NodeId {
    if (item.is_list()) return make_list(item, {}, true).node;
    return item.is_string ? build_.graph().constant(std::string()) : build_.graph().constant(item.number, 0);
  };
  if (values.size() == 1 && values[0].is_value() && build_.type(values[0].node).depth == type.depth)
    return Operand::value(item.is_string ? values[0].node : build_.convert(values[0].node, type.number));
  if (braces || values.empty()) {
    std::vector<NodeId> nodes;
    for (const Operand& value : values) nodes.push_back(fitted(value));
    return Operand::value(build_.call(CallOperation::list_of, type, std::move(nodes)));
  }
  if (values.size() > 2) fail_here(fmt::format("{} in parentheses takes a count and a value", to_string(type)));
  const NodeId count = build_.convert(value_node(values[0]), NumberType::int64);
  return Operand::value(
      build_.call(CallOperation::fill, type, {count, values.size() == 2 ? fitted(values[1]) : zero()}));
}

Operand Checker::construct(const Syntax& syntax) {
  const Syntax& type = syntax.children[0];
  const std::vector<Operand> values =
      check_all(std::span<const Syntax>(syntax.children.data() + 1, syntax.children.size() - 1));
  build_.stand_at(text_, syntax.begin, syntax.end);
  const std::string_view name = plain_name(type);
  if (const auto wanted = value_type(type)) {
    if (wanted->is_list()) return make_list(*wanted, values, syntax.text == "{");
    if (values.size() == 1) return coerce(values[0], type);
    if (!values.empty()) fail_here(fmt::format("{} values for {}", values.size(), to_string(*wanted)));
    Operand none;
    none.form = Operand::Form::list;
    return coerce_braces(none, *wanted);
  }
  if (name == "auto" && values.size() == 1) return values[0];
  if ((name == "RVec" || name == "vector") && !type.children.empty() &&
      vector_coordinates(plain_name(type.children[0]))) {
    // Lists of vectors: of a count, or of vectors.
    const std::string_view of = plain_name(type.children[0]);
    Operand made = make_vector(build_, of, {});
    made.depth = 1;
    const bool counted = syntax.text == "(" && values.size() == 1 && values[0].is_value();
    for (std::size_t k = 0; k < made.members.size(); ++k) {
      std::vector<Operand> all;
      if (counted) all.push_back(values[0]);
      for (const Operand& value : values)
        if (value.is_record()) all.push_back(convert_vector(build_, value, of).members[k]);
      made.members[k] = make_list(ValueType::of(NumberType::float64).list(), all, !counted);
    }
    return made;
  }
  if (name == "RVec" || name == "vector") {  // RVec{a, b}: of the first one's type
    if (values.empty() || !values[0].is_value()) fail_here("the type of the elements is missing");
    return make_list(build_.type(values[0].node).list(), values, true);
  }
  const auto coordinates = vector_coordinates(name);
  if (!coordinates) fail_here(fmt::format("the type {} is not known here", type.text), ErrorKind::unsupported);
  if (values.size() == 1 && values[0].is_record()) return coerce_to_class(values[0], name);
  if (!values.empty() && values.size() != coordinates->size())
    fail_here(fmt::format("{} takes {} numbers, not {}", name, coordinates->size(), values.size()));
  std::vector<NodeId> nodes;
  for (const Operand& value : values) nodes.push_back(value_node(value));
  return make_vector(build_, name, nodes);
}

std::vector<Operand> Checker::items_of(std::span<const Operand> lists, NodeId& shape) {
  // The nodes of all members, which have one length.
  std::vector<NodeId> nodes;
  const auto collect = [&](auto&& self, const Operand& operand) -> void {
    if (operand.is_value()) nodes.push_back(operand.node);
    for (const Operand& member : operand.members) self(self, member);
  };
  for (const Operand& list : lists) {
    if (!list.is_value() && !list.is_record()) fail_here(fmt::format("expected lists, found {}", spelled(list)));
    collect(collect, list);
  }
  const Builder::Elements found = build_.elements(nodes);
  shape = found.shape;
  std::size_t next = 0;
  const auto replace = [&](auto&& self, Operand operand) -> Operand {
    if (operand.is_value()) operand.node = found.values[next++];
    if (operand.depth > 0) --operand.depth;
    for (Operand& member : operand.members) member = self(self, member);
    return operand;
  };
  std::vector<Operand> items;
  for (const Operand& list : lists) items.push_back(replace(replace, list));
  return items;
}

Operand Checker::rebuild(NodeId shape, const Operand& values) {
  if (!values.is_value() && !values.is_record()) fail_here(fmt::format("lists of {}", spelled(values)));
  Operand made = each_node(values, [&](NodeId node) { return build_.graph().rebuild(shape, node); });
  if (made.is_record()) ++made.depth;
  return made;
}

Operand Checker::map(std::span<const Operand> lists, const Operand& lambda) {
  NodeId shape = 0;
  std::vector<Operand> all(lists.begin(), lists.end());
  // Each run of a loop around, and each element, draws its own random numbers for the elements.
  if (lambda.syntax != nullptr && draws(*lambda.syntax))
    for (Operand& list : all)
      list = each_node(list, [&](NodeId node) {
        return build_.graph().contains(build_.node(node).space, space_) ? build_.graph().lift(node, space_) : node;
      });
  const std::vector<Operand> items = items_of(all, shape);
  const SpaceId before = space_;
  space_ = build_.graph().elements_space(shape);
  const Operand found = call_lambda(lambda, items);
  space_ = before;
  if (found.form == Operand::Form::nothing) fail_here("the lambda returns nothing");
  return rebuild(shape, found);
}

}  // namespace ramet::inline v1::expr
