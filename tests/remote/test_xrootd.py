"""Files of a real XRootD server, by the client's Python package.

ROOT brings another version of that client, and makes its names those of the whole process, so that a process with both
may crash: ROOT is asked in a process of its own.
"""

from __future__ import annotations

import json
import pickle
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import ramet
from xrootd_server import XRootDServer, free_port

VALUES = np.random.default_rng(1).normal(size=200_000)
ENTRIES_IN_ROOT = """
import sys, ROOT
print(ROOT.RDataFrame("Events", sys.argv[1]).Count().GetValue())
"""


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
    asked = [sys.executable, "-c", ENTRIES_IN_ROOT, f"{server.url}/run1.root"]
    told = subprocess.run(asked, capture_output=True, text=True, timeout=120)
    assert told.stdout.split()[-1:] == [str(len(VALUES))], told.stderr


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


def test_nobody_at_a_port_is_told_in_time() -> None:
    begin = time.monotonic()
    with pytest.raises(ramet.FileIOError, match=r"none\.root.*TimeoutError: open: no answer in 0\.5 s"):
        ramet.open(f"root://127.0.0.1:{free_port()}//none.root", timeout=0.5)
    assert time.monotonic() - begin < 20  # the client alone takes a minute


def test_a_frozen_server_is_given_up(server: XRootDServer) -> None:
    with ramet.open(f"{server.url}/run1.root:Events", timeout=0.5) as events:
        server.freeze()
        try:
            with pytest.raises(ramet.FileIOError, match=r"run1\.root.*TimeoutError"):
                events["x"].array(library="np")
            with pytest.raises(ramet.FileIOError, match=r"run2\.root.*TimeoutError: open"):
                ramet.open(f"{server.url}/run2.root", timeout=0.5)
        finally:
            server.thaw()
        assert np.array_equal(events["x"].array(library="np"), VALUES)


WAITING = """
import sys, ramet
how, place = sys.argv[1:]
if how == "open":
    print("ready", flush=True)
    ramet.open(place)
else:
    events = ramet.open(place)
    print("ready", flush=True)
    sys.stdin.readline()
    print("begins", flush=True)
    events["x"].array(entry_stop=10)  # of one basket, which the main thread reads
"""


@pytest.mark.parametrize("how", ["open", "read"])
def test_an_interrupt_ends_the_wait_for_a_frozen_server(how: str, server: XRootDServer) -> None:
    command = [sys.executable, "-c", WAITING, how, f"{server.url}/run1.root:Events"]
    if how == "open":
        server.freeze()
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    try:
        with subprocess.Popen(command, text=True, **pipes) as program:
            assert program.stdin is not None
            assert program.stdout is not None
            assert program.stdout.readline() == "ready\n"
            if how != "open":
                server.freeze()
                print(file=program.stdin, flush=True)
                assert program.stdout.readline() == "begins\n"
            time.sleep(0.5)
            program.send_signal(signal.SIGINT)
            try:
                _, told = program.communicate(timeout=20)  # the server's time limit is a minute
            finally:
                program.kill()
            assert told.endswith("KeyboardInterrupt\n")
    finally:
        server.thaw()


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
