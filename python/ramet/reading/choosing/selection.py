"""What a cut of entries selects, read and computed only where it is true."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ramet import _core
from ramet.errors import RametError

__all__ = ["Selection", "selection_of"]


@dataclass(frozen=True)
class Selection:
    """Results and a cut, compiled for the columns of a table's core. Columns that only results need are not read where
    no entry passes, and mistakes in entries that do not pass do not happen. Threads: immutable."""

    names: list[str]
    paths: list[str]
    """Of the columns for which both programs were compiled."""
    values: _core.Program
    """A result for each name."""
    cut: _core.Program

    def run(self, source: _core.Source, first: int, last: int) -> tuple[dict[str, _core.Array], int]:
        """The results by name for the entries of [first, last) that pass, and how many these are."""
        arrays = source.select(self.paths, self.values, self.cut, first, last)
        return dict(zip(self.names, arrays, strict=True)), len(arrays[0])


def selection_of(
    columns: Mapping[str, Any],
    texts: Mapping[str, str],
    stored: Mapping[str, Any],
    cut: str,
    definitions: Sequence[tuple[str, str]],
    options: Mapping[str, Any],
) -> Selection | None:
    """Results by name, each a text, some of them columns as they are stored; None where an expression would not give
    the latter as they are, as records.

    Args:
        columns: those that texts may name, by name.
        texts: what is computed, by the name of the result.
        stored: the columns that results are, by the name of the result.
        cut: a truth for each entry.
        definitions: names and texts that stand for aliases.
        options: `language` and `seed`, as `_core.Program.compile` takes them.
    """
    if not texts:
        return None
    types = [(name, column.core.type) for name, column in columns.items()]
    try:
        values = _core.Program.compile(list(texts.values()), types, definitions, **options)
        condition = _core.Program.compile([cut], types, definitions, **options)
    except RametError:  # the program of both together has compiled: a column is of a type that expressions lack
        return None
    for number, name in enumerate(texts):
        if name in stored and str(values.type(number)) != str(stored[name].core.type):
            return None
    return Selection(list(texts), [column.path for column in columns.values()], values, condition)
