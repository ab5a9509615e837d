"""User info of trees that ROOT wrote: no luminosity, histogram or vector in it is lost without a word."""

from __future__ import annotations

import array
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import ramet
import ROOT
from merging.samples import by_ramet, opened, write_all

LOSES_DATA = 3


def tree_with(info: Callable[[], Any], entries: int = 3) -> Any:
    """Fills a tree that has an object in its user info."""

    def fill(_: Any) -> None:
        tree = ROOT.TTree("t", "")
        x = array.array("i", [7])
        tree.Branch("x", x, "x/I")
        for _ in range(entries):
            tree.Fill()
        one = info()
        ROOT.SetOwnership(one, False)  # the tree's list owns it
        tree.GetUserInfo().Add(one)
        tree.Write()

    return fill


def luminosity(value: float) -> Any:
    return ROOT.TParameter["double"]("lumi", value)


def histogram(fills: int) -> Any:
    made = ROOT.TH1D("h", "", 2, 0, 2)
    made.SetDirectory(ROOT.nullptr)
    for _ in range(fills):
        made.Fill(1.5)
    return made


def graph(points: int) -> Any:
    made = ROOT.TGraph()
    made.SetName("g")
    for point in range(points):
        made.SetPoint(point, point, 1)
    return made


def vector(value: float) -> Any:
    made = ROOT.TVectorD(2)
    made[0] = value
    return made


def listed(value: float) -> Any:
    made = ROOT.TList()
    made.SetName("l")
    one = luminosity(value)
    ROOT.SetOwnership(one, False)
    made.Add(one)
    return made


def info_of(path: Path) -> Any:
    """The first object of the user info, and how many there are."""
    with opened(path) as file:
        info = file.Get("t").GetUserInfo()
        first = info.At(0)
        value = {
            "TParameter<double>": lambda: first.GetVal(),
            "TH1D": lambda: first.GetEntries(),
            "TGraph": lambda: first.GetN(),
            "TVectorT<double>": lambda: first[0],
            "TList": lambda: first.At(0).GetVal(),
        }[first.ClassName()]()
        return value, info.GetSize()


@pytest.mark.parametrize(
    ("make", "joined"),
    [(luminosity, (3, 1)), (histogram, (3, 1)), (graph, (3, 1)), (vector, (1, 2)), (listed, (3, 1))],
)
def test_contents_that_differ_are_refused_or_joined(tmp_path: Path, make: Any, joined: Any) -> None:
    inputs = write_all(tmp_path, [tree_with(lambda: make(1)), tree_with(lambda: make(2))])
    code, _, complaint = by_ramet(tmp_path, inputs)
    assert code == LOSES_DATA
    assert "user info, aliases or friends" in complaint
    code, merged, complaint = by_ramet(tmp_path, inputs, "--metadata", "join")
    assert (code, complaint) == (0, "")
    assert info_of(merged) == joined


@pytest.mark.parametrize("options", [(), ("--where", "x > 0")])
def test_what_is_the_same_in_two_files_is_joined_too(tmp_path: Path, options: Any) -> None:
    for make in (luminosity, histogram, listed):
        inputs = write_all(tmp_path, [tree_with(lambda make=make: make(2))] * 2)
        code, merged, complaint = by_ramet(tmp_path, inputs, "--metadata", "join", *options)
        assert (code, complaint) == (0, "")
        assert info_of(merged) == (4, 1)


def test_contents_that_are_the_same_stay_wherever_they_are_in_the_record(tmp_path: Path) -> None:
    for make in (histogram, vector, listed):
        inputs = write_all(tmp_path, [tree_with(lambda make=make: make(1), entries) for entries in (3, 90000)])
        code, merged, complaint = by_ramet(tmp_path, inputs)
        assert (code, complaint) == (0, "")
        assert info_of(merged) == (1, 1)


@pytest.mark.parametrize("options", [(), ("--where", "x > 0")])
def test_a_tree_without_entries_tells_of_its_luminosity(tmp_path: Path, options: Any) -> None:
    inputs = write_all(
        tmp_path, [tree_with(lambda value=value: luminosity(value), 3 * (value % 2)) for value in (1, 2, 3, 4)]
    )
    code, merged, complaint = by_ramet(tmp_path, inputs, "--metadata", "join", *options)
    assert (code, complaint) == (0, "")
    assert info_of(merged) == (10, 1)


def test_a_tree_without_entries_and_with_other_user_info_is_refused(tmp_path: Path) -> None:
    inputs = write_all(tmp_path, [tree_with(lambda: luminosity(1)), tree_with(lambda: luminosity(2), 0)])
    code, _, complaint = by_ramet(tmp_path, inputs)
    assert code == LOSES_DATA
    assert "user info, aliases or friends" in complaint
    code, merged, _ = by_ramet(tmp_path, inputs, "--metadata", "first")
    assert (code, info_of(merged)) == (0, (1, 1))


def test_live_merges_sum_luminosities_that_are_the_same_or_of_trees_without_entries(tmp_path: Path) -> None:
    fills = [tree_with(lambda: luminosity(2), entries) for entries in (0, 3, 0, 3)]
    output = tmp_path / "all.root"
    with ramet.LiveMerge(output, metadata="join") as live:
        for number, path in enumerate(write_all(tmp_path, fills)):
            live.add(path)
            live.checkpoint()
            assert info_of(output) == (2 * (number + 1), 1)
