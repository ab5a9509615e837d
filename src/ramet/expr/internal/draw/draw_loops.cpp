#include "ramet/expr/internal/draw/draw_loops.hpp"

#include <algorithm>

#include "ramet/core/error.hpp"
#include "ramet/expr/internal/text/error.hpp"

namespace ramet::inline v1::expr {

using Op = ElementOperation;

void DrawLoops::add(const void* key, DrawUse use, std::size_t number) {
  const auto [found, is_new] = places_.emplace(std::pair(key, number), uses_.size());
  if (!is_new) return;
  for (const std::uint64_t size : use.column.levels)
    has_lists_ = has_lists_ || (size == DrawColumn::any_length && use.role == DrawUse::Role::leads);
  advance(use);
  uses_.push_back(std::move(use));
}

NodeId DrawLoops::both(std::optional<NodeId> one, NodeId other) {
  return one ? build_.element(Op::logical_and, NumberType::boolean, {*one, other}) : other;
}

void DrawLoops::keep_where(NodeId condition) { kept_ = both(kept_, condition); }

void DrawLoops::pick(DrawUse& use, NodeId place, std::optional<NodeId> valid) {
  const NodeId list = use.node;
  use.node = build_.call(CallOperation::pick, build_.type(list).item(), {list, place});
  ++use.level;
  use.has_index = true;
  if (valid) use.valid = both(use.valid, *valid);
  const NodeId size = build_.convert(build_.size(list), NumberType::int64);
  const NodeId zero = build_.graph().constant(std::int64_t{0});
  use.valid = both(use.valid, build_.element(Op::less_equal, NumberType::boolean, {zero, place}));
  use.valid = both(use.valid, build_.element(Op::less, NumberType::boolean, {place, size}));
}

// Go through the levels that have an index, up to one that rows go through.
void DrawLoops::advance(DrawUse& use) {
  for (; use.level < use.column.levels.size();) {
    const DrawIndex index = use.level < use.indices.size() ? use.indices[use.level] : DrawIndex{};
    if (index.kind == DrawIndex::Kind::computed) {
      if (index.kept && use.role == DrawUse::Role::leads) keep_where(*index.kept);
      pick(use, index.value.node, index.value.valid);
    } else if (index.kind == DrawIndex::Kind::fixed) {
      const std::uint64_t size = use.column.levels[use.level];
      const NodeId place = build_.graph().constant(static_cast<std::int64_t>(index.place));
      const NodeId list = use.node;
      if (size != DrawColumn::any_length) {
        if (index.place >= size)
          fail_at(ErrorKind::misuse, build_.text(), index.begin, index.end,
                  fmt::format("no element {} in an array of {}", index.place, size));
        use.node = build_.call(CallOperation::pick, build_.type(list).item(), {list, place});
        ++use.level;
      } else if (use.role == DrawUse::Role::follows || use.has_index) {
        pick(use, place, std::nullopt);
      } else {
        use.node = build_.call(CallOperation::pick, build_.type(list).item(), {list, place});
        ++use.level;
        use.has_index = true;
        keep_where(build_.element(Op::less, NumberType::boolean,
                                  {place, build_.convert(build_.size(list), NumberType::int64)}));
      }
    } else {
      return;
    }
  }
}

std::optional<DrawLoops::Candidate> DrawLoops::next(DrawUse& use) {
  if (use.level >= use.column.levels.size()) return std::nullopt;
  const DrawIndex index = use.level < use.indices.size() ? use.indices[use.level] : DrawIndex{};
  if (index.kind == DrawIndex::Kind::row) return std::nullopt;
  if (index.kind == DrawIndex::Kind::listed) return Candidate{&use, index.value.node, DrawColumn::any_length};
  return Candidate{&use, use.node, use.column.levels[use.level]};
}

// How many elements the next loop has, as lists of that length. Fixed sizes count first.
NodeId DrawLoops::common_shape(std::vector<Candidate>& candidates) {
  Graph& graph = build_.graph();
  std::uint64_t size = DrawColumn::any_length;
  std::optional<NodeId> fixed;
  std::vector<NodeId> lists;
  for (const Candidate& candidate : candidates) {
    const NodeId list = graph.shape(graph.lift(candidate.list, space_));
    if (candidate.size == DrawColumn::any_length) {
      if (lists.empty() || lists.back() != list) lists.push_back(list);
    } else if (!fixed || size == 1 || candidate.size < size) {
      size = candidate.size;
      fixed = list;
    }
  }
  if (fixed) lists.insert(lists.begin(), *fixed);
  if (std::all_of(lists.begin(), lists.end(), [&](NodeId list) { return list == lists.front(); })) return lists.front();
  const bool are_inner =
      !shapes_.empty() || std::all_of(candidates.begin(), candidates.end(), [](const Candidate& one) {
        return one.use->level > 0;  // v[0] + v[1] of lists in lists
      });
  const CallOperation operation = are_inner ? CallOperation::common_inner_lengths : CallOperation::common_lengths;
  const ValueType type = build_.type(lists.front());
  return build_.call(operation, type, std::move(lists));
}

// Go from lists to their elements, which are those of `shape`.
void DrawLoops::step(DrawUse& use, NodeId list, NodeId shape) {
  Graph& graph = build_.graph();
  const SpaceId above = graph.node(shape).space;
  list = graph.lift(list, above);
  const NodeId element = graph.align(list, shape);
  std::optional<NodeId> there;
  if (graph.shape(list) != shape) there = graph.present(list, shape);
  const DrawIndex index = use.level < use.indices.size() ? use.indices[use.level] : DrawIndex{};
  if (index.kind == DrawIndex::Kind::listed) {
    pick(use, element, there);
  } else {
    use.node = element;
    if (there) use.valid = both(use.valid, *there);
    ++use.level;
  }
  advance(use);
}

// Rows do not go through it: the first element.
void DrawLoops::step_to_first(DrawUse& use) {
  const DrawIndex index = use.level < use.indices.size() ? use.indices[use.level] : DrawIndex{};
  const NodeId first = build_.graph().constant(std::int64_t{0});
  if (index.kind == DrawIndex::Kind::listed) {
    const NodeId place = build_.call(CallOperation::pick, ValueType::of(NumberType::int64), {index.value.node, first});
    const NodeId count = build_.convert(build_.size(index.value.node), NumberType::int64);
    pick(use, place, build_.element(Op::less, NumberType::boolean, {first, count}));
  } else {
    pick(use, first, std::nullopt);
  }
  advance(use);
}

void DrawLoops::open() {
  // Arrays in aliases count behind the others.
  std::vector<DrawUse*> ordered;
  for (DrawUse& use : uses_) ordered.push_back(&use);
  std::stable_sort(ordered.begin(), ordered.end(),
                   [](const DrawUse* one, const DrawUse* other) { return one->aliases < other->aliases; });
  for (;;) {
    std::vector<Candidate> leading;
    std::vector<Candidate> following;
    for (DrawUse* const use : ordered)
      if (const auto candidate = next(*use))
        (use->role == DrawUse::Role::leads ? leading : following).push_back(*candidate);
    if (leading.empty()) {
      for (const Candidate& candidate : following)
        while (next(*candidate.use)) step_to_first(*candidate.use);
      return;
    }
    const NodeId shape = common_shape(leading);
    shapes_.push_back(shape);
    space_ = build_.graph().elements_space(shape);
    for (const Candidate& candidate : leading) step(*candidate.use, candidate.list, shape);
    for (const Candidate& candidate : following) step(*candidate.use, candidate.list, shape);
  }
}

NodeId DrawLoops::lists(NodeId numbers, std::optional<NodeId> condition) {
  Graph& graph = build_.graph();
  const auto as_lists = [&](NodeId values) {
    NodeId found = graph.rebuild(shapes_.back(), values);
    for (std::size_t k = shapes_.size() - 1; k-- > 0;) {
      found = graph.rebuild(shapes_[k], found);
      found = build_.call(CallOperation::flatten, build_.type(found).item(), {found});
    }
    return found;
  };
  const NodeId all = as_lists(numbers);
  if (!condition) return all;
  return build_.call(CallOperation::keep, build_.type(all), {all, as_lists(*condition)});
}

NodeId DrawLoops::counts() {
  Graph& graph = build_.graph();
  if (shapes_.empty()) return kept_ ? build_.convert(*kept_, NumberType::float64) : graph.constant(1.);
  if (shapes_.size() == 1 && !kept_) return build_.convert(build_.size(shapes_[0]), NumberType::float64);
  return build_.convert(build_.size(lists(graph.lift(graph.constant(1.), space_), kept_)), NumberType::float64);
}

NodeId DrawLoops::position() {
  Graph& graph = build_.graph();
  if (row) return *row;
  return shapes_.empty() ? graph.constant(std::int64_t{0}) : graph.position(space_);
}

}  // namespace ramet::inline v1::expr
