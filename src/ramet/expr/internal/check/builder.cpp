#include "ramet/expr/internal/check/builder.hpp"

#include <algorithm>

#include "ramet/core/error.hpp"
#include "ramet/expr/internal/run/element_kernels.hpp"
#include "ramet/expr/internal/run/math/math_kernels.hpp"
#include "ramet/expr/internal/text/error.hpp"

namespace ramet::inline v1::expr {

using Op = ElementOperation;

NodeId Builder::element(Op operation, NumberType result, std::initializer_list<NodeId> arguments) {
  const std::span<const NodeId> all(arguments.begin(), arguments.size());
  require_numbers(all);
  const NumberType work = type(all.back()).number;
  if (element_kernel(operation, work, result) == nullptr)
    fail_at(ErrorKind::misuse, text(), begin_, end_,
            fmt::format("there is no such operation for {}", to_string(ValueType::of(work))));
  if (std::all_of(all.begin(), all.end(), [&](NodeId id) { return is_constant(id); }))
    if (const auto constant = folded(operation, result, all)) return *constant;
  if (const auto found = before_combining(operation, result, all)) return *found;
  return add_element(operation, result, arguments);
}

NodeId Builder::add_element(Op operation, NumberType result, std::vector<NodeId> arguments) {
  return graph_.add({.kind = NodeKind::element,
                     .type = ValueType::of(result),
                     .number = static_cast<std::uint64_t>(operation),
                     .arguments = std::move(arguments),
                     .text = text_,
                     .begin = begin_,
                     .end = end_});
}

// Whether they are one of the lists that Combinations gives, whatever their type.
bool Builder::are_of_combinations(NodeId places) const noexcept {
  const Node& chosen = node(graph_.shape(places));
  if (chosen.kind != NodeKind::call || static_cast<CallOperation>(chosen.number) != CallOperation::index) return false;
  const Node& all = node(chosen.arguments[0]);
  if (all.kind != NodeKind::call) return false;
  const auto made_by = static_cast<CallOperation>(all.number);
  return made_by == CallOperation::combine || made_by == CallOperation::combine_lengths;
}

// A real function of one number, of elements that were taken for combinations, is computed of the lists that they are
// of, once for each element: it has the same bits, and each element is in many combinations. Real ones never throw.
std::optional<NodeId> Builder::before_combining(Op operation, NumberType result, std::span<const NodeId> arguments) {
  const auto is_variable = [&](NodeId id) { return !is_constant(id); };
  if (!is_real(result) || std::count_if(arguments.begin(), arguments.end(), is_variable) != 1) return std::nullopt;
  const auto variable = std::find_if(arguments.begin(), arguments.end(), is_variable);
  const Node items = node(*variable);
  if (items.kind != NodeKind::items) return std::nullopt;
  const Node taken = node(items.arguments[0]);
  if (taken.kind != NodeKind::call || static_cast<CallOperation>(taken.number) != CallOperation::take ||
      !are_of_combinations(taken.arguments[1]))
    return std::nullopt;
  const NodeId lists = taken.arguments[0];
  if (type(lists).depth != 1 || type(lists).is_string || node(lists).space != taken.space) return std::nullopt;
  std::vector<NodeId> of_lists(arguments.begin(), arguments.end());
  of_lists[static_cast<std::size_t>(variable - arguments.begin())] = graph_.items(lists);
  const NodeId values = graph_.rebuild(graph_.shape(lists), add_element(operation, result, std::move(of_lists)));
  return graph_.items(call(CallOperation::take, type(values), {values, taken.arguments[1]}), items.arguments[1]);
}

// Whether it is an element of lists of numbers from outside of a loop, which is taken inside.
bool Builder::is_taken_in_loop(NodeId value) const noexcept {
  const Node& taken = node(value);
  if (taken.kind != NodeKind::call || static_cast<CallOperation>(taken.number) != CallOperation::index) return false;
  const NodeId lists = taken.arguments[0];
  if (type(lists).depth != 1 || type(lists).is_string) return false;
  for (SpaceId at = taken.space; at != node(lists).space && at != entries_space; at = graph_.space(at).parent)
    if (graph_.space(at).kind == Space::Kind::loop) return true;
  return false;
}

// Nothing if there is no result: then it throws when it runs.
std::optional<NodeId> Builder::folded(Op operation, NumberType result, std::span<const NodeId> arguments) {
  std::array<std::uint64_t, 3> numbers{};
  std::array<const void*, 3> places{};
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    numbers[k] = node(arguments[k]).number;
    places[k] = &numbers[k];
  }
  std::uint64_t bits = 0;
  const ElementKernel kernel = element_kernel(operation, type(arguments.back()).number, result);
  if (kernel(places.data(), &bits, 1) == 0) return std::nullopt;
  return graph_.constant(result, bits);
}

