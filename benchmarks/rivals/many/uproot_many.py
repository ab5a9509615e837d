"""uproot sums one column of many small files, or of one wide one.

usage: uproot_many.py files FOLDER TIMES | wide FILE TIMES
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

import uproot


def repeat(variant: str, times: int, job: Callable[[], float]) -> None:
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


def sum_of(path: Path, branch: str) -> float:
    with uproot.open(path) as file:
        return float(file["t"][branch].array(library="np").sum(dtype="float64"))


def main() -> None:
    how, path, times = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    if how == "wide":
        repeat("wide", times, lambda: sum_of(path, "branch2500"))
    else:
        files = sorted(path.iterdir())
        repeat("many", times, lambda: sum(sum_of(one, "x") for one in files))


main()
