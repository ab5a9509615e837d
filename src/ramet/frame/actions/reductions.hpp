#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/array/array_builder.hpp"
#include "ramet/frame/action.hpp"
#include "ramet/frame/actions/in_order.hpp"
#include "ramet/frame/callables.hpp"

// Results that functions of C++ make of a state and the values of entries, one after the other: Frame::reduce,
// Frame::aggregate and Frame::fold.

namespace ramet::inline v1::frame {

namespace internal {

template <class Types>
struct StepArguments {};
template <class First, class... Others>
struct StepArguments<std::tuple<First, Others...>> {
  using State = First;
  using Values = std::tuple<Others...>;
};

/// "aggregate of 'x', 'y'".
std::string reduction_name(std::string_view what, std::span<const std::string> columns);

}  // namespace internal

/// A function of a state and the values of an entry, as `void step(double& sum, float x)` or `double step(double sum,
/// float x)`: a const call operator, values as of Frame::define.
template <class Callable>
concept StepCallable =
    EntryCallable<Callable> && (std::tuple_size_v<typename internal::CallableTypes<Callable>::Taken> > 0);

/// The state of a step's. Threads: a type.
template <StepCallable Step>
using StateOf = typename internal::StepArguments<typename internal::CallableTypes<Step>::Taken>::State;
/// The columns' values.
template <StepCallable Step>
using StepValues = EntryValues<typename internal::StepArguments<typename internal::CallableTypes<Step>::Taken>::Values>;

/// Take entries into a state.
template <StepCallable Step>
void take_entries(const Step& step, StateOf<Step>& state, std::span<const array::Array> columns, std::size_t count) {
  StepValues<Step>::for_each(columns, count, [&](const auto&... values) {
    if constexpr (std::is_void_v<typename internal::CallableTypes<Step>::Returned>) {
      step(state, values...);
    } else {
      state = step(std::move(state), values...);
    }
  });
}

/// Takes the entries of each task into a state, and merges these in order of entries. Threads: as Action; `step` is
/// called from many threads at once, `merge` by one at a time.
template <StepCallable Step, class Merge>
class AggregateAction final : public Action {
 public:
  using State = StateOf<Step>;

  /// Each task begins with a copy of `begin`; the first task's state is merged to that of `first`, if there is one.
  AggregateAction(std::string what, Step step, Merge merge, std::vector<std::string> columns, State begin,
                  std::optional<State> first = {})
      : what_(std::move(what)),
        step_(std::move(step)),
        merge_(std::move(merge)),
        columns_(std::move(columns)),
        begin_(std::move(begin)),
        first_(std::move(first)) {}

  std::string name() const override { return internal::reduction_name(what_, columns_); }
  std::vector<std::string> columns() const override { return columns_; }
  void check(std::span<const array::Type>) const override {}  // Frame::require_types
  void begin(std::span<const array::Type>, std::span<const Task>, const ReadOptions& options) override {
    total_ = first_;
    states_.begin(most_parts_kept(options.executor), options.stop);
  }
  std::unique_ptr<Partial> partial(const Task&) override { return std::make_unique<StatePartial>(*this); }
  void end_task(const Task& task, std::unique_ptr<Partial> partial) override {
    auto& part = static_cast<StatePartial&>(*partial);
    states_.end(task.number, std::move(part.state), [this](State&& state) {
      total_ = total_ ? merge_(std::move(*total_), std::move(state)) : std::move(state);
    });
  }
  void finish() override {
    if (!total_) total_ = begin_;
  }
  void abandon() noexcept override { states_.clear(); }
  std::shared_ptr<Action> copy_of_ended() const override {
    auto copy = std::make_shared<AggregateAction>(what_, step_, merge_, columns_, begin_, first_);
    copy->states_.assign(states_);
    copy->total_ = total_;
    return copy;
  }
  std::shared_ptr<Action> varied(std::string_view) const override {
    return std::make_shared<AggregateAction>(what_, step_, merge_, columns_, begin_, first_);
  }