namespace {

// Which arguments of a call have to be numbers; a list there would be converted element by element.
std::span<const NodeId> number_arguments(CallOperation operation, std::span<const NodeId> arguments) {
  switch (operation) {
    case CallOperation::index:
    case CallOperation::index_or:
    case CallOperation::take_count:
    case CallOperation::take_count_or:
    case CallOperation::string_at:
      return arguments.subspan(1, 1);
    case CallOperation::substring:
      return arguments.subspan(1);
    case CallOperation::fill:
      return arguments.first(1);
    case CallOperation::combine_lengths:
    case CallOperation::combine:
    case CallOperation::range:
    case CallOperation::linspace:
      return arguments;
    default:
      return {};
  }
}

}  // namespace

NodeId Builder::call(CallOperation operation, const ValueType& type, std::vector<NodeId> arguments) {
  require_numbers(number_arguments(operation, arguments));
  return graph_.add({.kind = NodeKind::call,
                     .type = type,
                     .number = static_cast<std::uint64_t>(operation),
                     .arguments = std::move(arguments),
                     .text = text_,
                     .begin = begin_,
                     .end = end_});
}

NodeId Builder::random(const RandomCall& call, SpaceId space, std::vector<NodeId> parameters, bool total) {
  return graph_.add({.kind = NodeKind::random,
                     .total = total,
                     .type = ValueType::of(is_whole(call.distribution) ? NumberType::int64 : NumberType::float64),
                     .space = space,
                     .number = call.packed(),
                     .arguments = std::move(parameters),
                     .text = text_,
                     .begin = begin_,
                     .end = end_});
}

NodeId Builder::leaf(NodeKind kind, const ValueType& type, std::uint64_t number) {
  return graph_.add(
      {.kind = kind, .type = type, .number = number, .arguments = {}, .text = text_, .begin = begin_, .end = end_});
}

void Builder::require_numbers(std::span<const NodeId> values) const {
  for (const NodeId value : values)
    if (!type(value).is_number())
      fail_at(ErrorKind::misuse, text(), begin_, end_,
              fmt::format("expected a number, found {}", to_string(type(value))));
}

NodeId Builder::convert(NodeId value, NumberType to) {
  if (type(value).is_list()) return for_elements({value}, [&](auto values) { return convert(values[0], to); });
  require_numbers({&value, 1});
  if (type(value).number == to) return value;
  // A mask of whole numbers, which comparisons of lists give, was made of truths.
  const Node& made = node(value);
  const bool is_converted = made.kind == NodeKind::element && static_cast<Op>(made.number) == Op::convert;
  if (to == NumberType::boolean && is_converted) {
    const NodeId of = made.arguments.front();
    if (type(of).number == to && node(of).space == made.space) return of;
  }
  return element(Op::convert, to, {value});
}

NodeId Builder::to_bool(NodeId value) { return convert(value, NumberType::boolean); }

Builder::Elements Builder::elements(std::span<const NodeId> arguments) {
  SpaceId space = entries_space;
  for (const NodeId argument : arguments) space = graph_.lower(space, node(argument).space);
  Elements found;
  bool has_shape = false;
  for (NodeId argument : arguments) {
    if (!type(argument).is_list()) {
      found.values.push_back(argument);
      continue;
    }
    argument = graph_.lift(argument, space);
    if (!has_shape) {
      found.shape = graph_.shape(argument);
      has_shape = true;
    }
    found.values.push_back(graph_.shape(argument) == found.shape ? graph_.items(argument)
                                                                 : graph_.items(argument, found.shape));
  }
  return found;
}

