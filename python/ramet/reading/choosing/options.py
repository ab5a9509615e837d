"""Options that uproot has and ramet has not: what to do instead."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ramet.errors import UnsupportedError

__all__ = ["Filters", "names_and_filter", "refuse_options"]

Filters = Callable[[Any], bool] | None

_EVALUATE = "compute with the arrays that are returned, as a[a.x > 1]"

_INSTEAD = {
    "access_log": "nothing is logged",
    "ak_add_doc": "`tree[name].title` has it",
    "aliases": _EVALUATE,
    "cut": _EVALUATE,
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


def names_and_filter(
    call: str, names: str | Iterable[str] | None, cut: str | None, options: dict[str, Any]
) -> tuple[str | Iterable[str] | None, Filters]:
    """Which names, and which columns, a call means with the arguments that uproot has beside ramet's own."""
    rest = dict(options)
    if "expressions" in rest:
        if names is not None:
            raise TypeError(f"{call}() got names twice: {names!r} and expressions={rest['expressions']!r}")
        names = rest.pop("expressions")
    filters = [one for one in (rest.pop("filter_branch", None), rest.pop("filter_field", None)) if one is not None]
    for one in filters:
        if not callable(one):
            raise TypeError(f"{call}() got a filter of columns that is {one!r}, expected a function of a column")
    refuse_options(call, {**({"cut": cut} if cut is not None else {}), **rest})
    return names, (lambda column: all(one(column) for one in filters)) if filters else None
