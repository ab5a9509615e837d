#include <memory>
#include <string>

#include "bindings.hpp"
#include "internal/file_text.hpp"
#include "internal/signal_watch.hpp"
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "ramet/merge/compare.hpp"

namespace ramet::bindings {
namespace {

merge::CompareReport compare_files(const std::shared_ptr<dataset::Session>& session, const std::string& left,
                                   const std::string& right, bool reads_values, double tolerance,
                                   std::uint64_t max_memory) {
  merge::CompareReport report;
  run_unlocked([&](SignalWatch& watch) {
    merge::CompareOptions options;
    options.reads_values = reads_values;
    options.tolerance = tolerance;
    options.max_memory = max_memory;
    options.stop = watch.stop();
    options.progress = &watch;
    report = merge::compare(*session, left, right, options);
  });
  return report;
}

}  // namespace

void bind_compare(nb::module_& module) {
  using merge::CompareReport;
  using merge::FileContrast;
  nb::class_<FileContrast>(module, "FileContrast", "Something in which two files differ.")
      .def_prop_ro("kind", [](const FileContrast& self) { return text_of(to_string(self.kind)); })
      .def_prop_ro("path", [](const FileContrast& self) { return text_of(self.path); })
      .def_prop_ro("part", [](const FileContrast& self) { return text_of(self.part); })
      .def_prop_ro("left", [](const FileContrast& self) { return text_of(self.left); })
      .def_prop_ro("right", [](const FileContrast& self) { return text_of(self.right); })
      .def_ro("entry", &FileContrast::entry)
      .def_ro("count", &FileContrast::count);
  nb::class_<CompareReport>(module, "CompareReport", "In what two files differ.")
      .def_ro("contrasts", &CompareReport::contrasts)
      .def_ro("objects", &CompareReport::objects)
      .def_ro("entries", &CompareReport::entries)
      .def("to_text", [](const CompareReport& self) { return text_of(to_text(self)); });
  module.def("compare_files", &compare_files, nb::arg("session"), nb::arg("left"), nb::arg("right"),
             nb::arg("reads_values"), nb::arg("tolerance"), nb::arg("max_memory"));
}

}  // namespace ramet::bindings
