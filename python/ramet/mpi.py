"""One file that all ranks of an MPI job write, with mpi4py: `pip install mpi4py`.

Import it as `ramet.mpi`; nothing else of ramet needs MPI.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any

import numpy as np
from mpi4py import MPI
from ramet import _core
from ramet.errors import MisuseError, add_note
from ramet.writing.columns.schema import Schema
from ramet.writing.context import FillContext
from ramet.writing.joined import JoinedWriter, join
from ramet.writing.parallel import ParallelWriter
from ramet.writing.reports import Report

__all__ = ["MPIWriter", "WindowCounters"]


class WindowCounters:
    """Counters in a window of rank 0's memory, which every rank adds to without rank 0 doing anything.

    Making and freeing it is collective. Threads: any, when MPI allows it.
    """

    def __init__(self, comm: MPI.Intracomm, count: int) -> None:
        size = 8 * count if comm.rank == 0 else 0
        self._window = MPI.Win.Allocate(size, 8, comm=comm)
        self._count = count
        self._lock = threading.Lock()
        if comm.rank == 0:
            self._window.Lock(0)
            zeros = np.zeros(count, dtype=np.uint64)
            self._window.Put([zeros, MPI.UINT64_T], 0)
            self._window.Unlock(0)
        comm.Barrier()
        self._window.Lock_all()

    def __len__(self) -> int:
        return self._count

    def _fetch_and(self, operation: MPI.Op, counter: int, operand: int) -> int:
        given, before = np.array([operand], dtype=np.uint64), np.zeros(1, dtype=np.uint64)
        with self._lock:
            self._window.Fetch_and_op([given, MPI.UINT64_T], [before, MPI.UINT64_T], 0, counter, operation)
            self._window.Flush(0)
        return int(before[0])

    def add(self, counter: int, amount: int) -> int:
        """Add to a counter; returns its value before."""
        return self._fetch_and(MPI.SUM, counter, amount)

    def raise_to(self, counter: int, least: int) -> int:
        """Raise a counter to `least` if it is smaller; returns its value before."""
        return self._fetch_and(MPI.MAX, counter, least)

    def load(self, counter: int) -> int:
        """The value of a counter."""
        return self._fetch_and(MPI.NO_OP, counter, 0)

    def free(self) -> None:
        """Free the window. Collective."""
        self._window.Unlock_all()
        self._window.Free()


class MPIWriter:
    """Writes one tree or ntuple with all ranks of a communicator: each encodes, compresses and writes its own clusters.

    Rank 0 owns the file; space comes from a counter in its memory, by one-sided additions. Ranks need no shared
    memory, only a file system on which they see each other's writes (Lustre, GPFS, CephFS or BeeGFS, but not NFS, which
    writes whole pages). The constructor, `checkpoint` and `close` are collective: every rank calls them. Each rank uses
    its contexts independently. An error of one rank in a collective call is raised on all.

    Args:
        comm: the communicator, as mpi4py.MPI.COMM_WORLD.
        path: of the file, which is replaced if it exists.
        tree: its name, with directories as "dir/Events".
        schema: as of ParallelWriter; only rank 0's counts.
        options: those of ParallelWriter; only rank 0's count.

    Raises:
        RametError: as ParallelWriter and ramet.join do.
    """

    def __init__(
        self, comm: MPI.Intracomm, path: str | os.PathLike[str], tree: str, schema: Schema, **options: Any
    ) -> None:
        self._comm = comm
        self._owner: ParallelWriter | None = None
        self._joined: JoinedWriter | None = None
        self._closed = False
        self._last_report: Report | None = None
        self._counters = WindowCounters(comm, _core.counters_for(1))
        shared = self._by_rank_0(lambda: self._create(path, tree, schema, options))
        self._by_all(lambda: self._join(shared))

    def _create(self, path: str | os.PathLike[str], tree: str, schema: Schema, options: dict[str, Any]) -> Any:
        self._owner = ParallelWriter(path, tree, schema, **options)
        return self._owner.share(counters=self._counters)

    def _join(self, shared: Any) -> None:
        if self._comm.rank != 0:
            self._joined = join(shared, counters=self._counters)

    def context(self, sequence: int | None = None) -> FillContext:
        """A new context of this rank, for one thread at a time.

        Args:
            sequence: the part of the job that its entries belong to; by default one that no context of any rank had.

        Raises:
            MisuseError: the writer is closed, or the memory budget leaves no room for one more.
        """
        writer = self._owner if self._owner is not None else self._joined
        if writer is None or self._closed:
            raise MisuseError("the MPI writer is closed")
        return writer.context(sequence)

    def checkpoint(self) -> None:
        """Write everything that contexts of all ranks have handed over or ended, so that the file on disk is valid.
        Collective.

        Raises FileIOError on all ranks; the file then has the state of the previous checkpoint."""
        self._by_all(lambda: self._joined.flush() if self._joined is not None else None)
        self._by_rank_0(lambda: self._owner.checkpoint() if self._owner is not None else None)

    def close(self) -> None:
        """Finish the file. Collective; a second time does nothing.

        Raises, on all ranks:
            MisuseError: contexts are open on some rank.
            FileIOError: the system refused to write; it may be tried again.
        """
        if self._closed:
            return
        self._by_all(lambda: self._joined.close() if self._joined is not None else None)
        self._by_rank_0(lambda: self._owner.close() if self._owner is not None else None)
        self._closed = True
        self._comm.Barrier()
        self._last_report = self.report()
        self._owner = self._joined = None
        self._counters.free()

    def report(self) -> Report | None:
        """The current contents of the file, on rank 0; None on the others."""
        return self._last_report if self._owner is None else self._owner.report()

    def _by_all(self, work: Callable[[], Any]) -> None:
        """Do something on every rank; what fails on one is raised on all."""
        error: Exception | None = None
        try:
            work()
        except Exception as caught:
            error = caught
        failed = [(rank, one) for rank, one in enumerate(self._comm.allgather(error)) if one is not None]
        if error is not None:
            raise error
        if failed:
            rank, other = failed[0]
            raise type(other)(f"rank {rank}: {other}")

    def _by_rank_0(self, work: Callable[[], Any]) -> Any:
        """Do something on rank 0; all have its result, or its error."""
        result: Any = None
        error: Exception | None = None
        if self._comm.rank == 0:
            try:
                result = work()
            except Exception as caught:
                error = caught
        result, failure = self._comm.bcast((result, error), root=0)
        if error is not None:
            raise error
        if failure is not None:
            raise type(failure)(f"rank 0: {failure}")
        return result

    def __enter__(self) -> MPIWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            self.close()
        elif isinstance(error, Exception):
            # The other ranks are told by whatever stops the job; a collective call would wait for them for ever.
            add_note(error, "the file has what the last checkpoint saved")

    def __repr__(self) -> str:
        return f"<MPIWriter, rank {self._comm.rank} of {self._comm.size} ({'closed' if self._closed else 'open'})>"
