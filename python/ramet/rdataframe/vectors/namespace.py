"""`ROOT.Math` and `ROOT.VecOps`, as far as scripts with dataframes use them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from ramet.errors import MisuseError
from ramet.frames.sources import frame
from ramet.rdataframe.spelling import spelled_number
from ramet.rdataframe.vectors.lists import RVecOf, as_vector
from ramet.rdataframe.vectors.momenta import FOUR_VECTORS, VectorFunctions
from ramet.rdataframe.vectors.space import TVector3

__all__ = ["RVEC_TYPES", "Math", "VecOps"]

RVEC_TYPES = {
    "RVecB": "bool",
    "RVecC": "int8",
    "RVecD": "float64",
    "RVecF": "float32",
    "RVecI": "int32",
    "RVecL": "int64",
    "RVecLL": "int64",
    "RVecU": "uint32",
    "RVecUL": "uint64",
    "RVecULL": "uint64",
}

_NAMED = {**FOUR_VECTORS, "XYZVector": TVector3, "VectorUtil": VectorFunctions}


class _Math:
    """`Math`: vectors, and functions as expressions have them: `Math.gaussian_cdf(1)`. Threads: immutable."""

    def __getattr__(self, name: str) -> Any:
        if name in _NAMED:
            return _NAMED[name]
        if name.startswith("_"):
            raise AttributeError(name)
        return self._function(name)

    def _function(self, name: str) -> Callable[..., Any]:
        def function(*numbers: Any) -> Any:
            text = f"ROOT::Math::{name}({', '.join(spelled_number(one) for one in numbers)})"
            try:
                return frame(entries=1).define("value", text).take("value").value[0].item()
            except MisuseError as error:
                raise AttributeError(f"ROOT.Math.{name}: {error}") from None

        return function


class _VecOps:
    """`VecOps`: vectors of numbers; its functions are those of expressions. Threads: immutable."""

    RVec = RVecOf()

    def __getattr__(self, name: str) -> Any:
        if name in RVEC_TYPES:
            return RVecOf(RVEC_TYPES[name])
        if name.startswith("_"):
            raise AttributeError(name)

        def function(*values: Any) -> Any:
            named = {f"value{number}": value for number, value in enumerate(values)}
            lists = {one: _one_list(value) for one, value in named.items() if hasattr(value, "__len__")}
            texts = [one if one in lists else spelled_number(value) for one, value in named.items()]
            found = frame(lists).define("found", f"ROOT::VecOps::{name}({', '.join(texts)})").take("found").value[0]
            return as_vector(found) if isinstance(found, np.ndarray) else found.item()

        return function


def _one_list(values: Any) -> Any:
    """A column of one entry, which is a list."""
    numbers = np.asarray(values)
    return numbers.reshape(1, len(numbers))


Math = _Math()
VecOps = _VecOps()
