"""Files of servers are checked and recovered in few requests, as local ones are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import ramet
from range_server import RangeServer

ENTRIES = 40_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tree, an ntuple and objects, all in thousands of records."""
    folder = tmp_path_factory.mktemp("checked")
    random = np.random.default_rng(18)
    columns = {f"c{number}": random.normal(size=ENTRIES).astype("float32") for number in range(12)}
    with ramet.recreate(folder / "many.root") as file:
        for make, name in ((file.mktree, "Events"), (file.mkrntuple, "Rows")):
            make(name, dict.fromkeys(columns, "float32"), cluster_size=20_000).extend(columns)
        for number in range(300):
            file[f"h{number}"] = np.histogram(columns["c0"], bins=20)
    return folder


def test_a_check_takes_few_requests_and_says_the_same(folder: Path) -> None:
    near = ramet.check(folder / "many.root")
    with RangeServer(folder) as server:
        far = ramet.check(f"{server.url}/many.root")
        requests, sent = len(server.requests), sum(request.sent for request in server.requests)
    for what in ("records", "objects", "tables", "entries", "pieces", "damage", "not_checked", "remarks"):
        assert getattr(far, what) == getattr(near, what), what
    assert near.records > 1_500
    assert requests <= 10
    assert sent < 1.3 * (folder / "many.root").stat().st_size + 400_000


def test_damage_is_found_from_afar(folder: Path, tmp_path: Path) -> None:
    content = bytearray((folder / "many.root").read_bytes())
    content[len(content) // 2 : len(content) // 2 + 40_000] = bytes(40_000)
    (tmp_path / "many.root").write_bytes(content)
    near = ramet.check(tmp_path / "many.root")
    with RangeServer(tmp_path) as server:
        far = ramet.check(f"{server.url}/many.root")
    assert len(far.damage) == len(near.damage) > 0
    assert len(far.remarks) == len(near.remarks) > 0


@pytest.mark.filterwarnings("ignore::ramet.errors.RecoveredWarning")
def test_a_file_that_was_not_closed_is_opened_in_few_requests(folder: Path, tmp_path: Path) -> None:
    content = bytearray((folder / "many.root").read_bytes())
    begin = int.from_bytes(content[8:12], "big")
    name_size = int.from_bytes(content[28:32], "big")
    body = begin + name_size
    content[body + 10 : body + 14] = bytes(4)  # the size of the key list
    content[body + 26 : body + 30] = bytes(4)  # and its place
    content[12:16] = begin.to_bytes(4, "big")  # the end of the file
    (tmp_path / "open.root").write_bytes(content)
    expected = set(ramet.open(tmp_path / "open.root").keys())
    assert len(expected) > 300
    with RangeServer(tmp_path) as server:
        assert set(ramet.open(f"{server.url}/open.root").keys()) == expected
        assert len(server.requests) <= 10
