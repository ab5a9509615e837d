// The columns of generate_flat as an ntuple, written by ROOT. usage: generate_flat_ntuple FILE COMPRESSION ENTRIES
// [CLUSTER_BYTES]
#include <cstring>
#include <vector>

#include "../../scenario/measure.hpp"
#include <ROOT/RNTupleModel.hxx>
#include <ROOT/RNTupleWriteOptions.hxx>
#include <ROOT/RNTupleWriter.hxx>

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
  auto model = ROOT::RNTupleModel::Create();
  std::vector<std::shared_ptr<float>> f;
  std::vector<std::shared_ptr<int>> i;
  std::vector<std::shared_ptr<double>> d;
  for (int k = 0; k < 4; ++k) f.push_back(model->MakeField<float>("f" + std::to_string(k)));
  for (int k = 0; k < 2; ++k) i.push_back(model->MakeField<int>("i" + std::to_string(k)));
  for (int k = 0; k < 2; ++k) d.push_back(model->MakeField<double>("d" + std::to_string(k)));
  ROOT::RNTupleWriteOptions options;
  options.SetCompression(static_cast<std::uint32_t>(std::atoi(values[2])));
  if (const long cluster = scenario::argument(count, values, 4, 0); cluster > 0) {
    options.SetMaxUnzippedClusterSize(static_cast<std::size_t>(cluster));
    options.SetApproxZippedClusterSize(static_cast<std::size_t>(cluster));
  }
  auto writer = ROOT::RNTupleWriter::Recreate(std::move(model), "t", values[1], options);
  scenario::Numbers numbers(1);
  for (long entry = 0; entry < entries; ++entry) {
    *f[0] = static_cast<float>(numbers.normal());
    *f[1] = reduced(numbers.exponential(20), 10);
    *f[2] = static_cast<float>(numbers.uniform());
    *f[3] = reduced(numbers.normal(), 12);
    *i[0] = static_cast<int>(entry);
    *i[1] = static_cast<int>(numbers.bits() % 100);
    *d[0] = numbers.normal();
    *d[1] = std::round(numbers.exponential(1000)) / 16;
    writer->Fill();
  }
}
