#include "ramet/frame/internal/plan/plan.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/frame/internal/plan/binned_columns.hpp"
#include "ramet/frame/internal/plan/stage_programs.hpp"

namespace ramet::inline v1::frame::internal {
namespace {

using Versions = std::set<Version>;

/// What a varied column has under a variation: the list that an element of is taken from, or what it had before.
Version chosen(const Version& varied) {
  const Definition& definition = *varied.definition;
  for (std::size_t tag = 0; tag < definition.variation->tags.size(); ++tag)
    if (definition.variation->tag_name(tag) == varied.variation) return version_of(definition.variation->lists, {});
  return version_of(definition.nominal, varied.variation);
}

/// What a stage is planned from. Threads: a value.
struct Draft {
  std::vector<std::vector<Version>> uses;  // columns of each of the stage's actions
  Versions direct;                         // what actions and filters below need
  Versions own;                            // computed here
  Versions carried;                        // from the stage above
  Versions exported;                       // to stages below
  Versions columns;                        // of the source and of samples, read here
};

/// Makes a plan. Threads: one thread.
class Planner {
 public:
  Planner(const Root& root, const ReadOptions& options) : root_(root), options_(options) {}

  Plan plan(std::span<const std::shared_ptr<Booking>> bookings) {
    plan_.root = bookings.front()->node->root;
    stage_of(*root_of(*bookings.front()->node), {});
    for (const auto& booking : bookings) add(booking);
    for (std::size_t stage = 0; stage < plan_.stages.size(); ++stage) find_needs(stage);
    for (std::size_t stage = plan_.stages.size(); stage-- > 1;) find_carried(stage);
    group_columns();
    for (std::size_t stage = 0; stage < plan_.stages.size(); ++stage) lay_out(stage);
    find_counted();
    find_binned_columns(plan_);
    return std::move(plan_);
  }

 private:
  static const Node* root_of(const Node& node) noexcept {
    const Node* at = &node;
    while (at->parent != nullptr) at = at->parent.get();
    return at;
  }

  static bool varies(const Node& node, const std::string& variation) {
    return !variation.empty() && node.varies_with.contains(variation);
  }

  std::size_t stage_of(const Node& node, const std::string& wanted) {
    const std::string variation = varies(node, wanted) ? wanted : std::string();
    const auto known = stage_numbers_.find({&node, variation});
    if (known != stage_numbers_.end()) return known->second;
    Stage stage{.node = &node, .variation = variation};
    std::size_t above = none;
    if (node.parent != nullptr) {
      above = stage_of(selecting(*node.parent), variation);
      stage.above = above;
      if (node.kind == Node::Kind::filter) drafts_[above].direct.insert(version_of(node.passes, variation));
    }
    plan_.stages.push_back(std::move(stage));
    drafts_.emplace_back();
    const std::size_t number = plan_.stages.size() - 1;
    stage_numbers_.emplace(std::pair(&node, variation), number);
    if (above != none) plan_.stages[above].below.push_back(number);
    return number;
  }

  void add(const std::shared_ptr<Booking>& booking) {
    if (booking->action == nullptr) {
      plan_.stages[stage_of(selecting(*booking->node), {})].counts_filters = true;
      std::vector<std::shared_ptr<const Node>> kept;
      for (const Node* filter : counted_filters(*booking, kept)) plan_.filter_stages[filter] = stage_of(*filter, {});
      plan_.filters.insert(plan_.filters.end(), kept.begin(), kept.end());
      return;
    }
    const std::size_t stage = stage_of(selecting(*booking->node), booking->variation);
    std::vector<Version> columns;
    for (std::size_t k = 0; k < booking->columns.size(); ++k) {
      const bool is_nominal = k < booking->is_nominal.size() && booking->is_nominal[k] != 0;
      columns.push_back(version_of(booking->columns[k], is_nominal ? std::string() : booking->variation));
    }
    drafts_[stage].direct.insert(columns.begin(), columns.end());
    plan_.stages[stage].uses.push_back({plan_.actions.size(), {}});
    drafts_[stage].uses.push_back(std::move(columns));
    plan_.actions.push_back({booking, stage});
  }

