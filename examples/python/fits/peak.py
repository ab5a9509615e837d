"""Fit a peak over a falling background: unbinned, binned, and many times to toys."""

# Says: valid; the mass is 91.19 +- 0.01 in both; 20 toys, 20 valid
# Says: the purity is 0.667 +- 0.003

import json
from pathlib import Path

import ramet

# docs: begin model
from ramet import fit

model = fit.mixture(
    [fit.breit_wigner("mass", "width"), fit.exponential("tau")], yields=["signal", "background"], range=(60, 120)
)
truth = {"mass": 91.19, "width": 2.5, "tau": 40.0, "signal": 40_000, "background": 20_000}
masses = model.sample(values=truth, seed=4)
# docs: end model
# docs: begin unbinned
start = {"mass": 90, "width": 3, "tau": 30, "signal": 30_000, "background": 30_000}
result = fit.fit(fit.unbinned(masses, model), start)
# docs: end unbinned
# docs: begin intervals
errors = result.minos("width")["width"]  # errors.low, errors.high
profile = result.profile("mass", points=9)  # profile.x, profile.y: 1 at one standard deviation
contour = result.contour("signal", "width", level=0.95, points=8)
purity = result.propagate(lambda at: at["signal"] / (at["signal"] + at["background"]))
# docs: end intervals
# docs: begin draw
result.draw(title="A peak", x="mass [GeV]").save("peak.svg")
# docs: end draw
# docs: begin binned
histogram = ramet.Histogram(120, (60, 120)).fill(masses)
binned = fit.fit(fit.binned(histogram, model) + fit.constraint({"width": 2.4952}, 0.0023), start)
# docs: end binned
# docs: begin toys
toys = fit.toys(model, 20, truth, seed=2)
# docs: end toys
# docs: begin exchange
Path("peak.json").write_text(json.dumps(fit.to_hs3(result, observable="m")))
# docs: end exchange
same = abs(result["mass"].value - binned["mass"].value) < result["mass"].error
print(f"{result.status}; the mass is {result['mass'].value:.2f} +- {result['mass'].error:.2f}", end=" ")
print(f"in {'both' if same else 'one'}; {len(toys)} toys, {toys.valid.sum()} valid")
print(f"the purity is {purity.value:.3f} +- {purity.error:.3f}")
