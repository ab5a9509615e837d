#include <utility>
#include <vector>

#include "parts.hpp"

#include "ramet/random/bin_table.hpp"
#include "ramet/random/function_table.hpp"

namespace ramet::bindings {
namespace {

std::vector<double> copy_of(const Column<double>& column) { return {column.data(), column.data() + column.size()}; }

random::BinTable bin_table(const std::vector<Column<double>>& edges, const Column<double>& contents) {
  std::vector<std::vector<double>> all;
  for (const Column<double>& axis : edges) all.push_back(copy_of(axis));
  return {std::move(all), span_of(contents)};
}

void fill_binned(const random::BinTable& table, const dataset::Session& session, const Stream& stream,
                 const PythonDraws& draws, const std::vector<Output<double>>& coordinates) {
  if (coordinates.empty()) detail::fail(ErrorKind::misuse, "coordinates of 0 axes are wanted");
  check_lengths(draws, {}, coordinates[0].size());
  for (const Output<double>& axis : coordinates) check_length(axis.size(), coordinates[0].size(), "an axis");
  fill_parts(session, draws, coordinates[0], [&](const Draws& part, std::size_t first, std::span<double> to) {
    std::vector<std::span<double>> parts;
    for (const Output<double>& axis : coordinates) parts.push_back(part_of(axis, first, to.size()));
    table.fill(stream, part, parts);
  });
}

random::FunctionTable function_table(const nb::callable& function, double low, double high, double tolerance) {
  return {[&](double x) { return nb::cast<double>(nb::float_(function(x))); }, low, high, tolerance};
}

void fill_function(const random::FunctionTable& table, const dataset::Session& session, const Stream& stream,
                   const PythonDraws& draws, const Output<double>& numbers) {
  check_lengths(draws, {}, numbers.size());
  fill_parts(session, draws, numbers,
             [&](const Draws& part, std::size_t, std::span<double> to) { table.fill(stream, part, to); });
}

}  // namespace

void bind_random_tables(nb::module_& module) {
  nb::class_<random::BinTable>(module, "BinTable", "Random points with the distribution of a histogram.")
      .def(
          "__init__",
          [](random::BinTable* self, const std::vector<Column<double>>& edges, const Column<double>& contents) {
            new (self) random::BinTable(bin_table(edges, contents));
          },
          nb::arg("edges"), nb::arg("contents"),
          nb::sig("def __init__(self, edges: collections.abc.Sequence[numpy.typing.NDArray[numpy.float64]], contents: "
                  "numpy.typing.NDArray[numpy.float64]) -> None"))
      .def_prop_ro("axes", &random::BinTable::axes)
      .def("fill", &fill_binned, nb::arg("session"), nb::arg("stream"), nb::arg("draws"), nb::arg("coordinates"),
           nb::sig("def fill(self, session: Session, stream: RandomStream, draws: RandomDraws, coordinates: "
                   "collections.abc.Sequence[numpy.typing.NDArray[numpy.float64]]) -> None"));
  nb::class_<random::FunctionTable>(module, "FunctionTable", "Random numbers whose density is a function.")
      .def(
          "__init__",
          [](random::FunctionTable* self, const nb::callable& function, double low, double high, double tolerance) {
            new (self) random::FunctionTable(function_table(function, low, high, tolerance));
          },
          nb::arg("function"), nb::arg("low"), nb::arg("high"), nb::arg("tolerance"),
          nb::sig("def __init__(self, function: collections.abc.Callable[[float], float], low: float, high: float, "
                  "tolerance: float) -> None"))
      .def_prop_ro("intervals", &random::FunctionTable::intervals)
      .def_prop_ro("error", &random::FunctionTable::error)
      .def("fill", &fill_function, nb::arg("session"), nb::arg("stream"), nb::arg("draws"),
           nb::arg("numbers").noconvert(),
           nb::sig("def fill(self, session: Session, stream: RandomStream, draws: RandomDraws, numbers: "
                   "numpy.typing.NDArray[numpy.float64]) -> None"));
}

}  // namespace ramet::bindings
