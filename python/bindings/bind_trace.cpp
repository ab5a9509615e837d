#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

#include "bindings.hpp"
#include "internal/exclusive_use.hpp"
#include "internal/file_text.hpp"
#include "internal/interpreter_lock.hpp"
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/unique_ptr.h>

#include "ramet/core/error.hpp"
#include "ramet/core/trace/json.hpp"
#include "ramet/core/trace/recorder.hpp"
#include "ramet/core/trace/track.hpp"

namespace ramet::bindings {
namespace {

using SharedRecorder = std::shared_ptr<TraceRecorder>;

/// A stream's track, which refuses use from two threads at once. Threads: any.
struct OpenTrack {
  OpenTrack(const SharedRecorder& recorder, const std::string& name)
      : place{recorder->add_row(name), 0}, track(recorder, place) {}

  TracePlace place;
  TraceTrack track;
  ExclusiveUse use;
};

SharedRecorder make_recorder(std::string program, double resolution, double stall_seconds) {
  const auto shortest = std::chrono::duration<double>(resolution);
  return std::make_shared<TraceRecorder>(
      TraceRecorder::Options{.program = std::move(program),
                             .resolution = std::chrono::duration_cast<TraceClock::duration>(shortest),
                             .stall_seconds = stall_seconds});
}

TraceState state_of(std::string_view name) {
  for (std::size_t state = 0; state < trace_state_count; ++state)
    if (to_string(static_cast<TraceState>(state)) == name) return static_cast<TraceState>(state);
  detail::fail(ErrorKind::misuse, "no state '{}'", name);
}

void open_scope(OpenTrack& open, const std::string& name, std::string_view state, std::uint64_t event) {
  const auto use = open.use.begin("the stream");
  open.place.event = event;
  open.track.move_to(open.place);
  open.track.open(state_of(state), open.track.recorder().name(name));
}

void close_scope(OpenTrack& open) {
  const auto use = open.use.begin("the stream");
  open.track.close();
  open.track.flush();
}

}  // namespace

void bind_trace(nb::module_& module) {
  nb::class_<TraceRecorder>(module, "TraceRecorder", "Collects the spans of a run.")
      .def_static("make", &make_recorder, nb::arg("program"), nb::arg("resolution"), nb::arg("stall_seconds"))
      .def_prop_ro("spans", [](const TraceRecorder& recorder) { return recorder.spans().size(); })
      .def_prop_ro("dropped", &TraceRecorder::dropped)
      .def(
          "save", [](const TraceRecorder& recorder, const std::filesystem::path& path) { save_trace(recorder, path); },
          nb::arg("path"), nb::call_guard<Unlocked>(), nb::sig("def save(self, path: str | os.PathLike[str]) -> None"));
  nb::class_<OpenTrack>(module, "TraceTrack", "The spans of one stream, for one thread at a time.")
      .def_static(
          "make",
          [](const SharedRecorder& recorder, const std::string& name) {
            return std::make_unique<OpenTrack>(recorder, name);
          },
          nb::arg("recorder"), nb::arg("name"))
      .def_prop_ro("row", [](const OpenTrack& open) { return open.place.row; })
      .def("open", &open_scope, nb::arg("name"), nb::arg("state"), nb::arg("event"))
      .def("close", &close_scope);
}

}  // namespace ramet::bindings
