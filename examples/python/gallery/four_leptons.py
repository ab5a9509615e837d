"""A search for a Higgs boson that decays to four muons: samples with weights, and a stack with data.

docs/gallery/four_leptons.md shows this.
"""

# Says: four muons: pass=115163     all=151340     -- eff=76.10 % cumulative eff=76.10 %
# Says: hard ones : pass=114637     all=115163     -- eff=99.54 % cumulative eff=75.75 %
# Says: two pairs : pass=106936     all=114637     -- eff=93.28 % cumulative eff=70.66 %
# Says: Z and muons 31.5, ZZ 0.0, H → 4μ 39.0, data 74.0

from __future__ import annotations

import ramet
from decays import decay, vector

# docs: begin data
MASSES = """
    const double z = breit_wigner(91.19, 2.5), soft = uniform(12, 62), above = exponential(35);
    const double m1 = z > 40 && z < 110 ? z : 91.19;
    if (kind == 0) return RVec<double>{125, m1, soft < 124 - m1 ? soft : 12};           // a Higgs boson
    if (kind == 1) return RVec<double>{m1 + 91.19 + above, m1, 91.19};                  // two Z
    return RVec<double>{m1 + soft + above, m1, soft};                                   // a Z and other muons
"""


def make_four_muons(path: str, entries: int, kind: str, seed: int) -> None:
    """Write events with four muons. The kind is an expression: 0 for H, 1 for ZZ, 2 for Z and others."""
    frame = ramet.frame(entries=entries, seed=seed).define("kind", kind).define("masses", MASSES)
    frame = frame.define("X", vector("exponential(30)", "normal(0, 1.5)", "uniform(-M_PI, M_PI)", "masses[0]"))
    frame = decay(frame, "X", {"Z1": "masses[1]", "Z2": "masses[2]"})
    frame = decay(frame, "Z1", {"mu1": "0.1057", "mu2": "0.1057"})
    frame = decay(frame, "Z2", {"mu3": "0.1057", "mu4": "0.1057"})
    frame = (
        frame.define("muons", "RVec<TLorentzVector>{mu1, mu2, mu3, mu4}")
        .define("true_pt", "Map(muons, [](auto one) { return one.Pt(); })")
        .define("Muon_pt", "true_pt * normal_like(true_pt, 1, 0.02)")
        .define("Muon_eta", "Map(muons, [](auto one) { return one.Eta(); })")
        .define("Muon_phi", "Map(muons, [](auto one) { return one.Phi(); })")
        .define("Muon_charge", "RVec<int>{1, -1, 1, -1}")
    )
    frame.snapshot(path, "Events", "Muon_.*").run()


make_four_muons("higgs.root", 50_000, "0", seed=11)
make_four_muons("zz.root", 50_000, "1", seed=12)
make_four_muons("z_muons.root", 50_000, "2", seed=13)
make_four_muons("data.root", 1340, "const double u = uniform() * 1340; return u < 90 ? 0 : u < 840 ? 1 : 2;", seed=14)
# docs: end data

# docs: begin samples
specification = {
    "samples": {
        "Z and muons": {"trees": ["Events"], "files": ["z_muons.root"], "metadata": {"cross_section": 5.0}},
        "ZZ": {"trees": ["Events"], "files": ["zz.root"], "metadata": {"cross_section": 7.5}},
        "H → 4μ": {"trees": ["Events"], "files": ["higgs.root"], "metadata": {"cross_section": 0.9}},
        "data": {"trees": ["Events"], "files": ["data.root"], "metadata": {"cross_section": 0.0}},
    }
}
luminosity = 100  # of the data, in 1/fb; cross sections are in fb
events = (
    ramet.frame(spec=specification)
    .define_per_sample("sample", "rdfsampleinfo_.GetSampleName()")
    .define_per_sample("cross_section", 'rdfsampleinfo_.GetD("cross_section")')
    .define_per_sample("generated", "rdfsampleinfo_.NEntries()")
    .define("weight", f'sample == "data" ? 1.0 : cross_section * {luminosity} / generated')
)
# docs: end samples

# docs: begin selection
candidates = (
    events.filter("Sum(Muon_pt > 5 && abs(Muon_eta) < 2.4) == 4", name="four muons")
    .filter("Max(Muon_pt) > 20 && Sum(Muon_pt > 10) >= 2", name="hard ones")
    .define("muons", "Construct<ROOT::Math::PtEtaPhiMVector>(Muon_pt, Muon_eta, Muon_phi, 0 * Muon_pt + 0.1057)")
    .define("pairs", """
        const auto plus = Nonzero(Muon_charge > 0), minus = Nonzero(Muon_charge < 0);
        double best = 0, other = 0;
        for (auto i : plus)
          for (auto j : minus) {
            const double mass = (muons[i] + muons[j]).M();
            if (std::abs(mass - 91.19) >= std::abs(best - 91.19)) continue;
            best = mass;
            other = (muons[plus[0] + plus[1] - i] + muons[minus[0] + minus[1] - j]).M();
          }
        return RVec<double>{best, other};
    """)
    .filter("pairs[0] > 40 && pairs[0] < 120 && pairs[1] > 12 && pairs[1] < 120", name="two pairs")
    .define("mass", "(muons[0] + muons[1] + muons[2] + muons[3]).M()")
)  # fmt: skip
# docs: end selection

# docs: begin results
spectra, in_peak = {}, {}
for sample in specification["samples"]:
    of_sample = candidates.filter(f'sample == "{sample}"')
    spectra[sample] = of_sample.histo1d("mass", 60, (80, 260), weight="weight", label="m(4μ) [GeV]")
    in_peak[sample] = of_sample.filter("abs(mass - 125) < 5").sum("weight")
report = candidates.report()

data = spectra.pop("data")
picture = ramet.Picture("H → ZZ* → 4μ", y="events / 3 GeV")
picture.stack(spectra).points(data, "data").save("masses.svg")
# docs: end results
print(report)
print(", ".join(f"{sample} {entries:.1f}" for sample, entries in in_peak.items()))
