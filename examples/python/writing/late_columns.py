"""Columns that are added to an RNTuple while it is filled. docs/guides/parallel_writing.md shows this."""

# Says: [0.0, 0.0, 0.5, 1.0]
# Says: [[], [1.0], [], [2.0, 3.0]]

import awkward as ak
import ramet

# docs: begin late
schema = {
    "muons": "var * {pt: float32, charge: int8}",
    "Muon_pt": ramet.Projection("muons.pt"),  # the same bytes, as a list of numbers
    "nMuon": ramet.Projection("muons", sizes=True),
}
with ramet.ParallelWriter("late.root", "Events", schema, format="rntuple") as writer, writer.context() as context:
    context.extend({"muons": ak.Array([[], [{"pt": 1.0, "charge": 1}]])})
    writer.add_columns({"weight": "float64"})
    context.refresh()  # from here on, entries have a weight
    context.extend(
        {
            "muons": ak.Array([[], [{"pt": 2.0, "charge": 1}, {"pt": 3.0, "charge": -1}]]),
            "weight": [0.5, 1.0],
        }
    )
# docs: end late

with ramet.open("late.root:Events") as ntuple:
    print(ntuple["weight"].array().tolist())
    print(ntuple["Muon_pt"].array().tolist())
