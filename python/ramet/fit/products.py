"""Models of several observables: products of models of one each, and their sums."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, SupportsIndex, overload

import numpy as np
import numpy.typing as npt
from ramet import _core
from ramet.arguments import real_number, whole_number
from ramet.errors import MisuseError
from ramet.fit import models as single
from ramet.fit.models import Argument, Model, Range, narrowed, ordered

__all__ = ["JointModel", "mixture", "product", "require_model"]

Reals = npt.NDArray[np.float64]


class JointModel:
    """A probability density of several observables: a product of models of one each, or a sum of such products.
    Parameters of one name are one. It is made by `product` and `mixture`, and can be pickled. Threads: immutable.

    Attributes:
        observables: their names, in the order of the first product.
        parts: of a sum, as those of `Model`.
        may_jump: as that of `Model`.

    >>> from ramet import fit
    >>> model = fit.product(mass=fit.gauss("m", 1), time=fit.exponential())
    >>> model.parameters, model.observables
    (('m', 'tau'), ('mass', 'time'))
    >>> round(float(model.pdf({"mass": [0.0], "time": [0.0]}, m=0, tau=2)[0]), 6)
    0.199471
    """

    def __init__(
        self,
        core: _core.FitJointModel,
        projections: Mapping[str, Model],
        made: tuple[Callable[..., JointModel], tuple[Any, ...]],
        parts: Sequence[tuple[Argument | None, JointModel]] = (),
    ) -> None:
        self.core = core
        self.observables = tuple(projections)
        self._projections = dict(projections)
        self._made = made
        self.parts = tuple(parts)
        self.may_jump = any(one.may_jump for one in projections.values())
        of_parts = [one.limits for one in projections.values()] + [part.limits for _, part in self.parts]
        self._limits = narrowed({name: (low, high) for name, low, high in core.parameters}, of_parts)

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters, in their order."""
        return tuple(self._limits)

    @property
    def limits(self) -> dict[str, Range]:
        """The limits of each parameter; they may be infinite."""
        return dict(self._limits)

    @property
    def ranges(self) -> dict[str, Range]:
        """In which each observable is normalised."""
        return {name: one.range for name, one in self._projections.items()}

    @property
    def is_extended(self) -> bool:
        """Whether it has yields: then the number of events is fitted, too."""
        return self.core.is_extended

    @property
    def is_sum(self) -> bool:
        """Whether it is a sum of products."""
        return bool(self.parts)

    def projection(self, observable: str) -> Model:
        """The density of one observable, whatever the others are. MisuseError is raised if there is none of the
        name."""
        if observable not in self._projections:
            raise MisuseError(f"the model has no observable {observable!r}, but {', '.join(self.observables)}")
        return self._projections[observable]

    def pdf(self, events: Any, values: Sequence[float] | Mapping[str, float] | None = None, **named: float) -> Reals:
        """The density at each event; 0 outside the ranges. Events are as `unbinned` takes them."""
        columns = self.columns(events)
        found = np.empty(len(columns[0]))
        self.core.densities(self.ordered(values, named), columns, found)
        return found

    def scores(self, events: Any, values: Sequence[float] | Mapping[str, float] | None = None, **named: float) -> Reals:
        """The derivatives of the logarithm of the density at each event by all parameters, of shape (events,
        parameters)."""
        columns, ordered = self.columns(events), self.ordered(values, named)
        found = np.empty((len(columns[0]), len(ordered)))
        self.core.scores(ordered, columns, found.reshape(-1))
        return found

    def components(
        self, values: Sequence[float] | Mapping[str, float] | None = None, **named: float
    ) -> dict[str, tuple[float, JointModel]]:
        """The models of which a mixture is made, each with the fraction or the yield that it has; empty for others.
        They are called as those of `Model.components`."""
        given = dict(zip(self._limits, self.ordered(values, named), strict=True))
        found: dict[str, tuple[float, JointModel]] = {}
        left = 1.0
        for number, (weight, part) in enumerate(self.parts):
            name = weight if isinstance(weight, str) else "rest" if weight is None else f"part {number}"
            value = left if weight is None else given[weight] if isinstance(weight, str) else float(weight)
            left -= value
            found[name if name not in found else f"{name}, part {number}"] = value, part
        return found

    def sample(
        self,
        size: SupportsIndex | None = None,
        values: Sequence[float] | Mapping[str, float] | None = None,
        *,
        seed: SupportsIndex = 0,
        stream: SupportsIndex = 0,
        **named: float,
    ) -> dict[str, Reals]:
        """Random events, a column for each observable, as those of `Model.sample`."""
        key = whole_number(seed, "seed", 0, 2**64 - 1), whole_number(stream, "stream", 0, 2**32 - 1)
        wanted = None if size is None else whole_number(size, "size", 0)
        return self.sampler(self.ordered(values, named))(*key, wanted)

    def sampler(self, values: Sequence[float]) -> Callable[[int, int, int | None], dict[str, Reals]]:
        """What makes the events of `sample` many times: a function of the seed, the stream, and the size or None."""
        core = _core.FitJointSampler(self.core, list(values))

        def events_of(seed: int, stream: int, size: int | None) -> dict[str, Reals]:
            count = core.count(seed, stream) if size is None else size
            columns = {name: np.empty(count) for name in self.observables}
            core.fill(seed, stream, list(columns.values()))
            return columns

        return events_of

    def columns(self, events: Any) -> list[Reals]:
        """The columns of the observables: from a mapping, an array of records, a table, a tree."""
        from ramet.fit.costs import numbers_of

        found = []
        for name in self.observables:
            try:
                found.append(numbers_of(events[name]))
            except (KeyError, IndexError, ValueError, TypeError) as error:
                raise MisuseError(f"events have no column {name!r}: {error}") from None
        return found

    def ordered(self, values: Sequence[float] | Mapping[str, float] | None, named: Mapping[str, float]) -> list[float]:
        """The values of the parameters in their order."""
        return ordered(self.parameters, values, named)

    def __reduce__(self) -> tuple[Callable[..., JointModel], tuple[Any, ...]]:
        return self._made

    def __repr__(self) -> str:
        return f"<JointModel of {', '.join(self._limits) or 'no parameters'} for {', '.join(self.observables)}>"


