"""Of what a model was made."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
from ramet.fit import shapes
from ramet.fit.models import Argument, Model, shape
from ramet.graphs.formula import Formula

__all__ = ["Origin", "origin_of"]

Reals = npt.NDArray[np.float64]

_NO_NUMBERS: Reals = np.empty(0)


@dataclass(frozen=True)
class Origin:
    """A shape and what was given to it. Threads: immutable.

    Attributes:
        kind: the name of the function of `ramet.fit`.
        arguments: names of parameters, and numbers.
        text: of a formula.
        is_extended: whether a formula is.
        edges: of a template's bins.
        contents: of these.
        variances: of the contents, if they count.
    """

    kind: str
    arguments: list[Argument] = field(default_factory=list)
    text: str = ""
    is_extended: bool = False
    edges: Reals = field(default_factory=lambda: _NO_NUMBERS)
    contents: list[float] = field(default_factory=list)
    variances: list[float] | None = None

    @property
    def parameters(self) -> tuple[str, ...]:
        """Of a formula: as its text has them."""
        return Formula(self.text).parameters

    def __str__(self) -> str:
        if self.kind == "formula":
            return f"the formula {self.text!r}"
        return "a template with errors" if self.variances is not None else f"a {self.kind.replace('_', ' ')}"


def origin_of(model: Model) -> Origin:
    """The origin of a model that is no mixture, whatever range it was given later."""
    made: Any
    made, arguments = model.__reduce__()
    while made is Model.within:
        made, arguments = arguments[0].__reduce__()
    if made is shape:
        name, given, _ = arguments
        return Origin(name, list(given))
    function = made.func if isinstance(made, partial) else made
    if function is shapes._template:
        edges, contents, variances = arguments
        found = None if variances is None else variances.tolist()
        return Origin("template", edges=edges, contents=contents.tolist(), variances=found)
    if function is shapes._formula:
        text, _, _, given = arguments
        return Origin("formula", list(given), text=text, is_extended=made.keywords["extended"])
    return Origin(function.__name__.strip("_"))
