"""Histograms of hist and boost-histogram, in and out. docs/guides/histograms.md shows this."""

# Says: Hist Weight() 2.0
# Says: ['mass;1']

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # what other packages say on import is not this example's matter
    import hist
import ramet

# docs: begin others
mass = hist.new.Reg(60, 60, 120, label="mass [GeV]").Weight()
mass.fill([91.2, 90.7], weight=[0.5, 1.5])
with ramet.recreate("mass.root") as file:
    file["mass"] = mass

with ramet.open("mass.root") as file:
    again = file["mass"].to_hist()  # to_boost() for boost-histogram, to_numpy() for values and edges
# docs: end others
print(type(again).__name__, again.storage_type(), again.sum().value)
with ramet.open("mass.root") as file:
    print(file.keys())
