"""Servers that do something wrong: the values are right, or an error says what was wrong; nothing hangs."""

from __future__ import annotations

import dataclasses
import time
from typing import Any

import numpy as np
import pytest
import ramet
from ramet import _core
from ramet import session as shared
from range_server import RangeServer
from remote_columns import column


@dataclasses.dataclass
class Fault:
    """What the server does, and what an error about it says; "" where the values are right nonetheless."""

    behaviour: dict[str, Any]
    said: str = ""
    opens: bool = False  # whether a file can be opened, because what is wrong is wrong from the beginning


@pytest.fixture(autouse=True)
def _soon_stalled(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that stalls is told from one that is late after 0.4 s."""
    session = _core.Session(2, connect_timeout=2, stall_timeout=0.4, retries=2, retry_delay=0.02)
    monkeypatch.setattr(shared._shared, "_session", session)


FAULTS = {
    "answers late": Fault({"latency": 0.1}),
    "sends slowly": Fault({"bandwidth": 4e6}),
    "drops a connection": Fault({"drop_after": 1000, "faults": 1}),
    "drops many, after much": Fault({"drop_after": 40_000, "faults": 4}),
    "drops all, after little": Fault(
        {"drop_after": 100}, r"the connection ended after \d+ of \d+ bytes, after 3 tries"
    ),
    "closes without an answer": Fault({"drop_after": 0, "faults": 2}),
    "stalls once": Fault({"stall_after": 100, "faults": 1}),
    "stalls always": Fault({"stall_after": 0}, r"no byte came for 0\.4 s, after 3 tries"),
    "503 twice": Fault({"status": 503, "faults": 2}),
    "503 always": Fault({"status": 503}, r"it answered 503 \(not available now\), after 3 tries"),
    "500 once": Fault({"status": 500, "faults": 1}),
    "429, in a second": Fault({"status": 429, "retry_after": "1", "faults": 1}),
    "429, in an hour": Fault({"status": 429, "retry_after": "3600"}, "it answered 429 .*, and asks to wait for 3600 s"),
    "403": Fault({"status": 403}, r"it answered 403 \(forbidden\)"),
    "416": Fault({"status": 416}, "it answered 416: it has no bytes"),
    "a length that is too large": Fault(
        {"length_error": 10}, r"it sends \d+ bytes, and says that they are the \d+ bytes"
    ),
    "a length that is too small": Fault({"length_error": -10}, r"it sends \d+ bytes, and says that they are the \d+"),
    "more bytes than the range": Fault({"extra_bytes": 10}, r"it sends \d+ bytes, and says that they are the \d+"),
    "another range": Fault({"range_error": 1}, r"it sends bytes \d+-\d+ when \d+-\d+ were asked for"),
    "no Content-Range": Fault({"no_content_range": True}, "it answered 206 without saying which bytes it sends"),
    "many parts": Fault({"parts": True}, "it answered with many parts to a request for one range"),
    "an encoding": Fault({"encoding": "gzip"}, "it answered with the encoding 'gzip', which was not asked for"),
    "the whole file": Fault({"whole": True}),
    "another ETag": Fault(
        {"etag": '"new"'}, 'it changed while it was read: its ETag was ".*", now it is "new"', opens=True
    ),
    "a file that grew": Fault({"longer": True}, r"it had \d+ bytes, now it has \d+|it sends bytes|it answered 416"),
    "no counting from the end": Fault({"no_suffix": True}),
}


def read(url: str) -> None:
    """All of some columns."""
    with ramet.open(url) as table:
        values = table.arrays(["c1", "c5"], library="np")
    assert np.array_equal(values["c1"], column(1))
    assert np.array_equal(values["c5"], column(5))


def outcome(work: Any, fault: Fault, server: RangeServer, *, is_right: bool) -> None:
    """Run it: the values are right, or the error says what is wrong, and where."""
    begin = time.monotonic()
    if is_right:
        work()
    else:
        with pytest.raises((OSError, ramet.UnsupportedError), match=fault.said) as raised:
            work()
        assert f"{server.url}/" in str(raised.value)
    assert time.monotonic() - begin < 5


@pytest.mark.parametrize("name", ["tree", "ntuple"])
@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS.keys())
def test_opening(server: RangeServer, fault: Fault, name: str) -> None:
    server.become(**fault.behaviour)
    outcome(lambda: read(f"{server.url}/{name}.root:Events"), fault, server, is_right=not fault.said or fault.opens)


@pytest.mark.parametrize("name", ["tree", "ntuple"])
@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS.keys())
def test_reading(server: RangeServer, fault: Fault, name: str) -> None:
    with ramet.open(f"{server.url}/{name}.root:Events") as table:
        server.become(**fault.behaviour)

        def work() -> None:
            assert np.array_equal(table.arrays(["c3"], library="np")["c3"], column(3))

        outcome(work, fault, server, is_right=not fault.said)


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS.keys())
def test_scanning(server: RangeServer, fault: Fault) -> None:
    with ramet.open(f"{server.url}/tree.root:Events") as table:
        server.become(**fault.behaviour, sound=2)

        def work() -> None:
            parts = [part["c3"] for part in table.iterate(["c3"], step_size=5_000, library="np")]
            assert np.array_equal(np.concatenate(parts), column(3))

        outcome(work, fault, server, is_right=not fault.said)


def test_a_large_file_of_a_server_without_ranges_is_not_read_as_a_whole(
    server: RangeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ramet import _core
    from ramet import session as shared

    monkeypatch.setattr(shared._shared, "_session", _core.Session(2, most_whole_bytes=1_000_000))
    server.become(whole=True, bandwidth=1e6)
    with pytest.raises(
        ramet.UnsupportedError, match=r"sends no ranges but the whole file \(200\), of \d+ bytes; up to 1000000"
    ):
        ramet.open(f"{server.url}/tree.root")
    assert sum(request.sent for request in server.requests) < 1_000_000


def test_a_file_that_is_replaced_while_it_is_read(server: RangeServer, tmp_path: Any) -> None:
    path = server.folder / "changing.root"
    path.write_bytes((server.folder / "tree.root").read_bytes())
    with ramet.open(f"{server.url}/changing.root:Events") as table:
        time.sleep(0.01)
        path.write_bytes((server.folder / "tree.root").read_bytes())
        with pytest.raises(OSError, match="it changed while it was read: its ETag was"):
            table.arrays(["c3"], library="np")
