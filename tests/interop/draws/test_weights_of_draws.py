"""Contents of drawn histograms with weights, beside those of ROOT: sums of floats."""

from __future__ import annotations

import array
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet

ROOT = pytest.importorskip("ROOT")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("draws") / "weights.root"
    numbers = np.random.default_rng(3)
    file = ROOT.TFile(str(path), "RECREATE")
    tree, x, w, values = ROOT.TTree("t", ""), array.array("f", [0]), array.array("f", [0]), ROOT.std.vector("float")()
    tree.Branch("x", x, "x/F")
    tree.Branch("w", w, "w/F")
    tree.Branch("values", values)
    for _ in range(40_000):
        x[0], w[0] = numbers.normal(50, 30), numbers.normal(1, 0.3)
        values.clear()
        for value in numbers.exponential(20, numbers.integers(0, 3)):
            values.push_back(float(value))
        tree.Fill()
    tree.Write()
    file.Close()
    return path


def contents(histogram: Any) -> list[float]:
    return [histogram.GetBinContent(cell) for cell in range(histogram.GetNcells())]


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("x>>a(20,0,100)", "w*0.37"),
        ("x>>b(20,0,100)", "0.1"),
        ("x>>c(20,0,100)", "x>50"),
        ("x:w>>d(10,0,2,10,0,100)", "w*w"),
        ("values>>e(30,0,60)", "w*(x>20)"),
        ("values:x:w>>f(3,0,2,4,0,100,5,0,50)", "1/w"),
    ],
)
def test_weighted_contents_are_roots(tree: Path, text: str, cut: str) -> None:
    file = ROOT.TFile(str(tree))
    file.Get("t").Draw(text, cut, "goff")
    expected = ROOT.gDirectory.Get(text.partition(">>")[2][0])
    found = ramet.open(tree)["t"].draw(text, cut)
    cells = np.asarray(found.values(flow=True)).T.ravel()  # the x axis runs fastest
    assert cells.tolist() == contents(expected)
    file.Close()


def test_weights_are_added_to_what_is_there(tree: Path) -> None:
    file = ROOT.TFile(str(tree))
    for text, cut in (("x>>g(20,0,100)", "w*0.3"), ("x>>+g", "w*0.7")):
        file.Get("t").Draw(text, cut, "goff")
    expected = contents(ROOT.gDirectory.Get("g"))
    table = ramet.open(tree)["t"]
    found = table.draw("x", "w*0.7", into=table.draw("x>>g(20,0,100)", "w*0.3"))
    assert found.values(flow=True).tolist() == expected
    file.Close()
