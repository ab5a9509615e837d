#include <filesystem>
#include <memory>
#include <string>

#include "bindings.hpp"
#include "internal/file_text.hpp"
#include "internal/signal_watch.hpp"
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "ramet/recovery/check.hpp"
#include "ramet/recovery/recover.hpp"

namespace ramet::bindings {
namespace {

using SharedSession = std::shared_ptr<dataset::Session>;

recovery::RecoverReport recover(const SharedSession& session, const std::filesystem::path& path,
                                const std::filesystem::path& output, const std::string& like,
                                std::uint64_t max_memory) {
  recovery::RecoverReport report;
  run_unlocked([&](SignalWatch& watch) {
    recovery::RecoverOptions options{.stop = watch.stop(), .max_memory = max_memory};
    if (!like.empty()) options.like = session->open(std::filesystem::path(like));
    report = recovery::recover(*session, path, output, options);
  });
  return report;
}

recovery::CheckReport check(const SharedSession& session, const std::filesystem::path& path, std::uint64_t max_memory) {
  recovery::CheckReport report;
  run_unlocked([&](SignalWatch& watch) {
    report = recovery::check(*session, path, {.stop = watch.stop(), .progress = &watch, .max_memory = max_memory});
  });
  return report;
}

nb::list objects_of(const recovery::RecoverReport& report) {
  nb::list objects;
  for (const std::string& path : report.objects) objects.append(text_of(path));
  return objects;
}

}  // namespace

void bind_recovery(nb::module_& module) {
  using recovery::CheckReport;
  using recovery::Finding;
  using recovery::LostThing;
  using recovery::RecoveredTable;
  using recovery::RecoverReport;
  nb::class_<RecoveredTable>(module, "RecoveredTable", "A tree or ntuple that was recovered.")
      .def_prop_ro("path", [](const RecoveredTable& self) { return text_of(self.path); })
      .def_prop_ro("class_name", [](const RecoveredTable& self) { return text_of(self.class_name); })
      .def_ro("entries", &RecoveredTable::entries)
      .def_ro("saved_entries", &RecoveredTable::saved_entries)
      .def_ro("clusters", &RecoveredTable::clusters)
      .def_ro("lost_entries", &RecoveredTable::lost_entries)
      .def_ro("lost_clusters", &RecoveredTable::lost_clusters);
  nb::class_<LostThing>(module, "LostThing", "Something that could not be recovered.")
      .def_prop_ro("place", [](const LostThing& self) { return text_of(self.place); })
      .def_prop_ro("reason", [](const LostThing& self) { return text_of(self.reason); });
  nb::class_<RecoverReport>(module, "RecoverReport", "The result of a recovery.")
      .def_prop_ro("problem", [](const RecoverReport& self) { return text_of(self.problem); })
      .def_ro("tables", &RecoverReport::tables)
      .def_prop_ro("objects", &objects_of, nb::sig("def objects(self, /) -> list[str]"))
      .def_ro("lost", &RecoverReport::lost)
      .def_ro("skipped_bytes", &RecoverReport::skipped_bytes);
  nb::class_<Finding>(module, "Finding", "One finding of a check.")
      .def_prop_ro("place", [](const Finding& self) { return text_of(self.place); })
      .def_prop_ro("message", [](const Finding& self) { return text_of(self.message); });
  nb::class_<CheckReport>(module, "CheckReport", "The result of a check: counts of what was read, and findings.")
      .def_prop_ro("name", [](const CheckReport& self) { return text_of(self.name); })
      .def_ro("is_opened", &CheckReport::is_opened)
      .def_prop_ro("is_sound", &CheckReport::is_sound)
      .def_ro("records", &CheckReport::records)
      .def_ro("objects", &CheckReport::objects)
      .def_ro("tables", &CheckReport::tables)
      .def_ro("entries", &CheckReport::entries)
      .def_ro("pieces", &CheckReport::pieces)
      .def_ro("damage", &CheckReport::damage)
      .def_ro("not_checked", &CheckReport::not_checked)
      .def_ro("remarks", &CheckReport::remarks);
  module.def("recover", &recover, nb::arg("session"), nb::arg("path"), nb::arg("output"), nb::arg("like"),
             nb::arg("max_memory"),
             nb::sig("def recover(session: Session, path: str | os.PathLike[str], output: str | os.PathLike[str], "
                     "like: str, max_memory: int) -> RecoverReport"));
  module.def("check", &check, nb::arg("session"), nb::arg("path"), nb::arg("max_memory"),
             nb::sig("def check(session: Session, path: str | os.PathLike[str], max_memory: int) -> CheckReport"));
}

}  // namespace ramet::bindings
