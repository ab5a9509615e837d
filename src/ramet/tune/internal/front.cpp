#include "ramet/tune/internal/front.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

namespace ramet::inline v1::tune::internal {
namespace {

auto key_of(const Costs& costs) noexcept { return std::tuple(costs.bytes, costs.write_seconds, costs.read_seconds); }

/// Of the pairs of times that it was given, those that none dominates. Threads: one thread.
class Staircase {
 public:
  /// Add a pair; returns whether no earlier one is as good in both.
  bool add(double write, double read) {
    const auto after = reads_.upper_bound(write);
    if (after != reads_.begin() && std::prev(after)->second <= read) return false;
    auto worse = reads_.lower_bound(write);
    while (worse != reads_.end() && worse->second >= read) worse = reads_.erase(worse);
    reads_.emplace(write, read);
    return true;
  }

 private:
  std::map<double, double> reads_;  // by time of writing; they fall
};

/// All choices, with their costs.
std::vector<Choice> all_choices(const Model& model) {
  std::vector<Choice> choices;
  const std::size_t groups = model.is_read.size();
  for (std::size_t cluster = 0; cluster < model.of_cluster.size(); ++cluster) {
    const std::size_t settings = groups == 0 ? 0 : model.of_cluster[cluster].front().size();
    Choice choice{.settings = {}, .cluster = cluster, .costs = {}};
    for (std::size_t group = 0; settings > 0;) {
      choice.costs = costs_of(model, choice);
      choices.push_back(choice);
      for (group = 0; group < groups && ++choice.settings.at(group) == settings; ++group) choice.settings.at(group) = 0;
      if (group == groups) break;
    }
  }
  return choices;
}

}  // namespace

Costs costs_of(const Model& model, const Choice& choice) {
  Costs costs = model.base[choice.cluster];
  for (std::size_t group = 0; group < model.is_read.size(); ++group) {
    const CodecCost& cost = model.of_cluster[choice.cluster][group][choice.settings.at(group)];
    costs.bytes += cost.bytes;
    costs.write_seconds += cost.compress_seconds + cost.bytes * model.seconds_per_written_byte;
    if (model.is_read[group]) costs.read_seconds += cost.decompress_seconds + cost.bytes * model.seconds_per_read_byte;
  }
  costs.write_seconds = std::max(0.0, costs.write_seconds);  // its parts are measured one by one, and may be negative
  costs.read_seconds = std::max(0.0, costs.read_seconds);
  return costs;
}

std::vector<Choice> pareto_front(const Model& model) {
  std::vector<Choice> choices = all_choices(model);
  std::ranges::stable_sort(choices, {}, [](const Choice& choice) { return key_of(choice.costs); });
  Staircase times;
  std::erase_if(
      choices, [&](const Choice& choice) { return !times.add(choice.costs.write_seconds, choice.costs.read_seconds); });
  return choices;
}

}  // namespace ramet::inline v1::tune::internal
