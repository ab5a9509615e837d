"""What the tests of the Python package share."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import ramet


@pytest.fixture
def mixed_file(tmp_path: Path) -> Path:
    """A tree of 1,000 entries in several clusters, with every shape of column, a directory, and a histogram."""
    path = tmp_path / "mixed.root"
    random = np.random.default_rng(1)
    counts = random.integers(0, 5, 1000)
    offsets = np.concatenate([[0], np.cumsum(counts)])
    schema = {
        "number": "int64",
        "energy": "float64",
        "flag": "bool",
        "name": "string",
        "matrix": "2 * 3 * float32",
        "hits": "var * int16",
        "Muon": "var * {pt: float32, charge: int8}",
        "weights": "vector<double>",
        "pair": {"x": "float32", "n": "int32"},
    }
    with ramet.recreate(path) as file:
        tree = file.mktree("dir/Events", schema, title="mixed events", cluster_size=8000)
        tree.extend(
            {
                "number": np.arange(1000),
                "energy": random.normal(size=1000),
                "flag": counts > 2,
                "name": [f"entry {number}" for number in range(1000)],
                "matrix": np.arange(6000, dtype="float32").reshape(1000, 2, 3),
                "hits": (offsets, np.arange(offsets[-1]) % 1000),
                "Muon": (offsets, {"pt": np.arange(offsets[-1]), "charge": np.ones(offsets[-1], "int8")}),
                "weights": (offsets, np.arange(offsets[-1], dtype="float64")),
                "pair": {"x": np.arange(1000, dtype="float32"), "n": np.arange(1000, dtype="int32")},
            }
        )
        file["spectrum"] = np.histogram([1.0, 2.0, 2.5], bins=4, range=(0, 4))
    return path
