#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "unit/frame/sample_frame.hpp"

#include "ramet/frame/actions/histograms.hpp"
#include "ramet/frame/running/part_runner.hpp"

/// Runs whose tasks a second frame does, as another process would.
namespace sample {

namespace hist = ramet::hist;
using frame::TaskRange;
using PartBytes = std::vector<std::byte>;

inline PartBytes part_of(const frame::PartRunner& runner, TaskRange tasks) {
  const ramet::bytes::Buffer part = runner.run(tasks);
  return {part.span().begin(), part.span().end()};
}

/// Does the tasks of a run in parts of a size, the last one first.
inline frame::DoElsewhere in_parts(const frame::PartRunner& runner, std::size_t size) {
  return [&runner, size](frame::TasksElsewhere& tasks) {
    const TaskRange wanted = tasks.wanted();
    std::vector<TaskRange> parts;
    for (std::size_t first = wanted.first; first < wanted.last; first += size)
      parts.push_back({first, std::min(first + size, wanted.last)});
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) tasks.take(part_of(runner, *part));
  };
}

inline hist::Histogram model_of(std::vector<hist::NamedAxis> axes, bool is_profile = false) {
  hist::HistogramParts parts{.name = "h", .axes = std::move(axes)};
  if (is_profile) parts.profile.emplace();
  return hist::Histogram::empty(std::move(parts));
}

inline hist::Histogram model_of(std::uint32_t bins, std::size_t axes, bool is_profile = false) {
  return model_of(std::vector<hist::NamedAxis>(axes, {.bins = hist::RegularAxis{bins, 0, 1e5}}), is_profile);
}

/// Every action that other processes can do.
struct EveryAction {
  explicit EveryAction(const Frame& of)
      : count(ask<frame::CountAction>(of)),
        sums(ask<frame::NumbersAction>(of, "z", "y")),
        one(ask<frame::HistogramAction>(of, model_of(20, 1), std::vector<std::string>{"z"})),
        weighted(ask<frame::HistogramAction>(of, model_of(20, 1), std::vector<std::string>{"v"}, "y")),
        many_cells(ask<frame::HistogramAction>(of, model_of(80, 2), std::vector<std::string>{"z", "x"})),
        profile(ask<frame::HistogramAction>(of, model_of(9, 1, true), std::vector<std::string>{"x", "z"}, "y")),
        sparse(ask<frame::SparseHistogramAction>(
            of, hist::SparseHistogramParts{.class_name = "THnSparseT<TArrayD>", .axes = model_of(9, 2).parts().axes},
            std::vector<std::string>{"z", "x"}, "y")),
        automatic(ask<frame::AutomaticHistogramAction>(of, hist::HistogramLabels{}, 30, "z", "y")),
        taken(ask<frame::TakeAction>(of, std::vector<std::string>{"v", "x"})) {}

  std::vector<frame::Booked> booked() const {
    return {count.booked,   sums.booked,   one.booked,       weighted.booked, many_cells.booked,
            profile.booked, sparse.booked, automatic.booked, taken.booked};
  }

  /// Whether the results have the same bits.
  bool operator==(const EveryAction& other) const {
    return count.action->count() == other.count.action->count() && sums.action->sums() == other.sums.action->sums() &&
           one.action->histogram() == other.one.action->histogram() &&
           weighted.action->histogram() == other.weighted.action->histogram() &&
           many_cells.action->histogram() == other.many_cells.action->histogram() &&
           profile.action->histogram() == other.profile.action->histogram() &&
           sparse.action->histogram() == other.sparse.action->histogram() &&
           automatic.action->histogram() == other.automatic.action->histogram() &&
           numbers_of<std::int32_t>(taken.action->values()[1]) ==
               numbers_of<std::int32_t>(other.taken.action->values()[1]) &&
           std::ranges::equal(taken.action->values()[0].items().numbers<float>(),
                              other.taken.action->values()[0].items().numbers<float>());
  }

  Asked<frame::CountAction> count;
  Asked<frame::NumbersAction> sums;
  Asked<frame::HistogramAction> one, weighted, many_cells, profile;
  Asked<frame::SparseHistogramAction> sparse;
  Asked<frame::AutomaticHistogramAction> automatic;
  Asked<frame::TakeAction> taken;
};

/// A frame of several tasks that says where it comes from.
inline Frame sent(const Threads& threads, std::size_t entries = many, std::uint64_t cluster = 1000) {
  return threads.of(counting_rows(entries, cluster), {.origin = R"({"entries":0})"});
}

}  // namespace sample
