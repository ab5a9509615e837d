"""Open files, and objects in them."""

from __future__ import annotations

import io
import os
import warnings
from collections.abc import Mapping
from typing import Any, BinaryIO, overload

from ramet import _core
from ramet.arguments import Path, path_text, real_number
from ramet.errors import MisuseError, RecoveredWarning
from ramet.places import Place
from ramet.reading.choosing.options import refuse_options
from ramet.reading.file import ReadOnlyFile
from ramet.session import session_with_timeout, shared_session
from ramet.tracing.trace import Trace, recorder_of

__all__ = ["open"]

_LONGEST_SECONDS = 1e6


@overload
def open(
    path: os.PathLike[str] | BinaryIO | Mapping[Path, None],
    *,
    trace: Trace | None = None,
    timeout: float | None = None,
    **options: Any,
) -> ReadOnlyFile: ...
@overload
def open(
    path: Path | BinaryIO | Mapping[Any, str] | Mapping[Any, str | None],
    *,
    trace: Trace | None = None,
    timeout: float | None = None,
    **options: Any,
) -> Any: ...
def open(
    path: Path | BinaryIO | Mapping[Any, str | None],
    *,
    trace: Trace | None = None,
    timeout: float | None = None,
    **options: Any,
) -> Any:
    """Open a file, or an object in it.

    Args:
        path: "events.root", or "events.root:dir/Events;2" for an object in it; a pathlib.Path is always a file, as is
            the key of {"events.root": "dir/Events"}. A leading "~" means the home folder. A URL of a server,
            "https://host/events.root:Events", is read as far as needed; other copies of the file may follow, with bars
            between them. An object with a `read` that returns bytes, for example a member of an archive, is read into
            memory as a whole; it may be the key of a mapping, too.
        trace: records what is read from a file on disk (see ramet.trace).
        timeout: seconds in which a server of a URL has to accept a connection, and without a byte from it, after which
            a request is tried again, up to four times; by default 10 and 20. File systems of fsspec have their own.
        options: of uproot; those that only say how it reads, as `num_workers`, have no effect, others are refused.

    Returns:
        A ReadOnlyFile; or what the path names: a Directory, Tree, NTuple, Branch, Field, Histogram or Object. Files,
        trees and ntuples can be used in a `with` statement. To type checkers it is a ReadOnlyFile where `path` cannot
        name an object, as a pathlib.Path and {"events.root": None} cannot; else say it: `tree: ramet.Tree = ...`.

    Raises:
        TypeError: the path is of another type.
        MisuseError: the timeout is not more than 0.
        FileMissingError: there is no such file.
        KeyInFileError: the object is not in it.
        CorruptError: it is not a ROOT file, or is damaged.
        UnsupportedError: the object is of a class that neither the file nor ramet describes.
        FileIOError: the system refused to read.
    """
    refuse_options("open", options)
    one, object_path = _only_one(path)
    if not isinstance(one, str | os.PathLike) and hasattr(one, "read"):
        contents = _open_contents(one)
        file = ReadOnlyFile(contents, Place("", contents.name))
    else:
        file_path = path_text(one)
        if object_path is None and not isinstance(one, os.PathLike):
            file_path, object_path = _core.split_path(file_path)
        file = ReadOnlyFile(_open_core(file_path, trace, timeout), Place.of_file(file_path))
    return file[object_path] if object_path else file


def _only_one(path: Path | BinaryIO | Mapping[Any, str | None]) -> tuple[Any, str | None]:
    """The file of a mapping and the object in it, "" for none; of anything else itself and None."""
    if not isinstance(path, Mapping):
        return path, None
    if len(path) != 1:
        raise TypeError(f"{len(path)} files, expected one: ramet.open_many opens several")
    ((file, inside),) = path.items()
    return file, inside or ""


def _open_contents(stream: BinaryIO) -> _core.File:
    """A file whose contents a stream gives."""
    if isinstance(stream, io.TextIOBase):
        raise TypeError(f"{stream!r} gives str, expected bytes: open it in binary mode")
    contents = stream.read()
    if not isinstance(contents, bytes):
        raise TypeError(f"{stream!r} gives {type(contents).__name__}, expected bytes: open it in binary mode")
    name = getattr(stream, "name", None)
    name = name if isinstance(name, str) else f"<{type(stream).__name__}>"
    return _whole(shared_session().open_bytes(contents, name), name)


def _open_core(path: str, trace: Trace | None, timeout: float | None) -> _core.File:
    session = shared_session() if timeout is None else session_with_timeout(_seconds(timeout))
    return _whole(session.open(path, recorder_of(trace)), path)


def _seconds(timeout: float) -> float:
    seconds = real_number(timeout, "timeout")
    if not 0 < seconds < _LONGEST_SECONDS:
        raise MisuseError(f"timeout={timeout}: expected more than 0 s, and less than {_LONGEST_SECONDS:g}")
    return seconds


def _whole(file: _core.File, path: str) -> _core.File:
    """It, with a warning if it was not closed."""
    if file.is_recovered:
        name = _core.shown_url(path)
        message = f"file {name!r} was not closed: what is in it was found by its records, the last may be missing"
        warnings.warn(message, RecoveredWarning, stacklevel=4)
    return file
