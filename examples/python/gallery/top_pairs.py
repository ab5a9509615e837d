"""Top quarks in events with a muon and jets: systematic variations of jets and weights, and their band.

docs/gallery/top_pairs.md shows this.
"""

# Says: leptons   : pass=153467     all=264000     -- eff=58.13 % cumulative eff=58.13 %
# Says: four jets : pass=49151      all=153467     -- eff=32.03 % cumulative eff=18.62 %
# Says: two b tags: pass=14795      all=49151      -- eff=30.10 % cumulative eff=5.60 %
# Says: W rate:down      -3.6 %
# Says: W rate:up        +3.6 %
# Says: b tag:down       -10.5 %
# Says: b tag:up         +10.5 %
# Says: jet energy:down  -4.9 %
# Says: jet energy:up    +4.8 %

from __future__ import annotations

import numpy as np
import ramet
from decays import decay, vector


# docs: begin data
def make_top_pairs(path: str, entries: int, seed: int) -> None:
    """Write pairs of top quarks: one decays to three jets, the other one to a jet, a muon and a neutrino."""
    frame = ramet.frame(entries=entries, seed=seed).define("t_pt", "exponential(90)")
    frame = frame.define("t_phi", "uniform(-M_PI, M_PI)")
    frame = frame.define("t1", vector("t_pt", "normal(0, 1.2)", "t_phi", "normal(172.5, 1.4)"))
    frame = frame.define("t2", vector("t_pt", "normal(0, 1.2)", "t_phi + M_PI", "normal(172.5, 1.4)"))
    frame = decay(frame, "t1", {"b1": "4.7", "W1": "80.4"})
    frame = decay(frame, "W1", {"q1": "0", "q2": "0"})
    frame = decay(frame, "t2", {"b2": "4.7", "W2": "80.4"})
    frame = decay(frame, "W2", {"muon": "0.1057", "neutrino": "0"})
    quarks, are_b = "RVec<TLorentzVector>{b1, b2, q1, q2}", "RVec<int>{1, 1, 0, 0}"
    measure(frame.define("others", "int(poisson(0.8))"), quarks, are_b, path)


def make_w_jets(path: str, entries: int, seed: int) -> None:
    """Write W bosons that decay to a muon and a neutrino, beside jets."""
    frame = ramet.frame(entries=entries, seed=seed)
    frame = frame.define("W", vector("exponential(40)", "normal(0, 1.8)", "uniform(-M_PI, M_PI)", "80.4"))
    frame = decay(frame, "W", {"muon": "0.1057", "neutrino": "0"})
    measure(frame.define("others", "int(2 + poisson(2))"), "RVec<TLorentzVector>{}", "RVec<int>{}", path)


def measure(frame: ramet.Frame, quarks: str, are_b: str, path: str) -> None:
    """Write the muon, the missing momentum, and the jets of quarks and of others, one in ten of which are of b quarks,
    as a detector measures them."""
    jet = vector("pt", "eta", "phi", "0")
    frame = (
        frame.define("other_pt", "20 + exponential_like(RVec<double>(others), 35)")
        .define("other_eta", "normal_like(other_pt, 0, 1.6)")
        .define("other_phi", "uniform_like(other_pt, -M_PI, M_PI)")
        .define("radiated", f"Map(other_pt, other_eta, other_phi, [](double pt, double eta, double phi) {{ {jet} }})")
        .define("partons", f"Concatenate({quarks}, radiated)")
        .define("is_b", f"Concatenate({are_b}, uniform_like(other_pt) < 0.1)")
        .define("pt", "Map(partons, [](auto one) { return one.Pt(); })")
        .define("eta", "Map(partons, [](auto one) { return one.Eta(); })")
        .define("phi", "Map(partons, [](auto one) { return one.Phi(); })")
        .define("measured_pt", "pt * normal_like(pt, 1, 0.1)")
        .define("is_seen", "measured_pt > 20 && abs(eta) < 2.5")
        .define("Jet_pt", "measured_pt[is_seen]")
        .define("Jet_eta", "eta[is_seen]")
        .define("Jet_phi", "phi[is_seen]")
        .define("Jet_isTagged", "(uniform_like(pt) < Where(is_b, 0.75, 0.03))[is_seen]")
        .define("Muon_pt", "muon.Pt() * normal(1, 0.02)")
        .define("Muon_eta", "muon.Eta()")
        .define("MET_pt", "abs(neutrino.Pt() + normal(0, 15))")
    )
    frame.snapshot(path, "Events", "(Jet|Muon|MET)_.*").run()


