"""`name in file` is true exactly if `file[name]` finds it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet


def is_found(mapping: Any, name: Any) -> bool:
    try:
        mapping[name]
    except KeyError:
        return False
    return True


NAMES = [
    *("dir", "dir;1", "dir/", "/dir", "dir/Events", "dir/Events;1", "dir/Events;2", "Events", "", "/", "dir//Events"),
    *("dir/Events/number", "dir/Events;1/number", "dir/Events/no", "dir/Events;2/number", "dir/number", "no/Events/x"),
    *("dir/Events/Muon_pt", "spectrum", "spectrum/x", "spectrum;1/fXaxis", "dir/Events/number/no", "dir/N/pair/x"),
    *("dir/N/pair.x", "dir/N/x", "dir/N", "dir/N/", "dir/Events/", "dir/Events//number", "number", 3, None),
]


@pytest.fixture
def with_ntuple(mixed_file: Path) -> Path:
    with ramet.update(mixed_file) as file:
        file.mkrntuple("dir/N", {"pair": {"x": "float32", "n": "int32"}}).extend({"pair": {"x": [1.0], "n": [2]}})
    return mixed_file


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_in_a_file_exactly_when_it_finds_something(name: Any, with_ntuple: Path) -> None:
    file = ramet.open(with_ntuple)
    assert (name in file) == is_found(file, name)
    for mapping in (file["dir"], file["dir/Events"], file["dir/N"], file["dir/N/pair"]):
        assert (name in mapping) == is_found(mapping, name)
    if isinstance(name, str):
        assert (f"Events/{name}" in file["dir"]) == is_found(file["dir"], f"Events/{name}")


def test_branches_are_in_files(with_ntuple: Path) -> None:
    file = ramet.open(with_ntuple)
    assert "dir/Events/number" in file
    assert "dir/N/pair.x" in file
    assert "Events/number" in file["dir"]
    assert "dir/Events/no" not in file
    assert file.get("dir/Events/no", 7) == 7
    assert np.array_equal(file["dir/Events/number"].array(entry_stop=2), [0, 1])
