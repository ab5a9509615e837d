#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "internal/batch_arrays.hpp"
#include "internal/dtypes.hpp"
#include "internal/signal_watch.hpp"
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "ramet/hist/histogram.hpp"
#include "ramet/hist/parallel_fill.hpp"

namespace ramet::bindings {
namespace {

using hist::Histogram1D;
using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Statistics = std::array<double, 5>;

std::vector<double> vector_of(const Numbers& numbers) { return {numbers.data(), numbers.data() + numbers.size()}; }

/// A NumPy array with a copy of the numbers.
nb::ndarray<nb::numpy, double> copy_of(std::span<const double> numbers) {
  auto copy = std::make_unique<std::vector<double>>(numbers.begin(), numbers.end());
  const nb::capsule owner(copy.get(), [](void* held) noexcept { delete static_cast<std::vector<double>*>(held); });
  double* data = copy.release()->data();
  return {data, {numbers.size()}, owner};
}

hist::Axis regular_axis(std::uint32_t bins, double low, double high) {
  return hist::RegularAxis{.bins = bins, .low = low, .high = high};
}

template <class Number>
hist::NumberView numbers_of(const InputBuffer& buffer) {
  return std::span(static_cast<const Number*>(buffer.data()), buffer.size());
}

/// The numbers of a NumPy array, whatever their type.
hist::NumberView view_of(const InputBuffer& buffer) {
  using array::NumberType;
  const auto type = number_type_of(buffer.dtype());
  if (!type) fail(ErrorKind::misuse, "numbers of {} bits and kind {}", buffer.dtype().bits, buffer.dtype().code);
  switch (*type) {
    case NumberType::boolean:
      return numbers_of<bool>(buffer);
    case NumberType::int8:
      return numbers_of<std::int8_t>(buffer);
    case NumberType::int16:
      return numbers_of<std::int16_t>(buffer);
    case NumberType::int32:
      return numbers_of<std::int32_t>(buffer);
    case NumberType::int64:
      return numbers_of<std::int64_t>(buffer);
    case NumberType::uint8:
      return numbers_of<std::uint8_t>(buffer);
    case NumberType::uint16:
      return numbers_of<std::uint16_t>(buffer);
    case NumberType::uint32:
      return numbers_of<std::uint32_t>(buffer);
    case NumberType::uint64:
      return numbers_of<std::uint64_t>(buffer);
    case NumberType::float32:
      return numbers_of<float>(buffer);
    case NumberType::float64:
      break;
  }
  return numbers_of<double>(buffer);
}

void fill(Histogram1D& histogram, const dataset::Session& session, const InputBuffer& values,
          const std::optional<InputBuffer>& weights) {
  const hist::NumberView value_view = view_of(values);
  const hist::NumberView weight_view = weights ? view_of(*weights) : hist::NumberView();
  run_unlocked([&](SignalWatch& watch) {
    hist::parallel_fill(histogram, value_view,
                        {.executor = session.executor(), .weights = weight_view, .stop = watch.stop()});
  });
}

void bind_axis(nb::module_& module) {
  nb::class_<hist::Axis>(module, "Axis", "The bins of a histogram.")
      .def_static("regular", &regular_axis, nb::arg("bins"), nb::arg("low"), nb::arg("high"))
      .def_static(
          "variable", [](const Numbers& edges) { return hist::Axis(hist::VariableAxis{vector_of(edges)}); },
          nb::arg("edges"), nb::sig("def variable(edges: numpy.typing.NDArray[numpy.float64]) -> Axis"))
      .def_prop_ro("bins", &hist::Axis::bins)
      .def_prop_ro("low", &hist::Axis::low)
      .def_prop_ro("high", &hist::Axis::high)
      .def_prop_ro("is_regular", &hist::Axis::is_regular)
      .def_prop_ro(
          "edges", [](const hist::Axis& axis) { return copy_of(axis.edges()); }, nb::rv_policy::reference,
          nb::sig("def edges(self) -> numpy.typing.NDArray[numpy.float64]"));
}

}  // namespace

void bind_hist(nb::module_& module) {
  bind_axis(module);
  nb::class_<Histogram1D>(module, "Histogram", "A one-dimensional histogram as TH1D.")
      .def(
          "__init__", [](Histogram1D* self, const hist::Axis& axis) { new (self) Histogram1D({}, axis); },
          nb::arg("axis"))
      .def_static(
          "with_contents",
          [](const hist::Axis& axis, const Numbers& contents, const Numbers& squared_weights, Statistics statistics) {
            const auto [entries, weights, squared, values, squares] = statistics;
            return Histogram1D({}, axis, vector_of(contents), vector_of(squared_weights),
                               {entries, weights, squared, values, squares});
          },
          nb::arg("axis"), nb::arg("contents"), nb::arg("squared_weights"), nb::arg("statistics"),
          nb::sig("def with_contents(axis: Axis, contents: numpy.typing.NDArray[numpy.float64], squared_weights: "
                  "numpy.typing.NDArray[numpy.float64], statistics: collections.abc.Sequence[float]) -> Histogram"))
      .def(
          "with_labels",
          [](const Histogram1D& histogram, std::string name, std::string title, std::string axis_title,
             std::string value_title) {
            Histogram1D labelled = histogram;
            labelled.set_labels({std::move(name), std::move(title), std::move(axis_title), std::move(value_title)});
            return labelled;
          },
          nb::arg("name"), nb::arg("title"), nb::arg("axis_title"), nb::arg("value_title"))
      .def_prop_ro("name", [](const Histogram1D& histogram) { return histogram.labels().name; })
      .def_prop_ro("title", [](const Histogram1D& histogram) { return histogram.labels().title; })
      .def_prop_ro("axis_title", [](const Histogram1D& histogram) { return histogram.labels().axis_title; })
      .def_prop_ro("value_title", [](const Histogram1D& histogram) { return histogram.labels().value_title; })
      .def_prop_ro("axis", [](const Histogram1D& histogram) { return histogram.axis(); })
      .def_prop_ro(
          "contents", [](const Histogram1D& histogram) { return copy_of(histogram.contents()); },
          nb::rv_policy::reference, nb::sig("def contents(self) -> numpy.typing.NDArray[numpy.float64]"))
      .def_prop_ro(
          "variances", [](const Histogram1D& histogram) { return copy_of(histogram.variances(hist::Flow::included)); },
          nb::rv_policy::reference, nb::sig("def variances(self) -> numpy.typing.NDArray[numpy.float64]"))
      .def_prop_ro("is_weighted", [](const Histogram1D& histogram) { return !histogram.squared_weights().empty(); })
      .def_prop_ro("entries", [](const Histogram1D& histogram) { return histogram.statistics().entries; })
      .def_prop_ro("mean", &Histogram1D::mean)
      .def_prop_ro("standard_deviation", &Histogram1D::standard_deviation)
      .def("fill", &fill, nb::arg("session"), nb::arg("values"), nb::arg("weights").none(),
           nb::sig("def fill(self, session: Session, values: numpy.typing.NDArray[typing.Any], weights: "
                   "numpy.typing.NDArray[typing.Any] | None) -> None"))
      .def(
          "add", [](Histogram1D& histogram, const Histogram1D& other) { histogram += other; }, nb::arg("other"))
      .def("copy", [](const Histogram1D& histogram) { return histogram; })
      .def(
          "__eq__", [](const Histogram1D& left, const Histogram1D& right) { return left == right; }, nb::is_operator(),
          nb::sig("def __eq__(self, other: object, /) -> bool"));
}

}  // namespace ramet::bindings
