#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "ramet/array/array.hpp"
#include "ramet/array/array_builder.hpp"
#include "ramet/expr/expression.hpp"

namespace ramet::bindings {
namespace {

using array::Array;
using expr::BatchPlace;
using expr::Evaluator;
using expr::Program;
using expr::Scope;

Program compile(const std::vector<std::string>& texts, std::vector<std::pair<std::string, array::Type>> columns,
                std::vector<std::pair<std::string, std::string>> definitions, std::uint64_t seed,
                std::vector<std::string> random_key) {
  Scope scope;
  for (auto& [name, type] : columns) scope.columns.push_back({std::move(name), std::move(type)});
  for (auto& [name, text] : definitions) scope.definitions.push_back({std::move(name), std::move(text)});
  scope.seed = seed;
  scope.random_key = std::move(random_key);
  return Program::compile(texts, scope);
}

// Batches of one program may be run by many threads: each call has an evaluator of its own.
std::vector<Array> run(const Program& program, const std::vector<Array>& columns, std::size_t entries,
                       std::uint64_t first_entry, std::uint32_t slot) {
  const nb::gil_scoped_release release;
  constexpr std::size_t batch = 4096;
  Evaluator evaluator(program);
  if (entries <= batch) return evaluator.run(columns, entries, {first_entry, slot});
  std::vector<array::ArrayBuilder> results;
  for (std::size_t k = 0; k < program.results(); ++k) results.emplace_back(program.type(k));
  for (std::size_t first = 0; first < entries; first += batch) {
    const std::size_t last = std::min(entries, first + batch);
    std::vector<Array> parts;
    for (const Array& column : columns) parts.push_back(column.slice(first, last));
    const std::vector<Array> values = evaluator.run(parts, last - first, {first_entry + first, slot});
    for (std::size_t k = 0; k < values.size(); ++k) array::append(results[k], values[k]);
  }
  return array::finish(std::move(results));
}

}  // namespace

void bind_expr(nb::module_& module) {
  nb::class_<Program>(module, "Program", "Expressions that were compiled together.")
      .def_static("compile", &compile, nb::arg("texts"), nb::arg("columns"), nb::arg("definitions"),
                  nb::arg("seed") = 0, nb::arg("random_key") = std::vector<std::string>())
      .def("__len__", &Program::results)
      .def("type", &Program::type, nb::arg("result"))
      .def_prop_ro("columns",
                   [](const Program& program) {
                     return std::vector<std::size_t>(program.columns().begin(), program.columns().end());
                   })
      .def("run", &run, nb::arg("columns"), nb::arg("entries"), nb::arg("first_entry") = 0, nb::arg("slot") = 0);
}

}  // namespace ramet::bindings