NodeId Builder::arithmetic(Op operation, NodeId one, NodeId other) {
  const bool is_shift = operation == Op::shift_left || operation == Op::shift_right;
  return for_elements({one, other}, [&](std::span<const NodeId> values) {
    // The type of a shift is that of its left side.
    const NumberType common =
        is_shift ? promoted(type(values[0]).number) : common_type(type(values[0]).number, type(values[1]).number);
    return element(operation, common, {convert(values[0], common), convert(values[1], common)});
  });
}

NodeId Builder::compare(Op operation, NodeId one, NodeId other) {
  const bool lists = type(one).is_list() || type(other).is_list();
  return for_elements({one, other}, [&](std::span<const NodeId> values) {
    const NumberType common = common_type(type(values[0]).number, type(values[1]).number);
    const NodeId truth =
        element(operation, NumberType::boolean, {convert(values[0], common), convert(values[1], common)});
    return lists ? convert(truth, NumberType::int32) : truth;
  });
}

NodeId Builder::logical(bool is_and, NodeId one, NodeId other) {
  const bool lists = type(one).is_list() || type(other).is_list();
  const Op operation = is_and ? Op::logical_and : Op::logical_or;
  if (!lists && !node(other).total) {
    const NodeId decided = graph_.constant(!is_and);
    return is_and ? choose(to_bool(one), to_bool(other), decided) : choose(to_bool(one), decided, to_bool(other));
  }
  return for_elements({one, other}, [&](std::span<const NodeId> values) {
    const NodeId truth = element(operation, NumberType::boolean, {to_bool(values[0]), to_bool(values[1])});
    return lists ? convert(truth, NumberType::int32) : truth;
  });
}

NodeId Builder::negate(NodeId value) {
  const bool lists = type(value).is_list();
  return for_elements({value}, [&](std::span<const NodeId> values) {
    const NumberType own = type(values[0]).number;
    const NodeId result = element(Op::negate, promoted(own), {convert(values[0], promoted(own))});
    return lists ? convert(result, own) : result;
  });
}

NodeId Builder::bit_not(NodeId value) {
  const bool lists = type(value).is_list();
  return for_elements({value}, [&](std::span<const NodeId> values) {
    const NumberType own = type(values[0]).number;
    const NodeId result = element(Op::bit_not, promoted(own), {convert(values[0], promoted(own))});
    return lists ? convert(result, own) : result;
  });
}

NodeId Builder::real(Op operation, std::initializer_list<NodeId> arguments) {
  return real(operation, std::span<const NodeId>(arguments.begin(), arguments.size()), false);
}

NodeId Builder::real(Op operation, std::span<const NodeId> arguments, bool always_double) {
  return for_elements(arguments, [&](std::span<const NodeId> values) {
    const bool all_float =
        std::all_of(values.begin(), values.end(), [&](NodeId id) { return type(id).number == NumberType::float32; });
    const NumberType work = all_float && !always_double ? NumberType::float32 : NumberType::float64;
    const NumberType result = operation >= Op::is_nan ? NumberType::boolean : work;
    if (values.size() == 1) {
      const auto compute = [&](NodeId value) { return element(operation, result, {value}); };
      const NodeId value = convert(values[0], work);
      return internal::is_math(operation) ? of_one(value, compute) : compute(value);
    }
    if (values.size() == 2) return element(operation, result, {convert(values[0], work), convert(values[1], work)});
    return element(operation, result, {convert(values[0], work), convert(values[1], work), convert(values[2], work)});
  });
}

NodeId Builder::choose(NodeId condition, NodeId one, NodeId other) {
  if (is_constant(condition)) return node(condition).number != 0 ? one : other;
  if (one == other) return one;
  if (type(one).is_number() && node(one).total && node(other).total)
    return element(Op::select, type(one).number, {condition, one, other});
  return graph_.add({.kind = NodeKind::choose,
                     .type = type(one),
                     .arguments = {condition, one, other},
                     .text = text_,
                     .begin = begin_,
                     .end = end_});
}

NodeId Builder::index(NodeId list, NodeId place) {
  return call(CallOperation::index, type(list).item(), {list, convert(place, NumberType::int64)});
}

NodeId Builder::size(NodeId list) {
  return call(type(list).is_list() ? CallOperation::size : CallOperation::string_size,
              ValueType::of(NumberType::uint64), {graph_.shape(list)});
}

}  // namespace ramet::inline v1::expr
