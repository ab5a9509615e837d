// Sum all values of all events with ROOT's readers of one entry after the other.
// usage: root_events FILE ttree|rntuple TIMES
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "scenario/events/event.hpp"
#include <ROOT/RNTupleReader.hxx>
#include <TFile.h>
#include <TTreeReader.h>
#include <TTreeReaderArray.h>
#include <TTreeReaderValue.h>

namespace {

double sum_tree(const char* path) {
  const std::unique_ptr<TFile> file(TFile::Open(path));
  TTreeReader reader("Events", file.get());
  TTreeReaderValue<std::uint32_t> run(reader, "run"), lumi(reader, "lumi");
  TTreeReaderValue<ULong64_t> number(reader, "number");
  TTreeReaderValue<float> met(reader, "met");
  TTreeReaderArray<float> pt(reader, "pt"), eta(reader, "eta"), phi(reader, "phi"), mass(reader, "mass");
  double sum = 0;
  while (reader.Next())
    sum += *run + *lumi + static_cast<double>(*number) + *met + scenario::sum_of(pt) + scenario::sum_of(eta) +
           scenario::sum_of(phi) + scenario::sum_of(mass);
  return sum;
}

double sum_ntuple(const char* path) {
  auto model = ROOT::RNTupleModel::Create();
  const auto run = model->MakeField<std::uint32_t>("run"), lumi = model->MakeField<std::uint32_t>("lumi");
  const auto number = model->MakeField<std::uint64_t>("number");
  const auto met = model->MakeField<float>("met");
  using Floats = std::vector<float>;
  const auto pt = model->MakeField<Floats>("pt"), eta = model->MakeField<Floats>("eta"),
             phi = model->MakeField<Floats>("phi"), mass = model->MakeField<Floats>("mass");
  const auto reader = ROOT::RNTupleReader::Open(std::move(model), "Events", path);
  double sum = 0;
  for (const auto entry : *reader) {
    reader->LoadEntry(entry);
    sum += *run + *lumi + static_cast<double>(*number) + *met + scenario::sum_of(*pt) + scenario::sum_of(*eta) +
           scenario::sum_of(*phi) + scenario::sum_of(*mass);
  }
  return sum;
}

}  // namespace

int main(int count, char** values) {
  const bool is_tree = std::string(values[2]) == "ttree";
  scenario::repeat("root", values[2], 1, static_cast<int>(scenario::argument(count, values, 3, 4)), 0,
                   [&]() -> double { return is_tree ? sum_tree(values[1]) : sum_ntuple(values[1]); });
}
