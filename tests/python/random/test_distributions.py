"""Each distribution in Python: its mean and variance, its batches, its errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import ramet
from ramet.random import BinTable, Draws, FunctionTable, Stream

STREAM = Stream(20, 26)
SIZE = 400_000

# Name, parameters, mean and variance.
REALS: list[tuple[str, tuple[float, ...], float, float]] = [
    ("uniform", (-1, 3), 1, 16 / 12),
    ("normal", (10, 2), 10, 4),
    ("exponential", (3,), 3, 9),
    ("logistic", (1, 0.5), 1, np.pi**2 / 12),
    ("triangle", (-1, 0.5, 4), 3.5 / 3, (1 + 0.25 + 16 + 0.5 + 4 - 2) / 18),
    ("weibull", (2, 2), np.sqrt(np.pi), 4 - np.pi),
    ("moyal", (5, 0.5), 5 + 0.5 * (np.euler_gamma + np.log(2)), np.pi**2 / 8),
    ("gamma", (0.6, 3), 1.8, 5.4),
    ("chi_square", (5,), 5, 10),
    ("beta", (0.7, 2.5), 0.7 / 3.2, 0.7 * 2.5 / (3.2**2 * 4.2)),
    ("student_t", (9,), 0, 9 / 7),
    ("integers", (10,), 4.5, 99 / 12),
    ("poisson", (3,), 3, 3),
    ("poisson", (1000,), 1000, 1000),
    ("binomial", (20, 0.3), 6, 4.2),
    ("binomial", (1000, 0.7), 700, 210),
]


@pytest.mark.parametrize(("name", "parameters", "mean", "variance"), REALS)
def test_mean_and_variance_are_those_of_the_distribution(
    name: str, parameters: tuple[float, ...], mean: float, variance: float
) -> None:
    numbers = getattr(STREAM, name)(SIZE, *parameters)
    assert abs(numbers.mean() - mean) < 4.5 * np.sqrt(variance / SIZE)
    assert numbers.var() == pytest.approx(variance, rel=0.03)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [(name, parameters) for name, parameters, _, _ in REALS]
    + [("breit_wigner", (91.2, 2.5)), ("landau", (5, 0.5)), ("circle", (2,)), ("sphere", (2,))],
)
def test_parts_and_lists_and_columns_of_parameters_give_the_same_numbers(
    name: str, parameters: tuple[float, ...]
) -> None:
    draw: Callable[..., npt.NDArray[Any]] = lambda *arguments, **options: np.asarray(  # noqa: E731 - a short name
        getattr(STREAM, name)(*arguments, **options)
    )
    whole = draw(100_000, *parameters)
    assert np.array_equal(draw(30_001, *parameters, draws=Draws(first_entry=69_999)), whole[..., 69_999:])
    entries = np.arange(99_999, 0, -7)
    assert np.array_equal(draw(len(entries), *parameters, draws=Draws(entries=entries)), whole[..., entries])
    columns = [np.full(5000, parameter) for parameter in parameters]
    assert np.array_equal(draw(5000, *columns), whole[..., :5000])


def test_landaus_distribution_has_the_quantiles_of_root() -> None:
    quantiles = np.quantile(STREAM.landau(SIZE), [0.1, 0.5, 0.9])
    assert quantiles == pytest.approx([-1.092255, 1.35578, 11.649285], abs=0.1)


def test_a_histogram_gives_the_numbers_of_its_bins() -> None:
    histogram = ramet.Histogram(10, (0, 10)).fill(np.repeat([2.5, 7.5], [100, 300]))
    (numbers,) = STREAM.of_bins(40_000, BinTable(histogram))
    counts, _ = np.histogram(numbers, 10, (0, 10))
    assert set(np.flatnonzero(counts)) == {2, 7}
    assert counts[7] / 40_000 == pytest.approx(0.75, abs=0.01)
    x, y = STREAM.of_bins(10, BinTable([[0, 0, 1], [0, 0, 0]], [0, 1, 2], [0, 1, 2, 3]))
    assert ((x < 1) & (y > 2)).all()


def test_a_function_gives_the_numbers_of_its_density() -> None:
    table = FunctionTable(lambda x: np.exp(-x), 0, 30, tolerance=1e-7)
    assert table.error <= 1e-7
    numbers = STREAM.of_function(SIZE, table)
    assert numbers.mean() == pytest.approx(1, abs=0.01)
    assert np.array_equal(STREAM.of_function(10, table, draws=Draws(first_entry=99_990)), numbers[99_990:100_000])


def test_invalid_distributions_are_refused() -> None:
    with pytest.raises(ramet.MisuseError, match="mean is -1, not in"):
        STREAM.poisson(3, -1)
    with pytest.raises(ramet.MisuseError, match="numbers 65536 to 99999: shape of number 4464 is 0, not above 0"):
        STREAM.gamma(100_000, np.where(np.arange(100_000) == 70_000, 0, 1))
    with pytest.raises(ramet.MisuseError, match="probability is 2, not in"):
        STREAM.binomial(3, 10, 2)
    with pytest.raises(TypeError, match="below is a 0-dimensional float64, expected whole numbers"):
        STREAM.integers(3, 2.5)
    with pytest.raises(ramet.MisuseError, match=r"contents have the shape \(2,\), the edges are those of \(3,\)"):
        BinTable([1, 2], [0, 1, 2, 3])
    with pytest.raises(ramet.MisuseError, match="weight 1 is -2"):
        BinTable([1, -2], [0, 1, 2])
    with pytest.raises(ramet.MisuseError, match="the function is -1 at 0"):
        FunctionTable(lambda x: x - 1, 0, 2)
    with pytest.raises(ZeroDivisionError):
        FunctionTable(lambda x: 1 / x, 0, 2)
    with pytest.raises(ramet.MisuseError, match="edges are given"):
        BinTable(ramet.Histogram(10, (0, 10)), [0, 1])


def test_multinomial_numbers_add_up_and_have_their_means() -> None:
    counts = STREAM.multinomial(20_000, 80, [1, 2, 0, 5])
    assert counts.shape == (20_000, 4)
    assert (counts.sum(axis=1) == 80).all()
    assert np.allclose(counts.mean(axis=0), [10, 20, 0, 50], rtol=0.01)
    part = STREAM.multinomial(10, np.full(10, 80), [1, 2, 0, 5], draws=Draws(first_entry=777))
    assert np.array_equal(part, counts[777:787])
    with pytest.raises(ramet.MisuseError, match="a probability is -1"):
        STREAM.multinomial(1, 1, [1, -1])


def test_decays_keep_energy_and_momentum() -> None:
    momenta, weights = STREAM.phase_space(100_000, 5.279, [3.097, 0.494, 0.14])
    assert np.allclose(momenta[:, :3].sum(axis=0), 0, atol=1e-12)
    assert np.allclose(momenta[:, 3].sum(axis=0), 5.279)
    assert ((weights > 0) & (weights <= 1)).all()
    part, _ = STREAM.phase_space(10, np.full(10, 5.279), [3.097, 0.494, 0.14], draws=Draws(first_entry=777))
    assert np.array_equal(part, momenta[..., 777:787])
    with pytest.raises(ramet.MisuseError, match="above those of the products"):
        STREAM.phase_space(1, 1, [0.5, 0.6])
