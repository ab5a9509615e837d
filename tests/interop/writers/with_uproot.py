"""Write the columns of the table that uproot can write."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import awkward as ak
import numpy as np
import uproot
from columns import EVENTS, Case, dimensions_of
from matrix import CLUSTER, ENTRIES


def is_written(case: Case) -> bool:
    """Numbers, fixed arrays of them, and lists with a counter of their own."""
    dimensions, item = dimensions_of(case.type)
    is_number = item != "string" and not item.startswith("{")
    return (
        is_number
        and not case.form
        and not case.counter
        and not case.packed_range
        and "var" not in dimensions[1:]
        and (dimensions[:1] != ["var"] or len(dimensions) == 1)
    )


CASES = [case for case in EVENTS if is_written(case)]


def array_of(case: Case, first: int, last: int) -> Any:
    values = [case.value(entry) for entry in range(first, last)]
    dimensions, item = dimensions_of(case.type)
    if dimensions != ["var"]:
        return np.array(values, item)
    content = np.array([number for value in values for number in value], item)
    return ak.unflatten(ak.Array(content), [len(value) for value in values])


def write(path: Path, compression: Any) -> None:
    types = {
        case.name: f"var * {item}" if dimensions == ["var"] else np.dtype((item, tuple(map(int, dimensions))))
        for case in CASES
        for dimensions, item in [dimensions_of(case.type)]
    }
    with uproot.recreate(path, compression=compression) as file:
        tree = file.mktree("Events", types)
        for first in range(0, ENTRIES, CLUSTER):
            last = min(first + CLUSTER, ENTRIES)
            tree.extend({case.name: array_of(case, first, last) for case in CASES})
