#include "ramet/frame/actions/histograms.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/frame/internal/fills/binned_partial.hpp"
#include "ramet/frame/internal/fills/cell_counts.hpp"
#include "ramet/frame/internal/fills/fill_columns.hpp"
#include "ramet/frame/internal/fills/partial_histogram.hpp"
#include "ramet/frame/internal/parts/json_text.hpp"
#include "ramet/frame/internal/parts/part_bytes.hpp"
#include "ramet/hist/detail/partial_sums.hpp"

namespace ramet::inline v1::frame {
namespace {

/// Histograms with more cells are not kept once for each task, if they count.
constexpr std::size_t most_cells_of_parts = 4096;

std::vector<std::string> with_weight(const std::vector<std::string>& columns,
                                     const std::optional<std::string>& weight) {
  std::vector<std::string> all = columns;
  if (weight) all.push_back(*weight);
  return all;
}

void require_count(const std::string& name, std::size_t wanted, std::size_t found) {
  if (wanted != found) detail::fail(ErrorKind::misuse, "{} takes {} columns, not {}", name, wanted, found);
}

/// The same ranges with one bin for each axis.
hist::Histogram one_bin_each(const hist::Histogram& model) {
  std::vector<hist::NamedAxis> axes;
  for (const hist::NamedAxis& axis : model.parts().axes)
    axes.push_back({.bins = hist::VariableAxis{{axis.bins.low(), axis.bins.high()}}});
  hist::HistogramParts parts;
  parts.axes = std::move(axes);
  return hist::Histogram::empty(std::move(parts));
}

bool can_be_shared(const hist::Histogram& model) {
  return model.cells() > most_cells_of_parts && !model.is_profile() && !model.is_weighted() &&
         std::ranges::all_of(model.parts().axes, [](const hist::NamedAxis& axis) { return axis.bins.has_range(); });
}

/// The same, as if it was filled without weights: while all of them are 1, TH1 keeps no sums of their squares.
hist::Histogram without_squared_weights(const hist::Histogram& histogram) {
  hist::HistogramParts parts = histogram.parts();
  if (parts.profile) {
    parts.profile->squared_weights.clear();
  } else {
    parts.squares.clear();
  }
  return hist::Histogram(std::move(parts));
}

/// The numbers of the cells of fills, x fastest. Threads: one thread.
class CellNumbers {
 public:
  template <class Visit>
  void each_block(std::span<const hist::NumberView> columns, std::span<const hist::NamedAxis> axes, Visit&& visit) {
    const std::size_t count = columns.front().size();
    for (std::size_t first = 0; first < count; first += block) {
      const std::size_t size = std::min(block, count - first);
      cells_.assign(size, 0);
      std::uint64_t stride = 1;
      for (std::size_t axis = 0; axis < axes.size(); ++axis) {
        values_.resize(size);
        bins_.resize(size);
        axes[axis].bins.indices(columns[axis].part(first, size).load(values_), bins_);
        for (std::size_t k = 0; k < size; ++k) cells_[k] += stride * bins_[k];
        stride *= axes[axis].bins.cells();
      }
      visit(first, std::span<const std::uint64_t>(cells_));
    }
  }

 private:
  static constexpr std::size_t block = 1024;
  std::vector<double> values_;
  std::vector<std::uint32_t> bins_;
  std::vector<std::uint64_t> cells_;
};

}  // namespace

std::string varied_name(const std::string& name, std::string_view variation) {
  std::string made = name + "_" + std::string(variation);
  std::ranges::replace(made, ':', '_');
  return made;
}

// --- axes that are given -------------------------------------------------------------------------------------------

/// A histogram of the fills of a task.
class HistogramAction::FillPartial : public internal::BinnedPartial {
 public:
  FillPartial(const std::string& name, const hist::Histogram& model, bool is_weighted)
      : sums(model), columns_(name), is_weighted_(is_weighted) {}

  void add(const Chosen& chosen) override {
    const std::span<const hist::NumberView> columns = columns_.align(chosen);
    if (!columns.front().empty()) fill(columns);
  }

