#include <algorithm>
#include <cmath>
#include <utility>

#include "ramet/frame/actions/histograms.hpp"
#include "ramet/frame/internal/fills/fill_columns.hpp"
#include "ramet/frame/internal/parts/json_text.hpp"
#include "ramet/frame/internal/parts/part_bytes.hpp"
#include "ramet/hist/detail/good_limits.hpp"

namespace ramet::inline v1::frame {
namespace {

/// A TH1 keeps so many fills before it chooses its range.
constexpr std::size_t buffered_fills = 1000;

/// How many values there are before the first for which the axis has to be extended.
std::size_t count_inside(const hist::Axis& axis, std::span<const double> values) {
  hist::ValueSpan span;
  span.add(values);
  if (span.empty() || !axis.has_range() || (span.low >= axis.low() && span.high < axis.high())) return values.size();
  const auto is_outside = [&](double value) {
    return std::isfinite(value) && (value < axis.low() || value >= axis.high());
  };
  return static_cast<std::size_t>(std::ranges::find_if(values, is_outside) - values.begin());
}

/// The contents in an axis that was extended: its bins are those of the former, or joined.
hist::Histogram1D rebinned(const hist::Histogram1D& from, const hist::Axis& axis) {
  const std::span<const double> contents = from.contents();
  const std::span<const double> squares = from.squared_weights();
  std::vector<double> joined(axis.cells(), 0);
  std::vector<double> joined_squares(squares.empty() ? 0 : axis.cells(), 0);
  for (std::uint32_t cell = 0; cell < from.axis().cells(); ++cell) {
    std::uint32_t to = cell;  // underflow, overflow
    if (cell > 0 && cell <= from.axis().bins()) to = axis.index(from.axis().center(cell));
    joined[to] += contents[cell];
    if (!squares.empty()) joined_squares[to] += squares[cell];
  }
  return {from.labels(), axis, std::move(joined), std::move(joined_squares), from.statistics()};
}

}  // namespace

class AutomaticHistogramAction::ValuesPartial final : public Partial {
 public:
  explicit ValuesPartial(const std::string& name) : columns_(name) {}

  void add(const Chosen& chosen) override {
    const std::span<const hist::NumberView> columns = columns_.align(chosen);
    append(values, columns[0]);
    if (columns.size() > 1) append(weights, columns[1]);
  }

  std::vector<double> values;
  std::vector<double> weights;

 private:
  static void append(std::vector<double>& to, const hist::NumberView& view) {
    const std::size_t before = to.size();
    to.resize(before + view.size());
    const std::span<double> place = std::span(to).subspan(before);
    const std::span<const double> loaded = view.load(place);
    if (loaded.data() != place.data()) std::ranges::copy(loaded, place.begin());
  }

