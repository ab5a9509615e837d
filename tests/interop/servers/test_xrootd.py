"""Files of a real XRootD server, by the client's Python package."""

from __future__ import annotations

import pickle
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
