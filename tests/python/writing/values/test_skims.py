"""Columns that were read are written back, cut or not: counters belong to their lists."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import awkward as ak
import numpy as np
import pytest
import ramet
import uproot

FLOATS = "var * float32"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A small NanoAOD file: collections of several branches with a counter each, and lists alone."""
    path = tmp_path / "source.root"
    schema: dict[str, Any] = {"run": "uint32"}
    for name in ("pt", "eta", "good_id"):
        schema[f"Muon_{name}"] = ramet.Column(FLOATS, counter="nMuon")
    schema |= {"LHEPdfWeight": FLOATS, "Jet": "var * {pt: float32, n: uint8}", "HLT_n": "int64"}
    random = np.random.default_rng(1)
    counts = random.integers(0, 4, (3, 500))
    lists = [ak.unflatten(random.normal(size=count.sum()).astype("float32"), count) for count in counts]
    with ramet.recreate(path) as file:
        file.mktree("Events", schema).extend(
            {
                "run": np.arange(500, dtype="uint32"),
                **{f"Muon_{name}": lists[0] * factor for factor, name in enumerate(("pt", "eta", "good_id"))},
                "LHEPdfWeight": lists[1],
                "Jet": ak.zip({"pt": lists[2], "n": ak.values_astype(lists[2] > 0, np.uint8)}),
                "HLT_n": np.arange(500),
            }
        )
    return path


def test_a_skim_has_the_columns_of_its_source(source: Path, tmp_path: Path) -> None:
    with ramet.open(source) as file:
        events = file["Events"].arrays()
        names = file["Events"].keys()
    assert "nMuon" in events.fields
    skim = events[ak.num(events.Muon_pt) >= 1]
    path = tmp_path / "skim.root"
    with ramet.recreate(path) as file:
        file.mktree("Events", skim)
        file["Events"].extend(events[:7])
        file.mktree("none", events[:0])
    with ramet.open(path) as file:
        assert sorted(file["Events"].keys()) == sorted(names)
        read = file["Events"].arrays()
        for name in events.fields:
            assert read[name].tolist() == ak.concatenate([skim[name], events[name][:7]]).tolist(), name
        assert sorted(file["none"].keys()) == sorted(names)
    with uproot.open(path) as peer:
        assert ak.all(peer["Events"].arrays()["nMuon"] == ak.num(read.Muon_pt))
        assert peer["Events"]["Muon_eta"].count_branch.name == "nMuon"


def test_a_tree_is_appended_to_a_copy_of_itself(source: Path, tmp_path: Path) -> None:
    path = tmp_path / "copy.root"
    path.write_bytes(source.read_bytes())
    events = ramet.open(source)["Events"].arrays()
    with ramet.update(path) as file:
        file["Events"].extend(events)
        with pytest.raises(ramet.MisuseError, match=r"'nMuon' is the counter of 'Muon_pt', and says 7 in entry 3"):
            file["Events"].extend(ak.with_field(events, np.where(np.arange(500) == 3, 7, events.nMuon), "nMuon"))
    with ramet.ParallelWriter(path, "Events", mode="update") as writer, writer.context() as context:
        context.extend(events)
    read = ramet.open(path)["Events"].arrays()
    assert len(read) == 1500
    assert all(read[name].tolist() == 3 * events[name].tolist() for name in events.fields)


def test_counters_come_without_their_columns_too(tmp_path: Path) -> None:
    lists = ak.Array([[1.5], [], [2.5, 3.5]])
    with ramet.recreate(tmp_path / "new.root") as file:
        many = ramet.Column(FLOATS, counter="many")
        tree = file.mktree("t", {"nx": "uint8", "x": FLOATS, "y": many, "many": "int64"})
        assert tree.keys() == ["x", "y"]
        tree.extend({"nx": [1, 0, 2], "x": lists, "y": lists, "many": [1, 0, 2]})
        tree.extend({"x": lists, "y": lists})
        with pytest.raises(ramet.MisuseError, match="'many' is the counter of 'y', and has 2 entries, not 3"):
            tree.extend({"x": lists, "y": lists, "many": [1, 0]})
        with pytest.raises(ramet.MisuseError, match="'nx' is the counter of 'x', and has no integers"):
            tree.extend({"x": lists, "y": lists, "nx": [1.0, 0.0, 2.0]})
        with pytest.raises(ramet.MisuseError, match="has 'nz', which"):
            tree.extend({"x": lists, "y": lists, "nz": [1, 0, 2]})
    with ramet.open(tmp_path / "new.root") as file:
        assert file["t"].keys() == ["nx", "x", "many", "y"]
        assert file["t"]["many"].array().tolist() == [1, 0, 2, 1, 0, 2]


