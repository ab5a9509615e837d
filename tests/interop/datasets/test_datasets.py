"""Chains and friends that ROOT wrote are read as ROOT reads them."""

from __future__ import annotations

from array import array
from pathlib import Path

import awkward as ak
import numpy as np
import pytest
import ramet
import ROOT

ENTRIES = (250, 0, 70)


@pytest.fixture
def chain(tmp_path: Path) -> Path:
    """Files of one tree with other baskets and codecs in each: run, event, x, and n values in v."""
    first = 0
    for number, entries in enumerate(ENTRIES):
        file = ROOT.TFile(str(tmp_path / f"part{number}.root"), "RECREATE", "", (505, 101, 404)[number])
        tree = ROOT.TTree("Events", "")
        run, event, n = array("i", [0]), array("q", [0]), array("i", [0])
        x, v = array("d", [0.0]), array("f", [0.0] * 8)
        tree.Branch("run", run, "run/I")
        tree.Branch("event", event, "event/L")
        tree.Branch("x", x, "x/D")
        tree.Branch("n", n, "n/I")
        tree.Branch("v", v, "v[n]/F", 500 + 300 * number)
        tree.SetAutoFlush(40 + 13 * number)
        for entry in range(first, first + entries):
            run[0], event[0], x[0], n[0] = entry // 100, entry % 100, entry / 4, entry % 5
            for value in range(n[0]):
                v[value] = entry + value
            tree.Fill()
        tree.Write()
        file.Close()
        first += entries
    return tmp_path


def write_friend(path: Path, *, numbers: range, has_index: bool) -> None:
    file = ROOT.TFile(str(path), "RECREATE")
    tree = ROOT.TTree("Weights", "")
    run, event, w = array("i", [0]), array("q", [0]), array("d", [0.0])
    tree.Branch("run", run, "run/I")
    tree.Branch("event", event, "event/L")
    tree.Branch("w", w, "w/D")
    for number in numbers:
        run[0], event[0], w[0] = number // 100, number % 100, 3.0 * number
        tree.Fill()
    if has_index:
        tree.BuildIndex("run", "event")
    tree.Write()
    file.Close()


def test_a_chain_has_the_values_that_tchain_sees(chain: Path) -> None:
    expected = ROOT.TChain("Events")
    expected.Add(f"{chain}/part*.root")
    events = ramet.open_many(f"{chain}/part*.root:Events")
    assert events.num_entries == expected.GetEntries() == sum(ENTRIES)
    table = events.arrays()
    assert ak.to_list(table.x) == [entry.x for entry in expected]
    assert ak.to_list(table.v) == [list(entry.v)[: entry.n] for entry in expected]
    some = events.arrays(["event", "v"], entry_start=240, entry_stop=260)
    assert ak.to_list(some.event) == ak.to_list(table.event[240:260])
    assert ak.to_list(some.v) == ak.to_list(table.v[240:260])
    sum_of_frame = ROOT.RDataFrame("Events", f"{chain}/part*.root").Sum("x").GetValue()
    assert ak.sum(table.x) == pytest.approx(sum_of_frame)


def test_a_friend_in_another_order_is_joined_by_its_numbers_as_by_its_index(chain: Path) -> None:
    write_friend(chain / "friend.root", numbers=range(319, -1, -1), has_index=True)
    events = ramet.open_many(f"{chain}/part*.root:Events")
    joined = events.add_friend(f"{chain}/friend.root:Weights", "f", on=("run", "event"))
    expected = ROOT.TChain("Events")
    expected.Add(f"{chain}/part*.root")
    expected.AddFriend("f = Weights", str(chain / "friend.root"))
    weights = [entry.w for entry in expected]
    assert joined["f.w"].array(library="np").tolist() == weights == [3.0 * number for number in range(320)]


@pytest.mark.parametrize("has_index", [True, False])
def test_friends_that_a_tree_was_stored_with_are_found(
    chain: Path, monkeypatch: pytest.MonkeyPatch, *, has_index: bool
) -> None:
    monkeypatch.chdir(chain)  # ROOT looks for friends where it runs
    numbers = range(249, 0, -1) if has_index else range(250)
    write_friend(chain / "friend.root", numbers=numbers, has_index=has_index)
    file = ROOT.TFile(str(chain / "part0.root"), "UPDATE")
    tree = file.Get("Events")
    tree.AddFriend("f = Weights", "friend.root")
    tree.Write("", ROOT.TObject.kOverwrite)
    file.Close()
    joined = ramet.open(f"{chain}/part0.root:Events").with_friends()
    weights = ak.to_list(joined["f.w"].array())
    assert weights[1:] == [3.0 * number for number in range(1, 250)]
    assert weights[0] == (None if has_index else 0.0)


def test_an_entry_list_of_root_selects_entries(chain: Path) -> None:
    file = ROOT.TFile(str(chain / "part0.root"))
    tree = file.Get("Events")
    tree.Draw(">>chosen", "x > 20 && n == 3", "entrylist")
    chosen = ROOT.gDirectory.Get("chosen")
    entries = np.array([chosen.GetEntry(index) for index in range(chosen.GetN())])
    file.Close()
    events = ramet.open_many(f"{chain}/part*.root:Events")
    taken = events.take(entries, ["x", "n"], library="np")
    assert taken["x"].tolist() == [entry / 4 for entry in entries]
    assert set(taken["n"].tolist()) == {3}
