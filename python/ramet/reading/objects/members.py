"""The members of the object that something was stored as: of trees, branches, histograms, graphs and axes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ramet.reading.closable import Closable

if TYPE_CHECKING:
    from ramet.reading.file import ReadOnlyFile
    from ramet.reading.objects.object import Object

__all__ = ["Origin", "StoredMembers"]


@dataclass(frozen=True, slots=True)
class Origin:
    """The place that something was read from. Threads: a value.

    Attributes:
        read: reads it as an Object.
        open: gives its file.
    """

    read: Callable[[], Object]
    open: Callable[[], ReadOnlyFile]


class StoredMembers(Closable):
    """The members of a stored object, by uproot's names. Threads: any number."""

    @abstractmethod
    def _as_object(self) -> Object:
        """The object. Raises UnsupportedError where there is none."""

    def as_object(self) -> Object:
        """The stored object with all its members, as `object_of` gives it. Raises UnsupportedError where it was not
        read from a file, or its class is described nowhere."""
        return self._as_object()

    @property
    def all_members(self) -> Mapping[str, Any]:
        """All members of the object in the file, by name, as it was when it was read.

        Raises UnsupportedError where it was not read from a file, or its class is described nowhere.
        """
        return self._as_object().members

    @property
    def members(self) -> Mapping[str, Any]:
        """`all_members`, as Objects call them."""
        return self.all_members

    def member(self, name: str, all: bool = True, none_if_missing: bool = False) -> Any:  # noqa: FBT001, FBT002
        """One of `all_members`, or of those that its own class declares. Raises KeyInFileError for another name, unless
        that is to give None."""
        return self._as_object().member(name, all, none_if_missing)

    def has_member(self, name: str, all: bool = True) -> bool:  # noqa: FBT001, FBT002
        """Whether `all_members`, or those that its own class declares, have the name."""
        return self._as_object().has_member(name, all)

    def tojson(self) -> dict[str, Any]:
        """The stored object in ROOT's JSON form, for `json.dumps`, ROOT and JSROOT."""
        return self._as_object().tojson()

    @property
    def member_names(self) -> list[str]:
        """The names of the members that its own class declares."""
        return self._as_object().member_names

    @property
    def class_version(self) -> int:
        """Which layout of the class it was written with."""
        return self._as_object().class_version

    @property
    def instance_version(self) -> int:
        """`class_version`, as uproot calls it."""
        return self.class_version

    @property
    def bases(self) -> tuple[Object, ...]:
        """The parts of it that are of its base classes, in order."""
        return self._as_object().bases

    @property
    def base_names_versions(self) -> list[tuple[str, int]]:
        """The names and versions of its base classes."""
        return self._as_object().base_names_versions

    def base(self, *classnames: str) -> list[Object]:
        """The parts of it that are of base classes of these names, however far up."""
        return self._as_object().base(*classnames)

    def is_instance(self, *classnames: str) -> bool:
        """Whether its class, or one that this derives from, is one of these, as "TH1"."""
        return self._as_object().is_instance(*classnames)
