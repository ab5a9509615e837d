"""One tree in many files. docs/guides/reading.md shows this."""

# Says: [1, 1, 2, 2]
# Says: 1 2
# Says: run1.root 2

from pathlib import Path

import numpy as np
import ramet

for number in (1, 2):
    with ramet.recreate(f"run{number}.root") as file:
        file["Events"] = {"run": np.full(2, number)}

# --8<-- [start:files]
print(ramet.concatenate("run*.root:Events", ["run"], library="np")["run"].tolist())
print(*[part["run"][0] for part in ramet.iterate({"run*.root": "Events"}, ["run"], library="np")])
# --8<-- [end:files]

# --8<-- [start:each]
for path in sorted(Path().glob("run1.root")):
    with ramet.open(path) as file:
        print(path.name, file["Events"].num_entries)
# --8<-- [end:each]
