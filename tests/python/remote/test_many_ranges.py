"""Requests for several ranges at once: of servers that answer all of them, some, or none."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet
from range_server import RangeServer, Request

NAMES = ["c0", "c20", "c40"]


def _column(number: int) -> np.ndarray:
    return np.random.default_rng(number).normal(size=33_000).astype("float32")


@pytest.fixture(scope="module")
def wide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a file whose columns lie so far apart that each cluster is a range of its own: about 60."""
    folder = tmp_path_factory.mktemp("ranges")
    columns = {f"c{number}": _column(number) for number in range(60)}
    with ramet.recreate(folder / "wide.root") as file:
        file.mktree("Events", dict.fromkeys(columns, "float32"), cluster_size=400_000).extend(columns)
    return folder


@pytest.fixture
def server(wide: Path) -> Iterator[RangeServer]:
    """A server of that file."""
    with RangeServer(wide) as server:
        yield server


def _read(server: RangeServer, **behaviour: Any) -> list[Request]:
    """Read the columns after the file was opened; returns the requests for them."""
    server.become(latency=0.05)
    with ramet.open(f"{server.url}/wide.root:Events") as table:
        server.become(latency=0.05, **behaviour)
        arrays = table.arrays(NAMES, library="np")
    for name in NAMES:
        assert np.array_equal(arrays[name], _column(int(name[1:])))
    return server.requests


def _of_several(requests: list[Request]) -> list[Request]:
    return [request for request in requests if "," in request.range]


def test_a_server_that_answers_several_ranges_gets_few_requests(server: RangeServer) -> None:
    requests = _read(server, most_parts=1000)
    several = _of_several(requests)
    assert several
    assert {request.status for request in requests} == {206}
    ranges = [one for request in requests for one in request.range.removeprefix("bytes=").split(",")]
    assert len(requests) < len(ranges) / 2
    assert len(set(ranges)) > 40


def test_ranges_that_a_server_drops_are_asked_for_again(server: RangeServer) -> None:
    requests = _read(server, most_parts=3)
    asked, *later = _of_several(requests)
    assert asked.range.count(",") >= 3
    assert all(request.range.count(",") < 3 for request in later)


def test_a_server_that_refuses_several_ranges_is_asked_for_them_once(server: RangeServer) -> None:
    requests = _read(server)
    assert [request.status for request in _of_several(requests)] == [416]
    assert len([request for request in requests if request.status == 206]) > 40
    assert not _of_several(_read(server))


def test_a_connection_that_ends_in_a_later_part_loses_nothing(server: RangeServer) -> None:
    requests = _read(server, most_parts=1000, faults=20, drop_after=30_000)
    assert _of_several(requests)


@pytest.mark.parametrize("behaviour", [{"etag": '"new"'}, {"range_error": 1}])
def test_wrong_parts_are_asked_for_again_alone(server: RangeServer, behaviour: dict[str, Any]) -> None:
    requests = _read(server, most_parts=1000, several_alone=True, **behaviour)
    several = _of_several(requests)
    assert several
    alone = {request.range.removeprefix("bytes=") for request in requests} - {request.range for request in several}
    assert all(alone.issuperset(request.range.removeprefix("bytes=").split(",")) for request in several)


@pytest.mark.parametrize(
    ("behaviour", "said"),
    [
        ({"etag": '"new"'}, 'it changed while it was read: its ETag was ".*", now it is "new"'),
        ({"range_error": 1}, r"it sends bytes \d+-\d+ when \d+-\d+ were asked for"),
    ],
)
def test_wrong_parts_and_ranges_are_named_errors(server: RangeServer, behaviour: dict[str, Any], said: str) -> None:
    with pytest.raises(OSError, match=said):
        _read(server, most_parts=1000, **behaviour)
