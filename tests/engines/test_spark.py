"""Frames on executors of Spark."""

from __future__ import annotations

import os
import shutil
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import ramet
from conftest import Asked
from ramet.distribute import OfSpark
from ramet.distribute.engines.engine import engine_of

sql = pytest.importorskip("pyspark.sql", reason="pyspark is not installed: make engines-test installs it")
if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
    pytest.skip("there is no Java: make engines-test installs it", allow_module_level=True)
pytestmark = pytest.mark.filterwarnings("ignore")  # what Spark does is not for us to judge

PACKAGE = str(Path(ramet.__file__).parent.parent)


@pytest.fixture(scope="module")
def session() -> Iterator[Any]:
    """Spark on this machine, with two executors' worth of threads, and Python processes beside it."""
    builder = sql.SparkSession.builder.master("local[2]").appName("ramet")
    for name, value in {
        "spark.ui.enabled": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.memory": "512m",
        "spark.executorEnv.PYTHONPATH": PACKAGE,
    }.items():
        builder = builder.config(name, value)
    made = builder.getOrCreate()
    made.sparkContext.setLogLevel("OFF")
    yield made
    made.stop()


class Dying(OfSpark):
    """Has the Python processes that do the first tasks killed. Threads: as OfSpark."""

    deaths = 3

    def _do(self, task: bytes) -> bytes:
        if self.deaths > 0:
            self.deaths -= 1
            self._context.parallelize([0], 1).map(lambda _: os.kill(os.getpid(), signal.SIGKILL)).collect()
        return super()._do(task)


def test_spark_gives_the_same_bits(session: Any, files: list[str], alone: list[object]) -> None:
    for spark in (session, session.sparkContext):
        asked = Asked(files)
        assert asked.run(on=spark).is_complete
        assert asked.bits() == alone
        assert engine_of(spark).workers() == 2


def test_parts_of_killed_processes_are_done_by_others(session: Any, files: list[str], alone: list[object]) -> None:
    engine, asked = Dying(session), Asked(files)
    assert asked.run(on=engine).is_complete
    assert engine.deaths == 0
    assert asked.bits() == alone


def test_an_error_is_told_without_pages_of_java(session: Any, files: list[str]) -> None:
    engine = Dying(session)
    engine.deaths = 1_000
    with pytest.raises(ramet.distribute.WorkerLostError, match="tried 3 times: 1. a worker of Spark") as caught:
        Asked(files).run(on=engine)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 2_500


def test_a_deadline_ends_what_workers_do(session: Any) -> None:
    total = ramet.frame(entries=100_000_000_000).define("g", "normal()").sum("g")
    begin = time.monotonic()
    assert total.run(on=session, deadline=1.0).was_stopped
    assert time.monotonic() - begin < 100
    assert ramet.frame(entries=10).count().run(on=session).is_complete


def test_a_session_without_a_context_is_refused() -> None:
    class SparkSession:
        """As one of Spark Connect. Threads: one thread."""

        @property
        def sparkContext(self) -> object:  # noqa: N802
            raise AttributeError("JVM_ATTRIBUTE_NOT_SUPPORTED")

    with pytest.raises(ramet.MisuseError, match="expected a Spark with a SparkContext"):
        OfSpark(SparkSession())
