"""Trees and chains with ROOT's names that are drawn. The numbers are those of ROOT 6.40 for the same statements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import ramet
import ramet.rdataframe as ROOT
from ramet.rdataframe.drawing.known import forget_known


@pytest.fixture
def tree(path: str) -> Iterator[Any]:
    forget_known()
    yield ROOT.TFile.Open(path).Get("Events")
    forget_known()


def test_histograms_are_found_by_their_names(tree: Any) -> None:
    assert tree.Draw("x>>h(10,0,50)", "i > 2", "goff") == 56
    h = ROOT.gDirectory.Get("h")
    assert (h.GetEntries(), h.GetNbinsX(), h.GetTitle()) == (56, 10, "x {i > 2}")
    assert ROOT.h is h
    assert ROOT.gROOT.FindObject("h") is h
    assert not ROOT.gDirectory.Get("nothing")
    with pytest.raises(AttributeError, match="has no 'nothing'"):
        _ = ROOT.nothing


def test_a_histogram_that_is_there_is_filled(tree: Any) -> None:
    mine = ROOT.TH1F("mine", "title;x", 5, 0, 50)
    tree.Draw("x>>mine", "2*(i == 1)", "goff")
    assert (mine.GetEntries(), mine.Integral(), mine.GetTitle()) == (15, 30, "title")
    tree.Draw("x>>+mine", "", "goff")
    assert (mine.GetEntries(), mine.Integral()) == (115, 130)
    assert tree.Project("mine", "x", "i == 1") == 15
    assert (mine.GetEntries(), mine.Integral()) == (15, 15)


def test_values_are_kept(tree: Any) -> None:
    assert tree.Draw("pt:x", "pt > 100", "goff") == tree.GetSelectedRows() == 49
    assert (tree.GetV1()[0], tree.GetV2()[1], tree.GetW()[0]) == (101, 34, 1)
    assert tree.GetVal(1)[0] == 33.5
    assert tree.GetHistogram().GetDimension() == 2
    assert tree.Draw("x:i:x:i:x", "", "goff para") == 100
    assert tree.GetHistogram() is None
    with pytest.raises(ramet.MisuseError, match="had 5 expressions"):
        tree.GetVal(5)


def test_bins_that_were_said_are_those_of_later_drawings(tree: Any) -> None:
    tree.Draw("x>>h(30,0,50)", "", "goff")
    tree.Draw("x", "", "goff")
    assert tree.GetHistogram().GetNbinsX() == 30
    tree.Draw("x:i>>plane(7,0,7,5,0,50)", "", "goff")
    tree.Draw("x:i>>other(3,0,7)", "", "goff")
    assert (tree.GetHistogram().GetNbinsX(), tree.GetHistogram().GetNbinsY()) == (4, 5)


def test_no_bins_are_one_between_two_ends(tree: Any) -> None:
    assert tree.Draw("x>>one(0,0,100)", "", "goff") == 100
    assert (tree.GetHistogram().GetNbinsX(), tree.GetHistogram().GetBinContent(1)) == (1, 100)


def test_aliases_weights_lists_of_entries_and_ranges(tree: Any) -> None:
    assert (tree.GetEntries(), tree.GetEntries("pt > 100"), tree.GetEntries("i == 1")) == (100, 25, 15)
    assert (tree.GetMaximum("x"), tree.GetMinimum("i")) == (49.5, 0)
    tree.SetAlias("twice", "2*x")
    assert tree.Draw("twice", "twice > 50", "goff") == 49
    assert tree.Draw("x", "", "goff", 10, 95) == 5
    tree.SetWeight(0.5)
    tree.Draw("x>>w(1,0,50)", "", "goff")
    assert ROOT.w.Integral() == 50
    assert tree.Draw(">>few", "i == 1", "entrylist") == 15
    few = ROOT.gDirectory.Get("few")
    assert (few.GetN(), few.GetEntry(1), few.GetEntry(99)) == (15, 8, -1)
    tree.SetEntryList(few)
    assert tree.Draw("x", "", "goff") == 15
    tree.SetEntryList(ROOT.nullptr)
    assert tree.Draw("x", "", "goff") == 100


def test_entries_are_read_one_by_one(tree: Any, path: str) -> None:
    assert tree.GetEntry(5) == 1
    assert (tree.x, tree.i, list(tree.pt)) == (2.5, 5, [])
    assert tree.GetEntry(100) == 0
    assert [one.GetName() for one in tree.GetListOfBranches()] == ["x", "i", "npt", "pt"]
    assert not tree.GetBranch("nothing")
    chain = ROOT.TChain("Events")
    chain.Add(path)
    chain.Add(path)
    assert chain.Draw("x>>c(5,0,50)", "i == 1", "goff") == 30
    chain.GetEntry(101)
    assert chain.x == 0.5
    with pytest.raises(AttributeError, match="GetEntry makes columns attributes"):
        _ = ROOT.TChain("Events").x


def test_rows_are_printed(tree: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert tree.Scan("x:i", "i == 6") == 14
    assert "x" in capsys.readouterr().out.splitlines()[0]


def test_what_is_not_in_a_file_is_false(path: str) -> None:
    file = ROOT.TFile(path)
    found = file.Get("nothing")
    assert not found
    assert repr(found) == "<nothing: there is no 'nothing'>"
    with pytest.raises(ReferenceError, match="null-pointer: there is no 'nothing'"):
        found.GetName()
    with pytest.raises(KeyError):
        file["nothing"]
