"""Profiles: means of heights in bins."""

from __future__ import annotations

from typing import Any

from ramet import _core
from ramet.histograms.axis import Floats
from ramet.histograms.binned import Binned
from ramet.histograms.values import contents_of, histogram_in

__all__ = ["Profile"]

_OPTIONS = {
    _core.ProfileErrors.of_mean: "",
    _core.ProfileErrors.spread: "s",
    _core.ProfileErrors.of_whole_numbers: "i",
    _core.ProfileErrors.from_weights: "g",
}


class Profile(Binned):
    """The mean of a height in each bin, and its error: what TProfile, TProfile2D and TProfile3D are to ROOT.

    Threads: any number.
    """

    def __init__(self, core: _core.Histogram) -> None:
        self._core = core

    @property
    def error_option(self) -> str:
        """What `errors` are: "" the error of the mean, "s" the spread of the heights, "i" the error of the mean of
        whole numbers, "g" 1 / sqrt(sum of weights)."""
        return _OPTIONS[self._core.profile_errors]

    @property
    def height_range(self) -> tuple[float, float] | None:
        """The lowest and highest height that was let in; None when all were."""
        low, high = self._core.profile_heights
        return None if low == high else (low, high)

    def weights(self, *, flow: bool = False) -> Floats:
        """The sum of weights of each bin, as `values`: without weights the number of entries."""
        return self._without_flow(self._core.profile_weights, flow=flow)

    def __add__(self, other: Profile) -> Profile:
        if not isinstance(other, Profile):
            return NotImplemented
        total = self._core.copy()
        total.add(other._core)
        return Profile(total)

    def __radd__(self, other: Any) -> Profile:
        """What `sum` begins with is 0."""
        return self if type(other) is int and other == 0 else NotImplemented

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle keeps where it is; of one that was made here the profile itself."""
        if self._at is not None:
            return self._at.recipe()
        return _from_contents, contents_of(self._core)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Profile) and self._core == other._core

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Profile {self.name!r} of {self._bins_as_text()}>"


def _from_contents(contents: bytes, name: str) -> Profile:
    """What was pickled."""
    return Profile(histogram_in(contents, name))
