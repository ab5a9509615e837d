"""Copies of what is in another file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from ramet.errors import MisuseError, UnsupportedError
from ramet.graphs.efficiency import Efficiency
from ramet.graphs.graph import Graph
from ramet.histograms.binned import Binned
from ramet.reading.file import Directory
from ramet.reading.filters import NameFilter
from ramet.reading.objects.kinds import ObjectText

__all__ = ["Rename", "copy_into"]

Rename = None | str | Mapping[str, str] | Callable[[str], str] | Iterable[Any]

_DIRECTORIES = ("TDirectory", "TDirectoryFile")


class Target(Protocol):
    """The destination of copied objects. Threads: one."""

    def mkdir(self, name: str) -> Any: ...
    def __setitem__(self, name: str, value: Any) -> None: ...


def copy_into(
    target: Target,
    source: Directory,
    *,
    filter_name: NameFilter,
    filter_classname: NameFilter,
    rename: Rename,
    require_matches: bool,
) -> None:
    """Copy the objects of a directory that pass the filters; what is asked for is read before anything is written."""
    if not isinstance(source, Directory):
        raise TypeError(f"copy_from() got {source!r}, expected a file or directory that ramet.open has opened")
    names = source.classnames(cycle=False, filter_name=filter_name, filter_classname=filter_classname)
    if not names and require_matches:
        raise MisuseError(f"nothing in {source!r} passes the filters: require_matches=False copies nothing")
    new_name = _renaming(rename)
    copies = [(new_name(name), _copy_of(source, name, classname)) for name, classname in names.items()]
    for name, value in copies:
        if value is None:
            target.mkdir(name)
        else:
            target[name] = value


def _copy_of(source: Directory, name: str, classname: str) -> Any:
    """The value to write; None for a directory."""
    if classname in _DIRECTORIES:
        return None
    if source.is_table(name):
        raise UnsupportedError(
            f"{name!r} is a {classname}: what its `iterate` reads can be written as `file[name] = values`, and extended"
        )
    value = source[name]
    if isinstance(value, ObjectText):
        return str(value)
    if isinstance(value, Binned | Graph | Efficiency):
        return value
    raise UnsupportedError(f"{name!r} is a {classname}, which is not written as it was read")


def _renaming(rename: Rename) -> Callable[[str], str]:
    """A function of names, from "/regular expression/replacement/", a mapping, a function, or a list of these."""
    if rename is None:
        return lambda name: name
    if isinstance(rename, str):
        parts = re.fullmatch(r"/((?:[^/\\]|\\.)*)/((?:[^/\\]|\\.)*)/", rename)
        if parts is None:
            raise MisuseError(f"rename is {rename!r}, expected '/regular expression/replacement/'")
        expression, replacement = re.compile(parts[1]), parts[2]
        return lambda name: expression.sub(replacement, name)
    if isinstance(rename, Mapping):
        return lambda name: rename.get(name, name)
    if callable(rename):
        return rename
    steps = [_renaming(one) for one in rename]

    def in_turn(name: str) -> str:
        for step in steps:
            name = step(name)
        return name

    return in_turn
