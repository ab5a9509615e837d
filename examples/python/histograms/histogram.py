"""Fill a histogram on all cores, write it as a TH1D, read it back for hist and mplhep."""

# Says: 100000 entries, mean 91.2 GeV, peak at 91 GeV

# docs: begin all
import numpy as np
import ramet

histogram = ramet.Histogram(60, (60, 120), label="mass [GeV]")
histogram.fill(np.random.default_rng(1).normal(91.2, 2.5, 100_000))

with ramet.recreate("mass.root") as file:
    file["mass"] = histogram  # also one of hist or boost-histogram, or what numpy.histogram gives

with ramet.open("mass.root") as file:
    mass = file["mass"]
    values, edges = mass.to_numpy()
    print(f"{mass.num_entries:.0f} entries, mean {mass.mean:.1f} GeV, peak at {edges[values.argmax()]:.0f} GeV")
# docs: end all
