"""An RNTuple, filled by several threads. docs/guides/parallel_writing.md shows this."""

# Says: <NTuple 'Events' (3 fields) of 4000 entries>
# Says: [[], [1.0], [1.0, 2.0]]

from concurrent.futures import ThreadPoolExecutor

import awkward as ak
import numpy as np
import ramet

# docs: begin ntuple
schema = {
    "run": "int32",
    "pt": ramet.Column("float32", packed_range="[0,1000,16]"),  # 16 bits
    "tracks": "var * {pt: float32, hits: var * float64}",
}


def fill(writer: ramet.ParallelWriter, part: int) -> None:
    tracks = ak.Array([[{"pt": 1.5, "hits": np.arange(1.0, hits + 1)} for hits in range(3)]])
    with writer.context(part) as context:
        context.extend(
            {"run": np.full(1000, part), "pt": np.full(1000, 20.0), "tracks": ak.concatenate([tracks] * 1000)}
        )


with (
    ramet.ParallelWriter("ntuple.root", "Events", schema, format="rntuple") as writer,
    ThreadPoolExecutor(4) as threads,
):
    list(threads.map(lambda part: fill(writer, part), range(4)))
# docs: end ntuple

with ramet.open("ntuple.root:Events") as ntuple:
    print(ntuple)
    print(ntuple["tracks.hits"].array()[0].to_list())
