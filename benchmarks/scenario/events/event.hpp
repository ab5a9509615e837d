#pragma once

#include <cstdint>
#include <vector>

#include "../measure.hpp"

namespace scenario {

/// 325 bytes, on average. Its fractions are of 24 bits, so that sums of them are exact in whatever order.
struct Event {
  std::uint32_t run = 1;
  std::uint32_t lumi = 1;
  std::uint64_t number = 0;
  float met = 0;
  std::vector<float> pt, eta, phi, mass;
};

inline float fraction(Numbers& numbers) { return static_cast<float>(numbers.bits() >> 40) * 0x1p-24F; }

inline Event event_of(std::uint64_t number) {
  Numbers numbers(number);
  Event event;
  event.number = number;
  event.met = fraction(numbers);
  const std::size_t particles = numbers.bits() % 37;
  for (std::vector<float>* values : {&event.pt, &event.eta, &event.phi, &event.mass})
    for (std::size_t particle = 0; particle < particles; ++particle) values->push_back(fraction(numbers));
  return event;
}

/// What a loop does with an event; `Values` are vectors, spans or readers.
template <class Values>
double sum_of(const Values& values) {
  double sum = 0;
  for (const float value : values) sum += value;
  return sum;
}

}  // namespace scenario
