#include "ramet/frame/actions/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ramet/frame/internal/fills/fill_columns.hpp"
#include "ramet/frame/internal/parts/json_text.hpp"
#include "ramet/frame/internal/parts/part_bytes.hpp"
#include "ramet/hist/detail/partial_sums.hpp"

namespace ramet::inline v1::frame {
namespace {

class CountPartial final : public Partial {
 public:
  void add(const Chosen& chosen) override { count += chosen.count; }
  std::uint64_t count = 0;
};

/// The sums of some numbers, whose mean is found first. Four sums at a time, so that one addition does not wait for the
/// one before.
NumberSums sums_of(std::span<const double> values, std::span<const double> weights) {
  NumberSums sums;
  sums.count = values.size();
  const auto sum = [&](auto&& term) {
    double parts[4] = {0, 0, 0, 0};
    std::size_t k = 0;
    for (; k + 4 <= values.size(); k += 4)
      for (std::size_t part = 0; part < 4; ++part) parts[part] += term(k + part);
    for (; k < values.size(); ++k) parts[0] += term(k);
    return (parts[0] + parts[1]) + (parts[2] + parts[3]);
  };
  sums.sum = sum([&](std::size_t k) { return values[k]; });
  sums.weights = static_cast<double>(values.size());
  sums.squared_weights = sums.weights;
  double weighted = sums.sum;
  if (!weights.empty()) {
    sums.weights = sum([&](std::size_t k) { return weights[k]; });
    sums.squared_weights = sum([&](std::size_t k) { return weights[k] * weights[k]; });
    weighted = sum([&](std::size_t k) { return weights[k] * values[k]; });
  }
  sums.mean = sums.weights == 0 ? 0 : weighted / sums.weights;
  const double mean = sums.mean;
  sums.squares = weights.empty()
                     ? sum([&](std::size_t k) { return (values[k] - mean) * (values[k] - mean); })
                     : sum([&](std::size_t k) { return weights[k] * (values[k] - mean) * (values[k] - mean); });
  for (const double value : values) {
    sums.minimum = value < sums.minimum ? value : sums.minimum;
    sums.maximum = value > sums.maximum ? value : sums.maximum;
  }
  return sums;
}

class NumbersPartial final : public Partial {
 public:
  explicit NumbersPartial(const std::string& name) : columns_(name) {}

  void add(const Chosen& chosen) override {
    const std::span<const hist::NumberView> views = columns_.align(chosen);
    if (views[0].empty()) return;
    values_.resize(views[0].size());
    const std::span<const double> values = views[0].load(values_);
    std::span<const double> weights;
    if (views.size() > 1) {
      weights_.resize(views[1].size());
      weights = views[1].load(weights_);
    }
    sums += sums_of(values, weights);
  }

  NumberSums sums;

