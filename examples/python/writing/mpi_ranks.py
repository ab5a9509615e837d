"""All ranks of an MPI job write one tree: mpiexec -n 4 python mpi_ranks.py. docs/guides/processes.md shows this."""

# Says: 24000 entries

# docs: begin ranks
import numpy as np
import ramet.mpi
from mpi4py import MPI

comm = MPI.COMM_WORLD
with ramet.mpi.MPIWriter(comm, "ranks.root", "Events", {"part": "int32", "x": "float32"}) as writer:
    for part in range(comm.rank, 12, comm.size):
        with writer.context(part) as context:
            context.extend({"part": np.full(2_000, part), "x": np.random.default_rng(part).normal(size=2_000)})
# docs: end ranks

report = writer.report()
if report is not None:  # on rank 0
    print(f"{report.entries} entries")
