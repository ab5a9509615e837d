#include "ramet/frame/internal/plan/binned_columns.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "ramet/frame/actions/histograms.hpp"

namespace ramet::inline v1::frame::internal {
namespace {

/// Each thread keeps about 50 kB of a column and axis, and some times that of lists: there are so many, lists counted
/// as more.
constexpr std::size_t most_columns = 128;
constexpr std::size_t columns_of_list = 8;

bool is_number(const Definition& column) {
  return column.type.kind == array::Kind::number && !column.is_optional && !column.tells_missing();
}

bool is_list(const Definition& column) {
  return column.type.kind == array::Kind::list && !column.is_optional && !column.tells_missing();
}

/// The axis of a histogram that takes cells, or null: of numbers, with a weight or without, or of lists without.
const hist::Axis* axis_of(const Booking& booking) {
  const auto* const histogram = dynamic_cast<const HistogramAction*>(booking.action.get());
  const bool is_of_numbers =
      std::ranges::all_of(booking.columns, [](const DefinitionPointer& column) { return is_number(*column); });
  const bool is_of_lists = booking.columns.size() == 1 && is_list(*booking.columns.front());
  return histogram != nullptr && (is_of_numbers || is_of_lists) ? histogram->binned_axis() : nullptr;
}

decltype(BinnedColumn::of) origin_of(const Plan& plan, std::size_t number, Slot slot) {
  const Stage& stage = plan.stages[number];
  for (const ColumnInput& input : stage.columns)
    if (input.slot == slot) return BinnedColumn::Column{input.group, input.place};
  for (const CarriedInput& input : stage.carried)
    if (input.slot == slot) return BinnedColumn::Stored{stage.above, input.above};
  return BinnedColumn::Stored{number, slot};
}

/// Numbers equal columns. Threads: one thread.
class Numbering {
 public:
  explicit Numbering(std::vector<BinnedColumn>& columns) : columns_(columns) {}

  std::size_t number(BinnedColumn column) {
    std::vector<std::size_t>& same = of_origin_[key_of(column.of)];
    for (const std::size_t known : same)
      if (columns_[known].axis == column.axis) return known;
    same.push_back(columns_.size());
    columns_.push_back(std::move(column));
    return same.back();
  }

 private:
  using Key = std::tuple<std::size_t, std::size_t, std::size_t>;
  static Key key_of(const decltype(BinnedColumn::of)& origin) {
    if (const auto* const column = std::get_if<BinnedColumn::Column>(&origin)) return {0, column->group, column->place};
    const auto& stored = std::get<BinnedColumn::Stored>(origin);
    return {1, stored.stage, stored.slot};
  }

  std::vector<BinnedColumn>& columns_;
  std::map<Key, std::vector<std::size_t>> of_origin_;
};

/// Leave those that are used once, and those above the limit.
void keep_shared(Plan& plan) {
  std::vector<std::size_t> numbers;
  std::vector<BinnedColumn> kept;
  std::size_t room = most_columns;
  for (BinnedColumn& column : plan.binned) {
    const std::size_t size = column.is_list ? columns_of_list : 1;
    const bool is_kept = column.uses > 1 && size <= room;
    if (is_kept) room -= size;
    numbers.push_back(is_kept ? kept.size() : none);
    if (is_kept) kept.push_back(std::move(column));
  }
  plan.binned = std::move(kept);
  for (Stage& stage : plan.stages)
    for (ActionUse& use : stage.uses)
      if (use.binned != none) use.binned = numbers[use.binned];
}

/// For each slot of a stage the fewest results that share its cells; 0 if it is wanted for something else, too.
std::vector<std::size_t> sharing_of(const Plan& plan, const Stage& stage) {
  std::vector<std::size_t> sharing(stage.slots, none);
  const auto want = [&](Slot slot) { sharing[slot] = 0; };
  for (const ActionUse& use : stage.uses)
    for (std::size_t k = 0; k < use.columns.size(); ++k) {
      std::size_t& least = sharing[use.columns[k]];
      least = std::min(least, k == 0 && use.binned != none ? plan.binned[use.binned].uses : 0);
    }
  for (const Level& level : stage.levels) {
    std::ranges::for_each(level.inputs, want);
    for (const FunctionCall& call : level.calls) std::ranges::for_each(call.arguments, want);
  }
  for (const std::size_t below : stage.below) {
    for (const CarriedInput& input : plan.stages[below].carried) want(input.above);
    if (plan.stages[below].passes != none) want(plan.stages[below].passes);
  }
  return sharing;
}

}  // namespace

void find_binned_columns(Plan& plan) {
  Numbering numbering(plan.binned);
  for (std::size_t number = 0; number < plan.stages.size(); ++number)
    for (ActionUse& use : plan.stages[number].uses) {
      const hist::Axis* const axis = axis_of(*plan.actions[use.action].booking);
      if (axis == nullptr) continue;
      use.binned = numbering.number({.of = origin_of(plan, number, use.columns.front()),
                                     .axis = *axis,
                                     .is_list = is_list(*plan.actions[use.action].booking->columns.front())});
      ++plan.binned[use.binned].uses;
    }
  keep_shared(plan);
  for (Stage& stage : plan.stages) {
    const std::vector<std::size_t> sharing = sharing_of(plan, stage);
    for (ColumnInput& input : stage.columns)
      if (sharing[input.slot] != none) input.sharing = sharing[input.slot];
    for (CarriedInput& input : stage.carried)
      if (sharing[input.slot] != none) input.sharing = sharing[input.slot];
  }
}

}  // namespace ramet::inline v1::frame::internal
