"""A quota is reached at each call that writes: the call raises an error, and with more room nothing is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet
from file_size_limit import limited_file_size

SAVED, MORE = 1000, 50_000


def refused(path: Path, call: Callable[[], object]) -> None:
    """The call writes beyond what the file has, which is refused, and the error names the file."""
    size = path.stat().st_size if path.exists() else 0
    with limited_file_size(size), pytest.raises(ramet.FileIOError, match="file too large") as caught:
        call()
    assert path.name in str(caught.value)


def numbers(count: int, first: int = 0) -> dict[str, Any]:
    return {"n": np.arange(first, first + count)}


def check(path: Path, entries: int) -> None:
    assert ramet.check(path).damage == []
    with ramet.open(f"{path}:dir/T") as table:
        assert np.array_equal(table["n"].array(library="np"), np.arange(entries))


@pytest.mark.parametrize("make", ["mktree", "mkrntuple"])
def test_calls_of_a_writable_file(make: str, tmp_path: Path) -> None:
    path = tmp_path / "quota.root"
    refused(path, lambda: ramet.recreate(path))
    file = ramet.recreate(path, compression=None)
    table = getattr(file, make)("dir/T", {"n": "int64"}, cluster_size="100 kB")
    table.extend(numbers(SAVED))
    table.flush()
    file.checkpoint()
    check(path, SAVED)
    refused(path, lambda: table.extend(numbers(MORE, SAVED)))
    entries = table.num_entries
    check(path, SAVED)
    refused(path, lambda: [file.__setitem__(f"h{k}", np.histogram(np.arange(9.0))) for k in range(100)])
    refused(path, lambda: file.__setitem__("o", ramet.NewObject("Numbers", {"values": np.arange(5000.0)})))
    refused(path, lambda: file.__setitem__("other", numbers(5_000_000)))
    refused(path, lambda: [file.mkdir("d" * 100 + str(k)) for k in range(100)])
    refused(path, file.checkpoint)
    check(path, SAVED)
    refused(path, file.close)
    check(path, SAVED)
    file.close()
    check(path, entries)

    file = ramet.update(path, compression=None)
    table = file["dir/T"]
    refused(path, lambda: table.extend(numbers(MORE * 100, entries)))
    check(path, entries)
    entries = table.num_entries
    file.close()
    check(path, entries)


@pytest.mark.parametrize("format", ["ttree", "rntuple"])
def test_calls_of_a_parallel_writer(format: str, tmp_path: Path) -> None:
    path = tmp_path / "quota.root"
    options: dict[str, Any] = {"format": format, "compression": None, "cluster_size": "100 kB", "hand_over": "exact"}
    refused(path, lambda: ramet.ParallelWriter(path, "dir/T", {"n": "int64"}, **options))
    writer = ramet.ParallelWriter(path, "dir/T", {"n": "int64"}, **options)
    context = writer.context()
    context.extend(numbers(SAVED))
    context.hand_over()
    writer.checkpoint()
    for call in (
        lambda: context.extend(numbers(MORE, context.entries)),
        lambda: context.try_extend(numbers(MORE, context.entries)),
        context.hand_over,
        context.flush,
        lambda: context.begin_sequence(3),
        context.close,
        writer.checkpoint,
    ):
        refused(path, call)
        check(path, SAVED)
        if not context.closed:
            missing = SAVED - context.held_entries  # something to write for the next call
            if missing > 0:
                context.extend(numbers(missing, context.entries))
    context.close()
    refused(path, writer.close)
    check(path, SAVED)
    writer.close()
    check(path, context.entries)


def test_a_process_that_joined(tmp_path: Path) -> None:
    path = tmp_path / "quota.root"
    with ramet.ParallelWriter(path, "dir/T", {"n": "int64"}, compression=None, cluster_size="100 kB") as writer:
        with writer.context() as context:
            context.extend(numbers(SAVED))
        writer.checkpoint()
        with ramet.join(writer.share()) as joined, joined.context() as context:
            refused(path, lambda: context.extend(numbers(MORE, SAVED)))
            check(path, SAVED)
            entries = SAVED + context.entries
    check(path, entries)


def test_recovering(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "whole.root", compression=None) as file:
        file["dir/T"] = numbers(MORE)
    new = tmp_path / "new.root"
    with limited_file_size(10_000), pytest.raises(ramet.FileIOError, match="new.root"):
        ramet.recover(tmp_path / "whole.root", new)
    assert list(tmp_path.iterdir()) == [tmp_path / "whole.root"]
    ramet.recover(tmp_path / "whole.root", new)
    check(new, MORE)
