#include "frame/bind_parts.hpp"

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "internal/file_text.hpp"
#include "internal/interpreter_lock.hpp"
#include "internal/signal_watch.hpp"
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "ramet/frame/running/elsewhere.hpp"
#include "ramet/frame/running/part_runner.hpp"

namespace ramet::bindings {
namespace {

using frame::PartRunner;
using frame::TasksElsewhere;

bool take(TasksElsewhere& tasks, const nb::bytes& part) {
  const std::span<const std::byte> view(static_cast<const std::byte*>(part.data()), part.size());
  const Unlocked release;
  return tasks.take(view);
}

nb::bytes run_part(const PartRunner& runner, std::size_t first, std::size_t last, bool skip_errors) {
  const bytes::Buffer made = run_unlocked([&](SignalWatch& watch) {
    return runner.run({first, last}, {.stop = watch.stop(),
                                      .progress = &watch,
                                      .on_error = skip_errors ? frame::OnError::skip : frame::OnError::fail});
  });
  return nb::bytes(made.data(), made.size());
}

/// The first and one past the last entry of each task.
std::vector<std::pair<std::uint64_t, std::uint64_t>> entries_of(std::span<const frame::Task> tasks) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> entries;
  for (const frame::Task& task : tasks) entries.emplace_back(task.entries.first.number, task.entries.last.number);
  return entries;
}

std::pair<std::string, std::vector<std::pair<std::uint64_t, std::uint64_t>>> parts_of_run(const frame::Booked& booked) {
  const frame::RunParts parts = [&] {
    const Unlocked release;
    return frame::parts_of_run(booked);
  }();
  return {parts.plan, entries_of(parts.tasks)};
}

}  // namespace

void bind_parts(nb::module_& module) {
  nb::class_<TasksElsewhere>(module, "TasksElsewhere", "A run whose tasks are done in other processes.")
      .def_prop_ro("plan", &TasksElsewhere::plan, "What the results are made of, as JSON.")
      .def(
          "entries", [](const TasksElsewhere& tasks) { return entries_of(tasks.tasks()); },
          "The first and one past the last entry of each task.")
      .def_prop_ro("wanted",
                   [](const TasksElsewhere& tasks) { return std::pair(tasks.wanted().first, tasks.wanted().last); })
      .def_prop_ro("is_stopped", &TasksElsewhere::is_stopped, "Ask several times a second.")
      .def(
          "file_of",
          [](const TasksElsewhere& tasks, std::size_t first, std::size_t last) { return tasks.file_of({first, last}); },
          nb::arg("first"), nb::arg("last"), "The file of the first entry of some tasks.")
      .def("stop", &TasksElsewhere::stop, "Stop the run: tasks that were not taken are left out.")
      .def("take", &take, nb::arg("part"), "Take what a part gave; False if all its tasks were taken before.");
  module.def(
      "parts_of_run", &parts_of_run, nb::arg("booked"),
      "The plan of all results that wait on the source of this one, and the first and one past the last entry of "
      "each task; nothing is computed.");
  nb::class_<PartRunner>(module, "PartRunner", "Does parts of a run for another process.")
      .def(nb::init<std::vector<frame::Booked>>(), nb::arg("booked"))
      .def("run", &run_part, nb::arg("first"), nb::arg("last"), nb::kw_only(), nb::arg("skip_errors") = false,
           "Do tasks [first, last): the bytes for TasksElsewhere.take.");
}

}  // namespace ramet::bindings
