"""Profiles: means of heights in bins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy.typing as npt
from ramet import _core
from ramet.histograms.axis import Floats
from ramet.histograms.bins.making import Bins, Bounds, Labels
from ramet.histograms.filled import FilledBins

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Profile"]

_OPTIONS = {
    _core.ProfileErrors.of_mean: "",
    _core.ProfileErrors.spread: "s",
    _core.ProfileErrors.of_whole_numbers: "i",
    _core.ProfileErrors.from_weights: "g",
}


class Profile(FilledBins):
    """The mean of a height in each bin, and its error: ROOT's TProfile, TProfile2D and TProfile3D.

    >>> profile = Profile(2, (0, 2))
    >>> profile.fill([0.5, 0.5, 1.5], sample=[1, 3, 7]).values()
    array([2., 7.])

    Any number of threads may fill and read it; readers see complete fills only. Multiplying a profile multiplies its
    heights.

    Args:
        bins: as of Histogram, of one to three axes.
        bounds: as of Histogram.
        name: for other libraries; in a file its name is that of `file[name] = profile`.
        title: of the profile.
        label: of the axis; of several axes one for each.
        value_label: of the heights.

    Raises:
        TypeError: bins is a number and bounds are missing.
        MisuseError: no bins, edges that are not finite or do not increase, or a wrong number of bounds or labels.
        UnsupportedError: more than three axes.
    """

    def __init__(
        self,
        bins: Bins,
        bounds: Bounds | None = None,
        *,
        name: str = "",
        title: str = "",
        label: Labels = "",
        value_label: str = "",
    ) -> None:
        self._core = self._make(bins, bounds, label, is_profile=True).named(name, title, value_label)

    def fill(self, *values: npt.ArrayLike, sample: npt.ArrayLike, weight: npt.ArrayLike | None = None) -> Self:
        """Add heights, on all cores; the result is the same, to the last bit, for any number of cores.

        Args:
            values: for each axis, numbers of any type and shape, the same number for all; lists are flattened.
            sample: the height of each.
            weight: one for all, or one for each height.

        Returns:
            The profile itself.

        Raises:
            TypeError: values, heights or weights are not numbers.
            MisuseError: the numbers of weights, heights, or arrays of values are wrong.
        """
        return self._fill((*values, sample), weight)

    @property
    def error_option(self) -> str:
        """The meaning of `errors`: "" the error of the mean, "s" the spread of the heights, "i" the error of the mean
        of whole numbers, "g" 1 / sqrt(sum of weights)."""
        return _OPTIONS[self._core.profile_errors]

    @property
    def height_range(self) -> tuple[float, float] | None:
        """The lowest and highest heights that are accepted; None if all are."""
        low, high = self._core.profile_heights
        return None if low == high else (low, high)

    def weights(self, *, flow: bool = False) -> Floats:
        """The sum of weights of each bin, as `values`: without weights the number of entries."""
        return self._without_flow(self._core.profile_weights, flow=flow)
