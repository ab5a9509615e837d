"""Results with ROOT's names."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ramet.errors import UnsupportedError
from ramet.frames.results import Result
from ramet.frames.running.watching import Progress, progress_function

__all__ = ["LoopCounter", "RResultMap", "RResultPtr", "run_graphs", "variations_for"]


def _same(value: Any) -> Any:
    return value


class LoopCounter:
    """How many times the entries of a source were gone through. Threads: any number."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.loops = 0
        self.progress: Callable[[Progress], object] | None = None

    def run(self, result: Result[Any]) -> None:
        """Compute a result, if that has not been done."""
        if result.is_ready:
            return
        result.booked.run(progress=progress_function(self.progress))
        with self._lock:
            self.loops += 1


class RResultPtr(Result[Any]):
    """A result that is computed when it is looked at, with all others of its source: a ramet.Result whose value has
    ROOT's names, and which has them itself. Its attributes are those of the value. Threads: as ramet.Result."""

    def __init__(self, result: Result[Any], loops: LoopCounter, convert: Callable[[Any], Any] = _same) -> None:
        super().__init__(result.booked, lambda _: convert(result.value), "result")
        self._result = result
        self._loops = loops
        self._convert = convert

    @property
    def value(self) -> Any:
        """The value; it is computed if that has not been done."""
        self._loops.run(self._result)
        return self._looked_at()

    def GetValue(self) -> Any:
        """The value; it is computed if that has not been done."""
        return self.value

    def GetPtr(self) -> Any:
        """The value, as GetValue."""
        return self.value

    def OnPartialResult(self, *_: Any) -> RResultPtr:
        """Raise UnsupportedError: the progress of a run is told by `Result.run(progress=...)`."""
        raise UnsupportedError("OnPartialResult: use run(progress=...) of the result, or AddProgressBar")

    OnPartialResultSlot = OnPartialResult

    def IsReady(self) -> bool:
        """Whether it was computed."""
        return self.is_ready

    def varied(self) -> dict[str, RResultPtr]:
        """The results under variations, "nominal" first. Raises MisuseError if it was computed."""
        varied = self._result.variations()
        return {name: self if name == "nominal" else self._other(one) for name, one in varied.items()}

    def _other(self, result: Result[Any]) -> RResultPtr:
        return RResultPtr(result, self._loops, self._convert)


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
    """The values of a result under all variations, computed in one pass.

    Raises:
        MisuseError: it was computed already.
    """
    return RResultMap(result.varied())


def run_graphs(results: Iterable[Any]) -> int:
    """Compute results, also of different frames; gives how many passes that took."""
    passes = 0
    for result in results:
        found = next(iter(result._results.values())) if isinstance(result, RResultMap) else result
        passes += not found.is_ready
        found._loops.run(found)
    return passes
