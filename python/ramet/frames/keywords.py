"""Words that people type from other libraries for the arguments of histograms."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

__all__ = ["with_hints"]

Given = ParamSpec("Given")
Made = TypeVar("Made")

_HINTS = {
    "edges": "bins=edges",
    "high": "bounds=(low, high)",
    "low": "bounds=(low, high)",
    "nbins": "bins=number",
    "num_bins": "bins=number",
    "range": "bounds=(low, high)",
    "ranges": "bounds=[(low, high), ...]",
    "weights": "weight=column",
    "xlabel": "label=text",
    "xmax": "bounds=(low, high)",
    "xmin": "bounds=(low, high)",
    "xlim": "bounds=(low, high)",
}


def with_hints(method: Callable[Given, Made]) -> Callable[Given, Made]:
    """A method whose error for a word of another library names its own.

    >>> @with_hints
    ... def histogram(column: str, bins: int = 10) -> int:
    ...     return bins
    >>> histogram("x", range=(0, 1))
    Traceback (most recent call last):
    TypeError: histogram() has no 'range': it is bounds=(low, high)
    """

    @functools.wraps(method)
    def called(*given: Given.args, **options: Given.kwargs) -> Made:
        for word in options:
            if word in _HINTS:
                raise TypeError(f"{method.__name__}() has no {word!r}: it is {_HINTS[word]}")
        return method(*given, **options)

    return called
