#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "parts.hpp"

#include "ramet/random/continuous.hpp"
#include "ramet/random/counts.hpp"
#include "ramet/random/gamma_family.hpp"
#include "ramet/random/points/directions.hpp"

namespace ramet::bindings {
namespace {

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
template <auto Function, std::size_t... Index>
constexpr auto with_parameters(std::index_sequence<Index...> /*all*/) {
  return [](const Stream& stream, const Draws& draws, auto numbers, std::span<const Parameter> with) {
    Function(stream, draws, numbers, with[Index]...);
  };
}

template <class Number, auto Function, std::size_t Parameters>
constexpr Distribution<Number> distribution(std::string_view name) {
  return {name, Parameters, with_parameters<Function>(std::make_index_sequence<Parameters>())};
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

template <class Number, std::size_t Size>
void fill(const std::array<Distribution<Number>, Size>& distributions, const dataset::Session& session,
          std::string_view name, const Stream& stream, const PythonDraws& draws, const Output<Number>& numbers,
          const std::vector<Argument>& arguments) {
  const auto* const found = std::ranges::find(distributions, name, &Distribution<Number>::name);
  if (found == distributions.end() || found->parameters != arguments.size())
    detail::fail(ErrorKind::misuse, "there is no distribution '{}' of {} parameters", name, arguments.size());
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

}  // namespace

void bind_random(nb::module_& module) {
  bind_stream(module);
  module.def(
      "random_keys",
      [](const std::vector<Column<std::uint64_t>>& columns, const Output<std::uint64_t>& keys) {
        std::vector<std::span<const std::uint64_t>> spans;
        for (const Column<std::uint64_t>& column : columns) spans.push_back(span_of(column));
        const Unlocked release;
        random::fill_keys(spans, {keys.data(), keys.size()});
      },
      nb::arg("columns"), nb::arg("keys").noconvert(),
      nb::sig("def random_keys(columns: collections.abc.Sequence[numpy.typing.NDArray[numpy.uint64]], keys: "
              "numpy.typing.NDArray[numpy.uint64]) -> None"),
      "Write a number for each row of columns that identify events.");
  module.def("random_stream_number", &random::stream_number, nb::arg("name"),
             "The number of the stream of random numbers that has this name.");
  bind_numbers(module);
  bind_random_tables(module);
  bind_random_several(module);
}

}  // namespace ramet::bindings
