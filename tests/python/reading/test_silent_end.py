"""The end of the interpreter reports neither leaks, nor threads that still read."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import ramet

PROGRAMS = {
    "all is held": "t = ramet.open(path)['T']; column = t['x']; values = column.array(); h = ramet.open(path)['h']",
    "an object and its members": "found = ramet.open(path).object_of('h'); axis, bases = found.fXaxis, found.bases",
    "a generator in the middle": "steps = ramet.open(path)['T'].iterate(step_size=2); next(steps)",
    "an error that is kept": "try: ramet.open(path)['T']['y']\nexcept KeyError as error: kept = error",
    "an open writer": "writer = ramet.ParallelWriter(path + '.new', 'T', {'x': 'int32'}); context = writer.context()",
    "a cycle": "held = [ramet.open(path)['T']]; held.append(held)",
    "a class and a function": "class A: tree = ramet.open(path)['T']\ndef f(tree=A.tree): return tree",
    "threads that end": "t = ramet.open(path)['T']; threading.Thread(target=t.arrays).start()",
    "a daemon thread that waits": "t = ramet.open(path)['T']\n"
    "threading.Thread(target=lambda: (t, threading.Event().wait()), daemon=True).start()",
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_interpreter_ends_in_silence(tmp_path: Path, program: str) -> None:
    path = tmp_path / "x.root"
    with ramet.recreate(path) as file:
        file["T"] = {"x": np.arange(10)}
        file["h"] = np.histogram([1.0, 2.0], bins=3)
    text = f"import threading, ramet\npath = {str(path)!r}\n{PROGRAMS[program]}"
    environment = os.environ | {"PYTHONPATH": str(Path(ramet.__path__[0]).parent)}
    ended = subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, check=False, timeout=60, env=environment
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
