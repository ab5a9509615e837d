#include "ramet/frame/internal/explain/explain_plan.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ramet::inline v1::frame::internal {
namespace {

double seconds_of(RunTimes::Duration time) { return std::chrono::duration<double>(time).count(); }

std::string function_text(const Definition& function) {
  std::vector<std::string> names;
  for (const DefinitionPointer& argument : function.arguments) names.push_back(argument->name);
  return fmt::format("a function of {}", fmt::join(names, ", "));
}

std::string text_of(const Definition& one) {
  switch (one.kind) {
    case Definition::Kind::function:
      return function_text(one);
    case Definition::Kind::varied:
      return "variation " + one.variation->name;
    case Definition::Kind::column:
      return one.missing == Definition::Missing::told     ? one.name + " is there"
             : one.missing == Definition::Missing::denied ? one.name + " is missing"
                                                          : one.path;
    default:
      return one.text;
  }
}

std::string range_text(const RangeStep& range) {
  std::string text = fmt::format("{} to {}", range.first, range.has_end() ? std::to_string(range.last) : "the end");
  if (range.step != 1) text += fmt::format(" in steps of {}", range.step);
  return text;
}

std::string source_text(const Source& source) {
  const std::vector<std::string> files = source.files();
  if (files.empty()) return "arrays in memory";
  return files.size() == 1 ? files.front() : fmt::format("{} and {} more files", files.front(), files.size() - 1);
}

/// Explains a plan. Threads: one thread.
class Explainer {
 public:
  Explainer(const Root& root, const Plan& plan) : root_(root), plan_(plan) {}

  Explanation explain() {
    count_uses();
    Explanation made;
    for (std::size_t stage = 0; stage < plan_.stages.size(); ++stage) made.stages.push_back(explained(stage));
    return made;
  }

 private:
  void count_uses() {
    for (const Stage& stage : plan_.stages) {
      for (const Version& one : stage.computed)
        for (const Version& needed : needs_of(one)) ++uses_[needed];
      if (stage.above == none || stage.node->kind != Node::Kind::filter) continue;
      ++uses_[version_of(stage.node->passes, stage.variation)];
      conditions_.insert(stage.node->passes.get());
    }
    for (const Plan::Planned& planned : plan_.actions)
      for (const DefinitionPointer& column : planned.booking->columns)
        ++uses_[version_of(column, planned.booking->variation)];
  }

  ExplainedStage explained(std::size_t number) {
    const Stage& stage = plan_.stages[number];
    ExplainedStage made;
    made.variation = stage.variation;
    if (stage.above == none) {
      made.text = source_text(root_.source());
    } else if (stage.is_range()) {
      made.kind = ExplainedStage::Kind::range;
      made.text = range_text(stage.node->range);
    } else {
      made.kind = ExplainedStage::Kind::filter;
      made.name = stage.node->filter_name;
      made.text = text_of(*stage.node->passes);
    }
    if (stage.above != none) made.above = stage.above;
    for (const ColumnInput& input : stage.columns)
      if (!is_read_above(number, input)) made.columns.push_back({input.definition->path, type_in_source(input)});
    made.definitions = definitions_of(stage);
    for (const ActionUse& use : stage.uses) made.results.push_back(result_of(plan_.actions[use.action]));
    return made;
  }

  std::string type_in_source(const ColumnInput& input) const {
    return input.definition->tells_missing() ? "whether it is there" : array::to_string(input.definition->type);
  }

  bool is_read_above(std::size_t number, const ColumnInput& wanted) const {
    for (std::size_t at = plan_.stages[number].above; at != none; at = plan_.stages[at].above)
      for (const ColumnInput& input : plan_.stages[at].columns)
        if (input.group == wanted.group && input.place == wanted.place) return true;
    return false;
  }

  /// What a stage computes, each definition with all variations and behind those that it needs. Conditions of filters
  /// are told with these.
  std::vector<ExplainedStep> definitions_of(const Stage& stage) {
    std::vector<Version> own = stage.computed;
    std::ranges::sort(own, {}, [](const Version& one) {
      return std::tie(one.definition->name, one.definition->text, one.variation);
    });
    const std::set<Version> here(own.begin(), own.end());
    std::set<Version> seen;
    std::vector<Version> ordered;
    for (const Version& one : own) add_in_order(one, here, seen, ordered);
    std::vector<ExplainedStep> steps;
    std::map<const Definition*, std::size_t> places;
    std::ranges::reverse(ordered);  // so that a definition stands where its last version is computed
    for (const Version& one : ordered) {
      const Definition& of = *one.definition;
      if (conditions_.contains(&of) && of.kind != Definition::Kind::function) continue;
      const auto [place, is_new] = places.try_emplace(&of, steps.size());
      if (is_new)
        steps.push_back({.name = of.name,
                         .text = text_of(of),
                         .type = array::to_string(of.type),
                         .is_function = of.kind == Definition::Kind::function});
      steps[place->second].variations.push_back(one.variation);
      const auto uses = uses_.find(one);
      if (uses != uses_.end()) steps[place->second].uses += uses->second;
    }
    std::ranges::reverse(steps);
    for (ExplainedStep& step : steps) std::ranges::sort(step.variations);
    return steps;
  }

