"""Streams of random numbers, and the distributions drawn from them."""

from __future__ import annotations

from typing import SupportsIndex

import numpy as np
import numpy.typing as npt
from ramet import _core
from ramet.arguments import whole_number
from ramet.random.draws import Draws, core_draws
from ramet.session import shared_session

__all__ = ["Stream"]

Reals = npt.NDArray[np.float64]


class Stream:
    """One of 2³² independent sequences of random numbers of a seed. Threads: immutable.

    A number is a function of seed, stream, entry and draw. So the same call gives the same numbers, on any machine and
    with any number of threads, and what is drawn for an entry does not depend on what is drawn for others. Different
    numbers come from another seed, another name, or other `draws`. Different distributions of the same stream are
    independent of each other.

    The methods draw `size` numbers, using all cores. Their parameters are a number, or an array with a value for each.
    `draws` says which entries the numbers belong to, by default 0, 1, ... MisuseError is raised for parameters outside
    their range, and for arrays of another length than `size`.

    Parameters:
        seed: 0 to 2⁶⁴ - 1.
        name: of the stream; a number from 0 to 2³² - 1 is used as it is. Of a name the number is a hash: among 1,000
            names two have the same with a probability of 1 in 10,000.

    >>> smearing = Stream(1, "smearing")
    >>> smearing.uniform(3)
    array([0.30229692, 0.97933718, 0.32348346])
    """

    def __init__(self, seed: SupportsIndex = 0, name: str | SupportsIndex = "") -> None:
        if isinstance(name, str):
            number = _core.random_stream_number(name)
        else:
            number = whole_number(name, "the number of a stream", 0, 2**32 - 1)
        self._name = name
        self._core = _core.RandomStream(whole_number(seed, "seed", 0, 2**64 - 1), number)

    @property
    def seed(self) -> int:
        """The seed."""
        return self._core.seed

    @property
    def number(self) -> int:
        """The number of the stream: the hash of its name, or what was given."""
        return self._core.number

    def __repr__(self) -> str:
        return f"Stream({self.seed}, {self._name!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Stream):
            return NotImplemented
        return (self.seed, self.number) == (other.seed, other.number)

    def __hash__(self) -> int:
        return hash((self.seed, self.number))

    def __reduce__(self) -> tuple[type[Stream], tuple[int, str | SupportsIndex]]:
        return Stream, (self.seed, self._name)

    def uniform(
        self, size: SupportsIndex, low: npt.ArrayLike = 0, high: npt.ArrayLike = 1, *, draws: Draws | None = None
    ) -> Reals:
        """Numbers between low and high; neither occurs, except by rounding."""
        return self._reals("uniform", size, draws, low=low, high=high)

    def normal(
        self, size: SupportsIndex, mean: npt.ArrayLike = 0, sigma: npt.ArrayLike = 1, *, draws: Draws | None = None
    ) -> Reals:
        """Numbers of Gauss's distribution."""
        return self._reals("normal", size, draws, mean=mean, sigma=sigma)

    def exponential(self, size: SupportsIndex, mean: npt.ArrayLike = 1, *, draws: Draws | None = None) -> Reals:
        """Numbers with the density exp(-x / mean) / mean."""
        return self._reals("exponential", size, draws, mean=mean)

    def _reals(self, distribution: str, size: SupportsIndex, draws: Draws | None, **parameters: npt.ArrayLike) -> Reals:
        numbers = np.empty(whole_number(size, "size", 0), np.float64)
        arguments = [_parameter(value, name) for name, value in parameters.items()]
        _core.random_fill(shared_session(), distribution, self._core, core_draws(draws), numbers, arguments)
        return numbers


def _parameter(value: npt.ArrayLike, name: str) -> float | npt.NDArray[np.float64]:
    array = np.asarray(value)
    if array.ndim > 1 or array.dtype.kind not in "biuf":
        raise TypeError(f"{name} is a {array.ndim}-dimensional {array.dtype}, expected a number or a list of numbers")
    return float(array) if array.ndim == 0 else np.ascontiguousarray(array, np.float64)
