"""The parallel writer: many threads fill one tree or ntuple of one file."""

from __future__ import annotations

import os
import weakref
from collections.abc import Mapping
from dataclasses import fields
from types import TracebackType
from typing import Any, Literal, SupportsFloat, SupportsIndex

from ramet import _core
from ramet.arguments import name_text, path_text, truth, whole_number
from ramet.errors import MisuseError
from ramet.session import shared_session
from ramet.sizes import byte_count
from ramet.tracing.trace import FileTrace, Trace
from ramet.tuning.profile import WriteProfile
from ramet.writing.columns.schema import Schema, projections_of, table_of
from ramet.writing.compression import CompressionLike, TableCompression, compress_columns
from ramet.writing.context import FillContext, part_number
from ramet.writing.leaving import leave
from ramet.writing.output import Durability, open_output
from ramet.writing.pool import ContextPool
from ramet.writing.reports import ContextReport, ProcessReport, Report, Status
from ramet.writing.shared import SharedFile, process_reports

__all__ = ["ParallelWriter", "session_of"]


class ParallelWriter:
    """Writes one file with one tree or ntuple, filled by any number of contexts at the same time: no lock while they
    fill, no merging, no copy of the file in memory. Any thread may call any method.

    >>> import numpy as np, ramet
    >>> with ramet.ParallelWriter("doc.root", "Events", {"x": "float32", "hits": "var * int32"}) as writer:
    ...     with writer.context() as context:
    ...         context.extend({"x": np.zeros(2), "hits": (np.array([0, 1, 3]), np.array([7, 8, 9]))})
    >>> writer.report().entries
    2

    Args:
        path: of the file, which is created, replaced or updated.
        tree: its name, with directories as "dir/Events".
        schema: a mapping from column names to types (see Column), or a structured dtype. With mode="update" it may be
            None, to continue a tree or ntuple of the file.
        mode: "create" a new file, or "update" an existing one, written by any program (see ramet.update).
        format: "ttree" or "rntuple". Ntuples accept columns of any type and ignore `form` and `counter`, which say how
            a tree stores lists.
        title: of the tree.
        classes: those that types in the schema name: their members' C++ types by name, or a ramet.Class.
        compression: "zstd:5", 505, ramet.ZSTD(5), or None for no compression. "default" is "zstd:5", and what the
            file's header says of one that is updated. A mapping from columns' names, or patterns as "Muon_*", to such:
            columns that it does not name have the default.
        order: "sequence": by the numbers of the contexts, independent of the number of threads; "arrival": in the order
            in which clusters reached the file.
        cluster_size: bytes, uncompressed, that a context gathers before it writes a cluster, as 1000000 or "16 MiB"; 0:
            16 MiB, or more where these would be less than 8 kB a branch. Of an ntuple at most 768 MiB.
        cluster_entries: the same as a number of entries, whichever comes first; 0 for no limit.
        basket_size: bytes, uncompressed, of a column that are compressed together: a basket, or a page.
        page_checksums: whether each page of an ntuple has a checksum, which readers check.
        memory_budget: bytes that all contexts together may hold.
        when_full: what a context does when it is used up. "write_smaller": end its cluster early; "wait": wait for
            clusters of others that are being written. If there are more contexts than the budget has room for clusters,
            some wait for their turn to fill one.
        hand_over: "gathered": few entries are gathered until they make a cluster of reasonable size; "exact":
            every `hand_over` of a context writes a cluster.
        encoder_threads: 0: the filling thread encodes and compresses; more: this many threads share that work.
        reproducible: fixed dates and UUID, and with order="sequence" the same bytes for any number of threads; number
            parts 0, 1, 2, ..., and begin them in that order.
        checkpoint_size: bytes, for example "100 MB", by which the file grows between automatic checkpoints, which are
            made by a context that has just written a cluster; 0 for none.
        checkpoint_seconds: the same by time; 0 for none. A reproducible file has none.
        durability: "process": checkpoints survive the death of the process; "fsync": also a power cut, since
            checkpoints and `close` wait for the device.
        profile: compressions of the columns and the size of clusters, as `ramet tune` found them: a file, or a
            ramet.WriteProfile. Replaces `compression`, and `cluster_size` unless that is given.

    Raises:
        FileMissingError: the file's directory does not exist.
        FileIOError: the system failed to create the file.
        TypeError: a type that cannot be stored.
        MisuseError: a type or name that cannot be stored, or no such compression; somebody else is writing the file.
        KeyInFileError: the tree to be continued does not exist.
        UnsupportedError: it cannot be continued; the branch or field is named.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        tree: str,
        schema: Schema | None = None,
        *,
        mode: Literal["create", "update"] = "create",
        format: Literal["ttree", "rntuple"] = "ttree",
        title: str = "",
        classes: Mapping[str, Any] | None = None,
        compression: TableCompression | Literal["default"] = "default",
        order: Literal["sequence", "arrival"] = "sequence",
        cluster_size: SupportsIndex | str = 0,
        cluster_entries: SupportsIndex = 0,
        basket_size: SupportsIndex | str = "256 KiB",
        page_checksums: bool = True,
        memory_budget: SupportsIndex | str = "1 GiB",
        when_full: Literal["write_smaller", "wait"] = "write_smaller",
        hand_over: Literal["gathered", "exact"] = "gathered",
        encoder_threads: SupportsIndex = 0,
        reproducible: bool = False,
        checkpoint_size: SupportsIndex | str = 0,
        checkpoint_seconds: SupportsFloat = 10,
        durability: Durability = "process",
        profile: WriteProfile | str | os.PathLike[str] | None = None,
    ) -> None:
        _require_choices(format=format, order=order, mode=mode, when_full=when_full, hand_over=hand_over)
        wanted = _profile_of(profile, compression)
        if schema is None and mode == "create":
            raise TypeError("a new file needs the schema of its tree")
        cluster_bytes = wanted.cluster_size if wanted and cluster_size == 0 else cluster_size
        sizes = _sizes_of(cluster_bytes, cluster_entries, basket_size)
        has_checksums = truth(page_checksums, "page_checksums")
        described = None if schema is None else table_of(schema, classes, format=format)
        tree, self._path = name_text(tree, "tree"), path_text(path)
        self._core = open_output(
            path,
            mode=mode,
            compression=_compress_each(described, compression, wanted),
            memory_budget=memory_budget,
            reproducible=reproducible,
            session=session_of(encoder_threads),
            checkpoint_size=checkpoint_size,
            checkpoint_seconds=checkpoint_seconds,
            durability=durability,
        )
        in_order = _core.Order.sequence if order == "sequence" else _core.Order.arrival
        policies = _policies_of(hand_over, when_full)
        try:
            if described is None:
                self._tree = self._core.open_table(tree, in_order, *sizes, *policies)
            else:
                kind = _core.Format.ttree if format == "ttree" else _core.Format.rntuple
                shown = *described, kind, in_order, *sizes, projections_of(schema)
                self._tree = self._core.add_table(tree, title, *shown, has_checksums, *policies)
        except BaseException:
            del self._core  # whoever catches this can try again: the file is nobody's
            raise
        self._contexts: weakref.WeakSet[FillContext] = weakref.WeakSet()
        self._closed, self._trace = False, FileTrace()

    def context(self, sequence: SupportsIndex | None = None) -> FillContext:
        """A new context, for one thread at a time.

        Args:
            sequence: the part of the job that its entries belong to; by default one more than that of the previous
                context.

        Raises:
            MisuseError: the writer is closed, or the memory budget leaves no room for one more.
        """
        context = FillContext(self._tree.context(part_number(sequence)), self._trace.trace)
        self._contexts.add(context)
        return context

    def add_columns(self, schema: Schema) -> None:
        """Add columns to an ntuple while it is being filled.

        New contexts have them, and existing ones after `refresh`. Entries without them get zeros, empty lists and
        missing values.

        Args:
            schema: as of the writer; projections may show existing columns.

        Raises:
            TypeError: a type that cannot be stored.
            MisuseError: a type or name that cannot be stored, or a tree: only ntuples support this.
        """
        self._tree.add_columns(table_of(schema, format="rntuple")[0], projections_of(schema))

    def checkpoint(self) -> None:
        """Write everything that contexts have handed over or ended, and make the file on disk valid; contexts may fill
        meanwhile.

        Any reader can open it from then on, even if this process dies. It does not contain entries that contexts hold:
        `hand_over` them first to include them. Raises FileIOError; the file then has the state of the checkpoint
        before.
        """
        self._core.checkpoint()

    def close(self) -> None:
        """Finish the file. A second time does nothing.

        Raises:
            MisuseError: contexts are open; or the file is complete, but contexts were dropped with entries that were
                not written.
            FileIOError: the system refused to write; it may be called again.
        """
        if not self._closed:
            self._core.close()
            self._closed = True
            self._trace.save()

    def share(self, *, counters: Any = None) -> SharedFile:
        """Let other processes fill the tree in parallel with this one. Send the result, which can be pickled, to them
        for `ramet.join`.

        A folder `NAME.journals` exists beside the file until the writer is closed. `close` requires that all joined
        processes have left or ended.

        Args:
            counters: for processes that share no memory, an object with `add`, `raise_to`, `load` and a length that all
                of them can reach, as in ramet.mpi; None: a file that is mapped into memory.

        Raises:
            MisuseError: the writer is closed, or another process shares a file of this name.
            FileIOError: the system refuses to make the folder.
        """
        return SharedFile(_core.share(self._core, counters))

    def processes(self) -> list[ProcessReport]:
        """The processes that have joined, and what they have written so far."""
        return process_reports(self._core)

    @property
    def saved_entries(self) -> int:
        """The number of entries saved by the last checkpoint, which readers find whatever happens to this process."""
        return self._tree.saved_entries

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return self._closed

    def pool(self, most_contexts: SupportsIndex) -> ContextPool:
        """A pool of contexts for any thread, with a maximum number at a time. Raises MisuseError for less than 1."""
        return ContextPool(self.context, most_contexts)

    def trace(self, into: str | os.PathLike[str] | Trace) -> Trace:
        """Record what contexts do that are made from now on: filling, encoding, compressing, writing, and waits.

        Args:
            into: the path of a trace, which is saved when the writer is closed; or a trace that others record to, too,
                and that is saved as it says (see ramet.trace).

        Returns:
            The trace.

        Raises:
            MisuseError: it has a trace.
        """
        trace = self._trace.begin(into)
        self._core.trace(trace.recorder)
        return trace

    def status(self) -> Status:
        """The current state; may be called at any time, from any thread."""
        core = self._core.status()
        return Status(**{field.name: getattr(core, field.name) for field in fields(Status)})

    def report(self) -> Report:
        """The amounts written so far, and the work of closed contexts."""
        core = self._tree.report()
        contexts = [
            ContextReport(number=one.number, entries=one.entries, clusters=one.clusters, **one.seconds)
            for one in core.contexts
        ]
        return Report(
            entries=core.entries,
            clusters=core.clusters,
            uncompressed_bytes=core.uncompressed_bytes,
            compressed_bytes=core.compressed_bytes,
            memory_peak=self._core.memory_peak,
            contexts=contexts,
        )

    def __enter__(self) -> ParallelWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        contexts = [] if error is None else list(self._contexts)  # that are open are an error of their own
        leave(error, f"{self._path!r} could not be finished", *(one.close for one in contexts), self.close)

    def __repr__(self) -> str:
        return f"<ParallelWriter of {self._path!r} ({'closed' if self._closed else 'open'})>"


def session_of(encoder_threads: SupportsIndex) -> _core.Session | None:
    """The session whose threads encode; none: the thread that fills does."""
    threads = whole_number(encoder_threads, "encoder_threads", 0, 2**31 - 1)
    if threads == 0:
        return None
    shared = shared_session()
    return shared if shared.threads == threads else _core.Session(threads)


def _sizes_of(
    cluster_size: SupportsIndex | str, cluster_entries: SupportsIndex, basket_size: SupportsIndex | str
) -> tuple[int, int, int]:
    entries = whole_number(cluster_entries, "cluster_entries", 0, 2**64 - 1)
    return byte_count(cluster_size, "cluster_size"), entries, byte_count(basket_size, "basket_size", 1, 2**30)


_CHOICES = {
    "format": ("ttree", "rntuple"),
    "order": ("sequence", "arrival"),
    "mode": ("create", "update"),
    "when_full": ("write_smaller", "wait"),
    "hand_over": ("gathered", "exact"),
}


def _compress_each(
    described: tuple[list[_core.ColumnSpec], list[_core.ClassSpec]] | None,
    compression: TableCompression,
    profile: WriteProfile | None,
) -> CompressionLike:
    """Give columns the compressions that they are to have of their own; the compression of the others."""
    if profile is not None:
        names = {column.name for column in described[0]} if described else set()
        own = {name: one for name, one in profile.columns.items() if name in names}
        if described is not None and own:
            compress_columns(described[0], own)
        return profile.compression
    if not isinstance(compression, Mapping):
        return compression
    if described is None:
        raise MisuseError("a continued tree has one compression for all columns")
    compress_columns(described[0], compression)
    return "default"


def _policies_of(hand_over: str, when_full: str) -> tuple[_core.HandOver, _core.WhenFull]:
    return (
        _core.HandOver.gathered if hand_over == "gathered" else _core.HandOver.exact,
        _core.WhenFull.wait if when_full == "wait" else _core.WhenFull.write_smaller,
    )


def _profile_of(
    profile: WriteProfile | str | os.PathLike[str] | None, compression: TableCompression
) -> WriteProfile | None:
    if profile is not None and compression != "default":
        raise MisuseError("give a profile or a compression: a profile has the compression of each column")
    return profile if profile is None or isinstance(profile, WriteProfile) else WriteProfile.read(profile)


def _require_choices(**chosen: str) -> None:
    for name, value in chosen.items():
        if value not in _CHOICES[name]:
            raise ValueError(f"{name} {value!r} is not one of {', '.join(map(repr, _CHOICES[name]))}")
