"""uproot on the same jobs.

usage: uproot_flat.py read FILE TIMES | write FILE int|double ENTRIES TIMES | open FILE TIMES
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import uproot

COLUMNS = ["f0", "f1", "f2", "f3", "i0", "i1", "d0", "d1"]
STEP = 1_000_000
OPENED = 20


def repeat(variant: str, times: int, job: Callable[[], float], written: Path | None = None) -> None:
    for number in range(times):
        cpu, wall = time.process_time(), time.perf_counter()
        check = job()
        line = {
            "contender": "uproot",
            "variant": variant,
            "threads": 1,
            "time": number,
            "wall": time.perf_counter() - wall,
            "cpu": time.process_time() - cpu,
            "bytes": 0,
            "resident_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
            "check": check,
        }
        print(json.dumps(line), flush=True)
        if written is not None:
            written.unlink()


def read(path: str) -> float:
    """Column by column: the least memory traffic, uproot's fastest form."""
    total = 0.0
    with uproot.open(path) as file:
        tree = file["t"]
        for name in COLUMNS:
            total += float(tree[name].array(library="np").sum(dtype="float64"))
    return total


def open_files(path: str) -> float:
    entries = 0
    for _ in range(OPENED):
        with uproot.open(path) as file:
            entries = file["t"].num_entries
    return float(entries)


def write(path: str, kind: str, entries: int) -> float:
    numbers = np.random.Generator(np.random.SFC64(4))
    with uproot.recreate(path, compression=uproot.ZLIB(1)) as file:
        tree = file.mktree("t", {"x": "int32" if kind == "int" else "float64"})
        for first in range(0, entries, STEP):
            count = min(STEP, entries - first)
            values = numbers.integers(-(2**31), 2**31, count, "int32") if kind == "int" else numbers.random(count)
            tree.extend({"x": values})
    return float(Path(path).stat().st_size)


if __name__ == "__main__":
    if sys.argv[1] == "read":
        repeat(sys.argv[2], int(sys.argv[3]), lambda: read(sys.argv[2]))
    elif sys.argv[1] == "open":
        repeat("open", int(sys.argv[3]), lambda: open_files(sys.argv[2]))
    else:
        path = Path(sys.argv[2])
        repeat(f"{sys.argv[3]}/101", int(sys.argv[5]), lambda: write(str(path), sys.argv[3], int(sys.argv[4])), path)
