"""The eight ADL benchmark queries as frames, all computed in one pass. docs/gallery/adl_queries.md shows this."""

# Says: q1 50000, q2 178793, q3 87127, q4 21906, q5 8177, q6_pt 34158, q6_btag 34158, q7 41732, q8 6803

from __future__ import annotations

import ramet
from collisions import make_collisions

make_collisions()

# docs: begin source
events = ramet.frame("collisions.root:Events")
# docs: end source

# docs: begin q1
q1 = events.histo1d("MET_pt", 100, (0, 200), label="MET [GeV]")
# docs: end q1

# docs: begin q2
q2 = events.histo1d("Jet_pt", 100, (15, 60), label="jet pT [GeV]")
# docs: end q2

# docs: begin q3
central = events["Jet_pt"][abs(events["Jet_eta"]) < 1]  # an expression that is built of columns
q3 = events.histo1d(central, 100, (15, 60), label="pT of central jets [GeV]")
# docs: end q3

# docs: begin q4
hard = events.filter("Sum(Jet_pt > 40) >= 2", name="two jets above 40 GeV")
q4 = hard.histo1d("MET_pt", 100, (0, 200), label="MET [GeV]")
# docs: end q4

# docs: begin q5
pairs = (
    events.filter("nMuon >= 2", name="two muons")
    .define("pair", "Combinations(Muon_pt, 2)")
    .define("first", "Construct<ROOT::Math::PtEtaPhiMVector>(Take(Muon_pt, pair[0]), Take(Muon_eta, pair[0]), "
                     "Take(Muon_phi, pair[0]), Take(Muon_mass, pair[0]))")
    .define("second", "Construct<ROOT::Math::PtEtaPhiMVector>(Take(Muon_pt, pair[1]), Take(Muon_eta, pair[1]), "
                      "Take(Muon_phi, pair[1]), Take(Muon_mass, pair[1]))")
    .define("mass", "Map(first, second, [](auto a, auto b) { return (a + b).M(); })")
    .define("is_opposite", "Take(Muon_charge, pair[0]) != Take(Muon_charge, pair[1])")
    .filter("Any(is_opposite && mass > 60 && mass < 120)", name="a Z")
)  # fmt: skip
q5 = pairs.histo1d("MET_pt", 100, (0, 200), label="MET [GeV]")
# docs: end q5

# docs: begin q6
trijets = (
    events.filter("nJet >= 3", name="three jets")
    .define("jets", "Construct<ROOT::Math::PtEtaPhiMVector>(Jet_pt, Jet_eta, Jet_phi, Jet_mass)")
    .define("triples", "Combinations(jets, 3)")
    .define("masses", "Map(triples[0], triples[1], triples[2], "
                      "[&](auto i, auto j, auto k) { return (jets[i] + jets[j] + jets[k]).M(); })")
    .define("best", "ArgMin(abs(masses - 172.5))")
    .define("triple", "RVec<int>{triples[0][best], triples[1][best], triples[2][best]}")
    .define("trijet_pt", "(jets[triple[0]] + jets[triple[1]] + jets[triple[2]]).Pt()")
    .define("trijet_btag", "Max(Take(Jet_btag, triple))")
)  # fmt: skip
q6_pt = trijets.histo1d("trijet_pt", 100, (0, 250), label="pT of the three jets [GeV]")
q6_btag = trijets.histo1d("trijet_btag", 100, (0, 1), label="largest b tag")
# docs: end q6

# docs: begin q7
clean = (
    events.define("lepton_eta", "Concatenate(Muon_eta[Muon_pt > 10], Electron_eta[Electron_pt > 10])")
    .define("lepton_phi", "Concatenate(Muon_phi[Muon_pt > 10], Electron_phi[Electron_pt > 10])")
    .define("is_clean", "Map(Jet_eta, Jet_phi, [&](double eta, double phi) "
                        "{ return !Any(DeltaR(lepton_eta, eta, lepton_phi, phi) < 0.4); })")
    .define("good_pt", "Jet_pt[Jet_pt > 30 && is_clean]")
    .filter("good_pt.size() > 0", name="a jet away from leptons")
    .define("ht", "Sum(good_pt)")
)  # fmt: skip
q7 = clean.histo1d("ht", 100, (15, 200), label="HT [GeV]")
# docs: end q7

# docs: begin q8
leptons = events.filter("nMuon + nElectron >= 3", name="three leptons")
for number in ("pt", "eta", "phi", "mass", "charge"):
    leptons = leptons.define(f"Lepton_{number}", f"Concatenate(Muon_{number}, Electron_{number})")
others = (
    leptons.define("is_muon", "Enumerate(Lepton_pt) < nMuon")
    .define("Lepton", "Construct<ROOT::Math::PtEtaPhiMVector>(Lepton_pt, Lepton_eta, Lepton_phi, Lepton_mass)")
    .define("other", """
        double nearest = 1e9;
        int first = -1, second = -1, hardest = -1;
        for (int i = 0; i < Lepton.size(); ++i)
          for (int j = i + 1; j < Lepton.size(); ++j) {
            if (is_muon[i] != is_muon[j] || Lepton_charge[i] == Lepton_charge[j]) continue;
            const double distance = std::abs((Lepton[i] + Lepton[j]).M() - 91.19);
            if (distance < nearest) { nearest = distance; first = i; second = j; }
          }
        if (first < 0) return -1;
        for (int i = 0; i < Lepton.size(); ++i)
          if (i != first && i != second && (hardest < 0 || Lepton_pt[i] > Lepton_pt[hardest])) hardest = i;
        return hardest;
    """)
    .filter("other >= 0", name="a Z and another lepton")
    .define("mt", "sqrt(2 * Lepton_pt[other] * MET_pt * (1 - cos(DeltaPhi(MET_phi, Lepton_phi[other]))))")
)  # fmt: skip
q8 = others.histo1d("mt", 100, (0, 250), label="transverse mass [GeV]")
# docs: end q8

# docs: begin pictures
queries = {"q1": q1, "q2": q2, "q3": q3, "q4": q4, "q5": q5, "q6_pt": q6_pt, "q6_btag": q6_btag, "q7": q7, "q8": q8}
for name, histogram in queries.items():
    picture = ramet.Picture(y="entries", width=480, height=300)
    picture.steps(histogram, fill=0.4).save(f"{name}.svg")  # the first one computes all
# docs: end pictures
print(", ".join(f"{name} {histogram.num_entries:.0f}" for name, histogram in queries.items()))
