"""Verbs of dataframes with ROOT's names, and what they are made of."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet
import ramet.rdataframe as ROOT
from ramet.rdataframe import RDataFrame


def test_a_script_of_pyroot_runs(events_file: str) -> None:
    ROOT.gROOT.SetBatch(True)
    ROOT.EnableImplicitMT()
    df = ROOT.RDataFrame("Events", events_file)
    good = df.Filter("trigger", "triggered").Define("lead", "Muon_pt.size() > 0 ? Max(Muon_pt) : -1.f")
    h = good.Histo1D(("h", "lead;p_{T} [GeV];events", 6, 0.0, 60.0), "lead")
    total = good.Count()
    ROOT.RDF.RunGraphs([h, total])
    assert total.GetValue() == 3
    assert [h.GetBinContent(number) for number in range(8)] == [0, 1, 0, 0, 1, 0, 1, 0]
    assert df.GetNRuns() == 1
    ROOT.DisableImplicitMT()
    assert not ROOT.IsImplicitMTEnabled()


def test_sources(events_file: str, tmp_path: Path) -> None:
    assert RDataFrame(7).Count().GetValue() == 7
    assert RDataFrame("Events", [events_file, events_file]).Count().GetValue() == 8
    assert RDataFrame("Events", str(tmp_path / "ev*.root")).Count().GetValue() == 4
    assert RDataFrame("Events", events_file.replace("events", "{events,events}")).Count().GetValue() == 4
    assert RDataFrame(ramet.open(events_file)["Events"]).Sum("MET_pt").GetValue() == 100
    assert RDataFrame(ramet.frame(entries=3)).Count().GetValue() == 3
    assert ROOT.RDF.FromNumpy({"x": np.arange(3.0)}).Sum("x").GetValue() == 3
    with pytest.raises(ramet.KeyInFileError):
        RDataFrame("Nothing", events_file)
    with pytest.raises(FileNotFoundError):
        RDataFrame("Events", str(tmp_path / "nothing.root"))
    with pytest.raises(ramet.RametError):
        RDataFrame("Events", [events_file, str(tmp_path / "nothing.root")])
    with pytest.raises(TypeError):
        RDataFrame("Events")
    with pytest.raises(TypeError):
        RDataFrame(2.5)


def test_a_table_of_csv(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "table.txt"
    path.write_text("a;b\n1;x\n2;y\n")
    table = ROOT.RDF.FromCSV(path, delimiter=";")
    assert table.Sum("a").GetValue() == 3
    assert list(table.Take("b").GetValue()) == ["x", "y"]
    assert ROOT.RDF.FromCSV(path, False, ";").GetColumnNames() == ["Col0", "Col1"]


def test_cells_of_csv_are_those_of_root(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "table.csv"

    def taken(text: str) -> list[object]:
        path.write_text("a,b\n" + text)
        values: list[object] = ROOT.RDF.FromCSV(str(path)).Take("b").GetValue().tolist()
        return values

    def is_nan(values: list[object]) -> list[bool]:
        return [value != value for value in values]

    for spelling in ("nan", "NaN", "-nan", ""):
        assert is_nan(taken(f"1,2.5\n2,{spelling}\n3,4.5\n")) == [False, True, False]
        assert is_nan(taken(f"1,{spelling}\n2,2.5\n")) == [True, False]
    assert taken("1,2.5\n2,inf\n3,-inf\n") == [2.5, float("inf"), -float("inf")]
    assert taken("1,x\n2,NULL\n3,nan\n4,\n") == ["x", "NULL", "nan", "nan"]
    assert ROOT.RDF.FromCSV(str(path)).GetColumnType("b") == "std::string"
    assert taken("1,2020-01-01\n2,2020-01-02\n") == ["2020-01-01", "2020-01-02"]
    path.write_text("a,b\n1,2\n2,\n3,4\n")
    whole = ROOT.RDF.FromCSV(str(path))
    assert whole.FilterAvailable("b").Take("b").GetValue().tolist() == [2, 4]
    with pytest.raises(ramet.KeyInFileError, match="no value of column 'b'"):
        whole.Sum("b").GetValue()
    path.write_text("a,b\n1,2.5\n2,nan\n3,\n")
    frame = ramet.frame(path)
    assert is_nan(frame.filter_available("b").take("b").value.tolist()) == [False, True]


def test_a_specification(events_file: str) -> None:
    sample = {"trees": ["Events"], "files": [events_file], "metadata": {"xsec": 2.5}}
    df = ROOT.RDF.Experimental.FromSpec({"samples": {"first": sample, "second": {**sample, "metadata": {"xsec": 1.0}}}})
    weighted = df.DefinePerSample("xs", 'rdfsampleinfo_.GetD("xsec")')
    assert weighted.Sum("xs").GetValue() == 4 * 2.5 + 4


def test_files_of_a_specification_are_where_the_script_runs(
    events_file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "specs").mkdir()
    spec = tmp_path / "specs" / "spec.json"
    spec.write_text('{"samples": {"a": {"trees": ["Events"], "files": ["events.root"]}}}')
    monkeypatch.chdir(tmp_path)  # where ROOT looks
    assert ROOT.RDF.Experimental.FromSpec("specs/spec.json").Count().GetValue() == 4
    monkeypatch.chdir("/")
    Path(events_file).rename(tmp_path / "specs" / "events.root")  # beside the specification
    assert ROOT.RDF.Experimental.FromSpec(str(spec)).Count().GetValue() == 4


def test_samples_tell_functions(events_file: str) -> None:
    sample = {"trees": ["Events"], "files": [events_file], "metadata": {"xsec": 2.5, "era": "B"}}
    df = ROOT.RDF.Experimental.FromSpec({"samples": {"first": sample, "second": {**sample, "metadata": {"xsec": 1.0}}}})

    def weight(slot: int, info: Any) -> float:
        assert slot == 0
        assert info.Contains("events.root")
        assert info.AsString().endswith("events.root/Events")
        assert info.NEntries() == 4
        assert info.EntryRange()[1] - info.EntryRange()[0] == 4
        assert info.GetS("era", "none") == ("B" if info.GetSampleName() == "first" else "none")
        with pytest.raises(ramet.KeyInFileError, match="no metadata 'n'"):
            info.GetI("n")
        with pytest.raises(ramet.MisuseError, match="are no int"):
            info.GetI("xsec")
        return info.GetD("xsec")

    assert df.DefinePerSample("xs", weight).Sum("xs").GetValue() == 4 * 2.5 + 4


def test_functions_give_variations(events: RDataFrame) -> None:
    results = ROOT.RDF.Experimental.VariationsFor
    varied = events.Vary("MET_pt", lambda met: [met - 1, met + 1], ["MET_pt"], ["down", "up"], "scale")
    sums = results(varied.Sum("MET_pt"))
    assert [sums[key] for key in ("nominal", "scale:down", "scale:up")] == [100, 96, 104]
    jets = events.Vary(
        "Muon_pt", lambda pt: [0 * pt, 2 * pt], inputColumns=["Muon_pt"], variationTags=["none", "twice"]
    )
    assert results(jets.Sum("Muon_pt"))["Muon_pt:twice"] == 2 * 123.5
    both = events.Define("twice", "2 * MET_pt").Vary(
        ["MET_pt", "twice"], lambda met: [[met, 2 * met], [2 * met, 4 * met]], ["MET_pt"], 2, "factor"
    )
    assert results(both.Define("ratio", "twice / MET_pt").Mean("ratio"))["factor:1"] == 2
    assert results(both.Sum("MET_pt"))["factor:1"] == 200
    named = events.Alias("met", "MET_pt")
    assert results(named.Vary("MET_pt", lambda met: [met, 0 * met], ["met"], 2).Sum("met"))["MET_pt:1"] == 0
    with pytest.raises(ramet.MisuseError, match="another name of column 'MET_pt', and cannot be varied"):
        named.Vary("met", lambda met: [met, 0 * met], 2)


def test_default_columns(events_file: str) -> None:
    df = RDataFrame("Events", events_file, ["MET_pt", "nJet"])
    assert df.Sum().GetValue() == 100
    assert df.Histo1D().GetName() == "MET_pt"
    assert df.Histo2D(("h", "", 4, 0, 50, 4, 0, 4)).GetEntries() == 4
    with pytest.raises(ramet.MisuseError):
        df.Histo3D(("h", "", 1, 0, 1, 1, 0, 1, 1, 0, 1))
    with pytest.raises(ramet.MisuseError):
        RDataFrame("Events", events_file).Sum()


def test_functions_are_called_for_each_entry(events: RDataFrame) -> None:
    def leading(pt: np.ndarray) -> float:
        return max(pt) if len(pt) else -1.0

    df = events.Define("lead", leading, ["Muon_pt"]).Define("twice", lambda event: 2 * event)
    df = df.Define("large", lambda pt: pt[pt > 10], ["Muon_pt"]).Filter(
        lambda lead, n: bool(lead > 6 and n < 3), ["lead", "nJet"], "cut"
    )
    assert df.Take("lead").GetValue().tolist() == [50, 35.5]
    assert df.Take("twice").GetValue().dtype == np.uint64
    assert [one.tolist() for one in df.Take("large").GetValue()] == [[50, 20], [35.5]]
    assert df.GetFilterNames() == ["cut"]
    with pytest.raises(TypeError, match="annotate"):
        events.Define("x", lambda pt: pt[9], ["Muon_pt"])


def test_columns_are_passed_as_a_vector(events: RDataFrame) -> None:
    largest = ROOT.RDF.PassAsVec[2, "double"](lambda values: values.max() + values[0])
    assert events.Define("y", largest, ["MET_pt", "nJet"]).Sum("y").GetValue() == 200
    assert events.Filter(ROOT.RDF.PassAsVec["2", "float"](lambda v: v[1] > 1), ["MET_pt", "nJet"]).Count() == 2
    with pytest.raises(TypeError, match="1 columns"):
        events.Define("y", largest, ["MET_pt"])
    with pytest.raises(ramet.MisuseError, match="type cat"):
        _ = ROOT.RDF.PassAsVec[2, "cat"]


def test_names_of_arguments_are_those_of_root(events: RDataFrame) -> None:
    assert events.Sum(columnName="MET_pt", initValue=1.0).GetValue() == 101
    assert [getattr(events, verb)(columnName="MET_pt").GetValue() for verb in ("Mean", "Min", "Max")] == [25, 10, 40]
    assert events.Stats(value="MET_pt", weight="nJet").GetN() == 4
    with pytest.raises(ramet.UnsupportedError, match="use Histo1D"):
        events.Hist(10, (0, 50), "MET_pt")


def test_filters_with_columns(events: RDataFrame) -> None:
    assert events.Filter("MET_pt > 15", ["MET_pt"]).Count().GetValue() == 3
    with pytest.raises(ramet.KeyInFileError):
        events.Filter("MET_pt > 15", ["nothing"])


def test_ranges_aliases_and_redefinitions(events: RDataFrame) -> None:
    assert events.Range(1, 4, 2).Take("event").GetValue().tolist() == [1, 3]
    df = events.Alias("met", "MET_pt").Redefine("MET_pt", "MET_pt * 2")
    assert df.Sum("MET_pt").GetValue() == 200
    assert df.Sum("met").GetValue() == 200
    with pytest.raises(ramet.MisuseError, match="another name of column 'MET_pt', and cannot be redefined"):
        df.Redefine("met", "1")
    for wrong in (lambda: df.Redefine("nothing", "1"), lambda: df.Define("MET_pt", "1"), lambda: df.Range(2, 1)):
        with pytest.raises(ramet.MisuseError):
            wrong()


def test_columns_that_are_always_there_are_not_defined(events: RDataFrame) -> None:
    for name in ("rdfentry_", "rdfslot_", "tdfentry_"):
        with pytest.raises(ramet.MisuseError, match="always there"):
            events.Define(name, "1")


def test_missing_columns(events_file: str, tmp_path: Path) -> None:
    other = tmp_path / "other.root"
    with ramet.recreate(other) as file:
        file["Events"] = {"nJet": np.array([5], "int32")}
    df = RDataFrame("Events", [events_file, str(other)])
    assert df.DefaultValueFor["float"]("MET_pt", -1).Sum("MET_pt").GetValue() == 99
    assert df.DefaultValueFor["float"]("nowhere", 2).Sum("nowhere").GetValue() == 10
    assert df.DefaultValueFor("flag", False).Filter("flag").Count().GetValue() == 0
    assert df.FilterAvailable("MET_pt").Count().GetValue() == 4
    assert df.FilterMissing("MET_pt").Take("nJet").GetValue().tolist() == [5]


def test_defaults_of_columns_of_no_file_keep_their_values(events: RDataFrame) -> None:
    kept: list[tuple[Any, str, str]] = [
        (5_000_000_000, "int64", "long"),
        (-(2**63), "int64", "long"),
        (2**64 - 1, "uint64", "unsigned long"),
        (-7, "int32", "int"),
        (True, "bool", "bool"),
        (math.nan, "float64", "double"),
        (-math.inf, "float64", "double"),
        (np.int32(3), "int32", "int"),
        (np.uint8(255), "uint8", "unsigned char"),
        (np.float32(0.1), "float32", "float"),
        (np.bool_(False), "bool", "bool"),
    ]
    for value, kind, name in kept:
        df = events.DefaultValueFor("new", value)
        np.testing.assert_array_equal(df.Take("new").GetValue(), np.full(4, value, kind))
        assert (df.frame.type("new"), df.GetColumnType("new")) == (kind, name)
    assert events.DefaultValueFor["float"]("new", 0.5).Sum("new").GetValue() == 2
    wrong = [("int", 1.5), ("unsigned char", 300), ("unsigned int", -1), ("int", math.nan), ("bool", 2)]
    for name, value in [*wrong, ("float", 1e300), ("std::string", 1), ("int", 2**70)]:
        with pytest.raises(ramet.MisuseError, match="is no value of type"):
            events.DefaultValueFor[name]("new", value)
    with pytest.raises(ramet.MisuseError, match="is no value of type int"):
        events.DefaultValueFor("new", 2**64)


def test_columns_that_the_first_file_lacks(tmp_path: Path) -> None:
    without, has = str(tmp_path / "a.root"), str(tmp_path / "b.root")
    for path, columns in ((without, {"y": [1, 2]}), (has, {"y": [3, 4], "x": [30, 40], "w": [5, 6]})):
        with ramet.recreate(path) as file:
            file["T"] = {name: np.array(values, "int32") for name, values in columns.items()}
    found = {(without, has): [-1, -1, 30, 40], (has, without): [30, 40, -1, -1], (without,): [-1, -1], (has,): [30, 40]}
    for files, values in found.items():
        df = RDataFrame("T", list(files))
        assert df.DefaultValueFor("x", -1).Take("x").GetValue().tolist() == values
        assert df.DefaultValueFor("x", -1).DefaultValueFor("w", 0).Sum("w").GetValue() == 11 * (has in files)
        if has in files:
            assert df.FilterAvailable("x").Take("y").GetValue().tolist() == [3, 4]
            assert df.FilterMissing("x").Count().GetValue() == 2 * (len(files) - 1)
    df = RDataFrame("T", [without, has])
    assert df.Define("z", "y").DefaultValueFor("nowhere", 2).Sum("nowhere").GetValue() == 8
    for verb in (lambda one: one.DefaultValueFor("x", -1), lambda one: one.FilterAvailable("x")):
        with pytest.raises(ramet.MisuseError, match="the first file has no column 'x'.*must be the first verb"):
            verb(df.Filter("y > 1"))
    assert not df.HasColumn("x")


def test_columns_that_the_first_sample_lacks(tmp_path: Path) -> None:
    without, has = str(tmp_path / "a.root"), str(tmp_path / "b.root")
    for path, columns in ((without, {"y": [1, 2]}), (has, {"y": [3, 4], "x": [30, 40]})):
        with ramet.recreate(path) as file:
            file["T"] = {name: np.array(values, "int32") for name, values in columns.items()}
    samples = {
        name: {"trees": ["T"], "files": [path], "metadata": {"scale": scale}}
        for name, path, scale in (("a", without, 1), ("b", has, 2))
    }
    df = ROOT.RDF.Experimental.FromSpec({"samples": samples, "range": [1, 4]}).DefaultValueFor("x", -1)
    assert df.Take("x").GetValue().tolist() == [-1, 30, 40]
    scaled = df.DefinePerSample("s", lambda slot, sample: sample.GetI("scale")).Define("z", "s * x")
    assert scaled.Take("z").GetValue().tolist() == [-1, 60, 80]


def test_what_only_cpp_can_do_is_refused(events: RDataFrame) -> None:
    for refused in (
        lambda: events.DefineSlot("x", "rdfslot_"),
        lambda: events.Book(None),
        lambda: events.Book(print),
        lambda: ROOT.gInterpreter.ProcessLine("cout << 1;"),
    ):
        with pytest.raises(ramet.UnsupportedError):
            refused()


def test_names_and_types(events: RDataFrame) -> None:
    df = events.Define("x", "MET_pt * 2.").Define("mask", "Muon_pt > 10").Alias("met", "MET_pt")
    assert str(df.GetDefinedColumnNames()) == '{ "x", "mask" }'
    assert df.GetColumnNames() == sorted(
        ["MET_pt", "nJet", "event", "trigger", "dataset", "Muon_pt", "matrix", "x", "mask", "met", "nMuon_pt"]
    )
    assert [df.GetColumnType(name) for name in ("MET_pt", "met", "x", "mask", "dataset", "Muon_pt", "matrix")] == [
        "Float_t",
        "Float_t",
        "double",
        "ROOT::VecOps::RVec<int>",
        "string",
        "ROOT::VecOps::RVec<Float_t>",
        "ROOT::VecOps::RVec<Double_t>",
    ]
    assert df.GetColumnType("rdfentry_") == "ULong64_t"
    assert df.HasColumn("met")
    assert not df.HasColumn("nothing")
    assert "Columns from defines" in df.Describe().AsString()
    with pytest.raises(ramet.KeyInFileError):
        df.GetColumnType("nothing")


def test_types_of_definitions_are_spelled_as_by_root(events: RDataFrame) -> None:
    texts = {
        "Muon_pt.size()": "unsigned long",
        "event + Muon_pt.size()": "ULong64_t",
        "Combinations(Muon_pt, 2)": "ROOT::VecOps::RVec<ROOT::VecOps::RVec<unsigned long> >",
        "std::vector<float>{1}": "vector<float>",
        "std::vector<ROOT::RVecF> v; v.push_back(Muon_pt); return v;": "vector<ROOT::VecOps::RVec<float> >",
        "std::vector<float>{1, 2}[0]": "float",
    }
    for text, kind in texts.items():
        df = events.Define("y", text)
        assert df.GetColumnType("y") == kind
        assert df.Redefine("y", "1.f").GetColumnType("y") == "float"
    assert events.Define("y", len, ["Muon_pt"]).GetColumnType("y") == "long"
    arrays = ROOT.RDF.FromNumpy({"x": np.arange(2.0), "n": np.arange(2)})
    assert [arrays.GetColumnType(name) for name in "xn"] == ["double", "Long64_t"]


def test_sizes_of_lists_of_ntuples(events: RDataFrame, tmp_path: Path) -> None:
    options = ROOT.RDF.RSnapshotOptions(fOutputFormat=ROOT.RDF.ESnapshotOutputFormat.kRNTuple)
    path = str(tmp_path / "ntuple.root")
    read = events.Snapshot("Events", path, ["Muon_pt"], options)
    counts = read.Define("n", '#Muon_pt * 2 + (std::string("#Muon_pt").size() == 8)').Filter("#Muon_pt != 0")
    assert counts.Take("n").GetValue().tolist() == [5, 3, 7]
    with pytest.raises(ramet.MisuseError):  # as in ROOT
        events.Define("n", "#Muon_pt")
