"""Copy, move and remove objects of files, and make directories."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from ramet import _core
from ramet.arguments import Path, path_text, truth
from ramet.errors import MisuseError
from ramet.session import shared_session
from ramet.writing.compression import CompressionLike, compression_code

__all__ = ["EditedKey", "Taken", "copy", "mkdir", "move", "remove"]

Taken = Literal["new cycle", "replace", "fail"]
"""What to do when the target has an object of that name: add a cycle, replace it, or raise MisuseError."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EditedKey:
    """An object or directory that was copied, moved, removed or made."""

    origin: str
    """Where it was, as "run7.root:dir/h;2"; empty for a directory that was made."""
    target: str
    """Where it is now; empty if it was removed."""
    class_name: str
    """Its class."""


def copy(
    sources: Path | Iterable[Path],
    target: Path,
    *,
    recursive: bool = False,
    taken: Taken = "new cycle",
    recreate: bool = False,
    compression: CompressionLike = "input",
    reproducible: bool = False,
    overwrite_leftovers: bool = False,
) -> list[EditedKey]:
    """Copy objects, trees and directories within a file or between files, as they are stored.

    Places are "run7.root:dir/name;2"; each part of the path may be a pattern (`*`, `?`, `[...]`). The newest cycle is
    copied if none is named; `;*` stands for all. Baskets, pages and records are copied without unpacking them, so the
    class of an object need not be known. An existing target file stays as it was until all is copied.

    Args:
        sources: a place, or several.
        target: a directory in a file, or a new name for one source. The file is made if it does not exist.
        recursive: also copy directories, with all that is in them.
        taken: what to do when the target has an object of that name.
        recreate: make the target file anew, whatever is in it.
        compression: of a new file; by default that of the first source. Copies keep theirs.
        reproducible: fixed dates and identifiers.
        overwrite_leftovers: also change a file whose last writer died, over what it did not commit.

    Raises:
        KeyInFileError: nothing is found for a source; it suggests similar names.
        FileMissingError: there is no such file.
        MisuseError: a directory without `recursive`; a copy onto or into itself; the target is being written.
        UnsupportedError: a class has another layout in the target.

    >>> import ramet
    >>> with ramet.recreate("from.root") as file:
    ...     file["a/text"] = "hello"
    >>> [key.target for key in ramet.copy("from.root:a/text", "to.root:greetings/first")]
    ['to.root:greetings/first']
    >>> with ramet.open("to.root") as file:
    ...     file["greetings/first"]
    <TObjString 'hello'>
    """
    options = _options(
        recursive=recursive,
        taken=taken,
        recreate=recreate,
        compression=compression,
        reproducible=reproducible,
        overwrite_leftovers=overwrite_leftovers,
    )
    return _edited(_core.copy_keys(shared_session(), _places(sources), path_text(target), options))


def move(
    sources: Path | Iterable[Path],
    target: Path,
    *,
    recursive: bool = False,
    taken: Taken = "new cycle",
    recreate: bool = False,
    compression: CompressionLike = "input",
    reproducible: bool = False,
    overwrite_leftovers: bool = False,
) -> list[EditedKey]:
    """Move or rename objects, trees and directories within a file or between files.

    All cycles are moved if none is named. Within a file, the baskets and pages of tables stay where they are. Between
    files, the sources are removed when the target is complete, so that nothing is lost if the program is killed.
    Arguments and errors are those of `copy`.

    >>> import ramet
    >>> with ramet.recreate("moved.root") as file:
    ...     file["text"] = "hello"
    >>> moved = ramet.move("moved.root:text", "moved.root:dir/greeting")
    >>> with ramet.open("moved.root") as file:
    ...     file.keys(cycle=False)
    ['dir', 'dir/greeting']
    """
    options = _options(
        recursive=recursive,
        taken=taken,
        recreate=recreate,
        compression=compression,
        reproducible=reproducible,
        overwrite_leftovers=overwrite_leftovers,
    )
    return _edited(_core.move_keys(shared_session(), _places(sources), path_text(target), options))


def remove(
    places: Path | Iterable[Path], *, recursive: bool = False, overwrite_leftovers: bool = False
) -> list[EditedKey]:
    """Remove objects, trees and, with `recursive`, directories from files; all cycles if none is named.

    Their space is free for what is written next; the file does not become smaller. Errors are those of `copy`.

    >>> import ramet
    >>> with ramet.recreate("less.root") as file:
    ...     file["text"], file["other"] = "hello", "there"
    >>> [key.origin for key in ramet.remove("less.root:te*")]
    ['less.root:text;1']
    """
    options = _options(recursive=recursive, overwrite_leftovers=overwrite_leftovers)
    return _edited(_core.remove_keys(shared_session(), _places(places), options))


def mkdir(
    places: Path | Iterable[Path], *, parents: bool = False, overwrite_leftovers: bool = False
) -> list[EditedKey]:
    """Make directories in files; a file that does not exist is made, too.

    Args:
        places: a place, or several, as "plots.root:muons".
        parents: also make the directories above, and accept one that exists.
        overwrite_leftovers: as of `copy`.

    Raises:
        MisuseError: the directory exists.
        KeyInFileError: the one above does not.
    """
    options = _options(parents=parents, overwrite_leftovers=overwrite_leftovers)
    return _edited(_core.make_directories(shared_session(), _places(places), options))


def _places(places: Path | Iterable[Path]) -> list[str]:
    one = [places] if isinstance(places, str) or hasattr(places, "__fspath__") else places
    return [path_text(place) for place in one]  # type: ignore[arg-type]


def _options(
    *,
    recursive: bool = False,
    taken: Taken = "new cycle",
    recreate: bool = False,
    parents: bool = False,
    compression: CompressionLike = "input",
    reproducible: bool = False,
    overwrite_leftovers: bool = False,
) -> _core.KeyOptions:
    try:
        on_taken = _core.OnTaken[taken.replace(" ", "_")]
    except (KeyError, AttributeError):
        raise MisuseError(f"taken is {taken!r}, expected one of 'new cycle', 'replace', 'fail'") from None
    return _core.key_options(
        truth(recursive, "recursive"),
        on_taken,
        truth(recreate, "recreate"),
        truth(parents, "parents"),
        None if compression == "input" else compression_code(compression),
        truth(reproducible, "reproducible"),
        truth(overwrite_leftovers, "overwrite_leftovers"),
    )


def _edited(keys: list[_core.EditedKey]) -> list[EditedKey]:
    return [EditedKey(origin=key.origin, target=key.target, class_name=key.class_name) for key in keys]