  void add_binned(const Chosen& chosen, const hist::BinnedValues& values,
                  std::span<const std::uint32_t> rows) override {
    const hist::NumberView weights = is_weighted_ ? hist::NumberView::of(chosen.values[1]) : hist::NumberView();
    note_weights(weights);
    sums.fill(values, rows, weights);
  }

  internal::PartialHistogram sums;
  bool has_other_weights = false;  ///< than 1

 protected:
  virtual void fill(std::span<const hist::NumberView> columns) {
    if (is_weighted_) {
      note_weights(columns.back());
      sums.fill(columns.first(columns.size() - 1), columns.back());
    } else {
      sums.fill(columns, {});
    }
  }

 private:
  void note_weights(hist::NumberView weights) {
    has_other_weights = has_other_weights || internal::has_other_than_one(weights);
  }

  internal::FillColumns columns_;
  bool is_weighted_;
};

/// Moments of the fills of a task, and its counts, which go to the shared ones when it is done.
class HistogramAction::CellPartial final : public FillPartial {
 public:
  explicit CellPartial(const HistogramAction& action)
      : FillPartial(action.name(), action.moments_model_, false), counts(action.model_.cells()), action_(action) {}

  internal::CellCounts counts;

 protected:
  void fill(std::span<const hist::NumberView> columns) override {
    FillPartial::fill(columns);
    numbers_.each_block(columns, action_.model_.parts().axes,
                        [&](std::size_t, std::span<const std::uint64_t> cells) { counts.add(cells); });
  }