  internal::FillColumns columns_;
};

AutomaticHistogramAction::AutomaticHistogramAction(hist::HistogramLabels labels, std::uint32_t bins, std::string column,
                                                   std::optional<std::string> weight)
    : labels_(std::move(labels)), bins_(bins), column_(std::move(column)), weight_(std::move(weight)) {}

AutomaticHistogramAction::~AutomaticHistogramAction() = default;

std::vector<std::string> AutomaticHistogramAction::columns() const {
  return weight_ ? std::vector<std::string>{column_, *weight_} : std::vector<std::string>{column_};
}

void AutomaticHistogramAction::check(std::span<const array::Type> types) const {
  internal::require_numbers(name(), columns(), types);
}

void AutomaticHistogramAction::begin(std::span<const array::Type>, std::span<const Task> tasks, const ReadOptions&) {
  const MutexLock lock(mutex_);
  waiting_.clear();
  waiting_.resize(tasks.size());
  next_ = 0;
  is_part_ = false;
  first_values_.clear();
  first_weights_.clear();
  has_other_weights_ = false;
  total_.reset();
}

std::unique_ptr<Partial> AutomaticHistogramAction::partial(const Task&) {
  return std::make_unique<ValuesPartial>(name());
}

void AutomaticHistogramAction::end_task(const Task& task, std::unique_ptr<Partial> partial) {
  const MutexLock lock(mutex_);
  waiting_[task.number].reset(static_cast<ValuesPartial*>(partial.release()));
  if (!is_part_) take_waiting();
}

void AutomaticHistogramAction::take_waiting() {
  for (; next_ < waiting_.size() && waiting_[next_] != nullptr; ++next_) {
    take(*waiting_[next_]);
    waiting_[next_].reset();
  }
}

void AutomaticHistogramAction::take(const ValuesPartial& part) {
  std::span<const double> values = part.values;
  std::span<const double> weights = part.weights;
  has_other_weights_ = has_other_weights_ || internal::has_other_than_one(weights);
  if (!total_) {
    const std::size_t taken = std::min(buffered_fills - first_values_.size(), values.size());
    first_values_.insert(first_values_.end(), values.begin(), values.begin() + static_cast<std::ptrdiff_t>(taken));
    values = values.subspan(taken);
    if (weight_) {
      first_weights_.insert(first_weights_.end(), weights.begin(),
                            weights.begin() + static_cast<std::ptrdiff_t>(taken));
      weights = weights.subspan(taken);
    }
    if (values.empty()) return;
    choose_axis();
  }
  fill(values, weights);
}

void AutomaticHistogramAction::choose_axis() {
  hist::ValueSpan span;
  span.add(first_values_);
  span.has_infinite = false;  // the buffer of a TH1 leaves them out, as it does NaN
  total_.emplace(labels_, hist::good_axis(bins_, span, hist::AxisValues::any));
  if (weight_) total_->keep_squared_weights();
  fill(first_values_, first_weights_);
}

/// Values before one that is out of range are filled in the narrow bins: beside an edge, it matters which bin was
/// joined.
void AutomaticHistogramAction::fill(std::span<const double> values, std::span<const double> weights) {
  while (!values.empty()) {
    const hist::Axis axis = total_->axis();
    std::size_t inside = count_inside(axis, values);
    const hist::Axis extended = inside < values.size() ? hist::extended_to(axis, values[inside]) : axis;
    if (extended == axis) inside = values.size();  // no axis has such a range
    if (weight_) {
      total_->fill(values.first(inside), weights.first(inside));
      weights = weights.subspan(inside);
    } else {
      total_->fill(values.first(inside));
    }
    values = values.subspan(inside);
    if (!values.empty()) *total_ = rebinned(*total_, extended);
  }
}

void AutomaticHistogramAction::finish() {
  const MutexLock lock(mutex_);
  if (!total_ && !first_values_.empty()) choose_axis();
  if (!total_) total_.emplace(labels_, hist::Axis::without_range(bins_));
  if (weight_ && !has_other_weights_) {
    const std::span<const double> contents = total_->contents();
    total_ = hist::Histogram1D(labels_, total_->axis(), {contents.begin(), contents.end()}, {}, total_->statistics());
  }
  waiting_.clear();
}

std::shared_ptr<Action> AutomaticHistogramAction::copy_of_ended() const {
  auto copy = std::make_shared<AutomaticHistogramAction>(labels_, bins_, column_, weight_);
  const MutexLock lock(mutex_);
  const MutexLock lock_of_copy(copy->mutex_);
  for (const auto& part : waiting_) {
    std::unique_ptr<ValuesPartial>& copied = copy->waiting_.emplace_back();
    if (part == nullptr) continue;
    copied = std::make_unique<ValuesPartial>(name());
    copied->values = part->values;
    copied->weights = part->weights;
  }
  copy->next_ = next_;
  copy->is_part_ = is_part_;
  copy->first_values_ = first_values_;
  copy->first_weights_ = first_weights_;
  copy->has_other_weights_ = has_other_weights_;
  copy->total_ = total_;
  return copy;
}

std::string AutomaticHistogramAction::described() const {
  internal::JsonText json;
  json.add("kind", "automatic histogram").add("columns", std::vector{column_}).add("weight", weight_);
  return json.add("bins", std::uint64_t{bins_}).text();
}

void AutomaticHistogramAction::begin_part(std::span<const array::Type> types, std::span<const Task> tasks, TaskRange,
                                          const ReadOptions& options) {
  begin(types, tasks, options);
  const MutexLock lock(mutex_);
  is_part_ = true;
}

/// The range depends on the first values of all, so the values themselves are written.
void AutomaticHistogramAction::write_part(TaskRange tasks, bytes::ByteWriter& to) {
  const MutexLock lock(mutex_);
  for (std::size_t task = tasks.first; task < tasks.last; ++task) {
    auto& part = waiting_.at(task);
    internal::write_numbers(to, part->values);
    internal::write_numbers(to, part->weights);
    part.reset();
  }
}

std::unique_ptr<AutomaticHistogramAction::ValuesPartial> AutomaticHistogramAction::read_values(
    bytes::ByteCursor& from) const {
  auto values = std::make_unique<ValuesPartial>(name());
  values->values = internal::read_doubles(from, "values");
  values->weights = internal::read_doubles(from, weight_ ? values->values.size() : 0, "weights");
  return values;
}

std::unique_ptr<Contribution> AutomaticHistogramAction::read_part(bytes::ByteCursor& from, TaskRange tasks) const {
  std::vector<Numbered> values;
  for (std::size_t task = tasks.first; task < tasks.last; ++task) values.emplace_back(task, read_values(from));
  return internal::contribution_of(std::move(values));
}

void AutomaticHistogramAction::add_part(std::unique_ptr<Contribution> part) {
  const MutexLock lock(mutex_);
  for (Numbered& one : internal::value_of<std::vector<Numbered>>(*part)) waiting_.at(one.first) = std::move(one.second);
  take_waiting();
}

std::shared_ptr<Action> AutomaticHistogramAction::varied(std::string_view variation) const {
  hist::HistogramLabels labels = labels_;
  labels.name = varied_name(labels.name, variation);
  return std::make_shared<AutomaticHistogramAction>(std::move(labels), bins_, column_, weight_);
}

}  // namespace ramet::inline v1::frame
