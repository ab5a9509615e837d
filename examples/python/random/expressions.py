"""Random numbers in expressions are those of a stream that has the name of the definition."""

# Says: the numbers of the stream "smeared"; 2 numbers in the first entry

import numpy as np
import ramet

with ramet.recreate("events.root") as file:
    file.mktree("Events", {"pt": np.linspace(20, 80, 10_000), "jets": [[1.0, 2.0]] + [[3.0]] * 9_999})

# docs: begin all
from ramet.random import Stream

with ramet.open("events.root:Events") as tree:
    aliases = {"smeared": "normal(pt, 0.06 * pt)", "jet_noise": "uniform_like(jets)"}
    found = tree.arrays(["smeared", "jet_noise"], aliases=aliases, library="np")
    pt = tree["pt"].array(library="np")

stream = Stream(seed=0, name="smeared")
same = np.array_equal(found["smeared"], stream.normal(len(pt), mean=pt, sigma=0.06 * pt))
# docs: end all
print("the numbers of the stream" if same else "other numbers than those of", '"smeared";', end=" ")
print(len(found["jet_noise"][0]), "numbers in the first entry")
