#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ramet/frame/actions/in_order.hpp"
#include "ramet/frame/pass.hpp"
#include "ramet/hist/binned/histogram.hpp"

namespace ramet::inline v1::frame::internal {

/// The contents of a TH1F, TH2F or TH3F as ROOT has them after fills with weights: each weight is added, rounded to a
/// float, to a float (TH1F::AddBinContent), one row after another. Sums of doubles differ from them in the seventh
/// digit. Tasks find the cells of their rows side by side, and hand them on in order. Threads: const-safe; `end` from
/// any.
class FloatContents {
 public:
  /// The fills of a task. Threads: one at a time.
  class Task {
   public:
    /// Whether a row had another weight than 1.
    bool is_weighted() const noexcept { return is_weighted_; }
    /// Take over the counts of each cell, of rows before the first weight: they are integers, and need no order.
    void count(std::span<const double> counts) { counts_.assign(counts.begin(), counts.end()); }
    /// Add rows from the first weight on; without weights all are 1.
    void add(const hist::Histogram& histogram, std::span<const std::span<const double>> columns,
             std::span<const double> weights);

   private:
    friend class FloatContents;

    struct Fill {
      std::uint32_t cell;
      float weight;
    };
    std::vector<Fill> fills_;
    std::vector<float> counts_;
    bool is_weighted_ = false;
  };

  /// Of a histogram to which rows are added; of other classes there is nothing to do.
  FloatContents(const hist::Histogram& histogram, const ReadOptions& options);

  bool are_wanted() const noexcept { return !contents_.empty(); }
  /// Take over the fills of a task.
  void end(std::size_t number, Task task);
  /// The histogram with these contents, if there were weights; otherwise it stays as it is.
  void replace_contents(hist::Histogram& filled) const;

 private:
  void take(const Task& task);

  std::vector<float> contents_;  // empty: not wanted
  bool is_weighted_ = false;
  InOrder<Task> order_;
};

}  // namespace ramet::inline v1::frame::internal
