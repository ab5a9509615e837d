#include <array>

#include "ramet/expr/internal/check/checker.hpp"
#include "ramet/expr/internal/check/vectors/vectors.hpp"
#include "ramet/expr/internal/text/error.hpp"

namespace ramet::inline v1::expr {

Operand Checker::method(const Syntax& syntax, const Operand& object, const Syntax& target,
                        std::vector<Operand> arguments) {
  const std::string& name = syntax.text;
  const bool is_string = object.is_value() && build_.type(object.node) == ValueType::string();
  const bool is_list =
      (object.is_value() && build_.type(object.node).is_list()) || (object.is_record() && object.depth > 0);
  if ((is_string || is_list) && arguments.empty() && is_place_name(name)) return place_in(object, target, name);
  if (is_string) {
    if (auto changed = changed_string(name, object.node, arguments)) return changed_by_method(target, *changed);
    return string_method(name, object.node, arguments);
  }
  if (is_list) {
    if (name == "reserve" || name == "shrink_to_fit") return {};
    if (auto changed = changed_list(name, object, arguments)) return changed_by_method(target, *changed);
    return list_method(name, object, arguments);
  }
  if (object.is_record() && vector_coordinates(object.class_name)) return vector_call(name, object, target, arguments);
  fail_here(fmt::format("{} has no method {} with {} arguments", spelled(object), name, arguments.size()),
            object.is_record() ? ErrorKind::unsupported : ErrorKind::misuse);
}

Operand Checker::changed_by_method(const Syntax& target, const Operand& changed) {
  // What is made in passing may be changed, and is lost: std::string(s).append("x").
  if (target.kind != SyntaxKind::call && target.kind != SyntaxKind::construct) set(target, changed);
  return changed;
}

Operand Checker::vector_call(const std::string& name, const Operand& object, const Syntax& target,
                             std::span<const Operand> arguments) {
  if (arguments.empty())
    if (const auto found = vector_property(build_, object, name)) return Operand::value(*found);
  if (auto found = vector_method(build_, object, name, arguments)) return *found;
  if (auto changed = changed_vector(build_, object, name, arguments)) return changed_by_method(target, *changed);
  const std::vector<std::string_view> known = vector_properties();
  fail_here(fmt::format("{} has no method {} with {} arguments{}", spelled(object), name, arguments.size(),
                        near_names(name, known)),
            name.starts_with("Set") ? ErrorKind::unsupported : ErrorKind::misuse);
}

Operand Checker::list_method(const std::string& name, const Operand& object, std::span<const Operand> arguments) {
  const NodeId any = first_list(object);
  Graph& graph = build_.graph();
  if ((name == "size" || name == "length") && arguments.empty()) return Operand::value(build_.size(any));
  if (name == "empty" && arguments.empty())
    return Operand::value(build_.equal(build_.size(any), graph.constant(std::uint64_t{0})));
  const auto at = [&](NodeId place) {
    Operand found = each_node(object, [&](NodeId node) { return build_.index(node, place); });
    if (found.is_record()) --found.depth;
    return found;
  };
  if (name == "at" && arguments.size() == 1) return at(value_node(arguments[0]));
  if (name == "at" && arguments.size() == 2 && object.is_value()) {
    const ValueType item = build_.type(object.node).item();
    const NodeId otherwise =
        item.is_number() ? build_.convert(value_node(arguments[1]), item.number) : value_node(arguments[1]);
    if (build_.type(otherwise) != item) fail_here(fmt::format("{} for {}", spelled(arguments[1]), to_string(item)));
    return Operand::value(
        build_.call(CallOperation::index_or, item,
                    {object.node, build_.convert(value_node(arguments[0]), NumberType::int64), otherwise}));
  }
  if (name == "front" && arguments.empty()) return at(graph.constant(std::int64_t{0}));
  if (name == "back" && arguments.empty())
    return at(build_.arithmetic(ElementOperation::subtract, build_.convert(build_.size(any), NumberType::int64),
                                graph.constant(std::int64_t{1})));
  if (name == "data" && arguments.empty() && object.is_value()) return object;
  constexpr auto known = std::to_array<std::string_view>({"size", "empty", "at", "front", "back", "begin", "end",
                                                          "data", "push_back", "emplace_back", "pop_back", "clear",
                                                          "resize", "insert", "erase", "reserve", "assign", "fill"});
  fail_here(fmt::format("{} has no method {} with {} arguments{}", spelled(object), name, arguments.size(),
                        near_names(name, known)));
}

}  // namespace ramet::inline v1::expr
