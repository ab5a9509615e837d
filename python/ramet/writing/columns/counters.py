"""Columns that only say how long the lists of others are: a tree has them once, as the counters of these."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from ramet import _core
from ramet.errors import MisuseError
from ramet.writing.columns.classes import needs_class

__all__ = ["check_counters", "counter_of", "counters_among", "without_counters"]

Integers = npt.NDArray[Any]


def counter_of(column: _core.ColumnSpec) -> str:
    """The branch that holds the lengths of a column's lists; "" when there is none."""
    if column.type_name or column.form != _core.ListForm.counted or column.type.kind != _core.Kind.list:
        return ""
    return column.counter or "n" + column.name


def without_counters(columns: list[_core.ColumnSpec]) -> list[_core.ColumnSpec]:
    """The columns of a tree without those of integers that are the counters of others: these bring them."""
    counters = {counter_of(column) for column in columns}
    return [column for column in columns if column.name not in counters or not _is_of_integers(column.type)]


def _is_of_integers(kind: _core.Type) -> bool:
    return kind.kind == _core.Kind.number and "int" in kind.number


def counters_among(
    schema: Mapping[str, str],
    integers_of: Callable[[str], Integers | None],
    lengths_of: Callable[[str], Integers],
) -> dict[str, str]:
    """Which columns of a batch count the lists of which others: the counters by the names of what they count.

    A column of integers does when it is named after a list, as "nMuon" after "Muon", or after the collection that it is
    of, as "Muon_pt" and all others with that beginning, and has its lengths in every entry.

    Args:
        schema: the types, in ramet's notation, by name.
        integers_of: the values of a column of integers; None when some are missing.
        lengths_of: the lengths of a column of lists.

    Raises:
        MisuseError: there is "nX", which are not the lengths of the lists "X".
    """
    found: dict[str, str] = {}
    kinds = {name: _core.Type.parse(text) for name, text in schema.items()}
    integers = {name for name, kind in kinds.items() if _is_of_integers(kind)}
    for name, kind in kinds.items():
        if kind.kind != _core.Kind.list or needs_class(kind):
            continue
        candidates = [candidate for candidate in _counter_names(name) if candidate in integers]
        lengths = lengths_of(name) if candidates else None
        fitting = (candidate for candidate in candidates if _are_equal(integers_of(candidate), lengths))
        counter = next(fitting, None)
        if counter is not None:
            found[name] = counter
        elif "n" + name in candidates:
            fault = _difference(f"n{name}", name, integers_of("n" + name), lengths)
            raise MisuseError(f"{fault}: leave it out, give it the lengths, or name another counter (ramet.Column)")
    return found


def _counter_names(column: str) -> Iterator[str]:
    """Usual names for the counters of a column and of its collection."""
    ends = [len(column), *reversed([place.start() for place in re.finditer(r"[_.]", column)])]
    for stem in (column[:end] for end in ends if end > 0):
        yield from (f"n{stem}", f"N{stem}", f"n_{stem}", f"N_{stem}", f"{stem}_n", f"{stem}_N", f"{stem}_size")


def check_counters(
    columns: Sequence[_core.ColumnSpec],
    counts: Mapping[str, Integers | None],
    lengths: Sequence[Integers],
) -> None:
    """Compare what a batch has for the counters of its columns with the lengths of these.

    Args:
        columns: of lists, that have counters.
        counts: the batch's, by the counter's name; None when they are no integers.
        lengths: of the lists of each column.

    Raises:
        MisuseError: they differ; counter, column and entry are named.
    """
    for column, its_lengths in zip(columns, lengths, strict=True):
        counter = counter_of(column)
        if counter in counts and not _are_equal(counts[counter], its_lengths):
            raise MisuseError(_difference(counter, column.name, counts[counter], its_lengths))


def _are_equal(counts: Integers | None, lengths: Integers | None) -> bool:
    return counts is not None and lengths is not None and np.array_equal(counts, lengths)


def _difference(counter: str, column: str, counts: Integers | None, lengths: Integers | None) -> str:
    name = f"{counter!r} is the counter of {column!r}, and"
    if counts is None or lengths is None:
        return f"{name} has no integers, or some are missing"
    if len(counts) != len(lengths):
        return f"{name} has {len(counts)} entries, not {len(lengths)}"
    entry = int(np.flatnonzero(counts != lengths)[0])
    return f"{name} says {counts[entry]} in entry {entry}, where there are {lengths[entry]} values"
