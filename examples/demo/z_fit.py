"""A fit of the Z in the demo's events. docs/gallery/fits.md shows this."""

from __future__ import annotations

from pathlib import Path

import ramet
from ramet import fit


def fit_z(folder: Path) -> fit.FitResult:
    """Fit the masses of pairs of muons as a detector would measure them, and draw them."""
    # docs: begin z
    frame = ramet.frame(f"{folder}/events.root:Events")
    pairs = (
        frame.define("p", "Construct<ROOT::Math::XYZTVector>(Particle_px, Particle_py, Particle_pz, Particle_e)")
        .define("muon", "p[abs(Particle_pdgId) == 13]")
        .filter("muon.size() == 2")
        .define("mass", "(muon[0] + muon[1]).M() + normal(0, 1.5)")  # measured to 1.5 GeV
        .filter("mass > 60 && mass < 120")
    )
    z = fit.breit_wigner("mass", 2.4955)
    measured = fit.crystal_ball(0, "resolution", "alpha", 2)  # its tail: photons that muons radiate
    peak = fit.convolution(z, measured, range=(60, 120))
    model = fit.mixture([peak, fit.exponential("tau")], yields=["Z", "background"], range=(60, 120))
    events = pairs.take("mass")
    start = {"mass": 91, "resolution": 2, "alpha": 1.5, "tau": 30, "Z": 0.9 * len(events), "background": 50}
    found = fit.fit(fit.unbinned(events, model), start)
    found.draw(title="The Z of the demo", x="m(μμ) [GeV]", scale="log").save(folder / "z.svg")
    # docs: end z
    return found
