"""Fits of templates as workspaces of pyhf."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from ramet.errors import MisuseError, UnsupportedError
from ramet.fit.costs import Cost
from ramet.fit.exchange.origin import Origin, origin_of
from ramet.fit.grids import GridView
from ramet.fit.models import Argument
from ramet.fit.result import FitResult
from ramet.fit.views import DrawnBins

__all__ = ["to_pyhf"]

Node = dict[str, Any]

_MOST = 10.0  # how many times more than a template's contents a yield may be


def to_pyhf(
    of: Cost | FitResult,
    *,
    channels: Sequence[str] | None = None,
    parameter_of_interest: str | None = None,
    name: str = "measurement",
) -> Node:
    """A fit of templates as a workspace of pyhf, which is JSON for HistFactory: a channel for each histogram, a sample
    for each template.

    A sample has the contents of its histogram, and a "normfactor" that is called as its yield: the yield is the factor
    times the sum of the contents. Errors of contents are a "staterror".

    Parameters:
        of: `binned(histogram, mixture([template(...), ...], yields=[...]))`, or a sum of such costs; or a result, whose
            values are where pyhf's fit begins.
        channels: their names; "channel0" and so on.
        parameter_of_interest: a yield; the first one by default.
        name: of the measurement.

    Raises:
        UnsupportedError: a model is made of anything else than templates with yields and the histogram's bins; there is
            a constraint, chi square, a histogram of weights or of several axes.
        MisuseError: another number of channels, or there is no such yield.

    >>> import numpy as np
    >>> from ramet import fit
    >>> edges = np.array([0.0, 1.0, 2.0])
    >>> parts = [fit.template((np.array(contents), edges)) for contents in ([3.0, 1.0], [1.0, 1.0])]
    >>> model = fit.mixture(parts, yields=["signal", "background"])
    >>> workspace = fit.to_pyhf(fit.binned([20.0, 10.0], model, edges=edges))
    >>> [sample["name"] for sample in workspace["channels"][0]["samples"]]
    ['signal', 'background']
    """
    cost = of.cost if isinstance(of, FitResult) else of
    if cost is None:
        raise MisuseError("the result was read from a text, and has no model")
    values = {one.name: one.value for one in of.parameters} if isinstance(of, FitResult) else {}
    names = [f"channel{number}" for number in range(len(cost.parts))] if channels is None else list(channels)
    if len(names) != len(cost.parts):
        raise MisuseError(f"{len(names)} names are given for {len(cost.parts)} channels")
    workspace = _Workspace(values)
    for channel, part in zip(names, cost.parts, strict=True):
        workspace.add(channel, part)
    wanted = parameter_of_interest or next(iter(workspace.factors), "")
    if wanted not in workspace.factors:
        raise MisuseError(f"there is no yield {wanted!r}, but {', '.join(workspace.factors) or 'none'}")
    settings = {"poi": wanted, "parameters": workspace.parameters()}
    return {
        "channels": workspace.channels,
        "observations": workspace.observations,
        "measurements": [{"name": name, "config": settings}],
        "version": "1.0.0",
    }


class _Workspace:
    """What was added so far. Threads: one thread."""

    def __init__(self, values: dict[str, float]) -> None:
        self.channels: list[Node] = []
        self.observations: list[Node] = []
        self.factors: dict[str, float] = {}  # the sum of the contents of each
        self._values = values

    def add(self, channel: str, cost: Cost) -> None:
        """Add a histogram and its templates."""
        view = cost.views[0] if cost.views else None
        if view is None or view.bins is None or view.is_chi_square:
            raise UnsupportedError(
                "pyhf takes likelihoods of histograms: this is a constraint, of events or chi square"
            )
        if isinstance(view, GridView):
            raise UnsupportedError(f"pyhf's templates have one axis: this histogram has {len(view.grid.edges)}")
        if view.is_of_weights:
            raise UnsupportedError("pyhf has no likelihood of a histogram of weights")
        parts = view.model.parts
        if not parts or not view.model.is_extended:
            raise UnsupportedError("pyhf takes mixtures of templates with yields")
        samples = [
            self._sample(channel, number, weight, origin_of(part), view.bins)
            for number, (weight, part) in enumerate(parts)
        ]
        self.channels.append({"name": channel, "samples": samples})
        self.observations.append({"name": channel, "data": view.bins.contents.tolist()})

    def _sample(self, channel: str, number: int, weight: Argument | None, origin: Origin, bins: DrawnBins) -> Node:
        if origin.kind != "template":
            raise UnsupportedError(f"pyhf takes templates: part {number} of {channel} is {origin}")
        if not np.array_equal(origin.edges, bins.edges):
            raise UnsupportedError(f"the template {number} of {channel} has other bins than the histogram")
        total = sum(origin.contents)
        modifiers: list[Node] = []
        scale = 1.0
        if isinstance(weight, str):
            if self.factors.setdefault(weight, total) != total:
                raise UnsupportedError(f"the yield {weight!r} is that of templates with different sums of contents")
            modifiers.append({"name": weight, "type": "normfactor", "data": None})
        else:
            scale = float(weight or 0) / total
        if origin.variances is not None:
            errors = [scale * float(np.sqrt(one)) for one in origin.variances]
            modifiers.append({"name": f"errors_of_{channel}", "type": "staterror", "data": errors})
        contents = [scale * one for one in origin.contents]
        name = weight if isinstance(weight, str) else f"sample{number}"
        return {"name": name, "data": contents, "modifiers": modifiers}

    def parameters(self) -> list[Node]:
        """The factors: where they begin, and their limits."""
        found = []
        for name, total in self.factors.items():
            start = self._values[name] / total if name in self._values else 1.0
            found.append({"name": name, "inits": [start], "bounds": [[0.0, max(_MOST, _MOST * start)]]})
        return found
