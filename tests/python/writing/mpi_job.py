"""The program that every rank of test_mpi.py runs: python mpi_job.py FILE FORMAT PARTS."""

from __future__ import annotations

import sys

import numpy as np
import ramet
import ramet.mpi
from mpi4py import MPI

PART = 300


def main(path: str, format: str, parts: int) -> None:
    comm = MPI.COMM_WORLD
    with ramet.mpi.MPIWriter(comm, path, "Events", {"n": "int64", "rank": "int32"}, format=format) as writer:
        for part in range(comm.rank, parts, comm.size):
            with writer.context(part) as context:
                context.extend({"n": np.arange(part * PART, (part + 1) * PART), "rank": np.full(PART, comm.rank)})
        writer.checkpoint()
        if comm.rank == 0:
            with ramet.open(f"{path}:Events") as tree:
                assert tree.num_entries == parts * PART
        try:
            held = writer.context() if comm.rank == comm.size - 1 else None
            writer.close()
            raise SystemExit("a context was open on one rank, and close was satisfied")
        except ramet.MisuseError as error:
            if "fill contexts" not in str(error):
                raise
        if held is not None:
            held.close()
    report = writer.report()
    assert (report is None) == (comm.rank != 0)
    if report is not None:
        print("entries", report.entries, "ranks", comm.size)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
