#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "frame/open_source.hpp"
#include "internal/arrays.hpp"
#include "internal/file_text.hpp"
#include "internal/signal_watch.hpp"
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "ramet/array/array_builder.hpp"
#include "ramet/frame/drawing/drawing.hpp"

namespace ramet::bindings {
namespace {

using array::ArrayBuilder;
using frame::RowsQuery;
using EntryNumbers = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Aliases = std::vector<std::pair<std::string, std::string>>;
using AxisNumbers = std::tuple<std::optional<std::uint32_t>, std::optional<double>, std::optional<double>>;

/// Which rows are meant, as Python says it. Threads: a value that borrows the entries.
struct RowsWanted {
  std::vector<std::string> expressions;
  std::string cut;
  std::uint64_t first;
  std::uint64_t last;
  Aliases aliases;
  double weight;
  std::optional<EntryNumbers> listed;
  std::uint64_t seed;
};

RowsQuery query_of(const OpenSource& open, const RowsWanted& wanted) {
  std::vector<expr::Scope::Definition> definitions;
  for (const auto& [name, text] : wanted.aliases) definitions.push_back({name, text});
  RowsQuery query = RowsQuery::compile(open.source, wanted.expressions, wanted.cut, {{wanted.first}, {wanted.last}},
                                       std::move(definitions), wanted.seed);
  query.weight = wanted.weight;
  if (wanted.listed) query.listed = std::span(wanted.listed->data(), wanted.listed->size());
  return query;
}

frame::ReadOptions options_of(const OpenSource& open, SignalWatch& watch) {
  return {.executor = open.session->executor(), .stop = watch.stop(), .progress = &watch};
}

template <class Number>
array::Array array_of(const std::vector<Number>& numbers) {
  ArrayBuilder builder(array::Type::of(array::number_type<Number>()));
  builder.values.append(std::as_bytes(std::span(numbers)));
  builder.length = numbers.size();
  return std::move(builder).finish();
}

array::Array texts_of(const std::vector<double>& numbers, const std::vector<std::string>& labels) {
  ArrayBuilder builder(array::Type::string());
  for (const double number : numbers) {
    builder.values.append(std::as_bytes(std::span(labels.at(static_cast<std::size_t>(number)))));
    array::append_offset(builder, static_cast<std::int64_t>(builder.values.size()));
  }
  builder.length = numbers.size();
  return std::move(builder).finish();
}

/// For each expression its rows, then the weights, then the entries.
Arrays arrays_of(const RowsQuery& query, frame::DrawnRows rows) {
  Arrays arrays;
  for (std::size_t k = 0; k < rows.values.size(); ++k)
    arrays.push_back(query.program.dimensions()[k].is_text ? texts_of(rows.values[k], rows.labels[k])
                                                           : array_of(rows.values[k]));
  if (rows.weights.empty()) rows.weights.assign(rows.count, 1);
  arrays.push_back(array_of(rows.weights));
  arrays.push_back(array_of(rows.entries));
  return arrays;
}

std::pair<std::vector<std::string>, Arrays> rows(const OpenSource& open, const RowsWanted& wanted) {
  return run_unlocked([&](SignalWatch& watch) {
    const RowsQuery query = query_of(open, wanted);
    std::vector<std::string> texts;
    for (const expr::DrawDimension& dimension : query.program.dimensions()) texts.push_back(dimension.text);
    return std::pair(std::move(texts),
                     arrays_of(query, frame::collect_rows(query, frame::RowEntries::kept, options_of(open, watch))));
  });
}

frame::DrawTarget target_of(std::string name, const std::vector<AxisNumbers>& axes) {
  frame::DrawTarget target{.name = std::move(name)};
  if (axes.size() > target.axes.size())
    detail::fail(ErrorKind::misuse, "bins for {} axes: there are three", axes.size());
  for (std::size_t k = 0; k < axes.size(); ++k) {
    const auto& [bins, low, high] = axes[k];
    target.axes[k] = {bins, low, high};
  }
  return target;
}

std::pair<std::uint64_t, hist::Histogram> draw(const OpenSource& open, const RowsWanted& wanted,
                                               const std::string& expressions, const std::string& name,
                                               const std::vector<AxisNumbers>& axes, const std::string& option,
                                               const std::optional<std::string>& title) {
  return run_unlocked([&](SignalWatch& watch) {
    const frame::DrawingOptions drawing{.expressions = expressions,
                                        .cut = wanted.cut,
                                        .target = target_of(name, axes),
                                        .option = frame::draw_option(option),
                                        .title = title};
    frame::Drawn drawn = frame::draw(query_of(open, wanted), drawing, options_of(open, watch));
    return std::pair(drawn.selected, std::move(drawn.histogram));
  });
}

std::pair<std::uint64_t, hist::Histogram> draw_into(const OpenSource& open, const RowsWanted& wanted,
                                                    const hist::Histogram& histogram) {
  return run_unlocked([&](SignalWatch& watch) {
    hist::Histogram filled = histogram;
    const std::uint64_t selected = frame::draw_into(filled, query_of(open, wanted), options_of(open, watch));
    return std::pair(selected, std::move(filled));
  });
}

std::tuple<std::string, std::optional<std::string>, bool, std::vector<AxisNumbers>> split(std::string_view text) {
  frame::DrawText parts = frame::split_draw_text(text);
  std::vector<AxisNumbers> axes;
  if (!parts.target) return {std::move(parts.expressions), std::nullopt, false, axes};
  for (const frame::AxisWish& axis : parts.target->axes) axes.emplace_back(axis.bins, axis.low, axis.high);
  return {std::move(parts.expressions), parts.target->name, parts.target->adds, axes};
}

}  // namespace

void bind_drawing(nb::module_& module) {
  nb::class_<RowsWanted>(module, "RowsWanted", "Which rows of a source are wanted, in the language of TTree::Draw.")
      .def(
          "__init__",
          [](RowsWanted* self, std::vector<std::string> expressions, std::string cut, std::uint64_t first,
             std::uint64_t last, Aliases aliases, double weight, const std::optional<EntryNumbers>& listed,
             std::uint64_t seed) {
            new (self) RowsWanted{std::move(expressions), std::move(cut), first,  last,
                                  std::move(aliases),     weight,         listed, seed};
          },
          nb::arg("expressions"), nb::arg("cut"), nb::arg("first"), nb::arg("last"), nb::arg("aliases") = Aliases(),
          nb::arg("weight") = 1.0, nb::arg("listed").none() = nb::none(), nb::arg("seed") = 0);
  nb::class_<frame::DrawText>(module, "DrawText", "A text for TTree::Draw, split.")
      .def_static("split", &split, nb::arg("text"),
                  "The expressions; the name behind '>>' if there is one; whether it is '>>+'; bins, low and high of "
                  "each axis.");
  module.def(
      "rows", &rows, nb::arg("source"), nb::arg("wanted"),
      "The texts of the expressions; for each its rows, then the weights, then the entries that the rows are of.");
  module.def("draw", &draw, nb::arg("source"), nb::arg("wanted"), nb::arg("expressions"), nb::arg("name"),
             nb::arg("axes"), nb::arg("option"), nb::arg("title").none(),
             "The number of rows, and a histogram or profile of them.");
  module.def("draw_into", &draw_into, nb::arg("source"), nb::arg("wanted"), nb::arg("histogram"),
             "The number of rows, and the histogram with these added.");
}

}  // namespace ramet::bindings
