"""The files that the other examples of this folder use: a peak on a background, in a tree and as a histogram; one
whose writer was killed, and one that is damaged."""

import shutil
from pathlib import Path

import awkward as ak
import numpy as np
import ramet

random = np.random.default_rng(7)
mass = np.concatenate([random.normal(91.2, 2.5, 30_000), 40 + random.exponential(30, 20_000)])
counts = 1 + np.arange(len(mass)) % 3
pt = ak.unflatten(random.exponential(25, counts.sum()).astype("float32"), counts)

with ramet.recreate("run7.root", reproducible=True) as file:
    tree = file.mktree("Events", {"mass": "float64", "Muon_pt": "var * float32"}, title="dimuon candidates")
    tree.extend({"mass": mass, "Muon_pt": pt})
    file["control/mass"] = np.histogram(mass, bins=60, range=(60, 120))

columns = {"mass": "float64"}
with ramet.ParallelWriter("run8.root", "Events", columns, reproducible=True) as writer, writer.context() as context:
    context.extend({"mass": mass[:20_000]})
    context.hand_over()
    writer.checkpoint()
    context.extend({"mass": mass[20_000:]})
    context.flush()
    shutil.copy("run8.root", "killed.root")  # what is on the disk when the writer is killed here

damaged = bytearray(Path("run7.root").read_bytes())
damaged[20_000] ^= 0xFF
Path("damaged.root").write_bytes(damaged)
