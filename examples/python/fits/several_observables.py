"""Convolutions, and fits of several observables. docs/guides/computing/fits.md shows this."""

# Says: tau 1.51 +- 0.02, resolution 0.21 +- 0.01
# Says: s 2930 +- 59
# Says: s of cells 2930 +- 59

from __future__ import annotations

import ramet
from ramet import fit

# docs: begin convolution
decay = fit.convolution(fit.exponential("tau"), fit.gauss(0, "resolution"), range=(-1, 12))
found = fit.fit(fit.unbinned(decay.sample(5_000, tau=1.5, resolution=0.2), decay), tau=1, resolution=0.3)
# docs: end convolution
print(", ".join(f"{one.name} {one.value:.2f} +- {one.error:.2f}" for one in found.parameters))

# docs: begin product
signal = fit.product(mass=fit.gauss("m", "width", range=(0, 10)), time=fit.exponential("tau", range=(0, 20)))
background = fit.product(mass=fit.uniform((0, 10)), time=fit.exponential("short", range=(0, 20)))
model = fit.mixture([signal, background], yields=["s", "b"])
truth = {"m": 5, "width": 0.4, "tau": 3, "short": 0.8, "s": 3_000, "b": 2_000}
events = model.sample(values=truth, seed=1)  # {"mass": array, "time": array}
both = fit.fit(fit.unbinned(events, model), truth)
both.draw(which=1, x="time").save("time.svg")  # the projection on the second one
# docs: end product
print(f"s {both['s'].value:.0f} +- {both['s'].error:.0f}")

# docs: begin cells
histogram = ramet.Histogram((50, 40), ((0, 10), (0, 20))).fill(events["mass"], events["time"])
of_cells = fit.fit(fit.binned(histogram, model), truth)
# docs: end cells
print(f"s of cells {of_cells['s'].value:.0f} +- {of_cells['s'].error:.0f}")
