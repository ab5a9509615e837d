"""Files that are replaced on a server whose file system in fsspec remembers what it once listed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import fsspec
import numpy as np
import pytest
import ramet
from fsspec.implementations.memory import MemoryFileSystem
from ramet import _core
from ramet import session as shared
from ramet.distribute.stamps import stamps_of
from ramet.servers.opening import Opener


class Remembering(MemoryFileSystem):
    """What fsspec has in memory, behind a memory of listings, as the file systems of s3 and gs have one."""

    protocol = "remembering"
    store: ClassVar[dict[str, Any]] = {}
    pseudo_dirs: ClassVar[list[str]] = [""]
    remembered: ClassVar[dict[Any, Any]] = {}

    @classmethod
    def _strip_protocol(cls, path: str) -> str:
        return str(super()._strip_protocol(path.replace("remembering://", "memory://")))

    def info(self, path: str, **_: Any) -> Any:
        path = self._strip_protocol(path)
        if path not in self.remembered:
            self.remembered[path] = super().info(path)
        return self.remembered[path]

    def ls(self, path: str, detail: bool = True, **_: Any) -> Any:  # noqa: FBT001, FBT002 - as fsspec has it
        path = self._strip_protocol(path)
        if ("list", path) not in self.remembered:
            self.remembered["list", path] = super().ls(path, detail=True)
        found = self.remembered["list", path]
        return found if detail else [one["name"] for one in found]

    def invalidate_cache(self, path: str | None = None) -> None:
        """Some forget by a path that they listed, and only then."""
        if path is None:
            self.remembered.clear()
        else:
            path = self._strip_protocol(path)
            self.remembered.pop(path, None)
            self.remembered.pop(("list", self._parent(path)), None)


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The file system, empty."""
    fsspec.register_implementation("remembering", Remembering, clobber=True)
    monkeypatch.setattr(shared._shared, "_session", _core.Session(2, opener=Opener()))
    yield fsspec.filesystem("remembering")
    Remembering.store.clear()
    Remembering.remembered.clear()


def _put(files: Any, folder: Path, name: str, seed: int, entries: int) -> float:
    """Write a file, as another machine would do it; returns the sum of its numbers."""
    values = np.random.default_rng(seed).normal(size=entries)
    with ramet.recreate(folder / "new.root") as file:
        file.mktree("Events", {"x": "float64"}).extend({"x": values})
    remembered = dict(Remembering.remembered)
    files.pipe_file(f"/{name}", (folder / "new.root").read_bytes())
    Remembering.remembered.clear()
    Remembering.remembered.update(remembered)
    return float(values.sum())


@pytest.mark.parametrize("entries", [1_000, 50_000])
def test_a_file_that_was_replaced_is_read_anew(files: Any, tmp_path: Path, entries: int) -> None:
    url = "remembering://runs/a.root"
    for seed, count in ((1, 1_000), (2, entries)):
        total = _put(files, tmp_path, "runs/a.root", seed, count)
        assert ramet.open(f"{url}:Events")["x"].array(library="np").sum() == pytest.approx(total)


def test_the_stamp_is_of_what_is_there_now(files: Any, tmp_path: Path) -> None:
    url = "remembering://runs/a.root"
    _put(files, tmp_path, "runs/a.root", 1, 1_000)
    before = stamps_of([url])
    _put(files, tmp_path, "runs/a.root", 2, 1_000)
    assert stamps_of([url]) != before


def test_a_file_that_came_later_is_listed(files: Any, tmp_path: Path) -> None:
    for number in (1, 2, 3):
        _put(files, tmp_path, f"runs/a{number}.root", number, 1_000)
        assert len(ramet.open_many("remembering://runs/a*.root:Events").files) == number
