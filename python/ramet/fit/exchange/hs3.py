"""Models, data and values in HS3, the High-Energy Physics Statistics Serialization Standard."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import ramet
from ramet.errors import MisuseError, UnsupportedError
from ramet.fit.costs import Cost
from ramet.fit.exchange.origin import Origin, origin_of
from ramet.fit.grids import GridView
from ramet.fit.models import Argument, Model, Range, ordered
from ramet.fit.products import JointModel
from ramet.fit.result import FitResult
from ramet.fit.shapes import LANDAU
from ramet.fit.views import DrawnBins, ModelView, ProjectedView

__all__ = ["to_hs3"]

Node = dict[str, Any]
Reals = npt.NDArray[np.float64]

_VERSION = "0.2"

# Of each shape: the type in HS3, what the observable and the arguments are called there. HS3 document, "Distributions".
_NAMED = {
    "gauss": ("gaussian_dist", "x", ("mean", "sigma")),
    "uniform": ("uniform_dist", "x", ()),
    "crystal_ball": ("crystalball_dist", "m", ("m0", "sigma", "alpha", "n")),
    "two_sided_crystal_ball": (
        "crystalball_doublesided_dist",
        "m",
        ("m0", "sigma_L", "alpha_L", "n_L", "alpha_R", "n_R"),
    ),
    "argus": ("ARGUS_dist", "mass", ("resonance", "slope", "power")),
}
_WITH_COEFFICIENTS = {"chebyshev": "chebychev_dist", "bernstein": "bernstein_poly_dist"}
# Of those that HS3 has no type for.
_EXPRESSIONS = {
    "breit_wigner": "1/(({x}-{0})^2+({1})^2/4)",
    "johnson_su": "exp(-0.5*({2}+{3}*log(({x}-{0})/{1}+sqrt((({x}-{0})/{1})^2+1)))^2)/sqrt((({x}-{0})/{1})^2+1)",
}
_WITH_PARAMETERS_OF_THEIR_OWN = re.compile(
    r"\b(?:gausn?|expo|landaun?|pol\d+|cheb\d+|crystalball|breitwigner|[xyz]{1,3}gaus)\b"
)


def to_hs3(
    of: Model | JointModel | Cost | FitResult,
    values: Sequence[float] | Mapping[str, float] | None = None,
    *,
    observable: str = "x",
    name: str = "model",
    **named: float,
) -> Node:
    """A model in HS3, a format of JSON that RooFit's RooJSONFactoryWSTool, pyhs3 and others read; with its data and a
    likelihood, if it is that of a cost or of a result.

    Parameters:
        of: a result has values, others are given them. Costs of events, of histograms, and constraints may be added.
        values: of all parameters, in order or by name: the parameter point "default_values".
        observable: the name of the observable, if there is one; those of several ranges get numbers.
        name: of the distribution; several get numbers.
        named: values by name.

    Raises:
        UnsupportedError: HS3 cannot say it: Voigt's profile, a convolution, a kernel estimate, a template with errors,
            a formula with functions that have their own parameters, as "gaus(0)"; chi square, a histogram of weights;
            a name that is no identifier.
        MisuseError: a parameter has no value, or one that is not finite; it is called as the observable.

    >>> from ramet import fit
    >>> document = fit.to_hs3(fit.gauss(range=(0, 10)), mean=5, sigma=1)
    >>> document["distributions"]
    [{'name': 'model', 'type': 'gaussian_dist', 'x': 'x', 'mean': 'mean', 'sigma': 'sigma'}]
    """
    if isinstance(of, FitResult):
        if values is not None or named:
            raise MisuseError("a result has values of its parameters: no others are given")
        if of.cost is None:
            raise MisuseError("the result was read from a text, and has no model")
        values = {one.name: one.value for one in of.parameters}
        fixed = {one.name for one in of.parameters if one.is_fixed}
        return _of_cost(of.cost, dict(values), fixed, observable, name)
    given = dict(zip(of.parameters, ordered(of.parameters, values, named), strict=True))
    if isinstance(of, Cost):
        return _of_cost(of, given, set(), observable, name)
    document = _Document(given, set())
    document.add_parameters(of.limits)
    document.add_model(of, name, observable)
    return document.node()


def _of_cost(cost: Cost, values: Mapping[str, float], fixed: set[str], observable: str, name: str) -> Node:
    document = _Document(values, fixed)
    document.add_parameters({one: bounds or (-math.inf, math.inf) for one, bounds in cost.limits.items()})
    views = [view for part in cost.parts for view in part.views[:1]]
    for number, view in enumerate(views):
        document.add_channel(view, name if len(views) == 1 else f"{name}{number}", observable)
    for part in cost.parts:
        if part.constraint is not None:
            document.add_constraint(part.constraint.values, part.constraint.covariance)
    return document.node()


class _Document:
    """What was said so far. Threads: one thread."""

    def __init__(self, values: Mapping[str, float], fixed: set[str]) -> None:
        for one, value in values.items():
            if not math.isfinite(value):
                raise MisuseError(f"parameter {one!r} is {value}: JSON has finite numbers only")
        self._points: dict[str, tuple[float, bool]] = {one: (value, one in fixed) for one, value in values.items()}
        self._axes: dict[str, Range] = {}
        self._observables: dict[Range, str] = {}
        self._distributions: list[Node] = []
        self._functions: dict[str, str] = {}
        self._models: dict[tuple[int, str], str] = {}  # by identity and observable
        self._data: list[Node] = []
        self._pairs: list[tuple[str, str]] = []
        self._constraints: list[str] = []
        self._taken = {_identifier(one) for one in values}

    def node(self) -> Node:
        """The document."""
        packages = [{"name": "ramet", "version": ramet.__version__}]
        document: Node = {
            "metadata": {"hs3_version": _VERSION, "packages": packages},
            "distributions": self._distributions,
            "domains": [
                {
                    "name": "default_domain",
                    "type": "product_domain",
                    "axes": [_axis(name, bounds) for name, bounds in self._axes.items()],
                }
            ],
            "parameter_points": [
                {
                    "name": "default_values",
                    "parameters": [
                        {"name": name, "value": value} | ({"const": True} if is_fixed else {})
                        for name, (value, is_fixed) in self._points.items()
                    ],
                }
            ],
        }
        if self._functions:
            document["functions"] = [
                {"name": name, "type": "generic_function", "expression": text} for name, text in self._functions.items()
            ]
        return document | self._likelihood()

    def _likelihood(self) -> Node:
        if not self._pairs:
            return {}
        likelihood: Node = {
            "name": "likelihood",
            "distributions": [distribution for distribution, _ in self._pairs],
            "data": [data for _, data in self._pairs],
        }
        if self._constraints:
            likelihood["aux_distributions"] = self._constraints
        analysis = {
            "name": "analysis",
            "likelihood": "likelihood",
            "domains": ["default_domain"],
            "init": "default_values",
            "parameters_of_interest": [name for name, (_, is_fixed) in self._points.items() if not is_fixed][:1],
        }
        return {"data": self._data, "likelihoods": [likelihood], "analyses": [analysis]}

    def add_parameters(self, limits: Mapping[str, Range]) -> None:
        """Say between which values parameters are."""
        for name, bounds in limits.items():
            if any(math.isfinite(end) for end in bounds):
                self._axes[name] = bounds

    def add_channel(self, view: ModelView, name: str, observable: str) -> None:
        """Add data and their model."""
        if isinstance(view, ProjectedView):
            assert view.whole is not None
            assert view.columns is not None
            distribution = self.add_model(view.whole, name, observable)
            axes = [_axis(one, bounds) for one, bounds in view.whole.ranges.items()]
            rows = np.column_stack([view.columns[one] for one in view.whole.observables])
            data = _events(axes, rows, view.weights)
        elif isinstance(view, GridView):
            distribution = self.add_model(view.whole, name, observable)
            data = _contents(view, view.grid.edges, view.grid.contents)
        else:
            distribution = self.add_model(view.model, name, observable)
            axis = _axis(self._observables[view.model.range], view.model.range)
            if view.bins is None:
                assert view.events is not None
                data = _events([axis], view.events.reshape(-1, 1), view.weights)
            else:
                data = _contents(view, {axis["name"]: view.bins.edges}, view.bins.contents)
        named = {"name": self._new(f"{name}_data"), **data}
        self._data.append(named)
        self._pairs.append((distribution, named["name"]))

    def add_constraint(self, values: Mapping[str, float], covariance: npt.NDArray[np.float64]) -> None:
        """Add what another measurement says."""
        if len(values) > 1 and np.count_nonzero(covariance - np.diag(np.diag(covariance))):
            name = self._new("constraint_of_" + "_".join(values))
            means = [self._argument(f"{name}_{one}", value) for one, value in values.items()]
            matrix = covariance.tolist()
            node = {"type": "multivariate_normal_dist", "x": list(values), "mean": means, "covariances": matrix}
            self._distributions.append({"name": name, **node})
            self._constraints.append(name)
            return
        for (one, value), variance in zip(values.items(), np.diag(covariance), strict=True):
            name = self._new(f"constraint_of_{one}")
            width = self._argument(f"{name}_sigma", math.sqrt(variance))
            mean = self._argument(f"{name}_mean", value)
            self._distributions.append({"name": name, "type": "gaussian_dist", "x": one, "mean": mean, "sigma": width})
            self._constraints.append(name)

    def add_model(self, model: Model | JointModel, name: str, observable: str) -> str:
        """Add a distribution and those of which it is made; its name."""
        if isinstance(model, JointModel):
            for one, bounds in model.ranges.items():
                self._add_observable(one, bounds)
            return self._joint(model, name)
        bounds = model.range
        if bounds not in self._observables:
            new = f"{observable}{len(self._observables) or ''}"
            self._add_observable(new, bounds)
            self._observables[bounds] = new
        return self._single(model, name, self._observables[bounds])

    def _add_observable(self, name: str, bounds: Range) -> None:
        if name in self._points:
            raise MisuseError(f"an observable and a parameter are called {name!r}")
        self._taken.add(_identifier(name))
        self._axes[name] = bounds
        low, high = (end if math.isfinite(end) else 0.0 for end in bounds)
        self._points.setdefault(name, ((low + high) / 2, False))

    def _joint(self, model: JointModel, name: str) -> str:
        name = self._new(name)
        if model.parts:
            summands = [self._joint(part, f"{name}_{number}") for number, (_, part) in enumerate(model.parts)]
            return self._mixture(name, summands, [weight for weight, _ in model.parts])
        factors = [self._single(model.projection(one), f"{name}_{one}", one) for one in model.observables]
        self._distributions.append({"name": name, "type": "product_dist", "factors": factors})
        return name

    def _single(self, model: Model, name: str, observable: str) -> str:
        key = id(model), observable
        if key in self._models:
            return self._models[key]
        name = self._new(name)
        if model.parts:
            summands = [
                self._single(part, f"{name}_{number}", observable) for number, (_, part) in enumerate(model.parts)
            ]
            self._mixture(name, summands, [weight for weight, _ in model.parts])
        else:
            self._distributions.append({"name": name, **self._shape(origin_of(model), name, observable)})
        self._models[key] = name
        return name

    def _mixture(self, name: str, summands: list[str], weights: list[Argument | None]) -> str:
        coefficients = [
            self._argument(f"{name}_coefficient{number}", weight)
            for number, weight in enumerate(weights)
            if weight is not None
        ]
        node = {"type": "mixture_dist", "summands": summands, "coefficients": coefficients}
        self._distributions.append({"name": name, **node, "extended": None not in weights})
        return name

    def _shape(self, origin: Origin, name: str, observable: str) -> Node:
        kind, arguments = origin.kind, origin.arguments
        if kind == "template" and origin.variances is None:
            return {"type": "histogram_dist", "data": {**_bins(observable, origin.edges), "contents": origin.contents}}
        if kind == "exponential":
            tau = self._argument(f"{name}_tau", arguments[0])
            rate = next((one for one, text in self._functions.items() if text == f"1/{tau}"), None)
            if rate is None:
                rate = self._new(f"rate_of_{tau}")
                self._functions[rate] = f"1/{tau}"
            return {"type": "exponential_dist", "x": observable, "c": rate}
        if kind in _WITH_COEFFICIENTS:
            coefficients = [self._argument(f"{name}_c{number}", one) for number, one in enumerate(arguments)]
            return {"type": _WITH_COEFFICIENTS[kind], "x": observable, "coefficients": coefficients}
        if kind in _NAMED:
            type_, place, roles = _NAMED[kind]
            node = {role: self._argument(f"{name}_{role}", one) for role, one in zip(roles, arguments, strict=True)}
            if "sigma_L" in node:
                node["sigma_R"] = node["sigma_L"]
            return {"type": type_, place: observable, **node}
        if kind == "formula" and origin.text == LANDAU:
            mean, sigma = (
                self._argument(f"{name}_{role}", one) for role, one in zip(("mean", "sigma"), arguments, strict=True)
            )
            return {"type": "landau_dist", "x": observable, "mean": mean, "sigma": sigma}
        text = _EXPRESSIONS.get(kind)
        names = [self._argument(f"{name}_p{number}", one) for number, one in enumerate(arguments)]
        if text is not None:
            return {"type": "generic_dist", "expression": text.format(*names, x=observable)}
        if kind == "formula" and not origin.is_extended and not _WITH_PARAMETERS_OF_THEIR_OWN.search(origin.text):
            return {"type": "generic_dist", "expression": _expression(origin, names, observable)}
        raise UnsupportedError(f"HS3 has no distribution for {origin}")

    def _argument(self, name: str, value: Argument) -> str:
        """A parameter's name: that of a number is new, and its value is constant."""
        if isinstance(value, str):
            return value
        name = self._new(name)
        self._points[name] = (float(value), True)
        return name

    def _new(self, wish: str) -> str:
        name = _identifier(wish)
        while name in self._taken:
            name += "_"
        self._taken.add(name)
        return name


