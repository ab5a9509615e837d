#include <cctype>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "frame/native_functions.hpp"
#include "frame/open_source.hpp"
#include "frame/python_actions.hpp"
#include "internal/arrays.hpp"
#include "internal/batch_arrays.hpp"
#include "internal/file_text.hpp"
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "ramet/frame/actions/along.hpp"
#include "ramet/frame/actions/histograms.hpp"
#include "ramet/frame/actions/numbers.hpp"
#include "ramet/frame/actions/snapshot.hpp"
#include "ramet/frame/actions/stored_columns.hpp"
#include "ramet/frame/actions/take.hpp"
#include "ramet/frame/explaining/formats.hpp"
#include "ramet/frame/explaining/picture.hpp"
#include "ramet/frame/frame.hpp"
#include "ramet/frame/sources/array_table.hpp"
#include "ramet/frame/sources/open.hpp"
#include "ramet/merge/join_files.hpp"

namespace ramet::bindings {
namespace {

using frame::Booked;
using frame::Frame;
using frame::FrameColumn;
using frame::Sample;
using Texts = std::vector<std::string>;
using OptionalText = std::optional<std::string>;
using SampleFacts = std::tuple<std::string, std::string, std::uint64_t, std::map<std::string, Sample::Value>>;

/// The options of a frame that keeps what its source needs.
frame::FrameOptions options_of(std::shared_ptr<const void> owner, const std::string& language, std::uint64_t seed,
                               Texts key, const std::vector<SampleFacts>& samples, std::string origin) {
  frame::FrameOptions options{
      .seed = seed, .random_key = std::move(key), .origin = std::move(origin), .owner = std::move(owner)};
  if (language == "python") {
    options.language = expr::Language::python;
  } else if (language != "c++") {
    detail::fail(ErrorKind::misuse, "expressions in '{}': there are 'c++' and 'python'", language);
  }
  for (const auto& [name, id, number, metadata] : samples)
    options.samples.push_back({.name = name, .id = id, .number = number, .metadata = metadata});
  return options;
}

frame::Source with_masks(const OpenSource& open) {
  const Unlocked release;
  return frame::with_masks_of_files(open.source, *open.session);
}

Frame frame_of(const OpenSource& open, const std::string& language, std::uint64_t seed, Texts key,
               const std::vector<SampleFacts>& samples, std::string origin) {
  const std::shared_ptr<schedule::Executor> executor = frame::executor_for(open.source, open.session);
  return {with_masks(open), *executor,
          options_of(executor, language, seed, std::move(key), samples, std::move(origin))};
}

OpenSource source_of_arrays(std::shared_ptr<const dataset::Session> session, Texts names, const Arrays& arrays,
                            std::uint64_t entries, std::vector<array::Type> types) {
  if (names.size() != arrays.size())
    detail::fail(ErrorKind::misuse, "{} names for {} columns", names.size(), arrays.size());
  std::vector<std::pair<std::string, array::Array>> columns;
  for (std::size_t k = 0; k < names.size(); ++k) {
    array::validate(arrays[k]);
    columns.emplace_back(std::move(names[k]), arrays[k]);
  }
  return {std::move(session), frame::Source(frame::table_of_arrays(std::move(columns), entries, std::move(types)))};
}

/// An explanation as text, DOT and SVG.
std::tuple<std::string, std::string, std::string> explain_frame(const Frame& of) {
  const Unlocked release;
  const frame::Explanation made = of.explain();
  return {frame::to_text(made), frame::to_dot(made), frame::to_svg(made)};
}

std::vector<std::tuple<std::string, array::Type, std::string, std::string, std::string>> columns_of(
    const Frame& frame) {
  std::vector<std::tuple<std::string, array::Type, std::string, std::string, std::string>> columns;
  for (const FrameColumn& column : frame.columns()) {
    const char* const kind = column.kind == FrameColumn::Kind::source    ? "source"
                             : column.kind == FrameColumn::Kind::defined ? "defined"
                                                                         : "alias";
    columns.emplace_back(column.name, column.type, column.type_name, kind, column.counter);
  }
  return columns;
}

Booked snapshot(const Frame& f, std::string path, std::string directory, std::string name, const Texts& columns,
                write::Format format, bool keeps_counters, std::optional<int> compression, bool updates,
                std::uint64_t cluster_entries, std::uint64_t cluster_bytes, bool has_variations, const Texts& along,
                std::shared_ptr<const dataset::Session> session) {
  frame::StoredColumns stored = frame::stored_columns(
      f, columns, format, keeps_counters ? frame::CountedLists::as_counted : frame::CountedLists::as_vectors);
  stored.schema.name = std::move(name);
  frame::SnapshotPlace place{.path = std::move(path), .directory = std::move(directory), .updates = updates};
  if (compression) place.writer.compression = compression::Settings::from_code(*compression);
  place.table.format = format;
  place.table.new_cycle = updates;
  place.table.cluster_entries = cluster_entries;
  place.table.cluster_bytes = cluster_bytes;
  if (session != nullptr)
    place.join = [session](const std::vector<std::filesystem::path>& parts, const std::filesystem::path& output) {
      merge::join_files (*session)(parts, output);
    };
  if (has_variations) place.variations = frame::SnapshotVariations::included;
  if (!along.empty()) {
    if (session == nullptr) detail::fail(ErrorKind::misuse, "a session is needed to take objects along");
    const Unlocked release;
    auto taken = std::make_shared<const frame::Along>(*session, f.source(), along);
    place.along = std::shared_ptr<const frame::Along>(
        taken.get(), [taken, session = std::move(session)](const frame::Along*) mutable { taken.reset(); });
  }
  return f.snapshot(std::move(place), std::move(stored.schema), stored.columns).booked();
}

Booked profile(const Frame& f, std::string name, std::string title, std::string value_title,
               std::vector<hist::NamedAxis> axes, const std::string& errors, double low, double high, Texts columns,
               OptionalText weight) {
  constexpr std::string_view kinds = " sig";
  const char letter = errors.size() == 1 ? static_cast<char>(std::tolower(static_cast<unsigned char>(errors[0]))) : ' ';
  const std::size_t kind = kinds.find(letter);
  if (errors.size() > 1 || kind == std::string_view::npos)
    detail::fail(ErrorKind::misuse, "errors of a profile of kind '{}': there are '', 's', 'i' and 'g'", errors);
  hist::HistogramParts parts;
  parts.name = std::move(name);
  parts.title = std::move(title);
  parts.value_title = std::move(value_title);
  parts.axes = std::move(axes);
  parts.profile =
      hist::ProfileSums{.errors = static_cast<hist::ProfileErrors>(kind), .lowest_height = low, .highest_height = high};
  return f.book(std::make_shared<frame::HistogramAction>(hist::Histogram::empty(std::move(parts)), std::move(columns),
                                                         std::move(weight)));
}

Arrays arrays_of(const std::vector<table::Column>& columns, std::size_t entries,
                 const std::vector<InputBuffer>& buffers) {
  return arrays_from(columns, entries, views_of(buffers));
}

frame::Expression expression_of(const std::string& text, bool is_python) {
  return is_python ? frame::Expression(text, expr::Language::python) : frame::Expression(text);
}

/// Of each sample: its name, its place, its number, its entries, the first of them, and metadata.
using FullSampleFacts = std::tuple<std::string, std::string, std::uint64_t, std::uint64_t, std::uint64_t,
                                   std::map<std::string, Sample::Value>>;

std::vector<FullSampleFacts> samples_of(const Frame& frame) {
  const Unlocked release;
  std::vector<FullSampleFacts> facts;
  for (Sample& one : frame.samples())
    facts.emplace_back(std::move(one.name), std::move(one.id), one.number, one.entries, one.first,
                       std::move(one.metadata));
  return facts;
}

/// A column of a value for each sample, in their order.
Frame with_sample_values(const Frame& frame, const std::string& name, const Arrays& values) {
  const Unlocked release;
  std::map<std::pair<std::uint64_t, std::string>, array::Array> by_sample;
  const std::vector<Sample> samples = frame.samples();
  if (samples.size() != values.size())
    detail::fail(ErrorKind::misuse, "{} values for {} samples", values.size(), samples.size());
  for (std::size_t k = 0; k < samples.size(); ++k)
    by_sample.emplace(std::pair(samples[k].first, samples[k].id), values[k]);
  return frame.define_per_sample(name, Frame::SampleFunction([by_sample = std::move(by_sample)](const Sample& sample) {
                                   const auto found = by_sample.find({sample.first, sample.id});
                                   if (found == by_sample.end())
                                     detail::fail(ErrorKind::misuse, "there was no sample '{}' before", sample.id);
                                   return found->second;
                                 }));
}

std::shared_ptr<const frame::BatchFunction> function_of(const nb::object& function) {
  if (nb::isinstance<NativeFunction>(function)) return nb::cast<const NativeFunction&>(function).function;
  return std::make_shared<PythonFunction>(function);
}

void bind_verbs(nb::class_<Frame>& bound) {
  bound
      .def(
          "define",
          [](const Frame& f, const std::string& name, const std::string& text, bool is_python) {
            return f.define(name, expression_of(text, is_python));
          },
          nb::arg("name"), nb::arg("text"), nb::arg("is_python") = false)
      .def(
          "define_function",
          [](const Frame& f, const std::string& name, const nb::object& function, const Texts& columns,
             array::Type type) { return f.define(name, function_of(function), columns, std::move(type)); },
          nb::arg("name"), nb::arg("function"), nb::arg("columns"), nb::arg("type"))
      .def(
          "redefine",
          [](const Frame& f, const std::string& name, const std::string& text, bool is_python) {
            return f.redefine(name, expression_of(text, is_python));
          },
          nb::arg("name"), nb::arg("text"), nb::arg("is_python") = false)
      .def(
          "redefine_function",
          [](const Frame& f, const std::string& name, const nb::object& function, const Texts& columns,
             array::Type type) { return f.redefine(name, function_of(function), columns, std::move(type)); },
          nb::arg("name"), nb::arg("function"), nb::arg("columns"), nb::arg("type"))
      .def("alias", &Frame::alias, nb::arg("name"), nb::arg("of"))
      .def(
          "define_per_sample",
          [](const Frame& f, const std::string& name, const std::string& text) {
            const Unlocked release;  // files are opened for their numbers of entries
            return f.define_per_sample(name, text);
          },
          nb::arg("name"), nb::arg("text"))
      .def("samples", &samples_of,
           "Of each: its name, its place, its number, its entries, the first of them, and metadata.")
      .def("define_by_samples", &with_sample_values, nb::arg("name"), nb::arg("values"),
           "A column of a value for each sample.")
      .def("default_value_for", &Frame::default_value_for, nb::arg("column"), nb::arg("value"));
}

void bind_verbs_of_entries(nb::class_<Frame>& bound) {
  bound
      .def(
          "filter",
          [](const Frame& f, const std::string& text, const std::string& name, bool is_python) {
            return f.filter(expression_of(text, is_python), name);
          },
          nb::arg("text"), nb::arg("name") = "", nb::arg("is_python") = false)
      .def(
          "filter_function",
          [](const Frame& f, const nb::object& function, const Texts& columns, const std::string& name) {
            return f.filter(function_of(function), columns, name);
          },
          nb::arg("function"), nb::arg("columns"), nb::arg("name") = "")
      .def("filter_available", &Frame::filter_available, nb::arg("column"))
      .def("filter_missing", &Frame::filter_missing, nb::arg("column"))
      .def(
          "range",
          [](const Frame& f, std::uint64_t first, std::uint64_t last, std::uint64_t step) {
            return f.range(first, last, step);
          },
          nb::arg("first"), nb::arg("last"), nb::arg("step") = 1, "A last one of 0 is no end.")
      .def(
          "vary",
          [](const Frame& f, const Texts& columns, const std::string& text, const Texts& tags, const std::string& name,
             bool is_python) { return f.vary(columns, expression_of(text, is_python), tags, name); },
          nb::arg("columns"), nb::arg("text"), nb::arg("tags"), nb::arg("name"), nb::arg("is_python") = false)
      .def(
          "vary_function",
          [](const Frame& f, const Texts& columns, const nb::object& function, const Texts& arguments, array::Type type,
             const Texts& tags, const std::string& name) {
            return f.vary(columns, function_of(function), arguments, std::move(type), tags, name);
          },
          nb::arg("columns"), nb::arg("function"), nb::arg("arguments"), nb::arg("type"), nb::arg("tags"),
          nb::arg("name"));
}

void bind_histograms(nb::class_<Frame>& bound) {
  bound
      .def(
          "histogram",
          [](const Frame& f, const hist::Histogram& model, Texts columns, OptionalText weight) {
            return f.book(std::make_shared<frame::HistogramAction>(model, std::move(columns), std::move(weight)));
          },
          nb::arg("model"), nb::arg("columns"), nb::arg("weight").none() = nb::none(),
          "A copy of a histogram or profile, with the fills added.")
      .def("profile", &profile, nb::arg("name"), nb::arg("title"), nb::arg("value_title"), nb::arg("axes"),
           nb::arg("errors"), nb::arg("low"), nb::arg("high"), nb::arg("columns"),
           nb::arg("weight").none() = nb::none(),
           "Means of heights from low to high, or of all if both are equal, with errors of the kind ' ', 's', 'i' or "
           "'g'.")
      .def(
          "automatic_histogram",
          [](const Frame& f, std::string name, std::string title, std::string axis_title, std::string value_title,
             std::uint32_t bins, std::string column, OptionalText weight) {
            hist::HistogramLabels labels{.name = std::move(name),
                                         .title = std::move(title),
                                         .axis_title = std::move(axis_title),
                                         .value_title = std::move(value_title)};
            return f.book(std::make_shared<frame::AutomaticHistogramAction>(std::move(labels), bins, std::move(column),
                                                                            std::move(weight)));
          },
          nb::arg("name"), nb::arg("title"), nb::arg("axis_title"), nb::arg("value_title"), nb::arg("bins"),
          nb::arg("column"), nb::arg("weight").none() = nb::none())
      .def(
          "sparse_histogram",
          [](const Frame& f, std::string name, std::string title, std::vector<hist::NamedAxis> axes, Texts columns,
             OptionalText weight) {
            hist::SparseHistogramParts model{.class_name = "THnSparseT<TArrayD>",
                                             .name = std::move(name),
                                             .title = std::move(title),
                                             .axes = std::move(axes)};
            return f.book(std::make_shared<frame::SparseHistogramAction>(std::move(model), std::move(columns),
                                                                         std::move(weight)));
          },
          nb::arg("name"), nb::arg("title"), nb::arg("axes"), nb::arg("columns"),
          nb::arg("weight").none() = nb::none());
}

void bind_bookings(nb::class_<Frame>& bound) {
  bound.def("count", [](const Frame& f) { return f.book(std::make_shared<frame::CountAction>()); })
      .def(
          "numbers",
          [](const Frame& f, std::string column, OptionalText weight) {
            return f.book(std::make_shared<frame::NumbersAction>(std::move(column), std::move(weight)));
          },
          nb::arg("column"), nb::arg("weight").none() = nb::none(), "Its sums.")
      .def(
          "take",
          [](const Frame& f, Texts columns, std::optional<std::uint64_t> most) {
            return f.book(std::make_shared<frame::TakeAction>(std::move(columns), most));
          },
          nb::arg("columns"), nb::arg("most").none() = nb::none(), "The values of columns, of at most so many entries.")
      .def(
          "book",
          [](const Frame& f, const nb::object& action, Texts columns) {
            return f.book(std::make_shared<PythonAction>(action, std::move(columns)));
          },
          nb::arg("action"), nb::arg("columns"),
          "An action with the methods partial() -> state, add(state, arrays, count) and finish(states).")
      .def("filters", &Frame::filters, nb::arg("weight").none() = nb::none())
      .def("snapshot", &snapshot, nb::arg("path"), nb::arg("directory"), nb::arg("name"), nb::arg("columns"),
           nb::arg("format"), nb::arg("keeps_counters") = true, nb::arg("compression").none() = nb::none(),
           nb::arg("updates") = false, nb::arg("cluster_entries") = 0, nb::arg("cluster_bytes") = 0,
           nb::arg("has_variations") = false, nb::arg("along") = Texts(), nb::arg("session").none() = nb::none(),
           "A table of these columns in a file.")
      .def("columns_to_store", &frame::columns_to_store, "What is stored when no columns are named.");
}

}  // namespace

void bind_dataframe(nb::module_& module) {
  nb::class_<Frame> bound(module, "Frame", "A table that is described step by step; results are computed in one pass.");
  bound
      .def_static("of", &frame_of, nb::arg("source"), nb::arg("language") = "c++", nb::arg("seed") = 0,
                  nb::arg("random_key") = Texts(), nb::arg("samples") = std::vector<SampleFacts>(),
                  nb::arg("origin") = "",
                  "Of each sample: its name, its place, its number, and metadata. `origin` is how other processes make "
                  "the source, as JSON.")
      .def("columns", &columns_of,
           "Of each: name, type, the type in the file, 'source', 'defined' or 'alias', and the counter.")
      .def("has_column", &Frame::has_column, nb::arg("name"))
      .def("type", &Frame::type, nb::arg("name"))
      .def("filter_names", &Frame::filter_names)
      .def("explain", &explain_frame, "How what waits is computed: as text, DOT and SVG.")
      .def("variations", &Frame::variations)
      .def("source_entries", [](const Frame& f) {
        const Unlocked release;
        return f.source_entries();
      });
  bind_verbs(bound);
  bind_verbs_of_entries(bound);
  bind_bookings(bound);
  bind_histograms(bound);
  module.def("arrays_of", &arrays_of, nb::arg("columns"), nb::arg("entries"), nb::arg("buffers"),
             nb::sig("def arrays_of(columns: collections.abc.Sequence[ColumnSpec], entries: int, buffers: "
                     "collections.abc.Sequence[numpy.typing.NDArray[typing.Any]]) -> list[Array]"),
             "Columns of the buffers that a batch consists of.");
  module.def("source_of_arrays", &source_of_arrays, nb::arg("session"), nb::arg("names"), nb::arg("arrays"),
             nb::arg("entries"), nb::arg("types") = std::vector<array::Type>(),
             "Columns in memory as the source of a frame; with types, their records are of the classes in them.");
}

}  // namespace ramet::bindings
