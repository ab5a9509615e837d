"""Programs of expressions: one is run by many threads at once, and over batches of any size."""

from __future__ import annotations

import concurrent.futures
import pathlib

import numpy as np
import pytest
import ramet
from ramet import _core


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> ramet.Tree:
    path: pathlib.Path = tmp_path_factory.mktemp("expressions") / "events.root"
    generator = np.random.default_rng(1)
    counts = generator.integers(0, 5, 10_000)
    values = generator.normal(30, 20, counts.sum()).astype("float32")
    with ramet.recreate(path) as file:
        file.mktree(
            "Events",
            {
                "x": generator.normal(0, 1, 10_000),
                "v": ramet_lists(values, counts),
            },
        )
    return ramet.open(path)["Events"]


def ramet_lists(values: np.ndarray, counts: np.ndarray) -> object:
    awkward = pytest.importorskip("awkward")
    return awkward.unflatten(values, counts)


def run(table: ramet.Tree, text: str, first: int, last: int) -> _core.Array:
    columns = [table[name] for name in ("x", "v")]
    program = _core.Program.compile([text], [(column.path, column.core.type) for column in columns], [])
    read = [columns[number] for number in program.columns]
    return program.run(table.read(read, first, last), last - first, first)[0]


@pytest.mark.parametrize("text", ["x * 2 + rdfentry_", "Sum(v[v > 20])", "v.size() > 0 ? v[0] : -1.f"])
def test_batches_of_any_size_give_the_same(table: ramet.Tree, text: str) -> None:
    whole = run(table, text, 0, 10_000).values
    for size in (1, 7, 1000):
        first = 5_000 - size
        assert np.array_equal(run(table, text, first, 5_000).values, whole[first:5_000])


def test_a_program_is_run_by_many_threads(table: ramet.Tree) -> None:
    columns = [table["v"]]
    program = _core.Program.compile(["Sum(v) + Max(Concatenate(v, ROOT::RVecF{1}))"], [("v", columns[0].core.type)], [])
    arrays = table.read(columns, 0, 10_000)
    wanted = program.run(arrays, 10_000)[0].values.tolist()
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: program.run(arrays, 10_000)[0].values.tolist(), range(16)))
    assert all(values == wanted for values in found)


def test_values_agree_with_numpy(table: ramet.Tree) -> None:
    x = table["x"].array(library="np")
    assert np.array_equal(run(table, "x * x - 2 * x", 0, 10_000).values, x * x - 2 * x)
    assert np.array_equal(run(table, "v.size()", 0, 10_000).values, [len(v) for v in table["v"].array(library="np")])


def test_mistakes_have_a_place_in_the_text(table: ramet.Tree) -> None:
    with pytest.raises(ramet.MisuseError, match=r"no column or variable xx"):
        run(table, "sqrt(xx)", 0, 10)
    with pytest.raises(ramet.MisuseError, match=r"entry \d+: index 3 of a list of \d values\n  v\[3\]\n  \^~~~"):
        run(table, "v[3]", 0, 10_000)
