#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "internal/arrays.hpp"
#include "internal/file_text.hpp"
#include "internal/interpreter_lock.hpp"
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include "ramet/core/error.hpp"
#include "ramet/core/mutex.hpp"
#include "ramet/frame/action.hpp"
#include "ramet/frame/actions/in_order.hpp"
#include "ramet/frame/function.hpp"

namespace ramet::bindings {

namespace nb = nanobind;

/// An object of Python that is freed with the interpreter's lock, on any thread. Threads: immutable.
class HeldObject {
 public:
  explicit HeldObject(nb::object object) : object_(new nb::object(std::move(object))) {}
  HeldObject(HeldObject&&) noexcept = default;
  HeldObject& operator=(HeldObject&&) noexcept = default;
  ~HeldObject() {
    if (object_ == nullptr) return;
    const Locked acquire;
    object_.reset();
  }
  const nb::object& operator*() const noexcept { return *object_; }

 private:
  std::unique_ptr<nb::object> object_;
};

/// A weak reference to an object of Python, which frames and results keep there: one that C++ kept would never be freed
/// when it refers to the frame itself. Threads: with the interpreter's lock.
class WeakObject {
 public:
  explicit WeakObject(const nb::object& object) : reference_(nb::weakref(object)) {}

  /// Throws Error(misuse) when it is gone.
  nb::object get() const {
    nb::object object = (*reference_)();
    if (object.is_none())
      detail::fail(ErrorKind::misuse, "a function of a frame is gone: keep the frame or the result");
    return object;
  }

 private:
  HeldObject reference_;
};

/// An exception of Python that a run gets notes into. Threads: with the interpreter's lock, but for `add_note`.
class NotedError final : public nb::python_error, public frame::ForeignError {
 public:
  /// With the interpreter's lock.
  explicit NotedError(nb::python_error&& error)
      : nb::python_error(std::move(error)), interrupts_(matches(PyExc_KeyboardInterrupt)) {}

  void add_note(const std::string& note) noexcept override {
    const Locked acquire;
    try {
      nb::module_::import_("ramet.errors").attr("add_note")(value(), note);
    } catch (nb::python_error&) {
      PyErr_Clear();  // there was no memory for it
    }
  }

  std::string summary() const override {
    const Locked acquire;
    try {
      return fmt::format("{}: {}", nb::cast<std::string>(type().attr("__name__")),
                         nb::cast<std::string>(nb::str(value())));
    } catch (nb::python_error&) {  // it cannot be shown
      return "an exception of Python";
    }
  }

  bool is_interruption() const noexcept override { return interrupts_; }

 private:
  bool interrupts_;
};

/// Call Python with its lock, which is held.
template <class Call>
decltype(auto) noting(Call&& call) {
  try {
    return std::forward<Call>(call)();
  } catch (nb::python_error& error) {
    throw NotedError(std::move(error));
  }
}

/// A function of Python: of arrays and their number, one array. Threads: any; it runs with the interpreter's lock.
class PythonFunction final : public frame::BatchFunction {
 public:
  explicit PythonFunction(const nb::object& function) : function_(function) {}

  array::Array call(std::span<const array::Array> columns, std::size_t count, SlotNumber) const override {
    const Locked acquire;
    return noting(
        [&] { return nb::cast<array::Array>(function_.get()(Arrays(columns.begin(), columns.end()), count)); });
  }

 private:
  WeakObject function_;
};

/// An action written in Python, with the methods
///
///   partial() -> state, add(state, arrays, count)    of a task
///   finish(states) -> result                         of all tasks, in their order
///
/// or, to take tasks in their order, each as soon as those before are done:
///
///   begin() -> whole, write(whole, state), finish(whole) -> result, abandon(whole)
///
/// The state of a run is not in the object, so that variations share it. Results of copies while the run goes on come
/// of deep copies of states, by `partial_result(states)` if there is one; not if `has_copies` is false. Threads: as
/// Action; it runs with the interpreter's lock.
class PythonAction final : public frame::Action {
 public:
  PythonAction(const nb::object& action, std::vector<std::string> columns)
      : action_(action), columns_(std::move(columns)), is_ordered_(nb::hasattr(action, "write")) {
    if (nb::hasattr(action, "name")) name_ = nb::cast<std::string>(nb::str(action.attr("name")));
    if (nb::hasattr(action, "has_copies")) has_copies_ = nb::cast<bool>(action.attr("has_copies"));
  }

  std::string name() const override { return name_; }
  std::vector<std::string> columns() const override { return columns_; }
  void check(std::span<const array::Type>) const override {}

