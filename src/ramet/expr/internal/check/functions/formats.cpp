#include <array>
#include <string>
#include <string_view>

#include "ramet/expr/internal/check/functions/functions.hpp"

namespace ramet::inline v1::expr {

namespace {

/// One conversion of printf, as %-8.3f: what stands before the length, the length, and the letter.
struct Conversion {
  std::string before;
  std::string_view length;
  char letter = 0;
};

// Takes a conversion behind its % from the text.
Conversion conversion_of(const CallSite& call, std::string_view& text) {
  const auto taken = [&](std::string_view characters) {
    const std::string_view found = text.substr(0, text.find_first_not_of(characters));
    text.remove_prefix(found.size());
    return found;
  };
  Conversion made;
  made.before = "%";
  made.before += taken("-+ #0");
  const std::string_view width = taken("1234567890");
  made.before += width;
  std::string_view precision;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    precision = taken("1234567890");
    made.before += '.';
    made.before += precision;
  }
  if (width.size() > 3 || precision.size() > 3) call.checker.fail_here("a format with more than 999 characters");
  made.length = taken("hlLqjzt");
  if (text.empty() || text.front() == '*')
    call.checker.fail_here(fmt::format("a format that {} does not know here", call.name), ErrorKind::unsupported);
  made.letter = text.front();
  text.remove_prefix(1);
  return made;
}

NodeId spelled(const CallSite& call, const std::string& spec, NodeId value) {
  const NodeId format = call.build.graph().constant(spec);
  return call.build.call(CallOperation::format, ValueType::string(), {format, value});
}

NodeId whole_spelled(const CallSite& call, const Conversion& one, NodeId value) {
  const bool is_signed = one.letter == 'd' || one.letter == 'i';
  if (is_real(call.build.type(value).number))
    call.checker.fail_here(fmt::format("%{} of a real number: its bits would be taken for another", one.letter));
  NumberType type = is_signed ? NumberType::int32 : NumberType::uint32;
  if (one.length == "h") type = is_signed ? NumberType::int16 : NumberType::uint16;
  if (one.length == "hh") type = is_signed ? NumberType::int8 : NumberType::uint8;
  if (!one.length.empty() && one.length[0] != 'h') type = is_signed ? NumberType::int64 : NumberType::uint64;
  const NodeId converted = call.build.convert(value, type);
  return spelled(call, fmt::format("{}ll{}", one.before, one.letter),
                 call.build.convert(converted, is_signed ? NumberType::int64 : NumberType::uint64));
}

NodeId converted(const CallSite& call, const Conversion& one, const Operand& argument) {
  switch (one.letter) {
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
      return whole_spelled(call, one, call.checker.number(argument));
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G': {
      const NodeId value = call.checker.number(argument);
      if (!call.build.type(value).is_number() || !is_real(call.build.type(value).number))
        call.checker.fail_here(fmt::format("%{} of a whole number: its bits would be taken for another", one.letter));
      return spelled(call, one.before + one.letter, call.build.convert(value, NumberType::float64));
    }
    case 'c':
      return spelled(call, one.before + 'c', call.build.convert(call.checker.number(argument), NumberType::int32));
    case 's':
      return spelled(call, one.before + 's', call.checker.text_node(argument));
    default:
      call.checker.fail_here(fmt::format("%{} is not supported in {}", one.letter, call.name), ErrorKind::unsupported);
  }
}

// Form("%d jets", n), TString::Format: a text that is known, with values in it as printf writes them.
Operand formatted(const CallSite& call) {
  Builder& build = call.build;
  Graph& graph = build.graph();
  const NodeId format = call.checker.text_node(call.arguments[0]);
  if (build.node(format).kind != NodeKind::constant)
    call.checker.fail_here(fmt::format("{} takes a format that is written there", call.name), ErrorKind::unsupported);
  const std::string whole = graph.strings()[build.node(format).number];
  std::string_view text = whole;
  NodeId found = graph.constant(std::string());
  const auto add = [&](NodeId part) {
    found = build.call(CallOperation::string_join, ValueType::string(), {found, part});
  };
  std::size_t next = 1;
  while (!text.empty()) {
    const std::string_view plain = text.substr(0, text.find('%'));
    if (!plain.empty()) add(graph.constant(std::string(plain)));
    text.remove_prefix(plain.size());
    if (text.empty()) break;
    text.remove_prefix(1);
    if (text.starts_with('%')) {
      add(graph.constant(std::string("%")));
      text.remove_prefix(1);
      continue;
    }
    const Conversion one = conversion_of(call, text);
    if (next >= call.arguments.size())
      call.checker.fail_here(fmt::format("{}: the format has more values than are given", call.name));
    add(converted(call, one, call.arguments[next++]));
  }
  return Operand::value(found);
}

constexpr auto format_table = std::to_array<FunctionEntry>({
    {"Form", 1, 32, formatted, {}, {}, {}},
    {"TString::Format", 1, 32, formatted, {}, {}, {}},
});

}  // namespace

std::span<const FunctionEntry> format_functions() noexcept { return format_table; }

}  // namespace ramet::inline v1::expr
