"""Smear a column, and show that parts of it get the same numbers."""

# Says: mean 25.0, deviation 1.5; entries 500 to 509 alone: the same numbers

# docs: begin all
import numpy as np
from ramet.random import Draws, Stream

smearing = Stream(seed=1, name="smearing")
pt = np.full(100_000, 25.0)
smeared = smearing.normal(len(pt), mean=pt, sigma=0.06 * pt)

part = smearing.normal(10, mean=25.0, sigma=1.5, draws=Draws(first_entry=500))
same = np.array_equal(part, smeared[500:510])
print(f"mean {smeared.mean():.1f}, deviation {smeared.std():.1f}; entries 500 to 509 alone:", end=" ")
print("the same numbers" if same else "other numbers")
# docs: end all
