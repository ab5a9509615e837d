"""The files that the other examples of this folder use: a peak on a background, in a tree and as a histogram; one
whose writer was killed, and one that is damaged."""

import json
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

# What two streams did: a module, and an output in which the second one waits for the first.
spans = [
    {"tid": 0, "ts": 0, "dur": 60_000, "name": "tracks", "cat": "module"},
    {"tid": 1, "ts": 0, "dur": 50_000, "name": "tracks", "cat": "module"},
    {"tid": 1, "ts": 50_000, "dur": 130_000, "name": "AOD", "cat": "wait:concurrency"},
    {"tid": 0, "ts": 60_000, "dur": 120_000, "name": "AOD", "cat": "compress"},
    {"tid": 1, "ts": 180_000, "dur": 40_000, "name": "AOD", "cat": "compress"},
]
events = [{"ph": "X", "pid": 1, "args": {"event": 1 + span["tid"], "thread": span["tid"]}, **span} for span in spans]
Path("run.json").write_text(json.dumps({"otherData": {"streams": 2}, "traceEvents": events}))
Path("profile.json").write_text(
    json.dumps({"ramet_profile": 1, "compression": "zstd:5", "columns": {"Muon_pt": "lz4:4"}})
)
