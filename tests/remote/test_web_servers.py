"""Files of nginx and lighttpd."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import ramet
from web_servers import WebServer, path_of

VALUES = np.random.default_rng(1).normal(size=300_000)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tree and an ntuple with many baskets and pages."""
    folder = tmp_path_factory.mktemp("web")
    columns = {f"c{number}": VALUES + number for number in range(12)}
    for name in ("tree", "ntuple"):
        with ramet.recreate(folder / f"{name}.root") as file:
            make = file.mktree if name == "tree" else file.mkrntuple
            make("Events", dict.fromkeys(columns, "float64"), cluster_size=2_000_000).extend(columns)
    return folder


@pytest.fixture(scope="module", params=["nginx", "lighttpd"])
def server(request: pytest.FixtureRequest, folder: Path) -> Iterator[WebServer]:
    if path_of(request.param) is None:
        pytest.skip(f"{request.param} is not installed")
    with WebServer(request.param, folder) as server:
        yield server


@pytest.mark.parametrize("name", ["tree", "ntuple"])
def test_columns_are_read(server: WebServer, name: str) -> None:
    with ramet.open(f"{server.url}/{name}.root:Events") as events:
        for names in (["c0"], ["c1", "c5", "c11"], [f"c{number}" for number in range(12)]):
            arrays = events.arrays(names, library="np")
            assert all(np.array_equal(arrays[one], VALUES + int(one[1:])) for one in names)


def test_frames_and_several_files(server: WebServer) -> None:
    frame = ramet.frame([f"{server.url}/tree.root:Events", f"{server.url}/ntuple.root:Events"])
    assert frame.filter("c0 > 0").count().value == 2 * int((VALUES > 0).sum())


def test_the_program_reads_them(server: WebServer, tmp_path: Path) -> None:
    run = ["ramet", "skim", "-o", str(tmp_path / "s.root"), "-k", "c3", f"{server.url}/tree.root:Events"]
    subprocess.run(run, check=True, capture_output=True, timeout=60)
    assert np.array_equal(ramet.open(tmp_path / "s.root")["Events"]["c3"].array(library="np"), VALUES + 3)


def test_what_is_not_there_is_named(server: WebServer) -> None:
    with pytest.raises(ramet.FileMissingError, match=r"none\.root': it answered 404"):
        ramet.open(f"{server.url}/none.root")


def test_a_redirect_is_followed_and_a_server_without_ranges_read_as_a_whole(folder: Path) -> None:
    if path_of("nginx") is None:
        pytest.skip("nginx is not installed")
    with WebServer("nginx", folder) as server:
        for way in ("moved", "none"):
            with ramet.open(f"{server.url}/{way}/tree.root:Events") as events:
                assert np.array_equal(events["c2"].array(library="np"), VALUES + 2)


def test_a_file_that_is_replaced_while_it_is_read_is_an_error(server: WebServer, folder: Path) -> None:
    path = folder / "changing.root"
    path.write_bytes((folder / "tree.root").read_bytes())
    events = ramet.open(f"{server.url}/changing.root:Events")
    path.unlink()
    path.write_bytes((folder / "ntuple.root").read_bytes())
    with pytest.raises(ramet.FileIOError, match="it changed while it was read"):
        events.arrays(library="np")