def product(models: Mapping[str, Model] | None = None, /, **named: Model) -> JointModel:
    """The product of models, one for each observable, which are independent of each other. Sums of products have
    observables that are not: `mixture([signal, background], yields=[...])`.

    Parameters:
        models: by the names of observables; up to 16 shapes in all, without yields.
        named: the same.

    >>> from ramet import fit
    >>> signal = fit.product(mass=fit.gauss(range=(0, 10)), time=fit.exponential("tau"))
    >>> background = fit.product(mass=fit.uniform((0, 10)), time=fit.exponential("short"))
    >>> fit.mixture([signal, background], yields=["s", "b"])
    <JointModel of mean, sigma, tau, short, s, b for mass, time>
    """
    given = {**(models or {}), **named}
    for name, model in given.items():
        if not isinstance(model, Model):
            raise MisuseError(f"the model of {name!r} is {model!r}, expected one of ramet.fit")
    core = _core.fit_product([model.core for model in given.values()])
    return JointModel(core, given, (product, (given,)))


def require_model(model: Any) -> None:
    """Raise MisuseError unless it is one."""
    if not isinstance(model, Model | JointModel):
        raise MisuseError(f"the model is {model!r}, expected one of ramet.fit, as fit.gauss()")


@overload
def mixture(
    models: Sequence[Model],
    *,
    fractions: Sequence[Argument] | None = None,
    yields: Sequence[Argument] | None = None,
    range: Range | None = None,
) -> Model: ...
@overload
def mixture(
    models: Sequence[JointModel],
    *,
    fractions: Sequence[Argument] | None = None,
    yields: Sequence[Argument] | None = None,
) -> JointModel: ...
def mixture(
    models: Sequence[Model] | Sequence[JointModel],
    *,
    fractions: Sequence[Argument] | None = None,
    yields: Sequence[Argument] | None = None,
    range: Range | None = None,
) -> Model | JointModel:
    """The sum of models: with fractions, one less than models, of which the last one has the rest; or with yields, one
    for each, which makes it extended.

    Parameters:
        models: up to 16 shapes in all; mixtures may be among them, unless they have yields. Or products of the same
            observables.
        fractions: names or numbers.
        yields: the same.
        range: in which all are normalised; that of the models, if they have the same. Products have their own ones.

    A fraction or yield may be that of another mixture among the models, but no parameter of a shape.

    >>> from ramet import fit
    >>> fit.mixture([fit.gauss(), fit.uniform((0, 1))], yields=["signal", "background"], range=(0, 1))
    <Model of mean, sigma, signal, background in 0..1>
    """
    products = [one for one in models if isinstance(one, JointModel)]
    if not products:
        of_one: Any = models
        return single.mixture(of_one, fractions=fractions, yields=yields, range=range)
    if len(products) != len(models) or range is not None:
        raise MisuseError("products are added to products, in their own ranges")
    return _mixture_of_products(products, fractions, yields)


def _mixture_of_products(
    models: list[JointModel], fractions: Sequence[Argument] | None, yields: Sequence[Argument] | None
) -> JointModel:
    if (fractions is None) == (yields is None):
        raise MisuseError("a mixture has either fractions or yields")
    names = models[0].observables
    for model in models:
        if set(model.observables) != set(names):
            raise MisuseError(f"products of {', '.join(names)} and of {', '.join(model.observables)} are added")
    alike = [model if model.observables == names else _reordered(model, names) for model in models]
    weights = [one if isinstance(one, str) else real_number(one, "a weight") for one in fractions or yields or []]
    core = _core.fit_joined_products([model.core for model in alike], weights, yields is not None)
    of_all: list[Argument | None] = [*weights, None] if yields is None else [*weights]
    same = partial(single.mixture, fractions=fractions, yields=yields)
    projections = {name: same([model.projection(name) for model in alike]) for name in names}
    made = _mixture_of_products, (models, fractions, yields)
    return JointModel(core, projections, made, list(zip(of_all, alike, strict=True)))


def _reordered(model: JointModel, names: tuple[str, ...]) -> JointModel:
    """The same product, with its observables in another order."""
    if model.is_sum:
        raise MisuseError(
            f"a sum of products of {', '.join(model.observables)} is added to {', '.join(names)}: reorder"
        )
    return product({name: model.projection(name) for name in names})
