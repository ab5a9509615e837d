"""Errors within `with`: the first one is raised, and errors at its end are notes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet
from ramet.writing.leaving import leave


def failing() -> None:
    raise ramet.FileIOError("no space")


@pytest.mark.parametrize("what", ["context", "pool", "writer", "file", "joined"])
def test_the_first_error_is_raised_and_notes_the_second(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ExitStack() as others:
        made = {"context": context_of, "pool": pool_of, "writer": writer_of, "file": file_of, "joined": joined_of}
        one = made[what](tmp_path, others)
        closing = type(one).close
        with pytest.raises(KeyError, match="first") as raised:  # noqa: SIM117 - what `one` does with it is tested
            with one:
                monkeypatch.setattr(type(one), "close", lambda _: failing())
                raise KeyError("first")
        assert ["no space" in note for note in raised.value.__notes__] == [True]
        monkeypatch.setattr(type(one), "close", closing)
        one.close()


@pytest.mark.parametrize("what", ["context", "pool"])
def test_an_error_of_closing_is_raised_if_there_was_no_other(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ExitStack() as others:
        one = {"context": context_of, "pool": pool_of}[what](tmp_path, others)
        closing = type(one).close
        with pytest.raises(ramet.FileIOError, match="no space"), one:
            monkeypatch.setattr(type(one), "close", lambda _: failing())
        monkeypatch.setattr(type(one), "close", closing)
        one.close()


def test_all_ends_are_tried_when_an_error_is_under_way() -> None:
    ended: list[int] = []
    ends: list[Callable[[], None]] = [lambda: ended.append(1), failing, lambda: ended.append(2)]
    error = ValueError("first")
    leave(error, "it could not be closed", *ends)
    assert (ended, error.__notes__) == ([1, 2], ["and it could not be closed: no space"])
    with pytest.raises(ramet.FileIOError):
        leave(None, "it could not be closed", *ends)
    assert ended == [1, 2, 1]


def writer_of(folder: Path, _: ExitStack) -> Any:
    return ramet.ParallelWriter(folder / "w.root", "T", {"x": "int32"})


def context_of(folder: Path, others: ExitStack) -> Any:
    context = others.enter_context(writer_of(folder, others)).context()
    context.extend({"x": np.arange(3)})
    return context


def pool_of(folder: Path, others: ExitStack) -> Any:
    return others.enter_context(writer_of(folder, others)).pool(2)


def joined_of(folder: Path, others: ExitStack) -> Any:
    return ramet.join(others.enter_context(writer_of(folder, others)).share())


def file_of(folder: Path, _: ExitStack) -> Any:
    return ramet.recreate(folder / "f.root")
