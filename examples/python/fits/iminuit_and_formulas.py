"""Costs of ramet in iminuit, and histograms fitted with formulas."""

# Says: iminuit found a minimum; the peak is at 5.0

import numpy as np
import ramet

# docs: begin iminuit
from iminuit import Minuit
from ramet import fit

model = fit.gauss("mean", "sigma", range=(0, 10))
minuit = Minuit(fit.unbinned(model.sample(10_000, mean=5, sigma=1), model), mean=4, sigma=2)
minuit.migrad()
# docs: end iminuit
# docs: begin formula
histogram = ramet.Histogram(50, (0, 10)).fill(np.random.default_rng(1).normal(5, 1, 10_000))
found = histogram.fit("gaus")
graph = ramet.Graph([1, 2, 3], [2.1, 3.9, 6.2], y_errors=[0.2, 0.2, 0.3])
line = graph.fit("pol1")
# docs: end formula
print(f"iminuit found {'a' if minuit.valid else 'no'} minimum; the peak is at {found['Mean'].value:.1f}")
