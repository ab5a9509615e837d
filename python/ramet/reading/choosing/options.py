"""Options that uproot has and ramet has not: what to do instead."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ramet import _core
from ramet.arguments import name_text, names_in, truth, whole_number
from ramet.errors import UnsupportedError
from ramet.expression import Expression

__all__ = [
    "FOR_WRITING",
    "KNOWN",
    "WITHOUT_EFFECT",
    "Asked",
    "Filters",
    "Wish",
    "asked_of",
    "language_of",
    "refuse_options",
    "wish_of",
]

Filters = Callable[[Any], bool] | None


@dataclass(frozen=True, slots=True)
class Asked:
    """The columns that a call names, by ramet's and uproot's arguments. Threads: a value."""

    names: list[str] | None
    filter_branch: Filters
    aliases: Mapping[str, str]
    cut: str | None
    interpretations: Mapping[str, Any]  # of names, where the call says them
    language: _core.Language  # of expressions
    seed: int  # of random numbers in them


@dataclass(frozen=True, slots=True)
class Wish:
    """The options of a call for the awkward array that it returns. Threads: a value."""

    virtual: bool  # whether columns are read when their values are first needed
    log: list[Any] | None  # of these readings
    said: Mapping[str, str]  # its and its columns' parameters, and the attributes that they are


_INSTEAD = {
    "access_log": "it tells which columns of an array with virtual=True were read",
    "ak_add_doc": "`arrays` and `array` take it",
    "custom_classes": "ramet.open(path).object_of(name) has all members",
    "interpretation": "a column is read as what the file says that it is",
    "field_name": 'branches of lists of records are called "Muon_pt", and a record is one branch',
    "language": "`arrays`, `to_arrow`, `iterate` and `num_entries_for` take it",
    "seed": "`arrays`, `to_arrow`, `iterate` and `num_entries_for` take it",
    "uuid_function": "`reproducible=True` makes the UUID a fixed one",
    "virtual": "`arrays` and `array` take it",
}
# What says how uproot reads and not what: ramet reads on all cores, and keeps trees while their file is open.
WITHOUT_EFFECT = frozenset(
    {
        "array_cache",
        "begin_chunk_size",
        "decompression_executor",
        "file_handler",
        "handler",
        "http_handler",
        "interpretation_executor",
        "minimal_ttree_metadata",
        "num_fallback_workers",
        "num_workers",
        "object_cache",
        "object_handler",
        "s3_handler",
        "timeout",
        "use_threads",
        "xrootd_handler",
    }
)
# What says how uproot lays out files that it writes: ramet needs no space in advance.
FOR_WRITING = frozenset(
    {"initial_basket_capacity", "initial_directory_bytes", "initial_streamers_bytes", "resize_factor"}
)
# What calls take beside their arguments, each where it has a meaning; elsewhere the error says what to do instead.
KNOWN = frozenset(
    {
        "access_log",
        "aliases",
        "ak_add_doc",
        "expressions",
        "filter_branch",
        "filter_field",
        "language",
        "seed",
        "virtual",
    }
)
# What uproot does without them, so that saying so changes nothing.
_SAYS_NOTHING: tuple[Any, ...] = (None, False, "inherit")


def refuse_options(call: str, options: dict[str, Any], without_effect: Container[str] = WITHOUT_EFFECT) -> None:
    """Raise TypeError for what a call does not take; of uproot's options that change what is read, say what to do
    instead."""
    for name, value in options.items():
        if name in without_effect:
            continue
        if name not in _INSTEAD:
            raise TypeError(f"{call}() has no argument {name!r}")
        if not any(value is nothing or (isinstance(value, str) and value == nothing) for nothing in _SAYS_NOTHING):
            raise UnsupportedError(f"{call}() does not take {name!r} as uproot does: {_INSTEAD[name]}")


def wish_of(call: str, library: str, options: dict[str, Any], **others: Any) -> Wish:
    """What a call wants of the array; takes it out of the options. `others` are arguments that do not go with
    `virtual`."""
    virtual = truth(options.pop("virtual", False), "virtual")
    log, doc = options.pop("access_log", None), options.pop("ak_add_doc", False)
    if log is not None and not (virtual and isinstance(log, list)):
        raise ValueError(f"{call}() got access_log {log!r}, expected a list, and virtual=True")
    if not isinstance(doc, bool | Mapping):
        raise TypeError(f"{call}() got ak_add_doc {doc!r}, expected True or a mapping from parameters to attributes")
    if virtual and library != "ak":
        raise ValueError(f"{call}(): library {library!r} cannot be used with 'virtual=True'")
    for name, value in others.items():
        if virtual and value is not None:
            raise ValueError(f"{call}(): {name} cannot be used with 'virtual=True'")
    said = doc if isinstance(doc, Mapping) else {"__doc__": "title"} if doc else {}
    return Wish(virtual, log, said)


def asked_of(
    call: str,
    names: str | Iterable[str | Expression] | Expression | None,
    cut: str | Expression | None,
    options: dict[str, Any],
) -> Asked:
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
        raise TypeError(f"{call}() got aliases {aliases!r}, expected a mapping from names to expressions")
    if cut is not None and not isinstance(cut, str | Expression):
        raise TypeError(f"{call}() got a cut {cut!r}, expected an expression")
    language = language_of(rest.pop("language", None))
    seed = whole_number(rest.pop("seed", 0), "seed", 0, 2**64 - 1)
    refuse_options(call, rest)
    named = None if names is None else names_in(_texts_in(names))
    said = {name: one for name, one in names.items() if one is not None} if isinstance(names, Mapping) else {}
    is_wanted = (lambda column: all(one(column) for one in filters)) if filters else None
    known = {
        name_text(name, "an alias"): name_text(_text_of(text), "an alias") for name, text in (aliases or {}).items()
    }
    return Asked(named, is_wanted, known, None if cut is None else _text_of(cut), said, language, seed)


def language_of(language: Any) -> _core.Language:
    """How expressions are written: "python", "cpp", uproot's language, or None for either of them. Raises ValueError
    for another one."""
    if language is None:
        return _core.Language.either
    if language == "python" or type(language).__name__ == "PythonLanguage":
        return _core.Language.python
    if language in ("cpp", "c++", "C++"):
        return _core.Language.cpp
    raise ValueError(f"language {language!r} is not one of None, 'python', 'cpp'")


def _text_of(written: Any) -> Any:
    return written.text if isinstance(written, Expression) else written


def _texts_in(names: Any) -> Any:
    if isinstance(names, Expression):
        return [names.text]
    if isinstance(names, str | bytes) or not isinstance(names, Iterable):
        return names
    return [_text_of(name) for name in names]
