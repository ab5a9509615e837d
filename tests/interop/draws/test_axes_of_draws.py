"""Axes, titles and options of draws without bins, beside those of ROOT."""

from __future__ import annotations

import array
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet

ROOT = pytest.importorskip("ROOT")

ENTRIES = 3000
# What other draws of this process have said is what ROOT takes for later ones.
DEFAULTS = {"1D.x": 100, "2D.x": 40, "2D.y": 40, "2D.Prof": 100, "3D.x": 20, "3D.y": 20, "3D.z": 20}
DEFAULTS |= {"3D.Profx": 100, "3D.Profy": 100}
NUMBERS = {  # entries of values that are none: infinite ones, and NaN
    "x": ([], []),
    "inf": ([4, 23], []),
    "nan": ([], [3, 20]),
    "both": ([4, 23], [3, 20]),
    "late": ([4], [2000]),
    "behind": ([2500], []),
}


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("draws") / "axes.root"
    numbers = np.random.default_rng(5)
    file = ROOT.TFile(str(path), "RECREATE")
    tree = ROOT.TTree("t", "")
    memory = {name: array.array("f", [0]) for name in [*NUMBERS, "w"]}
    for name, one in memory.items():
        tree.Branch(name, one, f"{name}/F")
    for entry in range(ENTRIES):
        for name, (infinite, nan) in NUMBERS.items():
            memory[name][0] = math.inf if entry in infinite else math.nan if entry in nan else numbers.normal(0, 1)
        memory["w"][0] = numbers.normal(0.5, 1)
        tree.Fill()
    tree.Write()
    file.Close()
    return path


@pytest.fixture(autouse=True)
def defaults() -> Iterator[None]:
    for name, bins in DEFAULTS.items():
        ROOT.gEnv.SetValue(f"Hist.Binning.{name}", bins)
    ROOT.gROOT.cd()
    level, ROOT.gErrorIgnoreLevel = ROOT.gErrorIgnoreLevel, ROOT.kFatal  # it warns of infinite values
    yield
    ROOT.gErrorIgnoreLevel = level
    for left in list(ROOT.gROOT.GetList()):
        ROOT.SetOwnership(left, False)
        left.Delete()


def axes_of(histogram: Any) -> list[tuple[int, float, float, str]]:
    axes = [histogram.GetXaxis(), histogram.GetYaxis(), histogram.GetZaxis()][: histogram.GetDimension()]
    return [(one.GetNbins(), one.GetXmin(), one.GetXmax(), one.GetTitle()) for one in axes]


def theirs(path: Path, text: str, cut: str, option: str) -> Any:
    file = ROOT.TFile(str(path))
    ROOT.gROOT.cd()
    tree = file.Get("t")
    tree.Draw(text, cut, f"{option} goff")
    found = tree.GetHistogram()
    found.SetDirectory(ROOT.nullptr)
    file.Close()
    return found


def ours(path: Path, text: str, cut: str, option: str, folder: Path) -> Any:
    with ramet.recreate(folder / "drawn.root") as file:
        file["h"] = ramet.open(path)["t"].draw(text, cut, option)
    written = ROOT.TFile(str(folder / "drawn.root"))
    found = written.Get("h")
    found.SetDirectory(ROOT.nullptr)
    written.Close()
    return found


def assert_same(one: Any, other: Any) -> None:
    assert axes_of(one) == axes_of(other)
    assert one.GetTitle() == other.GetTitle()
    assert one.GetEntries() == other.GetEntries()
    assert (one.GetSumw2N() > 0) == (other.GetSumw2N() > 0)
    cells = range(one.GetNcells())
    for values in ("GetBinContent", "GetBinError"):
        found, expected = ([getattr(of, values)(cell) for cell in cells] for of in (one, other))
        np.testing.assert_allclose(found, expected, rtol=1e-6)


@pytest.mark.parametrize("text", [*NUMBERS, "x:both", "both:x", "x:nan"])
def test_axes_that_are_chosen_are_roots(path: Path, text: str, tmp_path: Path) -> None:
    assert_same(ours(path, text, "", "", tmp_path), theirs(path, text, "", ""))


@pytest.mark.parametrize("text", ["inf:x", "late:inf", "x:w:both", "inf:late:x"])
def test_axes_are_roots_where_it_forgets_overflows(path: Path, text: str, tmp_path: Path) -> None:
    """ROOT drops what is beyond one axis when another one grows."""
    assert axes_of(ours(path, text, "", "", tmp_path)) == axes_of(theirs(path, text, "", ""))


@pytest.mark.parametrize("text", [" x : w ", "x+ w", " x", "(x) :w", "x>>h", "abs( x ):x + w : w"])
def test_titles_keep_their_blanks(path: Path, text: str, tmp_path: Path) -> None:
    assert axes_of(ours(path, text, "", "", tmp_path)) == axes_of(theirs(path, text, "", ""))


@pytest.mark.parametrize(
    ("text", "cut", "option"),
    [
        ("x", "", "e"),
        ("x:w", "", "colz e"),
        ("x", "w>0", "norm"),
        ("x", "w", "norm hist"),
        ("x:w", "", "norm"),
        ("x:w", "", "prof"),
        ("x:w", "x", "profs"),
        ("x:w", "x>0", "profi"),
        ("x:w", "w", "profg"),
        ("x:w:nan", "w>0", "prof"),
        ("x:w", "", "prof norm"),
    ],
)
def test_options_are_roots(path: Path, text: str, cut: str, option: str, tmp_path: Path) -> None:
    assert_same(ours(path, text, cut, option, tmp_path), theirs(path, text, cut, option))
