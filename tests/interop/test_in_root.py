"""Files that ramet wrote behave in ROOT as ROOT's own."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet
import ROOT
import uproot
from columns import TREES
from conftest import Matrix, Others, hadd, root_tool
from matrix import CLUSTER, COMPRESSIONS, ENTRIES, Cell, histogram_file
from readers.run import read, tree_outcomes
from test_ramet_reads_others import differences

CELL = Cell("Events", "zstd:5", 8)
CLUSTERS = [30 * context + first for context in range(8) for first in (0, CLUSTER)]


def open_in_root(path: Path, mode: str = "READ") -> Any:
    file = ROOT.TFile.Open(str(path), mode)
    assert not file.IsZombie()
    assert not file.TestBit(ROOT.TFile.kRecovered)
    return file


def sum_of(matrix: Matrix, branch: str) -> float:
    return float(sum(map(int, matrix.expected["Events"][branch])))


def test_the_file_is_described_as_one_of_roots(matrix: Matrix) -> None:
    file = open_in_root(matrix.path(CELL))
    tree = file.Get("Events")
    clusters = tree.GetClusterIterator(0)
    starts = []
    while (start := clusters.Next()) < ENTRIES:
        starts.append(start)
    assert starts == CLUSTERS
    assert tree.GetZipBytes() == sum(branch.GetZipBytes() for branch in tree.GetListOfBranches())
    assert tree.GetTotBytes() == sum(branch.GetTotBytes() for branch in tree.GetListOfBranches())
    infos = {info.GetName() for info in file.GetStreamerInfoList()}
    assert {"TTree", "TBranch", "TBranchElement", "TLeafF", "TLeafElement"} <= infos
    file.Close()


@pytest.mark.parametrize("tree", TREES)
def test_print_and_scan_show_every_branch(matrix: Matrix, tree: str, capfd: pytest.CaptureFixture[str]) -> None:
    file = open_in_root(matrix.path(Cell(tree, "lz4:4", 2)))
    file.Get(tree).Print()
    printed = capfd.readouterr()
    assert f"*Entries : {ENTRIES:>8} : Total = " in printed.out
    for branch in matrix.expected[tree]:
        assert f":{branch} " in printed.out
    if tree == "Events":
        assert file.Get(tree).Scan("int16:list_uint8:text", "", "", 3) == 4
        rows = [line.split("*")[3:5] for line in capfd.readouterr().out.splitlines()[3:7]]
        assert [[cell.strip() for cell in row] for row in rows] == [
            ["-32768", ""],
            ["32767", "255"],
            ["2", "2"],
            ["2", "192"],
        ]
    assert printed.err == ""
    file.Close()


def test_draw_counts_every_entry(matrix: Matrix) -> None:
    file = open_in_root(matrix.path(CELL))
    tree = file.Get("Events")
    assert tree.Draw("int16>>drawn(10, -40000, 40000)", "", "goff") == ENTRIES
    drawn = ROOT.gDirectory.Get("drawn")
    assert drawn.GetMean() * ENTRIES == pytest.approx(sum_of(matrix, "int16"))
    counted = tree.Draw("list_int32", "Entry$ % 2 == 0", "goff")
    assert counted == sum(len(value) for value in matrix.expected["Events"]["list_int32"][::2])
    file.Close()


@pytest.mark.parametrize("threads", [0, 4])
def test_a_dataframe_reads_it_with_threads_and_without(matrix: Matrix, threads: int) -> None:
    if threads:
        ROOT.EnableImplicitMT(threads)
    try:
        frame = ROOT.RDataFrame("Events", str(matrix.path(CELL)))
        sums = {branch: frame.Sum(branch) for branch in ("int16", "list_int16", "vector_uint16")}
        count = frame.Filter("int16 == fixed_int16[0]").Count()
        expected = matrix.expected["Events"]
        assert sums["int16"].GetValue() == sum_of(matrix, "int16")
        for branch in ("list_int16", "vector_uint16"):
            assert sums[branch].GetValue() == sum(int(item) for value in expected[branch] for item in value)
        assert count.GetValue() == ENTRIES
    finally:
        if threads:
            ROOT.DisableImplicitMT()


@pytest.mark.parametrize("compression", COMPRESSIONS)
def test_hadd_takes_ours_and_theirs(matrix: Matrix, others: Others, compression: str, tmp_path: Path) -> None:
    """The inputs have other sizes of baskets and clusters; -ff keeps the baskets as they are."""
    merged = {tree: tmp_path / f"{tree}.root" for tree in TREES}
    tripled = {tree: {name: 3 * values for name, values in matrix.expected[tree].items()} for tree in TREES}
    for tree, path in merged.items():
        ours = [matrix.path(Cell(tree, compression, contexts)) for contexts in (1, 8)]
        hadd("-ff", path, *ours, others.by_root(tree, COMPRESSIONS[compression]))
        assert differences(path, tree, tripled[tree]) == {}
    for tree, found in zip(TREES, read("root", merged.values(), tmp_path), strict=True):
        outcomes = tree_outcomes(tripled[tree], 3 * ENTRIES, found["trees"][tree])
        assert {outcome.kind for outcome in outcomes.values()} == {"equal"}


def test_hadd_adds_histograms(matrix: Matrix, tmp_path: Path) -> None:
    files = [matrix.folder / histogram_file("zstd:5")] * 2
    hadd("-ff", tmp_path / "merged.root", *files)
    with ramet.open(files[0]) as one, ramet.open(tmp_path / "merged.root") as merged:
        for name in matrix.expected["histograms"]:
            assert merged[name].values(flow=True).tolist() == (2 * one[name].values(flow=True)).tolist()
            assert merged[name].num_entries == 2 * one[name].num_entries


@pytest.mark.parametrize("tree", TREES)
def test_a_fast_clone_has_our_baskets(matrix: Matrix, tree: str, tmp_path: Path) -> None:
    source = open_in_root(matrix.path(Cell(tree, "zstd:5", 8)))
    target = ROOT.TFile.Open(str(tmp_path / "cloned.root"), "RECREATE", "", 505)
    cloned = source.Get(tree).CloneTree(-1, "fast")
    assert cloned.GetEntries() == ENTRIES
    cloned.Write()
    target.Close()
    source.Close()
    assert differences(tmp_path / "cloned.root", tree, matrix.expected[tree]) == {}


MAP_LINE = re.compile(
    r"At:(?P<at>\d+) +N=(?P<bytes>\d+) +(?P<what>\w+)|Address = (?P<gap>\d+)\s+Nbytes = -(?P<free>\d+)"
)


def map_of(path: Path, capfd: pytest.CaptureFixture[str]) -> list[tuple[int, int, str]]:
    """Records as ROOT lists them: begin, bytes and class, which is "gap" where the file says that it is free."""
    file = open_in_root(path)
    file.Map()
    file.Close()
    found = [MAP_LINE.search(line) for line in capfd.readouterr().out.splitlines()]
    return [
        (int(line["at"]), int(line["bytes"]), line["what"])
        if line["at"]
        else (int(line["gap"]), int(line["free"]), "gap")
        for line in found
        if line
    ]


@pytest.mark.parametrize("compression", COMPRESSIONS)
def test_records_and_what_is_free_cover_the_file(
    matrix: Matrix, compression: str, capfd: pytest.CaptureFixture[str]
) -> None:
    # What the columns are is saved before the first cluster, and is free again when the file is closed.
    for name, freed in ((Cell("Events", compression, 8).file_name, 2), (histogram_file(compression), 0)):
        path = matrix.folder / name
        *records, end = map_of(path, capfd)
        assert len(records) > 5
        assert [begin for begin, _, _ in [*records[1:], end]] == [begin + size for begin, size, _ in records]
        assert (end[0], end[2]) == (path.stat().st_size, "END")
        classes = [what for _, _, what in records]
        assert classes.count("gap") == freed
        if freed:
            assert classes.index("TBasket") > max(at for at, what in enumerate(classes) if what == "gap")


def test_rootls_lists_every_branch(matrix: Matrix) -> None:
    for tree, expected in {tree: matrix.expected[tree] for tree in TREES}.items():
        listed = root_tool("rootls", "-t", matrix.path(Cell(tree, "zlib:1", 2)))
        assert listed.startswith("TTree")
        names = [line.split()[0] for line in listed.splitlines() if line.startswith("  ")]
        assert set(expected) <= set(names)


def test_root_adds_a_tree_and_an_object_to_the_file(matrix: Matrix, tmp_path: Path) -> None:
    path = tmp_path / "updated.root"
    shutil.copy(matrix.path(CELL), path)
    file = open_in_root(path, "UPDATE")
    ROOT.TNamed("note", "added by ROOT").Write()
    numbers = np.arange(3, dtype="f8")
    added = ROOT.TTree("added", "by ROOT")
    number = np.zeros(1)
    added.Branch("number", number, "number/D")
    for each in numbers:
        number[0] = each
        added.Fill()
    added.Write()
    file.Close()
    for reader in (ramet, uproot):
        with reader.open(path) as again:
            assert sorted(again.keys(cycle=False)) == ["Events", "added", "note"]
            assert again["added"]["number"].array(library="np").tolist() == numbers.tolist()
    assert differences(path, "Events", matrix.expected["Events"]) == {}


@pytest.mark.parametrize("ours_first", [True, False])
def test_a_chain_of_ours_and_theirs(matrix: Matrix, others: Others, ours_first: bool) -> None:  # noqa: FBT001
    files = [matrix.path(CELL), others.by_root("Events", 101)]
    chain = ROOT.TChain("Events")
    for path in files if ours_first else reversed(files):
        chain.Add(str(path))
    assert chain.GetEntries() == 2 * ENTRIES
    assert chain.Draw("int16", "", "goff") == 2 * ENTRIES
    frame = ROOT.RDataFrame(chain)
    assert frame.Sum("int16").GetValue() == 2 * sum_of(matrix, "int16")
    items = [int(item) for value in matrix.expected["Events"]["vector_int16"] for item in value]
    assert frame.Sum("vector_int16").GetValue() == 2 * sum(items)
