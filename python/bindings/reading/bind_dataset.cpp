#include <filesystem>
#include <tuple>

#include "bindings.hpp"
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>

#include "ramet/dataset/session.hpp"

namespace ramet::bindings {
namespace {

using dataset::Session;

}  // namespace

void bind_dataset(nb::module_& module) {
  nb::class_<Session>(module, "Session", "What calls share: the executor and the class layouts seen so far.")
      .def(
          "__init__",
          [](Session* self, std::size_t threads) { new (self) Session(dataset::SessionOptions{.threads = threads}); },
          nb::arg("threads") = 0)
      .def_prop_ro("threads", [](const Session& session) { return session.executor().concurrency(); })
      .def(
          "open",
          [](const std::shared_ptr<Session>& session, const std::filesystem::path& path) {
            const nb::gil_scoped_release release;
            return OpenFile{session, session->open(path)};
          },
          nb::arg("path"), nb::sig("def open(self, path: str | os.PathLike[str]) -> File"),
          "Open a file of the local file system.");
  module.def(
      "split_path",
      [](std::string_view text) {
        const dataset::FileAndObject parts = dataset::split_path(text);
        return std::tuple(parts.file, parts.object);
      },
      nb::arg("text"), "The file and the object of 'file.root:dir/Events'.");
}

}  // namespace ramet::bindings
