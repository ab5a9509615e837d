#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

// The expressions that all contenders compute, over the columns of the NanoAOD-like tree (rivals/nano).

namespace scenario {

/// Twenty operations of numbers; the same of lists, with a number of the event among them.
inline constexpr const char* flat =
    "(f10*f11 + f12*f13)*0.5 - f10/(f11 + 2) + sqrt(f12*f12 + f13*f13)*(f10 - f11) + (f12 + f13)*(f10 + 1.5) - "
    "f10*f12*0.25";
inline constexpr const char* jagged =
    "(Jet_pt*Jet_area + Jet_eta*Jet_btag)*0.5 - Jet_pt/(Jet_area + 2) + sqrt(Jet_eta*Jet_eta + "
    "Jet_btag*Jet_btag)*(Jet_pt - f10) + (Jet_eta + Jet_btag)*(Jet_pt + 1.5) - Jet_pt*Jet_eta*0.25";

/// The masses of the pairs of muons of opposite charge.
inline constexpr const char* pairs =
    "if (nMuon < 2) return ROOT::RVecF{};"
    "auto p = Combinations(Muon_pt, 2);"
    "auto m = InvariantMasses(Take(Muon_pt, p[0]), Take(Muon_eta, p[0]), Take(Muon_phi, p[0]), Take(Muon_mass, p[0]),"
    "                         Take(Muon_pt, p[1]), Take(Muon_eta, p[1]), Take(Muon_phi, p[1]), Take(Muon_mass, p[1]));"
    "return m[Take(Muon_charge, p[0]) != Take(Muon_charge, p[1])];";

/// What events are selected by.
inline const std::vector<std::pair<std::string, std::string>> selections = {
    {"two numbers", "f10 > 20 && abs(f0) < 1.5"},
    {"a trigger", "(i6 || i7 || i8) && f12 > 30"},
    {"a distance", "sqrt(f10*f10 + f11*f11) > 25 && abs(f1 - f2) < 0.5"},
    {"two muons", "nMuon >= 2 && Muon_pt[0] > 20 && Muon_pt[1] > 10"},
    {"charges", "nMuon == 2 && Muon_charge[0] != Muon_charge[1]"},
    {"any muon", "Any(Muon_tightId == 1 && Muon_pt > 25)"},
    {"count of jets", "Sum(Jet_pt > 30 && abs(Jet_eta) < 2.4) >= 2"},
    {"sum of jets", "Sum(Jet_pt[Jet_pt > 30]) > 100"},
    {"first jet", "nJet > 0 && Max(Jet_pt) > 50"},
    {"mass", "nMuon == 2 && InvariantMass(Muon_pt, Muon_eta, Muon_phi, Muon_mass) > 60"},
};

/// Functions of one column.
inline const std::vector<std::pair<std::string, std::string>> functions = {
    {"sqrt", "sqrt(f10*2.)"}, {"exp", "exp(-f10/10.)"}, {"log", "log(f10 + 1.)"}, {"sin", "sin(f0*2.)"}};

inline std::string text_of(const std::string& variant) {
  if (variant == "flat" || variant == "compile") return flat;
  if (variant == "jagged") return jagged;
  if (variant == "pairs") return pairs;
  for (const auto* const list : {&selections, &functions})
    for (const auto& [name, text] : *list)
      if (name == variant) return text;
  std::fprintf(stderr, "no variant %s\n", variant.c_str());
  std::exit(2);
}

}  // namespace scenario
