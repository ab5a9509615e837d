#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "../internal/signal_watch.hpp"
#include "bindings.hpp"
#include "internal/file_text.hpp"
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "ramet/core/error.hpp"
#include "ramet/random/counts.hpp"
#include "ramet/random/parameter.hpp"
#include "ramet/random/stream.hpp"

// How Python's arrays become draws and parameters, and numbers are made in parts by all threads of a session.

namespace ramet::bindings {

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

inline std::span<double> part_of(const Output<double>& numbers, std::size_t first, std::size_t count) {
  return std::span<double>(numbers.data(), numbers.size()).subspan(first, count);
}

inline void check_length(std::size_t length, std::size_t count, std::string_view what) {
  if (length != count) detail::fail(ErrorKind::misuse, "{} has {} values for {} numbers", what, length, count);
}

template <class Number>
void check_length(const ArgumentOf<Number>& argument, std::size_t count) {
  if (const auto* const column = std::get_if<Column<Number>>(&argument))
    check_length(column->size(), count, "a parameter");
}

inline void check_lengths(const PythonDraws& draws, const std::vector<Argument>& arguments, std::size_t count) {
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
          detail::while_doing([&] { return fmt::format("numbers {} to {}", first, first + count - 1); },
                              [&] { work(of_part, first, all.subspan(first, count)); });
          watch.advance(count, 0);
        },
        watch.stop());
  });
}

void bind_random_tables(nb::module_& module);
void bind_random_several(nb::module_& module);

}  // namespace ramet::bindings