  // --- what is computed where --------------------------------------------------------------------------------------

  static bool is_input(const Version& one) {
    return one.definition->kind == Definition::Kind::column || one.definition->kind == Definition::Kind::sample;
  }

  bool is_above(std::size_t stage, const Version& one) const {
    for (std::size_t at = plan_.stages[stage].above; at != none; at = plan_.stages[at].above)
      if (drafts_[at].own.contains(one)) return true;
    return false;
  }

  void find_needs(std::size_t stage) {
    Draft& draft = drafts_[stage];
    std::vector<Version> waiting(draft.direct.begin(), draft.direct.end());
    Versions seen(draft.direct);
    while (!waiting.empty()) {
      const Version one = std::move(waiting.back());
      waiting.pop_back();
      if (is_input(one)) {
        draft.columns.insert(one);
        continue;
      }
      if (is_above(stage, one)) {
        draft.carried.insert(one);
        continue;
      }
      draft.own.insert(one);
      for (Version& needed : needs_of(one))
        if (seen.insert(needed).second) waiting.push_back(std::move(needed));
    }
  }

  void find_carried(std::size_t stage) {
    Draft& above = drafts_[plan_.stages[stage].above];
    for (const Version& one : drafts_[stage].carried) {
      if (above.own.contains(one)) {
        above.exported.insert(one);
      } else {
        above.carried.insert(one);
      }
    }
  }

  // --- columns of the source ---------------------------------------------------------------------------------------

  /// Columns that the same stages ask for first are unpacked together.
  void group_columns() {
    std::map<std::string, std::set<std::size_t>> first_stages;
    for (std::size_t stage = 0; stage < plan_.stages.size(); ++stage)
      for (const Version& one : drafts_[stage].columns)
        if (one.definition->kind == Definition::Kind::column && !is_read_above(stage, one.definition->path))
          first_stages[one.definition->path].insert(stage);
    std::map<std::set<std::size_t>, std::size_t> groups;
    for (const auto& [path, stages] : first_stages) {
      const auto [group, is_new] = groups.try_emplace(stages, plan_.groups.size());
      if (is_new) plan_.groups.emplace_back();
      places_[path] = {group->second, plan_.groups[group->second].size()};
      plan_.groups[group->second].push_back(path);
    }
  }

  bool is_read_above(std::size_t stage, const std::string& path) const {
    for (std::size_t at = plan_.stages[stage].above; at != none; at = plan_.stages[at].above)
      for (const Version& one : drafts_[at].columns)
        if (one.definition->path == path) return true;
    return false;
  }

  std::size_t sample_values(const Definition& definition) {
    const auto known = sample_numbers_.find(&definition);
    if (known != sample_numbers_.end()) return known->second;
    const std::vector<Sample> samples = root_.samples(options_);
    std::vector<array::Array> values;
    plan_.sample_starts.clear();
    for (const Sample& sample : samples) {
      plan_.sample_starts.push_back(sample.first);
      values.push_back(definition.of_sample(sample));
      if (values.back().type() != definition.type)
        detail::fail(ErrorKind::misuse, "column '{}' is of type {} in sample '{}', and of type {} in the first one",
                     definition.name, array::to_string(values.back().type()), sample.id,
                     array::to_string(definition.type));
    }
    plan_.sample_values.push_back(std::move(values));
    sample_numbers_.emplace(&definition, plan_.sample_values.size() - 1);
    return plan_.sample_values.size() - 1;
  }

  // --- slots and programs ------------------------------------------------------------------------------------------

