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
from ramet.writing.columns.schema import Column, table_of
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
    known = {entry[0]: entry for entry in frame.core.columns()}
    chosen = _chosen_columns(frame.core, known, columns)
    schema, names = _schema_of(frame.core, known, chosen, is_tree=format == "ttree", counted=counted and not variations)
    specs, classes = table_of(schema, format=format)
    for spec in specs:
        entry = known.get(names[spec.name])
        if entry is not None and spec.counter == entry[4]:
            spec.has_unsigned_counter = entry[5]
    directory, _, last = name.rpartition("/")
    file = os.fspath(path)
    booked = frame.core.snapshot(
        file,
        directory,
        last,
        "",
        specs,
        classes,
        [names[spec.name] for spec in specs],
        formats[format],
        None if compression is None else compression_code(compression),
        update,
        *cluster,
        variations,
        taken,
        shared_session() if taken else None,
    )

    def read(of: _core.Booked) -> Any:
        from ramet.frames.sources import frame as make_frame

        of.snapshot_entries()
        return make_frame(f"{file}:{name}")

    made: Result[Any] = frame._result(booked, read, f"snapshot of {len(specs)} columns in {file!r}")
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
    known = {entry[0]: entry for entry in frame.core.columns()}
    chosen = _chosen_columns(frame.core, known, columns)
    action = WriteParquet(path, chosen, [frame.core.type(name) for name in chosen], compression, cluster[0])

    def read(of: _core.Booked) -> Any:
        from ramet.frames.sources import frame as make_frame

        of.result()
        return make_frame(path)

    made: Result[Any] = frame._result(frame.core.book(action, chosen), read, action.name, action)
    return made


def _chosen_columns(core: _core.Frame, known: dict[str, Any], columns: str | Iterable[str] | None) -> list[str]:
    if isinstance(columns, str) and columns not in known:
        try:
            pattern = re.compile(columns)
        except re.error as error:
            raise MisuseError(f"columns {columns!r} are no regular expression: {error}") from None
        found = [name for name in known if pattern.fullmatch(name)]
        if not found:
            raise MisuseError(f"no column matches {columns!r}")
        return found
    if columns is not None:
        return names_in(columns)
    parents = {name.rpartition(".")[0] for name in known}
    return [name for name in known if not name.startswith("_collection") and name not in parents]


def _schema_of(
    core: _core.Frame, known: dict[str, Any], chosen: list[str], *, is_tree: bool, counted: bool
) -> tuple[dict[str, Any], dict[str, str]]:
    """Types by the names in the file, and the columns of the frame by these. Counters come with what they count."""
    schema: dict[str, Any] = {}
    names: dict[str, str] = {}
    counters = set()
    for column in chosen:
        stored = re.sub(r"[^A-Za-z0-9_]", "_", column.removeprefix("#"))
        entry = known.get(column)
        kind = str(entry[1] if entry is not None else core.type(column))
        is_counted = is_tree and counted and entry is not None and entry[3] == "source"
        counter = entry[4] if is_counted and entry is not None else ""
        if counter:
            counters.add(counter)
            schema[stored] = Column(kind, counter=counter)
        elif is_tree and (kind.startswith("var *") or kind == "string"):
            schema[stored] = Column(kind, form="vector")
        else:
            schema[stored] = kind
        names[stored] = column
    for counter in counters & schema.keys():
        del schema[counter]
    return schema, names
