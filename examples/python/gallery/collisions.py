"""Collision events with jets, muons and electrons, drawn at random: the data of the ADL queries in the gallery.

docs/gallery/adl_queries.md shows this.
"""

# Says: 50000 events in collisions.root

from __future__ import annotations

import ramet
from decays import decay, vector


# docs: begin collisions
def make_collisions(path: str = "collisions.root", entries: int = 50_000) -> None:
    """Write events: in a third of them a Z decays into muons or electrons, beside jets and other leptons."""
    frame = ramet.frame(entries=entries, seed=1)
    frame = (
        frame.define("Z_kind", "int(uniform() * 6)")  # 0: to muons, 1: to electrons, others: no Z
        .define("Z_mass", "const double m = breit_wigner(91.19, 2.5); return m > 40 && m < 140 ? m : 91.19;")
        .define("Z", vector("exponential(25)", "normal(0, 2)", "uniform(-M_PI, M_PI)", "Z_mass"))
    )
    frame = decay(frame, "Z", {"first": "0.1057", "second": "0.1057"})
    for lepton, kind, mass in (("Muon", 0, 0.1057), ("Electron", 1, 0.000511)):
        frame = frame.define(f"{lepton}_others", "RVec<double>(int(poisson(0.25)))")
        numbers = {
            "pt": (".Pt()", "5 + exponential_like({}, 15)"),
            "eta": (".Eta()", "normal_like({}, 0, 1.3)"),
            "phi": (".Phi()", "uniform_like({}, -M_PI, M_PI)"),
        }
        for name, (of_vector, others) in numbers.items():
            of_z = f"Z_kind == {kind} ? RVec<double>{{first{of_vector}, second{of_vector}}} : RVec<double>{{}}"
            frame = frame.define(f"{lepton}_{name}", f"Concatenate({of_z}, {others.format(f'{lepton}_others')})")
        signs = f"Where(uniform_like({lepton}_others) < 0.5, -1, 1)"
        of_z = f"Z_kind == {kind} ? RVec<int>{{1, -1}} : RVec<int>{{}}"
        frame = frame.define(f"{lepton}_charge", f"Concatenate({of_z}, {signs})")
        frame = frame.define(f"{lepton}_mass", f"RVec<double>({lepton}_pt.size(), {mass})")
        frame = frame.define(f"n{lepton}", f"int({lepton}_pt.size())")
    frame = (
        frame.define("jets", "RVec<double>(int(poisson(3)))")
        .define("Jet_pt", "Concatenate(15 + exponential_like(jets, 30), 1.05 * Electron_pt)")  # electrons are jets, too
        .define("Jet_eta", "Concatenate(normal_like(jets, 0, 1.6), Electron_eta)")
        .define("Jet_phi", "Concatenate(uniform_like(jets, -M_PI, M_PI), Electron_phi)")
        .define("Jet_mass", "0.12 * Jet_pt")
        .define("is_b", "uniform_like(Jet_pt) < 0.2")
        .define("Jet_btag", "Where(is_b, random::beta_like(Jet_pt, 5, 1), random::beta_like(Jet_pt, 1, 5))")
        .define("nJet", "int(Jet_pt.size())")
        .define("MET_pt", "hypot(normal(0, 20), normal(0, 20))")
        .define("MET_phi", "uniform(-M_PI, M_PI)")
    )
    frame.snapshot(path, "Events", "n?(Jet|Muon|Electron|MET)(_(pt|eta|phi|mass|charge|btag))?").run()


# docs: end collisions


if __name__ == "__main__":
    make_collisions()
    print(ramet.frame("collisions.root:Events").count(), "events in collisions.root")