  /// The state of all entries.
  const State& state() const noexcept { return *total_; }

 private:
  class StatePartial final : public Partial {
   public:
    explicit StatePartial(const AggregateAction& of) : state(of.begin_), of_(of) {}
    void add(const Chosen& chosen) override { take_entries(of_.step_, state, chosen.values, chosen.count); }
    State state;

   private:
    const AggregateAction& of_;
  };

  std::string what_;
  Step step_;
  Merge merge_;
  std::vector<std::string> columns_;
  State begin_;
  std::optional<State> first_;
  std::optional<State> total_;
  InOrder<State> states_;
};

/// Takes all entries into one state, in their order: the values of a task wait for those before. Threads: as Action;
/// `step` is called by one at a time.
template <StepCallable Step>
class FoldAction final : public Action {
 public:
  using State = StateOf<Step>;

  FoldAction(Step step, std::vector<std::string> columns, State initial)
      : step_(std::move(step)), columns_(std::move(columns)), initial_(std::move(initial)), state_(initial_) {}

  std::string name() const override { return internal::reduction_name("fold", columns_); }
  std::vector<std::string> columns() const override { return columns_; }
  void check(std::span<const array::Type>) const override {}  // Frame::require_types
  void begin(std::span<const array::Type>, std::span<const Task>, const ReadOptions& options) override {
    state_ = initial_;
    parts_.begin(most_parts_kept(options.executor), options.stop);
  }
  std::unique_ptr<Partial> partial(const Task&) override { return std::make_unique<ValuesPartial>(); }
  void end_task(const Task& task, std::unique_ptr<Partial> partial) override {
    auto& part = static_cast<ValuesPartial&>(*partial);
    parts_.end(task.number, {array::finish(std::move(part.columns)), part.count},
               [this](Values&& values) { take_entries(step_, state_, values.columns, values.count); });
  }
  void finish() override {}
  void abandon() noexcept override { parts_.clear(); }
  std::shared_ptr<Action> copy_of_ended() const override {
    auto copy = std::make_shared<FoldAction>(step_, columns_, initial_);
    copy->parts_.assign(parts_);
    copy->state_ = state_;
    return copy;
  }
  std::shared_ptr<Action> varied(std::string_view) const override {
    return std::make_shared<FoldAction>(step_, columns_, initial_);
  }

  /// The state of all entries.
  const State& state() const noexcept { return state_; }

 private:
  struct Values {
    std::vector<array::Array> columns;
    std::size_t count = 0;
  };
  class ValuesPartial final : public Partial {
   public:
    ValuesPartial() {
      for (const array::Type& type : StepValues<Step>::types()) columns.emplace_back(type);
    }
    void add(const Chosen& chosen) override {
      count += chosen.count;
      for (std::size_t column = 0; column < columns.size(); ++column)
        array::append(columns[column], chosen.values[column]);
    }
    std::vector<array::ArrayBuilder> columns;
    std::size_t count = 0;
  };

  Step step_;
  std::vector<std::string> columns_;
  State initial_;
  State state_;
  InOrder<Values> parts_;
};

/// What a reduction makes of the values of a column, of which there may be none yet; of lists, of all elements.
/// Threads: as the callable.
template <class Value, class Argument, class Combine>
struct ReduceStep {
  Combine combine;

  void operator()(std::optional<Value>& state, const Argument& of) const {
    if constexpr (std::is_arithmetic_v<Argument>) {
      take(state, of);
    } else {
      for (const Value value : of) take(state, value);
    }
  }

 private:
  void take(std::optional<Value>& state, Value value) const { state = state ? combine(*state, value) : value; }
};

/// Merges the states of two parts, either of which may have no value. Threads: as the callable.
template <class Value, class Combine>
struct ReduceMerge {
  Combine combine;

  std::optional<Value> operator()(std::optional<Value> one, std::optional<Value> other) const {
    if (!one || !other) return one ? one : other;
    return combine(*one, *other);
  }
};

}  // namespace ramet::inline v1::frame
