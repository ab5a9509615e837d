"""Files that are written to an object with `write`, as io.BytesIO, instead of a path."""

from __future__ import annotations

import os
import shutil
import tempfile
import weakref
from pathlib import Path
from typing import Any, BinaryIO, TypeGuard

__all__ = ["StreamCopy", "is_stream"]


def is_stream(target: Any) -> TypeGuard[BinaryIO]:
    """Whether something that stands for a file is no path, but can be written to and sought in."""
    return not isinstance(target, str | os.PathLike) and hasattr(target, "write") and hasattr(target, "seek")


class StreamCopy:
    """A temporary file, whose bytes are copied to a stream. Threads: one at a time."""

    def __init__(self, target: BinaryIO) -> None:
        handle, self.path = tempfile.mkstemp(suffix=".root")
        os.close(handle)
        self._target = target
        self._remove = weakref.finalize(self, Path(self.path).unlink, missing_ok=True)

    @property
    def name(self) -> str:
        """The name of the stream in messages."""
        name = getattr(self._target, "name", None)
        return name if isinstance(name, str) else f"<{type(self._target).__name__}>"

    def load(self) -> None:
        """Copy what the stream has to the temporary file."""
        self._target.seek(0)
        with Path(self.path).open("wb") as file:
            shutil.copyfileobj(self._target, file)

    def save(self) -> None:
        """Copy the temporary file to the stream, in place of what it had."""
        self._target.seek(0)
        with Path(self.path).open("rb") as file:
            shutil.copyfileobj(file, self._target)
        self._target.truncate()
        self._target.flush()

    def end(self) -> None:
        """Remove the temporary file."""
        self._remove()
