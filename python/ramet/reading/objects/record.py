"""Records that objects were read from: by their place another process finds the objects."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ramet import _core
from ramet.errors import UnsupportedError
from ramet.places import Place

if TYPE_CHECKING:
    from ramet.reading.file import ReadOnlyFile

__all__ = ["Record", "Steps", "reached"]

# From the object of a key to one inside of it: names of members, numbers of items, and of base class parts in a tuple.
Steps = tuple[str | int | tuple[int], ...]


@dataclass(frozen=True, slots=True)
class Record:
    """What one key holds; called, it gives its file. Threads: immutable.

    Attributes:
        open_file: gives the file.
        place: that of the key.
        root: the object of the key, as C++ has it.
        with_faces: whether objects are shown as the Python classes of their ROOT classes.
    """

    open_file: Callable[[], ReadOnlyFile]
    place: Place
    root: Any
    with_faces: bool

    def __call__(self) -> ReadOnlyFile:
        return self.open_file()

    def recipe(self, core: _core.Object) -> tuple[Any, tuple[Any, ...]]:
        """How to read one of its objects again. Raises UnsupportedError for objects read from a stream."""
        _, (path, inside) = self.place.recipe()
        return _object_again, (path, inside, self.with_faces, _steps_to(self.root, core.identity))


def reached(value: Any, steps: Steps) -> Any:
    """What the steps lead to, from the object of a key."""
    for step in steps:
        if isinstance(value, list | tuple):  # a tuple is an item of a TMap: its key and value
            value = value[step]  # type: ignore[index]
        elif isinstance(step, tuple):
            value = value.bases[step[0]]
        else:
            value = value.find(step)[1] if isinstance(step, str) else value.item(step)
    return value


def _steps_to(root: Any, identity: int) -> Steps:
    """The fewest steps to an object."""
    seen = set[int]()
    waiting: list[tuple[Steps, Any]] = [((), root)]
    for steps, value in waiting:  # which grows meanwhile
        if isinstance(value, _core.Object):
            if value.identity == identity:
                return steps
            if value.identity in seen:
                continue
            seen.add(value.identity)
        waiting += [((*steps, step), below) for step, below in _below(value)]
    raise UnsupportedError("an object that cannot be reached from that of its key cannot be pickled")


def _below(value: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(value, list | tuple):
        yield from enumerate(value)
    if isinstance(value, _core.Object):
        yield from ((name, value.find(name)[1]) for name in value.members)
        yield from ((number, value.item(number)) for number in range(value.item_count))
        yield from (((number,), base) for number, base in enumerate(value.bases))


def _object_again(path: str, inside: str, with_faces: bool, steps: Steps) -> Any:  # noqa: FBT001
    """The object that was pickled, read anew."""
    from ramet.reading.file import object_again

    return object_again(path, inside, with_faces, steps)