  static void add_in_order(const Version& one, const std::set<Version>& here, std::set<Version>& seen,
                           std::vector<Version>& ordered) {
    // A stack of its own: definitions may be long chains.
    std::vector<std::pair<Version, bool>> waiting = {{one, false}};
    while (!waiting.empty()) {
      const auto [next, is_ready] = std::move(waiting.back());
      waiting.pop_back();
      if (is_ready) {
        ordered.push_back(next);
        continue;
      }
      if (!here.contains(next) || !seen.insert(next).second) continue;
      waiting.emplace_back(next, true);
      for (Version& needed : needs_of(next)) waiting.emplace_back(std::move(needed), false);
    }
  }

  static ExplainedStep result_of(const Plan::Planned& planned) {
    const Booking& booking = *planned.booking;
    ExplainedStep step{.name = booking.action->name()};
    std::vector<std::string> names;
    for (const DefinitionPointer& column : booking.columns) names.push_back(column->name);
    step.text = fmt::format("{}", fmt::join(names, ", "));
    if (!booking.variation.empty()) step.variations.push_back(booking.variation);
    return step;
  }

  const Root& root_;
  const Plan& plan_;
  std::map<Version, std::size_t> uses_;
  std::set<const Definition*> conditions_;  // of filters
};

/// The times of functions are those of calls, in the order of levels.
void add_call_times(ExplainedStage& to, const Stage& stage, const RunTimes::OfStage& times) {
  std::map<std::pair<std::string, std::string>, double> seconds;
  std::size_t number = 0;
  for (const Level& level : stage.levels)
    for (const FunctionCall& call : level.calls)
      seconds[{call.definition->name, function_text(*call.definition)}] += seconds_of(times.calls[number++]);
  for (ExplainedStep& step : to.definitions)
    if (step.is_function) step.seconds = seconds[{step.name, step.text}];
}

}  // namespace

Explanation explain_plan(const Root& root, const Plan& plan) { return Explainer(root, plan).explain(); }

std::vector<std::string> unused_definitions(const Node& node, const Plan& plan) {
  std::set<const Definition*> computed;
  for (const Stage& stage : plan.stages) {
    for (const Version& one : stage.computed) computed.insert(one.definition);
    for (const SampleInput& one : stage.samples) computed.insert(one.definition);
  }
  std::vector<std::string> names;
  for (const Node* at = &node; at != nullptr; at = at->parent.get())
    for (const auto& [name, meaning] : at->names)
      if (!meaning.is_alias && meaning.definition->kind != Definition::Kind::column &&
          !computed.contains(meaning.definition.get()))
        names.push_back(name);
  std::ranges::reverse(names);
  return names;
}

void add_counts(Explanation& to, const Plan& plan, const RunCounts& counts) {
  to.has_run = true;
  to.has_times = counts.times != nullptr;
  for (std::size_t number = 0; number < to.stages.size(); ++number) {
    ExplainedStage& stage = to.stages[number];
    const Stage& planned = plan.stages[number];
    stage.reached = counts.reached[number];
    stage.kept = counts.kept[number];
    if (counts.times == nullptr) continue;
    const RunTimes::OfStage& times = counts.times->stages[number];
    stage.reading_seconds = seconds_of(times.reading);
    stage.computing_seconds = seconds_of(times.computing);
    stage.choosing_seconds = seconds_of(times.choosing);
    add_call_times(stage, planned, times);
    for (std::size_t use = 0; use < planned.uses.size(); ++use)
      stage.results[use].seconds = seconds_of(counts.times->actions[planned.uses[use].action]);
    for (ExplainedColumn& column : stage.columns)
      for (const ColumnInput& input : planned.columns) {
        if (input.definition->path != column.name) continue;
        const RunTimes::OfColumn& read = counts.times->columns[input.group][input.place];
        column.entries = read.entries;
        column.bytes = read.bytes;
      }
  }
}

}  // namespace ramet::inline v1::frame::internal
