"""Opening files for writing."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Literal

from ramet import _core
from ramet.errors import FileIOError, FileMissingError
from ramet.sizes import byte_count
from ramet.writing.compression import CompressionLike, compression_code

__all__ = ["Durability", "create_output", "open_output", "update_output"]

Durability = Literal["process", "fsync"]


def create_output(
    path: str | os.PathLike[str],
    *,
    compression: CompressionLike,
    memory_budget: int | str,
    reproducible: bool,
    encoder: _core.Session | None,
    checkpoint_size: int | str = 0,
    checkpoint_seconds: float = 10,
    durability: Durability = "process",
) -> _core.ParallelWriter:
    """Begin a new file, in place of what was there. Raises FileMissingError when its directory is not there."""
    code, budget = compression_code(compression), byte_count(memory_budget)
    every = byte_count(checkpoint_size), round(1000 * checkpoint_seconds)
    fsync = _waits_for_device(durability)
    try:
        return _core.ParallelWriter.create(os.fspath(path), code, budget, reproducible, *every, fsync, encoder)
    except FileIOError as error:
        if Path(path).parent.is_dir():
            raise
        raise FileMissingError(str(error)) from None


def update_output(
    path: str | os.PathLike[str],
    *,
    compression: CompressionLike | Literal["default"],
    memory_budget: int | str,
    reproducible: bool,
    overwrite_leftovers: bool,
    encoder: _core.Session | None,
    checkpoint_size: int | str = 0,
    checkpoint_seconds: float = 10,
    durability: Durability = "process",
) -> _core.ParallelWriter:
    """Open a file that is there to change it. Raises FileMissingError when it is not, MisuseError when somebody else
    is writing it."""
    code = None if compression == "default" else compression_code(compression)
    every = byte_count(checkpoint_size), round(1000 * checkpoint_seconds)
    budget = byte_count(memory_budget)
    if not Path(path).exists():
        raise FileMissingError(f"no file {os.fspath(path)!r} to change")
    fsync = _waits_for_device(durability)
    return _core.ParallelWriter.update(
        os.fspath(path), code, budget, reproducible, *every, overwrite_leftovers, fsync, encoder
    )


def open_output(
    path: str | os.PathLike[str],
    *,
    mode: Literal["create", "update"],
    compression: CompressionLike | Literal["default"],
    memory_budget: int | str,
    reproducible: bool,
    encoder: _core.Session | None,
    checkpoint_size: int | str,
    checkpoint_seconds: float,
    durability: Durability,
) -> _core.ParallelWriter:
    """Begin a new file, or open one to change it. Raises as these do."""
    common: dict[str, Any] = {
        "memory_budget": memory_budget,
        "reproducible": reproducible,
        "encoder": encoder,
        "checkpoint_size": checkpoint_size,
        "checkpoint_seconds": checkpoint_seconds,
        "durability": durability,
    }
    if mode == "create":
        return create_output(path, compression="zstd:5" if compression == "default" else compression, **common)
    return update_output(path, compression=compression, overwrite_leftovers=False, **common)


def _waits_for_device(durability: Durability) -> bool:
    if durability not in ("process", "fsync"):
        raise ValueError(f"durability {durability!r} is not one of 'process', 'fsync'")
    return durability == "fsync"
