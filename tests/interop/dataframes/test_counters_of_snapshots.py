"""Counters of lists in snapshots, beside those that ROOT's RDataFrame writes."""

from __future__ import annotations

import array
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ramet.rdataframe import RDataFrame

ROOT = pytest.importorskip("ROOT")

# ROOT's snapshots refuse counters of one byte; its trees read them.
LETTERS = {
    "B": "int8",
    "b": "uint8",
    "S": "int16",
    "s": "uint16",
    "I": "int32",
    "i": "uint32",
    "L": "int64",
    "l": "uint64",
}
ENTRIES = 20


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tree with a list for every type of counter."""
    path = tmp_path_factory.mktemp("counters") / "counted.root"
    file = ROOT.TFile.Open(str(path), "RECREATE")
    tree = ROOT.TTree("T", "T")
    counters = {letter: np.zeros(1, dtype=kind) for letter, kind in LETTERS.items()}
    values = array.array("f", range(8))
    for letter, memory in counters.items():
        tree.Branch(f"n{letter}", memory, f"n{letter}/{letter}")
        tree.Branch(f"x{letter}", values, f"x{letter}[n{letter}]/F")
    for entry in range(ENTRIES):
        for place, memory in enumerate(counters.values()):
            memory[0] = (entry + place) % 6
        tree.Fill()
    tree.Write()
    file.Close()
    return path


def branches(path: Path) -> dict[str, tuple[Any, ...]]:
    """Give the title of each branch, its leaf's class, type and largest value."""
    file = ROOT.TFile.Open(str(path))
    leaves = [(branch, branch.GetListOfLeaves()[0]) for branch in file.Get("T").GetListOfBranches()]
    found = {
        branch.GetName(): (branch.GetTitle(), leaf.ClassName(), leaf.GetTypeName(), leaf.GetMaximum())
        for branch, leaf in leaves
    }
    file.Close()
    return found


def rows(path: Path, name: str) -> list[float]:
    """Give all values as TTree::Draw reads them."""
    file = ROOT.TFile.Open(str(path))
    tree = file.Get("T")
    count = tree.Draw(name, "", "goff")
    values = [tree.GetV1()[row] for row in range(count)]
    file.Close()
    return values


@pytest.mark.parametrize("letter", LETTERS)
def test_counters_keep_their_types(counted: Path, letter: str, tmp_path: Path) -> None:
    names = [f"n{letter}", f"x{letter}"]
    RDataFrame("T", str(counted)).Snapshot("T", str(tmp_path / "ours.root"), names)
    ours = branches(tmp_path / "ours.root")
    inputs = branches(counted)
    assert ours == {name: inputs[name] for name in names}
    for name in names:
        assert rows(tmp_path / "ours.root", name) == rows(counted, name)
    if letter in "Bb":
        return
    ROOT.RDataFrame("T", str(counted)).Snapshot("T", str(tmp_path / "theirs.root"), names)
    assert ours == branches(tmp_path / "theirs.root")
