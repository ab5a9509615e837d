"""The dimuon mass spectrum of the demo's events, as a frame. README.md shows this."""

from __future__ import annotations

from pathlib import Path

import ramet


def dimuon_spectrum(folder: Path) -> float:
    """Draw the spectrum, print the counts of the filters, and return where it peaks."""
    # docs: begin frame
    frame = ramet.frame(f"{folder}/events.root:Events")
    pairs = (
        frame.define("p", "Construct<ROOT::Math::XYZTVector>(Particle_px, Particle_py, Particle_pz, Particle_e)")
        .define("muon", "p[abs(Particle_pdgId) == 13]")
        .define("charge", "Particle_pdgId[abs(Particle_pdgId) == 13]")
        .filter("muon.size() >= 2", name="two muons")
        .define("order", "Reverse(Argsort(Map(muon, [](auto one) { return one.Pt(); })))")
        .filter("charge[order[0]] != charge[order[1]]", name="opposite charge")
        .define("mass", "(muon[order[0]] + muon[order[1]]).M()")
    )
    spectrum = pairs.histo1d("mass", 60, (50, 130), label="m(μμ) [GeV]")
    peak = pairs.filter("abs(mass - 91.19) < 5").mean("mass")
    report = pairs.report()  # nothing was read so far: one pass computes all three

    picture = ramet.Picture("pp → Z/γ* → μμ, 13.6 TeV, Pythia 8", y="events / 1.33 GeV", scale="log")
    picture.steps(spectrum, fill=0.4).save(folder / "dimuon.svg")
    with ramet.recreate(folder / "dimuon.root") as file:
        file["mass"] = spectrum
    print(f"{report}\nthe peak is at {peak:.2f} GeV")
    # docs: end frame
    return float(peak)
