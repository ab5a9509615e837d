#include "ramet/frame/internal/plan/stage_programs.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "ramet/frame/internal/graph/variation_shape.hpp"

namespace ramet::inline v1::frame::internal {

/// A level while it is made. Threads: one thread.
struct StagePrograms::Part {
  explicit Part(const Root& root) : builder(root.seed(), root.random_key()) {}

  expr::ProgramBuilder builder;
  std::map<Version, expr::ProgramBuilder::Value> values;
  std::vector<Slot> columns;     // of the builder's columns
  std::vector<Version> results;  // in order
  std::set<Version> known_results;
  std::vector<FunctionCall> calls;
};

StagePrograms::StagePrograms(const Root& root, NeedsOf needs, VersionOf version, std::map<Version, Slot>& slots,
                             std::size_t count)
    : root_(root), needs_(std::move(needs)), version_(std::move(version)), slots_(slots), count_(count) {}

StagePrograms::~StagePrograms() = default;

/// Before which functions it can be computed: 0 if it depends on none.
std::size_t StagePrograms::level_of(const Version& one) {
  if (const auto known = levels_.find(one); known != levels_.end()) return known->second;
  std::size_t level = 0;
  if (!slots_.contains(one)) {
    for (const Version& needed : needs_(one)) level = std::max(level, level_of(needed));
    if (one.definition->kind == Definition::Kind::function) ++level;
  }
  levels_.emplace(one, level);
  return level;
}

/// Have a value in a slot of its own.
void StagePrograms::want(const Version& one) {
  if (slots_.contains(one)) return;
  const std::size_t level = level_of(one);
  slots_.emplace(one, count_++);
  if (one.definition->kind != Definition::Kind::function) {
    parts_[level]->results.push_back(one);
    return;
  }
  FunctionCall call{.definition = one.definition, .arguments = {}, .slot = slots_.at(one)};
  for (const DefinitionPointer& argument : one.definition->arguments) {
    const Version needed = version_(argument, one.variation);
    want(needed);
    call.arguments.push_back(slots_.at(needed));
  }
  parts_[level - 1]->calls.push_back(std::move(call));
}

expr::ProgramBuilder::Value StagePrograms::value(const Version& one, std::size_t level) {
  Part& part = *parts_[level];
  if (const auto known = part.values.find(one); known != part.values.end()) return known->second;
  const bool is_given = level_of(one) < level || one.definition->kind == Definition::Kind::function ||
                        (slots_.contains(one) && !part.known_results.contains(one));
  expr::ProgramBuilder::Value found;
  if (is_given) {
    want(one);
    const Definition& of = *one.definition;
    const bool is_column = of.kind == Definition::Kind::column;
    found = part.builder.column({of.name, of.type, is_column ? of.characters : expr::Scope::Text::string});
    part.columns.push_back(slots_.at(one));
  } else {
    found = computed(one, level);
  }
  part.values.emplace(one, found);
  return found;
}

expr::ProgramBuilder::Value StagePrograms::computed(const Version& one, std::size_t level) {
  const Definition& of = *one.definition;
  expr::ProgramBuilder& builder = parts_[level]->builder;
  if (of.kind == Definition::Kind::varied) {
    const Version chosen = needs_(one).front();
    const auto found = value(chosen, level);
    const Variation& variation = *of.variation;
    if (chosen.definition != variation.lists.get()) return found;
    std::size_t tag = 0;
    while (variation.tag_name(tag) != one.variation) ++tag;
    const std::string& text = variation.lists->text.empty() ? variation.lists->name : variation.lists->text;
    const std::size_t tags = variation.tags.size();
    if (has_flat_lists(variation))
      return builder.element(found, of.varied_column * tags + tag, variation.columns * tags, text);
    const auto list = variation.is_nested ? builder.element(found, of.varied_column, variation.columns, text) : found;
    return builder.element(list, tag, tags, text);
  }
  return builder.expression(
      {of.text, of.stream, of.language},
      [&](std::string_view name) -> std::optional<expr::ProgramBuilder::Value> {
        const auto used = of.names.find(name);
        if (used == of.names.end()) return std::nullopt;
        return value(version_(used->second, one.variation), level);
      },
      [] { return std::vector<std::string>(); });
}

std::vector<Level> StagePrograms::compile(const std::vector<Version>& own, const std::vector<Version>& results) {
  std::size_t highest = 0;
  for (const Version& one : own) highest = std::max(highest, level_of(one));
  for (std::size_t level = 0; level <= highest; ++level) parts_.push_back(std::make_unique<Part>(root_));
  for (const Version& one : results)
    if (!slots_.contains(one)) want(one);
  // From the highest level down: what it needs of those below becomes a result of theirs.
  for (std::size_t level = highest + 1; level-- > 0;) {
    Part& part = *parts_[level];
    part.known_results.insert(part.results.begin(), part.results.end());
    for (std::size_t k = 0; k < part.results.size(); ++k) value(Version(part.results[k]), level);
  }
  std::vector<Level> levels;
  for (auto& part : parts_) {
    Level level;
    std::vector<expr::ProgramBuilder::Value> wanted;
    for (const Version& one : part->results) {
      wanted.push_back(part->values.at(one));
      level.outputs.push_back(slots_.at(one));
    }
    if (!wanted.empty()) {
      level.program = std::move(part->builder).finish(wanted);
      for (const std::size_t column : level.program->columns()) level.inputs.push_back(part->columns[column]);
    }
    level.calls = std::move(part->calls);
    levels.push_back(std::move(level));
  }
  return levels;
}

}  // namespace ramet::inline v1::frame::internal
