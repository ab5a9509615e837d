#include "ramet/random/points/phase_space.hpp"

#include <array>
#include <cmath>
#include <thread>
#include <vector>

#include "unit/random/expected/goodness.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet::random;

namespace {

constexpr Stream stream{.seed = 20, .number = 26};

// Decays, as vectors of their own.
struct Decays {
  Decays(const Parameter& mass, std::vector<double> of, std::size_t events, std::uint64_t first = 0)
      : masses(std::move(of)), numbers(4 * masses.size(), std::vector<double>(events)), weights(events) {
    std::vector<Momenta> particles;
    for (std::size_t k = 0; k < masses.size(); ++k)
      particles.push_back({numbers[4 * k], numbers[4 * k + 1], numbers[4 * k + 2], numbers[4 * k + 3]});
    fill_phase_space(stream, {.first_entry = first}, mass, masses, particles, weights);
  }

  double sum(std::size_t component, std::size_t event) const {
    double total = 0;
    for (std::size_t k = 0; k < masses.size(); ++k) total += numbers[4 * k + component][event];
    return total;
  }
  double mass_of(std::size_t particle, std::size_t event) const {
    const auto square = [&](std::size_t c) { return std::pow(numbers[4 * particle + c][event], 2); };
    return std::sqrt(std::max(0., square(3) - square(0) - square(1) - square(2)));
  }

  std::vector<double> masses;
  std::vector<std::vector<double>> numbers;
  std::vector<double> weights;
};

}  // namespace

TEST_CASE("phase space: energy, momentum and masses are kept") {
  for (const std::vector<double>& masses :
       {std::vector<double>{0.5, 0.1}, {0, 0}, {0, 0, 0}, {0.14, 0.14, 0.5, 0}, std::vector<double>(18, 0.1)}) {
    const Decays decays(5, masses, 1000);
    for (std::size_t event = 0; event < 1000; ++event) {
      for (std::size_t c = 0; c < 3; ++c) REQUIRE(std::abs(decays.sum(c, event)) < 1e-12);
      REQUIRE(decays.sum(3, event) == doctest::Approx(5).epsilon(1e-13));
      for (std::size_t k = 0; k < masses.size(); ++k)
        REQUIRE(decays.mass_of(k, event) == doctest::Approx(masses[k]).epsilon(1e-5).scale(1));
      REQUIRE(decays.weights[event] > 0);
      REQUIRE(decays.weights[event] <= 1 + 1e-12);
    }
  }
}

TEST_CASE("phase space: two particles have the momentum of their masses, in any direction") {
  const Decays decays(5, {3, 1}, 100'000);
  const double momentum = std::sqrt((25. - 16) * (25. - 4)) / 10;
  CHECK(decays.weights[7] == doctest::Approx(1).epsilon(1e-14));
  const auto cumulative = [&](double z) { return (z / momentum + 1) / 2; };
  for (std::size_t component = 0; component < 3; ++component)
    CHECK(ramet::tests::goodness_of(decays.numbers[component], cumulative).is_good());
}

TEST_CASE("phase space: the plane of three massless particles is filled evenly") {
  // Dalitz: the weighted density of the squared masses of pairs is flat in the triangle; so the energy of a particle,
  // from 0 to M/2, has a density in proportion to it.
  const Decays decays(2, {0, 0, 0}, 400'000);
  for (std::size_t particle = 0; particle < 3; ++particle) {
    double below = 0, all = 0;
    for (std::size_t event = 0; event < decays.weights.size(); ++event) {
      all += decays.weights[event];
      if (decays.numbers[4 * particle + 3][event] < 0.5) below += decays.weights[event];
    }
    CHECK(below / all == doctest::Approx(0.25).epsilon(0.01));
  }
}

TEST_CASE("phase space: parts and columns of masses give the same bits") {
  const Decays whole(5, {0.14, 0.5, 1}, 2000);
  const Decays part(5, {0.14, 0.5, 1}, 700, 801);
  const Decays column(std::vector<double>(2000, 5), {0.14, 0.5, 1}, 2000);
  CHECK(whole.numbers == column.numbers);
  CHECK(whole.weights == column.weights);
  for (std::size_t k = 0; k < part.numbers.size(); ++k)
    CHECK(std::equal(part.numbers[k].begin(), part.numbers[k].end(), whole.numbers[k].begin() + 801));
}

TEST_CASE("phase space: 64 threads make the same bits") {
  const Decays whole(5, {0.14, 0.5, 1, 0}, 6400);
  std::vector<std::vector<double>> weights(64);
  std::vector<std::thread> threads;
  for (std::size_t k = 0; k < 64; ++k)
    threads.emplace_back([&, k] { weights[k] = Decays(5, {0.14, 0.5, 1, 0}, 100, 100 * k).weights; });
  for (std::thread& thread : threads) thread.join();
  for (std::size_t k = 0; k < 64; ++k)
    CHECK(
        std::equal(weights[k].begin(), weights[k].end(), whole.weights.begin() + static_cast<std::ptrdiff_t>(100 * k)));
}

TEST_CASE("phase space: masses that cannot be are an error") {
  CHECK_THROWS_WITH_AS(Decays(1, {0.5, 0.5}, 1), "mass is 1, not above those of the products", ramet::Error);
  CHECK_THROWS_WITH_AS(Decays(1, {0.5}, 1), "a decay into 1 particles, not 2 to 18", ramet::Error);
  CHECK_THROWS_WITH_AS(Decays(1, {0.5, -1}, 1), "a mass is -1, not at least 0", ramet::Error);
  CHECK_THROWS_WITH_AS(Decays(std::vector<double>{2, 0.5}, {0.3, 0.3}, 2),
                       "mass of number 1 is 0.5, not above those of the products", ramet::Error);
  std::vector<double> weights(1);
  CHECK_THROWS_AS(fill_phase_space(stream, {}, 1, std::array{0.1, 0.2}, {}, weights), ramet::Error);
}
