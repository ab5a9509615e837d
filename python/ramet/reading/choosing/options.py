"""Options that uproot has and ramet has not: what to do instead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ramet.arguments import names_in
from ramet.errors import UnsupportedError

__all__ = ["Asked", "Filters", "asked_of", "evaluated", "refuse_options"]

Filters = Callable[[Any], bool] | None


@dataclass(frozen=True, slots=True)
class Asked:
    """What a call names, with the arguments that uproot has beside ramet's own. Threads: a value."""

    names: list[str] | None
    filter_branch: Filters
    aliases: Mapping[str, str]
    cut: str | None


_EVALUATE = "compute with the arrays that are returned, as a[a.x > 1]"

_INSTEAD = {
    "access_log": "nothing is logged",
    "ak_add_doc": "`tree[name].title` has it",
    "custom_classes": "ramet.open(path).object_of(name) has all members",
    "interpretation": "a column is read as what the file says that it is",
    "language": _EVALUATE,
    "virtual": "`tree[name].array()` reads a column when it is asked for",
}
# What says how uproot reads and not what: ramet reads on all cores, and keeps trees while their file is open.
_WITHOUT_EFFECT = frozenset(
    {
        "array_cache",
        "begin_chunk_size",
        "decompression_executor",
        "file_handler",
        "handler",
        "interpretation_executor",
        "minimal_ttree_metadata",
        "num_fallback_workers",
        "num_workers",
        "object_cache",
        "timeout",
        "use_threads",
    }
)
# What uproot does without them, so that saying so changes nothing.
_SAYS_NOTHING: tuple[Any, ...] = (None, False, "inherit")


def refuse_options(call: str, options: dict[str, Any]) -> None:
    """Raise TypeError for what a call does not take; of uproot's options that change what is read, say what to do
    instead."""
    for name, value in options.items():
        if name in _WITHOUT_EFFECT:
            continue
        if name not in _INSTEAD:
            raise TypeError(f"{call}() has no argument {name!r}")
        if not any(value is nothing or (isinstance(value, str) and value == nothing) for nothing in _SAYS_NOTHING):
            raise UnsupportedError(f"{call}() does not take {name!r} as uproot does: {_INSTEAD[name]}")


def asked_of(call: str, names: str | Iterable[str] | None, cut: str | None, options: dict[str, Any]) -> Asked:
    """Which columns and entries a call means."""
    rest = dict(options)
    if "expressions" in rest:
        if names is not None:
            raise TypeError(f"{call}() got names twice: {names!r} and expressions={rest['expressions']!r}")
        names = rest.pop("expressions")
    filters = [one for one in (rest.pop("filter_branch", None), rest.pop("filter_field", None)) if one is not None]
    for one in filters:
        if not callable(one):
            raise TypeError(f"{call}() got a filter of columns that is {one!r}, expected a function of a column")
    aliases = rest.pop("aliases", None)
    if not isinstance(aliases, Mapping | None):
        raise TypeError(f"{call}() got aliases {aliases!r}, expected a mapping from names to names of columns")
    if cut is not None and not isinstance(cut, str):
        raise TypeError(f"{call}() got a cut {cut!r}, expected the name of a column")
    refuse_options(call, rest)
    named = None if names is None else names_in(names)
    return Asked(named, (lambda column: all(one(column) for one in filters)) if filters else None, aliases or {}, cut)


def evaluated(what: str) -> UnsupportedError:
    """The error that says that expressions are not evaluated."""
    return UnsupportedError(f"{what}, and expressions are not evaluated: {_EVALUATE}")
