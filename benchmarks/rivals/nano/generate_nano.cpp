// A NanoAOD-like tree, written by ROOT. usage: generate_nano FILE COMPRESSION ENTRIES
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "nano_columns.hpp"
#include "scenario/measure.hpp"
#include <TFile.h>
#include <TTree.h>

namespace {

struct Event {
  float flat_floats[nano::flat_floats];
  int flat_integers[nano::flat_integers];
  int count[4];
  float floats[4][8][nano::most_objects];
  int integers[4][2][nano::most_objects];
};

/// As many bits of the mantissa as experiments keep.
float reduced(double value) {
  int exponent = 0;
  const double mantissa = std::frexp(value, &exponent);
  return static_cast<float>(std::ldexp(std::round(mantissa * 2048) / 2048, exponent));
}

void make_branches(TTree& tree, Event& event) {
  for (int k = 0; k < nano::flat_floats; ++k) tree.Branch(("f" + std::to_string(k)).c_str(), &event.flat_floats[k]);
  for (int k = 0; k < nano::flat_integers; ++k) tree.Branch(("i" + std::to_string(k)).c_str(), &event.flat_integers[k]);
  for (int c = 0; c < 4; ++c) {
    const nano::Collection& collection = nano::collections[c];
    const std::string counter = std::string("n") + collection.name;
    tree.Branch(counter.c_str(), &event.count[c]);
    const auto add = [&](const char* member, void* values, const char* type) {
      const std::string name = std::string(collection.name) + "_" + member;
      tree.Branch(name.c_str(), values, (name + "[" + counter + "]/" + type).c_str());
    };
    for (int k = 0; k < 8 && collection.floats[k] != nullptr; ++k) add(collection.floats[k], event.floats[c][k], "F");
    for (int k = 0; k < 2 && collection.integers[k] != nullptr; ++k)
      add(collection.integers[k], event.integers[c][k], "I");
  }
}

void fill_objects(Event& event, scenario::Numbers& numbers) {
  for (int c = 0; c < 4; ++c) {
    const double drawn = numbers.exponential(nano::collections[c].mean);
    event.count[c] = std::min(static_cast<int>(drawn + 0.5), nano::most_objects);
    for (int object = 0; object < event.count[c]; ++object) {
      event.floats[c][0][object] = reduced(3 + numbers.exponential(25));
      event.floats[c][1][object] = reduced(1.6 * numbers.normal());
      event.floats[c][2][object] = reduced(6.2831853 * numbers.uniform() - 3.1415927);
      for (int k = 3; k < 8; ++k) event.floats[c][k][object] = k == 3 ? 0.10566F : reduced(numbers.uniform());
      event.integers[c][0][object] = (numbers.bits() & 1U) != 0 ? 1 : -1;
      event.integers[c][1][object] = static_cast<int>(numbers.bits() % 4);
    }
  }
}

}  // namespace

int main(int count, char** values) {
  const long entries = scenario::argument(count, values, 3, 1000000);
  TFile file(values[1], "RECREATE", "", std::atoi(values[2]));
  TTree tree("Events", "like NanoAOD");
  const auto event = std::make_unique<Event>();
  make_branches(tree, *event);
  scenario::Numbers numbers(2);
  for (long entry = 0; entry < entries; ++entry) {
    for (int k = 0; k < nano::flat_floats; ++k)
      event->flat_floats[k] = k < 10 ? static_cast<float>(numbers.normal()) : reduced(numbers.exponential(10 + k));
    for (int k = 0; k < nano::flat_integers; ++k)
      event->flat_integers[k] = k == 0 ? static_cast<int>(entry) : static_cast<int>(numbers.bits() % (k < 6 ? 50 : 2));
    fill_objects(*event, numbers);
    tree.Fill();
  }
  tree.Write();
}
