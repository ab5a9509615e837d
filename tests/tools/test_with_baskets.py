"""What benchmarks/harness/with_baskets.py adds to the row of a harness, and what it leaves as it is."""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys

import pytest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "benchmarks" / "harness" / "with_baskets.py"
HARNESS = """
import json, pathlib, resource, sys
if "--keep" not in sys.argv: sys.exit(3)
if "--fails" in sys.argv: sys.exit(2)
import uproot
with uproot.recreate(pathlib.Path(sys.argv[sys.argv.index("--folder") + 1]) / "AOD_tree.root") as file:
    file.mktree("AOD", {"x": "int32"}).extend({"x": list(range(1000))})
print("a table")
print(json.dumps({"memory": 7}))
"""
MEMORY = """
import json, resource
print(json.dumps({"memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))
"""


def run(folder: pathlib.Path, program: str, *options: str) -> subprocess.CompletedProcess[str]:
    pytest.importorskip("uproot")
    command = [sys.executable, str(SCRIPT), sys.executable, "-c", program, "--folder", str(folder), *options]
    return subprocess.run(command, capture_output=True, text=True)


def test_the_row_has_the_median_of_baskets_and_files_go(tmp_path: pathlib.Path) -> None:
    (tmp_path / "other.root").write_bytes(b"not the harness's")
    (tmp_path / "AOD_tree.root").write_bytes(b"left by a run that was killed")
    finished = run(tmp_path, HARNESS)
    text, row = finished.stdout.splitlines()
    assert finished.returncode == 0
    assert text == "a table"
    assert json.loads(row)["memory"] == 7
    assert 0 < json.loads(row)["basket_bytes"] < 4000
    assert [path.name for path in tmp_path.iterdir()] == ["other.root"]


def test_the_memory_of_the_program_is_not_that_of_the_script(tmp_path: pathlib.Path) -> None:
    with_uproot = run(tmp_path, "import uproot\n" + MEMORY)
    without = run(tmp_path, MEMORY)
    assert json.loads(without.stdout)["memory"] < 0.5 * json.loads(with_uproot.stdout)["memory"]


def test_the_exit_code_is_that_of_the_program(tmp_path: pathlib.Path) -> None:
    assert run(tmp_path, HARNESS, "--fails").returncode == 2
