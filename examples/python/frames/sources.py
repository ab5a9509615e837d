"""What frames are made of. docs/guides/computing/verbs_and_results.md shows this."""

# Says: [3, 5, 5, 3]
# Says: 3
# Says: [3.0, 4.0, 3.0, 3.0, 3.0]
# Says: -0.05 999
# Says: 10.5 3

import json
from pathlib import Path

import awkward as ak
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet
import ramet

for name, entries in (("run1", 3), ("run2", 2)):
    with ramet.recreate(f"{name}.root") as file:
        columns = {"x": "float64", "Jet_pt": "var * float32"}
        file.mktree("Events", columns).extend({"x": np.arange(entries), "Jet_pt": [[30, 20]] * entries})
with ramet.recreate("scores.root") as file:
    file.mktree("Scores", {"score": "float32"}).extend({"score": [0.5, 0.25, 0.75, 0, 1]})
pa.parquet.write_table(pa.table({"x": [1.0, 2.0]}), "table.parquet")

# docs: begin files
one = ramet.frame("run1.root:Events")  # a tree or an ntuple
many = ramet.frame("run*.root:Events")  # sorted by name
listed = ramet.frame(["run1.root", "run2.root"], "Events")
opened = ramet.frame(ramet.open("run1.root")["Events"])
# docs: end files
print([int(frame.count()) for frame in (one, many, listed, opened)])

# docs: begin friends
dataset = ramet.open_many("run*.root:Events").add_friend("scores.root:Scores", "nn")
good = ramet.frame(dataset).filter("nn.score > 0.4").count()
# docs: end friends
print(good)

# docs: begin arrays
of_arrays = ramet.frame({"x": np.arange(3), "Jet_pt": ak.Array([[30, 20], [], [40]]), "name": ["a", "b", "c"]})
of_awkward = ramet.frame(ak.Array([{"x": 1.5, "Jet_pt": [30]}, {"x": 2.5, "Jet_pt": []}]))
of_pandas = ramet.frame(pd.DataFrame({"x": [1.0, 2.0]}))  # or polars
of_arrow = ramet.frame(pa.table({"x": [1.0, 2.0]}))
of_parquet = ramet.frame("table.parquet")  # or "table.csv"
# docs: end arrays
print([float(frame.sum("x")) for frame in (of_arrays, of_awkward, of_pandas, of_arrow, of_parquet)])

# docs: begin nothing
numbers = ramet.frame(entries=1000, seed=7).define("x", "normal(0, 1)").define("number", "rdfentry_")
# docs: end nothing
print(f"{numbers.mean('x'):.2f} {numbers.max('number'):.0f}")

# docs: begin specification
samples = {
    "data": {"trees": ["Events"], "files": ["run1.root"], "metadata": {"lumi": 10.5, "era": "B"}},
    "simulation": {"trees": ["Events"], "files": ["run2.root"], "metadata": {"lumi": 1.5, "era": "none"}},
}
Path("samples.json").write_text(json.dumps({"samples": samples}))
of_samples = (
    ramet.frame(spec="samples.json")  # or the dictionary itself
    .define_per_sample("sample", "rdfsampleinfo_.GetSampleName()")
    .define_per_sample("lumi", 'rdfsampleinfo_.GetD("lumi")')
    .define_per_sample("is_b", 'rdfsampleinfo_.GetS("era") == "B"')
    .define_per_sample("weight", lambda sample: sample.metadata["lumi"] / sample.entries)
)
print(of_samples.filter('sample == "data"').mean("lumi"), of_samples.filter("is_b").count())
# docs: end specification
