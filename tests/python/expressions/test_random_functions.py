"""Random numbers in expressions: those of ramet.random, for any batches and threads."""

from __future__ import annotations

import concurrent.futures
import itertools
import pathlib

import numpy as np
import pytest
import ramet
from ramet import _core
from ramet.random import Draws, Stream, keys_of

ENTRIES = 20_000


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> ramet.Tree:
    path: pathlib.Path = tmp_path_factory.mktemp("random") / "events.root"
    with ramet.recreate(path) as file:
        file.mktree(
            "Events",
            {
                "run": np.repeat(np.arange(20, dtype="int32"), ENTRIES // 20),
                "event": np.arange(ENTRIES) * 7919 % 100_003,
                "mean": np.linspace(0, 40, ENTRIES),
            },
        )
    return ramet.open(path)["Events"]


def program_of(table: ramet.Tree, text: str, *, seed: int = 3, key: tuple[str, ...] = ()) -> _core.Program:
    columns = [(name, table[name].core.type) for name in ("run", "event", "mean")]
    return _core.Program.compile(["noise"], columns, [("noise", text)], seed=seed, random_key=list(key))


def drawn(
    table: ramet.Tree, text: str, first: int = 0, last: int = ENTRIES, *, seed: int = 3, key: tuple[str, ...] = ()
) -> np.ndarray:
    """The numbers of the column `noise`."""
    program = program_of(table, text, seed=seed, key=key)
    read = [table[("run", "event", "mean")[number]] for number in program.columns]
    found = program.run(table.read(read, first, last), last - first, first)[0]
    return np.asarray(found.values if not found.contents else found.contents[0].values)


def test_numbers_are_those_of_the_stream_of_the_definition(table: ramet.Tree) -> None:
    noise = Stream(seed=3, name="noise")
    assert np.array_equal(drawn(table, "normal(1, 2)"), noise.normal(ENTRIES, mean=1, sigma=2))
    second = noise.poisson(ENTRIES, mean=3, draws=Draws(call=1))
    assert np.array_equal(drawn(table, "uniform() * 0 + poisson(3)"), second)
    assert not np.array_equal(drawn(table, "normal(1, 2)", seed=4), drawn(table, "normal(1, 2)"))


def test_parameters_are_columns(table: ramet.Tree) -> None:
    mean = table["mean"].array(library="np")
    assert np.array_equal(drawn(table, "poisson(mean)"), Stream(3, "noise").poisson(ENTRIES, mean=mean))


@pytest.mark.parametrize("text", ["normal(mean, 1) + normal()", "Sum(bootstrap(3)) + poisson(mean)"])
def test_batches_of_any_size_give_the_same(table: ramet.Tree, text: str) -> None:
    whole = drawn(table, text)
    for size in (1, 7, 1000):
        assert np.array_equal(drawn(table, text, 5_001 - size, 5_001), whole[5_001 - size : 5_001])


def test_64_threads_draw_the_same_bits(table: ramet.Tree) -> None:
    text = "normal(mean, 1) + uniform() * poisson(mean) + random::gamma(mean + 1, 2)"
    whole = drawn(table, text)
    edges = np.unique(np.linspace(0, ENTRIES, 257, dtype=int)).tolist()
    with concurrent.futures.ThreadPoolExecutor(64) as pool:
        parts = list(pool.map(lambda part: drawn(table, text, *part), itertools.pairwise(edges)))
    assert np.array_equal(np.concatenate(parts), whole)


def test_columns_may_be_the_key(table: ramet.Tree) -> None:
    run, event = (table[name].array(library="np") for name in ("run", "event"))
    wanted = Stream(3, "noise").normal(ENTRIES, draws=Draws(entries=keys_of(run, event)))
    assert np.array_equal(drawn(table, "normal()", key=("run", "event")), wanted)
    assert np.array_equal(drawn(table, "normal()", 700, 900, key=("run", "event")), wanted[700:900])


def test_bootstrap_gives_poisson_weights(table: ramet.Tree) -> None:
    weights = drawn(table, "bootstrap(50)").reshape(ENTRIES, 50)
    assert abs(weights.mean() - 1) < 5e-3  # 5 sigma: 1 / sqrt(10^6)
    assert abs(weights.var() - 1) < 1e-2
    replicas = weights.sum(axis=0)
    assert 0.5 < replicas.std() / np.sqrt(ENTRIES) < 1.5


def test_mistakes_name_the_entry(table: ramet.Tree) -> None:
    with pytest.raises(ramet.MisuseError, match=r"entry 1000\d: mean is -.*\n  poisson\(20 - mean\)\n  \^~~"):
        drawn(table, "poisson(20 - mean)")
    with pytest.raises(ramet.MisuseError, match="no column evnt; did you mean event"):
        drawn(table, "normal()", key=("evnt",))
