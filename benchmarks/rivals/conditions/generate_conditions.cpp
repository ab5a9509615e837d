// Writes the conditions' payloads, each as a key of its own: generate_conditions FILE FORM, which is "objectwise" or
// "memberwise". Uncompressed: what is measured is making objects of bytes.
#include <cstring>
#include <string>

#include "../../scenario/measure.hpp"
#include "condition_classes.hpp"
#include <TFile.h>
#include <TVirtualStreamerInfo.h>

namespace {

TriggerConfig make_trigger() {
  TriggerConfig config;
  scenario::Numbers numbers(71);
  config.version = 3;
  config.patterns.resize(93'160);
  for (TriggerPattern& pattern : config.patterns)
    for (TriggerStrip& strip : pattern.strips) {
      strip.plane = static_cast<unsigned char>(numbers.bits() % 7);
      strip.strip = static_cast<unsigned char>(numbers.bits() % 144);
    }
  return config;
}

GeometryConfig make_geometry() {
  GeometryConfig config;
  scenario::Numbers numbers(72);
  config.items.resize(23'557);
  int id = 0;
  for (GeometryItem& item : config.items) {
    item.name = "tracker:PixelBarrelModule" + std::to_string(numbers.bits() % 100'000);
    item.id = id++;
    item.x = numbers.normal();
    item.y = numbers.normal();
    item.z = numbers.normal();
    item.phi = numbers.uniform();
    item.rho = numbers.exponential(50);
  }
  return config;
}

LookupTables make_tables() {
  LookupTables tables;
  scenario::Numbers numbers(73);
  tables.tables.resize(12);
  for (auto& table : tables.tables)
    for (int key = 0; key < 9'300; ++key) table[static_cast<short>(key)] = static_cast<short>(numbers.bits() % 512);
  return tables;
}

GainCalibration make_gains() {
  GainCalibration gains;
  scenario::Numbers numbers(74);
  gains.bytes.resize(33'000'000);
  for (std::size_t i = 0; i + 8 <= gains.bytes.size(); i += 8) {
    const std::uint64_t bits = numbers.bits();
    std::memcpy(&gains.bytes[i], &bits, sizeof bits);
  }
  gains.gains.resize(8'000'000);
  for (float& gain : gains.gains) gain = static_cast<float>(numbers.uniform());
  return gains;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  TVirtualStreamerInfo::SetStreamMemberWise(std::string(argv[2]) == "memberwise");
  TFile file(argv[1], "RECREATE", "", 0);
  const auto put = [&](const auto& payload, const char* name) { file.WriteObject(&payload, name); };
  put(make_trigger(), "trigger");
  put(make_geometry(), "geometry");
  put(make_tables(), "tables");
  put(make_gains(), "gains");
}
