"""The interpreter ends while daemon threads fill and read: the process is not aborted, and keeps its exit status."""

from __future__ import annotations

import pathlib
import subprocess
import sys

import pytest

FILL = """
import sys, threading, time
import numpy as np
import ramet

sys.setswitchinterval(1e-6)  # threads are ended between any two steps of Python code
writer = ramet.ParallelWriter(sys.argv[1], "T", {"x": "float64"})
batch = {"x": np.arange(1000.0)}

def fill():
    with writer.context() as context:
        while True:
            context.extend(batch)

for _ in range(3):
    threading.Thread(target=fill, daemon=True).start()
time.sleep(0.1)
print("done", flush=True)
"""

READ = """
import sys, threading, time
import numpy as np
import ramet

sys.setswitchinterval(1e-6)
with ramet.recreate(sys.argv[1]) as file:
    file.mktree("T", {"x": "float64"}).extend({"x": np.arange(100000.0)})

def read():
    while True:
        with ramet.open(sys.argv[1]) as file:
            file["T"].arrays(library="np")

for _ in range(3):
    threading.Thread(target=read, daemon=True).start()
time.sleep(0.1)
print("done", flush=True)
"""


@pytest.mark.parametrize("program", [FILL, READ], ids=["fill", "read"])
def test_daemon_threads_do_not_abort_the_process(program: str, tmp_path: pathlib.Path) -> None:
    for number in range(8):
        result = subprocess.run(
            [sys.executable, "-c", program, str(tmp_path / f"{number}.root")],
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert result.stdout == "done\n"
        assert result.returncode == 0, result.stderr
        assert "terminate called" not in result.stderr
