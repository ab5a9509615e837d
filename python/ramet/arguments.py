"""Convert and check arguments: NumPy's numbers are accepted as numbers, and errors name the type that was passed."""

from __future__ import annotations

import math
import operator
import os
import re
from collections.abc import Iterable
from typing import Any, SupportsFloat, SupportsIndex

import numpy as np
from ramet.errors import MisuseError

__all__ = [
    "Path",
    "entry_range",
    "name_text",
    "names_in",
    "path_text",
    "real_number",
    "truth",
    "whole_number",
    "without_missing",
]

Path = str | os.PathLike[str]
_LINKS = re.compile(r"(?:[a-z][a-z0-9_+.-]+::)+(?=[A-Za-z][A-Za-z0-9+.-]+://)")


def whole_number(value: SupportsIndex, name: str, least: int | None = None, most: int | None = None) -> int:
    """Convert an int or another integer type, such as numpy.int64, to int; floats are refused, whatever their value.

    Raises MisuseError for one that is below `least` or above `most`.

    >>> import numpy as np
    >>> whole_number(np.uint8(3), "bins")
    3
    """
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r} of type {type(value).__name__}, expected a whole number") from None
    if (least is not None and number < least) or (most is not None and number > most):
        bounds = f"not in {least}..{most}" if None not in (least, most) else _bound(least, most)
        raise MisuseError(f"{name} is {number}, {bounds}")
    return number


def _bound(least: int | None, most: int | None) -> str:
    return f"expected at least {least}" if most is None else f"expected at most {most}"


def real_number(value: SupportsFloat, name: str, least: float | None = None, most: float | None = None) -> float:
    """Convert a number of any type, such as numpy.float32 or int, to float; texts are refused.

    Raises MisuseError for one that is below `least` or above `most`, or NaN where there are such.
    """
    try:
        if isinstance(value, str | bytes):
            raise TypeError
        number = float(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r} of type {type(value).__name__}, expected a number") from None
    except OverflowError:
        number = math.inf
    if least is not None and most is not None and not least <= number <= most:
        raise MisuseError(f"{name} is {value}, not in {least}..{most}")
    return number


def entry_range(
    start: SupportsIndex | float | None, stop: SupportsIndex | float | None, entries: int
) -> tuple[int, int]:
    """The range of entries of two arguments, like a Python slice: clipped, and negative numbers count from the end.
    Whole numbers may be floats, as 1e6.

    >>> entry_range(-10, 1e6, 100)
    (90, 100)
    """
    first = None if start is None else whole_number(_whole(start), "entry_start")
    last = None if stop is None else whole_number(_whole(stop), "entry_stop")
    begin, end, _ = slice(first, last).indices(entries)
    return begin, max(begin, end)


def _whole(value: Any) -> Any:
    """A float that is a whole number as an int; anything else as it is."""
    return int(value) if isinstance(value, float | np.floating) and float(value).is_integer() else value


def truth(value: Any, name: str) -> bool:
    """Convert a bool or numpy.bool to bool; other numbers are refused.

    >>> import numpy as np
    >>> truth(np.bool_(True), "reproducible")
    True
    """
    if isinstance(value, bool) or type(value).__name__ in ("bool", "bool_"):  # NumPy's own, without asking for it
        return bool(value)
    raise TypeError(f"{name} is {value!r} of type {type(value).__name__}, expected True or False")


def path_text(path: Path) -> str:
    """Convert a path to text, with "~" replaced by the home folder, and without a leading "file://". Links of a chain
    of fsspec that are names alone, "simplecache::", are URLs as they are to fsspec.

    Raises TypeError for anything but text and pathlib paths.

    >>> path_text("simplecache::gs://bucket/a.root")
    'simplecache://::gs://bucket/a.root'
    """
    text = os.fspath(path) if isinstance(path, str | os.PathLike) else path
    if isinstance(text, bytes):
        raise TypeError(f"a path is bytes, {text!r}, expected text or a pathlib.Path: os.fsdecode makes text of bytes")
    if not isinstance(text, str):
        raise TypeError(f"a path is {path!r} of type {type(path).__name__}, expected text or a pathlib.Path")
    if isinstance(path, str):
        text = re.sub(r"^file:(//)?(?=/)", "", text)
        if links := _LINKS.match(text):
            text = links[0].replace("::", "://::") + text[links.end() :]
    return os.path.expanduser(text)  # noqa: PTH111 - pathlib would drop what is behind a colon, and slashes


def name_text(name: str, what: str) -> str:
    """A name, which is text."""
    if not isinstance(name, str):
        raise TypeError(f"{what} is {name!r} of type {type(name).__name__}, expected a text")
    return name


def names_in(names: str | Iterable[str]) -> list[str]:
    """Names; a single text is one name. Raises TypeError for names that are not texts."""
    if isinstance(names, bytes) or not isinstance(names, str | Iterable):
        raise TypeError(f"names are {names!r} of type {type(names).__name__}, expected a text or a list of such")
    listed = [names] if isinstance(names, str) else list(names)
    return [name_text(name, "a name") for name in listed]


def without_missing(values: Any, what: str) -> Any:
    """Values, of which none is masked: NumPy would take what is behind the mask. Raises MisuseError."""
    masked = np.count_nonzero(np.ma.getmaskarray(values)) if isinstance(values, np.ma.MaskedArray) else 0
    if masked:
        raise MisuseError(f"{masked} of {values.size} {what} are masked: give compressed(), or filled() with a number")
    return values
