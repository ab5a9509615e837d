"""Objects of classes that Python has a habit for: collections, texts, numbers and times."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

from ramet import _core
from ramet.reading.objects.object import Object

if TYPE_CHECKING:
    from ramet.reading.file import ReadOnlyFile
    from typing_extensions import Self

__all__ = ["ObjectList", "ObjectMap", "ObjectParameter", "ObjectText", "ObjectTime"]


class ObjectList(Object, Sequence[Any]):
    """A TList, TObjArray, TClonesArray or similar: an Object that is a sequence of its contents."""

    @overload
    def __getitem__(self, index: int | str) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> list[Any]: ...
    def __getitem__(self, index: int | str | slice) -> Any:
        if isinstance(index, str):
            return Object.__getitem__(self, index)
        if isinstance(index, slice):
            return [self[one] for one in range(*index.indices(len(self)))]
        return self._wrap(self._core.item(range(len(self))[index]))

    def __len__(self) -> int:
        return self._core.item_count

    def __iter__(self) -> Iterator[Any]:
        return (self[index] for index in range(len(self)))

    def __contains__(self, item: object) -> bool:
        return any(item is one or item == one for one in self)

    def __repr__(self) -> str:
        return f"<{self.classname} of {len(self)}>"


class ObjectMap(Object, Mapping[Any, Any]):
    """A TMap: an Object that is a mapping from keys to values. A key is found by its text, as str gives it."""

    def __getitem__(self, key: Any) -> Any:
        for index in range(len(self)):
            if str(self._wrap(self._core.item(index)[0])) == str(key):
                return self._wrap(self._core.item(index)[1])
        return Object.__getitem__(self, key)

    def __iter__(self) -> Iterator[Any]:
        return (self._wrap(self._core.item(index)[0]) for index in range(len(self)))

    def __len__(self) -> int:
        return self._core.item_count

    def keys(self) -> Any:
        """The keys of the map."""
        return Mapping.keys(self)

    def __contains__(self, key: object) -> bool:
        return any(str(one) == str(key) for one in self)

    def __repr__(self) -> str:
        return f"<{self.classname} of {len(self)}>"


class ObjectText(Object, str):
    """A TObjString: an Object that is a text, and whose members have names. Pickle and `copy` make it a `str`."""

    def __new__(
        cls, core: _core.Object, wrap: Callable[[Any], Any], _: Callable[[], ReadOnlyFile] | None = None
    ) -> Self:
        """The text of what C++ has read; arguments are those of an Object."""
        return str.__new__(cls, str(wrap(core.find("fString")[1])))

    def __getitem__(self, place: SupportsIndex | slice | str) -> Any:
        """Characters, or the member of a name."""
        return Object.__getitem__(self, place) if isinstance(place, str) else str.__getitem__(self, place)

    def __contains__(self, part: object) -> bool:
        """Whether a text is part of it; `has_member` knows names."""
        return str.__contains__(self, part)  # type: ignore[operator]  # TypeError for what is no text

    def __repr__(self) -> str:
        return f"<{self.classname} {str(self)!r}>"

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (str(self),)

    def __copy__(self) -> Any:
        return str(self)

    def __deepcopy__(self, _: object) -> str:
        return str(self)


class ObjectParameter(Object):
    """A TParameter: an Object with a number, `float` and `int` give it."""

    @property
    def value(self) -> Any:
        """The number, or truth."""
        return self["fVal"]

    def __float__(self) -> float:
        return float(self.value)

    def __int__(self) -> int:
        return int(self.value)

    def __bool__(self) -> bool:
        """Whether the number is not 0."""
        return bool(self.value)


class ObjectTime(Object):
    """A TDatime: an Object with a date and time of day, in local time."""

    def to_datetime(self) -> datetime:
        """A datetime without a time zone. Raises ValueError for an invalid date, such as 0."""
        packed = int(self["fDatime"])
        day, time = packed >> 17, packed & 0x1FFFF
        date = (day >> 9) + 1995, day >> 5 & 0xF, day & 0x1F
        return datetime(*date, time >> 12, time >> 6 & 0x3F, time & 0x3F)
