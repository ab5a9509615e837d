"""No structure in the numbers: neighbouring entries, streams, seeds, calls and elements, and the bits of words."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest
from ramet.random import Draws, Stream

SIZE = 1 << 20
Reals = npt.NDArray[np.float64]


def of_entries() -> Reals:
    return Stream(0, "x").uniform(SIZE)


def of_streams() -> Reals:
    """1,024 streams with neighbouring numbers, interleaved."""
    return np.stack([Stream(0, number).uniform(SIZE // 1024) for number in range(1024)], axis=1).ravel()


def of_seeds() -> Reals:
    """1,024 neighbouring seeds, interleaved."""
    return np.stack([Stream(seed, "x").uniform(SIZE // 1024) for seed in range(1024)], axis=1).ravel()


def of_calls() -> Reals:
    calls = [Stream(0, "x").uniform(SIZE // 256, draws=Draws(call=call)) for call in range(256)]
    return np.stack(calls, axis=1).ravel()


def of_elements() -> Reals:
    entries, elements = np.divmod(np.arange(SIZE), 64)
    return Stream(0, "x").uniform(SIZE, draws=Draws(entries=entries, elements=elements))


def of_far_entries() -> Reals:
    """Entries of which only the upper bits differ."""
    return Stream(0, "x").uniform(SIZE, draws=Draws(entries=np.arange(SIZE, dtype=np.uint64) << np.uint64(44)))


LAYOUTS = [of_entries, of_streams, of_seeds, of_calls, of_elements, of_far_entries]


@pytest.fixture(scope="module", params=LAYOUTS, ids=[layout.__name__ for layout in LAYOUTS])
def numbers(request: pytest.FixtureRequest) -> Reals:
    layout: Callable[[], Reals] = request.param
    return layout()


def deviation(counts: npt.NDArray[np.int64]) -> float:
    """Chi square of equally probable cells, less its mean and in its standard deviations."""
    expected = counts.sum() / counts.size
    freedom = counts.size - 1
    return float((((counts - expected) ** 2 / expected).sum() - freedom) / np.sqrt(2 * freedom))


def test_they_are_uniform_in_one_two_and_three_dimensions(numbers: Reals) -> None:
    for dimensions, cells in ((1, 4096), (2, 64), (3, 16)):
        points = numbers[: numbers.size // dimensions * dimensions].reshape(-1, dimensions)
        places = np.ravel_multi_index(tuple((points * cells).astype(int).T), (cells,) * dimensions)
        assert abs(deviation(np.bincount(places, minlength=cells**dimensions))) < 4.5


def test_neighbours_are_not_correlated(numbers: Reals) -> None:
    centred = (numbers - 0.5) * np.sqrt(12)
    for distance in (1, 2, 3, 4, 8, 16, 63, 64, 256, 1024, 4096):
        correlation = float((centred[distance:] * centred[:-distance]).mean())
        assert abs(correlation) * np.sqrt(numbers.size) < 4.5


def test_each_bit_is_set_in_half_of_the_numbers_independently_of_the_others(numbers: Reals) -> None:
    words = (numbers * 2.0**52).astype(np.uint64)
    bits = ((words[:, None] >> np.arange(52, dtype=np.uint64)) & np.uint64(1)).astype(np.float32) * 2 - 1
    products = np.abs(bits.T @ bits / len(bits) - np.eye(52, dtype=np.float32))
    assert np.abs(bits.mean(axis=0)).max() * np.sqrt(len(bits)) < 4.5
    assert products.max() * np.sqrt(len(bits)) < 5.5


def test_gaps_between_small_numbers_are_those_of_chance(numbers: Reals) -> None:
    gaps = np.diff(np.flatnonzero(numbers < 1 / 16)) - 1
    longest = 40
    probabilities = (1 / 16) * (15 / 16) ** np.arange(longest)
    counts = np.bincount(np.minimum(gaps, longest), minlength=longest + 1)
    expected = gaps.size * np.append(probabilities, (15 / 16) ** longest)
    chi_square = ((counts - expected) ** 2 / expected).sum()
    assert abs(chi_square - longest) / np.sqrt(2 * longest) < 4.5