 private:
  const HistogramAction& action_;
  CellNumbers numbers_;
};

class HistogramAction::Parts final : public hist::PartialSums<internal::PartialHistogram> {};

HistogramAction::HistogramAction(hist::Histogram model, std::vector<std::string> columns,
                                 std::optional<std::string> weight)
    : model_(std::move(model)),
      total_(model_),
      columns_(std::move(columns)),
      weight_(std::move(weight)),
      is_shared_(!weight_ && can_be_shared(model_)),
      moments_model_(one_bin_each(model_)) {
  require_count(name(), model_.dimensions() + (model_.is_profile() ? 1 : 0), columns_.size());
  if (weight_) total_.keep_squared_weights();
}

HistogramAction::~HistogramAction() = default;

std::string HistogramAction::name() const { return "histogram '" + model_.parts().name + "'"; }

std::vector<std::string> HistogramAction::columns() const { return with_weight(columns_, weight_); }

void HistogramAction::check(std::span<const array::Type> types) const {
  internal::require_numbers(name(), columns(), types);
}

void HistogramAction::begin(std::span<const array::Type>, std::span<const Task>, const ReadOptions&) {
  parts_ = std::make_unique<Parts>();
  has_other_weights_.store(false, std::memory_order_relaxed);
  const MutexLock lock(mutex_);
  shared_.assign(is_shared_ ? model_.cells() : 0, 0);
}

const hist::Axis* HistogramAction::binned_axis() const noexcept {
  const bool is_plain = model_.dimensions() == 1 && !model_.is_profile() && !is_shared_;
  return is_plain ? &model_.parts().axes.front().bins : nullptr;
}

std::unique_ptr<Partial> HistogramAction::partial(const Task&) {
  if (is_shared_) return std::make_unique<CellPartial>(*this);
  return std::make_unique<FillPartial>(name(), total_, weight_.has_value());
}

void HistogramAction::end_task(const Task& task, std::unique_ptr<Partial> partial) {
  if (is_shared_) {
    const MutexLock lock(mutex_);
    static_cast<const CellPartial&>(*partial).counts.add_to(shared_);
  }
  auto& filled = static_cast<FillPartial&>(*partial);
  if (filled.has_other_weights) has_other_weights_.store(true, std::memory_order_relaxed);
  parts_->add(task.number, std::move(filled.sums));
}

void HistogramAction::finish() {
  const auto sums = std::move(*parts_).total();
  parts_.reset();
  if (sums && !is_shared_) sums->add_to(total_);
  if (weight_ && !model_.is_weighted() && !has_other_weights_.load(std::memory_order_relaxed))
    total_ = without_squared_weights(total_);
  if (!sums || !is_shared_) return;
  hist::Histogram moments = moments_model_;
  sums->add_to(moments);
  hist::HistogramParts counted = total_.empty_copy().parts();
  counted.moments = moments.parts().moments;
  {
    const MutexLock lock(mutex_);
    counted.contents = std::move(shared_);
    shared_.clear();
  }
  total_ += hist::Histogram(std::move(counted));
}

void HistogramAction::abandon() noexcept {
  parts_.reset();
  const MutexLock lock(mutex_);
  shared_.clear();
}

std::shared_ptr<Action> HistogramAction::copy_of_ended() const {
  auto copy = std::make_shared<HistogramAction>(model_, columns_, weight_);
  copy->has_other_weights_.store(has_other_weights_.load(std::memory_order_relaxed), std::memory_order_relaxed);
  copy->parts_ = std::make_unique<Parts>();
  if (parts_ != nullptr) copy->parts_->assign(*parts_);
  std::vector<double> counted;
  {
    const MutexLock lock(mutex_);
    counted = shared_;
  }
  const MutexLock lock(copy->mutex_);
  copy->shared_ = std::move(counted);
  return copy;
}

std::shared_ptr<Action> HistogramAction::varied(std::string_view variation) const {
  hist::HistogramParts parts = model_.parts();
  parts.name = varied_name(parts.name, variation);
  return std::make_shared<HistogramAction>(hist::Histogram(std::move(parts)), columns_, weight_);
}

/// What some tasks filled. Threads: a value.
struct HistogramAction::Filled {
  bool has_other_weights = false;
  std::vector<hist::PartialSums<internal::PartialHistogram>::Tree> trees;
  std::vector<double> shared;
};

std::string HistogramAction::described() const {
  internal::JsonText json;
  json.add("kind", "histogram").add("columns", columns_).add("weight", weight_);
  json.add_json("axes", internal::json_of(model_.parts().axes, name())).add("squares", model_.is_weighted());
  if (model_.is_profile() && model_.is_weighted() && !weight_)
    detail::fail(ErrorKind::unsupported, "{}: a profile that was filled with weights is filled here alone", name());
  if (const auto& profile = model_.parts().profile)
    json.add_json("profile", internal::JsonText()
                                 .add("errors", static_cast<std::uint64_t>(profile->errors))
                                 .add_json("low", internal::json_of(profile->lowest_height))
                                 .add_json("high", internal::json_of(profile->highest_height))
                                 .text());
  return json.text();
}

void HistogramAction::write_part(TaskRange, bytes::ByteWriter& to) {
  to.write(has_other_weights_.load(std::memory_order_relaxed));
  internal::write_trees<internal::PartialHistogram>(to, *parts_,
                                                    [&](const internal::PartialHistogram& sums) { sums.write(to); });
  const MutexLock lock(mutex_);
  internal::write_numbers(to, shared_);
  shared_.clear();
}

std::unique_ptr<Contribution> HistogramAction::read_part(bytes::ByteCursor& from, TaskRange tasks) const {
  Filled filled;
  filled.has_other_weights = from.read<bool>();
  filled.trees = internal::read_trees<internal::PartialHistogram>(
      from, tasks, [&] { return internal::PartialHistogram::read(from, summed()); });
  filled.shared = internal::read_doubles(from, is_shared_ ? model_.cells() : 0, "counts of cells");
  return internal::contribution_of(std::move(filled));
}

void HistogramAction::add_part(std::unique_ptr<Contribution> part) {
  auto& filled = internal::value_of<Filled>(*part);
  if (filled.has_other_weights) has_other_weights_.store(true, std::memory_order_relaxed);
  for (auto& tree : filled.trees) parts_->add(std::move(tree));
  const MutexLock lock(mutex_);
  for (std::size_t cell = 0; cell < filled.shared.size(); ++cell) shared_[cell] += filled.shared[cell];
}

// --- sparse cells --------------------------------------------------------------------------------------------------

/// The sums of filled cells, in the order in which they were first filled. Threads: a value.
class SparseHistogramAction::CellSums {
 public:
  explicit CellSums(std::size_t axes) : moments(hist::Moments::for_axes(axes)) {}

