#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "bindings.hpp"
#include "internal/file_text.hpp"
#include "internal/interpreter_lock.hpp"
#include "writing/open_writer.hpp"
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "ramet/core/error.hpp"
#include "ramet/core/trace/recorder.hpp"
#include "ramet/write/joined_writer.hpp"

namespace ramet::bindings {
namespace {

using write::JoinedWriter;
using write::ProcessReport;

/// Shared counters in Python: an object with the methods add, raise_to and load, and a length. Threads: any, since each
/// call takes the interpreter's lock; callers must not hold a lock for which a thread with the interpreter's lock may
/// wait.
class PythonCounters final : public io::SharedCounters {
 public:
  explicit PythonCounters(nb::object counters) : counters_(std::move(counters)), size_(nb::len(counters_)) {}
  PythonCounters(const PythonCounters&) = delete;
  PythonCounters& operator=(const PythonCounters&) = delete;
  ~PythonCounters() override {
    const Locked lock;
    counters_.reset();
  }

  std::size_t size() const noexcept override { return size_; }
  std::uint64_t add(std::size_t counter, std::uint64_t amount) override { return call("add", counter, amount); }
  std::uint64_t raise(std::size_t counter, std::uint64_t least) override { return call("raise_to", counter, least); }
  std::uint64_t load(std::size_t counter) override { return call("load", counter); }

 private:
  template <class... Argument>
  std::uint64_t call(const char* method, Argument... arguments) {
    const Locked lock;
    try {
      return stay_if_ended([&] { return nb::cast<std::uint64_t>(counters_.attr(method)(arguments...)); });
    } catch (const std::exception& error) {
      detail::fail(ErrorKind::io, "the shared counters failed: {}", error.what());
    }
  }

  nb::object counters_;
  std::size_t size_;
};

std::shared_ptr<io::SharedCounters> counters_of(nb::object given) {
  if (given.is_none()) return nullptr;
  return std::make_shared<PythonCounters>(std::move(given));
}

/// A file of another process. Threads: any.
struct OpenJoined {
  std::shared_ptr<dataset::Session> session;
  std::unique_ptr<JoinedWriter> writer;
};

nb::bytes share(OpenWriter& open, nb::object counters) {
  auto shared = counters_of(std::move(counters));
  const bytes::Buffer handle = [&] {
    const Unlocked release;
    return open.writer->share(std::move(shared));
  }();
  return nb::bytes(handle.data(), handle.size());
}

OpenJoined join(const nb::bytes& handle, std::optional<std::uint64_t> memory_budget,
                std::shared_ptr<dataset::Session> session, nb::object counters) {
  const std::span<const std::byte> bytes(reinterpret_cast<const std::byte*>(handle.c_str()), handle.size());
  const write::JoinOptions options{.memory_budget = memory_budget,
                                   .executor = session ? &session->executor() : nullptr,
                                   .counters = counters_of(std::move(counters))};
  const Unlocked release;
  return {std::move(session), JoinedWriter::join(bytes, options)};
}

void bind_process_reports(nb::module_& module) {
  nb::enum_<ProcessReport::State>(module, "ProcessState", "The state of a process that joined.")
      .value("running", ProcessReport::State::running)
      .value("left", ProcessReport::State::left)
      .value("died", ProcessReport::State::died);
  nb::class_<ProcessReport>(module, "ProcessReport", "The report of a process that joined.")
      .def_ro("number", &ProcessReport::number)
      .def_ro("pid", &ProcessReport::pid)
      .def_ro("state", &ProcessReport::state)
      .def_ro("entries", &ProcessReport::entries)
      .def_ro("clusters", &ProcessReport::clusters)
      .def_ro("open_sequences", &ProcessReport::open_sequences);
}

}  // namespace

void bind_processes(nb::module_& module) {
  using release = nb::call_guard<Unlocked>;
  bind_process_reports(module);
  module.def("share", &share, nb::arg("writer"), nb::arg("counters").none());
  module.def("processes", [](OpenWriter& open) { return open.writer->processes(); }, release(), nb::arg("writer"));
  module.def("counters_for", &write::ParallelWriter::counters_for, nb::arg("trees"));
  nb::class_<OpenJoined>(module, "JoinedWriter", "Fills the trees of a file that another process owns.")
      .def_static("join", &join, nb::arg("handle"), nb::arg("memory_budget").none(), nb::arg("session").none(),
                  nb::arg("counters").none())
      .def("names", [](const OpenJoined& open) { return open.writer->names(); })
      .def("tree", [](const OpenJoined& open,
                      const std::string& path) { return OpenTableWriter{open.session, open.writer->table(path)}; })
      .def(
          "trace",
          [](OpenJoined& open, std::shared_ptr<TraceRecorder> recorder) { open.writer->trace(std::move(recorder)); },
          nb::arg("recorder"))
      .def(
          "flush", [](OpenJoined& open) { open.writer->flush(); }, release())
      .def(
          "close", [](OpenJoined& open) { open.writer->close(); }, release())
      .def_prop_ro("number", [](const OpenJoined& open) { return open.writer->number(); });
}

}  // namespace ramet::bindings
