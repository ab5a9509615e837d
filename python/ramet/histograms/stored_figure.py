"""Properties of all histograms and graphs: they were stored under a name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from ramet.errors import UnsupportedError
from ramet.notebook import code_html
from ramet.places import Place
from ramet.reading.objects.members import Origin, StoredMembers

if TYPE_CHECKING:
    from ramet.reading.file import ReadOnlyFile
    from ramet.reading.objects.object import Object
    from typing_extensions import Self

__all__ = ["StoredFigure"]


class FigureCore(Protocol):
    """The properties of every figure in C++."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def class_name(self) -> str: ...


Core = TypeVar("Core", bound=FigureCore)


class StoredFigure(StoredMembers, Generic[Core]):
    """A figure as C++ has it, and what it is called."""

    _stored: Origin | None = None  # the object that it was read from
    _at: Place | None = None  # where that is

    def __init__(self, core: Core) -> None:
        self._core = core

    @property
    def core(self) -> Core:
        """The figure as C++ has it."""
        return self._core

    def remember(self, stored: Origin, place: Place | None) -> None:
        """Where the members of the stored object can be read, and its place if it has a key."""
        self._stored = stored
        self._at = place

    def __copy__(self) -> Self:
        return self  # it never changes

    def __deepcopy__(self, _: object) -> Self:
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle keeps where it is; loading reads it anew."""
        if self._at is None:
            raise UnsupportedError(f"{self.classname} {self.name!r} is not the object of a key and cannot be pickled")
        return self._at.recipe()

    def _as_object(self) -> Object:
        return self._origin().read()

    @property
    def file(self) -> ReadOnlyFile:
        """The file that it was read from. Raises UnsupportedError for a figure that is of no file."""
        return self._origin().open()

    def _origin(self) -> Origin:
        if self._stored is None:
            raise UnsupportedError(f"{self.classname} {self.name!r} was not read from a file: it has no stored members")
        return self._stored

    @property
    def name(self) -> str:
        """Its name in the file it was read from, or as given."""
        return self._core.name

    @property
    def title(self) -> str:
        """Its title; ROOT draws it above the figure."""
        return self._core.title

    @property
    def classname(self) -> str:
        """ROOT's class, as "TH2F"."""
        return self._core.class_name

    def _repr_html_(self) -> str:
        return code_html(repr(self))
