"""Places of opened objects, by which another process can open them."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import Any

from ramet import _core
from ramet.errors import UnsupportedError

__all__ = ["Place", "current_folder", "is_url", "local_path", "name_in", "placed_in", "reopened"]


def current_folder() -> str:
    """The folder that relative paths begin at; empty where it was removed."""
    try:
        return os.getcwd()  # noqa: PTH109 - a text
    except OSError:
        return ""


def is_url(path: str) -> bool:
    """Whether a text is a URL of a server rather than a path, also as pathlib writes it, with one slash."""
    return re.match(r"(?i:https?|s3|x?roots?):/|[A-Za-z][A-Za-z0-9+.-]+://", path) is not None


def local_path(path: str) -> str:
    """The path of a file to write. Raises UnsupportedError for a URL: files of servers are only read."""
    if is_url(path):
        scheme = path.partition(":")[0]
        raise UnsupportedError(f"{_core.shown_url(path)!r}: {scheme}:// cannot be written: name a local file")
    return path


def name_in(path: str) -> str:
    """A path, or a URL without what follows its path, "?token=..." or "#...": its ending says what the file is."""
    return re.split("[?#]", path, maxsplit=1)[0] if is_url(path) else path


def placed_in(folder: str, path: str) -> str:
    """A path that another process can use: relative ones begin at the folder, URLs stay."""
    return path if is_url(path) else os.path.join(folder, path)  # noqa: PTH118


@dataclass(frozen=True, slots=True)
class Place:
    """A file, and the path of an object in it.

    Attributes:
        file: the absolute path or URL; empty for what was read from a stream.
        name: what messages call the file.
        inside: with the cycle, empty for the file itself.
    """

    file: str
    name: str
    inside: str = ""

    @classmethod
    def of_file(cls, path: str) -> Place:
        """That of a file which is opened by a path now."""
        return cls(placed_in(current_folder(), path), _core.shown_url(path))

    def at(self, path: str, cycle: int) -> Place:
        """That of an object in the same file, by its path with or without a cycle."""
        base, mark, given = path.rpartition(";")
        whole = path if mark and base and given.isdecimal() else f"{path.removesuffix(';*')};{cycle}"
        return Place(self.file, self.name, whole)

    def below(self, directory: str) -> Place:
        """That of a directory of the same file."""
        return Place(self.file, self.name, directory)

    def recipe(self) -> tuple[Any, tuple[str, str]]:
        """The pickled form: how to open it again. Raises UnsupportedError for objects read from a stream."""
        if not self.file:
            raise UnsupportedError(
                f"{self.name!r} was read from a stream: it has no path that another process could open it by"
            )
        return reopened, (self.file, self.inside)


def reopened(path: str, inside: str) -> Any:
    """The object at a place, opened again. Raises the errors of `ramet.open`."""
    from ramet.reading.opening import open

    return open({path: inside or None})
