"""A Z peak: the mass spectrum of muon pairs, and the efficiency of an identification by tag and probe.

docs/gallery/z_peak.md shows this.
"""

# Says: acceptance: pass=183514     all=194667     -- eff=94.27 % cumulative eff=94.27 %
# Says: both are good: pass=145870     all=183514     -- eff=79.49 % cumulative eff=74.93 %
# Says: above 30 GeV 96.2 %

from __future__ import annotations

import numpy as np
import ramet
from decays import decay, vector


# docs: begin data
def make_muon_pairs(path: str, entries: int = 200_000) -> None:
    """Write pairs of muons: nine in ten from a Z, the others from a falling background."""
    frame = (
        ramet.frame(entries=entries, seed=2)
        .define("from_z", "uniform() < 0.9")
        .define("m", "from_z ? breit_wigner(91.19, 2.5) : 50 + exponential(40)")
        .filter("m > 50 && m < 140")
        .define("pair", vector("exponential(15)", "normal(0, 1.5)", "uniform(-M_PI, M_PI)", "m"))
    )
    frame = (
        decay(frame, "pair", {"plus": "0.1057", "minus": "0.1057"})
        .define("true_pt", "RVec<double>{plus.Pt(), minus.Pt()}")
        .define("Muon_eta", "RVec<double>{plus.Eta(), minus.Eta()}")
        .define("Muon_phi", "RVec<double>{plus.Phi(), minus.Phi()}")
        .define("Muon_charge", "RVec<int>{1, -1}")
        .define("Muon_pt", "true_pt * normal_like(true_pt, 1, 0.015)")  # what the detector measures
        .define("works", "0.96 / (1 + exp(-(true_pt - 12) / 4))")  # the efficiency of the identification
        .define("Muon_isGood", "uniform_like(true_pt) < works && (from_z || uniform_like(true_pt) < 0.3)")
    )
    frame.snapshot(path, "Events", "Muon_.*").run()


# docs: end data


make_muon_pairs("pairs.root")
# docs: begin pairs
pairs = (
    ramet.frame("pairs.root:Events")
    .filter("All(Muon_pt > 5 && abs(Muon_eta) < 2.4)", name="acceptance")
    .define("muons", "Construct<ROOT::Math::PtEtaPhiMVector>(Muon_pt, Muon_eta, Muon_phi, RVec<double>(2, 0.1057))")
    .define("mass", "(muons[0] + muons[1]).M()")
)
good = pairs.filter("All(Muon_isGood)", name="both are good")
of_all = pairs.histo1d("mass", 90, (50, 140), label="m(μμ) [GeV]")
of_good = good.histo1d("mass", 90, (50, 140), label="m(μμ) [GeV]")
report = good.report()
# docs: end pairs

# docs: begin probes
probes = (  # a muon is a probe if the other one, the tag, is good and hard: a pair has up to two
    pairs.define("is_probe", "Reverse(Muon_isGood && Muon_pt > 25)")
    .define("probe_pt", "Muon_pt[is_probe]")
    .define("passes", "Muon_isGood[is_probe]")
)
edges = [5, 10, 15, 20, 25, 30, 40, 50, 70, 100]
counts = probes.histo(
    ["probe_pt", "mass", "passes"], (edges, 45, 2), (None, (70, 115), (0, 2)), label=["pT of the probe [GeV]", "", ""]
)
# docs: end probes

# docs: begin efficiency
peak = counts[:, 81j:101j:sum, :].values()  # by pT and by passes: this computes all that was asked for
sides = counts[:, 70j:80j:sum, :].values() + counts[:, 105j:115j:sum, :].values()
(failed, passed), (failed_variance, passed_variance) = (peak - sides).T, (peak + sides).T
efficiency = passed / (passed + failed)
errors = np.sqrt(failed**2 * passed_variance + passed**2 * failed_variance) / (passed + failed) ** 2
# docs: end efficiency

# docs: begin pictures
spectra = ramet.Picture("Pairs of muons", y="pairs / GeV", scale="log")
spectra.steps(of_all, "all", fill=0.3).steps(of_good, "both good").save("spectra.svg")

middles, halves = (np.add(edges[1:], edges[:-1]) / 2, np.diff(edges) / 2)
measured = ramet.Graph(middles, efficiency, x_errors=halves, y_errors=errors, labels=["pT of the probe [GeV]", ""])
pt = np.linspace(5, 100, 200)
turn_on = ramet.Picture("Efficiency of the identification", y="efficiency", y_range=(0, 1.2))
turn_on.curve(pt, 0.96 / (1 + np.exp(-(pt - 12) / 4)), "as generated").points(measured, "tag and probe")
turn_on.save("efficiency.svg")
# docs: end pictures
print(report)
print(f"above 30 GeV {100 * efficiency[5:].mean():.1f} %")
