#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ramet/core/mutex.hpp"
#include "ramet/frame/actions/portable.hpp"
#include "ramet/hist/binned/histogram.hpp"
#include "ramet/hist/binned/sparse_histogram.hpp"

namespace ramet::inline v1::frame {

/// Fills a histogram or profile of any number of axes: a column for each axis, then for a profile the heights. Lists
/// are filled element by element. Threads: as Action.
class HistogramAction final : public PortableAction {
 public:
  /// The contents of the model stay. With weights that are not all 1, sums of their squares are kept. Throws
  /// Error(misuse) for a wrong number of columns.
  HistogramAction(hist::Histogram model, std::vector<std::string> columns, std::optional<std::string> weight = {});
  ~HistogramAction() override;

  std::string name() const override;
  std::vector<std::string> columns() const override;
  void check(std::span<const array::Type> types) const override;
  void begin(std::span<const array::Type> types, std::span<const Task> tasks, const ReadOptions& options) override;
  std::unique_ptr<Partial> partial(const Task& task) override;
  void end_task(const Task& task, std::unique_ptr<Partial> partial) override;
  void finish() override;
  void abandon() noexcept override;
  std::shared_ptr<Action> copy_of_ended() const override;
  std::shared_ptr<Action> varied(std::string_view variation) const override;
  std::string described() const override;
  void write_part(TaskRange tasks, bytes::ByteWriter& to) override;
  std::unique_ptr<Contribution> read_part(bytes::ByteCursor& from, TaskRange tasks) const override;
  void add_part(std::unique_ptr<Contribution> part) override;

  const hist::Histogram& histogram() const noexcept { return total_; }
  /// The axis of which its partials, which are BinnedPartials then, take values with their cells; null if they do not.
  const hist::Axis* binned_axis() const noexcept;

 private:
  class FillPartial;
  class CellPartial;
  class Parts;
  struct Filled;

  /// What the sums of tasks are parts of.
  const hist::Histogram& summed() const noexcept { return is_shared_ ? moments_model_ : total_; }

  hist::Histogram model_;
  hist::Histogram total_;
  std::vector<std::string> columns_;
  std::optional<std::string> weight_;
  /// Counts in many cells are exact in any order: one array for all threads. The moments come from this, which has the
  /// same ranges and one bin for each axis.
  bool is_shared_ = false;
  hist::Histogram moments_model_;
  std::atomic<bool> has_other_weights_ = false;  ///< than 1
  mutable Mutex mutex_;
  std::vector<double> shared_ RAMET_GUARDED_BY(mutex_);
  std::unique_ptr<Parts> parts_;
};

/// Fills a sparse histogram, whose cells are in the order in which they were first filled. Threads: as Action.
class SparseHistogramAction final : public PortableAction {
 public:
  /// A model without contents. Throws Error(misuse) for a wrong number of columns, Error(unsupported) for axes with
  /// more cells than 64 bits can number.
  SparseHistogramAction(hist::SparseHistogramParts model, std::vector<std::string> columns,
                        std::optional<std::string> weight = {});
  ~SparseHistogramAction() override;

  std::string name() const override { return "histogram '" + model_.name + "'"; }
  std::vector<std::string> columns() const override;
  void check(std::span<const array::Type> types) const override;
  void begin(std::span<const array::Type> types, std::span<const Task> tasks, const ReadOptions& options) override;
  std::unique_ptr<Partial> partial(const Task& task) override;
  void end_task(const Task& task, std::unique_ptr<Partial> partial) override;
  void finish() override;
  std::shared_ptr<Action> copy_of_ended() const override;
  std::shared_ptr<Action> varied(std::string_view variation) const override;
  std::string described() const override;
  void write_part(TaskRange tasks, bytes::ByteWriter& to) override;
  std::unique_ptr<Contribution> read_part(bytes::ByteCursor& from, TaskRange tasks) const override;
  void add_part(std::unique_ptr<Contribution> part) override;

  const hist::SparseHistogram& histogram() const noexcept { return *total_; }

 private:
  class CellSums;
  class CellPartial;
  class Parts;

  hist::SparseHistogramParts model_;
  std::vector<std::string> columns_;
  std::optional<std::string> weight_;
  std::optional<hist::SparseHistogram> total_;
  std::unique_ptr<Parts> parts_;
};

/// Fills a histogram of one axis whose range is found as TH1 finds it: from the first 1,000 fills, then doubled until
/// it has the later ones. Threads: as Action.
class AutomaticHistogramAction final : public PortableAction {
 public:
  AutomaticHistogramAction(hist::HistogramLabels labels, std::uint32_t bins, std::string column,
                           std::optional<std::string> weight = {});
  ~AutomaticHistogramAction() override;

  std::string name() const override { return "histogram '" + labels_.name + "'"; }
  std::vector<std::string> columns() const override;
  void check(std::span<const array::Type> types) const override;
  void begin(std::span<const array::Type> types, std::span<const Task> tasks, const ReadOptions& options) override;
  std::unique_ptr<Partial> partial(const Task& task) override;
  void end_task(const Task& task, std::unique_ptr<Partial> partial) override;
  void finish() override;
  std::shared_ptr<Action> copy_of_ended() const override;
  std::shared_ptr<Action> varied(std::string_view variation) const override;
  std::string described() const override;
  void begin_part(std::span<const array::Type> types, std::span<const Task> tasks, TaskRange part,
                  const ReadOptions& options) override;
  void write_part(TaskRange tasks, bytes::ByteWriter& to) override;
  std::unique_ptr<Contribution> read_part(bytes::ByteCursor& from, TaskRange tasks) const override;
  void add_part(std::unique_ptr<Contribution> part) override;

  const hist::Histogram1D& histogram() const noexcept { return *total_; }

 private:
  class ValuesPartial;

  using Numbered = std::pair<std::size_t, std::unique_ptr<ValuesPartial>>;
  std::unique_ptr<ValuesPartial> read_values(bytes::ByteCursor& from) const;
  void take_waiting() RAMET_REQUIRES(mutex_);
  void take(const ValuesPartial& part) RAMET_REQUIRES(mutex_);
  void choose_axis() RAMET_REQUIRES(mutex_);
  void fill(std::span<const double> values, std::span<const double> weights) RAMET_REQUIRES(mutex_);

  hist::HistogramLabels labels_;
  std::uint32_t bins_;
  std::string column_;
  std::optional<std::string> weight_;
  mutable Mutex mutex_;
  std::vector<std::unique_ptr<ValuesPartial>> waiting_ RAMET_GUARDED_BY(mutex_);  // of each task
  std::size_t next_ RAMET_GUARDED_BY(mutex_) = 0;
  bool is_part_ RAMET_GUARDED_BY(mutex_) = false;  ///< what tasks give is not taken here
  std::vector<double> first_values_ RAMET_GUARDED_BY(mutex_);
  std::vector<double> first_weights_ RAMET_GUARDED_BY(mutex_);
  bool has_other_weights_ RAMET_GUARDED_BY(mutex_) = false;  ///< than 1
  std::optional<hist::Histogram1D> total_;
};

/// The name of a histogram for a variation, as ROOT makes it: "h" and "met:up" give "h_met_up".
std::string varied_name(const std::string& name, std::string_view variation);

}  // namespace ramet::inline v1::frame
