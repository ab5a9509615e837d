"""Open new and existing files for writing."""

from __future__ import annotations

import os
from typing import Any, BinaryIO, Literal, cast

from ramet.arguments import Path, path_text
from ramet.errors import FileThereError
from ramet.reading.choosing.options import FOR_WRITING, refuse_options
from ramet.session import shared_session
from ramet.writing.compression import CompressionLike
from ramet.writing.files.stream import StreamCopy, is_stream
from ramet.writing.files.writable import WritableFile
from ramet.writing.output import create_output, update_output

__all__ = ["create", "recreate", "update"]

Target = Path | BinaryIO


def recreate(
    path: Target, *, compression: CompressionLike = "zstd:5", reproducible: bool = False, **options: Any
) -> WritableFile:
    """Create a file; an existing one is replaced.

    Args:
        path: of the file; or a stream to write and seek in, as io.BytesIO: `checkpoint` and `close` copy the file to it
            from a temporary one.
        compression: "zstd:5", "lz4", 505, ramet.ZSTD(5), or None for no compression.
        reproducible: fixed dates and UUID: the same calls give the same bytes.
        options: of uproot: `initial_directory_bytes` and `initial_streamers_bytes` have no effect.

    Raises:
        FileMissingError: its directory does not exist.
        FileIOError: the system failed to create it.
        MisuseError: somebody else is writing it, or there is no such compression.
    """
    refuse_options("recreate", options, FOR_WRITING)
    stream = StreamCopy(path) if is_stream(path) else None
    place = cast("Path", path) if stream is None else stream.path
    core = create_output(
        place, compression=compression, memory_budget="1 GiB", reproducible=reproducible, session=shared_session()
    )
    return WritableFile(place, core, stream)


def create(
    path: Path, *, compression: CompressionLike = "zstd:5", reproducible: bool = False, **options: Any
) -> WritableFile:
    """Create a file that does not exist yet.

    Args:
        path: of the file.
        compression: as in `recreate`.
        reproducible: as in `recreate`.
        options: as in `recreate`.

    Raises:
        FileThereError: the name exists already.
        FileMissingError: as `recreate`, like all others.
    """
    refuse_options("create", options, FOR_WRITING)
    place = path_text(path)
    try:
        os.close(os.open(place, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
    except FileExistsError:
        raise FileThereError(f"the file {place!r} exists: `recreate` replaces it") from None
    except OSError:  # `recreate` says what is wrong
        return recreate(path, compression=compression, reproducible=reproducible)
    try:
        return recreate(path, compression=compression, reproducible=reproducible)
    except BaseException:
        os.remove(place)  # noqa: PTH107 - as above, of a text
        raise


def update(
    path: Target,
    *,
    compression: CompressionLike | Literal["default"] = "default",
    reproducible: bool = False,
    overwrite_leftovers: bool = False,
    **options: Any,
) -> WritableFile:
    """Open an existing file, written by any program, to add, replace and remove objects, and to continue trees and
    ntuples.

    The file is unchanged until `checkpoint` or `close`, and valid at every moment. Nobody else can update or recreate
    it meanwhile; readers see the state in which they opened it.

    Args:
        path: of the file; or a stream to read, write and seek in, as of `recreate`.
        compression: of what is added, as in `recreate`; "default" is that of the file's header.
        reproducible: fixed dates of what is added.
        overwrite_leftovers: also update a file whose last writer died. Records that it wrote but did not commit are
            then lost; run `ramet recover` first to find them.
        options: as in `recreate`.

    Raises:
        FileMissingError: there is no such file.
        FileIOError: the system refuses to open it for writing.
        CorruptError: the file is truncated, or was not closed by its writer (see `overwrite_leftovers`).
        MisuseError: somebody else is writing it, or there is no such compression.

    >>> import numpy as np, ramet
    >>> with ramet.recreate("doc.root") as file:
    ...     file["Events"] = {"x": np.arange(3)}
    >>> with ramet.update("doc.root") as file:
    ...     file["Events"].extend({"x": np.arange(2)})
    ...     file["more/Events"] = {"y": np.zeros(4)}
    >>> with ramet.open("doc.root") as file:
    ...     print(file["Events"].num_entries, file.keys(recursive=True))
    5 ['Events;1', 'more;1', 'more/Events;1']
    """
    refuse_options("update", options, FOR_WRITING)
    stream = StreamCopy(path) if is_stream(path) else None
    if stream is not None:
        stream.load()
    place = cast("Path", path) if stream is None else stream.path
    core = update_output(
        place,
        compression=compression,
        memory_budget="1 GiB",
        reproducible=reproducible,
        overwrite_leftovers=overwrite_leftovers,
        session=shared_session(),
    )
    return WritableFile(place, core, stream)
