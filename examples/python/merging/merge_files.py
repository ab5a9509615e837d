"""Files of several runs are merged. docs/guides/merging.md shows this."""

# Says: Events gather 200 entries of 2 files
# Says: pt sum 0 entries of 2 files
# Says: 200
# Says: data would be lost: missing column 'Events' (eta): is missing in 'run3.root'
# Says: 200 entries, 50 left out
# Says: {'Events': 200, 'Events_2': 50}
# Says: 0 bytes were there already
# Says: 78 entries of energy
# Says: split.root: 100 entries
# Says: split_1.root: 100 entries

import numpy as np
import ramet


def write(path: str, columns: list[str], entries: int) -> None:
    values = {name: np.arange(entries, dtype="float32") for name in columns}
    with ramet.recreate(path) as file:
        file["Events"] = values
        file["pt"] = np.histogram(values["pt"], bins=10, range=(0, 100))


write("run1.root", ["pt", "eta"], 100)
write("run2.root", ["pt", "eta"], 100)
write("run3.root", ["pt"], 50)

# docs: begin merge
report = ramet.merge("all.root", ["run1.root", "run2.root"])
for one in report.objects:
    print(f"{one.path} {one.way} {one.entries} entries of {one.inputs} files")
# docs: end merge

with ramet.open("all.root:Events") as tree:
    print(tree.num_entries)

# docs: begin differences
try:
    ramet.merge("all.root", ["run1.root", "run2.root", "run3.root"], overwrite=True)
except ramet.DifferencesError as error:
    print(error)
# docs: end differences

# docs: begin skip
files = ["run1.root", "run2.root", "run3.root"]
report = ramet.merge("all.root", files, differences="skip file", overwrite=True)
events = next(one for one in report.objects if one.path == "Events")
print(f"{events.entries - events.lost_entries} entries, {events.lost_entries} left out")
# docs: end skip

# docs: begin apart
report = ramet.merge("apart.root", files, differences="split")
print({one.path: one.entries for one in report.objects if one.entries > 0})
# docs: end apart

# docs: begin resume
report = ramet.merge("all.root", ["run1.root", "run2.root"], overwrite=True)
print(report.resumed_bytes, "bytes were there already")
# docs: end resume

# docs: begin change
files = ["run1.root", "run2.root"]
report = ramet.merge("chosen.root", files, define={"energy": "pt * cosh(eta)"}, where="pt > 60", drop="*t*")
# docs: end change

with ramet.open("chosen.root:Events") as tree:
    print(f"{tree.num_entries} entries of {', '.join(tree.keys())}")

# docs: begin split
report = ramet.merge("split.root", ["run1.root", "run2.root"], max_size="2 kB")
for one in report.files:
    print(f"{one.path}: {one.entries['Events']} entries")
# docs: end split

# docs: begin report
ramet.merge(None, ["run1.root", "run2.root", "run3.root"]).save("plan.html")
# docs: end report
