"""A table is written in the way that suits a sample of it. docs/guides/speed/tuning.md shows this."""

# Says: 50000 entries, with a profile

import numpy as np
import ramet

values = np.random.default_rng(1).exponential(25, 50_000).astype("float32")
with ramet.recreate("sample.root") as file:
    file.mktree("Events", {"pt": "float32", "run": "int32"}).extend({"pt": values, "run": np.arange(50_000)})
types = {"pt": "float32", "run": "int32"}

# docs: begin tuned
profile = ramet.tune("sample.root:Events", reads=["pt"], goal="fast").profile
with ramet.ParallelWriter("out.root", "Events", types, profile=profile) as writer, writer.context() as context:
    context.extend({"pt": values, "run": np.arange(50_000)})
# docs: end tuned
print(f"{ramet.open('out.root')['Events'].num_entries} entries, with a profile")
