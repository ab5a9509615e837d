#include <array>

#include "ramet/expr/internal/check/functions/functions.hpp"

namespace ramet::inline v1::expr {

namespace {

NodeId text(const CallSite& call, std::size_t number) {
  const NodeId node = call.node(number);
  if (call.build.type(node) != ValueType::string())
    call.checker.fail_here(fmt::format("{} of {}", call.name, call.checker.spelled(call.arguments[number])));
  return node;
}

Operand to_text(const CallSite& call) {
  NodeId node = call.node(0);
  const ValueType type = call.build.type(node);
  if (!type.is_number()) call.checker.fail_here(fmt::format("to_string of {}", to_string(type)));
  // As the overloads of std::to_string: those of int and wider.
  if (!is_real(type.number)) node = call.build.convert(node, promoted(type.number));
  return Operand::value(call.build.call(CallOperation::to_string, ValueType::string(), {node}));
}

Operand to_whole(const CallSite& call) {
  const NodeId number = call.build.call(CallOperation::to_integer, ValueType::of(NumberType::int64), {text(call, 0)});
  return Operand::value(call.name.ends_with("stoi") || call.name.ends_with("atoi")
                            ? call.build.convert(number, NumberType::int32)
                            : number);
}

Operand to_real(const CallSite& call) {
  const NodeId number = call.build.call(CallOperation::to_real, ValueType::of(NumberType::float64), {text(call, 0)});
  return Operand::value(call.name.ends_with("stof") ? call.build.convert(number, NumberType::float32) : number);
}

Operand contains(const CallSite& call) {
  const NodeId place =
      call.build.call(CallOperation::find, ValueType::of(NumberType::uint64), {text(call, 0), text(call, 1)});
  return Operand::value(
      call.build.compare(ElementOperation::not_equal, place, call.build.graph().constant(~std::uint64_t{0})));
}

Operand size(const CallSite& call) { return Operand::value(call.build.size(call.list(0))); }

Operand same(const CallSite& call) { return call.arguments[0]; }

constexpr auto table = std::to_array<FunctionEntry>({
    {"to_string", 1, 1, to_text, {}, {}, {}},
    {"stoi", 1, 1, to_whole, {}, {}, {}},
    {"atoi", 1, 1, to_whole, {}, {}, {}},
    {"stol", 1, 1, to_whole, {}, {}, {}},
    {"stoll", 1, 1, to_whole, {}, {}, {}},
    {"stof", 1, 1, to_real, {}, {}, {}},
    {"stod", 1, 1, to_real, {}, {}, {}},
    {"atof", 1, 1, to_real, {}, {}, {}},
    {"strstr", 2, 2, contains, {}, {}, {}},
    {"size", 1, 1, size, {}, {}, {}},
    {"move", 1, 1, same, {}, {}, {}},
});

}  // namespace

std::span<const FunctionEntry> other_functions() noexcept { return table; }

}  // namespace ramet::inline v1::expr
