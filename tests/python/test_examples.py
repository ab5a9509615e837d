"""Every example of examples/python runs, away from the source tree, and says what it should."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import ramet

EXAMPLES = Path(__file__).parents[2] / "examples" / "python"
SAID = {
    "first_file": "10.0\n",
    "histogram": "100000 entries, mean 91.2 GeV, peak at 91 GeV\n",
    "parallel_fill": "400000\n",
}


def test_no_example_is_forgotten() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.py")} == set(SAID)


@pytest.mark.parametrize("name", sorted(SAID))
def test_example_runs_and_is_quiet_otherwise(name: str, tmp_path: Path) -> None:
    command = [sys.executable, "-W", "error", str(EXAMPLES / f"{name}.py")]
    environment = {**os.environ, "PYTHONPATH": str(Path(ramet.__file__).parents[1])}
    run = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, timeout=120
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, SAID[name], "")
