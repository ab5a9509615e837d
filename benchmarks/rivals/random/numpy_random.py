"""NumPy's default generator draws numbers of one distribution into arrays of 4,096.

usage: numpy_random.py NAME TIMES
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

BATCH, BATCHES = 4096, 2048


def main(name: str, times: int) -> None:
    generator = np.random.default_rng(1)
    draws: dict[str, Callable[[], Any]] = {
        "uniform": lambda: generator.random(BATCH),
        "normal": lambda: generator.standard_normal(BATCH),
        "exponential": lambda: generator.standard_exponential(BATCH),
        "poisson(3)": lambda: generator.poisson(3, BATCH),
        "poisson(100)": lambda: generator.poisson(100, BATCH),
    }
    draw = draws[name]
    for number in range(times):
        cpu, wall = time.process_time(), time.perf_counter()
        for _ in range(BATCHES):
            draw()
        line = {
            "contender": "numpy",
            "variant": name,
            "threads": 1,
            "time": number,
            "wall": time.perf_counter() - wall,
            "cpu": time.process_time() - cpu,
            "bytes": 0,
            "resident_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
            "check": BATCH * BATCHES,
        }
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
