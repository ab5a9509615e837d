// ROOT sums one column of many small files, or of one wide one. usage: root_many loop|chain|rdataframe FOLDER THREADS
// TIMES | wide FILE 1 TIMES
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "scenario/measure.hpp"
#include <ROOT/RDataFrame.hxx>
#include <TChain.h>
#include <TFile.h>
#include <TROOT.h>
#include <TTree.h>

namespace {

/// Open, read and close one file: what a hand-written loop does.
double sum_of(const std::string& path, const char* branch_name) {
  const std::unique_ptr<TFile> file(TFile::Open(path.c_str()));
  auto* tree = file->Get<TTree>("t");
  float x = 0;
  TBranch* branch = tree->GetBranch(branch_name);
  branch->SetAddress(&x);
  double sum = 0;
  for (Long64_t entry = 0, entries = tree->GetEntries(); entry < entries; ++entry) {
    branch->GetEntry(entry);
    sum += x;
  }
  return sum;
}

double sum_of_chain(const std::vector<std::string>& files) {
  TChain chain("t");
  for (const std::string& path : files) chain.Add(path.c_str());
  float x = 0;
  chain.SetBranchAddress("x", &x);
  double sum = 0;
  for (Long64_t entry = 0; chain.LoadTree(entry) >= 0; ++entry) {
    chain.GetEntry(entry);
    sum += x;
  }
  return sum;
}

double sum_of_dataframe(const std::vector<std::string>& files) {
  ROOT::RDataFrame frame("t", files);
  double sum = 0;
  if (ROOT::IsImplicitMTEnabled()) {
    std::vector<double> sums(ROOT::GetThreadPoolSize());
    frame.ForeachSlot([&](unsigned slot, float x) { sums[slot] += x; }, {"x"});
    for (const double part : sums) sum += part;
  } else {
    frame.Foreach([&](float x) { sum += x; }, {"x"});
  }
  return sum;
}

}  // namespace

int main(int count, char** values) {
  const std::string how = values[1];
  const auto threads = static_cast<int>(scenario::argument(count, values, 3, 1));
  const auto times = static_cast<int>(scenario::argument(count, values, 4, 4));
  if (threads > 1) ROOT::EnableImplicitMT(static_cast<unsigned>(threads));
  if (how == "wide") {
    scenario::repeat("root-loop", "wide", 1, times, 0, [&] { return sum_of(values[2], "branch2500"); });
    return 0;
  }
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(values[2])) files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  scenario::repeat(("root-" + how).c_str(), "many", threads, times, 0, [&] {
    if (how == "chain") return sum_of_chain(files);
    if (how == "rdataframe") return sum_of_dataframe(files);
    double sum = 0;
    for (const std::string& path : files) sum += sum_of(path, "x");
    return sum;
  });
}
