#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
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
#include "ramet/random/continuous.hpp"
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
using Argument = std::variant<double, Column<double>>;  ///< a parameter: one number for all, or one for each

constexpr std::size_t numbers_per_task = 65536;

/// Makes the numbers of a part of a call; the parameters are those of the part.
template <class Number>
using Fill = void (*)(const Stream&, const Draws&, std::span<Number>, std::span<const Parameter>);

struct Distribution {
  std::string_view name;
  std::size_t parameters;
  Fill<double> fill;
};

constexpr std::array distributions{
    Distribution{"uniform", 2,
                 [](const Stream& stream, const Draws& draws, std::span<double> to, std::span<const Parameter> with) {
                   random::fill_uniform(stream, draws, to, with[0], with[1]);
                 }},
    Distribution{"normal", 2,
                 [](const Stream& stream, const Draws& draws, std::span<double> to, std::span<const Parameter> with) {
                   random::fill_normal(stream, draws, to, with[0], with[1]);
                 }},
    Distribution{"exponential", 1,
                 [](const Stream& stream, const Draws& draws, std::span<double> to, std::span<const Parameter> with) {
                   random::fill_exponential(stream, draws, to, with[0]);
                 }},
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

Parameter part_of(const Argument& argument, std::size_t first, std::size_t count) {
  if (const double* const value = std::get_if<double>(&argument)) return *value;
  return span_of(std::get<Column<double>>(argument)).subspan(first, count);
}

void check_length(std::size_t length, std::size_t count, std::string_view what) {
  if (length != count) fail(ErrorKind::misuse, "{} has {} values for {} numbers", what, length, count);
}

void check_lengths(const PythonDraws& draws, const std::vector<Argument>& arguments, std::size_t count) {
  if (draws.entries) check_length(draws.entries->size(), count, "entries");
  if (draws.elements) check_length(draws.elements->size(), count, "elements");
  for (const Argument& argument : arguments)
    if (const auto* const column = std::get_if<Column<double>>(&argument))
      check_length(column->size(), count, "a parameter");
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
          work(Draws{.first_entry = draws.first_entry + first,
                     .entries = part_of(draws.entries, first, count),
                     .elements = part_of(draws.elements, first, count),
                     .call = draws.call},
               first, all.subspan(first, count));
          watch.advance(count, 0);
        },
        watch.stop());
  });
}

void fill(const dataset::Session& session, std::string_view name, const Stream& stream, const PythonDraws& draws,
          const Output<double>& numbers, const std::vector<Argument>& arguments) {
  const auto* const found = std::ranges::find(distributions, name, &Distribution::name);
  if (found == distributions.end() || found->parameters != arguments.size())
    fail(ErrorKind::misuse, "there is no distribution '{}' of {} parameters", name, arguments.size());
  check_lengths(draws, arguments, numbers.size());
  fill_parts(session, draws, numbers, [&](const Draws& part, std::size_t first, std::span<double> to) {
    std::vector<Parameter> parameters;
    for (const Argument& argument : arguments) parameters.push_back(part_of(argument, first, to.size()));
    found->fill(stream, part, to, parameters);
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

}  // namespace

void bind_random(nb::module_& module) {
  bind_stream(module);
  module.def("random_stream_number", &random::stream_number, nb::arg("name"),
             "The number of the stream of random numbers that has this name.");
  module.def("random_fill", &fill, nb::arg("session"), nb::arg("name"), nb::arg("stream"), nb::arg("draws"),
             nb::arg("numbers").noconvert(), nb::arg("parameters"),
             nb::sig("def random_fill(session: Session, name: str, stream: RandomStream, draws: RandomDraws, numbers: "
                     "numpy.typing.NDArray[numpy.float64], parameters: "
                     "collections.abc.Sequence[float | numpy.typing.NDArray[numpy.float64]]) -> None"),
             "Write real numbers of a distribution.");
}

}  // namespace ramet::bindings
