"""Models as data: of what they were made, so that a worker makes them again without unpickling anything."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from ramet.errors import CorruptError
from ramet.fit import models, products, shapes
from ramet.fit.models import Model
from ramet.fit.products import JointModel

__all__ = ["described", "made_again"]

_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "shape": models.shape,
    "within": Model.within,
    "mixture": models.mixture,
    "product": products.product,
    "mixture of products": products._mixture_of_products,
    "template": shapes._template,
    "convolution": shapes.convolution,
    "kernel estimate": shapes._kernel_estimate,
    "formula": shapes._formula,
}
_NAMES = {function: name for name, function in _FUNCTIONS.items()}


def described(value: Any) -> Any:
    """A model, or what was given to the function that made it, as JSON has it.

    >>> from ramet import fit
    >>> described(fit.gauss("m", 2.0, range=(0, 1)))["made"]
    'shape'
    """
    if isinstance(value, Model | JointModel):
        made, arguments = value.__reduce__()
        keywords = dict(made.keywords) if isinstance(made, partial) else {}
        name = _NAMES[made.func if isinstance(made, partial) else made]
        return {"made": name, "arguments": described(arguments), "keywords": described(keywords)}
    if isinstance(value, np.ndarray):
        return {"numbers": described(value.tolist())}
    if isinstance(value, np.generic):
        return described(value.item())
    if isinstance(value, dict):
        return {"members": {name: described(one) for name, one in value.items()}}
    if isinstance(value, list | tuple):
        return [described(one) for one in value]
    return {"double": repr(value)} if isinstance(value, float) and not math.isfinite(value) else value


def made_again(value: Any) -> Any:
    """What was described. Raises CorruptError for what is no description, and what the functions of models raise."""
    if isinstance(value, list):
        return [made_again(one) for one in value]
    if not isinstance(value, dict):
        return value
    if "members" in value:
        return {name: made_again(one) for name, one in value["members"].items()}
    if "numbers" in value:
        return np.array(made_again(value["numbers"]), np.float64)
    if "double" in value:
        return float(value["double"])
    if value.get("made") not in _FUNCTIONS:
        raise CorruptError(f"a plan has a model made by {value.get('made')!r}, expected {', '.join(_FUNCTIONS)}")
    return _FUNCTIONS[value["made"]](*made_again(value["arguments"]), **made_again(value["keywords"]))
