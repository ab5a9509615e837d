#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ramet/core/function_ref.hpp"
#include "ramet/frame/drawing/rows.hpp"
#include "ramet/frame/pass.hpp"
#include "ramet/hist/detail/good_limits.hpp"

namespace ramet::inline v1::frame::internal {

/// The rows of a query, task by task: those of as many tasks as memory is allowed for stay, others are computed again
/// when they are wanted. Threads: one thread; the work is done on many.
class Survey {
 public:
  /// Rows of at most so many bytes stay in memory.
  static constexpr std::size_t most_kept_bytes = std::size_t{256} << 20;

  /// Each task of the pass has at least so many entries.
  Survey(const RowsQuery& query, std::uint64_t least_entries, const ReadOptions& options);

  std::size_t tasks() const noexcept { return pass_.tasks().size(); }

  /// Look at all rows once: counts, spans and labels are known then, and many are kept.
  void run();
  std::uint64_t count() const noexcept;
  std::uint64_t count(std::size_t task) const noexcept { return summaries_[task].count; }
  /// The values of an expression in a task.
  const hist::ValueSpan& span(std::size_t task, std::size_t dimension) const {
    return summaries_[task].spans[dimension];
  }
  /// Of each expression that is a text, its values in the order in which they first come.
  const std::vector<std::vector<std::string>>& labels() const noexcept { return labels_; }

  /// Call `body` with the rows of a task; texts are the numbers of labels() plus 0.5, the middle of their bins.
  void with_rows(std::size_t task, FunctionRef<void(const DrawnRows&)> body);
  /// The same for all tasks, from many threads at once.
  void for_each_task(FunctionRef<void(std::size_t task, const DrawnRows&)> body);

  /// Call `body` with the rows of each batch as they come, from many threads at once, and `end` behind the last one of
  /// a task: nothing is kept.
  void for_each_batch(FunctionRef<void(std::size_t task, const expr::DrawRows&)> body,
                      FunctionRef<void(std::size_t task)> end);

 private:
  struct Summary {
    std::uint64_t count = 0;
    std::vector<hist::ValueSpan> spans;
    bool is_kept = false;
  };

  DrawnRows computed(TaskBatches& batches);
  void number(DrawnRows& rows) const;

  const RowsQuery& query_;
  const ReadOptions& options_;
  Pass pass_;
  std::vector<std::uint64_t> file_starts_;
  std::vector<std::unique_ptr<RowsEvaluator>> evaluators_;  // of each slot
  std::vector<Summary> summaries_;                          // of each task
  std::vector<DrawnRows> kept_;                             // of each task, empty if they are not kept
  std::atomic<std::size_t> kept_bytes_ = 0;
  std::vector<std::vector<std::string>> labels_;
  std::vector<std::map<std::string, double, std::less<>>> middles_;  // of the labels' bins
};

}  // namespace ramet::inline v1::frame::internal
