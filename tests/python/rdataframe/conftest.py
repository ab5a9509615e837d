"""Events for dataframes with ROOT's names."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import ramet
from ramet.rdataframe import RDataFrame

MET = np.array([10, 20, 30, 40], dtype="float32")
PT = [[50, 20], [], [35.5], [5, 6, 7]]


@pytest.fixture
def path(tmp_path: Path) -> str:
    """A hundred events with numbers and lists."""
    path = tmp_path / "ev.root"
    counts = np.array([2, 0, 1, 3] * 25)
    offsets = np.concatenate([[0], np.cumsum(counts)])
    schema = {"x": "float64", "i": "int32", "pt": "var * float32"}
    with ramet.recreate(path) as file:
        file.mktree("Events", schema).extend(
            {"x": np.arange(100) * 0.5, "i": np.arange(100) % 7, "pt": (offsets, np.arange(offsets[-1], dtype="f4"))}
        )
    return str(path)


@pytest.fixture
def events_file(tmp_path: Path) -> str:
    """Four events with numbers, lists, texts and flags."""
    path = tmp_path / "events.root"
    counts = [len(one) for one in PT]
    pt = np.concatenate([np.asarray(one, dtype="float32") for one in PT])
    with ramet.recreate(path) as file:
        tree = file.mktree(
            "Events",
            {
                "MET_pt": "float32",
                "nJet": "int32",
                "event": "uint64",
                "trigger": "bool",
                "dataset": ramet.Column("string", form="vector"),
                "Muon_pt": "var * float32",
                "matrix": "2 * 3 * float64",
            },
        )
        tree.extend(
            {
                "MET_pt": MET,
                "nJet": np.array([0, 1, 2, 3], "int32"),
                "event": np.arange(4, dtype="uint64"),
                "trigger": np.array([True, False, True, True]),
                "dataset": ["dy", "tt", "dy", "qcd"],
                "Muon_pt": (np.cumsum([0, *counts]), pt),
                "matrix": np.arange(24.0).reshape(4, 2, 3),
            }
        )
    return str(path)


@pytest.fixture
def events(events_file: str) -> RDataFrame:
    """The dataframe of them."""
    return RDataFrame("Events", events_file)
