"""Columns of a tree: listing, many, one, some of their entries, in steps. docs/guides/reading.md shows this."""

# Says: ['Events;1', 'control;1', 'control/mass;1']
# Says: {'run': 'int32_t', 'nMuon': 'int32_t', 'Muon_pt': 'float[]', 'Muon_charge': 'int8_t[]'}
# Says: 1000 999 [[10.0], [10.0, 20.0], [10.0, 20.0, 30.0]]
# Says: ['nMuon', 'Muon_pt', 'Muon_charge']
# Says: 10.0 499
# Says: 7 int32 (100,)
# Says: 1000 entries in 4 steps
# Says: no branch 'Muon_pr' in tree 'Events' of 'run7.root'; did you mean 'Muon_pt' or 'nMuon' or 'Muon_charge'?

# docs: begin sample
import awkward as ak
import numpy as np
import ramet

with ramet.recreate("run7.root") as file:
    muons = ak.Array([[{"pt": 10 * (k + 1), "charge": 1} for k in range(1 + n % 3)] for n in range(1000)])
    tree = file.mktree("Events", {"run": "int32", "Muon": "var * {pt: float32, charge: int8}"})
    tree.extend({"run": np.full(1000, 7), "Muon": muons})
    file["control/mass"] = np.histogram([91.0], bins=60, range=(60, 120))
# docs: end sample

# docs: begin read
# docs: begin look
with ramet.open("run7.root") as file:
    print(file.keys())  # names with cycles, those in directories too
    tree = file["Events"]
print(tree.typenames())  # a tree can be read after its file was closed
# docs: end look

# docs: begin awkward
events = tree.arrays(["run", "Muon_pt"])  # an awkward array with a record for each entry
print(len(events), ak.sum(events.Muon_pt > 15), events.Muon_pt[:3].to_list())
muons = tree.arrays(filter_name=["nMuon", "Muon_*"])
print(muons.fields)
# docs: end awkward
# docs: end read

# docs: begin numpy
columns = tree.arrays(["run", "Muon_pt"], library="np", entry_start=500)  # a dict of NumPy arrays
print(columns["Muon_pt"][1][0], len(columns["run"]) - 1)  # lists are arrays in an array of objects
run = tree["run"].array(library="np", entry_start=-100)  # the last 100 entries
print(run[0], run.dtype, run.shape)
# docs: end numpy

# docs: begin iterate
steps = entries = 0
for part in tree.iterate(["Muon_pt"], step_size=300):  # or "100 MB", uncompressed
    steps, entries = steps + 1, entries + len(part)
print(f"{entries} entries in {steps} steps")
# docs: end iterate

# docs: begin missing
try:
    tree["Muon_pr"].array()
except ramet.KeyInFileError as error:  # also a KeyError
    print(error)
# docs: end missing
