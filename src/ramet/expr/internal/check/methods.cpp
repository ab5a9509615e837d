#include "ramet/expr/internal/check/checker.hpp"
#include "ramet/expr/internal/check/statements.hpp"
#include "ramet/expr/internal/check/vectors.hpp"

namespace ramet::inline v1::expr {

namespace {

constexpr std::size_t deepest_lambdas = 32;
constexpr std::size_t most_calls = 10'000;

}  // namespace

Operand Checker::call_lambda(const Operand& lambda, std::span<const Operand> arguments) {
  if (lambda.form != Operand::Form::lambda) fail_here(fmt::format("expected a lambda, found {}", spelled(lambda)));
  const std::vector<Syntax>& parts = lambda.syntax->children;
  if (parts.size() - 1 != arguments.size())
    fail_here(fmt::format("a lambda of {} parameters is called with {}", parts.size() - 1, arguments.size()));
  if (lambda_depth_ == deepest_lambdas) fail_here(fmt::format("lambdas nested more than {} deep", deepest_lambdas));
  if (++lambda_calls_ > most_calls) fail_here(fmt::format("more than {} calls of lambdas", most_calls));
  ++lambda_depth_;
  const std::size_t conditional = std::exchange(conditional_, 0);
  Names before = std::exchange(names_, *lambda.seen);
  for (std::size_t k = 0; k < arguments.size(); ++k)
    names_.variables.push_back({parts[k].text, coerce(arguments[k], parts[k].children[0])});
  const std::size_t begin = build_.begin();
  const std::size_t end = build_.end();
  random_calls_.enter_lambda(begin);
  Operand found = Statements(*this).function(parts.back());
  random_calls_.leave_lambda();
  build_.stand_at(text_, begin, end);
  names_ = std::move(before);
  conditional_ = conditional;
  --lambda_depth_;
  return found;
}

Operand Checker::method(const Syntax& syntax, const Operand& object, const Syntax& target,
                        std::vector<Operand> arguments) {
  const std::string& name = syntax.text;
  if (object.is_value() && build_.type(object.node) == ValueType::string())
    return string_method(name, object.node, arguments);
  if ((object.is_value() && build_.type(object.node).is_list()) || (object.is_record() && object.depth > 0)) {
    if (changes_list(name, object, target, arguments)) return {};
    return list_method(name, object, arguments);
  }
  if (object.is_record() && vector_coordinates(object.class_name)) {
    if (arguments.empty())
      if (const auto found = vector_property(build_, object, name)) return Operand::value(*found);
    if (auto found = vector_method(build_, object, name, arguments)) return *found;
    if (name.starts_with("Set") && target.kind == SyntaxKind::name) {
      const std::string_view coordinates = std::string_view(name).substr(3);
      std::string_view as;
      if (coordinates == "PtEtaPhiM") as = "PtEtaPhiMVector";
      if (coordinates == "PtEtaPhiE") as = "PtEtaPhiEVector";
      if (coordinates == "PxPyPzE" || coordinates == "XYZT") as = "XYZTVector";
      if (coordinates == "XYZM") as = "PxPyPzMVector";
      if (coordinates == "XYZ") as = "XYZVector";
      if (coordinates == "Coordinates") as = object.class_name;
      if (!as.empty() && vector_coordinates(as)->size() == arguments.size()) {
        std::vector<NodeId> nodes;
        for (const Operand& argument : arguments) nodes.push_back(value_node(argument));
        set(target, convert_vector(build_, make_vector(build_, as, nodes), object.class_name));
        return {};
      }
    }
  }
  fail_here(fmt::format("{} has no method {} with {} arguments", spelled(object), name, arguments.size()),
            object.is_record() ? ErrorKind::unsupported : ErrorKind::misuse);
}

bool Checker::changes_list(const std::string& name, const Operand& object, const Syntax& target,
                           std::span<const Operand> arguments) {
  if (name == "reserve" || name == "shrink_to_fit") return true;
  if ((name == "push_back" || name == "emplace_back") && arguments.size() == 1) {
    if (object.is_record()) {
      if (!arguments[0].is_record() || arguments[0].depth != 0) fail_here("another type of element");
      const Operand value = vector_coordinates(object.class_name)
                                ? convert_vector(build_, arguments[0], object.class_name)
                                : arguments[0];
      Operand made = object;
      for (std::size_t k = 0; k < made.members.size(); ++k)
        made.members[k].node = build_.call(CallOperation::append, build_.type(made.members[k].node),
                                           {made.members[k].node, value_node(value.members[k])});
      set(target, made);
      return true;
    }
    const ValueType type = build_.type(object.node);
    const Operand value =
        arguments[0].form == Operand::Form::list ? coerce_braces(arguments[0], type.item()) : arguments[0];
    const NodeId node = value_node(value);
    if (build_.type(node).depth + 1 != type.depth || build_.type(node).is_string != type.is_string)
      fail_here(fmt::format("{} in a list of {}", spelled(value), to_string(type.item())));
    const NodeId fitted = type.is_string ? node : build_.convert(node, type.number);
    set(target, Operand::value(build_.call(CallOperation::append, type, {object.node, fitted})));
    return true;
  }
  if (name == "clear" && arguments.empty() && object.is_value()) {
    set(target, make_list(build_.type(object.node), {}, true));
    return true;
  }
  return false;
}

Operand Checker::list_method(const std::string& name, const Operand& object, std::span<const Operand> arguments) {
  const NodeId any = object.is_record() ? [&] {
    const Operand* first = &object;
    while (!first->is_value()) first = &first->members.front();
    return first->node;
  }()
                                        : object.node;
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
  if (name == "begin" || name == "end") fail_here("iterators are not supported", ErrorKind::unsupported);
  fail_here(fmt::format("{} has no method {} with {} arguments", spelled(object), name, arguments.size()));
}

Operand Checker::string_method(const std::string& name, NodeId text, std::span<const Operand> arguments) {
  Graph& graph = build_.graph();
  const ValueType count = ValueType::of(NumberType::uint64);
  const auto string_argument = [&](std::size_t k) {
    const NodeId node = value_node(arguments[k]);
    if (build_.type(node) != ValueType::string())
      fail_here(fmt::format("expected a string, found {}", spelled(arguments[k])));
    return node;
  };
  const NodeId none = graph.constant(~std::uint64_t{0});
  if (arguments.empty()) {
    if (name == "size" || name == "length")
      return Operand::value(build_.call(CallOperation::string_size, count, {text}));
    if (name == "Length")
      return Operand::value(build_.convert(build_.call(CallOperation::string_size, count, {text}), NumberType::int32));
    if (name == "empty" || name == "IsNull")
      return Operand::value(
          build_.equal(build_.call(CallOperation::string_size, count, {text}), graph.constant(std::uint64_t{0})));
    if (name == "c_str" || name == "data" || name == "Data") return Operand::value(text);
  }
  if (arguments.size() == 1) {
    if (name == "find") return Operand::value(build_.call(CallOperation::find, count, {text, string_argument(0)}));
    if (name == "rfind") return Operand::value(build_.call(CallOperation::rfind, count, {text, string_argument(0)}));
    if (name == "Contains" || name == "contains") {
      const NodeId place = build_.call(CallOperation::find, count, {text, string_argument(0)});
      return Operand::value(build_.compare(ElementOperation::not_equal, place, none));
    }
    if (name == "BeginsWith" || name == "starts_with")
      return Operand::value(build_.equal(build_.call(CallOperation::find, count, {text, string_argument(0)}),
                                         graph.constant(std::uint64_t{0})));
    if (name == "compare")
      return Operand::value(
          build_.call(CallOperation::string_compare, ValueType::of(NumberType::int32), {text, string_argument(0)}));
    if (name == "EqualTo") return strings("==", text, string_argument(0));
    if (name == "at")
      return Operand::value(build_.call(CallOperation::string_at, ValueType::of(NumberType::int8),
                                        {text, build_.convert(value_node(arguments[0]), NumberType::int64)}));
  }
  if (name == "EndsWith" || name == "ends_with") {
    const NodeId end = string_argument(0);
    const NodeId size = build_.call(CallOperation::string_size, count, {text});
    const NodeId length = build_.call(CallOperation::string_size, count, {end});
    const NodeId fits = build_.compare(ElementOperation::less_equal, length, size);
    const NodeId tail = build_.call(CallOperation::substring, ValueType::string(),
                                    {text, build_.arithmetic(ElementOperation::subtract, size, length), length});
    return Operand::value(build_.logical(
        true, fits, build_.call(CallOperation::string_equal, ValueType::of(NumberType::boolean), {tail, end})));
  }
  if (name == "substr" && !arguments.empty() && arguments.size() <= 2) {
    const NodeId length = arguments.size() == 2 ? build_.convert(value_node(arguments[1]), NumberType::uint64) : none;
    return Operand::value(build_.call(CallOperation::substring, ValueType::string(),
                                      {text, build_.convert(value_node(arguments[0]), NumberType::uint64), length}));
  }
  if (name == "begin" || name == "end") fail_here("iterators are not supported; use substr", ErrorKind::unsupported);
  fail_here(fmt::format("std::string has no method {} with {} arguments here", name, arguments.size()));
}

}  // namespace ramet::inline v1::expr
