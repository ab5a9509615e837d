"""What ramet.Picture draws. docs/guides/histograms.md shows this."""

# Says: 20000.0

from __future__ import annotations

import numpy as np
import ramet

frame = (
    ramet.frame(entries=20_000, seed=4)
    .define("is_signal", "uniform() < 0.3")
    .define("mass", "is_signal ? breit_wigner(91.19, 2.5) : 60 + exponential(40)")
    .define("pt", "exponential(20)")
    .define("response", "normal(1 - 2 / (pt + 10), 0.1)")
)
parts = {name: frame.filter(cut) for name, cut in (("background", "!is_signal"), ("signal", "is_signal"))}

# docs: begin stack
stacked = {name: part.histo1d("mass", 30, (60, 120), label="mass [GeV]") for name, part in parts.items()}
total = sum(stacked.values())

picture = ramet.Picture("A peak", y="entries / 2 GeV").stack(stacked)
picture.band(0.95 * total, 1.05 * total, "5 %").points(total, "data").save("stack.svg")
# docs: end stack

# docs: begin others
outlines = ramet.Picture(y="entries / 2 GeV", scale="log", width=480, height=320)
for name, histogram in stacked.items():
    outlines.steps(histogram, name, fill=0.2)
outlines.save("outlines.svg")

pt = np.linspace(0, 100, 100)
means = ramet.Picture(y="mean response", width=480, height=320, y_range=(0.7, 1.1))
means.curve(pt, 1 - 2 / (pt + 10), "as generated").points(frame.profile1d("pt", "response", 20, (0, 100)), "mean")
means.save("means.svg")

plane = frame.histo2d("pt", "response", (20, 20), ((0, 60), (0.5, 1.3)), label=["pT [GeV]", "response"])
ramet.Picture(width=480, height=320).cells(plane).save("cells.svg")
# docs: end others
print(total.num_entries)
