// The file of the flat-read scenario, written by ROOT: 4 float, 2 int, 2 double. usage: generate_flat FILE COMPRESSION
// ENTRIES
#include <cstring>

#include "../scenario/measure.hpp"
#include <TFile.h>
#include <TTree.h>

namespace {

/// Keep the leading bits of a float's mantissa, as experiments do before they write.
float reduced(double value, int bits) {
  const auto number = static_cast<float>(value);
  std::uint32_t raw;
  std::memcpy(&raw, &number, sizeof raw);
  const int drop = 23 - bits;
  raw = (raw + (1U << (drop - 1))) & ~((1U << drop) - 1);
  float result;
  std::memcpy(&result, &raw, sizeof result);
  return result;
}

}  // namespace

int main(int count, char** values) {
  const long entries = scenario::argument(count, values, 3, 10000000);
  TFile file(values[1], "RECREATE", "", std::atoi(values[2]));
  TTree tree("t", "t");
  float f[4];
  int i[2];
  double d[2];
  for (int k = 0; k < 4; ++k) tree.Branch(("f" + std::to_string(k)).c_str(), &f[k]);
  for (int k = 0; k < 2; ++k) tree.Branch(("i" + std::to_string(k)).c_str(), &i[k]);
  for (int k = 0; k < 2; ++k) tree.Branch(("d" + std::to_string(k)).c_str(), &d[k]);
  scenario::Numbers numbers(1);
  for (long entry = 0; entry < entries; ++entry) {
    f[0] = static_cast<float>(numbers.normal());
    f[1] = reduced(numbers.exponential(20), 10);
    f[2] = static_cast<float>(numbers.uniform());
    f[3] = reduced(numbers.normal(), 12);
    i[0] = static_cast<int>(entry);
    i[1] = static_cast<int>(numbers.bits() % 100);
    d[0] = numbers.normal();
    d[1] = std::round(numbers.exponential(1000)) / 16;
    tree.Fill();
  }
  tree.Write();
}
