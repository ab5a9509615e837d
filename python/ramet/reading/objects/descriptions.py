"""A file's descriptions of its classes: their members, version by version, by uproot's names."""

from __future__ import annotations

import sys
from abc import abstractmethod
from collections.abc import Mapping
from typing import Protocol

from ramet import _core
from ramet.arguments import whole_number

__all__ = ["DescribesClasses", "StreamerElement", "StreamerInfo"]

Pair = tuple[str, int]


class Writable(Protocol):
    """A stream that takes text."""

    def write(self, text: str, /) -> object: ...


class StreamerElement:
    """A member or base of a class, as a file describes it. Threads: a value."""

    def __init__(self, core: _core.StreamerElement) -> None:
        self._core = core

    @property
    def name(self) -> str:
        """Its name; of a base that of the class."""
        return self._core.name

    @property
    def title(self) -> str:
        """The comment in the class, which may have ranges and names of counters."""
        return self._core.title

    @property
    def typename(self) -> str:
        """Its type as declared, for example "vector<float>" or "TAxis*"."""
        return self._core.type_name

    @property
    def classname(self) -> str:
        """ROOT's class of the element, for example "TStreamerBasicType"."""
        return self._core.element_class

    @property
    def array_length(self) -> int:
        """The number of values of an array of fixed size; 0 for all else."""
        return self._core.array_length

    @property
    def base_version(self) -> int | None:
        """The version of a base class; None for members."""
        return self._core.base_version if self.classname == "TStreamerBase" else None

    def show(self, stream: Writable | None = None) -> None:
        """Print it, to the standard output or a stream."""
        print(f"    {self}", file=sys.stdout if stream is None else stream)

    def __str__(self) -> str:
        return f"{self.name}: {self.typename} ({self.classname})"

    def __repr__(self) -> str:
        return f"<StreamerElement {self}>"


class StreamerInfo:
    """One version of a class, as a file describes it. Threads: a value."""

    def __init__(self, core: _core.StreamerInfo) -> None:
        self._core = core
        self._elements = [StreamerElement(one) for one in core.elements]

    @property
    def name(self) -> str:
        """The class, for example "vector<vector<int>>"."""
        return _without_spaces(self._core.class_name)

    @property
    def typename(self) -> str:
        """`name`, as elements say it."""
        return self.name

    @property
    def class_version(self) -> int:
        """Its version."""
        return self._core.version

    @property
    def checksum(self) -> int:
        """ROOT's checksum of its members."""
        return self._core.checksum

    @property
    def elements(self) -> list[StreamerElement]:
        """Its bases and members, in the order in which they are stored."""
        return list(self._elements)

    def show(self, stream: Writable | None = None) -> None:
        """Print the class, its bases, and each element, to the standard output or a stream."""
        bases = [f"{one.name} (v{one.base_version})" for one in self._elements if one.base_version is not None]
        derived = f": {', '.join(bases)}" if bases else ""
        print(f"{self.name} (v{self.class_version}){derived}", file=sys.stdout if stream is None else stream)
        for element in self._elements:
            if element.base_version is None:
                element.show(stream)

    def __repr__(self) -> str:
        return f"<StreamerInfo of {self.name} (version {self.class_version})>"


class DescribesClasses:
    """Methods for a file's descriptions of classes. Threads: any number."""

    @abstractmethod
    def _streamer_infos(self) -> list[_core.StreamerInfo]:
        """The descriptions, by name and version."""

    @property
    def streamers(self) -> dict[str, dict[int, StreamerInfo]]:
        """The classes that the file describes, by name and version."""
        found: dict[str, dict[int, StreamerInfo]] = {}
        for core in self._streamer_infos():
            info = StreamerInfo(core)
            found.setdefault(info.name, {})[info.class_version] = info
        return found

    def streamers_named(self, classname: str) -> list[StreamerInfo]:
        """All versions of a class, the lowest first; none for a class that the file does not describe."""
        return list(self.streamers.get(_without_spaces(classname), {}).values())

    def streamer_named(self, classname: str, version: int | str = "max") -> StreamerInfo | None:
        """A version of a class, or the highest or lowest ("max", "min"); None for one that the file does not have."""
        return _chosen(self.streamers.get(_without_spaces(classname), {}), version)

    def streamer_dependencies(self, classname: str, version: int | str = "max") -> list[Pair]:
        """The names and versions of the classes that a class is made of, before those that are made of them, and the
        class itself last. Empty for a class that the file does not describe."""
        streamers = self.streamers
        first = _chosen(streamers.get(_without_spaces(classname), {}), version)
        needed: list[Pair] = []
        if first is not None:
            _add_needed(first, streamers, needed)
        return needed[::-1]

    def show_streamers(
        self, classname: str | None = None, version: int | str = "max", stream: Writable | None = None
    ) -> None:
        """Print the classes that the file describes, or one and those that it is made of.

        Args:
            classname: the class; None for all.
            version: of the class, as of `streamer_named`.
            stream: to print to; the standard output by default.
        """
        streamers = self.streamers
        pairs = [(name, number) for name, versions in streamers.items() for number in versions]
        chosen = pairs if classname is None else self.streamer_dependencies(classname, version)
        for number, (name, one) in enumerate(chosen):
            if number > 0:
                print(file=sys.stdout if stream is None else stream)
            streamers[name][one].show(stream)


def _without_spaces(classname: str) -> str:
    """The name of a class as it is written today: old files have "A<B<C> >"."""
    while "> >" in classname:
        classname = classname.replace("> >", ">>")
    return classname


def _chosen(versions: Mapping[int, StreamerInfo], version: int | str) -> StreamerInfo | None:
    if isinstance(version, str):
        if version not in ("min", "max"):
            raise ValueError(f"version {version!r} is not 'min', 'max' or a number")
        return versions[{"min": min, "max": max}[version](versions)] if versions else None
    return versions.get(whole_number(version, "version"))


def _add_needed(info: StreamerInfo, streamers: Mapping[str, Mapping[int, StreamerInfo]], needed: list[Pair]) -> None:
    """Add a class, and behind it those that it is made of and that are not there yet."""
    waiting = [info]
    while waiting:
        one = waiting.pop()
        if (one.name, one.class_version) in needed:
            continue
        needed.append((one.name, one.class_version))
        below = [found for element in one.elements for found in _classes_of(element, streamers)]
        waiting += below[::-1]


def _classes_of(element: StreamerElement, streamers: Mapping[str, Mapping[int, StreamerInfo]]) -> list[StreamerInfo]:
    """The classes that an element is of: of a base in its version, or else the highest; of a member all versions.
    Containers of the standard library are not classes here, as in uproot."""
    if element.classname == "TStreamerSTL":
        return []
    if element.base_version is None:
        return list(streamers.get(_without_spaces(element.typename.rstrip("*")), {}).values())
    versions = streamers.get(_without_spaces(element.name), {})
    return [versions.get(element.base_version, versions[max(versions)])] if versions else []