 private:
  internal::FillColumns columns_;
  std::vector<double> values_;
  std::vector<double> weights_;
};

}  // namespace

NumberSums& NumberSums::operator+=(const NumberSums& other) noexcept {
  if (other.count == 0) return *this;
  if (count == 0) return *this = other;
  const double both = weights + other.weights;
  const double distance = other.mean - mean;
  if (both != 0) {
    mean += distance * (other.weights / both);
    squares += other.squares + distance * distance * (weights * other.weights / both);
  }
  count += other.count;
  sum += other.sum;
  minimum = std::min(minimum, other.minimum);
  maximum = std::max(maximum, other.maximum);
  weights = both;
  squared_weights += other.squared_weights;
  return *this;
}

double NumberSums::standard_deviation() const noexcept {
  if (count < 2 || weights == 0) return 0;
  const auto entries = static_cast<double>(count);
  return std::sqrt(squares / (entries - 1) * (entries / weights));
}

void CountAction::begin(std::span<const array::Type>, std::span<const Task>, const ReadOptions&) {
  const MutexLock lock(mutex_);
  count_ = 0;
}

std::unique_ptr<Partial> CountAction::partial(const Task&) { return std::make_unique<CountPartial>(); }

void CountAction::end_task(const Task&, std::unique_ptr<Partial> partial) {
  const MutexLock lock(mutex_);
  count_ += static_cast<const CountPartial&>(*partial).count;
}

std::shared_ptr<Action> CountAction::copy_of_ended() const {
  auto copy = std::make_shared<CountAction>();
  const std::uint64_t counted = count();
  const MutexLock lock(copy->mutex_);
  copy->count_ = counted;
  return copy;
}

std::string CountAction::described() const { return R"({"kind":"count"})"; }

void CountAction::write_part(TaskRange, bytes::ByteWriter& to) {
  const MutexLock lock(mutex_);
  to.write(std::exchange(count_, 0));
}

std::unique_ptr<Contribution> CountAction::read_part(bytes::ByteCursor& from, TaskRange) const {
  return internal::contribution_of(from.read<std::uint64_t>());
}

void CountAction::add_part(std::unique_ptr<Contribution> part) {
  const MutexLock lock(mutex_);
  count_ += internal::value_of<std::uint64_t>(*part);
}

std::uint64_t CountAction::count() const noexcept {
  const MutexLock lock(mutex_);
  return count_;
}

namespace {

using NumbersTrees = std::vector<hist::PartialSums<NumberSums>::Tree>;

void write_sums(bytes::ByteWriter& to, const NumberSums& sums) {
  to.write(sums.count);
  for (const double number :
       {sums.sum, sums.mean, sums.squares, sums.minimum, sums.maximum, sums.weights, sums.squared_weights})
    to.write(number);
}

NumberSums read_sums(bytes::ByteCursor& from) {
  NumberSums sums;
  sums.count = from.read<std::uint64_t>();
  for (double* const number :
       {&sums.sum, &sums.mean, &sums.squares, &sums.minimum, &sums.maximum, &sums.weights, &sums.squared_weights})
    *number = from.read<double>();
  return sums;
}

}  // namespace

class NumbersAction::Parts final : public hist::PartialSums<NumberSums> {};

NumbersAction::NumbersAction(std::string column, std::optional<std::string> weight)
    : column_(std::move(column)), weight_(std::move(weight)) {}

NumbersAction::~NumbersAction() = default;

std::vector<std::string> NumbersAction::columns() const {
  return weight_ ? std::vector<std::string>{column_, *weight_} : std::vector<std::string>{column_};
}

void NumbersAction::check(std::span<const array::Type> types) const {
  internal::require_numbers(name(), columns(), types);
}

void NumbersAction::begin(std::span<const array::Type>, std::span<const Task>, const ReadOptions&) {
  parts_ = std::make_unique<Parts>();
}

std::unique_ptr<Partial> NumbersAction::partial(const Task&) { return std::make_unique<NumbersPartial>(name()); }

void NumbersAction::end_task(const Task& task, std::unique_ptr<Partial> partial) {
  parts_->add(task.number, static_cast<const NumbersPartial&>(*partial).sums);
}

void NumbersAction::finish() {
  total_ = std::move(*parts_).total().value_or(NumberSums());
  if (total_.count > 0 && total_.minimum > total_.maximum)  // of none that is a number
    total_.minimum = total_.maximum = std::numeric_limits<double>::quiet_NaN();
  parts_.reset();
}

std::shared_ptr<Action> NumbersAction::copy_of_ended() const {
  auto copy = std::make_shared<NumbersAction>(column_, weight_);
  copy->parts_ = std::make_unique<Parts>();
  if (parts_ != nullptr) copy->parts_->assign(*parts_);
  return copy;
}

std::string NumbersAction::described() const {
  return internal::JsonText().add("kind", "numbers").add("columns", std::vector{column_}).add("weight", weight_).text();
}

void NumbersAction::write_part(TaskRange, bytes::ByteWriter& to) {
  internal::write_trees<NumberSums>(to, *parts_, [&](const NumberSums& sums) { write_sums(to, sums); });
}

std::unique_ptr<Contribution> NumbersAction::read_part(bytes::ByteCursor& from, TaskRange tasks) const {
  return internal::contribution_of(internal::read_trees<NumberSums>(from, tasks, [&] { return read_sums(from); }));
}

void NumbersAction::add_part(std::unique_ptr<Contribution> part) {
  for (const auto& tree : internal::value_of<NumbersTrees>(*part)) parts_->add(tree);
}

std::shared_ptr<Action> NumbersAction::varied(std::string_view) const {
  return std::make_shared<NumbersAction>(column_, weight_);
}

}  // namespace ramet::inline v1::frame