  void add(std::uint64_t cell, double weight, double squared_weight) {
    const auto [place, is_new] = places_.try_emplace(cell, cells.size());
    if (is_new) {
      cells.push_back(cell);
      contents.push_back(0);
      squares.push_back(0);
    }
    contents[place->second] += weight;
    squares[place->second] += squared_weight;
  }

  CellSums& operator+=(const CellSums& other) {
    for (std::size_t k = 0; k < other.cells.size(); ++k) add(other.cells[k], other.contents[k], other.squares[k]);
    moments.entries += other.moments.entries;
    moments.weights += other.moments.weights;
    moments.squared_weights += other.moments.squared_weights;
    for (std::size_t axis = 0; axis < moments.weighted_values.size(); ++axis) {
      moments.weighted_values[axis] += other.moments.weighted_values[axis];
      moments.weighted_squares[axis] += other.moments.weighted_squares[axis];
    }
    return *this;
  }

  std::vector<std::uint64_t> cells;
  std::vector<double> contents;
  std::vector<double> squares;
  hist::Moments moments;

 private:
  std::map<std::uint64_t, std::size_t> places_;
};

class SparseHistogramAction::CellPartial final : public Partial {
 public:
  explicit CellPartial(const SparseHistogramAction& action)
      : sums(action.model_.axes.size()), action_(action), columns_(action.name()) {}

  void add(const Chosen& chosen) override {
    const std::span<const hist::NumberView> columns = columns_.align(chosen);
    if (columns.front().empty()) return;
    const std::size_t count = columns.front().size();
    std::span<const double> weights;
    if (action_.weight_) {
      weights_.resize(count);
      weights = columns.back().load(weights_);
    }
    cells_.each_block(columns, action_.model_.axes, [&](std::size_t first, std::span<const std::uint64_t> cells) {
      for (std::size_t k = 0; k < cells.size(); ++k) {
        const double weight = weights.empty() ? 1 : weights[first + k];
        sums.add(cells[k], weight, weight * weight);
      }
    });
    add_moments(columns, weights, count);
  }

  CellSums sums;

 private:
  void add_moments(std::span<const hist::NumberView> columns, std::span<const double> weights, std::size_t count) {
    const std::size_t axes = action_.model_.axes.size();
    std::vector<std::vector<double>> scratch(axes, std::vector<double>(count));
    std::vector<std::span<const double>> values;
    for (std::size_t axis = 0; axis < axes; ++axis) values.push_back(columns[axis].load(scratch[axis]));
    std::vector<double> fill(axes);
    for (std::size_t k = 0; k < count; ++k) {
      bool is_inside = true;
      for (std::size_t axis = 0; axis < axes; ++axis) {
        fill[axis] = values[axis][k];
        const std::uint32_t bin = action_.model_.axes[axis].bins.index(fill[axis]);
        is_inside = is_inside && bin > 0 && bin <= action_.model_.axes[axis].bins.bins();
      }
      if (is_inside) sums.moments.add(fill, weights.empty() ? 1 : weights[k]);
    }
    sums.moments.entries += static_cast<double>(count);
  }

