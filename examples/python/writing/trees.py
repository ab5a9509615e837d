"""Trees with columns of many types, from many kinds of values. docs/guides/writing.md shows this."""

# Says: {'run': 'int32_t', 'vertex': 'double[3]', 'nMuon': 'int32_t', 'Muon_pt': 'float[]', 'Muon_charge': 'int8_t[]'}
# Says: [[45.0, 47.5], [], [30.0]]
# Says: std::vector<uint16_t> std::string Double32_t struct {int32_t run;int64_t event;}
# Says: 2 entries
# Says: None zstd:9 zstd:9 lz4:4

import awkward as ak
import numpy as np
import ramet

# docs: begin mktree
with ramet.recreate("muons.root", compression="zstd:9") as file:  # or "lz4", "zlib:1", "lzma", 505, None
    tree = file.mktree(
        "dir/Events",
        {
            "run": "int32",
            "vertex": "3 * float64",
            "Muon": "var * {pt: float32, charge: int8}",  # branches nMuon, Muon_pt, Muon_charge
        },
        title="muons of run 7",
    )
    muons = ak.Array([[{"pt": 45, "charge": 1}, {"pt": 47.5, "charge": -1}], [], [{"pt": 30, "charge": 1}]])
    tree.extend({"run": [7, 7, 7], "vertex": np.zeros((3, 3)), "Muon": muons})
# docs: end mktree

with ramet.open("muons.root:dir/Events") as tree:
    print(tree.typenames())
    print(tree["Muon_pt"].array().to_list())

# docs: begin types
schema = {
    "hits": "vector<unsigned short>",  # std::vector; "var * uint16" would be an array with a counter
    "label": "std::string",  # "string" would be a C string
    "energy": ramet.Column("float64", packed_range="[0,100,16]"),  # Double32_t in 16 bits
    "id": {"run": "int32", "event": "int64"},  # a leaf list
}
with ramet.recreate("types.root") as file:
    tree = file.mktree("Events", schema)
    batch = {
        "hits": (np.array([0, 2, 2]), np.array([3, 4], "uint16")),  # offsets and content: [[3, 4], []]
        "label": ["muon", "jet"],
        "energy": [45.5, 80.0],
        "id": {"run": [7, 7], "event": [1, 2]},
    }
    tree.extend(batch)
# docs: end types

with ramet.open("types.root:Events") as tree:
    print(*tree.typenames().values())

# docs: begin assign
with ramet.recreate("quick.root") as file:
    file["Events"] = {"x": np.arange(2), "y": ak.Array([[1.5], []])}  # an RNTuple
    file.mktree("Tree", {"x": np.arange(2), "y": ak.Array([[1.5], []])})
# docs: end assign

with ramet.open("quick.root:Events") as tree:
    print(tree.num_entries, "entries")

# docs: begin compression
with ramet.recreate("columns.root", compression="lz4") as file:
    schema = dict.fromkeys(["weight", "pt", "eta", "run"], "float32")
    tree = file.mktree("Events", schema, compression={"weight": None, "[pe]t*": "zstd:9"})  # `run` as the file
# docs: end compression

with ramet.open("columns.root:Events") as tree:
    print(*(branch.compression for branch in tree.branches))
