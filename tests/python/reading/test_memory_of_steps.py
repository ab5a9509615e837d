"""The memory of a loop over steps, in a separate process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import awkward as ak
import numpy as np
import ramet

COLUMNS = "abcdef"
ENTRIES = 600_000
LOOP = r"""
import re, sys
import awkward, ramet
def peak():
    return int(re.search(r"VmHWM:\s+(\d+) kB", open("/proc/self/status").read())[1]) * 1024
tree = ramet.open(sys.argv[1])["T"]
tree.arrays(entry_stop=10)
before = peak()
entries = sum(len(part) for part in tree.iterate(step_size=5000))
print(entries, peak() - before)
"""


def test_a_loop_over_small_steps_holds_little(tmp_path: Path) -> None:
    path = tmp_path / "lists.root"
    random = np.random.default_rng(1)
    counts = random.poisson(6, ENTRIES)
    values = ak.unflatten(random.integers(0, 1000, counts.sum()).astype(np.float32), counts)
    with ramet.recreate(path, compression="zstd:1") as file:
        file.mktree("T", dict.fromkeys(COLUMNS, "var * float32")).extend(dict.fromkeys(COLUMNS, values))
    found = subprocess.run([sys.executable, "-c", LOOP, str(path)], capture_output=True, text=True, check=True)
    entries, held = map(int, found.stdout.split())
    assert entries == ENTRIES
    assert values.nbytes * len(COLUMNS) > 100e6  # of which steps of 5,000 entries are 1 MB
    assert held < 24e6
