"""Columns of a file that is far away.

usage: python_remote.py make FOLDER ENTRIES                   a wide file, and a small one under a thousand names
       python_remote.py ramet|uproot-http FOLDER COLUMNS TIMES            by HTTP
       python_remote.py ramet-root|uproot-root|root FOLDER COLUMNS TIMES  by XRootD
       python_remote.py many FOLDER TIMES                     one column of a thousand files, by ramet, by HTTP

COLUMNS: how many. A round trip takes 100 ms, and 1 Gbit/s come through (distant_server.py). Each time files are read
that nobody has opened before; the first time, with its imports, is left out.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from distant_server import DistantServer, distant_xrootd

ROUND_TRIP = 0.1
BRANCHES, CALLS = 200, 5  # of extend
FILES = 1_000
MOST_TIMES = 4  # under which files have names of their own


def tell(contender: str, variant: str, number: int, wall: float, check: float, **more: float) -> None:
    if number == 0:  # imports
        return
    resident = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    line = {"contender": contender, "variant": variant, "threads": 2, "time": number, "wall": wall, "cpu": 0.0}
    print(json.dumps({**line, "bytes": 0, "resident_mb": resident // 1024, "check": check, **more}), flush=True)


def make(folder: Path, entries: int) -> None:
    import numpy as np
    import ramet

    folder.mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(1)
    with ramet.recreate(folder / "wide0.root", compression=ramet.ZSTD(5)) as file:
        tree = file.mktree("Events", {f"c{number}": "var * float32" for number in range(BRANCHES)})
        for _ in range(CALLS):
            columns = {}
            for number in range(BRANCHES):
                counts = random.integers(0, 6, entries // CALLS)
                offsets = np.concatenate([[0], np.cumsum(counts)])
                columns[f"c{number}"] = (offsets, random.exponential(30, offsets[-1]).astype("float32"))
            tree.extend(columns)
    with ramet.recreate(folder / "small.root", compression=ramet.ZSTD(5)) as file:
        small = {f"c{number}": random.normal(30, 5, 200_000).astype("float32") for number in range(4)}
        file.mktree("Events", dict.fromkeys(small, "float32")).extend(small)
    for time_ in range(MOST_TIMES):
        for number in range(FILES):
            os.link(folder / "small.root", folder / f"run{time_}-{number}.root")
        if time_ > 0:
            os.link(folder / "wide0.root", folder / f"wide{time_}.root")


def names_of(columns: int) -> list[str]:
    return [f"c{number * BRANCHES // columns}" for number in range(columns)]


def sum_of_first(arrays: Any, names: list[str]) -> float:
    import awkward

    return sum(float(awkward.sum(awkward.values_astype(arrays[name][:100], "float64"))) for name in names)


def by_ramet(place: str, names: list[str]) -> float:
    import ramet

    with ramet.open(f"{place}:Events") as tree:
        return sum_of_first(tree.arrays(names), names)


def by_uproot(place: str, names: list[str], **options: Any) -> float:
    import uproot

    with uproot.open(place, **options) as file:
        return sum_of_first(file["Events"].arrays(names), names)


def by_root(place: str, names: list[str]) -> float:
    import ROOT

    ROOT.gEnv.SetValue(
        "Path.ForceRemote", 1
    )  # or it finds that the server is on this machine, and opens the file itself
    file = ROOT.TFile.Open(place)
    tree = file.Get("Events")
    tree.SetCacheSize(180_000_000)  # what ROOT's own measurements used
    tree.SetBranchStatus("*", False)
    counters = {leaf.GetLeafCount().GetName() for leaf in map(tree.GetLeaf, names) if leaf.GetLeafCount()}
    for name in (*names, *counters):
        tree.SetBranchStatus(name, True)
        tree.AddBranchToCache(name, True)
    tree.StopCacheLearningPhase()
    total = 0.0
    leaves = [tree.GetLeaf(name) for name in names]
    for entry in range(tree.GetEntries()):
        tree.GetEntry(entry)
        if entry < 100:
            total += sum(leaf.GetValue(place) for leaf in leaves for place in range(leaf.GetLen()))
    file.Close()
    return float(total)


def by_http(contender: str, read: Callable[..., float], folder: Path, columns: int, times: int) -> None:
    names = names_of(columns)
    with DistantServer(folder, ROUND_TRIP) as server:
        for number in range(times + 1):
            begin = time.perf_counter()
            check = read(f"{server.url}/wide{number}.root", names)
            wall = time.perf_counter() - begin
            tell(contender, str(columns), number, wall, check, **server.facts())


def by_xrootd(contender: str, read: Callable[..., float], folder: Path, columns: int, times: int) -> None:
    names = names_of(columns)
    with distant_xrootd(folder, ROUND_TRIP) as url:
        for number in range(times + 1):
            begin = time.perf_counter()
            check = read(f"{url}/wide{number}.root", names)
            tell(contender, str(columns), number, time.perf_counter() - begin, check)


def many(folder: Path, times: int) -> None:
    import ramet

    def total(time_: int) -> float:
        return float(
            ramet.frame([f"{server.url}/run{time_}-{file}.root:Events" for file in range(FILES)]).sum("c1").value
        )

    with DistantServer(folder, ROUND_TRIP) as server:
        for variant in ("many", "again"):
            for number in range(times + 1):
                begin = time.perf_counter()
                check = total(number)
                tell("ramet", variant, number, time.perf_counter() - begin, check, **server.facts())


if __name__ == "__main__":
    what, place, *rest = sys.argv[1:]
    folder, numbers = Path(place).resolve(), [int(one) for one in rest]
    if what == "make":
        make(folder, numbers[0])
    elif what == "many":
        many(folder, numbers[0])
    elif what in ("ramet", "uproot-http"):
        import uproot

        source = uproot.source.http.HTTPSource
        reads = {"ramet": by_ramet, "uproot-http": lambda *arguments: by_uproot(*arguments, handler=source)}
        by_http(what, reads[what], folder, *numbers)
    else:
        by_xrootd(what, {"ramet-root": by_ramet, "uproot-root": by_uproot, "root": by_root}[what], folder, *numbers)
