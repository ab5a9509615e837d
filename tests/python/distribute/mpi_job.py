"""Rank 0 computes a frame on the other ranks: mpiexec -n 3 python -m mpi4py.futures mpi_job.py FILE..."""

from __future__ import annotations

import sys

import ramet
from mpi4py.futures import MPIPoolExecutor


def total() -> ramet.Result[float]:
    """What is asked."""
    return ramet.frame(sys.argv[1:]).filter("x > 20").sum("w")


if __name__ == "__main__":
    alone, spread = total(), total()
    with MPIPoolExecutor() as executor:
        spread.run(on=executor)
        print(f"{executor.num_workers} workers, equal: {spread.value == alone.value}")
