"""Weighted values and their errors. docs/guides/histograms.md shows this."""

# Says: [4. 2. 0. 0.] [2.82842712 2.         0.         0.        ]
# Says: underflow 0.0, overflow 2.0

# docs: begin weights
import ramet

histogram = ramet.Histogram([0, 1, 2, 5, 10], name="pt", label="pt [GeV]")
histogram.fill([0.5, 0.5, 1.5, 99.0], weight=2.0)  # one weight for all, or one for each
print(histogram.values(), histogram.errors())
print(f"underflow {histogram.values(flow=True)[0]}, overflow {histogram.values(flow=True)[-1]}")
# docs: end weights
