#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

// The analyses that all contenders run on the NanoAOD-like tree (rivals/nano). The tree has no missing momentum: f20
// stands for it, and f1 for its angle.

namespace scenario {

struct Step {
  enum class Verb { define, filter, sum };
  Verb verb;
  std::string name;  // of the column that is defined or summed
  std::string text;
};

/// A histogram of a column behind steps; what "sum" steps ask for comes with it, and the count of all entries.
struct Analysis {
  std::string name;
  std::vector<Step> steps;
  std::string column;
  int bins;
  double low;
  double high;
};

/// What contenders agree on: how many entries a histogram has, their mean, and what was summed besides, for an entry.
inline double check_of(double entries, double mean, double sum = 0) { return entries + 1000 * mean + 1000 * sum; }

inline Step define(std::string name, std::string text) {
  return {Step::Verb::define, std::move(name), std::move(text)};
}
inline Step filter(std::string text) { return {Step::Verb::filter, "", std::move(text)}; }
inline Step sum(std::string name) { return {Step::Verb::sum, std::move(name), ""}; }

/// The mass of two muons of opposite charge, and the sum of the jets' momenta.
inline Analysis dimuon() {
  return {"dimuon",
          {define("ht", "Sum(Jet_pt[Jet_pt > 30])"), sum("ht"), filter("nMuon == 2"),
           filter("Muon_charge[0] != Muon_charge[1]"),
           define("m", "float(ROOT::VecOps::InvariantMass(Muon_pt, Muon_eta, Muon_phi, Muon_mass))")},
          "m",
          300,
          0,
          300};
}

inline const char* const pair_masses =
    "InvariantMasses(Take(Muon_pt, c[0]), Take(Muon_eta, c[0]), Take(Muon_phi, c[0]), Take(Muon_mass, c[0]), "
    "Take(Muon_pt, c[1]), Take(Muon_eta, c[1]), Take(Muon_phi, c[1]), Take(Muon_mass, c[1]))";

inline const char* const nearest_triple =
    "auto c = Combinations(Jet_pt, 3); std::size_t best = 0; double d = 1e30;"
    "for (std::size_t i = 0; i < c[0].size(); ++i) {"
    "  ROOT::Math::PtEtaPhiMVector p;"
    "  for (int k = 0; k < 3; ++k) {"
    "    const auto j = c[k][i]; p += ROOT::Math::PtEtaPhiMVector(Jet_pt[j], Jet_eta[j], Jet_phi[j], Jet_mass[j]);"
    "  }"
    "  const double x = std::abs(p.M() - 172.5); if (x < d) { d = x; best = i; }"
    "}"
    "return ROOT::RVec<std::size_t>{c[0][best], c[1][best], c[2][best]};";

inline const char* const triple_pt =
    "ROOT::Math::PtEtaPhiMVector p;"
    "for (auto j : tri) p += ROOT::Math::PtEtaPhiMVector(Jet_pt[j], Jet_eta[j], Jet_phi[j], Jet_mass[j]);"
    "return p.Pt();";

inline const char* const jets_away_from_leptons =
    "ROOT::RVec<int> ok(Jet_pt.size(), 1);"
    "for (std::size_t j = 0; j < Jet_pt.size(); ++j) {"
    "  for (std::size_t l = 0; l < Muon_pt.size(); ++l)"
    "    if (Muon_pt[l] > 10 && ROOT::VecOps::DeltaR(Jet_eta[j], Muon_eta[l], Jet_phi[j], Muon_phi[l]) < 0.4) ok[j] = "
    "0;"
    "  for (std::size_t l = 0; l < Electron_pt.size(); ++l)"
    "    if (Electron_pt[l] > 10 &&"
    "        ROOT::VecOps::DeltaR(Jet_eta[j], Electron_eta[l], Jet_phi[j], Electron_phi[l]) < 0.4) ok[j] = 0;"
    "}"
    "return ok;";

inline const char* const lepton_beside_z =
    "float best = 1e9; int b1 = -1, b2 = -1; auto c = Combinations(L_pt, 2);"
    "for (std::size_t i = 0; i < c[0].size(); ++i) {"
    "  const auto a = c[0][i], b = c[1][i];"
    "  if (L_type[a] == L_type[b] && L_q[a] != L_q[b]) {"
    "    const auto m = (ROOT::Math::PtEtaPhiMVector(L_pt[a], L_eta[a], L_phi[a], L_mass[a]) +"
    "                    ROOT::Math::PtEtaPhiMVector(L_pt[b], L_eta[b], L_phi[b], L_mass[b])).M();"
    "    if (std::abs(m - 91.2) < best) { best = std::abs(m - 91.2); b1 = a; b2 = b; }"
    "  }"
    "}"
    "if (b1 == -1) return -1;"
    "float top = -999; int idx = -1;"
    "for (int i = 0; i < int(L_pt.size()); ++i)"
    "  if (i != b1 && i != b2 && L_pt[i] > top) { top = L_pt[i]; idx = i; }"
    "return idx;";

/// Both kinds of leptons in one list of each property.
inline std::vector<Step> of_three_leptons() {
  std::vector<Step> steps = {filter("nElectron + nMuon > 2")};
  for (const std::string of : {"pt", "eta", "phi", "mass"})
    steps.push_back(define("L_" + of, "Concatenate(Muon_" + of + ", Electron_" + of + ")"));
  steps.push_back(define("L_q", "Concatenate(Muon_charge, Electron_charge)"));
  steps.push_back(define("L_type", "Concatenate(ROOT::RVec<int>(nMuon, 0), ROOT::RVec<int>(nElectron, 1))"));
  steps.push_back(define("other", lepton_beside_z));
  steps.push_back(filter("other != -1"));
  steps.push_back(
      define("mt", "sqrt(2.0 * L_pt[other] * f20 * (1.0 - cos(ROOT::VecOps::DeltaPhi(f1, L_phi[other]))))"));
  return steps;
}

/// The benchmark queries of the IRIS-HEP analysis description languages.
inline std::vector<Analysis> queries() {
  return {
      {"query 1", {}, "f20", 100, 0, 200},
      {"query 2", {}, "Jet_pt", 100, 15, 60},
      {"query 3", {define("goodJet_pt", "Jet_pt[abs(Jet_eta) < 1.0]")}, "goodJet_pt", 100, 15, 60},
      {"query 4", {filter("Sum(Jet_pt > 40 && abs(Jet_eta) < 1.0) > 1")}, "f20", 100, 0, 200},
      {"query 5",
       {filter("nMuon >= 2"), define("c", "Combinations(Muon_pt, 2)"), define("m", pair_masses),
        filter("Any(m > 60 && m < 120 && Take(Muon_charge, c[0]) != Take(Muon_charge, c[1]))")},
       "f20",
       100,
       0,
       200},
      {"query 6",
       {filter("nJet >= 3"), define("tri", nearest_triple), define("tri_pt", triple_pt)},
       "tri_pt",
       100,
       15,
       40},
      {"query 7",
       {filter("nJet > 0"), define("clean", jets_away_from_leptons), define("good", "Jet_pt > 30 && clean"),
        filter("Sum(good) > 0"), define("ht", "Sum(Jet_pt[good])")},
       "ht",
       100,
       15,
       200},
      {"query 8", of_three_leptons(), "mt", 100, 0, 250},
  };
}

inline Analysis analysis_of(const std::string& name) {
  if (name == "dimuon") return dimuon();
  for (const Analysis& one : queries())
    if (one.name == name) return one;
  std::fprintf(stderr, "no analysis %s\n", name.c_str());
  std::exit(2);
}

}  // namespace scenario
