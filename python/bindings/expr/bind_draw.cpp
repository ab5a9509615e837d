#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "internal/file_text.hpp"
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "ramet/array/array.hpp"
#include "ramet/array/array_builder.hpp"
#include "ramet/expr/draw.hpp"

namespace ramet::bindings {
namespace {

using array::Array;
using array::ArrayBuilder;
using expr::DrawDimension;
using expr::DrawEvaluator;
using expr::DrawPlace;
using expr::DrawProgram;
using expr::DrawRows;
using expr::Scope;

DrawProgram compile_draw(const std::vector<std::string>& expressions, const std::string& cut,
                         std::vector<std::pair<std::string, array::Type>> columns,
                         std::vector<std::pair<std::string, std::string>> definitions) {
  Scope scope;
  for (auto& [name, type] : columns) scope.columns.push_back({std::move(name), std::move(type)});
  for (auto& [name, text] : definitions) scope.definitions.push_back({std::move(name), std::move(text)});
  return DrawProgram::compile(expressions, cut, scope);
}

template <class Number>
void append_numbers(ArrayBuilder& to, const std::vector<Number>& numbers) {
  to.values.append(std::as_bytes(std::span(numbers)));
  to.length += numbers.size();
}

void append_texts(ArrayBuilder& to, const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    to.values.append(std::as_bytes(std::span(text)));
    array::append_offset(to, static_cast<std::int64_t>(to.values.size()));
  }
  to.length += texts.size();
}

// For each expression its rows, then the weights, then the entries.
std::vector<Array> run_draw(const DrawProgram& program, const std::vector<Array>& columns, std::size_t entries,
                            std::uint64_t first_entry, std::uint64_t all_entries, std::uint64_t first_local_entry,
                            std::uint64_t local_entries) {
  const nb::gil_scoped_release release;
  constexpr std::size_t batch = 4096;
  std::vector<ArrayBuilder> results;
  for (const DrawDimension& dimension : program.dimensions())
    results.emplace_back(dimension.is_text ? array::Type::string() : array::Type::of(array::NumberType::float64));
  results.emplace_back(array::Type::of(array::NumberType::float64));
  results.emplace_back(array::Type::of(array::NumberType::uint64));
  DrawEvaluator evaluator(program);
  for (std::size_t first = 0; first < entries; first += batch) {
    const std::size_t last = std::min(entries, first + batch);
    std::vector<Array> parts;
    for (const Array& column : columns) parts.push_back(column.slice(first, last));
    const DrawRows& rows = evaluator.run(parts, last - first,
                                         {first_entry + first, all_entries, first_local_entry + first, local_entries});
    for (std::size_t k = 0; k < program.dimensions().size(); ++k) {
      if (program.dimensions()[k].is_text)
        append_texts(results[k], rows.texts[k]);
      else
        append_numbers(results[k], rows.values[k]);
    }
    append_numbers(results[results.size() - 2], rows.weights);
    append_numbers(results.back(), rows.entries);
  }
  return array::finish(std::move(results));
}

}  // namespace

void bind_draw(nb::module_& module) {
  nb::class_<DrawDimension>(module, "DrawDimension", "One of the expressions of a DrawProgram.")
      .def_ro("text", &DrawDimension::text)
      .def_ro("is_text", &DrawDimension::is_text)
      .def_ro("is_whole", &DrawDimension::is_whole);
  nb::class_<DrawProgram>(module, "DrawProgram", "Expressions and a cut in the language of TTree::Draw.")
      .def_static("compile", &compile_draw, nb::arg("expressions"), nb::arg("cut"), nb::arg("columns"),
                  nb::arg("definitions"))
      .def_prop_ro("dimensions",
                   [](const DrawProgram& program) {
                     return std::vector<DrawDimension>(program.dimensions().begin(), program.dimensions().end());
                   })
      .def_prop_ro("columns",
                   [](const DrawProgram& program) {
                     return std::vector<std::size_t>(program.columns().begin(), program.columns().end());
                   })
      .def("run", &run_draw, nb::arg("columns"), nb::arg("entries"), nb::arg("first_entry") = 0,
           nb::arg("all_entries") = 0, nb::arg("first_local_entry") = 0, nb::arg("local_entries") = 0);
}

}  // namespace ramet::bindings
