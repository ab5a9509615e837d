#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "internal/file_text.hpp"
#include "internal/signal_watch.hpp"
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "ramet/merge/live.hpp"

namespace ramet::bindings {
namespace {

using SharedSession = std::shared_ptr<dataset::Session>;
using Rules = std::vector<std::pair<std::string, merge::Rule>>;

merge::LiveOptions live_options_of(merge::OnDifference on_difference, merge::OnBadInput on_bad_input,
                                   const std::string& existing, const Rules& rules, std::optional<int> compression,
                                   bool is_reproducible, bool is_resumed, std::uint64_t checkpoint_bytes,
                                   std::uint64_t checkpoint_files, std::uint64_t max_memory, merge::Gather gather,
                                   std::optional<std::uint64_t> cluster_bytes,
                                   merge::OnOtherMetadata on_other_metadata) {
  merge::LiveOptions options;
  options.on_difference = on_difference;
  options.on_bad_input = on_bad_input;
  if (existing != "fail")
    options.on_existing = existing == "append" ? merge::OnExisting::append : merge::OnExisting::replace;
  options.on_unfinished = is_resumed ? merge::OnUnfinished::resume : merge::OnUnfinished::discard;
  for (const auto& [class_name, rule] : rules) options.rules.push_back({class_name, rule});
  if (compression) options.compression = compression::Settings::from_code(*compression);
  options.reproducible = is_reproducible;
  options.checkpoint_bytes = checkpoint_bytes;
  options.checkpoint_files = checkpoint_files;
  options.max_memory = max_memory;
  options.gather = gather;
  if (cluster_bytes) options.cluster_bytes = *cluster_bytes;
  options.on_other_metadata = on_other_metadata;
  return options;
}

/// A live merge and the session that it uses. Threads: as LiveMerge.
class SharedLiveMerge {
 public:
  SharedLiveMerge(SharedSession session, const std::filesystem::path& output, const merge::LiveOptions& options)
      : session_(std::move(session)), live_(*session_, output, options) {}

  merge::LiveMerge& live() noexcept { return live_; }

 private:
  SharedSession session_;
  merge::LiveMerge live_;
};

bool add_path(SharedLiveMerge& self, const std::filesystem::path& path) {
  bool is_new = false;
  run_unlocked([&](SignalWatch& /*watch*/) { is_new = self.live().add(path); });
  return is_new;
}

void add_bytes(SharedLiveMerge& self, const nb::bytes& contents, const std::string& name) {
  bytes::Buffer copy;
  copy.append({static_cast<const std::byte*>(contents.data()), contents.size()});
  run_unlocked([&](SignalWatch& /*watch*/) { self.live().add(io::source_of(std::move(copy), name)); });
}

}  // namespace

void bind_live(nb::module_& module) {
  using merge::LeftOutFile;
  using merge::LiveReport;
  nb::class_<LeftOutFile>(module, "LeftOutFile", "What of a file was left out.")
      .def_prop_ro("file", [](const LeftOutFile& self) { return text_of(self.file); })
      .def_ro("difference", &LeftOutFile::difference)
      .def_ro("is_refused", &LeftOutFile::is_refused);
  nb::class_<LiveReport>(module, "LiveReport", "What a live merge has done.")
      .def_ro("files", &LiveReport::files)
      .def_ro("input_bytes", &LiveReport::input_bytes)
      .def_ro("checkpoints", &LiveReport::checkpoints)
      .def_ro("output_bytes", &LiveReport::output_bytes)
      .def_ro("left_out", &LiveReport::left_out);
  [[maybe_unused]] const nb::class_<merge::LiveOptions> options(module, "LiveOptions", "Options of a live merge.");
  module.def("live_options", &live_options_of, nb::arg("on_difference"), nb::arg("on_bad_input"), nb::arg("existing"),
             nb::arg("rules"), nb::arg("compression").none(), nb::arg("is_reproducible"), nb::arg("is_resumed"),
             nb::arg("checkpoint_bytes"), nb::arg("checkpoint_files"), nb::arg("max_memory"), nb::arg("gather"),
             nb::arg("cluster_bytes").none(), nb::arg("on_other_metadata"));
  const auto unlocked = [](auto work) {
    return [work](SharedLiveMerge& self) {
      return run_unlocked([&](SignalWatch& /*watch*/) { return work(self.live()); });
    };
  };
  nb::class_<SharedLiveMerge>(module, "LiveMerge", "Merges files into one as they are finished.")
      .def(
          nb::init<SharedSession, const std::filesystem::path&, const merge::LiveOptions&>(), nb::arg("session"),
          nb::arg("output"), nb::arg("options"),
          nb::sig("def __init__(self, session: Session, output: str | os.PathLike[str], options: LiveOptions) -> None"))
      .def("add_path", &add_path, nb::arg("path"), nb::sig("def add_path(self, path: str | os.PathLike[str]) -> bool"))
      .def("add_bytes", &add_bytes, nb::arg("contents"), nb::arg("name"))
      .def("checkpoint", unlocked([](merge::LiveMerge& live) { return live.checkpoint(); }))
      .def("finish", unlocked([](merge::LiveMerge& live) { return live.finish(); }))
      .def("report", unlocked([](merge::LiveMerge& live) { return live.report(); }));
}

}  // namespace ramet::bindings
