"""What was read to open a file is remembered by its ETag, in the session."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import ramet
from range_server import RangeServer
from remote_columns import ENTRIES, check, column


@pytest.mark.parametrize("name", ["tree", "ntuple"])
def test_a_file_that_is_the_same_is_asked_for_one_byte(server: RangeServer, name: str) -> None:
    for _ in range(2):
        with ramet.open(f"{server.url}/{name}.root:Events") as table:
            check(table.arrays(["c3"], library="np"), ["c3"])
    server.become()
    with ramet.open(f"{server.url}/{name}.root:Events") as table:
        assert table.num_entries == ENTRIES
        assert [request.range for request in server.requests] == ["bytes=0-0"]
        check(table.arrays(["c5"], library="np"), ["c5"])


def test_a_file_that_is_another_one_is_read_anew(server: RangeServer, folder: Path) -> None:
    path = server.folder / "replaced.root"
    path.write_bytes((folder / "tree.root").read_bytes())
    assert ramet.open(f"{server.url}/replaced.root:Events").num_entries == ENTRIES
    with ramet.recreate(path) as file:
        file.mktree("Events", {"x": "int32"}).extend({"x": np.arange(10, dtype="int32")})
    with ramet.open(f"{server.url}/replaced.root:Events") as table:
        assert table.keys() == ["x"]
        assert table["x"].array(library="np").tolist() == list(range(10))
    path.unlink()
    with pytest.raises(FileNotFoundError, match="404"):
        ramet.open(f"{server.url}/replaced.root")


def test_a_second_frame_of_the_same_files_reads_no_metadata(server: RangeServer) -> None:
    urls = [f"{server.url}/{name}.root:Events" for name in ("tree", "ntuple")] * 2
    expected = 4 * float(column(2).sum(dtype="float64"))
    sent = []
    for _ in range(2):
        server.become()
        assert ramet.frame(urls).sum("c2").value == pytest.approx(expected)
        sent.append(sum(request.sent for request in server.requests))
    assert sent[1] < sent[0] - 300_000
