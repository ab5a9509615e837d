"""The code for reading in uproot's guide, on files of the same structure written by ramet."""

from __future__ import annotations

import io
from pathlib import Path

import awkward as ak
import boost_histogram
import hist
import numpy as np
import pytest
import ramet
import ramet as uproot

ENTRIES = 2304
DOUBLES = ["E1", "px1", "py1", "pz1", "E2", "px2", "py2", "pz2", "M"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """zmumu.root: numbers and strings; nested.root: directories; jets.root: lists; ntuple.root: an ntuple."""
    folder = tmp_path_factory.mktemp("guide")
    random = np.random.default_rng(1)
    numbers = {name: random.normal(50, 20, ENTRIES) for name in DOUBLES}
    events = {"Type": ["GT", "TT"] * (ENTRIES // 2), "Run": np.full(ENTRIES, 148031, "int32"), **numbers}
    with ramet.recreate(folder / "zmumu.root") as file:
        file.mktree("events", events)
        file["hpx"] = np.histogram(numbers["px1"], bins=100, range=(-50, 150))
    for number in range(2):
        (folder / f"dir{number}").mkdir()
        (folder / f"dir{number}" / "part.root").write_bytes((folder / "zmumu.root").read_bytes())
    with ramet.recreate(folder / "nested.root") as file:
        for name in ("one/two/tree", "one/tree", "three/tree"):
            file.mktree(name, {"evt": "Event"}, classes={"Event": {"I32": "int", "F64": "double"}}).extend(
                {"evt": {"I32": np.arange(3), "F64": np.arange(3.0)}}
            )
    with ramet.recreate(folder / "jets.root") as file:
        schema = {"Jet_Px": "var * float32", "Jet_Py": ramet.Column("var * float32", counter="nJet_Px"), "n": "int32"}
        jets = [[], [-38.5], [1.5, 2.5]]
        file.mktree("events", schema).extend({"Jet_Px": jets, "Jet_Py": jets, "n": [0, 1, 2]})
    with ramet.recreate(folder / "ntuple.root") as file:
        columns = {"Age": np.arange(10, dtype="int32"), "Cost": np.arange(10, dtype="int32"), "Nation": ["CH"] * 10}
        file.mkrntuple("Staff", {"Age": "int32", "Cost": "int32", "Nation": "string"}).extend(columns)
    return folder


@pytest.fixture
def events(folder: Path) -> ramet.Tree:
    tree = uproot.open(f"{folder}/zmumu.root:events")
    assert isinstance(tree, ramet.Tree)
    return tree


def test_finding_objects_in_a_file(folder: Path) -> None:
    file = uproot.open(folder / "nested.root")
    assert set(file.keys()) == {"one;1", "one/two;1", "one/two/tree;1", "one/tree;1", "three;1", "three/tree;1"}
    assert file["one"]["two"]["tree"] is file["one/two/tree"]
    assert file.classnames(cycle=False)["one/two/tree"] == "TTree"
    assert [name for name, _ in file.items(filter_classname="TTree", cycle=False)] == file.keys(
        filter_classname="TTree", cycle=False
    )
    assert all(isinstance(tree, ramet.Tree) for tree in file.values(filter_classname="TTree"))
    assert len(file.values(recursive=False)) == 2
    assert file["three/tree/evt./evt.I32"].array().to_list() == [0, 1, 2]


def test_branches_below_a_branch(folder: Path) -> None:
    tree = uproot.open(folder / "nested.root")["three/tree"]
    assert tree["evt."].keys() == ["evt.I32", "evt.F64"]
    assert tree["evt."]["evt.I32"] is tree["evt./evt.I32"] is tree["evt.I32"]
    assert [branch.name for branch in tree["evt."].branches] == ["evt.I32", "evt.F64"]
    assert tree["evt.I32"].keys() == tree["evt.I32"].branches == []
    with pytest.raises(uproot.KeyInFileError, match="no branch 'I64' in branch 'evt.' of tree 'tree'"):
        tree["evt."]["I64"]
    with pytest.raises(TypeError, match="is not a sequence"):
        list(tree["evt."])


def test_colons_in_names_of_files(folder: Path) -> None:
    real = folder / "real:colon.root"
    real.write_bytes((folder / "zmumu.root").read_bytes())
    assert uproot.open(real)["hpx"].shape == (100,)
    assert uproot.open({f"{real}": "hpx"}).shape == (100,)
    with uproot.open(f"{folder}/zmumu.root:events") as tree:
        assert tree.num_entries == ENTRIES
    with uproot.open(folder / "zmumu.root")["events"] as tree:
        assert tree.num_entries == ENTRIES


def test_extracting_histograms(folder: Path) -> None:
    file = uproot.open(folder / "zmumu.root")
    assert file.classnames() == {"events;1": "TTree", "hpx;1": "TH1D"}
    assert file["hpx"].values().shape == file["hpx"].errors().shape == (100,)
    assert len(file["hpx"].to_numpy()[1]) == 101
    assert isinstance(file["hpx"].to_boost(), boost_histogram.Histogram)
    assert isinstance(file["hpx"].to_hist(), hist.Hist)
    assert file["hpx"].member("fName") == "hpx"
    assert file["hpx"].all_members["fNcells"] == 102
    assert file["hpx"].axis("x").edges()[0] == file["hpx"].axis("x").low == -50
    assert file["hpx"].axis("x").member("fNbins") == file["hpx"].axis("x").all_members["fNbins"] == 100
    assert len(file["hpx"].to_numpy(dd=True)[1]) == 1
    assert file.title_of("hpx") == file["hpx"].title
    with pytest.raises(uproot.KeyInFileError, match="no member 'fNothing'"):
        file["hpx"].member("fNothing")
    with pytest.raises(uproot.UnsupportedError, match="was not read from a file"):
        uproot.Histogram(2, (0, 1)).member("fName")
    members = file.object_of("hpx")
    assert members.member("fName") == "hpx"
    assert members.all_members["fNcells"] == 102


def test_inspecting_branches(events: ramet.Tree) -> None:
    assert events.keys() == ["Type", "Run", *DOUBLES]
    assert [branch.name for branch in events.values()] == events.keys()
    assert events.items(filter_name="Run") == [("Run", events["Run"])]
    assert events.typenames()["M"] == "double"
    shown = io.StringIO()
    events.show(stream=shown, filter_name="p*1")
    assert "px1" in shown.getvalue()
    assert "Run" not in shown.getvalue()


def test_reading_a_branch_and_several(events: ramet.Tree) -> None:
    assert str(events["M"].array().type) == "2304 * float64"
    assert events["M"].array(library="np").dtype == np.float64
    assert events["M"].array(entry_stop=3).to_list() == events["M"].array(None, 0, 3).to_list()
    momentum = events.arrays(["px1", "py1", "pz1"])
    assert momentum["px1"].to_list() == momentum.px1.to_list() == events["px1"].array().to_list()
    assert set(events.arrays(["px1", "py1", "pz1"], library="np")) == {"px1", "py1", "pz1"}


def test_filtering_branches(events: ramet.Tree, folder: Path) -> None:
    assert events.keys(filter_name="px*") == events.arrays(filter_name="px*").fields == ["px1", "px2"]
    six = ["px1", "py1", "pz1", "px2", "py2", "pz2"]
    assert events.keys(filter_name="/p[xyz][0-9]/i") == events.arrays(filter_name="/P[xyz][0-9]/i").fields == six
    assert "Run" in events.keys(filter_branch=lambda branch: branch.compression_ratio > 10)
    assert "Run" in events.arrays(filter_branch=lambda branch: branch.compression_ratio > 10).fields
    assert events.keys(filter_typename="double") == DOUBLES
    jets = uproot.open(folder / "jets.root")["events"]
    arrays = jets.arrays(filter_name="/(Jet|Muon)_P[xyz]/")
    assert arrays[1:].to_list() == [
        {"Jet_Px": [-38.5], "Jet_Py": [-38.5]},
        {"Jet_Px": [1.5, 2.5], "Jet_Py": [1.5, 2.5]},
    ]
    assert jets.arrays(filter_name="/(Jet|Muon)_P[xyz]/", library="np")["Jet_Px"].dtype == object


def test_computing_with_arrays_and_expressions(events: ramet.Tree) -> None:
    arrays = events.arrays(["px1", "py1", "M"])
    pt1 = np.sqrt(arrays.px1**2 + arrays.py1**2)
    assert 0 < len(arrays.M[pt1 > 50]) < ENTRIES
    assert events.arrays(["M"], "px1 > 50").M.to_list() == arrays.M[arrays.px1 > 50].to_list()
    assert events.arrays("sqrt(px1**2 + py1**2)")["sqrt(px1**2 + py1**2)"].to_list() == pt1.to_list()
    found = events.arrays("pt1", "pt1 > 50", aliases={"pt1": "sqrt(px1**2 + py1**2)"})
    assert found.pt1.to_list() == pt1[pt1 > 50].to_list()
    assert events.arrays("mass", aliases={"mass": "M"}).mass.to_list() == arrays.M.to_list()


def test_iterating(events: ramet.Tree, folder: Path) -> None:
    assert [len(batch) for batch in events.iterate(step_size=500)] == [500, 500, 500, 500, 304]
    wanted = events.num_entries_for("50 kB")
    assert len(next(events.iterate(step_size="50 kB"))) == wanted
    assert events.num_entries_for("50 kB", filter_name="/p[xyz][12]/") > wanted
    assert events.num_entries_for("50 kB", filter_typename="double") > wanted
    reports = [report for batch, report in events.iterate(step_size=1000, report=True) if len(batch)]
    assert [(one.tree_entry_start, one.tree_entry_stop) for one in reports] == [(0, 1000), (1000, 2000), (2000, 2304)]
    files = [f"{folder}/dir0/*.root:events", f"{folder}/dir1/*.root:events"]
    apart = [{f"{folder}/dir0/*.root": "events"}, {f"{folder}/dir1/*.root": "events"}]
    for several in (files, apart):
        assert [len(batch) for batch in uproot.iterate(several, step_size=2000)] == [2000, 304, 2000, 304]
        *_, (last, report) = uproot.iterate(several, step_size=2000, report=True, entry_stop=2 * ENTRIES - 4)
        assert (len(last), report.file_path, report.object_path) == (300, f"{folder}/dir1/part.root", "events")
        assert (report.tree_entry_start, report.tree_entry_stop) == (2000, 2300)
        assert (report.global_entry_start, report.global_entry_stop) == (4304, 4604)
        whole = uproot.concatenate(several, filter_name="p*1")
        assert whole.fields == ["px1", "py1", "pz1"]
        assert len(whole) == 2 * ENTRIES


def test_ntuples(folder: Path) -> None:
    rntuple = uproot.open(f"{folder}/ntuple.root:Staff")
    assert uproot.open(folder / "ntuple.root").classnames() == {"Staff;1": "ROOT::RNTuple"}
    assert rntuple.keys() == ["Age", "Cost", "Nation"]
    assert rntuple.typenames()["Nation"] == "std::string"
    assert rntuple["Age"].array().to_list() == list(range(10))
    assert rntuple.arrays(["Age", "Nation"]).fields == ["Age", "Nation"]
    assert rntuple.arrays(filter_field=lambda field: field.typename == "std::string").fields == ["Nation"]
    assert ak.num(rntuple.arrays(), axis=0) == 10