  void begin(std::span<const array::Type>, std::span<const frame::Task> tasks,
             const frame::ReadOptions& options) override {
    {
      const MutexLock lock(mutex_);
      parts_.clear();
      parts_.resize(tasks.size());
    }
    if (!is_ordered_) return;
    order_.begin(frame::most_parts_kept(options.executor), options.stop);
    const Locked acquire;
    whole_ = std::make_shared<HeldObject>(noting([&] { return action_.get().attr("begin")(); }));
  }

  std::unique_ptr<frame::Partial> partial(const frame::Task&) override {
    const Locked acquire;
    return std::make_unique<Part>(*this, noting([&] { return action_.get().attr("partial")(); }));
  }

  void end_task(const frame::Task& task, std::unique_ptr<frame::Partial> partial) override {
    State state = static_cast<Part&>(*partial).state();
    if (is_ordered_) {
      order_.end(task.number, std::move(state), [this](State&& next) {
        const Locked acquire;
        noting([&] { action_.get().attr("write")(**whole_, **next); });
      });
      return;
    }
    const MutexLock lock(mutex_);
    parts_[task.number] = std::move(state);
  }

  void finish() override {
    const std::vector<State> parts = taken_parts();
    const Locked acquire;
    const nb::object action = action_.get();
    nb::object made;
    if (is_ordered_) {
      made = noting([&] { return action.attr("finish")(**whole_); });
      whole_.reset();
    } else {
      nb::list states;
      for (const State& part : parts)
        if (part != nullptr) states.append(**part);
      const bool is_partial = is_copy_ && nb::hasattr(action, "partial_result");
      made = noting([&] { return action.attr(is_partial ? "partial_result" : "finish")(states); });
    }
    result_ = std::make_unique<HeldObject>(std::move(made));
  }

  void abandon() noexcept override {
    try {
      taken_parts();
      order_.clear();
      const Locked acquire;
      if (whole_ != nullptr) action_.get().attr("abandon")(**whole_);
      whole_.reset();
    } catch (const std::exception&) {
      result_ = nullptr;  // the run has an error of its own
    }
  }

  std::shared_ptr<frame::Action> copy_of_ended() const override {
    if (!has_copies_) return nullptr;
    const Locked acquire;
    const auto copy = std::make_shared<PythonAction>(action_.get(), columns_);
    copy->is_copy_ = true;
    const nb::object deepcopy = nb::module_::import_("copy").attr("deepcopy");
    const auto copied = [&](const HeldObject& of) {
      return std::make_shared<HeldObject>(noting([&] { return deepcopy(*of); }));
    };
    if (is_ordered_) {
      copy->order_.assign(order_);
      if (whole_ != nullptr) copy->whole_ = copied(*whole_);
      return copy;
    }
    const std::vector<State> parts = held_parts();
    const MutexLock lock(copy->mutex_);
    for (const State& part : parts) copy->parts_.push_back(part == nullptr ? nullptr : copied(*part));
    return copy;
  }

  std::shared_ptr<frame::Action> varied(std::string_view) const override {
    const Locked acquire;
    const nb::object action = action_.get();
    if (nb::hasattr(action, "refuse_variations")) action.attr("refuse_variations")();
    return std::make_shared<PythonAction>(action, columns_);
  }

  /// What `finish` gave. Threads: with the interpreter's lock.
  nb::object result() const { return **result_; }

 private:
  using State = std::shared_ptr<HeldObject>;

  class Part final : public frame::Partial {
   public:
    Part(const PythonAction& of, nb::object begun) : state_(std::make_shared<HeldObject>(std::move(begun))), of_(of) {}

    void add(const frame::Chosen& chosen) override {
      const Locked acquire;
      noting([&] {
        of_.action_.get().attr("add")(**state_, Arrays(chosen.values.begin(), chosen.values.end()), chosen.count);
      });
    }
    const State& state() const noexcept { return state_; }

   private:
    State state_;
    const PythonAction& of_;
  };

  std::vector<State> taken_parts() {
    const MutexLock lock(mutex_);
    return std::exchange(parts_, {});
  }
  std::vector<State> held_parts() const {
    const MutexLock lock(mutex_);
    return parts_;
  }

  WeakObject action_;
  std::vector<std::string> columns_;
  std::string name_ = "action";
  bool is_ordered_;
  bool has_copies_ = true;
  bool is_copy_ = false;
  mutable Mutex mutex_;
  std::vector<State> parts_ RAMET_GUARDED_BY(mutex_);  // of each task
  frame::InOrder<State> order_;
  State whole_;
  std::unique_ptr<HeldObject> result_;
};

}  // namespace ramet::bindings
