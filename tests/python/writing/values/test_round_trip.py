"""All columns are read back: any types, any lengths, any division into batches and contexts."""

from __future__ import annotations

import tempfile
from itertools import pairwise
from pathlib import Path
from typing import Any

import awkward as ak
import numpy as np
import ramet
import uproot
from hypothesis import given, settings
from hypothesis import strategies as st

NUMBERS = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64"]


def random_numbers(random: np.random.Generator, dtype: str, shape: Any) -> Any:
    """Bit patterns of every kind, so that NaN, infinities and extremes are among them."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    raw = np.frombuffer(random.bytes(size), dtype=np.uint8)
    return (raw % 2).astype(bool).reshape(shape) if dtype == "bool" else raw.view(dtype).reshape(shape)


def random_lists(random: np.random.Generator, entries: int, content: Any) -> ak.Array:
    counts = random.integers(0, 4, entries)
    return ak.unflatten(content(int(counts.sum())), counts)


def random_words(random: np.random.Generator, entries: int) -> list[str]:
    return ["ä" * int(size) if size < 5 else "x" * int(size) * 40 for size in random.integers(0, 9, entries)]


def random_column(random: np.random.Generator, kind: str, dtype: str, entries: int) -> tuple[Any, Any]:
    """A type and values of it."""
    if kind == "number":
        return dtype, random_numbers(random, dtype, (entries,))
    if kind == "regular":
        shape = tuple(int(size) for size in random.integers(1, 4, random.integers(1, 3)))
        return np.dtype((dtype, shape)), random_numbers(random, dtype, (entries, *shape))
    if kind == "string":
        return ["string", "std::string"][random.integers(2)], random_words(random, entries)
    if kind == "words":
        return "vector<string>", random_lists(
            random, entries, lambda size: ak.Array([*random_words(random, size), "x"])[:-1]
        )
    lists = random_lists(random, entries, lambda size: random_numbers(random, dtype, (size,)))
    if kind == "list":
        return f"var * {dtype}", lists
    return ramet.Column(f"var * {dtype}", form="vector"), lists


def equal(left: Any, right: Any) -> bool:
    """Whether type and bits are the same, including NaN."""
    return bool(ak.array_equal(left, right, dtype_exact=True, equal_nan=True, check_parameters=False))


@settings(max_examples=40, deadline=None)
@given(
    columns=st.lists(
        st.tuples(
            st.sampled_from(["number", "regular", "string", "words", "list", "vector"]), st.sampled_from(NUMBERS)
        ),
        min_size=1,
        max_size=5,
    ),
    entries=st.integers(0, 60),
    cuts=st.lists(st.integers(0, 60), max_size=4),
    cluster_size=st.sampled_from([1, 300, 10_000]),
    seed=st.integers(0, 2**32),
)
def test_columns_come_back(
    columns: list[tuple[str, str]], entries: int, cuts: list[int], cluster_size: int, seed: int
) -> None:
    random = np.random.default_rng(seed)
    made = {f"c{n}": random_column(random, kind, dtype, entries) for n, (kind, dtype) in enumerate(columns)}
    ends = sorted({0, entries, *(min(cut, entries) for cut in cuts)})
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.root"
        schema = {name: kind for name, (kind, _) in made.items()}
        with ramet.ParallelWriter(path, "t", schema, cluster_size=cluster_size, basket_size=100) as writer:
            parts = list(enumerate(pairwise(ends)))
            for part, (begin, end) in reversed(parts):  # the last part first: sequence numbers put them in order
                with writer.context(part) as context:
                    context.extend({name: values[begin:end] for name, (_, values) in made.items()})
        ours, theirs = ramet.open(path)["t"], uproot.open(path)["t"]
        assert ours.num_entries == theirs.num_entries == entries
        for name, (_, values) in made.items():
            read = ours[name].array()
            if entries > 0:
                assert equal(read, ak.from_numpy(values) if isinstance(values, np.ndarray) else ak.Array(values)), name
            assert equal(read, theirs[name].array()), name
            middle = ours[name].array(entry_start=entries // 3, entry_stop=2 * entries // 3)
            assert equal(middle, read[entries // 3 : 2 * entries // 3]), name
