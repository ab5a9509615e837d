#include "fit/bind_toys.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "bindings.hpp"  // IWYU pragma: keep (type casters)
#include "internal/interpreter_lock.hpp"
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "ramet/core/error.hpp"
#include "ramet/fit/toys.hpp"

namespace ramet::bindings {
namespace {

using Doubles = nb::ndarray<double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// Write values, errors and the cost, and return the number of events, and whether this is the minimum.
std::pair<std::uint64_t, bool> write_row(const fit::Toys& toys, std::uint64_t seed, std::uint32_t number,
                                         const Doubles& row) {
  const Unlocked release;
  const fit::Toy toy = toys.make(seed, number);
  const std::size_t count = toy.minimum.values.size();
  if (row.size() != 2 * count + 1)
    detail::fail(ErrorKind::misuse, "a row of {} numbers for {} parameters", row.size(), count);
  for (std::size_t i = 0; i < count; ++i) {
    row.data()[i] = toy.minimum.values[i];
    row.data()[count + i] = std::sqrt(toy.minimum.covariance[i * (count + 1)]);
  }
  row.data()[2 * count] = toy.minimum.cost;
  return {toy.events, toy.minimum.is_valid && !toy.is_at_limit};
}

template <class Model>
void make_toys(fit::Toys* self, const Model& model, const std::vector<double>& values,
               std::optional<std::size_t> events) {
  const Unlocked release;
  new (self) fit::Toys(model, values, events);
}

}  // namespace

void bind_toys(nb::module_& module) {
  nb::class_<fit::Toys>(module, "FitToys", "Fits of random events of a model.")
      .def("__init__", &make_toys<fit::Model>, nb::arg("model"), nb::arg("values"), nb::arg("events").none())
      .def("__init__", &make_toys<fit::JointModel>, nb::arg("model"), nb::arg("values"), nb::arg("events").none())
      .def("write_row", &write_row, nb::arg("seed"), nb::arg("number"), nb::arg("row").noconvert(),
           nb::sig("def write_row(self, seed: int, number: int, row: numpy.typing.NDArray[numpy.float64]) -> "
                   "tuple[int, bool]"));
}

}  // namespace ramet::bindings
