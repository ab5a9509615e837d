"""Random numbers in Python: the same for any batch and any number of threads; what is refused."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
import ramet
from ramet import _core
from ramet.random import Draws, Stream, keys_of

STREAM = Stream(1, "test")


def test_any_batches_give_the_same_numbers() -> None:
    whole = STREAM.normal(200_001, 5, 2)
    for size in (1, 1000, 70_000):
        parts = [
            STREAM.normal(min(size, 200_001 - first), 5, 2, draws=Draws(first_entry=first))
            for first in range(0, 200_001, max(size, 50_000))
        ]
        firsts = [whole[first : first + size] for first in range(0, 200_001, max(size, 50_000))]
        assert all(np.array_equal(part, first) for part, first in zip(parts, firsts, strict=True))


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_any_number_of_threads_gives_the_same_numbers(threads: int) -> None:
    numbers = np.empty(300_000)
    stream, draws = _core.RandomStream(1, STREAM.number), _core.RandomDraws(0, None, None, 0)
    _core.random_reals(_core.Session(threads), "normal", stream, draws, numbers, [0.0, 1.0])
    assert np.array_equal(numbers, STREAM.normal(300_000))


def test_entries_in_any_order_have_their_numbers() -> None:
    whole = STREAM.uniform(1000)
    entries = np.random.default_rng(1).permutation(1000)
    assert np.array_equal(STREAM.uniform(1000, draws=Draws(entries=entries)), whole[entries])


def test_elements_calls_distributions_streams_and_seeds_are_independent() -> None:
    size, entries = 100_000, np.arange(100_000)
    columns = [
        STREAM.normal(size),
        STREAM.normal(size, draws=Draws(call=1)),
        STREAM.normal(size, draws=Draws(entries=entries, elements=np.ones(size, np.int64))),
        STREAM.normal(size, draws=Draws(first_entry=size)),
        Stream(1, "other").normal(size),
        Stream(2, "test").normal(size),
        STREAM.uniform(size),
        STREAM.exponential(size),
    ]
    correlations = np.corrcoef(columns) - np.eye(len(columns))
    assert np.abs(correlations).max() < 5 / np.sqrt(size)


def test_parameters_are_numbers_or_arrays() -> None:
    means = np.arange(1000.0)
    numbers = STREAM.normal(1000, means, np.float32(0.5))
    assert np.array_equal(numbers, means + 0.5 * STREAM.normal(1000))
    assert np.array_equal(STREAM.normal(1000, [3] * 1000), STREAM.normal(1000, 3))


def test_events_keep_their_numbers_in_a_skim() -> None:
    run, event = np.repeat([1, 2], 500), np.tile(np.arange(500), 2)
    whole = STREAM.normal(1000, draws=Draws(entries=keys_of(run, event)))
    kept = np.flatnonzero(event % 3 == 0)[::-1]
    skim = STREAM.normal(len(kept), draws=Draws(entries=keys_of(run[kept], event[kept])))
    assert np.array_equal(skim, whole[kept])
    assert len(np.unique(whole)) == 1000
    with pytest.raises(ramet.MisuseError, match="a column has 3 values for 2 keys"):
        keys_of([1, 2], [1, 2, 3])


def test_invalid_streams_draws_and_parameters_are_refused() -> None:
    with pytest.raises(ramet.MisuseError, match=r"seed is -1, not in 0\.\.18446744073709551615"):
        Stream(-1)
    with pytest.raises(ramet.MisuseError, match=r"the number of a stream is 4294967296"):
        Stream(0, 2**32)
    with pytest.raises(ramet.MisuseError, match="a parameter has 3 values for 4 numbers"):
        STREAM.normal(4, [1, 2, 3])
    with pytest.raises(ramet.MisuseError, match="entries has 3 values for 4 numbers"):
        STREAM.normal(4, draws=Draws(entries=[1, 2, 3]))
    with pytest.raises(ramet.MisuseError, match="elements are given without their entries"):
        STREAM.normal(2, draws=Draws(elements=[1, 2]))
    with pytest.raises(ramet.MisuseError, match="elements reach 16777216, expected all below 16777216"):
        Draws(entries=[1], elements=[2**24])
    with pytest.raises(ramet.MisuseError, match="entries begin at -5"):
        Draws(entries=[3, -5])
    with pytest.raises(TypeError, match="entries are 1-dimensional float64"):
        Draws(entries=[0.5])
    with pytest.raises(TypeError, match="sigma is a 0-dimensional <U4"):
        STREAM.normal(4, 0, "wide")
    with pytest.raises(ramet.MisuseError, match="size is -1"):
        STREAM.normal(-1)


def test_streams_compare_print_and_pickle() -> None:
    assert repr(STREAM) == "Stream(1, 'test')"
    assert pickle.loads(pickle.dumps(STREAM)) == STREAM == Stream(1, STREAM.number)
    assert len({STREAM, Stream(1, "test"), Stream(2, "test")}) == 2
    assert STREAM.uniform(0).shape == (0,)
