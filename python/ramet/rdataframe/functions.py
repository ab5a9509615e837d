"""Functions of Python that are called once for each entry or sample, as ROOT calls them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_type_hints

import numpy as np
from ramet import _core
from ramet.errors import KeyInFileError, MisuseError
from ramet.frames.functions.samples import Sample
from ramet.rdataframe.trials import type_of_function

__all__ = ["EntryFunction", "SampleInfo"]

_PLAIN = {bool: "bool", int: "int64", float: "float64", str: "string"}


class EntryFunction:
    """A function of the values of one entry, as a function of batches. Its type is that of its annotation, or that of
    all that it gives for a few values; another value is refused. Threads: as the function."""

    def __init__(self, function: Callable[..., Any], kinds: list[_core.Type], wanted: str | None = None) -> None:
        self._function = function
        said = wanted or _annotated(function)
        self.type = said or type_of_function(function, kinds)
        self._is_said = said is not None
        self._rounds = said in ("float32", "float16")
        self._is_condition = said == "bool"

    def __call__(self, *columns: Any) -> Any:
        """The values of a batch."""
        results = [self._function(*row) for row in zip(*columns, strict=True)]
        if self._is_condition:
            return np.array(results, dtype=bool)
        if self.type.startswith("var *") or self.type == "string":
            values = np.empty(len(results), dtype=object)
            values[:] = results
            return values
        return self._exact(results)

    def _exact(self, results: list[Any]) -> Any:
        """Numbers as the type has them. Raises TypeError for one that it does not have."""
        if not results:
            return np.empty(0, dtype=self.type)
        try:
            given = np.array(results)
        except ValueError:  # of lists of several lengths
            given = np.empty(0, dtype=object)
        if given.ndim == 1 and given.dtype.kind in "biuf":
            with np.errstate(all="ignore"):
                made = given.astype(self.type)
            if given.dtype == made.dtype or (self._rounds and given.dtype.kind == "f"):
                return made
            lost = np.flatnonzero((made != given) & ((made == made) | (given == given)))  # NaN is no loss
            if not len(lost):
                return made
            results = results[lost[0] :]
        wrong = next((one for one in results if not isinstance(one, int | float | np.generic)), results[0])
        if self._is_said:
            raise TypeError(f"the function gave {wrong!r}, which is no {self.type}, the type that it is said to give")
        raise TypeError(
            f"the function gave {wrong!r}, which is no {self.type}, the type of what it gave for a few other values: "
            "annotate it with its type, as def f(x) -> float"
        )


class SampleInfo:
    """What a function in DefinePerSample gets, with the names of ROOT's RSampleInfo. Threads: immutable."""

    def __init__(self, sample: Sample) -> None:
        self._sample = sample

    def Contains(self, text: str) -> bool:
        """Whether a text is in the place of the file and tree."""
        return text in self._sample.place

    def AsString(self) -> str:
        """The place, as "run7.root/Events"."""
        return self._sample.place

    def NEntries(self) -> int:
        """The entries of the file."""
        return self._sample.entries

    def EntryRange(self) -> tuple[int, int]:
        """The first entry and one past the last, in the whole dataset."""
        return self._sample.first, self._sample.first + self._sample.entries

    def GetSampleName(self) -> str:
        """What the specification calls the sample."""
        return self._sample.name

    def GetSampleId(self) -> int:
        """Its number in the specification."""
        return self._sample.number

    def GetD(self, key: str, default: float | None = None) -> float:
        """A number of the metadata. Raises KeyInFileError without it and without a default, as the next ones."""
        return float(self._of(key, default, float))

    def GetI(self, key: str, default: int | None = None) -> int:
        """A whole number of the metadata."""
        return int(self._of(key, default, int))

    def GetS(self, key: str, default: str | None = None) -> str:
        """A text of the metadata."""
        return str(self._of(key, default, str))

    def _of(self, key: str, default: Any, kind: type) -> Any:
        found = self._sample.metadata.get(key, default)
        if found is None:
            raise KeyInFileError(f"sample {self._sample.name!r} has no metadata {key!r}")
        if not isinstance(found, kind):
            raise MisuseError(f"the metadata {key!r} of sample {self._sample.name!r} are no {kind.__name__}")
        return found


def _annotated(function: Callable[..., Any]) -> str | None:
    try:
        found = get_type_hints(function).get("return")
    except (TypeError, NameError):
        return None
    if found in _PLAIN:
        return _PLAIN[found]
    is_number = isinstance(found, type) and issubclass(found, np.generic)
    return np.dtype(found).name if is_number else None
