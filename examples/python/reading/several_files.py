"""One tree in many files. docs/guides/reading.md shows this."""

# Says: [1, 1, 2, 2]
# Says: 1 2
# Says: <Dataset of 2 files (1 columns)> with 4 entries
# Says: [1, 2, 2]
# Says: [10.0, 11.0, 12.0, 13.0]
# Says: [-1.0, -1.0, -1.0, -1.0, 0.5]
# Says: run1.root 2

from pathlib import Path

import numpy as np
import ramet

for number in (1, 2):
    with ramet.recreate(f"run{number}.root") as file:
        file["Events"] = {"run": np.full(2, number)}
with ramet.recreate("weights.root") as file:
    file["Weights"] = {"run": np.array([2, 1, 1, 2]), "weight": np.arange(10.0, 14.0)}
with ramet.recreate("later.root") as file:
    file["Events"] = {"run": np.array([3]), "quality": np.array([0.5])}

# docs: begin files
print(ramet.concatenate("run*.root:Events", ["run"], library="np")["run"].tolist())
print(*[part["run"][0] for part in ramet.iterate({"run*.root": "Events"}, ["run"], library="np")])
# docs: end files

# docs: begin dataset
events = ramet.open_many("run*.root:Events")  # one table; nothing is read yet
print(events, "with", events.num_entries, "entries")
print(events.take([0, 2, 3], library="np")["run"].tolist())  # chosen entries
# docs: end dataset

# docs: begin friends
weighted = events.add_friend("weights.root:Weights", "w")  # entry by entry
print(weighted["w.weight"].array(library="np").tolist())
# docs: end friends

# docs: begin unequal
unequal = ramet.open_many(["run*.root:Events", "later.root:Events"], schema="all", defaults={"quality": -1})
print(unequal["quality"].array(library="np").tolist())
# docs: end unequal

# docs: begin each
for path in sorted(Path().glob("run1.root")):
    with ramet.open(path) as file:
        print(path.name, file["Events"].num_entries)
# docs: end each
