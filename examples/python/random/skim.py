"""Draw numbers by run and event, and draw them again for a skim."""

# Says: the same numbers in the skim

# docs: begin all
import numpy as np
from ramet.random import Draws, Stream, keys_of

run, event = np.repeat([1, 2], 1000), np.tile(np.arange(1000), 2)
noise = Stream(seed=1, name="noise")
numbers = noise.normal(len(event), draws=Draws(entries=keys_of(run, event)))

kept = event % 7 == 0
again = noise.normal(kept.sum(), draws=Draws(entries=keys_of(run[kept], event[kept])))
print("the same numbers in the skim" if np.array_equal(again, numbers[kept]) else "other numbers")
# docs: end all
