"""Toys: fits of random events of a model."""

from __future__ import annotations

import os
import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt
from ramet import _core
from ramet.arguments import whole_number
from ramet.errors import MisuseError
from ramet.fit.costs import Cost, unbinned
from ramet.fit.minimum import FAULTS, minimise
from ramet.fit.models import Model
from ramet.fit.products import JointModel, require_model

__all__ = ["InterruptedToys", "Maker", "Rows", "Toys", "ToysTask", "toys"]

Reals = npt.NDArray[np.float64]

_FAULTS = (*FAULTS, "no events")  # what may be wrong with a toy: bits of the last number of a row
_SECONDS_TO_END = 0.2  # that threads get for the toy that they make


@dataclass(frozen=True)
class Toys:
    """The fits of toys, a row for each. Threads: immutable.

    Attributes:
        names: of the parameters.
        truth: their values, of which the events were made.
        first: the number of the first toy that was asked for, which is that of its stream.
        wanted: how many were asked for.
        numbers: of the toys that are there: all, unless Ctrl-C stopped them.
        values: at the minimum, of shape (toys, parameters).
        errors: the same for the standard deviations.
        minimum: the cost of each toy.
        events: how many each has.
        valid: whether the fit was. Others are there, too.
        status: of each, "valid", which parameters are at a limit, or what is wrong.
        at_limit: whether a parameter is within half of its error of a limit: then the error means little.
    """

    names: tuple[str, ...]
    truth: Reals
    first: int
    wanted: int
    numbers: npt.NDArray[np.int64]
    values: Reals
    errors: Reals
    minimum: Reals
    events: npt.NDArray[np.int64]
    valid: npt.NDArray[np.bool_]
    status: tuple[str, ...]
    at_limit: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.valid)

    @property
    def is_partial(self) -> bool:
        """Whether some that were asked for are not there."""
        return len(self) < self.wanted

    def pulls(self) -> Reals:
        """(value - truth) / error of the valid toys without a parameter at a limit, of shape (such toys,
        parameters)."""
        usable = self.valid & ~self.at_limit
        pulls: Reals = (self.values[usable] - self.truth) / self.errors[usable]
        return pulls

    def coverage(self) -> dict[str, float]:
        """The part of the toys that have pulls whose value is within one error of the truth, for each parameter; NaN if
        there are none."""
        pulls = self.pulls()
        parts = (np.abs(pulls) < 1).mean(axis=0) if len(pulls) else np.full(len(self.names), np.nan)
        return dict(zip(self.names, parts.tolist(), strict=True))

    def __str__(self) -> str:
        pulls = self.pulls()
        limited = int((self.valid & self.at_limit).sum())
        asked = f" of {self.wanted}" if self.is_partial else ""
        remark = f", {limited} of them with a parameter at a limit" if limited else ""
        lines = [f"{len(self)}{asked} toys, {int(self.valid.sum())} valid{remark}"]
        for place, name in enumerate(self.names):
            truth = f"{name}: truth {self.truth[place]:g}, "
            mean, width = (pulls[:, place].mean(), pulls[:, place].std()) if len(pulls) else (0.0, 0.0)
            told = f"pulls have the mean {mean:.3f} and the width {width:.3f}" if len(pulls) else "no pulls"
            lines.append(truth + told)
        return "\n".join(lines)


class InterruptedToys(KeyboardInterrupt):
    """Ctrl-C came while toys were made.

    Attributes:
        toys: those that were finished: `toys.is_partial`, and `toys.numbers` says which they are.
    """

    def __init__(self, toys: Toys) -> None:
        super().__init__(f"{len(toys)} of {toys.wanted} toys were finished")
        self.toys = toys


