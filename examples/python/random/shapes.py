"""Draw numbers with the shape of a histogram and of a function."""

# Says: 75 % above 5; mean 0.75

# docs: begin all
import numpy as np
import ramet
from ramet.random import BinTable, FunctionTable, Stream

histogram = ramet.Histogram(10, (0, 10)).fill(np.repeat([2.5, 7.5], [100, 300]))
shapes = Stream(seed=1, name="shapes")
(numbers,) = shapes.of_bins(100_000, BinTable(histogram))  # an array for each axis

parabola = FunctionTable(lambda x: x * x, 0, 1)
of_parabola = shapes.of_function(100_000, parabola)
print(f"{100 * (numbers > 5).mean():.0f} % above 5; mean {of_parabola.mean():.2f}")
# docs: end all
