"""Where JSON is written: files of other contents are not replaced by it."""

from __future__ import annotations

import pathlib

from ramet import _core
from ramet.errors import FileIOError, FileMissingError, FileThereError

__all__ = ["require_json_place"]


def require_json_place(path: str, what: str) -> None:
    """Check that JSON can be written to a path without destroying data: there is a folder for it, and a file that it
    would replace is empty or begins as JSON does.

    Raises FileMissingError, FileThereError, or FileIOError if it cannot be looked at; `what` says in them what the
    JSON is.
    """
    place = pathlib.Path(path)
    shown_path = _core.shown_url(path)
    shown = f"{what} '{shown_path}'"
    if not place.parent.is_dir():
        raise FileMissingError(f"{shown}: there is no folder '{shown_path.rpartition('/')[0]}'")
    if not place.is_file():
        return
    try:
        with place.open("rb") as file:
            begin = file.read(4096).lstrip()
    except OSError as error:
        raise FileIOError(f"{shown}: {error.strerror}") from None
    if begin and not begin.startswith(b"{"):
        raise FileThereError(f"{shown}: the file exists, and is no JSON")