  const SparseHistogramAction& action_;
  internal::FillColumns columns_;
  CellNumbers cells_;
  std::vector<double> weights_;
};

class SparseHistogramAction::Parts final : public hist::PartialSums<CellSums> {};

SparseHistogramAction::SparseHistogramAction(hist::SparseHistogramParts model, std::vector<std::string> columns,
                                             std::optional<std::string> weight)
    : model_(std::move(model)), columns_(std::move(columns)), weight_(std::move(weight)) {
  require_count(name(), model_.axes.size(), columns_.size());
  std::uint64_t cells = 1;
  for (const hist::NamedAxis& axis : model_.axes)
    if (__builtin_mul_overflow(cells, axis.bins.cells(), &cells))
      detail::fail(ErrorKind::unsupported, "{} has more cells than 64 bits can number", name());
}

SparseHistogramAction::~SparseHistogramAction() = default;

std::vector<std::string> SparseHistogramAction::columns() const { return with_weight(columns_, weight_); }

void SparseHistogramAction::check(std::span<const array::Type> types) const {
  internal::require_numbers(name(), columns(), types);
}

void SparseHistogramAction::begin(std::span<const array::Type>, std::span<const Task>, const ReadOptions&) {
  parts_ = std::make_unique<Parts>();
}

std::unique_ptr<Partial> SparseHistogramAction::partial(const Task&) { return std::make_unique<CellPartial>(*this); }

void SparseHistogramAction::end_task(const Task& task, std::unique_ptr<Partial> partial) {
  parts_->add(task.number, std::move(static_cast<CellPartial&>(*partial).sums));
}

void SparseHistogramAction::finish() {
  CellSums sums = std::move(*parts_).total().value_or(CellSums(model_.axes.size()));
  parts_.reset();
  hist::SparseHistogramParts parts = model_;
  for (std::uint64_t cell : sums.cells)
    for (const hist::NamedAxis& axis : parts.axes) {
      parts.bins.push_back(static_cast<std::uint32_t>(cell % axis.bins.cells()));
      cell /= axis.bins.cells();
    }
  parts.contents = std::move(sums.contents);
  if (weight_) parts.squares = std::move(sums.squares);
  parts.moments = std::move(sums.moments);
  total_.emplace(std::move(parts));
}

std::shared_ptr<Action> SparseHistogramAction::copy_of_ended() const {
  auto copy = std::make_shared<SparseHistogramAction>(model_, columns_, weight_);
  copy->parts_ = std::make_unique<Parts>();
  if (parts_ != nullptr) copy->parts_->assign(*parts_);
  return copy;
}

std::string SparseHistogramAction::described() const {
  internal::JsonText json;
  json.add("kind", "sparse histogram").add("columns", columns_).add("weight", weight_);
  return json.add_json("axes", internal::json_of(model_.axes, name())).text();
}

void SparseHistogramAction::write_part(TaskRange, bytes::ByteWriter& to) {
  internal::write_trees<CellSums>(to, *parts_, [&](const CellSums& sums) {
    internal::write_numbers(to, sums.cells);
    internal::write_numbers(to, sums.contents);
    internal::write_numbers(to, sums.squares);
    internal::write_moments(to, sums.moments);
  });
}

std::unique_ptr<Contribution> SparseHistogramAction::read_part(bytes::ByteCursor& from, TaskRange tasks) const {
  std::uint64_t all_cells = 1;
  for (const hist::NamedAxis& axis : model_.axes) all_cells *= axis.bins.cells();
  return internal::contribution_of(internal::read_trees<CellSums>(from, tasks, [&] {
    CellSums sums(model_.axes.size());
    const std::vector<std::uint64_t> cells = internal::read_whole_numbers(from, "cells");
    const std::vector<double> contents = internal::read_doubles(from, cells.size(), "contents of cells");
    const std::vector<double> squares = internal::read_doubles(from, cells.size(), "squares of cells");
    for (std::size_t k = 0; k < cells.size(); ++k) {
      sums.add(cells[k], contents[k], squares[k]);
      if (cells[k] >= all_cells || sums.cells.size() != k + 1)
        detail::fail(ErrorKind::corrupt, "cell {} of {} is there twice, or none of {}", cells[k], name(), all_cells);
    }
    sums.moments = internal::read_moments(from, sums.moments);
    return sums;
  }));
}

void SparseHistogramAction::add_part(std::unique_ptr<Contribution> part) {
  using Trees = std::vector<hist::PartialSums<CellSums>::Tree>;
  for (auto& tree : internal::value_of<Trees>(*part)) parts_->add(std::move(tree));
}

std::shared_ptr<Action> SparseHistogramAction::varied(std::string_view variation) const {
  hist::SparseHistogramParts model = model_;
  model.name = varied_name(model.name, variation);
  return std::make_shared<SparseHistogramAction>(std::move(model), columns_, weight_);
}

}  // namespace ramet::inline v1::frame
