"""pyhf finds the yields that ramet does, from a workspace that ramet makes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from ramet import fit

pyhf = pytest.importorskip("pyhf")
hist = pytest.importorskip("hist")
pytest.importorskip("iminuit")

EDGES = np.array([0.0, 1, 2, 4, 8])
SIGNAL, BACKGROUND, DATA = [30.0, 80, 20, 3], [50.0, 40, 30, 20], [110.0, 170, 80, 40]


def templates(*, errors: bool) -> fit.Model:
    def filled(contents: list[float]) -> Any:
        histogram = hist.Hist(hist.axis.Variable(EDGES))
        histogram.fill(np.repeat((EDGES[1:] + EDGES[:-1]) / 2, np.array(contents, int)))
        return histogram

    parts = [fit.template(filled(contents), errors=errors) for contents in (SIGNAL, BACKGROUND)]
    return fit.mixture(parts, yields=["s", "b"])


@pytest.mark.filterwarnings("ignore:jsonschema:DeprecationWarning")
@pytest.mark.parametrize("errors", [False, True])
def test_pyhf_finds_the_same_yields(errors: bool) -> None:  # noqa: FBT001
    result = fit.fit(fit.binned(DATA, templates(errors=errors), edges=EDGES), s=100, b=100)
    workspace = pyhf.Workspace(fit.to_pyhf(result, parameter_of_interest="b"))
    model = workspace.model()
    pyhf.set_backend("numpy", "minuit")
    found = pyhf.infer.mle.fit(workspace.data(model), model, return_uncertainties=True)
    for name, total in (("s", sum(SIGNAL)), ("b", sum(BACKGROUND))):
        value, error = found[model.config.par_slice(name)][0] * total
        assert value == pytest.approx(result[name].value, abs=0.01 * result[name].error)
        assert error == pytest.approx(result[name].error, rel=0.03)
    assert model.config.poi_name == "b"
