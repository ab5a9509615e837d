#include "ramet/expr/internal/run/loops/counted_runs.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "ramet/expr/internal/run/loops/loop_rounds.hpp"

namespace ramet::inline v1::expr {

namespace {

// Most loops are short: so many runs are written at once, and those too many are overwritten by the next point's.
constexpr std::size_t runs_at_once = 8;

// Numbers between these are the same in all whole types of 32 bits and more, apart from signs. Counters that are
// written too many are such numbers, too.
constexpr std::int64_t least_counter = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t most_counter = std::numeric_limits<std::int32_t>::max() - std::int64_t{runs_at_once};

// Work for the type of whole numbers of 32 bits and more.
template <class Work>
void with_whole(NumberType type, Work&& work) {
  if (type == NumberType::int32) return work(std::int32_t{});
  if (type == NumberType::uint32) return work(std::uint32_t{});
  if (type == NumberType::int64) return work(std::int64_t{});
  return work(std::uint64_t{});
}

// Those far beyond any counter, as they are compared with it, become its next neighbours.
std::vector<std::int64_t> within_counters(const Values& values, NumberType type, std::size_t points) {
  std::vector<std::int64_t> found(points);
  with_whole(type, [&]<class Number>(Number) {
    const Number* const numbers = values.numbers<Number>();
    for (std::size_t k = 0; k < points; ++k)
      if (std::cmp_greater(numbers[k], most_counter))
        found[k] = most_counter + 1;
      else if (std::cmp_less(numbers[k], least_counter))
        found[k] = least_counter - 1;
      else
        found[k] = static_cast<std::int64_t>(numbers[k]);
  });
  return found;
}

template <class Number>
void write_runs(std::uint32_t point, Number begin, std::size_t count, std::uint32_t* points, Number* numbers) {
  for (std::size_t first = 0; first < count; first += runs_at_once)
    for (std::size_t k = first; k < first + runs_at_once; ++k) {
      points[k] = point;
      numbers[k] = begin + static_cast<Number>(k);
    }
}

bool is_unsigned(NumberType type) noexcept { return type == NumberType::uint32 || type == NumberType::uint64; }

}  // namespace

std::optional<CountedRuns> CountedRuns::find(Evaluation& evaluation, std::uint32_t loop, Domain& domain,
                                             const Values& begins) {
  const Graph& graph = evaluation.graph();
  const LoopPlan::Counted& counted = *evaluation.loop_plan(loop).counted;
  const NodeId state = graph.loop(loop).states[counted.variable];
  const NumberType type = graph.node(state).type.number;
  const NumberType compared = graph.node(counted.bound).type.number;
  CountedRuns found(graph.loop(loop), state, type, domain);
  found.begins_ = within_counters(begins, type, domain.points());
  const std::vector<std::int64_t> bounds =
      within_counters(evaluation.values(counted.bound, domain), compared, domain.points());
  for (std::size_t k = 0; k < bounds.size(); ++k) {
    const std::int64_t begin = found.begins_[k];
    const std::int64_t end = bounds[k] + (counted.includes_bound ? 1 : 0);
    if (begin < (is_unsigned(compared) ? 0 : least_counter) || std::max(begin, end) > most_counter) return std::nullopt;
    const std::int64_t count = std::max<std::int64_t>(end - begin, 0);
    if (std::cmp_greater(count, points_ahead)) return std::nullopt;
    found.counts_[k] = static_cast<std::uint32_t>(count);
  }
  return found;
}

std::span<const bool> CountedRuns::has_runs() const {
  const std::span<bool> found = domain_->arena().make<bool>(counts_.size());
  std::ranges::transform(counts_, found.begin(), [](std::uint32_t count) { return count > 0; });
  return found;
}

std::unique_ptr<Domain> CountedRuns::next(Arena& memory) {
  std::size_t end = point_;
  std::size_t total = 0;
  while (end < counts_.size() && total + counts_[end] <= points_ahead) total += counts_[end++];
  if (total == 0) return nullptr;
  const auto up = memory.make<std::uint32_t>(total + runs_at_once);
  Values counters;
  with_whole(type_, [&]<class Number>(Number) {
    const auto numbers = memory.make<Number>(total + runs_at_once);
    for (std::size_t at = 0; point_ < end; at += counts_[point_++])
      write_runs(static_cast<std::uint32_t>(point_), static_cast<Number>(begins_[point_]), counts_[point_], &up[at],
                 &numbers[at]);
    counters = {.data = numbers.data()};
  });
  auto runs = std::make_unique<Domain>(*domain_, loop_->inside, up.first(total), false);
  runs->is_of_all_above = true;
  runs->keep(state_, counters);
  return runs;
}

Values CountedRuns::last() const {
  Values found;
  with_whole(type_, [&]<class Number>(Number) {
    const auto counters = domain_->arena().make<Number>(counts_.size());
    for (std::size_t k = 0; k < counts_.size(); ++k) counters[k] = static_cast<Number>(begins_[k] + counts_[k]);
    found = {.data = counters.data()};
  });
  return found;
}

}  // namespace ramet::inline v1::expr
