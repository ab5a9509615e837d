#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "frame/open_source.hpp"
#include "internal/arrays.hpp"
#include "internal/file_text.hpp"
#include "internal/signal_watch.hpp"
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "ramet/array/array_builder.hpp"
#include "ramet/frame/select.hpp"

namespace ramet::bindings {
namespace {

using frame::Query;

OpenSource of_tree(const OpenTree& open) {
  return {open.session, frame::Source(dataset::table_of(open.file, open.reader))};
}

OpenSource of_ntuple(const OpenNTuple& open) {
  return {open.session, frame::Source(dataset::table_of(open.file, open.reader))};
}

OpenSource of_dataset(const std::shared_ptr<OpenDataset>& open) {
  const dataset::Dataset* const shared = &open->dataset;
  return {open->session, frame::Source(std::shared_ptr<const dataset::Dataset>(open, shared))};
}

Arrays select(const OpenSource& open, const std::vector<std::string>& paths, const expr::Program& values,
              const std::optional<expr::Program>& cut, std::uint64_t first, std::uint64_t last) {
  return run_unlocked([&](SignalWatch& watch) {
    const frame::ReadOptions options{.executor = open.session->executor(), .stop = watch.stop(), .progress = &watch};
    return frame::select(open.source, Query{paths, cut, values}, {{first}, {last}}, options);
  });
}

array::Array select_entries(const OpenSource& open, const std::vector<std::string>& paths, const expr::Program& cut,
                            std::uint64_t first, std::uint64_t last) {
  return run_unlocked([&](SignalWatch& watch) {
    const frame::ReadOptions options{.executor = open.session->executor(), .stop = watch.stop(), .progress = &watch};
    const auto entries =
        frame::select_entries(open.source, Query{paths, cut, std::nullopt}, {{first}, {last}}, options);
    array::ArrayBuilder numbers(array::Type::of(array::NumberType::uint64));
    numbers.values.append(std::as_bytes(std::span(entries)));
    numbers.length = entries.size();
    return std::move(numbers).finish();
  });
}

}  // namespace

void bind_frame(nb::module_& module) {
  nb::class_<OpenSource>(module, "Source", "A tree, an ntuple or a dataset, for programs that run over its entries.")
      .def_static("of_tree", &of_tree, nb::arg("tree"), "The entries of a tree.")
      .def_static("of_ntuple", &of_ntuple, nb::arg("ntuple"), "The entries of an ntuple.")
      .def_static("of_dataset", &of_dataset, nb::arg("dataset"), "The entries of a dataset.")
      .def("select", &select, nb::arg("paths"), nb::arg("values"), nb::arg("cut").none(), nb::arg("first"),
           nb::arg("last"),
           "The values of a program for the entries of [first, last) where the program of a cut is not 0, or all. "
           "Both were compiled for the columns with these paths.")
      .def("select_entries", &select_entries, nb::arg("paths"), nb::arg("cut"), nb::arg("first"), nb::arg("last"),
           "The numbers of the entries of [first, last) where the program of a cut is not 0.");
}

}  // namespace ramet::bindings
