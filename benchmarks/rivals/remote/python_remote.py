"""Columns of a file that is far away.

usage: python_remote.py make FOLDER ENTRIES                   a wide file, and a small one under a thousand names
       python_remote.py ramet|uproot-http FOLDER COLUMNS TIMES [MS [MBIT]]            by HTTP
       python_remote.py ramet-root|uproot-root|root FOLDER COLUMNS TIMES [MS [MBIT]]  by XRootD
       python_remote.py ranges FOLDER ramet|uproot-http COLUMNS TIMES  of a server that answers several ranges at once
       python_remote.py many FOLDER TIMES                     one column of a thousand files, by ramet, by HTTP

COLUMNS: how many. A round trip takes 100 ms, or MS, and 1 Gbit/s come through (distant_server.py), of HTTP for each
connection; or MBIT a second, together. Each time files are read that nobody has opened before; the first time, with its
imports, is left out.

`needed` is the bytes of the baskets that are read, `opening` what opening the file alone brought. `cpu` of ranges is
what reading takes more than reading the same file of a local disk.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from distant_server import BANDWIDTH, DistantServer, behind_wire, distant_xrootd

ROUND_TRIP = 100  # ms
BRANCHES, CALLS = 200, 5  # of extend
FILES = 1_000
MOST_TIMES = 4  # under which files have names of their own
MOST_RANGES = 2_000  # that a server answers together


def tell(contender: str, variant: str, number: int, wall: float, check: float, **more: float) -> None:
    if number == 0:  # imports
        return
    resident = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    line = {"contender": contender, "variant": variant, "threads": 2, "time": number, "wall": wall}
    print(
        json.dumps({**line, "cpu": 0.0, "bytes": 0, "resident_mb": resident // 1024, "check": check, **more}),
        flush=True,
    )


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


def needed(folder: Path, names: list[str]) -> int:
    """Bytes of the baskets of columns, which have the offsets of their lists."""
    import ramet

    with ramet.open(f"{folder / 'wide0.root'}:Events") as tree:
        return sum(tree[name].compressed_bytes for name in names)


def variant_of(columns: int, milliseconds: int, megabits: int) -> str:
    at = "" if milliseconds == ROUND_TRIP else f" at {milliseconds} ms"
    return f"{columns}{at}{f', {megabits} Mbit/s' if megabits else ''}"


@contextlib.contextmanager
def distant_http(folder: Path, milliseconds: int, megabits: int) -> Iterator[tuple[DistantServer, str]]:
    """A web server, and the URL by which its folder is far away."""
    if not megabits:
        with DistantServer(folder, milliseconds / 1000) as server:
            yield server, server.url
        return
    with (
        DistantServer(folder, 0, bandwidth=0) as server,
        behind_wire(server.url, milliseconds / 1000, megabits * 125_000) as url,
    ):
        yield server, url


def by_http(
    contender: str,
    read: Callable[..., float],
    folder: Path,
    columns: int,
    times: int,
    milliseconds: int = ROUND_TRIP,
    megabits: int = 0,
) -> None:
    names = names_of(columns)
    size = needed(folder, names)
    with distant_http(folder, milliseconds, megabits) as (server, url):
        read(f"{url}/wide{MOST_TIMES - 1}.root", [])
        opening = server.facts()["sent"]
        for number in range(times + 1):
            begin = time.perf_counter()
            check = read(f"{url}/wide{number}.root", names)
            wall = time.perf_counter() - begin
            facts = {**server.facts(), "needed": size, "opening": opening}
            tell(contender, variant_of(columns, milliseconds, megabits), number, wall, check, **facts)


def by_xrootd(
    contender: str,
    read: Callable[..., float],
    folder: Path,
    columns: int,
    times: int,
    milliseconds: int = ROUND_TRIP,
    megabits: int = 0,
) -> None:
    names = names_of(columns)
    size = needed(folder, names)
    bandwidth = megabits * 125_000 or BANDWIDTH
    with distant_xrootd(folder, milliseconds / 1000, bandwidth) as url:
        for number in range(times + 1):
            begin = time.perf_counter()
            check = read(f"{url}/wide{number}.root", names)
            wall = time.perf_counter() - begin
            tell(contender, variant_of(columns, milliseconds, megabits), number, wall, check, needed=size)


def ranges(contender: str, read: Callable[..., float], folder: Path, columns: int, times: int) -> None:
    names = names_of(columns)

    def seconds(place: str) -> tuple[float, float, float]:
        begin, used = time.perf_counter(), time.process_time()
        check = read(place, names)
        return check, time.perf_counter() - begin, time.process_time() - used

    with DistantServer(folder, 0.01, bandwidth=0, most_parts=MOST_RANGES) as server:
        for number in range(times + 1):
            local = min(seconds(f"{folder / 'wide0.root'}")[2] for _ in range(3))
            check, wall, used = seconds(f"{server.url}/wide{number}.root")
            tell(contender, "ranges", number, wall, check, **{**server.facts(), "cpu": used - local})


def many(folder: Path, times: int) -> None:
    import ramet

    def total(time_: int) -> float:
        return float(
            ramet.frame([f"{server.url}/run{time_}-{file}.root:Events" for file in range(FILES)]).sum("c1").value
        )

    with DistantServer(folder, ROUND_TRIP / 1000) as server:
        for variant in ("many", "again"):
            for number in range(times + 1):
                begin = time.perf_counter()
                check = total(number)
                tell("ramet", variant, number, time.perf_counter() - begin, check, **server.facts())


def main(what: str, place: str, *rest: str) -> None:
    import uproot

    def by_uproot_http(place: str, names: list[str]) -> float:
        options = {"handler": uproot.source.http.HTTPSource} if place.startswith("http") else {}
        return by_uproot(place, names, **options)

    reads = {"ramet": by_ramet, "uproot-http": by_uproot_http}
    reads_root = {"ramet-root": by_ramet, "uproot-root": by_uproot, "root": by_root}
    folder = Path(place).resolve()
    if what == "make":
        make(folder, int(rest[0]))
    elif what == "many":
        many(folder, int(rest[0]))
    elif what == "ranges":
        ranges(rest[0], reads[rest[0]], folder, *map(int, rest[1:]))
    elif what in reads:
        by_http(what, reads[what], folder, *map(int, rest))
    else:
        by_xrootd(what, reads_root[what], folder, *map(int, rest))


if __name__ == "__main__":
    main(*sys.argv[1:])
