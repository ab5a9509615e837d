"""Costs that do not rise as their derivatives tell: formulas with steps, and searches that run away."""

from __future__ import annotations

import numpy as np
import pytest
import ramet
from ramet import fit

pytest.importorskip("iminuit")

TOLD = "the cost does not rise as its derivatives tell"


def events_of(seed: int) -> np.ndarray:
    random = np.random.default_rng(seed)
    return np.concatenate([random.uniform(0, 4, 500), random.uniform(4, 10, 3_000)])


@pytest.mark.parametrize("of", ["model", "mixture", "product"])
def test_errors_of_the_place_of_a_step_are_not_valid(of: str) -> None:
    step = fit.formula("1+[B]*(x>[c])", range=(0, 10))
    model: fit.Model | fit.JointModel = step
    if of == "mixture":
        model = fit.mixture([step, fit.uniform((0, 10))], fractions=[0.9], range=(0, 10))
    elif of == "product":
        model = fit.product(x=step, y=fit.uniform((0, 10)))
    assert model.may_jump
    for seed in range(6):
        events = events_of(seed)
        columns = {"x": events, "y": events} if of == "product" else events
        found = fit.fit(fit.unbinned(columns, model), B=2, c=4.05)
        assert not found.valid


def test_steps_of_curves_and_toys_are_told() -> None:
    histogram = ramet.Histogram(50, (0, 10)).fill(events_of(2))
    found = histogram.fit("[A]*exp(-x/[t])+[B]*(x>2*[t])", A=44, B=98, t=2.08)
    assert not found.valid
    step = fit.formula("1+[B]*(x>[c])", range=(0, 10))
    toys = fit.toys(step, 6, B=2, c=4, size=500)
    assert not toys.valid.any()


def test_smooth_formulas_and_fixed_steps_are_valid() -> None:
    smooth = ["1+[B]*TMath::Erf(x-4)", "1+[B]*(x>4)", "1+[B]*abs(x-4)", "exp(-x/[B])*max(x,1)"]
    for number, text in enumerate(smooth):
        model = fit.formula(text, range=(0, 10))
        for seed in range(6):
            events = model.sample((30, 300)[seed % 2], B=0.9, seed=seed + 10 * number)
            assert fit.fit(fit.unbinned(events, model), B=0.8, limits={"B": (0.01, 100)}).valid


def test_few_events_in_bins_are_valid() -> None:
    for seed in range(20):
        histogram = ramet.Histogram(10, (0, 10)).fill(np.random.default_rng(seed).uniform(0, 10, 3 + seed))
        assert histogram.fit("pol0", cost="likelihood").valid


def test_a_search_that_runs_away_is_not_valid() -> None:
    model = fit.mixture([fit.gauss(5, 0.3), fit.exponential()], fractions=["f"], range=(0, 10))
    events = model.sample(1_100, f=0.09, tau=4, seed=1)
    found = fit.fit(fit.unbinned(events, model), f=1, tau=4)
    assert found["tau"].value > 1_000
    assert found.status == TOLD


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("exp(-x*[signal])+[background]+[point]*[intercept]", False),
        ("[a]+[b]*x*x", False),
        ("[a]*(x>[c])", True),
        ("[a]+abs(x-[c])", True),
        ("[a]*TMath::Max(x,[b])", True),
        ("[a]+trunc(x*[b])", True),
        ("ROOT::Math::uniform_pdf(x,[a],[b])", True),
    ],
)
def test_what_may_jump_is_told_by_functions_and_not_by_names(text: str, expected: bool) -> None:  # noqa: FBT001
    assert fit.formula(text, range=(0, 1)).may_jump is expected
