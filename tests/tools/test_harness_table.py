"""The table of benchmarks/suites/writing/harness.py: rows may lack what others have."""

from __future__ import annotations

import importlib
import pathlib

import pytest

BENCHMARKS = pathlib.Path(__file__).resolve().parents[2] / "benchmarks"
NUMBERS = [
    *("wall", "cpu", "utilisation", "middle", "rate", "memory", "megabytes", "clusters", "close", "stalls", "stalled"),
    *("switches", "futex_calls", "foreign", "busy", "waited"),
]


def test_a_row_that_wrote_nothing_has_no_size_of_baskets(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    harness = importlib.import_module("suites.writing.harness")
    bench = importlib.import_module("bench").Bench(tmp_path, passes=1, entries=1, write_entries=1)
    names = [row[0] for row in (*harness.ROWS, *harness.SLEEPERS)]
    for name in names:
        sample = dict.fromkeys(NUMBERS, 1.0)
        if "NoFill" not in name or "ROOT" in name:
            sample["basket_bytes"] = 4321.0
        bench.samples["ramet", name, 2].append(sample)
    table = harness.tables(bench)
    head = next(line for line in table if line.startswith("| RECO")).split(" | ")
    cells = {line.split(" | ")[0].strip("| "): line.split(" | ") for line in table if line.startswith("|")}
    place = head.index("basket bytes")
    assert set(names) <= set(cells)
    assert cells["NoFill"][place] == "–"
    assert cells[harness.DEFAULT][place] == "4321"
