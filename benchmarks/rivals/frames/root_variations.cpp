// Ten histograms of the NanoAOD-like tree with RDataFrame, with a hundred variations or without, and a skim. usage:
//   root_variations jets|number varied|nominal FILE THREADS TIMES
//   root_variations skim FILE OUTPUT THREADS TIMES
#include <cstdio>
#include <string>
#include <vector>

#include "scenario/frames/varied.hpp"
#include "scenario/measure.hpp"
#include <ROOT/RDFHelpers.hxx>
#include <ROOT/RDataFrame.hxx>
#include <TROOT.h>

namespace {

/// From text: the first time it is compiled, and later ones find it compiled.
double vary(const std::string& path, const scenario::VariedAnalysis& analysis, bool is_varied) {
  ROOT::RDF::RNode all = ROOT::RDataFrame("Events", path);
  if (is_varied) all = all.Vary(analysis.varied, analysis.variations(), scenario::VariedAnalysis::tag_names(), "s");
  ROOT::RDF::RNode kept = all.Define("d", analysis.defined).Filter(analysis.filter);
  std::vector<ROOT::RDF::RResultPtr<TH1D>> nominal;
  for (const std::string& column : scenario::VariedAnalysis::columns())
    nominal.push_back(kept.Histo1D({column.c_str(), "", 100, 0, 400}, column));
  double entries = 0;
  if (!is_varied) {
    for (auto& one : nominal) entries += one->GetEntries();
    return entries;
  }
  std::vector<ROOT::RDF::Experimental::RResultMap<TH1D>> maps;
  for (auto& one : nominal) maps.push_back(ROOT::RDF::Experimental::VariationsFor(one));
  for (auto& map : maps)
    for (const std::string& key : map.GetKeys()) entries += map[key].GetEntries();
  return entries;
}

double skim(const std::string& path, const std::string& output) {
  ROOT::RDataFrame all("Events", path);
  std::vector<std::string> columns = {"nMuon", "nJet"};
  for (const std::string& name : all.GetColumnNames())
    if (name.rfind("Muon_", 0) == 0 || name.rfind("Jet_", 0) == 0) columns.push_back(name);
  ROOT::RDF::RSnapshotOptions options;
  options.fCompressionAlgorithm = ROOT::RCompressionSetting::EAlgorithm::kZSTD;
  options.fCompressionLevel = 5;
  options.fOverwriteIfExists = true;
  ROOT::RDF::RNode kept = all.Filter([](int muons) { return muons >= 2; }, {"nMuon"});
  auto count = kept.Count();
  kept.Snapshot("Events", output, columns, options);
  return static_cast<double>(*count);
}

}  // namespace

int main(int count, char** values) {
  const std::string of = values[1];
  const auto threads = static_cast<int>(scenario::argument(count, values, 4, 1));
  const auto times = static_cast<int>(scenario::argument(count, values, 5, 3));
  if (threads > 1) ROOT::EnableImplicitMT(static_cast<unsigned>(threads));
  if (of == "skim") {
    scenario::repeat(
        "root", "skim", threads, times, 0, [&] { return skim(values[2], values[3]); }, [&] { std::remove(values[3]); });
    return 0;
  }
  const std::string how = values[2];
  scenario::repeat("root", of + ", " + how, threads, times, 0,
                   [&] { return vary(values[3], scenario::VariedAnalysis(of), how == "varied"); });
}
