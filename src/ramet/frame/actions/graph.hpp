#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/frame/action.hpp"
#include "ramet/frame/actions/take.hpp"
#include "ramet/hist/figures/graph.hpp"

namespace ramet::inline v1::frame {

/// The columns that have the errors of a graph's points along x and y: none, one, or those of the lower and the upper
/// errors. Threads: a value.
struct GraphErrors {
  std::vector<std::string> x = {};
  std::vector<std::string> y = {};
};

/// Makes a graph of the values of columns: x, y, then those of their errors. Threads: as Action.
class GraphAction final : public Action {
 public:
  /// Throws Error(misuse) for more than two columns of errors along an axis.
  GraphAction(std::string x, std::string y, const GraphErrors& errors);

  std::string name() const override { return "graph of " + x_ + " and " + y_; }
  std::vector<std::string> columns() const override { return taken_->columns(); }
  /// Columns are numbers or lists of numbers.
  void check(std::span<const array::Type> types) const override;
  void begin(std::span<const array::Type> types, std::span<const Task> tasks, const ReadOptions& options) override {
    taken_->begin(types, tasks, options);
  }
  std::unique_ptr<Partial> partial(const Task& task) override { return taken_->partial(task); }
  void end_task(const Task& task, std::unique_ptr<Partial> partial) override {
    taken_->end_task(task, std::move(partial));
  }
  void finish() override { taken_->finish(); }
  std::shared_ptr<Action> copy_of_ended() const override;
  std::shared_ptr<Action> varied(std::string_view variation) const override;

  /// The points, one for each entry or element. Throws Error(misuse), naming both columns, if they have different
  /// numbers of values.
  hist::Graph graph() const;

 private:
  std::string x_;
  std::string y_;
  GraphErrors errors_;
  std::shared_ptr<Action> taken_;  // a TakeAction
};

}  // namespace ramet::inline v1::frame
