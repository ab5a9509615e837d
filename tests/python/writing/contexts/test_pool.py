from __future__ import annotations

import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet
from ramet.writing.pool import ContextPool


class Ending:
    """Stands for a context: its close waits until another one is in its own, and may fail the first time."""

    def __init__(self, both: threading.Barrier, *, fails: bool = False) -> None:
        self.both, self.fails = both, fails
        self.closed = False
        self.held_entries = 0

    def close(self) -> None:
        self.both.wait(timeout=30)
        if self.fails:
            self.fails = False
            raise ramet.FileIOError("no space")
        self.closed = True


def pool_of(*endings: Ending) -> ContextPool:
    """A pool with all contexts free."""
    left: list[Any] = list(endings)
    pool = ContextPool(left.pop, len(endings))
    with ExitStack() as lent:
        for _ in endings:
            lent.enter_context(pool.lend())
    return pool


def test_two_contexts_are_inside_their_closing_at_once() -> None:
    both = threading.Barrier(2)
    endings = [Ending(both) for _ in range(4)]
    pool_of(*endings).close()
    assert all(one.closed for one in endings)


def test_contexts_that_could_not_be_closed_are_closed_by_the_next_call() -> None:
    both = threading.Barrier(2)
    endings = [Ending(both), Ending(both, fails=True), Ending(both, fails=True), Ending(both)]
    pool = pool_of(*endings)
    with pytest.raises(ramet.FileIOError, match="no space") as raised:
        pool.close()
    assert raised.value.__notes__ == ["and another context could not be closed: no space"]
    assert [one.closed for one in endings] == [True, False, False, True]
    pool.close()
    assert all(one.closed for one in endings)


def test_whoever_comes_while_contexts_close_waits_for_all_of_them() -> None:
    both = threading.Barrier(3)  # the test is the third
    endings = [Ending(both), Ending(both)]
    pool = pool_of(*endings)
    closer = threading.Thread(target=pool.close)
    closer.start()
    while both.n_waiting < 2:
        time.sleep(0.001)
    with pytest.raises(TimeoutError), pool.lend(timeout=0.01):
        pass
    both.wait(timeout=30)
    closer.join()
    assert all(one.closed for one in endings)


@pytest.mark.parametrize("encoder_threads", [0, 2])
def test_everything_that_free_contexts_hold_is_in_the_file(tmp_path: Path, encoder_threads: int) -> None:
    path = tmp_path / "events.root"
    with (
        ramet.ParallelWriter(path, "Events", {"x": "int64"}, encoder_threads=encoder_threads) as writer,
        writer.pool(8) as pool,
        ExitStack() as lent,
    ):
        for number in range(8):
            lent.enter_context(pool.lend()).extend({"x": np.full(100, number)})
    assert sorted(ramet.open(path)["Events"]["x"].array(library="np")) == sorted(list(range(8)) * 100)
