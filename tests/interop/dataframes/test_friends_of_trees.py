"""Dataframes of trees with friends that ROOT stored, or with friends that have a stored index, join as ROOT does."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
import ramet.rdataframe
import ROOT

FACES = (ROOT, ramet.rdataframe)


def write_tree(path: Path, name: str, entries: Iterable[int], *, index: bool = False, friend: str = "") -> None:
    """A tree of run, event, and x, which is ten times the event."""
    file = ROOT.TFile(str(path), "RECREATE")
    tree = ROOT.TTree(name, "")
    run, event, x = array("i", [0]), array("i", [0]), array("d", [0.0])
    tree.Branch("run", run, "run/I")
    tree.Branch("event", event, "event/I")
    tree.Branch(name, x, f"{name}/D")
    for entry in entries:
        run[0], event[0], x[0] = entry % 3, entry, 10.0 * entry
        tree.Fill()
    if index:
        tree.BuildIndex("run", "event")
    if friend:
        tree.AddFriend(friend, "friend.root")
    tree.Write()
    file.Close()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Events, with and without a stored friend, and the friend, whose entries stand in reverse."""
    monkeypatch.chdir(tmp_path)
    write_tree(tmp_path / "friend.root", "More", range(59, -1, -1), index=True)
    write_tree(tmp_path / "plain.root", "Events", range(60))
    write_tree(tmp_path / "joined.root", "Events", range(60), friend="More")
    return tmp_path


def difference(frame: Any, column: str = "More.More") -> float:
    """The sum of the squares of what differs between both trees: 0 when entries of one event are joined."""
    return float(frame.Define("d", f"({column} - Events) * ({column} - Events)").Sum("d").GetValue())


def with_friend(face: Any, how: str) -> tuple[Any, Any]:
    """A dataframe of events with the friend, and what ROOT needs while it runs."""
    file, other = face.TFile("plain.root"), face.TFile("friend.root")
    tree = face.TChain("Events") if how.startswith("chain") else file.Get("Events")
    if how.startswith("chain"):
        tree.Add("plain.root")
    friend = other.Get("More")
    if how.endswith("of a chain"):
        friend = face.TChain("More")
        friend.Add("friend.root")
    if how.endswith("by name"):
        tree.AddFriend("More", "friend.root")
    else:
        tree.AddFriend(friend)
    return face.RDataFrame(tree), (file, other, tree, friend)


@pytest.mark.parametrize("how", ["tree", "chain", "tree by name", "chain by name", "chain of a chain"])
def test_a_stored_index_of_a_friend_joins_as_in_root(folder: Path, how: str) -> None:
    theirs, ours = (with_friend(face, how) for face in FACES)
    assert difference(ours[0]) == difference(theirs[0])
    assert (difference(ours[0]) == 0) == (how != "chain of a chain")


def test_friends_that_a_tree_was_stored_with_are_there(folder: Path) -> None:
    for face in FACES:
        frame = face.RDataFrame("Events", "joined.root")
        assert [str(one) for one in frame.GetColumnNames()] == [
            *("Events", "More.More", "More.event", "More.run", "event", "run")
        ]
        assert difference(frame) == difference(frame, "More") == 0
        file = face.TFile("joined.root")
        tree = file.Get("Events")
        assert difference(face.RDataFrame(tree)) == 0
    (folder / "friend.root").unlink()
    assert ramet.rdataframe.RDataFrame("Events", "joined.root").Count().GetValue() == 60
