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

#include "ramet/dataset/places.hpp"
#include "ramet/merge/merge.hpp"
#include "ramet/merge/plan_page.hpp"

namespace ramet::bindings {
namespace {

using SharedSession = std::shared_ptr<dataset::Session>;
using Rules = std::vector<std::pair<std::string, merge::Rule>>;

/// Merge files, or only say what that would do if there is no output.
merge::MergeReport merge_files(const SharedSession& session, const std::vector<std::string>& inputs,
                               const std::optional<std::filesystem::path>& output, const merge::MergeOptions& wanted) {
  merge::MergeReport report;
  run_unlocked([&](SignalWatch& watch) {
    merge::MergeOptions options = wanted;
    options.stop = watch.stop();
    options.progress = &watch;
    if (output)
      report = merge::merge(*session, inputs, *output, options);
    else
      report.plan = merge::plan_merge(*session, inputs, options);
  });
  return report;
}

merge::MergeOptions merge_options_of(merge::OnDifference on_difference, merge::OnMissingColumn on_missing_column,
                                     merge::OnOtherType on_other_type, merge::OnBadInput on_bad_input,
                                     merge::OnExisting on_existing, const Rules& rules, std::optional<int> compression,
                                     bool is_reproducible, std::uint64_t max_memory, bool is_resumed,
                                     merge::Verify verify) {
  merge::MergeOptions options;
  options.on_difference = on_difference;
  options.on_missing_column = on_missing_column;
  options.on_other_type = on_other_type;
  options.on_bad_input = on_bad_input;
  options.on_existing = on_existing;
  options.reproducible = is_reproducible;
  options.max_memory = max_memory;
  options.verify = verify;
  options.on_unfinished = is_resumed ? merge::OnUnfinished::resume : merge::OnUnfinished::discard;
  if (compression) options.compression = compression::Settings::from_code(*compression);
  for (const auto& [class_name, rule] : rules) options.rules.push_back({class_name, rule});
  return options;
}

/// Set what is done with the entries of tables, the order of the inputs, and the size of files of the output.
void set_table_options(merge::MergeOptions& options, merge::OnOtherCompression on_other_compression,
                       merge::Gather gather, std::optional<std::uint64_t> cluster_bytes, merge::InputOrder order,
                       std::vector<std::string> order_columns, std::optional<std::uint64_t> max_size) {
  options.tables.on_other_compression = on_other_compression;
  options.tables.gather = gather;
  if (cluster_bytes) options.tables.cluster_bytes = *cluster_bytes;
  options.order = order;
  options.order_columns = std::move(order_columns);
  options.max_size = max_size;
}

/// Set how tables are changed.
void set_table_changes(merge::MergeOptions& options, merge::OnOtherMetadata on_other_metadata,
                       std::vector<std::string> changed, std::vector<std::string> keep, std::vector<std::string> drop,
                       const std::vector<std::pair<std::string, std::string>>& definitions,
                       std::vector<std::string> where, std::optional<write::Format> format) {
  merge::TableOptions& tables = options.tables;
  tables.on_other_metadata = on_other_metadata;
  tables.changed = std::move(changed);
  tables.columns = {std::move(keep), std::move(drop)};
  for (const auto& [name, expression] : definitions) tables.definitions.push_back({name, expression});
  tables.where = std::move(where);
  tables.format = format;
}

void bind_table_options(nb::module_& module) {
  using merge::Gather;
  using merge::InputOrder;
  using merge::OnOtherCompression;
  nb::enum_<OnOtherCompression>(module, "OnOtherCompression", "What to do with entries that have other compression.")
      .value("keep", OnOtherCompression::keep)
      .value("pack_anew", OnOtherCompression::pack_anew);
  nb::enum_<Gather>(module, "Gather", "When entries of small baskets are gathered in larger ones.")
      .value("small", Gather::small)
      .value("never", Gather::never)
      .value("always", Gather::always);
  nb::enum_<InputOrder>(module, "InputOrder", "In which order files are merged.")
      .value("given", InputOrder::given)
      .value("natural", InputOrder::natural)
      .value("columns", InputOrder::columns);
  using merge::OnOtherMetadata;
  nb::enum_<OnOtherMetadata>(module, "OnOtherMetadata", "What to do with user info, aliases and friends that differ.")
      .value("refuse", OnOtherMetadata::refuse)
      .value("first", OnOtherMetadata::first)
      .value("join", OnOtherMetadata::join);
  module.def("set_table_changes", &set_table_changes, nb::arg("options"), nb::arg("on_other_metadata"),
             nb::arg("changed"), nb::arg("keep"), nb::arg("drop"), nb::arg("definitions"), nb::arg("where"),
             nb::arg("format").none());
  module.def("set_table_options", &set_table_options, nb::arg("options"), nb::arg("on_other_compression"),
             nb::arg("gather"), nb::arg("cluster_bytes").none(), nb::arg("order"), nb::arg("order_columns"),
             nb::arg("max_size").none());
}

void bind_run(nb::module_& module) {
  using merge::PlannedRun;
  nb::class_<PlannedRun>(module, "PlannedRun", "Trees or ntuples of consecutive files that are joined in one way.")
      .def_prop_ro("way", [](const PlannedRun& self) { return text_of(to_string(self.way)); })
      .def_prop_ro("reason", [](const PlannedRun& self) { return text_of(self.reason); })
      .def_ro("input", &PlannedRun::input)
      .def_ro("inputs", &PlannedRun::inputs)
      .def_ro("entries", &PlannedRun::entries)
      .def_ro("clusters", &PlannedRun::clusters)
      .def_ro("bytes", &PlannedRun::bytes);
}

void bind_plan(nb::module_& module) {
  bind_run(module);
  using merge::Difference;
  using merge::MergePlan;
  using merge::MergeReport;
  using merge::OutputFile;
  using merge::PlannedObject;
  nb::class_<PlannedObject>(module, "PlannedObject", "What happens to the objects of one path.")
      .def_prop_ro("path", [](const PlannedObject& self) { return text_of(self.path); })
      .def_prop_ro("class_name", [](const PlannedObject& self) { return text_of(self.class_name); })
      .def_prop_ro("way", [](const PlannedObject& self) { return text_of(to_string(self.way)); })
      .def_ro("inputs", &PlannedObject::inputs)
      .def_ro("entries", &PlannedObject::entries)
      .def_ro("lost_entries", &PlannedObject::lost_entries)
      .def_ro("clusters", &PlannedObject::clusters)
      .def_ro("bytes", &PlannedObject::bytes)
      .def_ro("kept_branches", &PlannedObject::kept_branches)
      .def_ro("runs", &PlannedObject::runs);
  nb::class_<Difference>(module, "Difference", "Something in which the inputs of a merge differ.")
      .def_prop_ro("kind", [](const Difference& self) { return text_of(to_string(self.kind)); })
      .def_prop_ro("path", [](const Difference& self) { return text_of(self.path); })
      .def_prop_ro("part", [](const Difference& self) { return text_of(self.part); })
      .def_prop_ro("message", [](const Difference& self) { return text_of(self.message); })
      .def_ro("input", &Difference::input)
      .def_ro("inputs", &Difference::inputs)
      .def_ro("entries", &Difference::entries)
      .def_ro("is_loss", &Difference::is_loss)
      .def_ro("is_accepted", &Difference::is_accepted);
  nb::class_<OutputFile>(module, "OutputFile", "A file that a merge writes.")
      .def_prop_ro("path", [](const OutputFile& self) { return text_of(self.path); })
      .def_ro("inputs", &OutputFile::inputs)
      .def_ro("bytes", &OutputFile::bytes)
      .def_prop_ro("entries", [](const OutputFile& self) {
        std::vector<std::pair<std::string, std::uint64_t>> entries;
        for (const merge::OutputTable& table : self.tables) entries.emplace_back(table.path, table.entries);
        return entries;
      });
  nb::class_<MergePlan>(module, "MergePlan", "What a merge does.")
      .def_ro("inputs", &MergePlan::inputs)
      .def_ro("skipped", &MergePlan::skipped)
      .def_ro("input_bytes", &MergePlan::input_bytes)
      .def_ro("objects", &MergePlan::objects)
      .def_ro("differences", &MergePlan::differences)
      .def_ro("files", &MergePlan::files)
      .def_ro("estimated_seconds", &MergePlan::estimated_seconds)
      .def_ro("estimated_memory", &MergePlan::estimated_memory)
      .def_prop_ro("loses_data", &MergePlan::loses_data)
      .def("to_text", [](const MergePlan& self) { return text_of(to_text(self)); })
      .def("to_html", [](const MergePlan& self) { return text_of(to_html(self)); });
  nb::class_<MergeReport>(module, "MergeReport", "What a merge did.")
      .def_ro("plan", &MergeReport::plan)
      .def_ro("is_written", &MergeReport::is_written)
      .def_ro("output_bytes", &MergeReport::output_bytes)
      .def_ro("resumed_bytes", &MergeReport::resumed_bytes)
      .def_prop_ro("discarded", [](const MergeReport& self) { return text_of(self.discarded); });
}

}  // namespace

void bind_merge(nb::module_& module) {
  using merge::OnBadInput;
  using merge::OnDifference;
  using merge::Rule;
  nb::enum_<OnDifference>(module, "OnDifference", "What to do when inputs differ so that data would be lost.")
      .value("refuse", OnDifference::refuse)
      .value("skip_file", OnDifference::skip_file)
      .value("split", OnDifference::split);
  using merge::OnMissingColumn;
  using merge::OnOtherType;
  nb::enum_<OnMissingColumn>(module, "OnMissingColumn", "What to do with columns that not all inputs have.")
      .value("refuse", OnMissingColumn::refuse)
      .value("drop", OnMissingColumn::drop)
      .value("fill", OnMissingColumn::fill)
      .value("flag", OnMissingColumn::flag);
  nb::enum_<OnOtherType>(module, "OnOtherType", "What to do with columns of different types.")
      .value("refuse", OnOtherType::refuse)
      .value("convert", OnOtherType::convert);
  nb::enum_<OnBadInput>(module, "OnBadInput", "What to do with an input that cannot be read.")
      .value("stop", OnBadInput::stop)
      .value("skip", OnBadInput::skip)
      .value("recover", OnBadInput::recover);
  using merge::OnExisting;
  nb::enum_<OnExisting>(module, "OnExistingOutput", "What to do when the output exists.")
      .value("fail", OnExisting::fail)
      .value("replace", OnExisting::replace)
      .value("append", OnExisting::append);
  using merge::Verify;
  nb::enum_<Verify>(module, "MergeVerify", "What of the output is compared with the inputs.")
      .value("counts", Verify::counts)
      .value("bytes", Verify::bytes)
      .value("values", Verify::values);
  nb::enum_<Rule>(module, "MergeRule", "How objects of a class become one.")
      .value("same", Rule::same)
      .value("first", Rule::first)
      .value("last", Rule::last)
      .value("all", Rule::all)
      .value("distinct", Rule::distinct)
      .value("leave_out", Rule::leave_out)
      .value("promote", Rule::promote);
  bind_plan(module);
  [[maybe_unused]] const nb::class_<merge::MergeOptions> options(module, "MergeOptions", "Options of a merge.");
  module.def("merge_options", &merge_options_of, nb::arg("on_difference"), nb::arg("on_missing_column"),
             nb::arg("on_other_type"), nb::arg("on_bad_input"), nb::arg("on_existing"), nb::arg("rules"),
             nb::arg("compression").none(), nb::arg("is_reproducible"), nb::arg("max_memory"), nb::arg("is_resumed"),
             nb::arg("verify"));
  bind_table_options(module);
  module.def(
      "files_of", [](const std::string& text) { return dataset::files_of(text); }, nb::arg("text"),
      "The files that match a pattern, or the text itself if it is none, or matches none.");
  module.def("merge", &merge_files, nb::arg("session"), nb::arg("inputs"), nb::arg("output").none(), nb::arg("options"),
             nb::sig("def merge(session: Session, inputs: Sequence[str], output: str | os.PathLike[str] | None, "
                     "options: MergeOptions) -> MergeReport"));
}

}  // namespace ramet::bindings
