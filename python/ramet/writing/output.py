"""Opening files for writing."""

from __future__ import annotations

import os
from pathlib import Path

from ramet import _core
from ramet.errors import FileIOError, FileMissingError
from ramet.sizes import byte_count
from ramet.writing.compression import CompressionLike, compression_code

__all__ = ["create_output"]


def create_output(
    path: str | os.PathLike[str],
    *,
    compression: CompressionLike,
    memory_budget: int | str,
    reproducible: bool,
    encoder: _core.Session | None,
) -> _core.ParallelWriter:
    """Begin a new file, in place of what was there. Raises FileMissingError when its directory is not there."""
    code, budget = compression_code(compression), byte_count(memory_budget)
    try:
        return _core.ParallelWriter.create(os.fspath(path), code, budget, reproducible, encoder)
    except FileIOError as error:
        if Path(path).parent.is_dir():
            raise
        raise FileMissingError(str(error)) from None
