"""Update an existing file. docs/guides/writing.md shows this."""

# Says: 5 ['Events;1', 'more;1', 'more/Events;1']

import numpy as np
import ramet

with ramet.recreate("update.root") as file:
    file["Events"] = {"x": np.arange(3)}
    file["old"] = np.histogram(np.arange(10), bins=5)

# docs: begin update
with ramet.update("update.root") as file:  # whoever wrote it: ramet, ROOT or uproot
    file["Events"].extend({"x": np.arange(2)})  # more entries behind those that it has
    file["more/Events"] = {"y": np.zeros(4)}
    del file["old"]
# docs: end update

with ramet.open("update.root") as file:
    print(file["Events"].num_entries, file.keys(recursive=True))
