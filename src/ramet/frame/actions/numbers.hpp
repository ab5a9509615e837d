#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ramet/core/mutex.hpp"
#include "ramet/frame/actions/portable.hpp"

namespace ramet::inline v1::frame {

/// Sums of numbers, as doubles, which values that are no number go into, and the smallest and largest of the others,
/// which an action ends as NaN if there are no others. Threads: a value.
struct NumberSums {
  std::uint64_t count = 0;
  double sum = 0;
  double mean = 0;     ///< weighted, if there are weights
  double squares = 0;  ///< the sum of weighted squares of the distances to the mean
  double minimum = std::numeric_limits<double>::max();
  double maximum = std::numeric_limits<double>::lowest();
  double weights = 0;  ///< the count without weights
  double squared_weights = 0;

  NumberSums& operator+=(const NumberSums& other) noexcept;
  /// Of the sample: divided by the count less 1; 0 for fewer than two.
  double standard_deviation() const noexcept;
  bool operator==(const NumberSums&) const = default;
};

/// Counts the entries that come. Threads: as Action.
class CountAction final : public PortableAction {
 public:
  std::string name() const override { return "count"; }
  std::vector<std::string> columns() const override { return {}; }
  void check(std::span<const array::Type>) const override {}
  void begin(std::span<const array::Type> types, std::span<const Task> tasks, const ReadOptions& options) override;
  std::unique_ptr<Partial> partial(const Task& task) override;
  void end_task(const Task& task, std::unique_ptr<Partial> partial) override;
  void finish() override {}
  std::shared_ptr<Action> copy_of_ended() const override;
  std::shared_ptr<Action> varied(std::string_view) const override { return std::make_shared<CountAction>(); }
  std::string described() const override;
  void write_part(TaskRange tasks, bytes::ByteWriter& to) override;
  std::unique_ptr<Contribution> read_part(bytes::ByteCursor& from, TaskRange tasks) const override;
  void add_part(std::unique_ptr<Contribution> part) override;

  std::uint64_t count() const noexcept;

 private:
  mutable Mutex mutex_;
  std::uint64_t count_ RAMET_GUARDED_BY(mutex_) = 0;
};

/// Sums the numbers of a column, also those in lists, with or without weights. Threads: as Action.
class NumbersAction final : public PortableAction {
 public:
  explicit NumbersAction(std::string column, std::optional<std::string> weight = {});
  ~NumbersAction() override;

  std::string name() const override { return "sums of '" + column_ + "'"; }
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

  const NumberSums& sums() const noexcept { return total_; }

 private:
  class Parts;

  std::string column_;
  std::optional<std::string> weight_;
  std::unique_ptr<Parts> parts_;
  NumberSums total_;
};

}  // namespace ramet::inline v1::frame