@pytest.mark.parametrize(
    ("counter", "lists"),
    [
        ("nx", ["x"]),
        ("nMuon", ["Muon_pt", "Muon_p_eta"]),
        ("NMuon", ["Muon_Px", "Muon_Py"]),
        ("n_jet", ["jet_e"]),
        ("mu_n", ["mu_pt", "mu_eta"]),
        ("Jet_size", ["Jet.PT", "Jet.Eta"]),
    ],
)
def test_a_column_that_is_called_as_counters_are_is_one_when_it_has_the_lengths(
    tmp_path: Path, counter: str, lists: list[str]
) -> None:
    values = ak.Array([[1, 2], [], [3]])
    batch = {counter: [2, 0, 1], **dict.fromkeys(lists, values), "other": [2, 0, 1], "unlike": ak.Array([[1], [2], []])}
    with ramet.recreate(tmp_path / "new.root") as file:
        file.mktree("t", batch)
        if not counter.startswith("nx"):
            file.mktree("wrong", batch | {counter: [2, 1, 1]})
    with ramet.open(tmp_path / "new.root") as file:
        assert sorted(file["t"].keys()) == sorted([counter, *lists, "other", "nunlike", "unlike"])
        assert file["t"][counter].array().tolist() == [2, 0, 1]
        if not counter.startswith("nx"):  # a column as others, beside the counters
            assert file["wrong"][counter].array().tolist() == [2, 1, 1]
            assert len(file["wrong"].keys()) == 2 * len(lists) + 4


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ([2, 1], "'nx' is the counter of 'x', and says 1 in entry 1, where there are 0 values: leave it out"),
        ([2, 0, 1], "'nx' is the counter of 'x', and has 3 entries, not 2"),
        (np.ma.array([2, 0], mask=[False, True]), "'nx'"),
        (ak.Array([2, None]), "'nx'"),
        ([2.0, 0.0], "'nx'"),
    ],
)
def test_a_counter_of_other_lengths_is_refused(tmp_path: Path, counts: Any, message: str) -> None:
    with ramet.recreate(tmp_path / "new.root") as file:
        with pytest.raises(ramet.MisuseError, match=message):
            file.mktree("dir/t", {"x": ak.Array([[1, 2], []]), "nx": counts})
        assert file.keys() == []


def test_a_failed_assignment_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "new.root"
    with ramet.recreate(path) as file:
        for wrong in (
            {"x": [1, 2], "y": [1]},
            {"x": ak.Array([1, None]), "y": ak.Array(["a", 1])},
            {"x": [1, object()]},
            {"a/b": [1]},
            {"x": [1], "": [2]},
            {"x": (np.array([0, 5]), np.array([1]))},
            {"x": (np.array([0, 2, 1, 3]), np.array([1, 2, 3]))},
        ):
            with pytest.raises((TypeError, ValueError)):
                file["dir/t"] = wrong
            assert file.keys() == []
        with pytest.raises((TypeError, ValueError)):
            file["dir/object"] = ramet.NewObject("Point", {"x": object()})
        with pytest.raises((TypeError, ValueError)):
            file["dir/histogram"] = (np.zeros(3), np.zeros(3))
        file.checkpoint()
        assert file.keys() == []
        file["dir/t"] = {"x": [1, 2]}
        with pytest.raises(ramet.MisuseError):
            file["dir/t"] = {"x": [1, 2], "y": [1]}
        file["dir/t"].extend({"x": [3]})
    assert ramet.open(path)["dir/t"].arrays().tolist() == [{"x": 1}, {"x": 2}, {"x": 3}]
    assert ramet.check(path).is_sound


def test_a_name_that_is_assigned_again_is_a_cycle_more(tmp_path: Path) -> None:
    path = tmp_path / "new.root"
    with ramet.recreate(path) as file:
        first = file.mktree("dir/t", {"x": "int64"})
        first.extend({"x": [1, 2]})
        file["dir/t"] = {"y": [0.5]}
        file["dir/t"].extend({"y": [1.5]})
        with pytest.raises(ramet.MisuseError, match="closed"):
            first.extend({"x": [3]})
        with pytest.raises(ramet.MisuseError, match="'t' already"):
            file.mktree("dir/t", {"x": "int64"})
        file["u"] = np.histogram([1.0])
        file["u"] = {"x": [1]}
        file["u"] = np.histogram([1.0])
        with pytest.raises(ramet.MisuseError, match="'dir' already"):
            file["dir"] = {"x": [1]}
    with ramet.update(path) as file:
        file["dir/t"].extend({"y": [2.5]})
        file["dir/t"] = {"z": [1, 2, 3]}
    with ramet.open(path) as file:
        assert file["dir"].keys() == ["t;3", "t;2", "t;1"]
        assert [file[f"dir/t;{cycle}"].arrays().tolist() for cycle in (1, 2)] == [
            [{"x": 1}, {"x": 2}],
            [{"y": 0.5}, {"y": 1.5}, {"y": 2.5}],
        ]
        assert file["dir/t"].arrays().tolist() == [{"z": 1}, {"z": 2}, {"z": 3}]
        kinds = ["TDirectory", "TH1D", "ROOT::RNTuple", "TH1D"]
        assert list(file.classnames(recursive=False).items()) == list(
            zip(["dir;1", "u;3", "u;2", "u;1"], kinds, strict=True)
        )
    with uproot.open(path) as peer:
        assert peer["dir/t;2"].arrays(library="np")["y"].tolist() == [0.5, 1.5, 2.5]
    assert ramet.check(path).is_sound
