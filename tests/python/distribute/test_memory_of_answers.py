"""What who asks holds of the answers of workers."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from concurrent.futures import Future

import pytest
import ramet
from ramet.distribute import Processes

TASKS, GRAIN = 64, 32_768  # of so many entries each


@pytest.fixture
def _without_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("_without_collector")
def test_processes_let_go_of_what_they_answered() -> None:
    given: list[weakref.ref[Future[bytes]]] = []

    class Watched(Processes):
        def submit(self, task: bytes) -> Future[bytes]:
            future = super().submit(task)
            given.append(weakref.ref(future))
            return future

    with Watched(1) as workers:
        ramet.frame(entries=TASKS * GRAIN).count().run(on=workers)
    assert len(given) > 4
    assert [one for one in given if one() is not None] == []
