#include "ramet/random/points/phase_space.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "ramet/random/internal/number_source.hpp"
#include "ramet/random/internal/parameters.hpp"
#include "ramet/random/internal/words.hpp"

namespace ramet::inline v1::random {
namespace {

using internal::numbers_at_once;
using internal::Words;

constexpr std::uint32_t direction_positions = 32;  // behind those of the masses of systems

// The momentum of two particles, into which a system decays.
double momentum_of(double system, double one, double other) {
  const double sum = one + other;
  const double difference = one - other;
  const double square = (system - sum) * (system + sum) * (system - difference) * (system + difference);
  return square > 0 ? std::sqrt(square) / (2 * system) : 0;
}

// An upper limit of the product of all momenta: each as if the others took no energy.
double largest_product(double mass, std::span<const double> masses, double total) {
  double least = 0;
  double most = mass - total + masses[0];
  double product = 1;
  for (std::size_t k = 1; k < masses.size(); ++k) {
    least += masses[k - 1];
    most += masses[k];
    product *= momentum_of(most, least, masses[k]);
  }
  return product;
}

struct Direction {
  double x, y, z;
};

// Give particles, which are at rest together, the momentum of a system of this mass in a direction.
void boost(std::span<const Momenta> particles, std::size_t event, const Direction& direction, double momentum,
           double mass) {
  const double energy = std::sqrt(momentum * momentum + mass * mass);
  for (const Momenta& one : particles) {
    double& x = one.x[event];
    double& y = one.y[event];
    double& z = one.z[event];
    double& own = one.energy[event];
    // Systems without mass have particles without momenta in theirs: the energy decides.
    if (mass <= 0) {
      x = momentum * direction.x;
      y = momentum * direction.y;
      z = momentum * direction.z;
      own = momentum;
      continue;
    }
    const double along = x * direction.x + y * direction.y + z * direction.z;
    const double more = (energy / mass - 1) * along + momentum / mass * own;
    own = (energy * own + momentum * along) / mass;
    x += more * direction.x;
    y += more * direction.y;
    z += more * direction.z;
  }
}

// Events of one part, one after the other.
class Decays {
 public:
  Decays(const Words& words, std::size_t first, std::size_t count, std::span<const double> masses)
      : masses_(masses), first_(first) {
    for (std::size_t k = 0; k + 2 < masses.size(); ++k)
      words.make(static_cast<std::uint32_t>(k), first, std::span(fractions_[k]).first(count),
                 internal::fastest_kernels().reals);
    for (std::size_t k = 0; k + 1 < masses.size(); ++k) {
      const auto position = static_cast<std::uint32_t>(direction_positions + 2 * k);
      internal::make_angles(words, position, first, std::span(cosines_[k]).first(count),
                            std::span(sines_[k]).first(count));
      words.make(position + 1, first, std::span(heights_[k]).first(count), internal::fastest_kernels().reals);
    }
  }

  /// The event's weight, before it is divided by the largest.
  double make(std::size_t event, double mass, std::span<const Momenta> particles) const {
    const std::size_t count = masses_.size();
    const std::array<double, most_particles> systems = systems_of(event, mass);
    const std::size_t to = first_ + event;
    write(particles[0], to, 0, {0, 0, 0}, masses_[0]);
    double product = 1;
    for (std::size_t k = 1; k < count; ++k) {
      const double momentum = momentum_of(systems[k], systems[k - 1], masses_[k]);
      const Direction direction = direction_of(event, k - 1);
      boost(particles.first(k), to, direction, momentum, systems[k - 1]);
      write(particles[k], to, -momentum, direction, masses_[k]);
      product *= momentum;
    }
    return product;
  }

 private:
  // The masses of the first particle, the first two, ...: the energy of motion is divided at sorted fractions.
  std::array<double, most_particles> systems_of(std::size_t event, double mass) const {
    const std::size_t count = masses_.size();
    std::array<double, most_particles> fractions{};
    for (std::size_t k = 0; k + 2 < count; ++k) fractions[k + 1] = fractions_[k][event];
    fractions[count - 1] = 1;
    std::sort(fractions.begin() + 1, fractions.begin() + static_cast<std::ptrdiff_t>(count) - 1);
    const double total = std::accumulate(masses_.begin(), masses_.end(), 0.);
    std::array<double, most_particles> systems{};
    double sum = 0;
    for (std::size_t k = 0; k < count; ++k) {
      sum += masses_[k];
      systems[k] = fractions[k] * (mass - total) + sum;
    }
    systems[count - 1] = mass;
    return systems;
  }

  Direction direction_of(std::size_t event, std::size_t step) const {
    const double height = 1 - 2 * heights_[step][event];
    const double across = std::sqrt((1 - height) * (1 + height));
    return {across * cosines_[step][event], across * sines_[step][event], height};
  }

  static void write(const Momenta& to, std::size_t event, double momentum, const Direction& direction, double mass) {
    to.x[event] = momentum * direction.x;
    to.y[event] = momentum * direction.y;
    to.z[event] = momentum * direction.z;
    to.energy[event] = std::sqrt(momentum * momentum + mass * mass);
  }

  using Part = std::array<double, numbers_at_once>;

  std::span<const double> masses_;
  std::size_t first_;
  std::array<Part, most_particles> fractions_, cosines_, sines_, heights_;
};

void check(const Parameter& mass, std::span<const double> masses, std::span<const Momenta> particles,
           std::size_t events) {
  if (masses.size() < 2 || masses.size() > most_particles)
    detail::fail(ErrorKind::misuse, "a decay into {} particles, not 2 to {}", masses.size(), most_particles);
  if (particles.size() != masses.size())
    detail::fail(ErrorKind::misuse, "there are {} masses for {} particles", masses.size(), particles.size());
  for (const Momenta& one : particles)
    for (const std::span<double> numbers : {one.x, one.y, one.z, one.energy})
      if (numbers.size() != events)
        detail::fail(ErrorKind::misuse, "a momentum has {} numbers for {} events", numbers.size(), events);
  for (const double one : masses)
    if (!(one >= 0)) detail::fail(ErrorKind::misuse, "a mass is {}, not at least 0", one);
  const double total = std::accumulate(masses.begin(), masses.end(), 0.);
  internal::check_values(mass, events, "mass", "above those of the products",
                         [&](double value) { return value > total && std::isfinite(value); });
}

}  // namespace

void fill_phase_space(const Stream& stream, const Draws& draws, const Parameter& mass, std::span<const double> masses,
                      std::span<const Momenta> particles, std::span<double> weights) {
  check(mass, masses, particles, weights.size());
  const double total = std::accumulate(masses.begin(), masses.end(), 0.);
  const Words words(stream, draws, internal::Family::phase_space, weights.size());
  double largest = 0;
  internal::for_each_part(weights.size(), [&](std::size_t first, std::size_t count) {
    const Decays decays(words, first, count, masses);
    for (std::size_t i = 0; i < count; ++i) {
      const double own = mass[first + i];
      if (mass.is_column() || first + i == 0) largest = largest_product(own, masses, total);
      weights[first + i] = decays.make(i, own, particles) / largest;
    }
  });
}

}  // namespace ramet::inline v1::random
