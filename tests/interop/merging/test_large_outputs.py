"""A merged file of more than 2 GB, whose last keys have 64-bit positions."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
import ramet
import uproot
from merging.samples import by_ramet, opened

ENTRIES = 140_000_000  # of 8 bytes, in each of two files
CHUNK = 10_000_000


@pytest.mark.parametrize("kind", ["tree", "ntuple"])
def test_entries_beyond_2_gb_are_read(tmp_path: Path, kind: str) -> None:
    if shutil.disk_usage(tmp_path).free < 3 * 2 * ENTRIES * 8:
        pytest.skip("the disk has no room for 5 GB")
    inputs = []
    for number in range(2):
        inputs.append(tmp_path / f"in{number}.root")
        with ramet.recreate(inputs[-1], compression=None) as file:
            table = (file.mktree if kind == "tree" else file.mkrntuple)("Events", {"x": np.float64})
            for first in range(number * ENTRIES, (number + 1) * ENTRIES, CHUNK):
                table.extend({"x": np.arange(first, first + CHUNK, dtype=np.float64)})
            file["last"] = f"written by {number}"
    code, merged, complaint = by_ramet(tmp_path, inputs, "--rule", "TObjString=all")
    assert (code, complaint) == (0, "")
    for path in inputs:
        path.unlink()
    assert merged.stat().st_size > 2 * ENTRIES * 8
    places = [0, ENTRIES - 1, ENTRIES, 2 * ENTRIES - 1]
    with uproot.open(merged) as file:
        column = file["Events"].arrays(["x"], entry_start=2 * ENTRIES - 3, library="np")["x"]
        assert column.tolist() == [2 * ENTRIES - 3, 2 * ENTRIES - 2, 2 * ENTRIES - 1]
    if kind == "tree":
        with opened(merged) as file:
            tree = file.Get("Events")
            assert tree.GetEntries() == 2 * ENTRIES
            for place in places:
                tree.GetEntry(place)
                assert tree.x == place
            assert file.Get("last;2").GetString() == "written by 1"
    with ramet.open(merged) as file:
        assert [
            float(file["Events"]["x"].array(entry_start=place, entry_stop=place + 1)[0]) for place in places
        ] == places
    merged.unlink()
