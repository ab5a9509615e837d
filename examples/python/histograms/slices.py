# Histograms of several axes and profiles, and slices of them.
# Says: (20, 2) [ 500. 1000.]
# Says: 10 bins, 1500 entries
import numpy as np
import ramet

mass = np.tile(np.linspace(80.25, 99.75, 500), 3)
charge, pt = np.repeat([-1, 1, 1], 500), mass / 2

# docs: begin slices
plane = ramet.Histogram((40, [-2, 0, 2]), ((60, 120), None), label=("mass [GeV]", "charge"))
plane.fill(mass, charge)
means = ramet.Profile(10, (80, 100), label="mass [GeV]", value_label="pt [GeV]").fill(mass, sample=pt)

peak = plane[75j:105j, :]  # bins from 75 to 105 GeV
charges = plane[sum, :]  # along the second axis
positive = plane[:, 1j]  # the bin of 1
coarse = plane.project("x")[::2j]  # two bins become one
# docs: end slices
print(peak.shape, charges.values())
print(f"{len(means.axis())} bins, {means.num_entries:.0f} entries")
