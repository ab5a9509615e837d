#include <algorithm>
#include <bit>

#include "ramet/expr/internal/check/vectors/stored_vectors.hpp"
#include "ramet/expr/internal/check/vectors/vectors.hpp"
#include "ramet/expr/internal/draw/draw_checker.hpp"
#include "ramet/expr/internal/text/error.hpp"

namespace ramet::inline v1::expr {

namespace {

// Names of one column that stand behind one another, with dots.
constexpr std::size_t most_names = 12;

bool uses_row(const Syntax& syntax) {
  if (syntax.kind == SyntaxKind::name && syntax.text == "Iteration$") return true;
  return std::any_of(syntax.children.begin(), syntax.children.end(), uses_row);
}

// What GetPx() and Px() give.
std::string member_of(std::string_view method) {
  return fmt::format("f{}", method.starts_with("Get") ? method.substr(3) : method);
}

std::string_view without_at(std::string_view name) { return name.starts_with('@') ? name.substr(1) : name; }

// Whether the container is meant, and not its elements.
bool has_at(std::string_view name) { return name.starts_with('@'); }

}  // namespace

void DrawChecker::unknown(const Syntax& syntax, std::string_view wanted, std::span<const std::string_view> known) {
  at(syntax);
  fail_here(fmt::format("no column or alias {}{}", wanted, near_names(wanted, known)));
}

// The column that the first names of a chain are; how many steps they take.
std::size_t DrawChecker::resolve_column(const Chain& parts, DrawUse& use) {
  std::vector<std::size_t> ends = {0};  // behind the k-th name: how many steps
  std::vector<std::string> dotted = {std::string(without_at(parts.base->text))};
  for (std::size_t k = 0; k < parts.steps.size() && dotted.size() < most_names; ++k) {
    if (parts.steps[k].kind == Step::Kind::call) break;
    if (parts.steps[k].kind != Step::Kind::member) continue;
    ends.push_back(k + 1);
    dotted.push_back(fmt::format("{}.{}", dotted.back(), without_at(parts.steps[k].text)));
  }
  for (std::size_t count = dotted.size(); count > 0; --count) {
    const auto column = names_.column(dotted[count - 1]);
    if (!column) continue;
    use.column = *column;
    for (std::size_t k = 0; k < ends[count - 1]; ++k)
      if (parts.steps[k].kind == Step::Kind::index) use.indices.push_back(index(*parts.steps[k].syntax));
    return ends[count - 1];
  }
  const std::vector<std::string_view> known = names_.all();
  unknown(*parts.base, dotted.front(), known);
}

// The method of a vector, as in tl.M(), and the vector; nothing of other calls, nor of members with a getter's name.
std::optional<DrawChecker::VectorCall> DrawChecker::vector_call(const Syntax& syntax) {
  if (syntax.kind != SyntaxKind::call || syntax.children.size() != 1 || syntax.children[0].kind != SyntaxKind::member)
    return std::nullopt;
  VectorCall found;
  found.method = without_at(syntax.children[0].text);
  if (!is_vector_property(found.method)) return std::nullopt;
  Chain parts = without_aliases(chain(syntax));
  if (resolve_getter(parts, found.use)) return std::nullopt;
  parts.steps.resize(parts.steps.size() - 2);
  if (std::ranges::any_of(parts.steps, [](const Step& one) { return one.kind == Step::Kind::call; }))
    return std::nullopt;
  resolve_steps(parts, resolve_column(parts, found.use), found.use);
  found.coordinates = DrawNames::coordinates(found.use.column);
  if (found.coordinates.empty()) return std::nullopt;
  return found;
}

// The arrays of a vector's coordinates.
bool DrawChecker::collect_vector(const Syntax& syntax, DrawLoops& loops, DrawUse::Role role) {
  const std::optional<VectorCall> found = vector_call(syntax);
  if (!found) return false;
  for (std::size_t k = 0; k < found->coordinates.size(); ++k) {
    DrawUse use = found->use;
    use.column = found->coordinates[k].second;
    at(syntax);
    finish(use);
    at(syntax);
    use.role = role;
    use.aliases = alias_depth_;
    loops.add(&syntax, std::move(use), k + 1);
  }
  return true;
}

DrawValue DrawChecker::vector_value(const Syntax& syntax, DrawLoops& loops) {
  const auto known = loops.known.find(&syntax);
  if (known != loops.known.end()) return known->second;
  const VectorCall called = *vector_call(syntax);
  at(syntax);
  DrawValue result;
  std::vector<std::string> names;
  std::vector<Operand> members;
  for (std::size_t k = 0; k < called.coordinates.size(); ++k) {
    const DrawValue one = use_value(loops.use(&syntax, k + 1), loops);
    result.valid = both(result.valid, one.valid);
    names.push_back(called.coordinates[k].first);
    members.push_back(Operand::value(one.node));
  }
  const std::string name(without_namespaces(called.use.column.type->class_name));
  const Operand vector = of_class(build_, Operand::record(name, std::move(names), std::move(members)));
  const auto found = vector_property(build_, vector, called.method);
  if (!found) fail_here(fmt::format("{} has no {}() that is a number", name, called.method), ErrorKind::unsupported);
  result.node = real(*found);
  loops.known.emplace(&syntax, result);
  return result;
}

void DrawChecker::resolve_call(const Chain& parts, std::size_t step, const std::string& name, DrawUse& use) {
  const Syntax& syntax = *parts.steps[step].syntax;
  at(syntax);
  if (syntax.children.size() > 1) fail_here(fmt::format("{}() with arguments", name), ErrorKind::unsupported);
  if (step + 1 != parts.steps.size()) fail_here("members of what a method gives", ErrorKind::unsupported);
  const bool is_text = use.column.type->kind == array::Kind::string;
  const bool is_container =
      has_at(parts.base->text) || std::ranges::any_of(parts.steps, [](const Step& one) { return has_at(one.text); });
  if (is_text && !is_container && (name == "size" || name == "length" || name == "Length")) {
    use.gives = DrawUse::Gives::length;
  } else if (is_text && (name == "c_str" || name == "Data")) {
    return;
  } else if (name == "size" || name == "GetEntries" || name == "GetEntriesFast") {
    // A split container is a record of lists.
    if (use.column.levels.empty()) DrawNames::enter_first(use.column);
    if (use.column.levels.empty()) fail_here(fmt::format("{}() of what is no container", name));
    use.gives = DrawUse::Gives::count;
    if (is_container) use.indices.clear();  // @v[0].size() is that of v, as in ROOT
  } else if (!DrawNames::enter(use.column, member_of(name)) && !DrawNames::enter(use.column, name)) {
    fail_here(fmt::format("there is no member {} that {}() would give", member_of(name), name), ErrorKind::unsupported);
  }
}

// Members, indices and methods behind the column.
void DrawChecker::resolve_steps(const Chain& parts, std::size_t first, DrawUse& use) {
  for (std::size_t k = first; k < parts.steps.size(); ++k) {
    const Step& step = parts.steps[k];
    at(*step.syntax);
    if (step.kind == Step::Kind::index) {
      use.indices.push_back(index(*step.syntax));
    } else if (step.kind == Step::Kind::call) {
      fail_here("only methods are called");
    } else if (k + 1 < parts.steps.size() && parts.steps[k + 1].kind == Step::Kind::call) {
      return resolve_call(parts, k + 1, std::string(without_at(step.text)), use);
    } else if (!DrawNames::enter(use.column, without_at(step.text))) {
      const std::vector<std::string_view> known = DrawNames::members(use.column);
      fail_here(fmt::format("no member {}{}", step.text, near_names(step.text, known)));
    }
  }
}

// A method of a split object: fTracks.GetPx() for the column fTracks.fPx.
bool DrawChecker::resolve_getter(const Chain& parts, DrawUse& use) {
  const std::size_t steps = parts.steps.size();
  if (steps < 2 || parts.steps[steps - 1].kind != Step::Kind::call ||
      parts.steps[steps - 2].kind != Step::Kind::member || parts.steps[steps - 1].syntax->children.size() != 1)
    return false;
  const std::string member = member_of(without_at(parts.steps[steps - 2].text));
  std::string dotted(without_at(parts.base->text));
  for (std::size_t k = 0; k + 2 < steps; ++k)
    if (parts.steps[k].kind == Step::Kind::member) dotted += fmt::format(".{}", without_at(parts.steps[k].text));
  const auto column = names_.column(dotted + "." + member);
  if (!column) return false;
  use.column = *column;
  for (const Step& step : parts.steps)
    if (step.kind == Step::Kind::index) use.indices.push_back(index(*step.syntax));
  return true;
}

// An alias of a column may have members and indices, too.
DrawChecker::Chain DrawChecker::without_aliases(Chain parts) {
  for (std::size_t length = 0; length <= scope_.definitions.size(); ++length) {
    const Alias* const found = parts.steps.empty() ? nullptr : alias(*parts.base);
    if (found == nullptr) break;
    Chain inner = chain(found->syntax);
    inner.steps.insert(inner.steps.end(), parts.steps.begin(), parts.steps.end());
    parts = std::move(inner);
  }
  if (parts.base->kind != SyntaxKind::name) fail_here("only columns have members and elements");
  return parts;
}

DrawUse DrawChecker::resolve(const Syntax& syntax) {
  const Chain parts = without_aliases(chain(syntax));
  DrawUse use;
  if (!resolve_getter(parts, use)) resolve_steps(parts, resolve_column(parts, use), use);
  at(syntax);
  finish(use);
  return use;
}

// The node of the column, and the levels that rows go through.
void DrawChecker::finish(DrawUse& use) {
  // Of a value that may be missing, as of a friend, the one that is there: otherwise there is no row.
  if (scope_.columns[use.column.place.column].type.kind == array::Kind::option) {
    DrawIndex first;
    first.kind = DrawIndex::Kind::fixed;
    use.indices.insert(use.indices.begin(), first);
  }
  DrawColumn inner = use.column;
  DrawNames::enter_first(inner);
  if (inner.type->kind != array::Kind::number && inner.type->kind != array::Kind::string)
    fail_here(fmt::format("values of type {} in an expression", array::to_string(*inner.type)), ErrorKind::unsupported);
  if (inner.levels.size() > deepest_lists) fail_here(fmt::format("arrays more than {} deep", deepest_lists));
  const bool is_text = inner.type->kind == array::Kind::string;
  ValueType type = is_text ? ValueType::string() : ValueType::of(inner.type->number);
  type.depth = static_cast<std::uint8_t>(inner.levels.size());
  use.node = leaf_node(inner.place, type);
  if (use.gives != DrawUse::Gives::count) use.column = inner;
  std::size_t levels = use.column.levels.size();
  // A container itself: what is behind the levels that have an index.
  if (use.gives == DrawUse::Gives::count) use.column.levels.resize(std::min(levels - 1, use.indices.size()));
  // dataset[0] is the whole text, as in TTree::Draw.
  if (is_text && use.indices.size() == levels + 1) use.indices.pop_back();
  levels = use.column.levels.size();
  for (std::size_t k = 0; k + 1 < levels && k < use.indices.size(); ++k)
    if (use.indices[k].kind == DrawIndex::Kind::row) take_first_row(use.indices[k]);
  // A number is its own element, as in TTree::Draw, whatever the index.
  if (levels == 0 && use.indices.size() == 1) use.indices.clear();
  if (use.indices.size() > levels)
    fail_here(
        fmt::format("{} ind{} for {} dimensions", use.indices.size(), use.indices.size() == 1 ? "ex" : "ices", levels));
}

// Of an array inside of which rows go on, as in TTree::Draw.
void DrawChecker::take_first_row(DrawIndex& index) {
  DrawLoops none(build_);
  collect(*index.syntax, none);
  none.open();
  index.value = value(*index.syntax, none);
  index.value.node = whole(index.value.node);
  index.kind = DrawIndex::Kind::computed;
}

DrawIndex DrawChecker::index(const Syntax& syntax) {
  DrawIndex found;
  found.begin = syntax.begin;
  found.end = syntax.end;
  if (syntax.children.size() == 1) return found;
  const Syntax& place = syntax.children[1];
  found.begin = place.begin;
  found.end = place.end;
  if (place.kind == SyntaxKind::integer) {
    found.kind = DrawIndex::Kind::fixed;
    const auto number = std::bit_cast<double>(build_.graph().node(literal(place).node).number);
    if (number > 1e15) fail_here(fmt::format("{} is no index", place.text));
    found.place = static_cast<std::uint64_t>(number);
    return found;
  }
  if (uses_row(place)) {
    found.kind = DrawIndex::Kind::row;
    found.syntax = &place;
    return found;
  }
  if (++depth_ > 50) fail_here("indices nested more than 50 deep");
  DrawLoops loops(build_);
  collect(place, loops);
  loops.open();
  DrawValue at_rows = value(place, loops);
  --depth_;
  if (is_text(at_rows.node)) fail_here("a text as an index");
  at_rows.node = whole(at_rows.node);
  if (!loops.has_loops()) {
    found.kept = loops.kept();
    found.kind = DrawIndex::Kind::computed;
    found.value = at_rows;
    return found;
  }
  found.kind = DrawIndex::Kind::listed;
  const NodeId missing = build_.graph().constant(std::int64_t{-1});
  if (at_rows.valid)
    at_rows.node = build_.element(ElementOperation::select, NumberType::int64, {*at_rows.valid, at_rows.node, missing});
  found.value.node = loops.lists(at_rows.node, loops.kept());
  return found;
}

// The value of an array at the rows.
DrawValue DrawChecker::use_value(DrawUse& use, DrawLoops& loops) {
  if (use.level < use.column.levels.size()) {  // an index of the row's number, which is the last one
    const Syntax& place = *use.indices[use.level].syntax;
    DrawLoops inner(build_);
    collect(place, inner);
    inner.open();
    if (inner.has_loops()) fail_here("an array in an index with Iteration$", ErrorKind::unsupported);
    inner.row = loops.position();
    const DrawValue found = value(place, inner);
    loops.pick(use, whole(found.node), found.valid);
  }
  if (use.gives != DrawUse::Gives::value)
    return {build_.convert(build_.size(use.node), NumberType::float64), use.valid, use.gives == DrawUse::Gives::length};
  const ValueType& type = build_.type(use.node);
  return {use.node, use.valid, !type.is_string && !is_real(type.number)};
}

DrawValue DrawChecker::accessed(const Syntax& syntax, DrawLoops& loops) {
  if (loops.has(&syntax, 1)) return vector_value(syntax, loops);
  if (!loops.has(&syntax)) fail_here("an array is used where none may be");
  DrawUse& use = loops.use(&syntax);
  const auto known = loops.known.find(&syntax);
  if (known != loops.known.end()) return known->second;
  const DrawValue found = use_value(use, loops);
  loops.known.emplace(&syntax, found);
  return found;
}

}  // namespace ramet::inline v1::expr
