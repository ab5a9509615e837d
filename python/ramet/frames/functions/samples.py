"""Functions of what is known of samples."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from ramet import _core
from ramet.frames.values import column_of

__all__ = ["Sample", "values_for_samples"]


@dataclass(frozen=True)
class Sample:
    """What a function in `Frame.define_per_sample` gets. Threads: immutable."""

    name: str
    """What the specification calls it; empty for files without one."""
    place: str
    """The file and the tree, as "run7.root/Events"."""
    number: int
    """Of the sample in the specification."""
    entries: int
    """Of the file."""
    first: int
    """The number of its first entry in the frame."""
    metadata: Mapping[str, Any]


def values_for_samples(name: str, function: Callable[[Sample], Any], core: _core.Frame) -> list[_core.Array]:
    """What a function gives for each file, as columns of one value."""
    values = [function(Sample(*facts)) for facts in core.samples()]
    are_numbers = values and all(isinstance(one, bool | int | float | np.generic) for one in values)
    kind = np.array(values).dtype if are_numbers else None
    return [_column(name, value, kind) for value in values]


def _column(name: str, value: Any, kind: np.dtype[Any] | None) -> _core.Array:
    """A column of a number, which is of the type that all have, a text or a list."""
    if isinstance(value, str):
        return column_of(name, [value], _core.Type.parse("string"))
    if np.ndim(value) == 0:
        return column_of(name, np.array([value], dtype=kind))
    values = np.asarray(value)
    return column_of(name, (np.array([0, len(values)]), values))
