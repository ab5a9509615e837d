"""Histograms are added and scaled, as TH1::Add and TH1::Scale do it."""

from __future__ import annotations

import copy

import numpy as np
import pytest
import ramet


@pytest.fixture
def filled() -> ramet.Histogram:
    return ramet.Histogram(4, (0, 4), name="h", title="t", label="l").fill([-1, 0.5, 1.5, 1.6, 3.5, 9])


def test_a_sum_has_the_contents_and_variances_of_both(filled: ramet.Histogram) -> None:
    weighted = ramet.Histogram(4, (0, 4)).fill([0.5, 2.5], weight=3)
    total = filled + weighted
    assert total.values(flow=True).tolist() == [1, 4, 2, 3, 1, 1]
    assert total.variances(flow=True).tolist() == [1, 10, 2, 9, 1, 1]
    assert filled.values().tolist() == [1, 2, 0, 1]
    assert sum([filled, weighted]) == total


def test_errors_of_a_multiple_grow_like_its_contents(filled: ramet.Histogram) -> None:
    for twice in (filled * 2, 2 * filled, np.float32(2) * filled, filled * np.int16(2), filled / 0.5):
        assert isinstance(twice, ramet.Histogram)
        assert twice.values(flow=True).tolist() == [2, 2, 4, 0, 2, 2]
        assert twice.variances(flow=True).tolist() == [4, 4, 8, 0, 4, 4]
        assert twice.is_weighted
        assert twice.num_entries == filled.num_entries
        assert twice.mean == pytest.approx(filled.mean)
        assert twice.standard_deviation == pytest.approx(filled.standard_deviation)
        assert (twice.name, twice.title, twice.axis().label) == ("h", "t", "l")
    assert not filled.is_weighted


def test_a_weighted_histogram_scales_like_its_weights(filled: ramet.Histogram) -> None:
    light = ramet.Histogram(4, (0, 4)).fill([0.5, 1.5, 1.6], weight=0.25)
    heavy = ramet.Histogram(4, (0, 4)).fill([0.5, 1.5, 1.6], weight=0.5)
    assert (light * 2).values().tolist() == heavy.values().tolist()
    assert (light * 2).variances().tolist() == heavy.variances().tolist()


def test_a_difference_is_a_sum_with_a_negative_multiple(filled: ramet.Histogram) -> None:
    nothing = filled + -1 * filled
    assert nothing.values().tolist() == [0, 0, 0, 0]
    assert nothing.variances().tolist() == [2, 4, 0, 2]


def test_in_place_it_stays_the_same_object(filled: ramet.Histogram) -> None:
    before, scaled = copy.copy(filled), filled
    scaled *= 3
    scaled /= 3
    assert scaled is filled
    assert scaled.values().tolist() == pytest.approx(before.values().tolist())
    scaled += scaled
    assert scaled.values().tolist() == pytest.approx([2, 4, 0, 2])
    assert before.values().tolist() == [1, 2, 0, 1]


def test_histograms_of_other_bins_are_refused(filled: ramet.Histogram) -> None:
    for other in (ramet.Histogram(4, (0, 5)), ramet.Histogram(5, (0, 4))):
        with pytest.raises(ramet.MisuseError, match="cannot be added"):
            filled + other
    assert filled.values().tolist() == [1, 2, 0, 1]


def test_operands_that_are_not_numbers_or_histograms_are_refused(filled: ramet.Histogram) -> None:
    for wrong in ("2", None, [2], 2j):
        with pytest.raises(TypeError):
            filled * wrong
        with pytest.raises(TypeError):
            filled + wrong
    with pytest.raises(TypeError):
        filled * filled
    with pytest.raises(ZeroDivisionError):
        filled / 0


def test_numpys_functions_take_its_values(filled: ramet.Histogram) -> None:
    assert np.sqrt(filled).tolist() == np.sqrt(filled.values()).tolist()
    assert (np.arange(4) * filled).tolist() == [0, 2, 0, 3]
    assert (filled * np.arange(4)).tolist() == [0, 2, 0, 3]
    assert np.add(filled, 1).tolist() == [2, 3, 1, 2]


def test_a_difference_has_the_variances_of_both(filled: ramet.Histogram) -> None:
    other = ramet.Histogram(4, (0, 4)).fill([0.5, 2.5], weight=3)
    less = filled - other
    assert isinstance(less, ramet.Histogram)
    assert less.values(flow=True).tolist() == [1, -2, 2, -3, 1, 1]
    assert less.variances(flow=True).tolist() == [1, 10, 2, 9, 1, 1]
    assert less == filled + -1 * other
    assert (less.name, filled.values().tolist()) == ("h", [1, 2, 0, 1])
    same = filled
    same -= other
    assert same is filled
    assert same == less
    for wrong in (lambda: less - 1, lambda: 1 - less, lambda: less - ramet.Profile(4, (0, 4))):
        with pytest.raises(TypeError, match="unsupported operand"):
            wrong()


def test_the_sum_of_contents(filled: ramet.Histogram) -> None:
    assert (filled.sum(), filled.sum(flow=True), np.sum(filled)) == (4, 6, 4)
    both = ramet.Histogram([2, 3], [(0, 2), (0, 3)]).fill([0.5, 1.5, 9], [0.5, 2.5, 1], weight=[1, 2, 4])
    assert (both.sum(), both.sum(flow=True)) == (3, 7)
    assert np.sum(both, axis=0).tolist() == both.sum(axis=0).tolist() == [1, 0, 2]


def test_axes_are_called_by_their_names_in_files_too(filled: ramet.Histogram) -> None:
    both = ramet.Histogram([2, 3], [(0, 2), (0, 3)]).fill([0.5, 1.5], [0.5, 2.5])
    assert both.project("yaxis") == both.project("y") == both.project(1)
    assert both.axis("xaxis") == both.axis("x")
    with pytest.raises(IndexError, match="axis 'qaxis', expected 'x', 'y', 'z' or a number"):
        filled.axis("qaxis")
