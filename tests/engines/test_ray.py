"""Frames on workers of Ray."""

from __future__ import annotations

import os
import secrets
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import ramet
from conftest import Asked
from ramet.distribute import OfRay
from ramet.distribute.engines.engine import engine_of

ray = pytest.importorskip("ray", reason="ray is not installed: make engines-test installs it")
pytestmark = pytest.mark.filterwarnings("ignore")  # what Ray does is not for us to judge

PACKAGE = str(Path(ramet.__file__).parent.parent)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Ray on this machine, with two worker processes; its token is not left at home."""
    os.environ |= {"RAY_AUTH_TOKEN": secrets.token_hex(32), "RAY_USAGE_STATS_ENABLED": "0"}
    os.environ["PYTHONPATH"] = os.pathsep.join([PACKAGE, os.environ.get("PYTHONPATH", "")])  # of workers, too
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=100_000_000)
    yield ray
    ray.shutdown()


class Dying(OfRay):
    """Has the processes that do the first tasks killed. Threads: as OfRay."""

    deaths = 3

    def submit(self, task: bytes) -> Any:
        sound = self._run
        if self.deaths > 0:
            self.deaths -= 1
            self._run = ray.remote(num_cpus=1, max_retries=0)(lambda *_: os.kill(os.getpid(), signal.SIGKILL))
        future = super().submit(task)
        self._run = sound
        return future


def test_a_ray_that_was_not_started_is_refused() -> None:
    with pytest.raises(ramet.MisuseError, match=r"call ray\.init\(\) before"):
        ramet.frame(entries=10).count().run(on=ray)


def test_ray_gives_the_same_bits(cluster: Any, files: list[str], alone: list[object]) -> None:
    asked = Asked(files)
    assert asked.run(on=cluster).is_complete
    assert asked.bits() == alone
    assert engine_of(cluster).workers() == 2
    assert OfRay(cluster, threads=2).workers() == 1


def test_parts_of_killed_workers_are_done_by_others(cluster: Any, files: list[str], alone: list[object]) -> None:
    engine, asked = Dying(cluster), Asked(files)
    assert asked.run(on=engine).is_complete
    assert engine.deaths == 0
    assert asked.bits() == alone


def test_a_deadline_ends_what_workers_do(cluster: Any) -> None:
    total = ramet.frame(entries=100_000_000_000).define("g", "normal()").sum("g")
    begin = time.monotonic()
    assert total.run(on=cluster, deadline=1.0).was_stopped
    assert time.monotonic() - begin < 100
    assert ramet.frame(entries=10).count().run(on=cluster).is_complete
