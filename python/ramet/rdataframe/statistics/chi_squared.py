"""Pearson's test of two histograms, as ROOT's Chi2Test has it: of counts, of counts and weighted ones, of weighted
ones."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from ramet.errors import MisuseError, UnsupportedError
from ramet.frames.sources import frame
from ramet.histograms.profile import Profile
from ramet.rdataframe.results.computed import Computed

__all__ = ["ChiSquared"]

_OPTIONS = {"UU", "UW", "WW", "CHI2", "CHI2/NDF", "NORM", "OF", "UF", "P"}


class ChiSquared(Computed):
    """A histogram that is compared with others. Threads: one at a time."""

    def Chi2Test(self, other: Any, option: str = "UU", residuals: Any = None) -> float:
        """How probable it is that two histograms of one axis are of the same distribution: "UU" of counts, "UW" where
        the other one is weighted, "WW" where both are. With "CHI2" the sum itself, with "CHI2/NDF" that by the degrees
        of freedom; "OF" and "UF" take the bins above and below the range along, "P" prints all. "NORM" says that what
        are counts here were scaled: they are found again from contents and errors.

        Raises:
            MisuseError: other bins.
            UnsupportedError: several axes, another option, residuals.
        """
        words = set(option.upper().replace(",", " ").split())
        second = getattr(other, "value", other)
        if residuals is not None or not words <= _OPTIONS or self._of.ndim != 1 or isinstance(self._of, Profile):
            raise UnsupportedError(f"Chi2Test is of histograms of one axis, with {sorted(_OPTIONS)}: {option!r}")
        if not isinstance(second, Computed) or second.ToRamet().shape != self._of.shape:
            raise MisuseError("Chi2Test: a histogram of the same bins is wanted")
        part = slice(0 if "UF" in words else 1, None if "OF" in words else -1)
        one, other_one = ([each[part] for each in of._both()] for of in (self, second))
        if not float(one[0].sum()) or not float(other_one[0].sum()):
            return 0.0  # as ROOT, which says that one is empty
        said = next((kind for kind in ("UU", "UW", "WW") if kind in words), None)
        kinds = {"UU": _of_counts, "UW": _of_counts_and_weights, "WW": _of_weights}
        if "NORM" in words:
            one = _counts_of(one) if (said or self._kind(second)) != "WW" else one
            other_one = _counts_of(other_one) if (said or self._kind(second)) == "UU" else other_one
        squares, degrees = kinds[said or self._kind(second)](*one, *other_one)
        if "P" in words:
            print(f"Chi2 = {squares:f}, Prob = {_probability(squares, degrees):g}, NDF = {degrees}")
        if "CHI2/NDF" in words:
            return squares / degrees if degrees else 0.0
        return squares if "CHI2" in words else _probability(squares, degrees)

    def _kind(self, other: Computed) -> str:
        def is_weighted(of: Computed) -> bool:
            return abs(of.GetSumOfWeights() - of.GetEffectiveEntries()) >= 1

        if not is_weighted(self):
            return "UW" if is_weighted(other) else "UU"
        if not is_weighted(other):
            raise MisuseError("Chi2Test: the weighted one of two is the argument")
        return "WW"


def _counts_of(both: Any) -> list[Any]:
    """The counts that have become these contents and squares of errors by a factor."""
    cells, squares = (np.asarray(one, np.float64) for one in both)
    counts = np.floor(np.where(squares > 0, cells**2 / np.where(squares > 0, squares, 1), 0) + 0.5)
    return [counts, counts]


def _probability(squares: float, degrees: int) -> float:
    text = f"TMath::Prob({squares!r}, {degrees})"
    return float(frame(entries=1).define("value", text).take("value").value[0])


def _of_counts(cells: Any, _: Any, others: Any, __: Any) -> tuple[float, int]:
    total, other_total = float(cells.sum()), float(others.sum())
    filled = (cells >= 1) | (others >= 1) | (cells <= -1) | (others <= -1)  # less than one counts as none, as in ROOT
    differences = other_total * cells[filled] - total * others[filled]
    squares = float((differences**2 / (cells[filled] + others[filled])).sum())
    return squares / (total * other_total), int(filled.sum()) - 1


def _of_weights(cells: Any, errors: Any, others: Any, other_errors: Any) -> tuple[float, int]:
    total, other_total = float(cells.sum()), float(others.sum())
    filled = (cells != 0) | (others != 0)
    differences = other_total * cells[filled] - total * others[filled]
    spread = total**2 * other_errors[filled] + other_total**2 * errors[filled]
    if (spread == 0).any():
        raise MisuseError("Chi2Test: a bin has contents without an error")
    return float((differences**2 / spread).sum()), int(filled.sum()) - 1


def _of_counts_and_weights(cells: Any, _: Any, others: Any, other_errors: Any) -> tuple[float, int]:
    """The expected share of each bin is the one that makes both contents most likely."""
    total, other_total = float(cells.sum()), float(others.sum())
    all_squares = float(other_errors.sum())
    squares, degrees = 0.0, -1
    for count, weight, error in zip(cells.tolist(), others.tolist(), other_errors.tolist(), strict=True):
        if count == 0 and weight == 0:
            continue
        degrees += 1
        square = error or (all_squares / other_total if other_total else 0.0)
        first = other_total * weight - total * square
        root = math.sqrt(first**2 + 4 * other_total**2 * count * square)
        share = (first + root) / (2 * other_total**2)
        if share <= 0:
            raise UnsupportedError("Chi2Test: a bin that is filled in one histogram has an expected content of 0")
        squares += (count - share * total) ** 2 / (share * total)
        if square > 0:
            squares += (weight - share * other_total) ** 2 / square
    return squares, degrees
