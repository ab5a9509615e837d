"""Frames written into files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import Any

from ramet import _core
from ramet.arguments import names_in
from ramet.errors import MisuseError
from ramet.frames.parquet import WriteParquet
from ramet.frames.results import Result
from ramet.session import shared_session
from ramet.writing.compression import compression_code

__all__ = ["snapshot_of"]


def snapshot_of(
    frame: Any,
    path: str | os.PathLike[str],
    name: str,
    columns: str | Iterable[str] | None,
    *,
    format: str,
    compression: Any,
    update: bool,
    cluster: tuple[int, int],
    counted: bool,
    variations: bool,
    along: str | Iterable[str],
) -> Result[Any]:
    """A result that writes columns of a frame when it is computed; its value is a frame of what was written."""
    if not isinstance(name, str):
        raise TypeError(f"the name of a tree is {name!r}: columns stand behind it, snapshot(path, columns=...)")
    formats = {"ttree": _core.Format.ttree, "rntuple": _core.Format.rntuple}
    if not format:
        format = "parquet" if os.fspath(path).lower().endswith(".parquet") else "ttree"
    taken = [along] if isinstance(along, str) else list(along)
    if format == "parquet":
        if variations or taken:
            raise MisuseError("a snapshot in Parquet has no variations, and takes nothing along")
        return _parquet(frame, os.fspath(path), columns, compression, update=update, cluster=cluster)
    if format not in formats:
        raise MisuseError(f"format={format!r}: there are 'ttree', 'rntuple' and 'parquet'")
    chosen = _chosen_columns(frame.core, columns)
    directory, _, last = name.rpartition("/")
    file = os.fspath(path)
    booked = frame.core.snapshot(
        file,
        directory,
        last,
        chosen,
        formats[format],
        counted and not variations,
        None if compression is None else compression_code(compression),
        update,
        *cluster,
        variations,
        taken,
        shared_session(),
    )

    def read(of: _core.Booked) -> Any:
        from ramet.frames.sources import frame as make_frame

        of.snapshot_entries()
        return make_frame(f"{file}:{name}")

    made: Result[Any] = frame._result(booked, read, f"snapshot of {len(chosen)} columns in {file!r}")
    return made


def _parquet(
    frame: Any,
    path: str,
    columns: str | Iterable[str] | None,
    compression: Any,
    *,
    update: bool,
    cluster: tuple[int, int],
) -> Result[Any]:
    if update or cluster[1]:
        raise MisuseError("update and cluster_bytes are of ROOT files, and not of Parquet")
    chosen = _chosen_columns(frame.core, columns)
    action = WriteParquet(path, chosen, [frame.core.type(name) for name in chosen], compression, cluster[0])

    def read(of: _core.Booked) -> Any:
        from ramet.frames.sources import frame as make_frame

        of.result()
        return make_frame(path)

    made: Result[Any] = frame._result(frame.core.book(action, chosen), read, action.name, action)
    return made


def _chosen_columns(core: _core.Frame, columns: str | Iterable[str] | None) -> list[str]:
    if columns is None:
        return core.columns_to_store()
    known = [name for name, *_ in core.columns()]
    if not isinstance(columns, str) or columns in known:
        return names_in(columns)
    try:
        pattern = re.compile(columns)
    except re.error as error:
        raise MisuseError(f"columns {columns!r} are no regular expression: {error}") from None
    found = [name for name in known if pattern.fullmatch(name)]
    if not found:
        raise MisuseError(f"no column matches {columns!r}")
    return found
