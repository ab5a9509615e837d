#include <algorithm>
#include <array>
#include <charconv>

#include "ramet/expr/internal/check/formulas.hpp"
#include "ramet/expr/internal/check/functions/functions.hpp"

namespace ramet::inline v1::expr {

namespace {

NodeId text(const CallSite& call, std::size_t number) { return call.checker.text_node(call.arguments[number]); }

Operand to_text(const CallSite& call) {
  NodeId node = call.node(0);
  const ValueType type = call.build.type(node);
  if (!type.is_number()) call.checker.fail_here(fmt::format("to_string of {}", to_string(type)));
  // As the overloads of std::to_string: those of int and wider.
  if (!is_real(type.number)) node = call.build.convert(node, promoted(type.number));
  return Operand::value(call.build.call(CallOperation::to_string, ValueType::string(), {node}));
}

bool is_of_c(const CallSite& call) { return call.name.find("ato") != std::string_view::npos; }

// atoi and atof give 0 for what is no number; the others throw.
NodeId parsed(const CallSite& call, CallOperation operation, NumberType type) {
  std::vector<NodeId> nodes = {text(call, 0)};
  if (is_of_c(call)) nodes.push_back(call.build.graph().constant(true));
  return call.build.call(operation, ValueType::of(type), std::move(nodes));
}

Operand to_whole(const CallSite& call) {
  const NodeId number = parsed(call, CallOperation::to_integer, NumberType::int64);
  if (call.name.ends_with("stoi") || call.name.ends_with("atoi"))
    return Operand::value(call.build.convert(number, NumberType::int32));
  return Operand::value(
      call.name.find("stou") == std::string_view::npos ? number : call.build.convert(number, NumberType::uint64));
}

Operand to_real(const CallSite& call) {
  const NodeId number = parsed(call, CallOperation::to_real, NumberType::float64);
  return Operand::value(call.name.ends_with("stof") ? call.build.convert(number, NumberType::float32) : number);
}

// -1, 0 or 1
Operand compared(const CallSite& call) {
  Builder& build = call.build;
  std::array<NodeId, 2> texts = {text(call, 0), text(call, 1)};
  if (call.arguments.size() == 3)
    for (NodeId& node : texts)
      node =
          build.call(CallOperation::substring, ValueType::string(),
                     {node, build.graph().constant(std::uint64_t{0}), build.convert(call.node(2), NumberType::uint64)});
  return Operand::value(
      build.call(CallOperation::string_compare, ValueType::of(NumberType::int32), {texts[0], texts[1]}));
}

Operand length(const CallSite& call) { return Operand::value(call.build.size(text(call, 0))); }

Operand other_case(const CallSite& call) {
  const Term c(call.build, call.build.convert(call.node(0), NumberType::int32));
  const bool to_upper = call.name.ends_with("upper");
  const auto number = [&](int value) { return c.number(std::int32_t{value}); };
  const Term first = number(to_upper ? 'a' : 'A');
  const Term last = number(to_upper ? 'z' : 'Z');
  const Term moved = c + number(to_upper ? 'A' - 'a' : 'a' - 'A');
  return Operand::value((c < first).choose(c, (last < c).choose(c, moved)));
}

// Characters of a kind: the numbers that glibc gives for true, and the characters, up to four ranges of them.
struct CharacterKind {
  std::string_view function;
  std::int32_t truth;
  std::array<std::pair<char, char>, 4> ranges;  // those that are not used are empty
};

constexpr std::pair<char, char> no_range = {'\1', '\0'};
constexpr auto character_kinds = std::to_array<CharacterKind>({
    {"isalnum", 8, {{{'0', '9'}, {'A', 'Z'}, {'a', 'z'}, no_range}}},
    {"isalpha", 1024, {{{'A', 'Z'}, {'a', 'z'}, no_range, no_range}}},
    {"isdigit", 2048, {{{'0', '9'}, no_range, no_range, no_range}}},
    {"islower", 512, {{{'a', 'z'}, no_range, no_range, no_range}}},
    {"ispunct", 4, {{{'!', '/'}, {':', '@'}, {'[', '`'}, {'{', '~'}}}},
    {"isspace", 8192, {{{'\t', '\r'}, {' ', ' '}, no_range, no_range}}},
    {"isupper", 256, {{{'A', 'Z'}, no_range, no_range, no_range}}},
    {"isxdigit", 4096, {{{'0', '9'}, {'A', 'F'}, {'a', 'f'}, no_range}}},
});

Operand is_of_kind(const CallSite& call) {
  const CharacterKind& kind = *std::ranges::find_if(
      character_kinds, [&](const CharacterKind& one) { return call.name.ends_with(one.function); });
  const Term c(call.build, call.build.convert(call.node(0), NumberType::int32));
  const Term no = c.number(std::int32_t{0});
  Term found = no;
  for (const auto& [first, last] : kind.ranges) {
    if (last < first) continue;
    const Term is_beyond = c.number(std::int32_t{last}) < c;
    const Term in_range = is_beyond.choose(no, c.number(kind.truth));
    found = found + (c < c.number(std::int32_t{first})).choose(no, in_range);
  }
  return Operand::value(found);
}

Operand contains(const CallSite& call) {
  const NodeId place =
      call.build.call(CallOperation::find, ValueType::of(NumberType::uint64), {text(call, 0), text(call, 1)});
  return Operand::value(
      call.build.compare(ElementOperation::not_equal, place, call.build.graph().constant(~std::uint64_t{0})));
}

Operand size(const CallSite& call) { return Operand::value(call.build.size(call.list(0))); }

Operand same(const CallSite& call) { return call.arguments[0]; }

Operand tuple(const CallSite& call) { return tuple_of(call.arguments, call.name.ends_with("pair")); }

// std::get<k>(x): a part of a pair or tuple, or an element of a list.
Operand part(const CallSite& call) {
  if (call.template_arguments.size() != 1 || call.template_arguments[0].kind != SyntaxKind::integer)
    call.checker.fail_here("std::get<k>(x) has a number k that is written");
  const Operand& of = call.arguments[0];
  std::size_t number = 0;
  const std::string& digits = call.template_arguments[0].text;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (!of.is_record()) {
    if (!call.is_list(0)) call.checker.fail_here(fmt::format("{} has no parts", call.checker.spelled(of)));
    return Operand::value(call.build.index(of.node, call.build.graph().constant(static_cast<std::int64_t>(number))));
  }
  if (of.depth > 0 || number >= of.members.size())
    call.checker.fail_here(
        fmt::format("{} of {} parts has no part {}", call.checker.spelled(of), of.members.size(), number));
  return of.members[number];
}

constexpr auto other_table = std::to_array<FunctionEntry>({
    {"to_string", 1, 1, to_text, {}, {}, {}},  {"stoi", 1, 1, to_whole, {}, {}, {}},
    {"atoi", 1, 1, to_whole, {}, {}, {}},      {"stol", 1, 1, to_whole, {}, {}, {}},
    {"stoll", 1, 1, to_whole, {}, {}, {}},     {"stof", 1, 1, to_real, {}, {}, {}},
    {"stod", 1, 1, to_real, {}, {}, {}},       {"atof", 1, 1, to_real, {}, {}, {}},
    {"strstr", 2, 2, contains, {}, {}, {}},    {"stoul", 1, 1, to_whole, {}, {}, {}},
    {"stoull", 1, 1, to_whole, {}, {}, {}},    {"atol", 1, 1, to_whole, {}, {}, {}},
    {"strcmp", 2, 2, compared, {}, {}, {}},    {"strncmp", 3, 3, compared, {}, {}, {}},
    {"strlen", 1, 1, length, {}, {}, {}},      {"toupper", 1, 1, other_case, {}, {}, {}},
    {"tolower", 1, 1, other_case, {}, {}, {}}, {"make_pair", 2, 2, tuple, {}, {}, {}},
    {"make_tuple", 1, 9, tuple, {}, {}, {}},   {"get", 1, 1, part, {}, {}, {}},
    {"size", 1, 1, size, {}, {}, {}},          {"move", 1, 1, same, {}, {}, {}},
    {"isalnum", 1, 1, is_of_kind, {}, {}, {}}, {"isalpha", 1, 1, is_of_kind, {}, {}, {}},
    {"isdigit", 1, 1, is_of_kind, {}, {}, {}}, {"islower", 1, 1, is_of_kind, {}, {}, {}},
    {"ispunct", 1, 1, is_of_kind, {}, {}, {}}, {"isspace", 1, 1, is_of_kind, {}, {}, {}},
    {"isupper", 1, 1, is_of_kind, {}, {}, {}}, {"isxdigit", 1, 1, is_of_kind, {}, {}, {}},
});

}  // namespace

std::span<const FunctionEntry> other_functions() noexcept { return other_table; }

}  // namespace ramet::inline v1::expr
