"""uproot sums all members of all tracks. usage: uproot_tracks.py FILE FORM TIMES"""

from __future__ import annotations

import json
import sys
import time

import awkward as ak
import numpy as np
import uproot

MEMBERS = ["px", "py", "pz", "charge", "covariance[15]"]


def flat_sum(column: ak.Array) -> float:
    return float(np.sum(ak.to_numpy(ak.flatten(column, axis=None)), dtype=np.float64))


def summed(path: str, form: str) -> float:
    with uproot.open(path) as file:
        table = file["t"]
        if form == "split":
            return sum(flat_sum(table[f"event./event.tracks/event.tracks.{name}"].array()) for name in MEMBERS)
        tracks = table["event"].array()["tracks"]  # of an RNTuple; uproot reads no unsplit forms
        return sum(flat_sum(tracks[name.split("[")[0]]) for name in MEMBERS)


def main() -> None:
    path, form, times = sys.argv[1], sys.argv[2], int(sys.argv[3])
    for number in range(times):
        begin = time.perf_counter()
        check = summed(path, form)
        wall = time.perf_counter() - begin
        said = {"contender": "uproot", "variant": path, "threads": 1, "time": number, "wall": wall, "check": check}
        print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()
