#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "internal/file_text.hpp"
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "ramet/array/array.hpp"
#include "ramet/array/array_builder.hpp"
#include "ramet/dataset/session.hpp"
#include "ramet/expr/detail/reference.hpp"
#include "ramet/expr/expression.hpp"

namespace ramet::bindings {
namespace {

using array::Array;
using expr::BatchPlace;
using expr::Evaluator;
using expr::Program;
using expr::Scope;

Program compile_texts(const std::vector<std::string>& texts, std::vector<std::pair<std::string, array::Type>> columns,
                      std::vector<std::pair<std::string, std::string>> definitions, std::uint64_t seed,
                      std::vector<std::string> random_key, expr::Language language,
                      const std::optional<std::string>& cut, const std::vector<std::string>& terminated) {
  const nb::gil_scoped_release release;
  Scope scope;
  scope.language = language;
  for (auto& [name, type] : columns) scope.columns.push_back({std::move(name), std::move(type)});
  for (auto& [name, text] : definitions) scope.definitions.push_back({std::move(name), std::move(text)});
  scope.seed = seed;
  scope.random_key = std::move(random_key);
  for (Scope::Column& column : scope.columns)
    if (std::find(terminated.begin(), terminated.end(), column.name) != terminated.end())
      column.text = Scope::Text::terminated_characters;
  return cut ? Program::compile(texts, *cut, scope) : Program::compile(texts, scope);
}

constexpr std::size_t batch = 4096;

// Entries [first, last) of the columns, batch by batch.
std::vector<array::ArrayBuilder> run_rows(const Program& program, const std::vector<Array>& columns, std::size_t first,
                                          std::size_t last, const BatchPlace& place) {
  Evaluator evaluator(program);
  std::vector<array::ArrayBuilder> results;
  for (std::size_t k = 0; k < program.results(); ++k) results.emplace_back(program.type(k));
  for (; first < last; first += batch) {
    const std::size_t end = std::min(last, first + batch);
    std::vector<Array> parts;
    for (const Array& column : columns) parts.push_back(column.slice(first, end));
    const std::vector<Array> values = evaluator.run(parts, end - first, {place.first_entry + first, place.slot});
    for (std::size_t k = 0; k < values.size(); ++k) array::append(results[k], values[k]);
  }
  return results;
}

std::vector<std::array<std::string, 5>> functions() {
  std::vector<std::array<std::string, 5>> all;
  for (const expr::Description& one : expr::descriptions())
    all.push_back({std::string(one.group), std::string(one.name), std::string(one.signature), std::string(one.says),
                   std::string(one.example)});
  return all;
}

// Batches of one program may be run by many threads: each call has an evaluator of its own.
std::vector<Array> run_program(const Program& program, const std::vector<Array>& columns, std::size_t entries,
                               std::uint64_t first_entry, std::uint32_t slot) {
  const nb::gil_scoped_release release;
  if (entries <= batch) return Evaluator(program).run(columns, entries, {first_entry, slot});
  return array::finish(run_rows(program, columns, 0, entries, {first_entry, slot}));
}

// Parts of the entries side by side, put together in their order.
std::vector<Array> run_on_all_cores(const Program& program, const dataset::Session& session,
                                    const std::vector<Array>& columns, std::size_t entries, std::uint64_t first_entry) {
  const nb::gil_scoped_release release;
  constexpr std::size_t part = 8 * batch;
  const std::size_t count = std::max<std::size_t>(1, (entries + part - 1) / part);
  std::vector<std::vector<array::ArrayBuilder>> parts(count);
  session.executor().for_each_index(count, [&](std::size_t k) {
    parts[k] = run_rows(program, columns, k * part, std::min(entries, (k + 1) * part), {first_entry, 0});
  });
  std::vector<array::ArrayBuilder> results = std::move(parts.front());
  for (std::size_t k = 1; k < count; ++k)
    for (std::size_t result = 0; result < results.size(); ++result) {
      array::append(results[result], parts[k][result], 0, parts[k][result].length);
      parts[k][result] = array::ArrayBuilder(program.type(result));  // frees its memory
    }
  return array::finish(std::move(results));
}

}  // namespace

void bind_expr(nb::module_& module) {
  module.def("expression_functions", &functions,
             "All functions, methods and operators of expressions: group, name, signature, meaning, example.");
  nb::enum_<expr::Language>(module, "Language", "How the texts of expressions are written.")
      .value("cpp", expr::Language::cpp)
      .value("python", expr::Language::python)
      .value("either", expr::Language::either);
  nb::class_<Program>(module, "Program", "Expressions that were compiled together.")
      .def_static("compile", &compile_texts, nb::arg("texts"), nb::arg("columns"), nb::arg("definitions"),
                  nb::arg("seed") = 0, nb::arg("random_key") = std::vector<std::string>(),
                  nb::arg("language") = expr::Language::cpp, nb::arg("cut") = nb::none(),
                  nb::arg("terminated") = std::vector<std::string>())
      .def("__len__", &Program::results)
      .def("type", &Program::type, nb::arg("result"))
      .def_prop_ro("columns",
                   [](const Program& program) {
                     return std::vector<std::size_t>(program.columns().begin(), program.columns().end());
                   })
      .def("run", &run_program, nb::arg("columns"), nb::arg("entries"), nb::arg("first_entry") = 0, nb::arg("slot") = 0)
      .def("run_on_all_cores", &run_on_all_cores, nb::arg("session"), nb::arg("columns"), nb::arg("entries"),
           nb::arg("first_entry") = 0);
}

}  // namespace ramet::bindings