make_top_pairs("tt.root", 60_000, seed=21)
make_w_jets("w_jets.root", 150_000, seed=22)
make_top_pairs("data_tt.root", 9_000, seed=23)
make_w_jets("data_w.root", 45_000, seed=24)
# docs: end data

# docs: begin events
specification = {
    "samples": {
        "W and jets": {"trees": ["Events"], "files": ["w_jets.root"], "metadata": {"expected": 45_000.0}},
        "top pairs": {"trees": ["Events"], "files": ["tt.root"], "metadata": {"expected": 9_000.0}},
        "data": {"trees": ["Events"], "files": ["data_tt.root", "data_w.root"], "metadata": {"expected": 0.0}},
    }
}
events = (
    ramet.frame(spec=specification)
    .define_per_sample("sample", "rdfsampleinfo_.GetSampleName()")
    .define_per_sample("expected", 'rdfsampleinfo_.GetD("expected")')
    .define_per_sample("generated", "rdfsampleinfo_.NEntries()")
    .define("weight", 'sample == "data" ? 1.0 : expected / generated')
)
# docs: end events

# docs: begin variations
two = ["down", "up"]
varied = (
    events.define("b_error", "0.05 * Sum(Jet_isTagged)")
    .define("w_error", 'sample == "W and jets" ? 0.2 : 0.0')
    .vary("Jet_pt", "RVec<RVec<double>>{0.97 * Jet_pt, 1.03 * Jet_pt}", two, "jet energy")
    .vary("weight", "RVec<double>{weight * (1 - b_error), weight * (1 + b_error)}", two, "b tag")
    .vary("weight", "RVec<double>{weight * (1 - w_error), weight * (1 + w_error)}", two, "W rate")
)
# docs: end variations

# docs: begin selection
selected = (
    varied.define("is_hard", "Jet_pt > 30")
    .filter("Muon_pt > 25 && abs(Muon_eta) < 2.4 && MET_pt > 20", name="leptons")
    .filter("Sum(is_hard) >= 4", name="four jets")
    .filter("Sum(Jet_isTagged && is_hard) >= 2", name="two b tags")
    .define("pt", "Jet_pt[is_hard]")
    .define("jets", "Construct<ROOT::Math::PtEtaPhiMVector>(pt, Jet_eta[is_hard], Jet_phi[is_hard], 0 * pt)")
    .define("tags", "Jet_isTagged[is_hard]")
    .define("triples", "Combinations(jets, 3)")
    .define("mass", """
        double hardest = 0, mass = 0;  // of the three jets with one b tag that have the largest pT together
        for (int n = 0; n < triples[0].size(); ++n) {
          const auto i = triples[0][n], j = triples[1][n], k = triples[2][n];
          const auto sum = jets[i] + jets[j] + jets[k];
          if (tags[i] + tags[j] + tags[k] == 1 && sum.Pt() > hardest) { hardest = sum.Pt(); mass = sum.M(); }
        }
        return mass;
    """)
)  # fmt: skip
# docs: end selection

# docs: begin results
spectra = {}
for sample in specification["samples"]:
    of_sample = selected.filter(f'sample == "{sample}"')
    spectra[sample] = of_sample.histo1d("mass", 40, (50, 450), weight="weight", label="m(3 jets) [GeV]")
data = spectra.pop("data")
variations = {sample: spectrum.variations() for sample, spectrum in spectra.items()}
report = selected.report()

tags = variations["top pairs"].keys()
totals = {tag: sum(of_sample[tag].values() for of_sample in variations.values()) for tag in tags}
# docs: end results

# docs: begin band
nominal = totals.pop("nominal")
edges = data.axes[0].edges()
shifts = [total - nominal for total in totals.values()]
above = np.sqrt(sum(np.maximum(shift, 0) ** 2 for shift in shifts))
below = np.sqrt(sum(np.minimum(shift, 0) ** 2 for shift in shifts))

picture = ramet.Picture("A muon, four jets, two b tags", y="events / 10 GeV").stack(spectra)
picture.band((nominal - below, edges), (nominal + above, edges), "systematic uncertainty").points(data, "data")
ratio = picture.below("data / expected", y_range=(0.4, 1.6))
ratio.band((1 - below / nominal, edges), (1 + above / nominal, edges))
ratio.points(ramet.Graph(data.axes[0].centers(), data.values() / nominal, y_errors=data.errors() / nominal))
picture.save("top_mass.svg")
# docs: end band
print(report)
for tag, total in totals.items():
    print(f"{tag:16} {100 * (total.sum() / nominal.sum() - 1):+.1f} %")
