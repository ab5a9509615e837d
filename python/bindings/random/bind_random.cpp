#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "../internal/signal_watch.hpp"
#include "bindings.hpp"
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "ramet/core/error.hpp"
#include "ramet/random/bin_table.hpp"
#include "ramet/random/continuous.hpp"
#include "ramet/random/counts.hpp"
#include "ramet/random/directions.hpp"
#include "ramet/random/function_table.hpp"
#include "ramet/random/gamma_family.hpp"
#include "ramet/random/stream.hpp"

namespace ramet::bindings {
namespace {

using random::Draws;
using random::Parameter;
using random::Stream;

template <class Number>
using Column = nb::ndarray<const Number, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class Number>
using Output = nb::ndarray<Number, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class Number>
using ArgumentOf = std::variant<Number, Column<Number>>;  ///< a parameter: one number for all, or one for each
using Argument = ArgumentOf<double>;
using random::Count;
using WholeArgument = ArgumentOf<Count>;

constexpr std::size_t numbers_per_task = 65536;

/// Makes the numbers of a part of a call; the parameters are those of the part.
template <class Number>
using Fill = void (*)(const Stream&, const Draws&, std::span<Number>, std::span<const Parameter>);

template <class Number>
struct Distribution {
  std::string_view name;
  std::size_t parameters;
  Fill<Number> fill;
};

/// A fill function of so many parameters, with the type that all have here.
template <auto function, std::size_t... Index>
constexpr auto with_parameters(std::index_sequence<Index...> /*all*/) {
  return [](const Stream& stream, const Draws& draws, auto numbers, std::span<const Parameter> with) {
    function(stream, draws, numbers, with[Index]...);
  };
}

template <class Number, auto function, std::size_t parameters>
constexpr Distribution<Number> distribution(std::string_view name) {
  return {name, parameters, with_parameters<function>(std::make_index_sequence<parameters>())};
}

constexpr std::array real_distributions{
    distribution<double, random::fill_uniform, 2>("uniform"),
    distribution<double, random::fill_normal, 2>("normal"),
    distribution<double, random::fill_exponential, 1>("exponential"),
    distribution<double, random::fill_breit_wigner, 2>("breit_wigner"),
    distribution<double, random::fill_logistic, 2>("logistic"),
    distribution<double, random::fill_triangle, 3>("triangle"),
    distribution<double, random::fill_weibull, 2>("weibull"),
    distribution<double, random::fill_landau, 2>("landau"),
    distribution<double, random::fill_moyal, 2>("moyal"),
    distribution<double, random::fill_gamma, 2>("gamma"),
    distribution<double, random::fill_chi_square, 1>("chi_square"),
    distribution<double, random::fill_beta, 2>("beta"),
    distribution<double, random::fill_student_t, 1>("student_t"),
};

/// The distributions of whole numbers; fill_integers and fill_binomial have whole parameters.
constexpr std::array count_distributions{
    distribution<Count, random::fill_poisson, 1>("poisson"),
};

/// Which numbers of a stream, as Python passes them; see random::Draws.
struct PythonDraws {
  std::uint64_t first_entry = 0;
  std::optional<Column<std::uint64_t>> entries;
  std::optional<Column<std::uint32_t>> elements;
  std::uint8_t call = 0;
};

template <class Number>
std::span<const Number> span_of(const Column<Number>& column) {
  return {column.data(), column.size()};
}

/// The part of a list, or nothing if there is none. Its length was compared with that of the numbers.
template <class Number>
std::span<const Number> part_of(const std::optional<Column<Number>>& column, std::size_t first, std::size_t count) {
  return column ? span_of(*column).subspan(first, count) : std::span<const Number>();
}

template <class Number>
random::ParameterOf<Number> part_of(const ArgumentOf<Number>& argument, std::size_t first, std::size_t count) {
  if (const Number* const value = std::get_if<Number>(&argument)) return *value;
  return span_of(std::get<Column<Number>>(argument)).subspan(first, count);
}

std::span<double> part_of(const Output<double>& numbers, std::size_t first, std::size_t count) {
  return std::span<double>(numbers.data(), numbers.size()).subspan(first, count);
}

void check_length(std::size_t length, std::size_t count, std::string_view what) {
  if (length != count) fail(ErrorKind::misuse, "{} has {} values for {} numbers", what, length, count);
}

template <class Number>
void check_length(const ArgumentOf<Number>& argument, std::size_t count) {
  if (const auto* const column = std::get_if<Column<Number>>(&argument))
    check_length(column->size(), count, "a parameter");
}

void check_lengths(const PythonDraws& draws, const std::vector<Argument>& arguments, std::size_t count) {
  if (draws.entries) check_length(draws.entries->size(), count, "entries");
  if (draws.elements) check_length(draws.elements->size(), count, "elements");
  for (const Argument& argument : arguments) check_length(argument, count);
}

/// Call fill(draws, first, numbers) for all parts of the numbers, on all threads of the session.
template <class Number, class Work>
void fill_parts(const dataset::Session& session, const PythonDraws& draws, const Output<Number>& numbers,
                const Work& work) {
  const std::span<Number> all(numbers.data(), numbers.size());
  const std::size_t parts = (all.size() + numbers_per_task - 1) / numbers_per_task;
  run_unlocked([&](SignalWatch& watch) {
    session.executor().for_each_index(
        parts,
        [&](std::size_t part) {
          const std::size_t first = part * numbers_per_task;
          const std::size_t count = std::min(numbers_per_task, all.size() - first);
          const Draws of_part{.first_entry = draws.first_entry + first,
                              .entries = part_of(draws.entries, first, count),
                              .elements = part_of(draws.elements, first, count),
                              .call = draws.call};
          while_doing([&] { return fmt::format("numbers {} to {}", first, first + count - 1); },
                      [&] { work(of_part, first, all.subspan(first, count)); });
          watch.advance(count, 0);
        },
        watch.stop());
  });
}

template <class Number, std::size_t size>
void fill(const std::array<Distribution<Number>, size>& distributions, const dataset::Session& session,
          std::string_view name, const Stream& stream, const PythonDraws& draws, const Output<Number>& numbers,
          const std::vector<Argument>& arguments) {
  const auto* const found = std::ranges::find(distributions, name, &Distribution<Number>::name);
  if (found == distributions.end() || found->parameters != arguments.size())
    fail(ErrorKind::misuse, "there is no distribution '{}' of {} parameters", name, arguments.size());
  check_lengths(draws, arguments, numbers.size());
  fill_parts(session, draws, numbers, [&](const Draws& part, std::size_t first, std::span<Number> to) {
    std::vector<Parameter> parameters;
    for (const Argument& argument : arguments) parameters.push_back(part_of<double>(argument, first, to.size()));
    found->fill(stream, part, to, parameters);
  });
}

void fill_reals(const dataset::Session& session, std::string_view name, const Stream& stream, const PythonDraws& draws,
                const Output<double>& numbers, const std::vector<Argument>& arguments) {
  fill(real_distributions, session, name, stream, draws, numbers, arguments);
}

void fill_counts(const dataset::Session& session, std::string_view name, const Stream& stream, const PythonDraws& draws,
                 const Output<Count>& numbers, const std::vector<Argument>& arguments) {
  fill(count_distributions, session, name, stream, draws, numbers, arguments);
}

void fill_integers(const dataset::Session& session, const Stream& stream, const PythonDraws& draws,
                   const Output<Count>& numbers, const WholeArgument& below) {
  check_lengths(draws, {}, numbers.size());
  check_length(below, numbers.size());
  fill_parts(session, draws, numbers, [&](const Draws& part, std::size_t first, std::span<Count> to) {
    random::fill_integers(stream, part, to, part_of<Count>(below, first, to.size()));
  });
}

void fill_binomial(const dataset::Session& session, const Stream& stream, const PythonDraws& draws,
                   const Output<Count>& numbers, const WholeArgument& trials, const Argument& probability) {
  check_lengths(draws, {probability}, numbers.size());
  check_length(trials, numbers.size());
  fill_parts(session, draws, numbers, [&](const Draws& part, std::size_t first, std::span<Count> to) {
    random::fill_binomial(stream, part, to, part_of<Count>(trials, first, to.size()),
                          part_of<double>(probability, first, to.size()));
  });
}

void fill_circle(const dataset::Session& session, const Stream& stream, const PythonDraws& draws,
                 const Output<double>& x, const Output<double>& y, const Argument& radius) {
  check_lengths(draws, {radius}, x.size());
  check_length(y.size(), x.size(), "y");
  fill_parts(session, draws, x, [&](const Draws& part, std::size_t first, std::span<double> to) {
    random::fill_circle(stream, part, to, part_of(y, first, to.size()), part_of<double>(radius, first, to.size()));
  });
}

void fill_sphere(const dataset::Session& session, const Stream& stream, const PythonDraws& draws,
                 const Output<double>& x, const Output<double>& y, const Output<double>& z, const Argument& radius) {
  check_lengths(draws, {radius}, x.size());
  check_length(y.size(), x.size(), "y");
  check_length(z.size(), x.size(), "z");
  fill_parts(session, draws, x, [&](const Draws& part, std::size_t first, std::span<double> to) {
    random::fill_sphere(stream, part, to, part_of(y, first, to.size()), part_of(z, first, to.size()),
                        part_of<double>(radius, first, to.size()));
  });
}

std::vector<double> vector_of(const Column<double>& column) { return {column.data(), column.data() + column.size()}; }

random::BinTable bin_table(const std::vector<Column<double>>& edges, const Column<double>& contents) {
  std::vector<std::vector<double>> all;
  for (const Column<double>& axis : edges) all.push_back(vector_of(axis));
  return {std::move(all), span_of(contents)};
}

void fill_binned(const random::BinTable& table, const dataset::Session& session, const Stream& stream,
                 const PythonDraws& draws, const std::vector<Output<double>>& coordinates) {
  if (coordinates.empty()) fail(ErrorKind::misuse, "coordinates of 0 axes are wanted");
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

void bind_stream(nb::module_& module) {
  nb::class_<Stream>(module, "RandomStream", "One of the sequences of random numbers of a seed.")
      .def(
          "__init__",
          [](Stream* self, std::uint64_t seed, std::uint32_t number) {
            new (self) Stream{.seed = seed, .number = number};
          },
          nb::arg("seed"), nb::arg("number"))
      .def_ro("seed", &Stream::seed)
      .def_ro("number", &Stream::number);
  nb::class_<PythonDraws>(module, "RandomDraws", "Which numbers of a stream are drawn.")
      .def(
          "__init__",
          [](PythonDraws* self, std::uint64_t first_entry, std::optional<Column<std::uint64_t>> entries,
             std::optional<Column<std::uint32_t>> elements,
             std::uint8_t call) { new (self) PythonDraws{first_entry, std::move(entries), std::move(elements), call}; },
          nb::arg("first_entry"), nb::arg("entries").none(), nb::arg("elements").none(), nb::arg("call"),
          nb::sig("def __init__(self, first_entry: int, entries: numpy.typing.NDArray[numpy.uint64] | None, elements: "
                  "numpy.typing.NDArray[numpy.uint32] | None, call: int) -> None"));
}

void bind_numbers(nb::module_& module) {
  module.def("random_reals", &fill_reals, nb::arg("session"), nb::arg("name"), nb::arg("stream"), nb::arg("draws"),
             nb::arg("numbers").noconvert(), nb::arg("parameters"),
             nb::sig("def random_reals(session: Session, name: str, stream: RandomStream, draws: RandomDraws, numbers: "
                     "numpy.typing.NDArray[numpy.float64], parameters: collections.abc.Sequence[float | "
                     "numpy.typing.NDArray[numpy.float64]]) -> None"),
             "Write real numbers of a distribution.");
  module.def("random_counts", &fill_counts, nb::arg("session"), nb::arg("name"), nb::arg("stream"), nb::arg("draws"),
             nb::arg("numbers").noconvert(), nb::arg("parameters"),
             nb::sig("def random_counts(session: Session, name: str, stream: RandomStream, draws: RandomDraws, "
                     "numbers: numpy.typing.NDArray[numpy.int64], parameters: collections.abc.Sequence[float | "
                     "numpy.typing.NDArray[numpy.float64]]) -> None"),
             "Write whole numbers of a distribution.");
  module.def("random_integers", &fill_integers, nb::arg("session"), nb::arg("stream"), nb::arg("draws"),
             nb::arg("numbers").noconvert(), nb::arg("below"),
             nb::sig("def random_integers(session: Session, stream: RandomStream, draws: RandomDraws, numbers: "
                     "numpy.typing.NDArray[numpy.int64], below: int | numpy.typing.NDArray[numpy.int64]) -> None"),
             "Write whole numbers from 0 on.");
  module.def("random_binomial", &fill_binomial, nb::arg("session"), nb::arg("stream"), nb::arg("draws"),
             nb::arg("numbers").noconvert(), nb::arg("trials"), nb::arg("probability"),
             nb::sig("def random_binomial(session: Session, stream: RandomStream, draws: RandomDraws, numbers: "
                     "numpy.typing.NDArray[numpy.int64], trials: int | numpy.typing.NDArray[numpy.int64], probability: "
                     "float | numpy.typing.NDArray[numpy.float64]) -> None"),
             "Write numbers of successes.");
  module.def("random_circle", &fill_circle, nb::arg("session"), nb::arg("stream"), nb::arg("draws"),
             nb::arg("x").noconvert(), nb::arg("y").noconvert(), nb::arg("radius"),
             nb::sig("def random_circle(session: Session, stream: RandomStream, draws: RandomDraws, x: "
                     "numpy.typing.NDArray[numpy.float64], y: numpy.typing.NDArray[numpy.float64], radius: float | "
                     "numpy.typing.NDArray[numpy.float64]) -> None"),
             "Write points of a circle.");
  module.def(
      "random_sphere", &fill_sphere, nb::arg("session"), nb::arg("stream"), nb::arg("draws"), nb::arg("x").noconvert(),
      nb::arg("y").noconvert(), nb::arg("z").noconvert(), nb::arg("radius"),
      nb::sig("def random_sphere(session: Session, stream: RandomStream, draws: RandomDraws, x: "
              "numpy.typing.NDArray[numpy.float64], y: numpy.typing.NDArray[numpy.float64], z: "
              "numpy.typing.NDArray[numpy.float64], radius: float | numpy.typing.NDArray[numpy.float64]) -> None"),
      "Write points of a sphere.");
}

void bind_tables(nb::module_& module) {
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

}  // namespace

void bind_random(nb::module_& module) {
  bind_stream(module);
  module.def("random_stream_number", &random::stream_number, nb::arg("name"),
             "The number of the stream of random numbers that has this name.");
  bind_numbers(module);
  bind_tables(module);
}

}  // namespace ramet::bindings
