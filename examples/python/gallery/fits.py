"""Three fits: a Z peak, templates with a constraint, and a toy study of coverage. docs/gallery/fits.md shows this."""

# Says: mass 91.16 +- 0.02, width 2.44 +- 0.10, resolution 1.51 +- 0.05
# Says: W 2073 +- 99 of 2000 with errors of templates, +- 58 without
# Says: 400 toys, 400 valid

from __future__ import annotations

import numpy as np
import ramet
from ramet import fit

# docs: begin data
pairs = (
    ramet.frame(entries=30_000, seed=3)
    .define("from_z", "uniform() < 0.8")
    .define("true_mass", "from_z ? breit_wigner(91.19, 2.4955) : 40 + exponential(30)")
    .define("mass", "true_mass + normal(0, 1.5)")  # what the detector measures
    .filter("mass > 66 && mass < 116")
)
# docs: end data

# docs: begin peak
peak = fit.voigt("mass", "resolution", "width")  # a Breit-Wigner folded with a Gauss
model = fit.mixture([peak, fit.exponential("tau")], yields=["Z", "background"], range=(66, 116))
start = {"mass": 91, "resolution": 1, "width": 2, "tau": 20, "Z": 20_000, "background": 3_000}
z = fit.fit(fit.unbinned(pairs.take("mass"), model), start)
z.draw(title="Pairs of muons", x="m(μμ) [GeV]", bins=100, scale="log").save("z.svg")
z.contour("width", "resolution", level=0.95, points=12).draw("Width and resolution").save("contour.svg")
# docs: end peak
# docs: begin templates
random = np.random.default_rng(1)
axis = (25, (0.0, 100.0))
shapes = {  # simulated: few events, and the numbers of those that are expected
    "W": ramet.Histogram(*axis, name="W").fill(random.normal(45, 12, 1_000).clip(0, 99)),
    "QCD": ramet.Histogram(*axis, name="QCD").fill(random.exponential(18, 1_500).clip(0, 99)),
    "Z": ramet.Histogram(*axis, name="Z").fill(random.normal(35, 15, 1_000).clip(0, 99)),
}
data = ramet.Histogram(*axis, name="data", label="missing pT [GeV]")
data.fill(random.normal(45, 12, 2_000).clip(0, 99)).fill(random.exponential(18, 3_000).clip(0, 99))
data.fill(random.normal(35, 15, 300).clip(0, 99))
constraint = fit.constraint({"Z": 310}, 15)  # measured elsewhere
fits = {}
for with_errors in (False, True):
    parts = [fit.template(one, errors=with_errors) for one in shapes.values()]
    mixed = fit.mixture(parts, yields=list(shapes), range=(0, 100))
    fits[with_errors] = fit.fit(fit.binned(data, mixed) + constraint, W=1_000, QCD=2_000, Z=300)
fits[True].draw(title="Templates", x="missing pT [GeV]").save("templates.svg")
# docs: end templates
# docs: begin toys
small = fit.mixture([fit.gauss("mass", 0.5), fit.uniform((0, 10))], yields=["signal", "background"], range=(0, 10))
truth = {"mass": 5, "signal": 40, "background": 100}
toys = fit.toys(small, 400, truth, seed=1)
coverage = toys.coverage()  # of value ± error: 0.683 if errors are right
pulls = ramet.Histogram(24, (-4, 4), name="pulls", label="pull of the yield").fill(toys.pulls()[:, 1])
x = np.linspace(-4, 4, 200)
normal = len(toys) / 3 * np.exp(-(x**2) / 2) / np.sqrt(2 * np.pi)
picture = ramet.Picture("Toys", y="toys").curve(x, normal, "normal").points(pulls, "toys")
picture.save("pulls.svg")
# docs: end toys
found = [z[name] for name in ("mass", "width", "resolution")]
print(", ".join(f"{one.name} {one.value:.2f} +- {one.error:.2f}" for one in found))
known, measured = fits[False]["W"], fits[True]["W"]
print(f"W {measured.value:.0f} +- {measured.error:.0f} of 2000 with errors of templates, +- {known.error:.0f} without")
print(f"{len(toys)} toys, {toys.valid.sum()} valid")
