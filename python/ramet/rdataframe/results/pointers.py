"""Results with ROOT's names."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ramet.arguments import whole_number
from ramet.errors import MisuseError
from ramet.frames.results import Result, run
from ramet.frames.running.watching import PartialResults, Progress

__all__ = ["LoopCounter", "RResultMap", "RResultPtr", "run_graphs", "variations_for"]


def _same(value: Any) -> Any:
    return value


class _Look:
    """A function that is called with a result while the entries are read. Threads: one at a time."""

    def __init__(self, result: Result[Any], every: int, call: Callable[[Any], object]) -> None:
        self.result = result
        self.every = every
        self._call = call
        self._step = 0

    def __call__(self, so_far: PartialResults) -> None:
        """Call it, if that many entries were done since."""
        step = so_far.entries // self.every if self.every else 1
        if step > self._step:
            self._step = step
            self._call(so_far[self.result])


class LoopCounter:
    """How many times the entries of a source were gone through, and what is told meanwhile. Threads: any number."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._looks: list[_Look] = []
        self.loops = 0
        self.progress: Callable[[Progress], object] | None = None

    def look(self, result: Result[Any], every: int, call: Callable[[Any], object]) -> None:
        """Call a function with what a result is after so many entries; 0: once."""
        with self._lock:
            self._looks.append(_Look(result, every, call))

    def run(self, result: Result[Any]) -> None:
        """Compute a result, if that has not been done."""
        if result.is_ready:
            return
        with self._lock:
            looks = [one for one in self._looks if not one.result.is_ready]
            self._looks = []

        def look(so_far: PartialResults) -> bool:
            for one in looks:
                one(so_far)
            return False

        steps = [one.every for one in looks if one.every]
        run(
            result,
            *{id(one.result): one.result for one in looks}.values(),
            progress=self.progress,
            until=look if looks else None,
            until_entries=min(steps, default=0),
        )
        with self._lock:
            self.loops += 1


class RResultPtr(Result[Any]):
    """A result that is computed when it is looked at, with all others of its source: a ramet.Result whose value has
    ROOT's names, and which has them itself. Its attributes are those of the value. Threads: as ramet.Result."""

    def __init__(
        self, book: Callable[[], Result[Any]], loops: LoopCounter, convert: Callable[[Any], Any] = _same
    ) -> None:
        """Ask for a result.

        Args:
            book: asks the frame for it; once more, when its variations are asked for after it was computed.
            loops: of its source.
            convert: makes the value of that of the frame.
        """
        result = book()
        super().__init__(result.booked, lambda _: convert(result.value), "result")
        self._book = book
        self._result = result
        self._loops = loops
        self._convert = convert

    def _looked_at(self) -> Any:
        self._loops.run(self._result)
        return super()._looked_at()

    def GetValue(self) -> Any:
        """The value; it is computed if that has not been done."""
        return self._looked_at()

    def GetPtr(self) -> Any:
        """The value, as GetValue."""
        return self._looked_at()

    def OnPartialResult(self, everyNEvents: int, callback: Callable[[Any], object]) -> RResultPtr:
        """Call a function with the value that it has so far, at most once in so many entries while they are read; 0:
        once. It has all entries up to some, which are the same for any number of threads. Raises MisuseError for a
        number below 0, and when it was computed."""
        every = whole_number(everyNEvents, "the entries between two calls", 0)
        if self.is_ready:
            raise MisuseError("OnPartialResult: the result was computed")
        self._loops.look(self._result, every, lambda value: callback(self._convert(value)))
        return self

    def OnPartialResultSlot(self, everyNEvents: int, callback: Callable[[int, Any], object]) -> RResultPtr:
        """The same with a slot in front, which is 0: one thread calls."""
        return self.OnPartialResult(everyNEvents, lambda value: callback(0, value))

    def IsReady(self) -> bool:
        """Whether it was computed."""
        return self.is_ready

    def varied(self) -> dict[str, RResultPtr]:
        """The results under variations, "nominal" first. If it was computed, the entries are gone through again."""
        varied = (self._book() if self.is_ready else self._result).variations()
        return {name: self if name == "nominal" else self._other(one) for name, one in varied.items()}

    def _other(self, result: Result[Any]) -> RResultPtr:
        return RResultPtr(lambda: result, self._loops, self._convert)


class RResultMap:
    """Results by the names of variations: "nominal", "jes:up". Threads: as RResultPtr."""

    def __init__(self, results: dict[str, RResultPtr]) -> None:
        self._results = results

    def GetKeys(self) -> list[str]:
        """The names."""
        return list(self._results)

    def __getitem__(self, name: str) -> Any:
        """The value under a variation. Raises KeyError for one that is not there."""
        if name not in self._results:
            raise KeyError(f"there is no variation {name!r}: there are {', '.join(self._results)}")
        return self._results[name].value

    def __contains__(self, name: object) -> bool:
        return name in self._results

    def __iter__(self) -> Iterator[str]:
        return iter(self._results)

    def __len__(self) -> int:
        return len(self._results)


def variations_for(result: RResultPtr) -> RResultMap:
    """The values of a result under all variations, computed in one pass; if the result was computed, in another one."""
    return RResultMap(result.varied())


def run_graphs(results: Iterable[Any]) -> int:
    """Compute results, also of different frames; gives how many passes that took."""
    passes = 0
    for result in results:
        found = next(iter(result._results.values())) if isinstance(result, RResultMap) else result
        passes += not found.is_ready
        found._loops.run(found)
    return passes
