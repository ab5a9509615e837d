"""Objects of any class: the members described in the file become attributes and items."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ramet import _core
from ramet.errors import KeyInFileError, UnsupportedError
from ramet.reading.choosing.near_names import hint_of_names
from ramet.reading.closable import Closable
from ramet.reading.objects.record import Record

if TYPE_CHECKING:
    from ramet.reading.file import ReadOnlyFile
    from typing_extensions import Self

__all__ = ["Object"]


class Object(Closable):
    """An object of a class that only the file describes: its members are attributes and items.

    >>> import numpy as np, ramet
    >>> with ramet.recreate("doc.root") as file:
    ...     file["h"] = ramet.Histogram(2, (0, 1))
    >>> axis = ramet.open("doc.root").object_of("h").fXaxis
    >>> axis.classname, axis.fNbins, axis["fXmax"]
    ('TAxis', 2, 1.0)

    Members of base classes are members of the object; if a base repeats a name, `bases` has it. Numbers and strings are
    Python's, arrays NumPy's, containers awkward arrays, other objects are Objects, and null pointers are None. Two
    pointers to one object give the same Object. Accessing a member that could not be read raises the error. Any number
    of threads may use it at once.
    """

    def __init__(
        self, core: _core.Object, wrap: Callable[[Any], Any], open_file: Callable[[], ReadOnlyFile] | None = None
    ) -> None:
        self._core = core
        self._wrap = wrap  # makes members of what _core gives, each object once
        self._open_file = open_file  # gives the file that it was read from

    @property
    def classname(self) -> str:
        """Its class, for example "TAxis"."""
        return self._core.class_name

    @property
    def file(self) -> ReadOnlyFile:
        """The file that it was read from. Raises UnsupportedError where there is none."""
        if self._open_file is None:
            raise UnsupportedError(f"an object of class {self.classname!r} was not read from a file")
        return self._open_file()

    @property
    def class_version(self) -> int:
        """The version of the class that it was written with."""
        return self._core.class_version

    @property
    def identity(self) -> int:
        """A number that is unique in its record."""
        return self._core.identity

    @property
    def bases(self) -> tuple[Object, ...]:
        """Its base class parts, in order."""
        return tuple(self._wrap(base) for base in self._core.bases)

    @property
    def own_members(self) -> tuple[str, ...]:
        """The names of the members that its own class declares."""
        return tuple(self._core.own_members)

    @property
    def members(self) -> Mapping[str, Any]:
        """Names and values of all members, those of base classes first. Values are created on access."""
        return Members(self)

    @property
    def all_members(self) -> Mapping[str, Any]:
        """`members`, as uproot calls them."""
        return self.members

    def member(self, name: str, all: bool = True, none_if_missing: bool = False) -> Any:  # noqa: FBT001, FBT002
        """One member, `found[name]`, as uproot calls it.

        Args:
            name: of the member.
            all: those of base classes, too; without, those that its own class declares.
            none_if_missing: whether a name that is not there gives None instead of a KeyInFileError.
        """
        if not Object.has_member(self, name, all):
            if none_if_missing:
                return None
            if not all:
                raise KeyInFileError.of(name, f"class {self.classname!r} itself declares no member {name!r}")
        return Object.__getitem__(self, name)

    def has_member(self, name: str, all: bool = True) -> bool:  # noqa: FBT001, FBT002
        """`name in found`, as uproot calls it; without `all` only members that its own class declares."""
        return Object.__contains__(self, name) and (all or name in self._core.own_members)

    @property
    def member_names(self) -> list[str]:
        """`own_members` in a list, as uproot calls them."""
        return list(self.own_members)

    @property
    def instance_version(self) -> int:
        """`class_version`, as uproot calls it."""
        return self.class_version

    def is_instance(self, *classnames: str) -> bool:
        """Whether its class or one of its bases is one of these, for example "TH1"."""
        return self.classname in classnames or any(base.is_instance(*classnames) for base in self.bases)

    def base(self, *classnames: str) -> list[Object]:
        """Its parts of direct or indirect base classes with these names."""
        found: list[Object] = []
        for one in self.bases:
            found += [one] * (one.classname in classnames)
            found += one.base(*classnames)
        return found

    @property
    def base_names_versions(self) -> list[tuple[str, int]]:
        """The names and versions of its base classes."""
        return [(one.classname, one.class_version) for one in self.bases]

    def keys(self) -> list[str]:
        """The names of all members, those of base classes first."""
        return self._core.members

    def _ipython_key_completions_(self) -> list[str]:
        return Object.keys(self)

    def __copy__(self) -> Self:
        return self  # it never changes

    def __deepcopy__(self, _: object) -> Any:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle keeps where it is; loading reads it anew."""
        if not isinstance(self._open_file, Record):
            raise UnsupportedError(f"{self!r} was not read from a file: it has no place to be pickled by")
        return self._open_file.recipe(self._core)

    def __getitem__(self, name: str) -> Any:
        found, value = self._core.find(name) if isinstance(name, str) else (False, None)
        if not found:
            hint = hint_of_names(str(name), self._core.members)
            raise KeyInFileError.of(name, f"no member {name!r} in an object of class {self.classname!r}{hint}")
        return self._wrap(value)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyInFileError as error:
            raise AttributeError(str(error)) from None

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._core.find(name)[0]

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *(name for name in self._core.members if name.isidentifier())})

    def __repr__(self) -> str:
        name = self._core.find("fName")[1]
        named = f" {name!r}" if isinstance(name, str) and name else ""
        return f"<{self.classname}{named} (version {self.class_version})>"

    def to_dict(self) -> dict[str, Any]:
        """Members as a dict, nested objects likewise. A reference back to an enclosing object becomes its repr; members
        that could not be read are left out."""
        from ramet.reading.objects.plain import plain_of

        plain: dict[str, Any] = plain_of(self)
        return plain

    def tojson(self) -> dict[str, Any]:
        """The object in ROOT's JSON form, for `json.dumps`, ROOT and JSROOT: members by name, those of base classes
        first, and its class as "_typename". Members that could not be read are left out, and an object that is met
        again inside of itself is None."""
        from ramet.reading.objects.plain import json_of

        form: dict[str, Any] = json_of(self)
        return form


class Members(Mapping[str, Any]):
    """The members of an object by name."""

    def __init__(self, owner: Object) -> None:
        self._owner = owner

    def __getitem__(self, name: str) -> Any:
        return self._owner[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._owner.keys())

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)

    def __len__(self) -> int:
        return len(self._owner.keys())

    def __repr__(self) -> str:
        return f"<members of {self._owner!r}>"