  void lay_out(std::size_t number) {
    Stage& stage = plan_.stages[number];
    const Draft& draft = drafts_[number];
    std::map<Version, Slot>& slots = slots_.emplace_back();
    for (const Version& one : draft.columns) {
      const Slot slot = slots.emplace(one, stage.slots++).first->second;
      if (one.definition->kind == Definition::Kind::sample) {
        stage.samples.push_back({one.definition, sample_values(*one.definition), slot});
      } else {
        const auto [group, place] = places_.at(one.definition->path);
        stage.columns.push_back({one.definition, group, place, slot});
      }
    }
    for (const Version& one : draft.carried) {
      const Slot slot = slots.emplace(one, stage.slots++).first->second;
      stage.carried.push_back({slots_[stage.above].at(one), slot});
    }
    Versions results = draft.exported;
    results.insert(draft.direct.begin(), draft.direct.end());
    StagePrograms programs(root_, &needs_of, &version_of, slots, stage.slots);
    stage.computed = {draft.own.begin(), draft.own.end()};
    stage.levels = programs.compile(stage.computed, {results.begin(), results.end()});
    stage.slots = programs.slots();
    for (std::size_t use = 0; use < stage.uses.size(); ++use)
      for (const Version& column : draft.uses[use]) stage.uses[use].columns.push_back(slots.at(column));
    if (stage.above != none && stage.node->kind == Node::Kind::filter)
      stage.passes = slots_[stage.above].at(version_of(stage.node->passes, stage.variation));
  }

  void find_counted() {
    for (std::size_t number = 1; number < plan_.stages.size(); ++number) {
      Stage& stage = plan_.stages[number];
      const Stage& above = plan_.stages[stage.above];
      const bool is_known = stage.above == 0 || (above.is_range() && !above.is_counted);
      stage.is_counted = stage.is_range() && !is_known;
      if (!stage.is_counted) continue;
      for (std::size_t at = number; at != none; at = plan_.stages[at].above) plan_.stages[at].leads_to_counted = true;
    }
  }

  const Root& root_;
  const ReadOptions& options_;
  Plan plan_;
  std::vector<Draft> drafts_;
  std::map<std::pair<const Node*, std::string>, std::size_t> stage_numbers_;
  std::map<std::string, std::pair<std::size_t, std::size_t>> places_;
  std::map<const Definition*, std::size_t> sample_numbers_;
  std::vector<std::map<Version, Slot>> slots_;
};

}  // namespace

Version version_of(const DefinitionPointer& definition, const std::string& variation) {
  return {definition.get(), definition->varies_with.contains(variation) ? variation : std::string()};
}

std::vector<Version> needs_of(const Version& one) {
  const Definition& definition = *one.definition;
  std::vector<Version> needs;
  for (const auto& [name, used] : definition.names) needs.push_back(version_of(used, one.variation));
  for (const auto& argument : definition.arguments) needs.push_back(version_of(argument, one.variation));
  if (definition.kind == Definition::Kind::varied) needs.push_back(chosen(one));
  return needs;
}

Plan make_plan(const Root& root, std::span<const std::shared_ptr<Booking>> bookings, const ReadOptions& options) {
  return Planner(root, options).plan(bookings);
}

std::vector<const Node*> counted_filters(const Booking& booking, std::vector<std::shared_ptr<const Node>>& kept) {
  std::vector<const Node*> filters;
  if (booking.counts_all_filters) {
    kept = booking.node->root->filters();
    for (const auto& filter : kept)
      if (!filter->filter_name.empty()) filters.push_back(filter.get());
    return filters;
  }
  for (const Node* at = booking.node.get(); at != nullptr; at = at->parent.get())
    if (at->kind == Node::Kind::filter && !at->filter_name.empty()) filters.push_back(at);
  std::ranges::reverse(filters);
  return filters;
}

VariationNames Booking::variations() const {
  VariationNames names = selecting(*node).varies_with;
  for (const DefinitionPointer& column : columns) names.insert(column->varies_with.begin(), column->varies_with.end());
  return names;
}

}  // namespace ramet::inline v1::frame::internal
