#include <span>
#include <string>
#include <vector>

#include "bindings.hpp"
#include "internal/file_text.hpp"
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include "ramet/expr/formula.hpp"

namespace ramet::bindings {
namespace {

using expr::Formula;
using Points = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Output = nb::ndarray<double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void evaluate_formula(const Formula& formula, const std::vector<Points>& points, const std::vector<double>& parameters,
                      const Output& values) {
  std::vector<std::span<const double>> columns;
  for (const Points& column : points) columns.emplace_back(column.data(), column.size());
  const std::span<double> to(values.data(), values.size());
  const nb::gil_scoped_release release;
  formula.evaluate(columns, parameters, to);
}

}  // namespace

void bind_formula(nb::module_& module) {
  nb::class_<Formula>(module, "Formula", "A function with parameters, as ROOT's TFormula writes it.")
      .def_static("compile", &Formula::compile, nb::arg("text"))
      .def_prop_ro("text", &Formula::text)
      .def_prop_ro("variables", &Formula::variables)
      .def_prop_ro("parameters",
                   [](const Formula& formula) {
                     return std::vector<std::string>(formula.parameters().begin(), formula.parameters().end());
                   })
      .def("evaluate", &evaluate_formula, nb::arg("points"), nb::arg("parameters"), nb::arg("values"));
}

}  // namespace ramet::bindings
