"""Toys: fits of random events of a model."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt
from ramet import _core
from ramet.arguments import whole_number
from ramet.errors import MisuseError
from ramet.fit.costs import unbinned
from ramet.fit.minimum import minimise
from ramet.fit.models import Model
from ramet.fit.products import JointModel

__all__ = ["Toys", "toys"]

Reals = npt.NDArray[np.float64]

_PARTS = 32  # of the toys that an executor gets


@dataclass(frozen=True)
class Toys:
    """The fits of toys, a row for each. Threads: immutable.

    Attributes:
        names: of the parameters.
        truth: their values, of which the events were made.
        first: the number of the first toy, which is that of its stream.
        values: at the minimum, of shape (toys, parameters).
        errors: the same for the standard deviations.
        minimum: the cost of each toy.
        events: how many each has.
        valid: whether the fit was. Others are there, too.
    """

    names: tuple[str, ...]
    truth: Reals
    first: int
    values: Reals
    errors: Reals
    minimum: Reals
    events: npt.NDArray[np.int64]
    valid: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.valid)

    def pulls(self) -> Reals:
        """(value - truth) / error of the valid toys, of shape (valid toys, parameters)."""
        pulls: Reals = ((self.values - self.truth) / self.errors)[self.valid]
        return pulls

    def coverage(self) -> dict[str, float]:
        """The part of the valid toys whose value is within one error of the truth, for each parameter."""
        return dict(zip(self.names, (np.abs(self.pulls()) < 1).mean(axis=0).tolist(), strict=True))

    def __str__(self) -> str:
        pulls = self.pulls()
        lines = [f"{len(self)} toys, {int(self.valid.sum())} valid"]
        for place, name in enumerate(self.names):
            mean, width = pulls[:, place].mean(), pulls[:, place].std()
            lines.append(
                f"{name}: truth {self.truth[place]:g}, pulls have the mean {mean:.3f} and the width {width:.3f}"
            )
        return "\n".join(lines)


def toys(
    model: Model | JointModel,
    number: SupportsIndex,
    values: Sequence[float] | Mapping[str, float] | None = None,
    *,
    size: SupportsIndex | None = None,
    seed: SupportsIndex = 0,
    first: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    on: Executor | None = None,
    **named: float,
) -> Toys:
    """Make random events of a model and fit it to them, many times. Toy k is made of stream k of the seed, so its row
    is the same whatever else is done, with any number of threads. Newton's steps find most minima; where they do not,
    or a parameter lies beside its limit, iminuit does.

    Parameters:
        model: of one observable or several.
        number: of toys.
        values: of the parameters, of which the events are made and where the fits begin.
        size: the number of events of each toy; without it, that of an extended model is random.
        seed: 0 to 2⁶⁴ - 1.
        first: the number of the first toy: to go on where another call ended.
        threads: that fit toys; as many as the process may use by default.
        on: an executor of `concurrent.futures` that does it instead, as a ProcessPoolExecutor.
        named: the same as `values`.

    >>> from ramet import fit
    >>> found = fit.toys(fit.gauss(), 20, mean=1, sigma=2, size=500)
    >>> len(found), bool(found.valid.all())
    (20, True)
    """
    count, begin = whole_number(number, "number", 0), whole_number(first, "first", 0)
    whole_number(begin + count, "the number of toys", 0, 2**32)
    start = model.ordered(values, named)
    if size is None and not model.is_extended:
        raise MisuseError("the model has no yields: how many events does a toy have? Give `size`")
    key, events = whole_number(seed, "seed", 0, 2**64 - 1), None if size is None else whole_number(size, "size", 1)
    task = _Task(model, start, events, key)
    rows = _rows_here(task, begin, count, threads) if on is None else _rows_on(on, task, begin, count)
    return _toys_of(rows, model.parameters, start, begin)


@dataclass(frozen=True)
class _Task:
    """What all toys have in common. Threads: immutable."""

    model: Model | JointModel
    start: list[float]
    size: int | None
    seed: int


def _rows_here(task: _Task, first: int, count: int, threads: SupportsIndex | None) -> Reals:
    workers = len(os.sched_getaffinity(0)) if threads is None else whole_number(threads, "threads", 1)
    maker, rows = _Maker(task), np.empty((count, 2 * len(task.start) + 3))

    def one(toy: int) -> None:
        maker.write_row(first + toy, rows[toy])

    with ThreadPoolExecutor(workers) as pool:
        for _ in pool.map(one, range(count)):
            pass
    return rows


def _rows_on(on: Executor, task: _Task, first: int, count: int) -> Reals:
    part = max(1, count // _PARTS)
    begins = range(first, first + count, part)
    futures = [on.submit(_rows_of, task, begin, min(part, first + count - begin)) for begin in begins]
    return np.concatenate([np.empty((0, 2 * len(task.start) + 3)), *(future.result() for future in futures)])


def _rows_of(task: _Task, first: int, count: int) -> Reals:
    """The rows of some toys, in another process."""
    maker, rows = _Maker(task), np.empty((count, 2 * len(task.start) + 3))
    for toy in range(count):
        maker.write_row(first + toy, rows[toy])
    return rows


class _Maker:
    """Makes toys. Threads: any."""

    def __init__(self, task: _Task) -> None:
        self._task = task
        self._core = _core.FitToys(task.model.core, task.start, task.size)

    @cached_property
    def _sampler(self) -> Callable[[int, int, int | None], Any]:
        return self._task.model.sampler(self._task.start)

    def write_row(self, stream: int, row: Reals) -> None:
        """Values, errors, minimum, number of events, and whether the fit is valid."""
        task = self._task
        row[-2], row[-1] = self._core.write_row(task.seed, stream, row[:-2])
        if row[-1] or not row[-2]:
            return
        events = self._sampler(task.seed, stream, int(row[-2]))
        found = minimise(unbinned(events, task.model), task.start, {}, set())
        row[:-2] = [*found.values.values(), *found.errors.values(), found.minimum]
        row[-1] = found.valid


def _toys_of(rows: Reals, names: tuple[str, ...], truth: list[float], first: int) -> Toys:
    count = len(names)
    return Toys(
        names=names,
        truth=np.array(truth),
        first=first,
        values=rows[:, :count].copy(),
        errors=rows[:, count : 2 * count].copy(),
        minimum=rows[:, -3].copy(),
        events=rows[:, -2].astype(np.int64),
        valid=rows[:, -1].astype(np.bool_),
    )
