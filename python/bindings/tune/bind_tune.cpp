#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bindings.hpp"
#include "internal/file_text.hpp"
#include "internal/signal_watch.hpp"
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "ramet/dataset/places.hpp"
#include "ramet/tune/profile.hpp"
#include "ramet/tune/tune.hpp"

namespace ramet::bindings {
namespace {

using SharedSession = std::shared_ptr<dataset::Session>;
using tune::Costs;
using tune::Tuning;
using tune::Way;

Tuning tune_table(const SharedSession& session, const std::vector<std::string>& files, const std::string& table,
                  const std::vector<std::string>& reads, const std::string& goal, const std::string& format,
                  std::uint64_t sample_bytes, std::uint64_t repeats, double seconds_per_request,
                  double seconds_per_byte) {
  tune::TuneOptions options{.reads = reads,
                            .sample_bytes = sample_bytes,
                            .repeats = repeats,
                            .seconds_per_request = seconds_per_request,
                            .seconds_per_byte = seconds_per_byte,
                            .stop = {}};
  for (const tune::Goal one : {tune::Goal::small, tune::Goal::fast})
    if (goal == to_string(one)) options.goal = one;
  if (!format.empty()) options.format = format == "rntuple" ? write::Format::rntuple : write::Format::ttree;
  Tuning tuning;
  run_unlocked([&](SignalWatch& watch) {
    options.stop = watch.stop();
    tuning = tune::tune(*session, dataset::places_of(files, table), options);
  });
  return tuning;
}

nb::tuple tuple_of(const Costs& costs) { return nb::make_tuple(costs.bytes, costs.write_seconds, costs.read_seconds); }

nb::dict columns_of(const tune::Profile& profile) {
  nb::dict columns;
  for (const auto& [name, settings] : profile.columns) columns[text_of(name)] = settings.to_string();
  return columns;
}

tune::Profile make_profile(const std::string& compression, const std::map<std::string, std::string>& columns,
                           std::uint64_t cluster_bytes) {
  tune::Profile profile{
      .compression = compression::Settings::parse(compression), .columns = {}, .cluster_bytes = cluster_bytes};
  for (const auto& [name, text] : columns) profile.columns[name] = compression::Settings::parse(text);
  return profile;
}

}  // namespace

void bind_tune(nb::module_& module) {
  nb::class_<tune::Profile>(module, "WriteProfile", "Compressions of columns, and the size of clusters.")
      .def_static("make", &make_profile)
      .def_static("read", [](const std::string& path) { return tune::Profile::read(path); })
      .def_prop_ro("compression", [](const tune::Profile& self) { return self.compression.to_string(); })
      .def_prop_ro("columns", &columns_of, nb::sig("def columns(self, /) -> dict[str, str]"))
      .def_ro("cluster_bytes", &tune::Profile::cluster_bytes)
      .def("to_json", [](const tune::Profile& self) { return text_of(self.to_json()); });
  nb::class_<Way>(module, "Way", "A way of writing a table, and its costs.")
      .def_prop_ro("name", [](const Way& self) { return text_of(self.name); })
      .def_ro("profile", &Way::profile)
      .def_prop_ro("compressions", [](const Way& self) { return text_of(self.compressions); })
      .def_prop_ro(
          "predicted", [](const Way& self) { return tuple_of(self.predicted); },
          nb::sig("def predicted(self, /) -> tuple[float, float, float]"))
      .def_prop_ro(
          "measured", [](const Way& self) { return self.measured ? nb::object(tuple_of(*self.measured)) : nb::none(); },
          nb::sig("def measured(self, /) -> tuple[float, float, float] | None"))
      .def_prop_ro(
          "spread", [](const Way& self) { return tuple_of(self.spread); },
          nb::sig("def spread(self, /) -> tuple[float, float, float]"));
  nb::class_<Tuning>(module, "Tuning", "What tune finds.")
      .def_prop_ro("table", [](const Tuning& self) { return text_of(self.table); })
      .def_ro("entries", &Tuning::entries)
      .def_ro("sample_entries", &Tuning::sample_entries)
      .def_ro("ways", &Tuning::ways)
      .def_ro("front", &Tuning::front)
      .def_ro("named", &Tuning::named);
  module.def("tune", &tune_table);
}

}  // namespace ramet::bindings
