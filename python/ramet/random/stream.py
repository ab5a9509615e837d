"""Streams of random numbers, and the distributions drawn from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import SupportsIndex

import numpy as np
import numpy.typing as npt
from ramet import _core
from ramet.arguments import whole_number
from ramet.random.draws import Draws, core_draws
from ramet.random.tables import BinTable, FunctionTable
from ramet.session import shared_session

__all__ = ["Stream"]

Reals = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]


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
        """Between low and high; neither occurs, except by rounding."""
        return self._reals("uniform", size, draws, low=low, high=high)

    def normal(
        self, size: SupportsIndex, mean: npt.ArrayLike = 0, sigma: npt.ArrayLike = 1, *, draws: Draws | None = None
    ) -> Reals:
        """Gauss's distribution; up to 8.5 standard deviations from the mean."""
        return self._reals("normal", size, draws, mean=mean, sigma=sigma)

    def exponential(self, size: SupportsIndex, mean: npt.ArrayLike = 1, *, draws: Draws | None = None) -> Reals:
        """Density exp(-x / mean) / mean."""
        return self._reals("exponential", size, draws, mean=mean)

    def breit_wigner(
        self, size: SupportsIndex, mean: npt.ArrayLike = 0, gamma: npt.ArrayLike = 1, *, draws: Draws | None = None
    ) -> Reals:
        """Breit and Wigner's, also Cauchy's or Lorentz's, distribution; gamma is its full width at half maximum."""
        return self._reals("breit_wigner", size, draws, mean=mean, gamma=gamma)

    def logistic(
        self, size: SupportsIndex, mean: npt.ArrayLike = 0, scale: npt.ArrayLike = 1, *, draws: Draws | None = None
    ) -> Reals:
        """Cumulative distribution 1 / (1 + exp(-(x - mean) / scale))."""
        return self._reals("logistic", size, draws, mean=mean, scale=scale)

    def triangle(
        self,
        size: SupportsIndex,
        low: npt.ArrayLike,
        mode: npt.ArrayLike,
        high: npt.ArrayLike,
        *,
        draws: Draws | None = None,
    ) -> Reals:
        """A density that rises linearly from low to mode and falls linearly to high."""
        return self._reals("triangle", size, draws, low=low, mode=mode, high=high)

    def weibull(
        self, size: SupportsIndex, shape: npt.ArrayLike, scale: npt.ArrayLike = 1, *, draws: Draws | None = None
    ) -> Reals:
        """Cumulative distribution 1 - exp(-(x / scale)^shape); the shape is above 0."""
        return self._reals("weibull", size, draws, shape=shape, scale=scale)

    def landau(
        self, size: SupportsIndex, location: npt.ArrayLike = 0, scale: npt.ArrayLike = 1, *, draws: Draws | None = None
    ) -> Reals:
        """Landau's distribution as in ROOT and CERNLIB: the maximum is at location - 0.22278 scale."""
        return self._reals("landau", size, draws, location=location, scale=scale)

    def moyal(
        self, size: SupportsIndex, location: npt.ArrayLike = 0, scale: npt.ArrayLike = 1, *, draws: Draws | None = None
    ) -> Reals:
        """Moyal's approximation of Landau's distribution."""
        return self._reals("moyal", size, draws, location=location, scale=scale)

    def gamma(
        self, size: SupportsIndex, shape: npt.ArrayLike, scale: npt.ArrayLike = 1, *, draws: Draws | None = None
    ) -> Reals:
        """Density x^(shape - 1) exp(-x / scale), normalised; the shape is above 0."""
        return self._reals("gamma", size, draws, shape=shape, scale=scale)

    def chi_square(
        self, size: SupportsIndex, degrees_of_freedom: npt.ArrayLike, *, draws: Draws | None = None
    ) -> Reals:
        """Sums of the squares of so many normal numbers; the degrees of freedom need not be whole."""
        return self._reals("chi_square", size, draws, degrees_of_freedom=degrees_of_freedom)

    def beta(self, size: SupportsIndex, a: npt.ArrayLike, b: npt.ArrayLike, *, draws: Draws | None = None) -> Reals:
        """Density x^(a - 1) (1 - x)^(b - 1), normalised; both are above 0."""
        return self._reals("beta", size, draws, a=a, b=b)

    def student_t(self, size: SupportsIndex, degrees_of_freedom: npt.ArrayLike, *, draws: Draws | None = None) -> Reals:
        """Student's t."""
        return self._reals("student_t", size, draws, degrees_of_freedom=degrees_of_freedom)

    def integers(self, size: SupportsIndex, below: npt.ArrayLike, *, draws: Draws | None = None) -> Counts:
        """0 to below - 1, each with the same probability."""
        numbers = np.empty(whole_number(size, "size", 0), np.int64)
        _core.random_integers(shared_session(), self._core, core_draws(draws), numbers, _whole(below, "below"))
        return numbers

    def poisson(self, size: SupportsIndex, mean: npt.ArrayLike, *, draws: Draws | None = None) -> Counts:
        """Poisson's distribution; the mean is 0 to 10¹⁵."""
        numbers = np.empty(whole_number(size, "size", 0), np.int64)
        arguments = [_parameter(mean, "mean")]
        _core.random_counts(shared_session(), "poisson", self._core, core_draws(draws), numbers, arguments)
        return numbers

    def binomial(
        self, size: SupportsIndex, trials: npt.ArrayLike, probability: npt.ArrayLike, *, draws: Draws | None = None
    ) -> Counts:
        """How many of `trials`, 0 to 10¹⁵, succeed with this probability."""
        numbers = np.empty(whole_number(size, "size", 0), np.int64)
        arguments = _whole(trials, "trials"), _parameter(probability, "probability")
        _core.random_binomial(shared_session(), self._core, core_draws(draws), numbers, *arguments)
        return numbers

    def multinomial(
        self, size: SupportsIndex, trials: npt.ArrayLike, probabilities: npt.ArrayLike, *, draws: Draws | None = None
    ) -> Counts:
        """How many of `trials` have each of some outcomes, with probabilities in proportion to these: a row for each
        draw, a column for each outcome."""
        chances = np.asarray(probabilities, np.float64)
        if chances.ndim != 1:
            raise TypeError(f"probabilities are {chances.ndim}-dimensional, expected a list of numbers")
        rows = np.empty((len(chances), whole_number(size, "size", 0)), np.int64)
        arguments = list(rows), _whole(trials, "trials"), chances.tolist()
        _core.random_multinomial(shared_session(), self._core, core_draws(draws), *arguments)
        return np.ascontiguousarray(rows.T)

    def phase_space(
        self, size: SupportsIndex, mass: npt.ArrayLike, masses: Sequence[float], *, draws: Draws | None = None
    ) -> tuple[Reals, Reals]:
        """Decays of a particle at rest into 2 to 18 others of these masses: an array [particle, component, event] of
        momenta x, y, z and energies, and the events' weights, with which they are distributed as phase space."""
        momenta = np.empty((len(masses), 4, whole_number(size, "size", 0)))
        weights = np.empty(momenta.shape[2])
        arguments = _parameter(mass, "mass"), [float(one) for one in masses], list(momenta.reshape(-1, len(weights)))
        _core.random_phase_space(shared_session(), self._core, core_draws(draws), *arguments, weights)
        return momenta, weights

    def circle(
        self, size: SupportsIndex, radius: npt.ArrayLike = 1, *, draws: Draws | None = None
    ) -> tuple[Reals, Reals]:
        """The coordinates x and y of points on a circle around 0."""
        x, y = np.empty((2, whole_number(size, "size", 0)))
        _core.random_circle(shared_session(), self._core, core_draws(draws), x, y, _parameter(radius, "radius"))
        return x, y

    def sphere(
        self, size: SupportsIndex, radius: npt.ArrayLike = 1, *, draws: Draws | None = None
    ) -> tuple[Reals, Reals, Reals]:
        """The coordinates x, y and z of points on the surface of a sphere around 0."""
        x, y, z = np.empty((3, whole_number(size, "size", 0)))
        _core.random_sphere(shared_session(), self._core, core_draws(draws), x, y, z, _parameter(radius, "radius"))
        return x, y, z

    def of_bins(self, size: SupportsIndex, table: BinTable, *, draws: Draws | None = None) -> tuple[Reals, ...]:
        """Points with the distribution of a histogram: an array of coordinates for each of its axes."""
        coordinates = [np.empty(whole_number(size, "size", 0)) for _ in range(table.axes)]
        table.core.fill(shared_session(), self._core, core_draws(draws), coordinates)
        return tuple(coordinates)

    def of_function(self, size: SupportsIndex, table: FunctionTable, *, draws: Draws | None = None) -> Reals:
        """Numbers whose density is a function."""
        numbers = np.empty(whole_number(size, "size", 0))
        table.core.fill(shared_session(), self._core, core_draws(draws), numbers)
        return numbers

    def _reals(self, distribution: str, size: SupportsIndex, draws: Draws | None, **parameters: npt.ArrayLike) -> Reals:
        numbers = np.empty(whole_number(size, "size", 0), np.float64)
        arguments = [_parameter(value, name) for name, value in parameters.items()]
        _core.random_reals(shared_session(), distribution, self._core, core_draws(draws), numbers, arguments)
        return numbers


def _parameter(value: npt.ArrayLike, name: str) -> float | npt.NDArray[np.float64]:
    array = np.asarray(value)
    if array.ndim > 1 or array.dtype.kind not in "biuf":
        raise TypeError(f"{name} is a {array.ndim}-dimensional {array.dtype}, expected a number or a list of numbers")
    return float(array) if array.ndim == 0 else np.ascontiguousarray(array, np.float64)


def _whole(value: npt.ArrayLike, name: str) -> int | npt.NDArray[np.int64]:
    array = np.asarray(value)
    if array.ndim > 1 or array.dtype.kind not in "iu":
        raise TypeError(f"{name} is a {array.ndim}-dimensional {array.dtype}, expected whole numbers")
    if array.ndim == 0:
        return whole_number(array[()], name, -(2**63), 2**63 - 1)
    return np.ascontiguousarray(array, np.int64)
