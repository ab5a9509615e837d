"""Names of columns, and patterns that stand for them."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase

from ramet.errors import KeyInFileError

__all__ = ["chosen_names"]


def chosen_names(wanted: Iterable[str], there: Iterable[str], path: str) -> list[str]:
    """The names, each once; those with `*`, `?` or `[` that are no columns stand for all that they match, in the order
    of the columns. A name that is not there stays, as who reads the columns says so.

    Raises:
        KeyInFileError: nothing matches a pattern.

    >>> chosen_names(["x", "Muon_*"], ["run", "x", "Muon_pt", "Muon_eta"], "run7.root")
    ['x', 'Muon_pt', 'Muon_eta']
    """
    columns = list(there)
    chosen: dict[str, None] = {}
    for name in wanted:
        if name in columns or not any(letter in name for letter in "*?["):
            chosen[name] = None
            continue
        matched = [column for column in columns if fnmatchcase(column, name)]
        if not matched:
            raise KeyInFileError(f"{path!r}: no column matches {name!r}; there are {', '.join(columns)}")
        chosen |= dict.fromkeys(matched)
    return list(chosen)
