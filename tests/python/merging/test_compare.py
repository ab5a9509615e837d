"""ramet.compare: what differs between files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import ramet


def write(path: Path, values: np.ndarray) -> Path:
    with ramet.recreate(path) as file:
        file["Events"] = {"x": values}
        file["d/text"] = "hello"
    return path


def test_the_first_entry_that_differs_is_named(tmp_path: Path) -> None:
    left = write(tmp_path / "left.root", np.arange(1000.0))
    values = np.arange(1000.0)
    values[[300, 700]] = np.nan
    right = write(tmp_path / "right.root", values)
    report = ramet.compare(left, right)
    assert not report.is_same
    assert report.entries == 1000
    [found] = report.contrasts
    assert (found.kind, found.path, found.part) == ("values", "Events", "x")
    assert (found.entry, found.count, found.left, found.right) == (300, 2, "300", "nan")
    assert report.text == "! values 'Events' x at 300 (2 differ): 300 -> nan"
    assert ramet.compare(left, right, values=False).is_same
    assert ramet.compare(right, right).is_same
    assert ramet.compare(f"{left}:d", f"{right}:d").objects == 1


def test_errors(tmp_path: Path) -> None:
    left = write(tmp_path / "left.root", np.arange(3.0))
    with pytest.raises(ramet.FileMissingError, match=r"missing\.root"):
        ramet.compare(left, tmp_path / "missing.root")
    with pytest.raises(ramet.KeyInFileError):
        ramet.compare(f"{left}:nothing", left)
    with pytest.raises(ramet.MisuseError):
        ramet.compare(f"{left}:Events", left)
    with pytest.raises(ramet.MisuseError, match="tolerance"):
        ramet.compare(left, left, tolerance=2)
