"""Files of a real XRootD server, by the client's Python package."""

from __future__ import annotations

import json
import pickle
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import ramet
import ROOT
from xrootd_server import XRootDServer

VALUES = np.random.default_rng(1).normal(size=200_000)


@pytest.fixture(scope="module")
def server() -> Iterator[XRootDServer]:
    # Below a folder that the server's user may enter, which pytest's own are not.
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        for run in (1, 2):
            with ramet.recreate(folder / f"run{run}.root") as file:
                file.mktree("Events", {"x": "float64", "n": "int32"}, cluster_size=300_000).extend(
                    {"x": VALUES, "n": np.full(len(VALUES), run, "int32")}
                )
        with XRootDServer(folder) as server:
            yield server


def test_a_file_of_xrootd_is_read(server: XRootDServer) -> None:
    with ramet.open(f"{server.url}/run1.root:Events") as events:
        assert np.array_equal(events["x"].array(library="np"), VALUES)
        again = pickle.loads(pickle.dumps(events))
    assert again["n"].array(library="np")[0] == 1
    assert ROOT.RDataFrame("Events", f"{server.url}/run1.root").Count().GetValue() == len(VALUES)


def test_patterns_are_listed_and_frames_run_over_them(server: XRootDServer) -> None:
    both = ramet.open_many(f"{server.url}/run*.root:Events")
    assert [int(n) for n in np.unique(both["n"].array(library="np"))] == [1, 2]
    frame = ramet.frame(f"{server.url}/run*.root:Events").filter("x > 0")
    assert frame.count().value == 2 * int((VALUES > 0).sum())


def test_what_is_not_there_is_named(server: XRootDServer) -> None:
    with pytest.raises(ramet.FileMissingError, match=r"run3\.root"):
        ramet.open(f"{server.url}/run3.root")
    with pytest.raises(ramet.KeyInFileError, match="Event"):
        ramet.open(f"{server.url}/run1.root:Event")
    with pytest.raises(ramet.FileMissingError, match="no file matches"):
        ramet.open_many(f"{server.url}/none*.root:Events")
    assert ramet.open(f"{server.url}/none.root|{server.url}/run2.root:Events").num_entries == len(VALUES)


def _program(*words: str) -> subprocess.CompletedProcess[str]:
    program = shutil.which("ramet")
    assert program is not None
    return subprocess.run([program, *words], capture_output=True, text=True, timeout=120)


def test_the_program_reads_them_by_its_plugin(server: XRootDServer) -> None:
    listed = _program("ls", f"{server.url}/run1.root")
    assert (listed.returncode, listed.stderr) == (0, "")
    assert "Events" in listed.stdout
    traced = _program("trace", "--io", f"{server.url}/run1.root:Events", "--branch", "x,n", "--json")
    assert traced.returncode == 0, traced.stderr
    found = json.loads(traced.stdout)["all"]
    assert found["bytes"] >= VALUES.nbytes * 0.8
    assert found["depth"] <= 3
    copies = _program(
        "scan", f"{server.url}/none.root|{server.url}/run2.root:Events", "n", "-n", "1", "--format", "csv"
    )
    assert copies.stdout.splitlines() == ["entry,n", "0,2"]


def test_the_program_says_what_the_server_says(server: XRootDServer) -> None:
    missing = _program("ls", f"{server.url}/run3.root")
    assert missing.returncode == 1
    assert f"cannot open '{server.url}/run3.root': " in missing.stderr
    assert "no such file" in missing.stderr.lower()
