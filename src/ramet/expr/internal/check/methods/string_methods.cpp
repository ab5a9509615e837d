#include "ramet/expr/internal/check/checker.hpp"
#include "ramet/expr/internal/text/error.hpp"

namespace ramet::inline v1::expr {

namespace {

using Op = ElementOperation;

ValueType count_type() { return ValueType::of(NumberType::uint64); }

constexpr auto searches = std::to_array<std::pair<std::string_view, CallOperation>>({
    {"find", CallOperation::find},
    {"rfind", CallOperation::rfind},
    {"find_first_of", CallOperation::find_first_of},
    {"find_last_of", CallOperation::find_last_of},
    {"find_first_not_of", CallOperation::find_first_not_of},
    {"find_last_not_of", CallOperation::find_last_not_of},
});

}  // namespace

// A string; of C's characters up to the NUL, and of one character, the string.
NodeId Checker::text_node(const Operand& operand) {
  if (operand.is_value()) {
    const ValueType type = build_.type(operand.node);
    if (type == ValueType::string()) return operand.node;
    const ValueType characters = ValueType::of(NumberType::int8).list();
    if (type == characters) return build_.call(CallOperation::characters, ValueType::string(), {operand.node});
    if (type == characters.item())
      return build_.call(CallOperation::characters, ValueType::string(),
                         {build_.call(CallOperation::list_of, characters, {operand.node})});
  }
  fail_here(fmt::format("expected a string, found {}", spelled(operand)));
}

// The characters of a string, as a list.
Operand Checker::characters_of(const Operand& text) {
  const NodeId all = build_.call(CallOperation::terminated, ValueType::of(NumberType::int8).list(), {text.node});
  return first_values(Operand::value(all), build_.size(text.node));
}

NodeId Checker::part_of(NodeId text, NodeId first, NodeId count) {
  return build_.call(CallOperation::substring, ValueType::string(),
                     {text, build_.convert(first, NumberType::uint64), build_.convert(count, NumberType::uint64)});
}

NodeId Checker::joined_texts(NodeId one, NodeId other) {
  return build_.call(CallOperation::string_join, ValueType::string(), {one, other});
}

std::optional<Operand> Checker::string_search(const std::string& name, NodeId text,
                                              std::span<const Operand> arguments) {
  for (const auto& [known, operation] : searches) {
    if (known != name || arguments.empty() || arguments.size() > 2) continue;
    std::vector<NodeId> nodes = {text, text_node(arguments[0])};
    if (arguments.size() == 2) nodes.push_back(build_.convert(value_node(arguments[1]), NumberType::uint64));
    return Operand::value(build_.call(operation, count_type(), nodes));
  }
  const NodeId none = build_.graph().constant(~std::uint64_t{0});
  const auto found = [&] { return build_.call(CallOperation::find, count_type(), {text, text_node(arguments[0])}); };
  if (arguments.size() != 1) return std::nullopt;
  if (name == "Contains" || name == "contains") return Operand::value(build_.compare(Op::not_equal, found(), none));
  if (name == "BeginsWith" || name == "starts_with")
    return Operand::value(build_.equal(found(), build_.graph().constant(std::uint64_t{0})));
  if (name == "Index") return Operand::value(build_.convert(found(), NumberType::int32));  // -1 if there is none
  if (name == "EndsWith" || name == "ends_with") {
    const NodeId end = text_node(arguments[0]);
    const NodeId size = build_.size(text);
    const NodeId length = build_.size(end);
    const NodeId fits = build_.compare(Op::less_equal, length, size);
    const NodeId tail = part_of(text, build_.arithmetic(Op::subtract, size, length), length);
    return Operand::value(build_.logical(
        true, fits, build_.call(CallOperation::string_equal, ValueType::of(NumberType::boolean), {tail, end})));
  }
  return std::nullopt;
}

Operand Checker::string_method(const std::string& name, NodeId text, std::span<const Operand> arguments) {
  Graph& graph = build_.graph();
  const NodeId none = graph.constant(~std::uint64_t{0});
  const NodeId size = build_.size(text);
  const auto at = [&](NodeId place) {
    return Operand::value(build_.call(CallOperation::string_at, ValueType::of(NumberType::int8),
                                      {text, build_.convert(place, NumberType::int64)}));
  };
  if (arguments.empty()) {
    if (name == "size" || name == "length") return Operand::value(size);
    if (name == "Length") return Operand::value(build_.convert(size, NumberType::int32));
    if (name == "empty" || name == "IsNull")
      return Operand::value(build_.equal(size, graph.constant(std::uint64_t{0})));
    if (name == "c_str" || name == "data" || name == "Data") return Operand::value(text);
    if (name == "front") return at(graph.constant(std::int64_t{0}));
    if (name == "back") return at(build_.arithmetic(Op::subtract, size, graph.constant(std::uint64_t{1})));
  }
  if (auto found = string_search(name, text, arguments)) return *found;
  if (name == "at" && arguments.size() == 1) return at(value_node(arguments[0]));
  if (name == "EqualTo" && arguments.size() == 1) return strings("==", text, text_node(arguments[0]));
  if (name == "compare" && (arguments.size() == 1 || arguments.size() == 3)) {
    const NodeId part =
        arguments.size() == 3 ? part_of(text, value_node(arguments[0]), value_node(arguments[1])) : text;
    return Operand::value(build_.call(CallOperation::string_compare, ValueType::of(NumberType::int32),
                                      {part, text_node(arguments.back())}));
  }
  if (name == "substr" && !arguments.empty() && arguments.size() <= 2)
    return Operand::value(
        part_of(text, value_node(arguments[0]), arguments.size() == 2 ? value_node(arguments[1]) : none));
  constexpr auto known = std::to_array<std::string_view>({"size",
                                                          "length",
                                                          "empty",
                                                          "front",
                                                          "back",
                                                          "at",
                                                          "find",
                                                          "rfind",
                                                          "find_first_of",
                                                          "find_last_of",
                                                          "find_first_not_of",
                                                          "find_last_not_of",
                                                          "substr",
                                                          "compare",
                                                          "c_str",
                                                          "data",
                                                          "starts_with",
                                                          "ends_with",
                                                          "contains",
                                                          "append",
                                                          "insert",
                                                          "replace",
                                                          "erase",
                                                          "push_back",
                                                          "pop_back",
                                                          "clear"});
  fail_here(fmt::format("std::string has no method {} with {} arguments here{}", name, arguments.size(),
                        near_names(name, known)));
}

// What a string is behind a method that changes it; nothing if there is none of the name.
std::optional<Operand> Checker::changed_string(const std::string& name, NodeId text,
                                               std::span<const Operand> arguments) {
  Graph& graph = build_.graph();
  const NodeId none = graph.constant(~std::uint64_t{0});
  const NodeId zero = graph.constant(std::uint64_t{0});
  const auto number = [&](std::size_t k) { return build_.convert(value_node(arguments[k]), NumberType::uint64); };
  if ((name == "append" || name == "push_back" || name == "Append") && arguments.size() == 1)
    return Operand::value(joined_texts(text, text_node(arguments[0])));
  if (name == "clear" && arguments.empty()) return Operand::value(graph.constant(std::string()));
  if (name == "pop_back" && arguments.empty())
    return Operand::value(
        part_of(text, zero, build_.arithmetic(Op::subtract, build_.size(text), graph.constant(std::uint64_t{1}))));
  const bool inserts = name == "insert" && arguments.size() == 2 && arguments[0].is_value();
  const bool replaces = name == "replace" && arguments.size() == 3;
  const bool erases = name == "erase" && arguments.size() <= 2;
  if (!inserts && !replaces && !erases) return std::nullopt;
  const NodeId first = arguments.empty() ? zero : number(0);
  const NodeId count = inserts ? zero : arguments.size() > 1 ? number(1) : none;
  const NodeId removed = build_.size(part_of(text, first, count));
  NodeId made = part_of(text, zero, first);
  if (!erases) made = joined_texts(made, text_node(arguments.back()));
  return Operand::value(joined_texts(made, part_of(text, build_.arithmetic(Op::add, first, removed), none)));
}

}  // namespace ramet::inline v1::expr
