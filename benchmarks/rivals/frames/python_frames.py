"""What Python's packages need for the jobs of the suite frame.

usage: python_frames.py dimuon FILE TIMES             uproot and awkward, on one thread
       python_frames.py fills THREADS TIMES [NUMBERS]  boost-histogram
       python_frames.py first HOW FILE TIMES           a process that imports a package (ramet, root or uproot), sums a
                                                       column of a small file, and ends
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy as np

FIRST = {
    "ramet": "import ramet; x = ramet.frame('{path}:Events').define('y', '2 * f10').take('y').value",
    "root": "import ROOT; x = ROOT.RDataFrame('Events', '{path}').Define('y', '2 * f10').AsNumpy(['y'])['y']",
    "uproot": "import uproot; x = 2 * uproot.open('{path}:Events')['f10'].array(library='np')",
}


def check_of(entries: float, mean: float, total: float = 0) -> float:
    return entries + 1000 * mean + 1000 * total


def repeat(contender: str, variant: str, threads: int, times: int, job: Callable[[], float]) -> None:
    for number in range(times):
        cpu, wall = time.process_time(), time.perf_counter()
        check = job()
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        resident = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        line = {
            "contender": contender,
            "variant": variant,
            "threads": threads,
            "time": number,
            "wall": wall,
            "cpu": cpu,
            "bytes": 0,
            "resident_mb": resident // 1024,
            "check": check,
        }
        print(json.dumps(line), flush=True)


def masses(of: Any) -> Any:
    """Of the first two, as InvariantMass computes it."""
    sums = [0.0, 0.0, 0.0, 0.0]
    for k in (0, 1):
        pt, eta, phi, mass = (np.asarray(of[f"Muon_{name}"][:, k]) for name in ("pt", "eta", "phi", "mass"))
        x, y, z = pt * np.cos(phi), pt * np.sin(phi), pt * np.sinh(eta)
        sums = [a + b for a, b in zip(sums, (x, y, z, np.sqrt(x * x + y * y + z * z + mass * mass)), strict=True)]
    x, y, z, e = sums
    return np.sqrt(e * e - x * x - y * y - z * z)


def dimuon(path: str) -> float:
    import awkward as ak
    import boost_histogram as bh
    import uproot

    names = ["nMuon", *(f"Muon_{name}" for name in ("pt", "eta", "phi", "mass", "charge")), "Jet_pt"]
    histogram = bh.Histogram(bh.axis.Regular(300, 0, 300), storage=bh.storage.Double())
    entries, inside, total, ht, events = 0, 0, 0.0, 0.0, 0
    for batch in uproot.iterate(f"{path}:Events", names, step_size="100 MB"):
        events += len(batch)
        jets = batch["Jet_pt"]
        ht += float(np.sum(ak.to_numpy(ak.sum(jets[jets > 30], axis=1)), dtype=np.float64))
        pairs = batch[batch["nMuon"] == 2]
        pairs = pairs[pairs["Muon_charge"][:, 0] != pairs["Muon_charge"][:, 1]]
        m = masses(pairs)
        histogram.fill(m)
        entries += len(m)
        kept = m[m < 300]
        inside += len(kept)
        total += float(np.sum(kept, dtype=np.float64))
    return check_of(entries, total / inside, ht / events)


def fills(threads: int, times: int, count: int = 100_000_000) -> None:
    import boost_histogram as bh

    numbers = np.random.default_rng(8).random(count) * 1.1 - 0.05
    histogram = bh.Histogram(bh.axis.Regular(100, 0, 1), storage=bh.storage.Double())

    def job() -> float:
        histogram.reset()
        histogram.fill(numbers, threads=threads)
        return float(histogram.sum(flow=True))

    repeat("boost", "fills", threads, times, job)


def first(how: str, path: str, times: int) -> None:
    code = FIRST[how].format(path=path) + "; print(float(x.astype('f8').sum()))"
    command = [sys.executable, "-W", "ignore", "-c", code]
    # Installed packages have their bytecode, which is made here by the first run, and not in the user's folders.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryDirectory() as bytecode:
        environment["PYTHONPYCACHEPREFIX"] = bytecode

        def job() -> float:
            done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
            return float(done.stdout.split()[-1])

        job()
        repeat(how, "first result", 1, times, job)


if __name__ == "__main__":
    what, *rest = sys.argv[1:]
    if what == "dimuon":
        repeat("awkward", "dimuon", 1, int(rest[1]), lambda: dimuon(rest[0]))
    elif what == "fills":
        fills(*map(int, rest))
    else:
        first(rest[0], rest[1], int(rest[2]))
