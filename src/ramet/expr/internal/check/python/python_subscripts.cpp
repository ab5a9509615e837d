#include <algorithm>

#include "ramet/expr/internal/check/python/numpy_types.hpp"
#include "ramet/expr/internal/check/python/python_checker.hpp"

namespace ramet::inline v1::expr {

namespace {

using Op = ElementOperation;

bool is_whole_slice(const Syntax& place) {
  return place.kind == SyntaxKind::slice &&
         std::all_of(place.children.begin(), place.children.end(),
                     [](const Syntax& part) { return part.kind == SyntaxKind::nothing; });
}

// The first node in an operand.
NodeId any_node(const Operand& operand) {
  const Operand* found = &operand;
  while (found->is_record() && !found->members.empty()) found = &found->members.front();
  return found->node;
}

}  // namespace

unsigned PythonChecker::depth_of(const Operand& operand) const {
  if (operand.is_record()) return operand.depth;
  return operand.is_value() ? build_.type(operand.node).depth : 0;
}

Operand PythonChecker::index(const Syntax& syntax) {
  Operand of = check(syntax.children[0]);
  const Syntax& place = syntax.children[1];
  build_.stand_at(checker_.text_, syntax.begin, syntax.end);
  if (place.kind == SyntaxKind::tuple) return indexed(of, place.children);
  if (place.kind == SyntaxKind::string) {
    const Operand* const member = of.is_record() ? of.member(place.text) : nullptr;
    if (member == nullptr) fail_here(fmt::format("{} has no member {}", spelled(of), place.text));
    return *member;
  }
  if (is_whole_slice(place) || place.kind == SyntaxKind::ellipsis) return of;
  if (place.kind == SyntaxKind::slice)
    fail_here("x[a:b] are entries, which entry_start and entry_stop choose; x[:, a:b] are elements of each list");
  const Operand places = check(place);
  build_.stand_at(checker_.text_, syntax.begin, syntax.end);
  if (!places.is_value() || !build_.type(places.node).is_list()) {
    if (places.is_value() && build_.type(places.node).number == NumberType::boolean)
      fail_here("x[c] with a truth for each entry chooses entries, which is what cut= is for");
    fail_here("x[k] is an entry; x[:, k] is an element of each list");
  }
  return masked(of, places);
}

Operand PythonChecker::indexed(const Operand& of, std::span<const Syntax> places) {
  if (places[0].kind == SyntaxKind::ellipsis) {
    const unsigned depth = depth_of(of);
    if (depth < places.size() - 1) fail_here(fmt::format("{} indices for {}", places.size() - 1, spelled(of)));
    std::vector<Syntax> all(depth - (places.size() - 1));
    for (Syntax& one : all) one = {SyntaxKind::slice, places[0].begin, places[0].end, {}, std::vector<Syntax>(3)};
    all.insert(all.end(), places.begin() + 1, places.end());
    return below(of, all);
  }
  if (!is_whole_slice(places[0]))
    fail_here("the first index is that of entries, which entry_start and entry_stop choose; write ':'");
  return below(of, places.subspan(1));
}

// Indices of lists: the first of each entry's list, the next ones of what is inside.
Operand PythonChecker::below(const Operand& of, std::span<const Syntax> places) {
  if (places.empty()) return of;
  if (places[0].kind == SyntaxKind::string && of.is_record()) {
    const Operand* const member = of.member(places[0].text);
    if (member == nullptr) fail_here(fmt::format("{} has no member {}", spelled(of), places[0].text));
    return below(*member, places.subspan(1));
  }
  if (depth_of(of) == 0) fail_here(fmt::format("{} has no elements: too many indices", spelled(of)));
  if (places[0].kind != SyntaxKind::slice) return below(one_place(of, places[0]), places.subspan(1));
  Operand part = sliced(of, places[0]);
  if (places.size() == 1) return part;
  NodeId shape = 0;
  const std::vector<Operand> items = checker_.items_of(std::span<const Operand>(&part, 1), shape);
  return checker_.rebuild(shape, below(items[0], places.subspan(1)));
}

Operand PythonChecker::one_place(const Operand& lists, const Syntax& place) {
  const std::size_t begin = build_.begin();
  const std::size_t end = build_.end();
  const Operand found = check(place);
  build_.stand_at(checker_.text_, begin, end);
  if (!found.is_value() || !build_.type(found.node).is_number() || !is_whole(build_.type(found.node).number))
    fail_here(fmt::format("an index of lists is a whole number or a slice, found {}", spelled(found)));
  return element_at(lists, found);
}

Operand PythonChecker::element_at(const Operand& lists, const Operand& place) {
  Graph& graph = build_.graph();
  const NodeId size = convert(build_.size(any_node(lists)), NumberType::int64);
  NodeId at = convert(place.node, NumberType::int64);
  const NodeId from_back = build_.element(Op::add, NumberType::int64, {size, at});
  if (build_.is_constant(at)) {
    if (static_cast<std::int64_t>(build_.node(at).number) < 0) at = from_back;
  } else {
    const NodeId negative = build_.element(Op::less, NumberType::boolean, {at, graph.constant(std::int64_t{0})});
    at = build_.element(Op::select, NumberType::int64, {negative, from_back, at});
  }
  Operand found = checker_.each_node(lists, [&](NodeId node) { return build_.index(node, at); });
  if (found.is_record()) --found.depth;
  return found;
}

// As Python has it: what lies outside is left out.
Operand PythonChecker::sliced(const Operand& lists, const Syntax& slice) {
  if (is_whole_slice(slice)) return lists;
  Graph& graph = build_.graph();
  const std::size_t begin_place = build_.begin();
  const std::size_t end_place = build_.end();
  std::array<std::optional<std::int64_t>, 3> parts;
  for (std::size_t k = 0; k < 3; ++k) {
    const Syntax& part = slice.children[k];
    if (part.kind == SyntaxKind::nothing || (part.kind == SyntaxKind::name && part.text == "None")) continue;
    parts[k] = written_integer(check(part), "a part of a slice");
  }
  build_.stand_at(checker_.text_, begin_place, end_place);
  const std::int64_t step = parts[2].value_or(1);
  if (step == 0) fail_here("a slice with step 0");
  const auto number = [&](std::int64_t value) { return graph.constant(value); };
  const auto combine = [&](Op operation, NodeId one, NodeId other) {
    return build_.element(operation, NumberType::int64, {one, other});
  };
  const NodeId size = convert(build_.size(any_node(lists)), NumberType::int64);
  const NodeId least = number(step > 0 ? 0 : -1);
  const NodeId most = step > 0 ? size : combine(Op::subtract, size, number(1));
  const auto bound = [&](std::optional<std::int64_t> written, NodeId otherwise) {
    if (!written) return otherwise;
    const NodeId at = *written < 0 ? combine(Op::add, size, number(*written)) : number(*written);
    return combine(Op::minimum, combine(Op::maximum, at, least), most);
  };
  const NodeId first = bound(parts[0], step > 0 ? least : most);
  const NodeId last = bound(parts[1], step > 0 ? most : least);
  const NodeId places =
      build_.call(CallOperation::range, ValueType::of(NumberType::int64).list(), {first, last, number(step)});
  return checker_.each_node(
      lists, [&](NodeId node) { return build_.call(CallOperation::take, build_.type(node), {node, places}); });
}

// Elements where a list of truths is true, or at the places that a list has.
Operand PythonChecker::masked(const Operand& lists, const Operand& places) {
  const ValueType type = build_.type(places.node);
  if (type.is_string || is_real(type.number))
    fail_here(fmt::format("an index of lists has truths or whole numbers, found {}", spelled(places)));
  if (depth_of(lists) < type.depth) fail_here(fmt::format("{} as an index of {}", spelled(places), spelled(lists)));
  if (type.depth > 1) {
    const std::array<Operand, 2> both = {lists, places};
    NodeId shape = 0;
    const std::vector<Operand> items = checker_.items_of(both, shape);
    return checker_.rebuild(shape, masked(items[0], items[1]));
  }
  if (type.number == NumberType::boolean)
    return checker_.each_node(
        lists, [&](NodeId node) { return build_.call(CallOperation::keep, build_.type(node), {node, places.node}); });
  Graph& graph = build_.graph();
  const NodeId size = convert(build_.size(any_node(lists)), NumberType::int64);
  const NodeId at = build_.for_elements({places.node, size}, [&](std::span<const NodeId> values) {
    const NodeId place = convert(values[0], NumberType::int64);
    const NodeId negative = build_.element(Op::less, NumberType::boolean, {place, graph.constant(std::int64_t{0})});
    const NodeId from_back = build_.element(Op::add, NumberType::int64, {place, values[1]});
    return build_.element(Op::select, NumberType::int64, {negative, from_back, place});
  });
  return checker_.each_node(
      lists, [&](NodeId node) { return build_.call(CallOperation::take, build_.type(node), {node, at}); });
}

}  // namespace ramet::inline v1::expr
