"""Pages of numbers among whose bytes are noise and repetitions, of every codec, are read by ROOT and uproot."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import ramet
import ROOT
import uproot

ENTRIES = 100_000


def columns() -> dict[str, np.ndarray]:
    random = np.random.default_rng(1)
    return {
        "normal": random.normal(size=ENTRIES).astype("f4"),
        "precise": random.normal(size=ENTRIES),
        "exponential": random.exponential(size=ENTRIES).astype("f4"),
        "number": random.integers(0, 2**20, ENTRIES).astype("i4"),
        "large": random.integers(0, 2**40, ENTRIES),
        "few": random.integers(0, 3, ENTRIES).astype("i2"),
    }


@pytest.mark.parametrize("format", ["rntuple", "ttree"])
@pytest.mark.parametrize("compression", ["zlib:1", "zlib:6", "zlib:9", "zstd:1", "zstd:5", "lz4:4", "lz4:9", "lzma:1"])
def test_root_and_uproot_read_what_was_written(tmp_path: Path, compression: str, format: str) -> None:
    path = tmp_path / "pages.root"
    written = columns()
    with ramet.recreate(path, compression=compression) as file:
        (file.mkrntuple if format == "rntuple" else file.mktree)("Events", written)
    read = ROOT.RDataFrame("Events", str(path)).AsNumpy(list(written))
    arrays = uproot.open(path)["Events"].arrays(library="np")
    for name, values in written.items():
        np.testing.assert_array_equal(read[name], values, err_msg=name)
        np.testing.assert_array_equal(arrays[name], values, err_msg=name)
