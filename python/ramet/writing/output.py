"""Opening files for writing."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Literal, SupportsFloat, SupportsIndex

from ramet import _core
from ramet.arguments import path_text, real_number, truth
from ramet.errors import FileIOError, FileMissingError
from ramet.sizes import byte_count
from ramet.writing.compression import CompressionLike, compression_code

__all__ = ["Durability", "create_output", "open_output", "update_output"]

Durability = Literal["process", "fsync"]


def create_output(
    path: str | os.PathLike[str],
    *,
    compression: CompressionLike,
    memory_budget: SupportsIndex | str,
    reproducible: bool,
    session: _core.Session | None,
    checkpoint_size: SupportsIndex | str = 0,
    checkpoint_seconds: SupportsFloat = 10,
    durability: Durability = "process",
) -> _core.ParallelWriter:
    """Begin a new file, in place of what was there. Raises FileMissingError when its directory is not there."""
    code, budget = compression_code(compression), byte_count(memory_budget, "memory_budget")
    every = byte_count(checkpoint_size, "checkpoint_size"), _milliseconds(checkpoint_seconds)
    fsync, name = _waits_for_device(durability), path_text(path)
    is_reproducible = truth(reproducible, "reproducible")
    try:
        return _core.ParallelWriter.create(name, code, budget, is_reproducible, *every, fsync, session)
    except FileIOError as error:
        if Path(name).parent.is_dir():
            raise
        raise FileMissingError(str(error)) from None


def update_output(
    path: str | os.PathLike[str],
    *,
    compression: CompressionLike | Literal["default"],
    memory_budget: SupportsIndex | str,
    reproducible: bool,
    overwrite_leftovers: bool,
    session: _core.Session | None,
    checkpoint_size: SupportsIndex | str = 0,
    checkpoint_seconds: SupportsFloat = 10,
    durability: Durability = "process",
) -> _core.ParallelWriter:
    """Open a file that is there to change it. Raises FileMissingError when it is not, MisuseError when somebody else
    is writing it."""
    code = None if compression == "default" else compression_code(compression)
    every = byte_count(checkpoint_size, "checkpoint_size"), _milliseconds(checkpoint_seconds)
    budget = byte_count(memory_budget, "memory_budget")
    name = path_text(path)
    fsync = _waits_for_device(durability)
    choices = truth(reproducible, "reproducible"), truth(overwrite_leftovers, "overwrite_leftovers")
    try:
        return _core.ParallelWriter.update(name, code, budget, choices[0], *every, choices[1], fsync, session)
    except FileMissingError:
        raise FileMissingError(f"no file {name!r} to change") from None


def open_output(
    path: str | os.PathLike[str],
    *,
    mode: Literal["create", "update"],
    compression: CompressionLike | Literal["default"],
    memory_budget: SupportsIndex | str,
    reproducible: bool,
    session: _core.Session | None,
    checkpoint_size: SupportsIndex | str,
    checkpoint_seconds: SupportsFloat,
    durability: Durability,
) -> _core.ParallelWriter:
    """Begin a new file, or open one to change it. Raises as these do."""
    common: dict[str, Any] = {
        "memory_budget": memory_budget,
        "reproducible": reproducible,
        "session": session,
        "checkpoint_size": checkpoint_size,
        "checkpoint_seconds": checkpoint_seconds,
        "durability": durability,
    }
    if mode == "create":
        return create_output(path, compression="zstd:5" if compression == "default" else compression, **common)
    return update_output(path, compression=compression, overwrite_leftovers=False, **common)


def _milliseconds(seconds: SupportsFloat) -> int:
    return round(1000 * real_number(seconds, "checkpoint_seconds", 0, 1e9))


def _waits_for_device(durability: Durability) -> bool:
    if durability not in ("process", "fsync"):
        raise ValueError(f"durability {durability!r} is not one of 'process', 'fsync'")
    return durability == "fsync"
