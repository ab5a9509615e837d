"""A file on a server, and a session that does not wait long for one that is not there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import ramet
from ramet import _core
from ramet import session as shared
from range_server import RangeServer
from remote_columns import COLUMNS, column


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tree and an ntuple of 3 MB each, in several clusters."""
    folder = tmp_path_factory.mktemp("remote")
    columns = {f"c{number}": column(number) for number in range(COLUMNS)}
    schema = dict.fromkeys(columns, "float32")
    for name in ("tree", "ntuple"):
        with ramet.recreate(folder / f"{name}.root") as file:
            make = file.mktree if name == "tree" else file.mkrntuple
            table = make("Events", schema, cluster_size=400_000)
            table.extend(columns)
    return folder


@pytest.fixture
def server(folder: Path) -> Iterator[RangeServer]:
    """A server of the two files."""
    with RangeServer(folder) as server:
        yield server


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting is for people, except for a server on a busy machine, which is no stalled one."""
    session = _core.Session(2, connect_timeout=2, stall_timeout=20, retries=2, retry_delay=0.02)
    monkeypatch.setattr(shared._shared, "_session", session)
