"""Objects are copied, moved and removed. docs/guides/merging.md shows this."""

# Says: ['Events;1']
# Says: 100

import numpy as np
import ramet

with ramet.recreate("run1.root") as file:
    file["Events"] = {"pt": np.arange(100, dtype="float32")}

# docs: begin edit
ramet.copy("run1.root:Events", "small.root:events/run1")
ramet.move("small.root:events/run1", "small.root:Events")
ramet.remove("small.root:events", recursive=True)
# docs: end edit

with ramet.open("small.root") as file:
    print(file.keys())
    print(file["Events"].num_entries)
