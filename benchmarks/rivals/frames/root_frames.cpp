// Analyses of the NanoAOD-like tree with RDataFrame. usage: root_frames text|compiled ANALYSIS FILE THREADS TIMES
// From text, the first time is compiled, and later ones find it compiled.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "scenario/frames/texts.hpp"
#include "scenario/measure.hpp"
#include <Math/Vector4D.h>
#include <ROOT/RDataFrame.hxx>
#include <ROOT/RVec.hxx>
#include <TROOT.h>

namespace {

using Floats = ROOT::RVecF;
using Integers = ROOT::RVecI;
using Indices = ROOT::RVec<std::size_t>;
using ROOT::Math::PtEtaPhiMVector;
using ROOT::RDF::RNode;
using ROOT::VecOps::Combinations;
using ROOT::VecOps::DeltaR;
using ROOT::VecOps::Take;

double check_of(TH1D& histogram) { return scenario::check_of(histogram.GetEntries(), histogram.GetMean()); }

double from_text(RNode at, const scenario::Analysis& analysis) {
  auto count = at.Count();
  std::vector<ROOT::RDF::RResultPtr<double>> sums;
  for (const scenario::Step& step : analysis.steps) switch (step.verb) {
      case scenario::Step::Verb::define:
        at = at.Define(step.name, step.text);
        break;
      case scenario::Step::Verb::filter:
        at = at.Filter(step.text);
        break;
      case scenario::Step::Verb::sum:
        sums.push_back(at.Define("sum_", "double(" + step.name + ")").Sum<double>("sum_"));
    }
  auto histogram = at.Histo1D({"h", "", analysis.bins, analysis.low, analysis.high}, analysis.column);
  double check = check_of(*histogram);
  for (auto& sum : sums) check += scenario::check_of(0, 0, *sum / static_cast<double>(*count));
  return check;
}

double dimuon(RNode all) {
  auto count = all.Count();
  auto ht = all.Define("ht",
                       [](const Floats& pt) {
                         float sum = 0;
                         for (const float one : pt)
                           if (one > 30) sum += one;
                         return static_cast<double>(sum);
                       },
                       {"Jet_pt"})
                .Sum<double>("ht");
  auto histogram = all.Filter([](int muons) { return muons == 2; }, {"nMuon"})
                       .Filter([](const Integers& charge) { return charge[0] != charge[1]; }, {"Muon_charge"})
                       .Define("m",
                               [](const Floats& pt, const Floats& eta, const Floats& phi, const Floats& mass) {
                                 return static_cast<float>(ROOT::VecOps::InvariantMass(pt, eta, phi, mass));
                               },
                               {"Muon_pt", "Muon_eta", "Muon_phi", "Muon_mass"})
                       .Histo1D<float>({"m", "", 300, 0, 300}, "m");
  return check_of(*histogram) + scenario::check_of(0, 0, *ht / static_cast<double>(*count));
}

template <class Value>
double filled(RNode frame, const scenario::Analysis& of) {
  return check_of(*frame.Histo1D<Value>({"h", "", of.bins, of.low, of.high}, of.column));
}

double hard_jets(RNode all, const scenario::Analysis& of) {
  const auto passes = [](const Floats& pt, const Floats& eta) {
    int hard = 0;
    for (std::size_t k = 0; k < pt.size(); ++k) hard += static_cast<int>(pt[k] > 40 && std::abs(eta[k]) < 1);
    return hard > 1;
  };
  return filled<float>(all.Filter(passes, {"Jet_pt", "Jet_eta"}), of);
}

double pairs(RNode all, const scenario::Analysis& of) {
  const auto passes = [](const Floats& pt, const Floats& eta, const Floats& phi, const Floats& mass,
                         const Integers& charge) {
    const auto c = Combinations(pt, 2);
    const auto m = InvariantMasses(Take(pt, c[0]), Take(eta, c[0]), Take(phi, c[0]), Take(mass, c[0]), Take(pt, c[1]),
                                   Take(eta, c[1]), Take(phi, c[1]), Take(mass, c[1]));
    return Any(m > 60 && m < 120 && Take(charge, c[0]) != Take(charge, c[1]));
  };
  return filled<float>(all.Filter([](int muons) { return muons >= 2; }, {"nMuon"})
                           .Filter(passes, {"Muon_pt", "Muon_eta", "Muon_phi", "Muon_mass", "Muon_charge"}),
                       of);
}

double triples(RNode all, const scenario::Analysis& of) {
  const auto nearest = [](const Floats& pt, const Floats& eta, const Floats& phi, const Floats& mass) {
    const auto c = Combinations(pt, 3);
    std::size_t best = 0;
    double distance = 1e30;
    const auto sum_of = [&](std::size_t i) {
      PtEtaPhiMVector p;
      for (int k = 0; k < 3; ++k) {
        const auto j = c[k][i];
        p += PtEtaPhiMVector(pt[j], eta[j], phi[j], mass[j]);
      }
      return p;
    };
    for (std::size_t i = 0; i < c[0].size(); ++i) {
      const double x = std::abs(sum_of(i).M() - 172.5);
      if (x < distance) {
        distance = x;
        best = i;
      }
    }
    return sum_of(best).Pt();
  };
  return filled<double>(all.Filter([](int jets) { return jets >= 3; }, {"nJet"})
                            .Define("tri_pt", nearest, {"Jet_pt", "Jet_eta", "Jet_phi", "Jet_mass"}),
                        of);
}

double clean_jets(RNode all, const scenario::Analysis& of) {
  const auto good = [](const Floats& pt, const Floats& eta, const Floats& phi, const Floats& muon_pt,
                       const Floats& muon_eta, const Floats& muon_phi, const Floats& electron_pt,
                       const Floats& electron_eta, const Floats& electron_phi) {
    Integers good(pt.size());
    for (std::size_t j = 0; j < pt.size(); ++j) {
      const auto is_near = [&](const Floats& of_pt, const Floats& of_eta, const Floats& of_phi) {
        for (std::size_t l = 0; l < of_pt.size(); ++l)
          if (of_pt[l] > 10 && DeltaR(eta[j], of_eta[l], phi[j], of_phi[l]) < 0.4F) return true;
        return false;
      };
      good[j] = static_cast<int>(pt[j] > 30 && !is_near(muon_pt, muon_eta, muon_phi) &&
                                 !is_near(electron_pt, electron_eta, electron_phi));
    }
    return good;
  };
  return filled<float>(
      all.Filter([](int jets) { return jets > 0; }, {"nJet"})
          .Define("good", good,
                  {"Jet_pt", "Jet_eta", "Jet_phi", "Muon_pt", "Muon_eta", "Muon_phi", "Electron_pt", "Electron_eta",
                   "Electron_phi"})
          .Filter([](const Integers& found) { return Sum(found) > 0; }, {"good"})
          .Define("ht", [](const Floats& pt, const Integers& chosen) { return Sum(pt[chosen]); }, {"Jet_pt", "good"}),
      of);
}

double compiled(RNode all, const scenario::Analysis& of) {
  if (of.name == "dimuon") return dimuon(all);
  if (of.name == "query 1") return filled<float>(all, of);
  if (of.name == "query 2") return filled<Floats>(all, of);
  if (of.name == "query 3")
    return filled<Floats>(
        all.Define("goodJet_pt", [](const Floats& pt, const Floats& eta) { return pt[abs(eta) < 1.0]; },
                   {"Jet_pt", "Jet_eta"}),
        of);
  if (of.name == "query 4") return hard_jets(all, of);
  if (of.name == "query 5") return pairs(all, of);
  if (of.name == "query 6") return triples(all, of);
  if (of.name == "query 7") return clean_jets(all, of);
  std::fprintf(stderr, "%s is not compiled\n", of.name.c_str());
  std::exit(2);
}

}  // namespace

int main(int count, char** values) {
  const std::string how = values[1];
  const scenario::Analysis analysis = scenario::analysis_of(values[2]);
  const auto threads = static_cast<int>(scenario::argument(count, values, 4, 1));
  const auto times = static_cast<int>(scenario::argument(count, values, 5, 3));
  if (threads > 1) ROOT::EnableImplicitMT(static_cast<unsigned>(threads));
  scenario::repeat(("root-" + how).c_str(), analysis.name, threads, times, 0, [&] {
    ROOT::RDataFrame frame("Events", values[3]);
    return how == "text" ? from_text(frame, analysis) : compiled(frame, analysis);
  });
}
