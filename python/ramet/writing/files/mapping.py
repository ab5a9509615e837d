"""The mapping methods of files and directories that are being written."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Any, NamedTuple

from ramet.errors import KeyInFileError
from ramet.reading.filters import NameFilter, make_filter

__all__ = ["StoredKey", "WritableMapping"]


class _Default(Enum):
    none = 0  # that no default was given


class StoredKey(NamedTuple):
    """The key of a name in a file that is being written. Threads: a value."""

    path: str
    """The name, with directories, as "dir/Events"."""
    cycle: int
    """Which of those of one name it is, from 1."""
    classname: str
    """Its class, as "TTree"."""


class WritableMapping:
    """Names, and what they stand for, of a file that is being written. Threads: one at a time."""

    __slots__ = ()

    @abstractmethod
    def _keys_here(self, *, recursive: bool) -> list[StoredKey]:
        """What is here, or also what is in directories, by names from here."""

    @abstractmethod
    def __getitem__(self, name: str) -> Any: ...
    @abstractmethod
    def __setitem__(self, name: str, value: Any) -> None: ...
    @abstractmethod
    def __delitem__(self, name: str) -> None: ...

    # --- what is here ------------------------------------------------------------------------------------------------

    def keys(
        self,
        *,
        recursive: bool = True,
        cycle: bool = True,
        filter_name: NameFilter = None,
        filter_classname: NameFilter = None,
    ) -> list[str]:
        """The keys that the file will have after the next `checkpoint` or `close`, including trees that were not saved
        yet.

        Args:
            recursive: also what is in directories, as "dir/name;1".
            cycle: with the cycle after each name.
            filter_name: which names: a glob, "/a regular expression/", a list of these, or a function of a name.
            filter_classname: which classes, likewise.
        """
        return list(
            self.classnames(
                recursive=recursive, cycle=cycle, filter_name=filter_name, filter_classname=filter_classname
            )
        )

    def classnames(
        self,
        *,
        recursive: bool = True,
        cycle: bool = True,
        filter_name: NameFilter = None,
        filter_classname: NameFilter = None,
    ) -> dict[str, str]:
        """The classes of all keys; arguments are those of `keys`."""
        has_name, has_class = make_filter(filter_name), make_filter(filter_classname)
        found = self._keys_here(recursive=recursive)
        return {
            f"{name};{number}" if cycle else name: kind
            for name, number, kind in found
            if has_name(name) and has_class(kind)
        }

    def values(self, **options: Any) -> list[Any]:
        """The values of the keys, as `file[name]` returns them; arguments are those of `keys`."""
        return list(self.itervalues(**options))

    def items(self, **options: Any) -> list[tuple[str, Any]]:
        """Keys and their values; arguments are those of `keys`."""
        return list(self.iteritems(**options))

    def iterkeys(self, **options: Any) -> Iterator[str]:
        """The names of `keys`, one after the other."""
        return iter(self.keys(**options))

    def itervalues(self, **options: Any) -> Iterator[Any]:
        """The values of `values`; each is read when it is requested."""
        return (value for _, value in self.iteritems(**options))

    def iteritems(self, **options: Any) -> Iterator[tuple[str, Any]]:
        """The items of `items`; each is read when it is requested."""
        return ((name, self[name]) for name in self.keys(**options))

    def iterclassnames(self, **options: Any) -> Iterator[tuple[str, str]]:
        """The items of `classnames`, one after the other."""
        return iter(self.classnames(**options).items())

    def get(self, name: str, default: Any = None) -> Any:
        """The value of a name, or else the default."""
        try:
            return self[name]
        except KeyInFileError:
            return default

    # --- changes -----------------------------------------------------------------------------------------------------

    def update(self, values: Mapping[str, Any] | Iterable[tuple[str, Any]] = (), **more: Any) -> None:
        """Write several: `file[name] = value` for each, of a mapping, of pairs, and of keywords."""
        for name, value in {**dict(values), **more}.items():
            self[name] = value

    def setdefault(self, name: str, value: Any) -> Any:
        """The value of a name; if there is none, write the given value first."""
        if name not in self:
            self[name] = value
        return self[name]

    def pop(self, name: str, default: Any = _Default.none) -> Any:
        """Remove a name like `del file[name]` and return its value, or else the default.

        Raises KeyInFileError when there is neither.
        """
        if default is not _Default.none and name not in self:
            return default
        value = self[name]
        del self[name]
        return value

    def popitem(self) -> tuple[str, Any]:
        """Remove the first key and return it with its value, like `pop`."""
        name = next(iter(self), None)
        if name is None:
            raise KeyInFileError(f"{self!r} is empty")
        return name, self.pop(name)

    def clear(self) -> None:
        """Remove everything, as `del`."""
        for name in self.keys(recursive=False, cycle=False):
            if name in self:  # not for a second cycle
                del self[name]

    # --- Python ------------------------------------------------------------------------------------------------------

    def __contains__(self, name: object) -> bool:
        """Whether it has the name, with its cycle or without."""
        path = name.strip("/") if isinstance(name, str) else ""
        return bool(path) and any(
            path in (key.path, f"{key.path};{key.cycle}") for key in self._keys_here(recursive=True)
        )

    def _ipython_key_completions_(self) -> list[str]:
        return list(dict.fromkeys(self.keys(cycle=False)))

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __len__(self) -> int:
        return len(self.keys())

    def __bool__(self) -> bool:
        """True, even if it is empty."""
        return True