def toys(
    model: Model | JointModel,
    number: SupportsIndex,
    values: Sequence[float] | Mapping[str, float] | None = None,
    *,
    size: SupportsIndex | None = None,
    seed: SupportsIndex = 0,
    first: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    on: Any = None,
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
        on: who does it instead of this process: `ramet.distribute.Processes`, a client of Dask, the module ray, a
            SparkSession, an executor of `concurrent.futures`, or another engine of `ramet.distribute`.
        named: the same as `values`.

    Raises:
        MisuseError: parameters have no values, the number of events is not known, or `on` is no engine.
        InterruptedToys: Ctrl-C came, as a KeyboardInterrupt that has the toys which were finished.
        WorkerLostError: workers of an engine were lost three times.

    >>> from ramet import fit
    >>> found = fit.toys(fit.gauss(), 20, mean=1, sigma=2, size=500)
    >>> len(found), bool(found.valid.all())
    (20, True)
    """
    require_model(model)
    count, begin = whole_number(number, "number", 0), whole_number(first, "first", 0)
    whole_number(begin + count, "the number of toys", 0, 2**32)
    start = model.ordered(values, named)
    if size is None and not model.is_extended:
        raise MisuseError("the model has no yields: how many events does a toy have? Give `size`")
    key, events = whole_number(seed, "seed", 0, 2**64 - 1), None if size is None else whole_number(size, "size", 1)
    task = ToysTask(model, start, events, key)
    rows = Rows(task, begin, count)
    try:
        if on is None:
            workers = len(os.sched_getaffinity(0)) if threads is None else whole_number(threads, "threads", 1)
            Maker(task).fill(rows, workers)
        else:
            from ramet.fit.exchange.toys_elsewhere import fill_elsewhere

            fill_elsewhere(on, task, rows)
    except KeyboardInterrupt:
        raise InterruptedToys(_toys_of(task, rows)) from None
    return _toys_of(task, rows)


@dataclass(frozen=True)
class ToysTask:
    """What all toys have in common. Threads: immutable."""

    model: Model | JointModel
    start: list[float]
    size: int | None
    seed: int


class Rows:
    """What toys give: values, errors, minimum, number of events, and the faults as bits. Threads: a row is one
    thread's; `finished` any."""

    def __init__(self, task: ToysTask, first: int, count: int) -> None:
        self.first = first
        self.width = 2 * len(task.start) + 3
        self.numbers = np.empty((count, self.width))
        self._is_done = np.zeros(count, np.bool_)

    def __len__(self) -> int:
        return len(self.numbers)

    def put(self, first: int, numbers: Reals) -> None:
        """Toys that are finished, from one on."""
        places = slice(first - self.first, first - self.first + len(numbers))
        self.numbers[places] = numbers
        self._is_done[places] = True

    def finished(self) -> tuple[npt.NDArray[np.int64], Reals]:
        """The places of the toys that are finished, and what they gave."""
        places = np.flatnonzero(self._is_done)
        return places, self.numbers[places]


class _Ended(Exception):  # noqa: N818 - no error
    """Nobody waits for a toy any longer."""


class _EndableCost:
    """A cost that iminuit stops asking once an event is set. Threads: as the cost."""

    def __init__(self, cost: Cost, ended: threading.Event) -> None:
        self._cost = cost
        self._ended = ended

    def __call__(self, *values: float) -> float:
        if self._ended.is_set():
            raise _Ended
        return self._cost(*values)

    def grad(self, *values: float) -> Reals:
        if self._ended.is_set():
            raise _Ended
        return self._cost.grad(*values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cost, name)


class Maker:
    """Makes toys. Threads: any."""

    def __init__(self, task: ToysTask) -> None:
        self._task = task
        self._core = _core.FitToys(task.model.core, task.start, task.size)
        known = {name: (low, high) for name, low, high in task.model.core.parameters}
        self._narrower = None if known == task.model.limits else _ends_of(task.model)  # than those that C++ knows
        self._trusts_steps = not task.model.may_jump

    @cached_property
    def _sampler(self) -> Callable[[int, int, int | None], Any]:
        return self._task.model.sampler(self._task.start)

    def fill(self, rows: Rows, threads: int) -> None:
        """Make all, on other threads. An exception of theirs, and Ctrl-C, is raised soon: then each thread ends with
        its toy. It is a daemon, so that the program need not wait for a long one."""
        left, lock, ended = iter(range(rows.first, rows.first + len(rows))), threading.Lock(), threading.Event()
        answers: queue.SimpleQueue[BaseException | None] = queue.SimpleQueue()

        def next_toy() -> int | None:
            with lock:
                return None if ended.is_set() else next(left, None)

        def work() -> None:
            try:
                while (toy := next_toy()) is not None:
                    rows.put(toy, self._row(toy, rows.width, ended)[None])
                answers.put(None)
            except BaseException as error:
                answers.put(error)

        workers = [
            threading.Thread(target=work, name="ramet toys", daemon=True) for _ in range(min(threads, len(rows)))
        ]
        try:
            for worker in workers:
                worker.start()
            for _ in workers:
                if (error := answers.get()) is not None:
                    raise error
        finally:
            ended.set()
            until = time.monotonic() + _SECONDS_TO_END
            for worker in workers:
                if worker.ident is not None:  # Ctrl-C may come before all are started
                    worker.join(max(0.0, until - time.monotonic()))

    def _row(self, stream: int, width: int, ended: threading.Event) -> Reals:
        task, row = self._task, np.empty(width)
        row[-2], is_minimum = self._core.write_row(task.seed, stream, row[:-2])
        row[-1] = 0
        is_minimum = is_minimum and self._trusts_steps
        if is_minimum and (self._narrower is None or not _at_limits(row[None], *self._narrower).any()):
            return row
        if not row[-2]:
            row[-1] = 1 << _FAULTS.index("no events")
            return row
        events = self._sampler(task.seed, stream, int(row[-2]))
        cost = _EndableCost(unbinned(events, task.model), ended)
        found = minimise(cost, task.start, {}, set())
        row[:-2] = [*found.values.values(), *found.errors.values(), found.minimum]
        row[-1] = sum(1 << place for place, fault in enumerate(_FAULTS) if fault in found.status.split(", "))
        return row


def _ends_of(model: Model | JointModel) -> tuple[Reals, Reals]:
    """The limits of all parameters."""
    low, high = np.array(list(model.limits.values())).reshape(-1, 2).T
    return low, high


def _at_limits(rows: Reals, low: Reals, high: Reals) -> npt.NDArray[np.bool_]:
    """Whether each parameter of each row is at a limit."""
    values, errors = rows[:, : len(low)], rows[:, len(low) : 2 * len(low)]
    found: npt.NDArray[np.bool_] = np.minimum(values - low, high - values) <= 0.5 * errors
    return found


def _toys_of(task: ToysTask, rows: Rows) -> Toys:
    places, numbers = rows.finished()
    names = task.model.parameters
    count = len(names)
    values, errors, faults = numbers[:, :count].copy(), numbers[:, count : 2 * count].copy(), numbers[:, -1].astype(int)
    limited = _at_limits(numbers, *_ends_of(task.model))
    return Toys(
        names=names,
        truth=np.array(task.start),
        first=rows.first,
        wanted=len(rows),
        numbers=rows.first + places,
        values=values,
        errors=errors,
        minimum=numbers[:, -3].copy(),
        events=numbers[:, -2].astype(np.int64),
        valid=faults == 0,
        status=tuple(_status_of(*one, names) for one in zip(faults.tolist(), limited, strict=True)),
        at_limit=np.asarray(limited.any(axis=1)),
    )


def _status_of(faults: int, limited: npt.NDArray[np.bool_], names: tuple[str, ...]) -> str:
    if faults:
        return ", ".join(fault for place, fault in enumerate(_FAULTS) if faults >> place & 1)
    at_limits = ", ".join(name for name, is_limited in zip(names, limited, strict=True) if is_limited)
    return f"valid, at a limit: {at_limits}" if at_limits else "valid"
