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
      value().attr("add_note")(note);
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

/// An action written in Python. One with the method `write` gets the states of tasks in their order, as soon as those
/// before are done; else `finish` gets all. Threads: as Action; it runs with the interpreter's lock.
class PythonAction final : public frame::Action {
 public:
  PythonAction(const nb::object& action, std::vector<std::string> columns)
      : action_(action), columns_(std::move(columns)), writes_(nb::hasattr(action, "write")) {
    if (nb::hasattr(action, "name")) name_ = nb::cast<std::string>(nb::str(action.attr("name")));
  }

  std::string name() const override { return name_; }
  std::vector<std::string> columns() const override { return columns_; }
  void check(std::span<const array::Type>) const override {}

  void begin(std::span<const array::Type>, std::span<const frame::Task> tasks, const frame::ReadOptions&) override {
    const MutexLock lock(mutex_);
    parts_.clear();
    parts_.resize(tasks.size());
    next_ = 0;
    is_writing_ = false;
  }

  std::unique_ptr<frame::Partial> partial(const frame::Task&) override {
    const Locked acquire;
    return std::make_unique<Part>(*this, action_.get().attr("partial")());
  }

  void end_task(const frame::Task& task, std::unique_ptr<frame::Partial> partial) override {
    {
      const MutexLock lock(mutex_);
      parts_[task.number].reset(static_cast<Part*>(partial.release()));
      if (!writes_ || is_writing_) return;
      is_writing_ = true;
    }
    while (const auto part = next_part()) {
      const Locked acquire;
      noting([&] { action_.get().attr("write")(*part->state); });
    }
  }

  void finish() override {
    const auto parts = taken_parts();
    const Locked acquire;
    nb::list states;
    for (const auto& part : parts)
      if (part != nullptr) states.append(*part->state);
    result_ = std::make_unique<HeldObject>(action_.get().attr("finish")(states));
  }

  void abandon() noexcept override {
    try {
      taken_parts();
      const Locked acquire;
      if (writes_) action_.get().attr("abandon")();
    } catch (const std::exception&) {
      result_ = nullptr;  // the run has an error of its own
    }
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
  class Part final : public frame::Partial {
   public:
    Part(const PythonAction& of, nb::object begun) : state(std::move(begun)), of_(of) {}

    void add(const frame::Chosen& chosen) override {
      const Locked acquire;
      noting([&] {
        of_.action_.get().attr("add")(*state, Arrays(chosen.values.begin(), chosen.values.end()), chosen.count);
      });
    }

    HeldObject state;

   private:
    const PythonAction& of_;
  };

  /// The next part to write; null, and the end of the writing, if it is not there yet.
  std::unique_ptr<Part> next_part() {
    const MutexLock lock(mutex_);
    is_writing_ = next_ < parts_.size() && parts_[next_] != nullptr;
    return is_writing_ ? std::move(parts_[next_++]) : nullptr;
  }

  std::vector<std::unique_ptr<Part>> taken_parts() {
    const MutexLock lock(mutex_);
    return std::exchange(parts_, {});
  }

  WeakObject action_;
  std::vector<std::string> columns_;
  std::string name_ = "action";
  bool writes_;
  Mutex mutex_;
  std::vector<std::unique_ptr<Part>> parts_ RAMET_GUARDED_BY(mutex_);  // of each task
  std::size_t next_ RAMET_GUARDED_BY(mutex_) = 0;
  bool is_writing_ RAMET_GUARDED_BY(mutex_) = false;
  std::unique_ptr<HeldObject> result_;
};

}  // namespace ramet::bindings