def _identifier(name: str) -> str:
    """The name. Raises UnsupportedError for one that cannot stand in an expression."""
    if not re.fullmatch(r"[A-Za-z_]\w*", name, re.ASCII):
        raise UnsupportedError(f"HS3's programs take no name as {name!r}: letters, digits and '_' are wanted")
    return name


def _expression(origin: Origin, names: list[str], observable: str) -> str:
    by_name = dict(zip(origin.parameters, names, strict=True))

    def name_of(match: re.Match[str]) -> str:
        inside = match[1]
        return names[int(inside)] if inside.isdigit() else by_name[inside]

    text = re.sub(r"\bx\[0\]", "x", origin.text)
    text = re.sub(r"\[(\w+)\]", name_of, re.sub(r"(?<![\w\[])x(?![\w\]])", observable, text))
    if "[" in text:
        raise UnsupportedError(f"HS3 has no expression for the formula {origin.text!r}")
    return text


def _axis(name: str, bounds: Range) -> Node:
    ends = {key: float(end) for key, end in zip(("min", "max"), bounds, strict=True) if math.isfinite(end)}
    return {"name": name, **ends}


def _bins(observable: str, edges: npt.NDArray[np.float64]) -> Node:
    bins = DrawnBins(edges, edges[1:], edges[1:])
    if np.allclose(bins.widths, bins.widths[0], rtol=1e-12):
        axis = {"name": observable, "min": float(edges[0]), "max": float(edges[-1]), "nbins": len(edges) - 1}
    else:
        axis = {"name": observable, "edges": edges.tolist()}
    return {"axes": [axis]}


def _events(axes: list[Node], rows: npt.NDArray[np.float64], weights: npt.NDArray[np.float64] | None) -> Node:
    data: Node = {"type": "unbinned", "axes": axes, "entries": rows.tolist()}
    return data if weights is None else data | {"weights": weights.tolist()}


def _contents(view: ModelView, edges: Mapping[str, Reals], contents: Reals) -> Node:
    """The contents of bins, or of cells: those of the last axis are neighbours."""
    assert view.bins is not None
    if view.is_chi_square:
        raise UnsupportedError("HS3 has likelihoods, but no chi square")
    if view.is_of_weights:
        raise UnsupportedError("HS3 has no likelihood of a histogram of weights")
    axes = [axis for name, ends in edges.items() for axis in _bins(name, ends)["axes"]]
    return {"type": "binned", "axes": axes, "contents": contents.reshape(-1).tolist()}
