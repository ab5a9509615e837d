"""Objects of classes, and an ntuple and a tree in one file. docs/guides/writing.md shows this."""

# Says: 6.8 Beam_spot 2.5
# Says: 3 entries of ROOT::RNTuple, 4 of TTree

import numpy as np
import ramet

# docs: begin objects
classes = {"Detector": {"name": "std::string", "depth": "float", "channels": "std::vector<int>"}}

with ramet.recreate("objects.root") as file:
    file["config/ecal"] = ramet.NewObject("Detector", {"name": "ecal", "depth": 2.5, "channels": [1, 2]}, classes)
    file["beam"] = ramet.NewObject("Beam", {"energy": 6.8, "spot": {"x": 0.1, "y": 0.2}})  # classes of the values
# docs: end objects

with ramet.open("objects.root") as file:
    print(file["beam"]["energy"], file["beam"]["spot"].classname, file["config/ecal"]["depth"])

# docs: begin both
with ramet.recreate("both.root") as file:
    hits = file.mkrntuple("Hits", {"layer": "int32", "times": "var * var * float32"})
    hits.extend({"layer": np.arange(3), "times": [[[1.5], []], [], [[2.5, 3.5]]]})
    file.mktree("Events", {"x": np.arange(4)})
# docs: end both

with ramet.open("both.root") as file:
    names = file.classnames()
    print(
        f"{file['Hits'].num_entries} entries of {names['Hits;1']}, {file['Events'].num_entries} of {names['Events;1']}"
    )
