#include <span>
#include <vector>

#include "parts.hpp"

#include "ramet/random/points/phase_space.hpp"

namespace ramet::bindings {
namespace {

template <class Number>
std::span<Number> rows_of(const Output<Number>& numbers, std::size_t first, std::size_t count) {
  return std::span<Number>(numbers.data(), numbers.size()).subspan(first, count);
}

template <class Number>
void check_rows(const std::vector<Output<Number>>& all, std::size_t count) {
  for (const Output<Number>& one : all) check_length(one.size(), count, "a row");
}

void fill_multinomial(const dataset::Session& session, const Stream& stream, const PythonDraws& draws,
                      const std::vector<Output<Count>>& counts, const WholeArgument& trials,
                      const std::vector<double>& probabilities) {
  if (counts.empty()) detail::fail(ErrorKind::misuse, "there are no probabilities");
  check_lengths(draws, {}, counts[0].size());
  check_length(trials, counts[0].size());
  check_rows(counts, counts[0].size());
  fill_parts(session, draws, counts[0], [&](const Draws& part, std::size_t first, std::span<Count> to) {
    std::vector<std::span<Count>> rows;
    for (const Output<Count>& one : counts) rows.push_back(rows_of(one, first, to.size()));
    random::fill_multinomial(stream, part, rows, part_of<Count>(trials, first, to.size()), probabilities);
  });
}

/// `momenta`: for each particle x, y, z and energy.
void fill_phase_space(const dataset::Session& session, const Stream& stream, const PythonDraws& draws,
                      const Argument& mass, const std::vector<double>& masses,
                      const std::vector<Output<double>>& momenta, const Output<double>& weights) {
  check_lengths(draws, {mass}, weights.size());
  check_rows(momenta, weights.size());
  fill_parts(session, draws, weights, [&](const Draws& part, std::size_t first, std::span<double> to) {
    std::vector<random::Momenta> particles;
    for (std::size_t k = 0; k + 3 < momenta.size(); k += 4)
      particles.push_back({rows_of(momenta[k], first, to.size()), rows_of(momenta[k + 1], first, to.size()),
                           rows_of(momenta[k + 2], first, to.size()), rows_of(momenta[k + 3], first, to.size())});
    random::fill_phase_space(stream, part, part_of<double>(mass, first, to.size()), masses, particles, to);
  });
}

}  // namespace

void bind_random_several(nb::module_& module) {
  module.def("random_multinomial", &fill_multinomial, nb::arg("session"), nb::arg("stream"), nb::arg("draws"),
             nb::arg("counts"), nb::arg("trials"), nb::arg("probabilities"),
             nb::sig("def random_multinomial(session: Session, stream: RandomStream, draws: RandomDraws, counts: "
                     "Sequence[numpy.typing.NDArray[numpy.int64]], trials: int | numpy.typing.NDArray[numpy.int64], "
                     "probabilities: Sequence[float]) -> None"),
             "Write how many trials have each outcome.");
  module.def("random_phase_space", &fill_phase_space, nb::arg("session"), nb::arg("stream"), nb::arg("draws"),
             nb::arg("mass"), nb::arg("masses"), nb::arg("momenta"), nb::arg("weights"),
             nb::sig("def random_phase_space(session: Session, stream: RandomStream, draws: RandomDraws, mass: float | "
                     "numpy.typing.NDArray[numpy.float64], masses: Sequence[float], momenta: "
                     "Sequence[numpy.typing.NDArray[numpy.float64]], weights: numpy.typing.NDArray[numpy.float64]) "
                     "-> None"),
             "Write the momenta of decays, and their weights.");
}

}  // namespace ramet::bindings
