"""ramet reads what ROOT and uproot wrote of the table, and what ROOT's tools made of that."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet
import ROOT
import uproot
from columns import TREES
from conftest import Matrix, Others, hadd
from matrix import COMPRESSIONS, Cell
from readers.canonical import canonical
from readers.run import limit_of, tree_outcomes
from readers.with_ramet import contents
from writers import with_uproot

# uproot names what a Double32_t of an array is read as, and spells records with more space.
NAMED_OTHERWISE = ("double32", "fixed_double32", "list_double32", "leaves")


def differences(path: Path, tree: str, wanted: dict[str, Any]) -> dict[str, str]:
    """What ramet does not read as it should, by branch."""
    found = contents(str(path))["trees"][tree]
    outcomes = tree_outcomes(wanted, len(next(iter(wanted.values()))), found)
    return {name: f"{outcome.kind}: {outcome.detail}" for name, outcome in outcomes.items() if outcome.kind != "equal"}


@pytest.mark.parametrize("compression", COMPRESSIONS.values())
@pytest.mark.parametrize("tree", TREES)
def test_every_column_that_root_wrote(matrix: Matrix, others: Others, tree: str, compression: int) -> None:
    assert differences(others.by_root(tree, compression), tree, matrix.expected[tree]) == {}


@pytest.mark.parametrize("tree", TREES)
def test_parts_of_columns_that_root_wrote(matrix: Matrix, others: Others, tree: str) -> None:
    with ramet.open(others.by_root(tree, 505)) as file:
        for branch in file[tree].values():
            part = canonical(branch.array(entry_start=33, entry_stop=95).tolist())
            assert part == matrix.expected[tree][branch.name][33:95], branch.name


@pytest.mark.parametrize("tree", TREES)
def test_types_are_named_as_in_uproot(others: Others, tree: str) -> None:
    path = others.by_root(tree, 0)
    with ramet.open(path) as ours, uproot.open(path) as theirs:
        names = ours[tree].typenames()
        for branch in theirs[tree].branches:
            if limit_of("uproot", branch.name) is None and not branch.name.startswith(NAMED_OTHERWISE):
                assert names[branch.name] == branch.typename, branch.name


@pytest.mark.parametrize("tree", TREES)
def test_what_hadd_made_of_two_files_by_root(matrix: Matrix, others: Others, tree: str, tmp_path: Path) -> None:
    merged = tmp_path / "merged.root"
    hadd("-ff", merged, others.by_root(tree, 505), others.by_root(tree, 505))
    assert differences(merged, tree, {name: values * 2 for name, values in matrix.expected[tree].items()}) == {}


@pytest.mark.parametrize("tree", TREES)
def test_what_root_cloned_without_looking_inside(matrix: Matrix, others: Others, tree: str, tmp_path: Path) -> None:
    source = ROOT.TFile.Open(str(others.by_root(tree, 404)))
    target = ROOT.TFile.Open(str(tmp_path / "cloned.root"), "RECREATE", "", 404)
    source.Get(tree).CloneTree(-1, "fast").Write()
    target.Close()
    source.Close()
    assert differences(tmp_path / "cloned.root", tree, matrix.expected[tree]) == {}


@pytest.mark.parametrize("compression", [None, uproot.ZLIB(1), uproot.LZMA(1), uproot.LZ4(4), uproot.ZSTD(5)])
def test_every_column_that_uproot_wrote(matrix: Matrix, tmp_path: Path, compression: Any) -> None:
    path = tmp_path / "uproot.root"
    with_uproot.write(path, compression)
    expected = matrix.expected["Events"]
    names = [case.name for case in with_uproot.CASES]
    assert len(names) >= 40
    counters = [f"n{case.name}" for case in with_uproot.CASES if case.type.startswith("var")]
    assert differences(path, "Events", {name: expected[name] for name in names + counters}) == {}


def test_what_a_dataframe_of_root_made_of_our_file(matrix: Matrix, tmp_path: Path) -> None:
    ours, made = matrix.path(Cell("Events", "lz4:4", 8)), tmp_path / "snapshot.root"
    names = [
        "int64",
        "float32",
        "fixed_uint16",
        "list_float64",
        "vector_int32",
        "vector_float64",
        "vector_bool",
        "std_text",
    ]
    ROOT.RDataFrame("Events", str(ours)).Snapshot("Events", str(made), names)
    found = contents(str(made))["trees"]["Events"]["branches"]
    for name in names:
        assert found[name] == {"values": matrix.expected["Events"][name]}, name


def test_what_uproot_added_to_our_file(matrix: Matrix, tmp_path: Path) -> None:
    path = tmp_path / "updated.root"
    shutil.copy(matrix.path(Cell("Events", "zstd:5", 2)), path)
    numbers = np.arange(5.0)
    with uproot.update(path) as file:
        file.mktree("folder/added", {"x": "float64"}).extend({"x": numbers})
    with ramet.open(path) as again:
        assert again["folder/added"]["x"].array(library="np").tolist() == numbers.tolist()
    assert differences(path, "Events", matrix.expected["Events"]) == {}


def test_our_file_after_uproot_deleted_a_histogram(tmp_path: Path) -> None:
    path = tmp_path / "updated.root"
    with ramet.recreate(path, reproducible=True) as file:  # its date is another than uproot's
        file["kept"] = file["deleted"] = np.histogram([1, 2, 3])
    with uproot.update(path) as file:
        del file["deleted"]
    with ramet.open(path) as again:
        assert again.keys(cycle=False) == ["kept"]
        assert again["kept"].values().sum() == 3
