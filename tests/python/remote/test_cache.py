"""Bytes of servers that are kept on a disk."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import ramet
from ramet import _core
from ramet import session as shared
from range_server import RangeServer
from remote_columns import check

NAMES = ["c1", "c4", "c9"]


def _read(monkeypatch: pytest.MonkeyPatch, server: RangeServer, name: str, names: list[str]) -> int:
    """Read columns by a new session, and return how many requests there were."""
    monkeypatch.setattr(shared._shared, "_session", _core.Session(2, retries=1, retry_delay=0.02))
    before = len(server.requests)
    with ramet.open(f"{server.url}/{name}.root:Events") as events:
        check(events.arrays(names, library="np"), names)
    return len(server.requests) - before


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for the cache, which the environment names."""
    monkeypatch.setenv("RAMET_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("RAMET_CACHE_BYTES", raising=False)
    return tmp_path / "cache"


@pytest.mark.parametrize("name", ["tree", "ntuple"])
def test_a_second_program_asks_only_whether_the_file_is_the_same(
    name: str, cache: Path, server: RangeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = _read(monkeypatch, server, name, NAMES)
    assert _read(monkeypatch, server, name, NAMES) == 2 < first
    assert _read(monkeypatch, server, name, NAMES[:2]) == 2
    program = f"import ramet; print(ramet.open('{server.url}/{name}.root:Events').arrays({NAMES})['c4'][0])"
    environment = os.environ | {"PYTHONPATH": str(Path(ramet.__file__).parents[1])}
    before = len(server.requests)
    subprocess.run([sys.executable, "-c", program], env=environment, check=True, capture_output=True, timeout=60)
    assert len(server.requests) - before == 2
    assert _read(monkeypatch, server, name, ["c15"]) > 2


def test_a_file_that_has_changed_is_fetched_anew(
    cache: Path, server: RangeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = _read(monkeypatch, server, "tree", NAMES)
    server.become(etag='"another"')
    assert _read(monkeypatch, server, "tree", NAMES) == first
    assert len(list(cache.iterdir())) == 2


def test_damage_is_noticed_and_the_bytes_are_fetched(
    cache: Path, server: RangeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    _read(monkeypatch, server, "tree", NAMES)
    for path in cache.rglob("*-*"):
        if path.is_file():
            content = bytearray(path.read_bytes())
            content[len(content) // 2] ^= 8
            path.write_bytes(content)
    assert _read(monkeypatch, server, "tree", NAMES) > 2
    assert _read(monkeypatch, server, "tree", NAMES) == 2


def test_a_limit_holds_and_a_wrong_one_is_named(
    cache: Path, server: RangeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAMET_CACHE_BYTES", "400000")
    for _ in range(2):
        _read(monkeypatch, server, "tree", [f"c{number}" for number in range(20)])
        assert sum(path.stat().st_size for path in cache.rglob("*") if path.is_file()) < 2_000_000
    monkeypatch.setenv("RAMET_CACHE_BYTES", "much")
    with pytest.raises(ramet.MisuseError, match="RAMET_CACHE_BYTES is 'much'"):
        _core.Session(2)
