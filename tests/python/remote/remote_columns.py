"""The columns of the files on the servers of these tests."""

from __future__ import annotations

import numpy as np

ENTRIES = 40_000
COLUMNS = 20


def column(number: int) -> np.ndarray:
    """The values of a column, which do not compress well."""
    return np.random.default_rng(number).normal(size=ENTRIES).astype("float32")


def check(arrays: dict[str, np.ndarray], names: list[str], *, copies: int = 1) -> None:
    """Compare columns with what was written."""
    assert sorted(arrays) == sorted(names)
    for name in names:
        assert np.array_equal(arrays[name], np.tile(column(int(name[1:])), copies))
