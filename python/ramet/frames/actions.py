"""Actions that are written in Python: reductions, folds, and filling histograms of other packages."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import reduce
from typing import Any

import numpy as np
from ramet import _core
from ramet.errors import MisuseError, UnsupportedError
from ramet.frames.values import given_to_functions
from ramet.reading.libraries.arrays import numpy_of

__all__ = ["Aggregate", "FillOther", "Fold", "OfUser", "Reduce"]


class Reduce:
    """Combines the values of a column, two at a time, in order of entries. Threads: called by one at a time."""

    name = "reduction"

    def __init__(self, function: Callable[[Any, Any], Any], initial: Any) -> None:
        self._function = function
        self._initial = initial

    def partial(self) -> list[Any]:
        """What a task begins with: no value yet."""
        return []

    def add(self, state: list[Any], arrays: list[_core.Array], _: int) -> None:
        """The values of a batch."""
        array = arrays[0]
        values = numpy_of(array.contents[0] if array.kind == _core.Kind.list else array)
        if array.kind == _core.Kind.list:
            values = values[array.offsets[0] : array.offsets[-1]]
        if not len(values):
            return
        if isinstance(self._function, np.ufunc):
            items = [*state, self._function.reduce(values)]
        else:
            items = [*state, *values.tolist()]
        state[:] = [reduce(self._function, items)]

    def finish(self, states: list[list[Any]]) -> Any:
        """The value of all tasks."""
        found = [value for state in states for value in state]
        return (
            reduce(self._function, found, self._initial) if self._initial is not None else reduce(self._function, found)
        )


class OfUser:
    """An action of the user's, whatever its class. Threads: as that.

    Raises:
        TypeError: it lacks a method.
    """

    def __init__(self, action: Any, library: str) -> None:
        lacking = [name for name in ("partial", "add", "finish") if not callable(getattr(action, name, None))]
        if lacking:
            raise TypeError(
                f"an action has the methods partial, add and finish: a {type(action).__name__} lacks {lacking}"
            )
        self.name = str(getattr(action, "name", type(action).__name__))
        self.partial = action.partial
        self.finish = action.finish
        self._add = action.add
        self._library = library

    def add(self, state: Any, arrays: list[_core.Array], count: int) -> None:
        """A batch of columns."""
        self._add(state, [given_to_functions(array, self._library) for array in arrays], count)


class Aggregate:
    """Takes batches into a state of the user's, one of each task, and merges these in order of entries."""

    name = "aggregate"

    def __init__(self, step: Callable[..., Any], merge: Callable[[Any, Any], Any], initial: Any, library: str) -> None:
        self._step = step
        self._merge = merge
        self._initial = initial
        self._library = library

    def partial(self) -> list[Any]:
        """A copy of the initial state."""
        return [copy.deepcopy(self._initial)]

    def add(self, state: list[Any], arrays: list[_core.Array], _: int) -> None:
        """Take a batch; a step that returns None has changed the state in place."""
        made = self._step(state[0], *(given_to_functions(array, self._library) for array in arrays))
        if made is not None:
            state[0] = made

    def finish(self, states: list[list[Any]]) -> Any:
        """The states of all tasks as one."""
        found = [state[0] for state in states] or [copy.deepcopy(self._initial)]
        return reduce(lambda one, other: _or_first(self._merge(one, other), one), found)


class Fold:
    """Takes all batches into one state of the user's, in order of entries. Threads: called by one at a time; the state
    is not in the object."""

    name = "fold"

    def __init__(self, step: Callable[..., Any], initial: Any, library: str) -> None:
        self._step = step
        self._initial = initial
        self._library = library

    def begin(self) -> list[Any]:
        """A copy of the initial state."""
        return [copy.deepcopy(self._initial)]

    def partial(self) -> list[list[_core.Array]]:
        """What a task begins with: no batches."""
        return []

    def add(self, state: list[list[_core.Array]], arrays: list[_core.Array], _: int) -> None:
        """Keep a batch until its turn."""
        state.append(arrays)

    def write(self, whole: list[Any], state: list[list[_core.Array]]) -> None:
        """Take the batches of the next task; a step that returns None has changed the state in place."""
        for arrays in state:
            made = self._step(whole[0], *(given_to_functions(array, self._library) for array in arrays))
            if made is not None:
                whole[0] = made

    def finish(self, whole: list[Any]) -> Any:
        """The state of all entries."""
        return whole[0]

    def abandon(self, _: list[Any]) -> None:
        """The run failed: there will be no state."""


def _or_first(merged: Any, first: Any) -> Any:
    return first if merged is None else merged


class FillOther:
    """Fills a histogram of hist or boost-histogram, which gets the sum of all tasks."""

    name = "histogram"

    def __init__(self, histogram: Any, axes: int, keywords: list[str]) -> None:
        self._histogram = histogram
        self._axes = axes
        self._keywords = keywords

    def partial(self) -> Any:
        """An empty copy."""
        empty = self._histogram.copy()
        empty.reset()
        return empty

    def add(self, state: Any, arrays: list[_core.Array], _: int) -> None:
        """The fills of a batch: lists are filled element by element."""
        columns = _aligned(arrays)
        keywords = dict(zip(self._keywords, columns[self._axes :], strict=True))
        state.fill(*columns[: self._axes], **keywords)

    def refuse_variations(self) -> None:
        """Raise UnsupportedError: there is one histogram for all."""
        raise UnsupportedError("a histogram of another package has no variations: fill one of ramet's, and convert it")

    def finish(self, states: list[Any]) -> Any:
        """The histogram with all fills."""
        for state in states:
            self._histogram += state
        return self._histogram

    def partial_result(self, states: list[Any]) -> Any:
        """A copy of the histogram with the fills of tasks that are done."""
        copied = self._histogram.copy()
        for state in states:
            copied += state
        return copied


def _aligned(arrays: list[_core.Array]) -> list[Any]:
    lists = [array for array in arrays if array.kind == _core.Kind.list]
    if not lists:
        return [numpy_of(array) for array in arrays]
    counts = np.diff(lists[0].offsets)
    columns = []
    for array in arrays:
        if array.kind != _core.Kind.list:
            columns.append(np.repeat(numpy_of(array), counts))
            continue
        if not np.array_equal(np.diff(array.offsets), counts):
            raise MisuseError("lists of different lengths are filled together")
        columns.append(numpy_of(array.contents[0])[array.offsets[0] : array.offsets[-1]])
    return columns
