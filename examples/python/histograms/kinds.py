"""Histograms of more axes and profiles, as files have them. docs/guides/histograms.md shows this."""

# Says: COUNT (2, 3) 4.0
# Says: MEAN [2. 5.] [1. 0.]
# Says: Hist WeightedMean()

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # what other packages say on import is not this example's matter
    import hist
import numpy as np
import ramet
import uproot
from uproot.writing import identify

plane = hist.Hist.new.Reg(2, 0, 2, name="x").Reg(3, 0, 3, name="y").Double()
plane.fill([0.5, 1.5, 1.5, 0.5], [0.5, 2.5, 2.5, 1.5])


def profile_for_root() -> object:
    """Heights 1 and 3 in the first bin, 5 in the second."""
    axis = [identify.to_TAxis("xaxis", "x", 2, 0.0, 2.0), *(identify.to_TAxis(name, "", 1, 0.0, 1.0) for name in "yz")]
    sums = [np.array(numbers, dtype=float) for numbers in ([0, 4, 5, 0], [0, 10, 25, 0], [0, 2, 1, 0], [0, 2, 1, 0])]
    heights, squares, weights, squared_weights = sums
    return identify.to_TProfile(
        None, "means", heights, 3.0, 3.0, 3.0, 2.5, 2.75, 9.0, 35.0, squares, weights, squared_weights, *axis
    )


with uproot.recreate("kinds.root") as written:
    written["plane"] = plane
    written["means"] = profile_for_root()

# docs: begin kinds
with ramet.open("kinds.root") as file:
    plane = file["plane"]  # a TH2D
    counts, x_edges, y_edges = plane.to_numpy()
    means = file["means"]  # a TProfile
# docs: end kinds
print(plane.kind, counts.shape, counts.sum())
print(means.kind, means.values(), means.variances() * means.counts())
# docs: begin hist
again = hist.Hist(means)  # Mean storage, or WeightedMean with weights; names of bins become a StrCategory
# docs: end hist
print(type(again).__name__, again.storage_type())
