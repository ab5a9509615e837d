#include <charconv>

#include "ramet/expr/internal/check/checker.hpp"
#include "ramet/expr/internal/check/vectors/vectors.hpp"
#include "ramet/expr/internal/text/type_names.hpp"

namespace ramet::inline v1::expr {

namespace {

// "abc", s.c_str()
bool is_of_characters(const Syntax& syntax) {
  if (syntax.kind == SyntaxKind::string) return true;
  if (syntax.kind != SyntaxKind::call || syntax.children[0].kind != SyntaxKind::member) return false;
  const std::string& method = syntax.children[0].text;
  return method == "c_str" || method == "data" || method == "Data";
}

// std::array<int, 4>: as many as the type says; those that are not written are 0.
Operand padded(Builder& build, const Operand& list, const Syntax& type) {
  if (plain_name(type) != "array" || type.children.size() != 2) return list;
  const ValueType found = build.type(list.node);
  std::int64_t size = 0;
  const std::string& digits = type.children[1].text;
  std::from_chars(digits.data(), digits.data() + digits.size(), size);
  if (!found.item().is_number() || size <= 0) return list;
  Graph& graph = build.graph();
  return Operand::value(build.call(CallOperation::take_count_or, found,
                                   {list.node, graph.constant(size), graph.constant(found.number, 0)}));
}

// std::vector, std::pair ... whose parts' types are not written.
bool is_deduced(const Syntax& type) {
  if (!type.children.empty()) return false;
  const std::string_view name = plain_name(type);
  return name == "RVec" || name == "vector" || name == "array" || name == "pair" || name == "tuple";
}

bool is_tuple_type(const Syntax& type) { return plain_name(type) == "pair" || plain_name(type) == "tuple"; }

Syntax made_of_braces(const Syntax& type) { return {SyntaxKind::construct, type.begin, type.end, "{", {type}}; }

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
  const std::string_view name = vector_class(type);
  if (name == "auto") return operand;
  const bool is_list = operand.is_value() ? build_.type(operand.node).is_list() : operand.depth > 0;
  if (is_deduced(type) && (is_tuple_type(type) ? operand.class_name == name && operand.depth == 0 : is_list))
    return operand;
  if (operand.is_record() && operand.depth > 0) return coerce_vectors(operand, type);
  const auto wanted = value_type(type);
  if (is_tuple_type(type) && operand.form == Operand::Form::list) return construct_pair(type, operand.members);
  if (!wanted && is_tuple_type(type)) return construct_pair(type, {operand});
  if (!wanted && operand.form == Operand::Form::list) return construct_class(made_of_braces(type), operand.members);
  if (!wanted) return coerce_to_class(operand, name);
  if (operand.form == Operand::Form::list) return coerce_braces(operand, *wanted);
  if (!operand.is_value()) fail_here(fmt::format("{} cannot become {}", spelled(operand), to_string(*wanted)));
  if (*wanted == ValueType::string() && build_.type(operand.node).is_list()) return Operand::value(text_node(operand));
  const ValueType found = build_.type(operand.node);
  if (found.depth == wanted->depth && found.is_string == wanted->is_string)
    return Operand::value(wanted->is_string ? operand.node : build_.convert(operand.node, wanted->number));
  fail_here(fmt::format("{} cannot become {}", to_string(found), to_string(*wanted)));
}

Operand Checker::coerce_to_class(const Operand& operand, std::string_view name) {
  if (operand.is_record() && operand.class_name == name && operand.depth == 0) return operand;
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

// {a, b} where no type is said: a list of what all of them are, as std::initializer_list.
Operand Checker::list_in_braces(const Operand& braces) {
  if (braces.members.empty()) fail_here("the type of an empty list in braces is not known");
  const ValueType type = build_.type(value_node(braces.members[0]));
  for (const Operand& value : braces.members)
    if (build_.type(value_node(value)) != type)
      fail_here(fmt::format("{} and {} in one list in braces", spelled(braces.members[0]), spelled(value)));
  return make_list(type.list(), braces.members, true);
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

// Lists of vectors as RVec<PtEtaPhiMVector>.
Operand Checker::coerce_vectors(const Operand& operand, const Syntax& type) {
  const std::string_view name = plain_name(type);
  if ((name == "RVec" || name == "vector") && type.children.size() == 1 && operand.depth == 1 &&
      operand.class_name == vector_class(type.children[0]))
    return operand;
  fail_here(fmt::format("{} cannot become {}", spelled(operand), type.text));
}

// From another string, characters up to the NUL, a part of either; (n, 'x'): n times a character.
Operand Checker::construct_string(const Syntax& syntax, const std::vector<Operand>& values) {
  if (values.empty()) return Operand::value(build_.graph().constant(std::string()));
  if (values.size() == 2 && values[0].form == Operand::Form::place)
    return Operand::value(text_node(between(values[0], values[1])));
  const ValueType first = build_.type(value_node(values[0]));
  if (values.size() == 1 && !first.is_number()) return Operand::value(text_node(values[0]));
  if (values.size() == 2 && first.is_number()) {
    const ValueType characters = ValueType::of(NumberType::int8).list();
    const NodeId count = build_.convert(values[0].node, NumberType::int64);
    const NodeId character = build_.convert(value_node(values[1]), NumberType::int8);
    return Operand::value(build_.call(CallOperation::characters, ValueType::string(),
                                      {build_.call(CallOperation::fill, characters, {count, character})}));
  }
  Graph& graph = build_.graph();
  if (values.size() == 2 && is_of_characters(syntax.children[1]))  // ("abc", n): the first n
    return Operand::value(part_of(text_node(values[0]), graph.constant(std::uint64_t{0}), value_node(values[1])));
  if (values.size() == 2 || values.size() == 3) {  // (s, k): those from k on; (s, k, n): n of them
    const NodeId count = values.size() == 3 ? value_node(values[2]) : graph.constant(~std::uint64_t{0});
    return Operand::value(part_of(text_node(values[0]), value_node(values[1]), count));
  }
  if (values.size() == 1)
    fail_here(
        fmt::format("{} cannot become std::string; std::to_string(x) is the text of a number", spelled(values[0])));
  fail_here(fmt::format("{} values for std::string", values.size()));
}

// Lists of vectors or pairs, of which `made` is one: of a count, (n, v): n times v, or of vectors or pairs.
Operand Checker::construct_records(const Syntax& syntax, Operand made, const std::vector<Operand>& values) {
  if (values.size() == 1 && values[0].is_record() && values[0].depth == 1 && values[0].class_name == made.class_name)
    return values[0];
  const bool is_call = syntax.text == "(";
  const bool counted = is_call && values.size() == 1 && values[0].is_value();
  const bool repeated = is_call && values.size() == 2 && values[0].is_value() && values[1].is_record();
  Operand like = made;
  like.depth = 1;
  for (Operand& member : like.members) member = make_list(build_.type(value_node(member)).list(), {}, true);
  std::vector<Operand> items;
  for (const Operand& value : std::span(values).subspan(counted || repeated ? 1 : 0))
    items.push_back(fitted_item(like, {&value, 1}));
  for (std::size_t k = 0; k < made.members.size(); ++k) {
    std::vector<Operand> all;
    if (counted || repeated) all.push_back(values[0]);
    for (const Operand& item : items) all.push_back(item.members[k]);
    made.members[k] = make_list(build_.type(made.members[k].node).list(), all, !counted && !repeated);
  }
  made.depth = 1;
  return made;
}

Operand Checker::construct_vector(std::string_view name, const std::vector<Operand>& values) {
  const auto coordinates = vector_coordinates(name);
  if (values.size() == 1 && values[0].is_record()) return coerce_to_class(values[0], name);
  if (values.size() == 2 && name == "TLorentzVector" && values[0].is_record()) {
    std::vector<NodeId> all = cartesian(build_, values[0]);
    all.push_back(value_node(values[1]));
    return make_vector(build_, name, all);
  }
  if (!values.empty() && values.size() != coordinates->size())
    fail_here(fmt::format("{} takes {} numbers, not {}", name, coordinates->size(), values.size()));
  std::vector<NodeId> nodes;
  for (const Operand& value : values) nodes.push_back(value_node(value));
  return make_vector(build_, name, nodes);
}

Operand Checker::construct(const Syntax& syntax) {
  const Syntax& type = syntax.children[0];
  const std::vector<Operand> values =
      check_all(std::span<const Syntax>(syntax.children.data() + 1, syntax.children.size() - 1));
  build_.stand_at(text_, syntax.begin, syntax.end);
  const std::string_view name = vector_class(type);
  if (const auto wanted = value_type(type)) {
    if (*wanted == ValueType::string()) return construct_string(syntax, values);
    if (wanted->is_list()) return construct_list(syntax, *wanted, values);
    if (values.size() == 1) return coerce(values[0], type);
    if (!values.empty()) fail_here(fmt::format("{} values for {}", values.size(), to_string(*wanted)));
    Operand none;
    none.form = Operand::Form::list;
    return coerce_braces(none, *wanted);
  }
  if (name == "auto" && values.size() == 1) return values[0];
  if (is_deduced(type)) return construct_deduced(syntax, values);
  return construct_class(syntax, values);
}

// A vector, a pair, a tuple, or a list of them.
Operand Checker::construct_class(const Syntax& syntax, const std::vector<Operand>& values) {
  const Syntax& type = syntax.children[0];
  const std::string_view name = vector_class(type);
  const bool is_list = name == "RVec" || name == "vector";
  if (is_list && !type.children.empty() && vector_coordinates(vector_class(type.children[0])))
    return construct_records(syntax, make_vector(build_, vector_class(type.children[0]), {}), values);
  if (is_list && !type.children.empty() && is_tuple_type(type.children[0]))
    return construct_records(syntax, construct_pair(type.children[0], {}), values);
  if (is_tuple_type(type)) return construct_pair(type, values);
  if (!vector_coordinates(name))
    fail_here(fmt::format("the type {} is not known here", type.text), ErrorKind::unsupported);
  return construct_vector(name, values);
}

// What stands between two places, also (place, count); values.
Operand Checker::construct_list(const Syntax& syntax, const ValueType& type, const std::vector<Operand>& values) {
  const Operand first = values.size() == 2 ? place_of_data(values[0], syntax.children[1]) : Operand();
  if (first.form != Operand::Form::place)
    return padded(build_, make_list(type, values, syntax.text == "{"), syntax.children[0]);
  const bool is_counted = values[1].is_value() && plain_name(syntax.children[0]).starts_with("RVec");
  const Operand last = is_counted ? places("+", first, values[1]) : values[1];
  return make_list(type, {between(first, last)}, false);
}

// RVec{a, b}, std::pair(a, b): of the types of the values; of another list, that list.
Operand Checker::construct_deduced(const Syntax& syntax, const std::vector<Operand>& values) {
  const std::string_view name = plain_name(syntax.children[0]);
  for (const Operand& value : values)
    if (!value.is_value() && !value.is_record() && value.form != Operand::Form::place)
      fail_here(fmt::format("the type of {} is not known", spelled(value)));
  if (values.empty()) fail_here("the type of the elements is missing");
  if (is_tuple_type(syntax.children[0])) {
    if (values.size() == 1 && values[0].class_name == name && values[0].depth == 0) return values[0];
    if (name == "pair" && values.size() != 2) fail_here(fmt::format("{} values for a pair", values.size()));
    return tuple_of(values, name == "pair");
  }
  Operand first = values.size() == 2 ? place_of_data(values[0], syntax.children[1]) : values[0];
  if (values.size() == 2 && first.form == Operand::Form::place) return between(first, values[1]);
  const bool is_list = first.is_value() ? build_.type(first.node).is_list() : first.depth > 0;
  if (values.size() == 1 && is_list) return first;
  const bool is_counted = syntax.text == "(";
  if (is_counted && values.size() != 2) fail_here("the type of the elements is missing");
  const Operand& item = is_counted ? values[1] : first;
  if (item.is_record()) return construct_records(syntax, item, values);
  const ValueType type = build_.type(value_node(item));
  for (const Operand& value : values)
    if (!is_counted && build_.type(value_node(value)) != type)
      fail_here(fmt::format("{} and {} in one list: write the type of its elements", spelled(first), spelled(value)));
  return make_list(type.list(), values, !is_counted);
}

// std::pair<float, int>(a, b): a record of first and second; std::tuple<...>: of parts without names.
Operand Checker::construct_pair(const Syntax& type, const std::vector<Operand>& values) {
  const std::string_view name = plain_name(type);
  const std::size_t size = type.children.size();
  if (values.size() == 1 && values[0].is_record() && values[0].members.size() == size && values[0].depth == 0)
    return construct_pair(type, values[0].members);
  if ((name == "pair" && size != 2) || (values.size() != size && !values.empty()))
    fail_here(fmt::format("{} value{} for a {} of {}", values.size(), values.size() == 1 ? "" : "s", name, size));
  std::vector<Operand> members;
  Operand none;
  none.form = Operand::Form::list;
  for (std::size_t k = 0; k < size; ++k) members.push_back(coerce(values.empty() ? none : values[k], type.children[k]));
  return tuple_of(std::move(members), name == "pair");
}

std::vector<Operand> Checker::items_of(std::span<const Operand> lists, NodeId& shape) {
  // The nodes of all members, which have one length.
  std::vector<NodeId> nodes;
  const auto collect = [&](auto&& self, const Operand& operand) -> void {
    if (operand.is_value()) nodes.push_back(operand.node);
    for (const Operand& member : operand.members) self(self, member);
  };
  bool has_lists = false;
  for (const Operand& list : lists) {
    if (!list.is_value() && !list.is_record()) fail_here(fmt::format("expected lists, found {}", spelled(list)));
    has_lists = has_lists || (list.is_value() ? build_.type(list.node).is_list() : list.depth > 0);
    collect(collect, list);
  }
  if (!has_lists) fail_here(fmt::format("expected a list, found {}", spelled(lists.front())));
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

}  // namespace ramet::inline v1::expr
