"""From what C++ reads to Objects, each once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakValueDictionary

from ramet import _core
from ramet.errors import CorruptError, UnsupportedError
from ramet.histograms.figures import figure_of
from ramet.places import Place
from ramet.reading.libraries.values import value_of
from ramet.reading.objects.fit_results import StoredFitResult
from ramet.reading.objects.kinds import ObjectList, ObjectMap, ObjectParameter, ObjectText, ObjectTime
from ramet.reading.objects.members import Origin
from ramet.reading.objects.object import Object
from ramet.reading.objects.record import Record, Steps, reached

if TYPE_CHECKING:
    from ramet.reading.file import ReadOnlyFile

__all__ = ["FACES", "face", "read_object"]

Face = TypeVar("Face", bound=Callable[[Object], Any])

# What makes of an object of a class what Python's users expect; by name of the class. Filled where the faces are.
FACES: dict[str, Callable[[Object], Any]] = {}


def face(*class_names: str) -> Callable[[Face], Face]:
    """Register a class (or function of an Object) that stands for objects of these classes wherever one is met."""

    def register(make: Face) -> Face:
        FACES.update(dict.fromkeys(class_names, make))
        return make

    return register


def read_object(
    file: _core.File,
    key: _core.Key,
    open_file: Callable[[], ReadOnlyFile],
    place: Place,
    *,
    with_faces: bool = True,
    steps: Steps = (),
) -> Any:
    """The value of a key: an Object, the Python class of its ROOT class, or an array for a standard container; or an
    object inside of it, to which steps lead.

    `open_file` gives the file that Objects show; `place` is where the key is.
    """
    root = file.object(key)
    record = Record(open_file, place, root, with_faces)
    return _Wrapper(FACES if with_faces else None, record).wrap(reached(root, steps))


_BY_CLASS: dict[str, type[Object]] = {"TDatime": ObjectTime, "TFitResult": StoredFitResult, "TObjString": ObjectText}
_BY_ITEMS: dict[str, type[Object]] = {"list": ObjectList, "map": ObjectMap}


class _Wrapper:
    """Makes Python values of one record's values, each object once."""

    def __init__(self, faces: Mapping[str, Callable[[Object], Any]] | None, open_file: Record) -> None:
        self._faces = faces
        self._open_file = open_file
        # Objects lead here, so that only weak references may lead back: nothing waits for the garbage collector.
        self._made: WeakValueDictionary[int, Any] = WeakValueDictionary()
        self._kept: dict[int, Any] = {}  # faces of which there are no weak references; they do not lead here

    def wrap(self, value: Any) -> Any:
        if isinstance(value, _core.Object):
            return self._only(value)
        if isinstance(value, _core.Array):
            return value_of(value)
        if isinstance(value, list):
            return [self.wrap(one) for one in value]
        if isinstance(value, _core.Unread):
            error = UnsupportedError if value.is_unsupported else CorruptError
            raise error(value.reason)
        return value

    def _only(self, core: _core.Object) -> Any:
        """The one Object of an object. Two threads may both make it, and both get the first."""
        made = self._made.get(core.identity, self._kept.get(core.identity))
        if made is not None:
            return made
        made = self._object(core)
        try:
            return self._made.setdefault(core.identity, made)
        except TypeError:
            return self._kept.setdefault(core.identity, made)

    def _object(self, core: _core.Object) -> Any:
        if self._faces is not None and core.is_figure:
            try:
                figure = figure_of(core.figure())
            except (UnsupportedError, CorruptError):  # it shows its members only
                return Object(core, self.wrap, self._open_file)
            figure.remember(Origin(partial(self._bare, core), self._open_file), None)
            return figure
        make = None if self._faces is None else self._faces.get(core.class_name)
        if make is not None:
            return make(Object(core, self.wrap, self._open_file))
        if core.class_name.startswith("TParameter<"):
            return ObjectParameter(core, self.wrap, self._open_file)
        kind = _BY_CLASS.get(core.class_name) or _BY_ITEMS.get(core.item_kind, Object)
        return kind(core, self.wrap, self._open_file)

    def _bare(self, core: _core.Object) -> Object:
        record = replace(self._open_file, with_faces=False)
        return Object(core, _Wrapper(None, record).wrap, record)
