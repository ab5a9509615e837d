// Expressions of the NanoAOD-like tree with ROOT, on one thread. usage: root_expressions HOW VARIANT FILE TIMES
//   rdf       RDataFrame from text; the first time it is compiled, later ones find it compiled
//   compiled  RDataFrame with a C++ function, of some variants
//   draw      TTree::Draw, of variants without functions of RVec
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "scenario/expressions/texts.hpp"
#include "scenario/measure.hpp"
#include <ROOT/RDataFrame.hxx>
#include <ROOT/RVec.hxx>
#include <TFile.h>
#include <TTree.h>

namespace {

using Floats = ROOT::RVecF;
using Integers = ROOT::RVecI;

bool is_selection(const std::string& variant) {
  for (const auto& [name, text] : scenario::selections)
    if (name == variant) return true;
  return false;
}

double from_text(ROOT::RDataFrame& frame, const std::string& variant) {
  const std::string text = scenario::text_of(variant);
  if (is_selection(variant)) return static_cast<double>(*frame.Filter(text).Count());
  return *frame.Define("result", text).Sum("result");
}

double from_function(ROOT::RDataFrame& frame, const std::string& variant) {
  if (variant == "flat") {
    const auto compute = [](float a, float b, float c, float d) {
      return (a * b + c * d) * 0.5 - a / (b + 2) + std::sqrt(c * c + d * d) * (a - b) + (c + d) * (a + 1.5) -
             a * c * 0.25;
    };
    return *frame.Define("result", compute, {"f10", "f11", "f12", "f13"}).Sum<double>("result");
  }
  if (variant == "jagged") {
    const auto compute = [](const Floats& a, const Floats& b, const Floats& c, const Floats& d, float e) {
      return (a * b + c * d) * 0.5 - a / (b + 2) + sqrt(c * c + d * d) * (a - e) + (c + d) * (a + 1.5) - a * c * 0.25;
    };
    return *frame.Define("result", compute, {"Jet_pt", "Jet_area", "Jet_eta", "Jet_btag", "f10"})
                .Sum<ROOT::RVecD>("result");
  }
  if (variant == "sum of jets")
    return static_cast<double>(
        *frame.Filter([](const Floats& pt) { return Sum(pt[pt > 30]) > 100; }, {"Jet_pt"}).Count());
  if (variant == "two muons")
    return static_cast<double>(
        *frame.Filter([](int n, const Floats& pt) { return n >= 2 && pt[0] > 20 && pt[1] > 10; }, {"nMuon", "Muon_pt"})
             .Count());
  std::fprintf(stderr, "%s is not compiled\n", variant.c_str());
  std::exit(2);
}

double from_draw(TTree& tree, const std::string& variant) {
  const std::string text = scenario::text_of(variant);
  constexpr Long64_t most_rows_of_entry = 16;  // on average
  tree.SetEstimate(most_rows_of_entry * tree.GetEntries());
  if (is_selection(variant)) return static_cast<double>(tree.Draw("f0", text.c_str(), "goff"));
  const auto rows = tree.Draw(text.c_str(), "", "goff");
  if (rows > tree.GetEstimate()) std::exit(2);  // the others are not kept
  double sum = 0;
  for (Long64_t row = 0; row < rows; ++row) sum += tree.GetV1()[row];
  return sum;
}

}  // namespace

int main(int count, char** values) {
  const std::string how = values[1], variant = values[2], path = values[3];
  const int times = static_cast<int>(scenario::argument(count, values, 4, 4));
  for (int time = 0; time < times; ++time) {
    const std::string contender = how == "rdf" ? (time == 0 ? "rdf-cold" : "rdf-warm") : how;
    scenario::repeat(("root-" + contender).c_str(), variant, 1, 1, 0, [&]() -> double {
      if (how == "draw") {
        const std::unique_ptr<TFile> file(TFile::Open(path.c_str()));
        return from_draw(*file->Get<TTree>("Events"), variant);
      }
      ROOT::RDataFrame frame("Events", path);
      return how == "compiled" ? from_function(frame, variant) : from_text(frame, variant);
    });
  }
}
