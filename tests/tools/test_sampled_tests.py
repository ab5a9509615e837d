"""The option --one-in of all Python tests."""

from __future__ import annotations

import pathlib
import subprocess
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]


def collected(one_in: int) -> list[str]:
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "tests/tools/lint", "--one-in", str(one_in)]
    output = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False).stdout
    return [line for line in output.splitlines() if "::" in line]


def test_a_sample_of_tests_is_the_same_each_time() -> None:
    every, some = collected(1), collected(2)
    assert set(some) < set(every)
    assert some == collected(2)
    assert collected(1_000_000_000) == []
