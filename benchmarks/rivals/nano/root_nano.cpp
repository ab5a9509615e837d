// ROOT on the NanoAOD-like tree. usage: root_nano rdataframe|getentry FILE THREADS TIMES
//   rdataframe  the mass of the two muons of opposite charge, and the sum of the jets' pt, by compiled functions
//   getentry    every branch of every entry; with more than one thread by ROOT's implicit multi-threading
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "nano_columns.hpp"
#include "scenario/dimuon.hpp"
#include "scenario/measure.hpp"
#include <ROOT/RDataFrame.hxx>
#include <ROOT/RVec.hxx>
#include <TFile.h>
#include <TROOT.h>
#include <TTree.h>

namespace {

using Floats = ROOT::RVecF;
using Integers = ROOT::RVecI;

double by_dataframe(const char* path, unsigned slots) {
  ROOT::RDataFrame frame("Events", path);
  std::vector<double> sums(slots);
  frame.ForeachSlot(
      [&](unsigned slot, int muons, const Floats& pt, const Floats& eta, const Floats& phi, const Integers& charge,
          const Floats& jets) {
        sums[slot] += scenario::dimuon(muons, pt.data(), eta.data(), phi.data(), charge.data());
        for (const float jet : jets) sums[slot] += jet;
      },
      {"nMuon", "Muon_pt", "Muon_eta", "Muon_phi", "Muon_charge", "Jet_pt"});
  double sum = 0;
  for (const double part : sums) sum += part;
  return sum;
}

double by_entry(const char* path) {
  const std::unique_ptr<TFile> file(TFile::Open(path));
  auto* tree = file->Get<TTree>("Events");
  int jets = 0;
  float pt[nano::most_objects];
  tree->SetBranchAddress("nJet", &jets);
  tree->SetBranchAddress("Jet_pt", pt);
  double sum = 0;
  for (Long64_t entry = 0, entries = tree->GetEntries(); entry < entries; ++entry) {
    tree->GetEntry(entry);
    for (int jet = 0; jet < jets; ++jet) sum += pt[jet];
  }
  return sum;
}

}  // namespace

int main(int count, char** values) {
  const std::string how = values[1];
  const auto threads = static_cast<int>(scenario::argument(count, values, 3, 1));
  const auto times = static_cast<int>(scenario::argument(count, values, 4, 4));
  if (threads > 1) ROOT::EnableImplicitMT(static_cast<unsigned>(threads));
  const bool is_frame = how == "rdataframe";
  scenario::repeat(("root-" + how).c_str(), is_frame ? "selected" : "all", threads, times, 0, [&] {
    return is_frame ? by_dataframe(values[2], static_cast<unsigned>(threads)) : by_entry(values[2]);
  });
}
