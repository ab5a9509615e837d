"""The columns of the files on the servers of these tests."""

from __future__ import annotations

import numpy as np

ENTRIES = 40_000
COLUMNS = 20


def column(number: int) -> np.ndarray:
    """The values of a column, which do not compress well."""
    return np.random.default_rng(number).normal(size=ENTRIES).astype("float32")
