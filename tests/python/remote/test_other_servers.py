"""URLs that Python opens: by fsspec, and by readers that fail in all ways."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import fsspec
import numpy as np
import pytest
import ramet
from ramet import _core
from ramet import session as shared
from ramet.servers.opening import Opener, copies_in
from ramet.servers.readers import Vectors
from remote_columns import check


@pytest.fixture
def memory(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The two files in fsspec's memory."""
    files = fsspec.filesystem("memory")
    for name in ("tree", "ntuple"):
        files.pipe_file(f"/runs/{name}.root", (folder / f"{name}.root").read_bytes())
    monkeypatch.setattr(shared._shared, "_session", _core.Session(2, opener=Opener()))
    yield "memory://runs"
    files.rm("/runs", recursive=True)


@pytest.mark.parametrize("name", ["tree", "ntuple"])
def test_fsspec_opens_files(memory: str, name: str) -> None:
    with ramet.open(f"{memory}/{name}.root:Events") as events:
        check(events.arrays(["c1", "c7"], library="np"), ["c1", "c7"])
        again = pickle.loads(pickle.dumps(events))
    assert again.num_entries == events.num_entries


def test_patterns_are_listed_by_fsspec(memory: str, tmp_path: Path) -> None:
    both = ramet.open_many(f"{memory}/*.root:Events")
    check(both.arrays(["c2"], library="np"), ["c2"], copies=2)
    assert ramet.frame(f"{memory}/t*.root:Events").count().value == both.num_entries // 2
    assert ramet.open_many(f"{memory.replace('memory', 'Memory')}/*.root:Events").num_entries == both.num_entries
    ramet.merge(tmp_path / "both.root", [f"{memory}/tree.root"] * 2)
    check(ramet.open(tmp_path / "both.root")["Events"].arrays(["c4"], library="np"), ["c4"], copies=2)
    with pytest.raises(ramet.FileMissingError, match="no file matches"):
        ramet.open_many(f"{memory}/none*.root:Events")


def test_copies_are_tried_in_turn(memory: str) -> None:
    assert copies_in("root://a//x|y|root://b//x") == ["root://a//x|y", "root://b//x"]
    assert ramet.open(f"memory://none/tree.root|{memory}/tree.root:Events").num_entries > 0


def test_what_cannot_be_opened_says_why(memory: str) -> None:
    with pytest.raises(ramet.FileMissingError, match=r"cannot open 'memory://runs/none\.root'"):
        ramet.open(f"{memory}/none.root")
    with pytest.raises(ramet.UnsupportedError, match="nowhere"):
        ramet.open("nowhere://host/a.root")
    for write in (ramet.recreate, ramet.update):
        with pytest.raises(ramet.UnsupportedError, match="memory:// cannot be written"):
            write(f"{memory}/new.root")


class FakeReader:
    """A file in memory, whose reads go wrong as `spoil` wants it."""

    def __init__(self, contents: bytes, spoil: Callable[[bytes], Any]) -> None:
        self.size = len(contents)
        self.contents = contents
        self.spoil = spoil
        self.starts: list[int] = []
        self.pool = ThreadPoolExecutor(4)

    def read(self, offset: int, size: int) -> Any:
        return self.spoil(self.contents[offset : offset + size])

    def start(self, pieces: Sequence[tuple[int, int]]) -> list[Future[Any]]:
        self.starts.append(len(pieces))
        return [self.pool.submit(self.read, offset, size) for offset, size in pieces]


def open_with(reader: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(shared._shared, "_session", _core.Session(2, opener=lambda url: reader))
    return ramet.open("test://host/a.root:Events")


def fail(_: bytes) -> bytes:
    raise ConnectionResetError("the line is cut")


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda contents: contents[:-1], "Python gave .* bytes, expected"),
        (lambda contents: contents + b"x", "Python gave .* bytes, expected"),
        (lambda contents: "text", "object of another type"),
        (fail, "ConnectionResetError: the line is cut"),
    ],
)
def test_readers_that_fail_are_named_errors(
    folder: Path, monkeypatch: pytest.MonkeyPatch, spoil: Callable[[bytes], Any], message: str
) -> None:
    contents = (folder / "tree.root").read_bytes()
    with pytest.raises(ramet.FileIOError, match=f"'test://host/a.root'.*{message}"):
        open_with(FakeReader(contents, spoil), monkeypatch)
    reader = FakeReader(contents, bytes)
    events = open_with(reader, monkeypatch)
    reader.spoil = spoil
    with pytest.raises(ramet.FileIOError, match=message):
        events.arrays(["c1"], library="np")


def test_a_wrong_size_is_an_error(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = FakeReader((folder / "tree.root").read_bytes(), bytes)
    reader.size = "many"  # type: ignore[assignment]
    with pytest.raises(ramet.FileIOError, match="object of another type"):
        open_with(reader, monkeypatch)


def test_all_columns_take_few_reads_at_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = FakeReader((folder / "tree.root").read_bytes(), bytes)
    events = open_with(reader, monkeypatch)
    assert len(reader.starts) == 1
    names = ["c0", "c5", "c9"]
    check(events.arrays(names, library="np"), names)
    assert len(reader.starts) <= 3


def test_many_threads_read_one_file(memory: str) -> None:
    events = ramet.open(f"{memory}/tree.root:Events")
    with ThreadPoolExecutor(8) as pool:
        columns = list(pool.map(lambda number: events[f"c{number % 10}"].array(library="np"), range(40)))
    for number, column in enumerate(columns):
        assert np.array_equal(column, columns[number % 10])


def test_an_interrupt_ends_a_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: bytes) -> bytes:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        open_with(FakeReader((folder / "tree.root").read_bytes(), interrupt), monkeypatch)


def test_lists_of_pieces_are_read_at_once_and_errors_reach_all_of_them() -> None:
    contents = bytes(range(100))
    lists: list[list[tuple[int, int]]] = []

    def read_many(pieces: list[tuple[int, int]]) -> list[bytes]:
        lists.append(pieces)
        if (66, 1) in pieces:
            raise OSError("refused")
        return [contents[offset : offset + size] for offset, size in pieces]

    with ThreadPoolExecutor(1) as pool:
        reader = Vectors(100, lambda at, n: contents[at : at + n], read_many, pool, most_pieces=3, most_bytes=20)
        pieces = [(0, 5), (10, 5), (20, 5), (30, 15), (50, 10), (60, 40)]
        read = [future.result() for future in reader.start(pieces)]
        assert read == [contents[offset : offset + size] for offset, size in pieces]
        assert lists == [[(0, 5), (10, 5), (20, 5)], [(30, 15)], [(50, 10)]]
        for future in reader.start([(66, 1), (70, 1)]):
            with pytest.raises(OSError, match="refused"):
                future.result()
