"""Functions that scripts declare with `ROOT.Numba.Declare`, for use in expressions as `Numba::name(x, y)`."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from ramet.errors import MisuseError
from ramet.frames.frame import Frame
from ramet.rdataframe.columns import HIDDEN, dtype_of_cpp

__all__ = ["Numba"]

_CALL = re.compile(r"\bNumba::(\w+)\s*\(")


class _Functions:
    """`ROOT.Numba`. Threads: any number."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._functions: dict[str, tuple[Any, str]] = {}

    def Declare(
        self, input_types: Sequence[str], return_type: str, name: str | None = None
    ) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Compile a function with numba for use in expressions: `@Numba.Declare(["float", "RVec<int>"], "double")`,
        then `Define("y", "Numba::function(x, v)")`.

        Args:
            input_types: the C++ types of its arguments: numbers, and RVec of numbers, which are arrays of NumPy.
            return_type: that of its value.
            name: in expressions; by default its own.

        Raises:
            ImportError: numba is not installed.
            MisuseError: another type.
        """

        kinds = [_kind_of(text) for text in [*input_types, return_type]]

        def declare(function: Callable[..., Any]) -> Callable[..., Any]:
            try:
                import numba
            except ImportError:
                raise ImportError("Numba.Declare needs the package numba") from None
            *arguments, _ = [_numba_type(numba, kind) for kind in kinds]
            compiled = numba.njit(tuple(arguments))(function)
            with self._lock:
                self._functions[name or function.__name__] = (compiled, kinds[-1])
            return function

        return declare

    def expanded(self, frame: Frame, text: str) -> tuple[Frame, str]:
        """A frame with columns for the calls of such functions in an expression, and the expression with these.

        Raises:
            MisuseError: a function that was not declared, or a parenthesis that is missing.
        """
        while (call := _CALL.search(text)) is not None:
            with self._lock:
                known = self._functions.get(call[1])
            if known is None:
                raise MisuseError(f"'Numba::{call[1]}' was not declared with Numba.Declare")
            end = _closing(text, call.end())
            columns = []
            for argument in _arguments(text[call.end() : end]):
                frame, inner = self.expanded(frame, argument)
                if not frame.core.has_column(inner):
                    frame, inner = _defined(frame, inner)
                columns.append(inner)
            frame, made = _defined(frame, known[0], columns, known[1])
            text = f"{text[: call.start()]}{made}{text[end + 1 :]}"
        return frame, text.strip()


def _kind_of(text: str) -> str:
    kind = dtype_of_cpp(text)
    if kind is None or kind == "string" or kind.count("var") > 1:
        raise MisuseError(f"Numba.Declare: {text!r} is neither a number nor a list of numbers")
    return kind


def _numba_type(numba: Any, kind: str) -> Any:
    number = numba.from_dtype(np.dtype(kind.removeprefix("var * ")))
    return numba.types.Array(number, 1, "C") if kind.startswith("var") else number


def _defined(frame: Frame, value: Any, columns: list[str] | None = None, kind: str | None = None) -> tuple[Frame, str]:
    name = f"{HIDDEN}{sum(one.startswith(HIDDEN) for one in frame.columns)}_"
    return frame.define(name, value, columns, type=kind), name


def _closing(text: str, begin: int) -> int:
    depth = 1
    for place in range(begin, len(text)):
        depth += (text[place] in "([{") - (text[place] in ")]}")
        if depth == 0:
            return place
    raise MisuseError(f"a parenthesis is not closed in {text!r}")


def _arguments(text: str) -> Iterator[str]:
    depth = begin = 0
    for place, one in enumerate(text):
        depth += (one in "([{") - (one in ")]}")
        if one == "," and depth == 0:
            yield text[begin:place].strip()
            begin = place + 1
    if text[begin:].strip():
        yield text[begin:].strip()


Numba = _Functions()
