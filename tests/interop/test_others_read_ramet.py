"""ROOT and uproot read what ramet wrote: every type, each compression, 1, 2 and 8 contexts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import ramet
import ROOT
import uproot
from columns import COLUMNS, ColumnCase, plain
from conftest import COMPRESSIONS, CONTEXTS, ENTRIES, WriteFile

COLUMNS_BY_NAME = {case.name: case for case in COLUMNS}
FILES = [(compression, contexts) for compression in COMPRESSIONS for contexts in CONTEXTS]

ROOT.gInterpreter.Declare("""
std::string text_of(TLeaf* leaf) { return static_cast<const char*>(leaf->GetValuePointer()); }
""")


def values_in_root(tree: Any, case: ColumnCase) -> list[Any]:
    """The column as ROOT's TTree hands it out, entry by entry."""
    declared = case.declared.type if isinstance(case.declared, ramet.Column) else case.declared
    values = []
    tree.SetBranchStatus("*", 0)
    tree.SetBranchStatus(case.name, 1)
    counter = f"n{case.name}" if not isinstance(case.declared, ramet.Column) else case.declared.counter
    if declared.startswith("var"):
        tree.SetBranchStatus(counter, 1)
    for entry in range(tree.GetEntries()):
        tree.GetEntry(entry)
        values.append(value_in_root(tree, case.name, declared))
    tree.SetBranchStatus("*", 1)
    return values


def value_in_root(tree: Any, name: str, declared: str) -> Any:
    if declared.startswith("vector"):
        return nested(getattr(tree, name))
    leaf = tree.GetLeaf(name)
    if declared == "string":
        return str(ROOT.text_of(leaf))
    wide = "int64" in declared
    get = leaf.GetTypedValue["Long64_t"] if wide and "u" not in declared else leaf.GetValue
    if declared == "uint64":
        get = leaf.GetTypedValue["ULong64_t"]
    numbers = [get(item) for item in range(leaf.GetLen())]
    if declared.startswith("var * 2"):
        return [numbers[k : k + 2] for k in range(0, len(numbers), 2)]
    if declared.startswith("2 * 3"):
        return [numbers[:3], numbers[3:]]
    if declared.startswith(("var", "3")):
        return numbers
    return numbers[0]


def nested(value: Any) -> Any:
    if hasattr(value, "size") and not isinstance(value, str | bytes) and not hasattr(value, "c_str"):
        return [nested(item) for item in value]
    return str(value) if hasattr(value, "c_str") else value


@pytest.mark.parametrize(("compression", "contexts"), FILES)
def test_root_reads_every_column(written: WriteFile, compression: str, contexts: int) -> None:
    file = ROOT.TFile.Open(str(written(compression, contexts)))
    tree = file.Get("Events")
    assert tree.GetEntries() == ENTRIES
    for case in COLUMNS:
        assert values_in_root(tree, case) == case.values(ENTRIES), case.name
    file.Close()


@pytest.mark.parametrize(("compression", "contexts"), FILES)
def test_uproot_reads_every_column(written: WriteFile, compression: str, contexts: int) -> None:
    with uproot.open(written(compression, contexts)) as file:
        tree = file["Events"]
        assert tree.num_entries == ENTRIES
        for case in COLUMNS:
            if case.name == "half":
                continue  # uproot refuses Float16_t without a range
            assert plain(tree[case.name].array()) == case.values(ENTRIES), case.name


def test_root_takes_the_file_as_its_own(written: WriteFile) -> None:
    path = str(written("zstd:5", 8))
    file = ROOT.TFile.Open(path)
    tree = file.Get("Events")
    assert not file.TestBit(ROOT.TFile.kRecovered)
    clusters = tree.GetClusterIterator(0)
    starts = []
    while (start := clusters.Next()) < ENTRIES:
        starts.append(start)
    assert starts == [30 * context + first for context in range(8) for first in (0, 25)]
    assert tree.GetZipBytes() == sum(branch.GetZipBytes() for branch in tree.GetListOfBranches())
    infos = {info.GetName() for info in file.GetStreamerInfoList()}
    assert {"TTree", "TBranch", "TBranchElement", "TLeafF", "TLeafElement"} <= infos
    file.Close()
    frame = ROOT.RDataFrame("Events", path)
    expected = sum(next(case for case in COLUMNS if case.name == "f").values(ENTRIES))
    assert frame.Sum("f").GetValue() == pytest.approx(expected, rel=1e-5)


def test_root_updates_the_file(written: WriteFile, tmp_path: Any) -> None:
    path = tmp_path / "updated.root"
    path.write_bytes(written("zstd:5", 2).read_bytes())
    file = ROOT.TFile.Open(str(path), "UPDATE")
    ROOT.TNamed("note", "added by ROOT").Write()
    file.Close()
    with ramet.open(path) as again:
        assert sorted(again.keys(cycle=False)) == ["Events", "note"]
        assert np.array_equal(again["Events"]["i32"].array(library="np"), COLUMNS_BY_NAME["i32"].values(ENTRIES))
