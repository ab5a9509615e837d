"""Results of dataframes with ROOT's names."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import ramet
import ramet.rdataframe as ROOT
from ramet.errors import MisuseError
from ramet.rdataframe import RDataFrame


def test_numbers(events: RDataFrame) -> None:
    results = [events.Sum("MET_pt"), events.Mean("MET_pt"), events.Min("MET_pt"), events.Max("Muon_pt"), events.Count()]
    assert not any(one.IsReady() for one in results)
    assert [one.GetValue() for one in results] == [100, 25, 10, 50, 4]
    assert all(one.IsReady() for one in results)
    assert events.GetNRuns() == 1
    assert events.StdDev("MET_pt").GetValue() == pytest.approx(math.sqrt(500 / 3), rel=1e-14)
    assert events.Sum("nJet", 10.0).GetValue() == 16


def test_statistics(events: RDataFrame) -> None:
    plain = events.Stats("MET_pt")
    assert (plain.GetN(), plain.GetMean(), plain.GetMin(), plain.GetMax(), plain.GetW()) == (4, 25, 10, 40, 4)
    weighted = events.Stats("MET_pt", "nJet")
    mean = (20 + 60 + 120) / 6
    squares = sum(weight * (value - mean) ** 2 for value, weight in ((20, 1), (30, 2), (40, 3)))
    assert weighted.GetW2() == 14
    assert weighted.GetRMS() == pytest.approx(math.sqrt(squares / 6 * 4 / 3), rel=1e-14)
    assert events.Filter("false").Stats("MET_pt").GetRMS() == -1


def test_results_are_looked_at_while_the_entries_are_read() -> None:
    df = RDataFrame(1_000_000).Define("x", "rdfentry_ % 10")
    counts: list[int] = []
    means: list[tuple[int, float]] = []
    once: list[float] = []
    count, h = df.Count(), df.Histo1D(("h", "", 10, 0, 10), "x")
    assert count.OnPartialResult(100_000, counts.append) is count
    h.OnPartialResultSlot(200_000, lambda slot, so_far: means.append((slot, so_far.GetMean())))
    df.Sum("x").OnPartialResult(0, once.append)
    assert count.GetValue() == 1_000_000
    assert h.GetEntries() == 1_000_000
    assert df.GetNRuns() == 1
    assert counts == sorted(set(counts))
    assert len(counts) > 1
    assert all(after // 100_000 > before // 100_000 for before, after in zip([0, *counts], counts, strict=False))
    assert 0 < len(means) <= 5
    assert {slot for slot, _ in means} == {0}
    assert len(once) == 1
    assert df.Count().GetValue() == 1_000_000
    assert len(once) == 1


def test_what_a_look_at_a_result_raises_is_raised() -> None:
    count = RDataFrame(1_000_000).Count()
    count.OnPartialResult(1000, lambda so_far: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        count.GetValue()
    with pytest.raises(ramet.MisuseError, match="-1"):
        count.OnPartialResult(-1, print)
    snapshot = RDataFrame(10).Cache(["rdfentry_"]).Count()
    assert snapshot.OnPartialResult(1, print).GetValue() == 10


def test_reports(events: RDataFrame, capsys: pytest.CaptureFixture[str]) -> None:
    base = events.Filter("trigger", "trigger")
    narrow = base.Filter("nJet > 1").Filter("MET_pt > 35", "met")
    report = narrow.Report()
    assert [(cut.GetName(), cut.GetPass(), cut.GetAll(), cut.GetEff()) for cut in report] == [
        ("trigger", 3, 4, 75),
        ("met", 1, 2, 50),
    ]
    assert report.At("met").GetAll() == 2
    assert narrow.GetFilterNames() == ["trigger", "Unnamed Filter", "met"]
    report.Print()
    assert "cumulative eff=25.00 %" in capsys.readouterr().out
    with pytest.raises(KeyError):
        report.At("nothing")


def test_reports_without_filters(events: RDataFrame) -> None:
    filtered = events.Filter("trigger", "trigger")
    assert [cut.GetName() for cut in events.Report()] == ["trigger"]
    assert [cut.GetName() for cut in filtered.Define("x", "1").Report()] == ["trigger"]
    for none in (events.Define("x", "1"), events.Alias("y", "nJet"), events.Range(2)):
        assert [cut.GetName() for cut in none.Report()] == []


def test_graphs_of_what_is_computed(events: RDataFrame, tmp_path: Path) -> None:
    mean = events.Define("twice", "2 * MET_pt").Filter("twice > 30", "large").Mean("twice")
    text = ROOT.RDF.SaveGraph(events)
    assert text is not None
    assert text.startswith("digraph")
    assert "filter 'large' twice > 30" in text
    assert ROOT.RDF.SaveGraph(mean, tmp_path / "graph.dot") is None
    assert (tmp_path / "graph.dot").read_text() == text
    assert mean.GetValue() == 60
    ROOT.RDF.SaveGraph(mean, tmp_path / "graph.svg")
    assert "3 of 4 entries (75.00 %)" in ElementTree.parse(tmp_path / "graph.svg").getroot().itertext()


def test_values_as_arrays(events: RDataFrame) -> None:
    taken = events.AsNumpy(["MET_pt", "Muon_pt", "dataset"], exclude=["dataset"])
    assert list(taken) == ["MET_pt", "Muon_pt"]
    assert taken["MET_pt"].dtype == np.float32
    assert [one.tolist() for one in taken["Muon_pt"]] == [[50, 20], [], [35.5], [5, 6, 7]]
    lazy = events.AsNumpy(["event"], lazy=True)
    assert not lazy.IsReady()
    assert lazy.GetValue()["event"].tolist() == [0, 1, 2, 3]
    assert sorted(events.AsNumpy()) == events.GetColumnNames()


def test_template_arguments_must_be_the_types_of_columns(events: RDataFrame) -> None:
    assert events.Take["float"]("MET_pt").GetValue().tolist() == [10, 20, 30, 40]
    assert len(events.Take["ROOT::RVec<float>"]("Muon_pt").GetValue()) == 4
    with pytest.raises(ramet.MisuseError):
        events.Take["double"]("MET_pt")
    with pytest.raises(ramet.MisuseError):
        events.Sum["int"]("MET_pt")


def test_displays(events: RDataFrame, capsys: pytest.CaptureFixture[str]) -> None:
    table = events.Range(1).Display(["Muon_pt", "trigger", "dataset"], 5, 1)
    assert table.AsString() == (
        "+-----+-----------+---------+---------+\n"
        "| Row | Muon_pt   | trigger | dataset | \n"
        "+-----+-----------+---------+---------+\n"
        '| 0   | 50.000000 | true    | "dy"    | \n'
        "|     | 20.000000 |         |         | \n"
        "+-----+-----------+---------+---------+\n"
    )
    table.Print()
    assert "..." in capsys.readouterr().out
    assert "nJet" in events.Display("n.*").AsString()
    with pytest.raises(ramet.MisuseError):
        events.Display("x.*")


def test_graphs(events: RDataFrame) -> None:
    graph = events.Graph("nJet", "MET_pt")
    assert (graph.GetN(), graph.GetName(), graph.GetTitle()) == (4, "MET_pt_vs_nJet", "MET_pt vs nJet")
    assert [graph.GetPointY(number) for number in range(4)] == [10, 20, 30, 40]
    errors = events.Define("e", "1.5").GraphAsymmErrors("nJet", "MET_pt", "e", "nJet", "e", "e")
    assert (errors.GetErrorXlow(3), errors.GetErrorXhigh(3), errors.GetErrorYlow(0)) == (1.5, 3, 1.5)


def test_reductions(events: RDataFrame) -> None:
    assert events.Reduce(lambda one, other: max(one, other), "MET_pt").GetValue() == 40
    counted = events.Aggregate(lambda state, _: state + 1, lambda one, other: one + other, "MET_pt", 0)
    assert counted.GetValue() == 4


def test_variations(events: RDataFrame) -> None:
    varied = events.Vary("MET_pt", "ROOT::RVecF{MET_pt * 0.5f, MET_pt * 2}", ["down", "up"], "jes")
    counts = ROOT.RDF.Experimental.VariationsFor(varied.Filter("MET_pt > 15").Count())
    assert {name: counts[name] for name in counts.GetKeys()} == {"nominal": 3, "jes:down": 1, "jes:up": 4}
    histograms = ROOT.RDF.VariationsFor(varied.Histo1D(("h", "", 1, 0, 100), "MET_pt"))
    assert histograms["jes:up"].GetName() == "h_jes_up"
    assert varied.GetVariations().AsString() == "Variations {jes:down, jes:up} affect column MET_pt\n"
    numbered = events.Vary("nJet", "ROOT::RVecI{nJet, nJet + 1}", nVariations=2)
    assert ROOT.RDF.VariationsFor(numbered.Sum("nJet"))["nJet:1"] == 10
    scaled = events.Define("x", "MET_pt").Vary(["x", "MET_pt"], "ROOT::RVec<ROOT::RVecF>{{1.f}, {2.f}}", ["a"], "both")
    assert scaled.GetVariations().AsString() == "Variations {both:a} affect columns {x, MET_pt}\n"
    braced = events.Vary("MET_pt", "{MET_pt * 0.5f, MET_pt * 2}", ["down", "up"], "jes").Sum("MET_pt")
    assert ROOT.RDF.VariationsFor(braced)["jes:up"] == 200
    pairs = events.Define("x", "MET_pt").Vary(["x", "MET_pt"], "{{1.f, 2.f}, {3.f, 4.f}}", ["a", "b"], "both")
    assert ROOT.RDF.VariationsFor(pairs.Sum("MET_pt"))["both:b"] == 16
    alone = events.Vary(["nJet"], "ROOT::RVec<ROOT::RVecI>{{1, 2}}", ["x", "y"], "one")
    assert ROOT.RDF.VariationsFor(alone.Sum("nJet"))["one:y"] == 8
    with pytest.raises(ramet.MisuseError):
        events.Vary(["nJet"], "ROOT::RVec<ROOT::RVecI>{{1}}", ["x"])
    with pytest.raises(KeyError):
        counts["nothing"]


def test_snapshots(events: RDataFrame, tmp_path: Path) -> None:
    path = str(tmp_path / "out.root")
    written = (
        events.Define("x", "MET_pt * 2").Filter("trigger").Snapshot("dir/Small", path, ["x", "Muon_pt", "dataset"])
    )
    assert written.IsReady()
    assert written.Sum("x").GetValue() == 160
    assert RDataFrame("dir/Small", path).Take("dataset").GetValue().tolist() == ["dy", "dy", "qcd"]
    options = ROOT.RDF.RSnapshotOptions()
    options.fLazy = True
    options.fMode = "UPDATE"
    options.fOutputFormat = ROOT.RDF.ESnapshotOutputFormat.kRNTuple
    options.fCompressionAlgorithm = ROOT.RCompressionSetting.EAlgorithm.kZSTD
    options.fCompressionLevel = 5
    lazy = events.Snapshot("Ntuple", path, "Muon.*|MET.*", options)
    assert not lazy.IsReady()
    assert lazy.GetValue().GetColumnType("MET_pt") == "float"
    assert sorted(ramet.open(path).keys(recursive=True, cycle=False)) == ["Ntuple", "dir", "dir/Small"]
    for columns in (["nothing"], "x.*", ["MET_pt", "MET_pt"]):
        with pytest.raises((ramet.MisuseError, ramet.KeyInFileError)):
            events.Snapshot("T", str(tmp_path / "no.root"), columns)
    options.fLazy = False
    new = str(tmp_path / "new.root")
    assert events.Snapshot("T", new, ["MET_pt"], options).Count().GetValue() == 4
    options.fMode = "APPEND"
    with pytest.raises(ramet.MisuseError):
        events.Snapshot("T", path, "", options)


def test_caches(events: RDataFrame) -> None:
    cached = events.Filter("nJet > 1").Cache(["MET_pt", "Muon_pt"]).Define("s", "Sum(Muon_pt)")
    assert str(cached.GetColumnNames()) == '{ "MET_pt", "Muon_pt", "s" }'
    assert cached.Take("s").GetValue().tolist() == [35.5, 18]


def test_functions_are_called_for_each_entry_in_order(events: RDataFrame) -> None:
    seen: list[tuple[float, int]] = []
    events.Filter("nJet > 1").Foreach(lambda met, jets: seen.append((float(met), int(jets))), ["MET_pt", "nJet"])
    assert seen == [(30.0, 2), (40.0, 3)]
    slots: list[int] = []
    events.ForeachSlot(lambda slot, *_: slots.append(slot), ["MET_pt"])
    assert slots == [0] * 4
    count: list[int] = []
    events.Foreach(lambda: count.append(1))
    assert len(count) == 4
    with pytest.raises(ZeroDivisionError):
        events.Foreach(lambda _: 1 // 0, ["MET_pt"])


def test_actions_of_python_are_booked(events: RDataFrame) -> None:
    class Largest:
        def partial(self) -> list[float]:
            return []

        def add(self, state: list[float], arrays: list[np.ndarray], _: int) -> None:
            state.append(float(arrays[0].max()))

        def finish(self, states: list[list[float]]) -> float:
            return max(value for state in states for value in state)

    largest = events.Book(Largest(), ["MET_pt"])
    assert not largest.IsReady()
    assert largest.GetValue() == 40
    with pytest.raises(ramet.UnsupportedError, match="an action has"):
        events.Book(object(), ["MET_pt"])


def test_displays_number_entries(events: RDataFrame) -> None:
    shown = events.Filter("nJet % 2 == 1").Define("v", "ROOT::RVec<ROOT::RVecF>{Muon_pt, {}}").Display(["nJet", "v"])
    rule = "+-----+------+----------------------------------+"
    assert shown.GetValue().AsString().splitlines() == [
        rule,
        "| Row | nJet | v                                | ",
        rule,
        "| 1   | 1    | {}                               | ",
        "|     |      | {}                               | ",
        rule,
        "| 3   | 3    | { 5.00000f, 6.00000f, 7.00000f } | ",
        "|     |      | {}                               | ",
        rule,
    ]
    wanted = events.Display(columnList=["rdfentry_", "nJet"], nRows=1).GetValue().AsString()
    assert "| 0   | 0         | 0    | " in wanted


def test_regular_expressions_are_those_of_root(events: RDataFrame, tmp_path: Path) -> None:
    written = events.Snapshot("T", str(tmp_path / "s.root"), "M|ent$")
    assert {"MET_pt", "Muon_pt", "event"} <= set(written.GetColumnNames())


def test_types_of_vectors(events: RDataFrame) -> None:
    df = events.Define("p", "ROOT::Math::PtEtaPhiMVector(1, 2, 3, 4)")
    assert df.GetColumnType("p") == "ROOT::Math::LorentzVector<ROOT::Math::PtEtaPhiM4D<double> >"


def test_vectors_are_one_column(events: RDataFrame) -> None:
    df = events.Define("p", "ROOT::Math::PtEtaPhiMVector(10, 2, 3, 4)")
    df = df.Define("all", "ROOT::RVec<ROOT::Math::PtEtaPhiMVector>{p, p}")
    assert df.HasColumn("p")
    assert {"p", "all"} <= set(df.GetColumnNames())
    assert "p.pt" not in df.GetColumnNames()
    wanted = "ROOT::VecOps::RVec<ROOT::Math::LorentzVector<ROOT::Math::PtEtaPhiM4D<double> > >"
    assert df.GetColumnType("all") == wanted
    assert df.Cache("p|all").Define("m", "(p + all[1]).M()").Mean("m").GetValue() == pytest.approx(8)


def test_types_of_pairs_are_said(events: RDataFrame) -> None:
    df = events.Define("pair", "std::make_pair(1, 2.f)")
    assert df.GetColumnType("pair") == "pair<int,float>"
    assert "pair" in df.Describe().AsString()


LOOKS = [
    lambda df: df.Histo1D(("h", "", 4, 0, 100), "MET_pt").GetEntries(),
    lambda df: df.Histo1D("MET_pt").GetMean(),
    lambda df: df.Filter("nJet > 0", "jets").Report().Print(),
    lambda df: df.Display(["nJet"]).Print(),
    lambda df: df.Graph("nJet", "MET_pt").GetN(),
    lambda df: float(df.Sum("MET_pt")),
    lambda df: str(df.Count()),
]


@pytest.mark.parametrize("look", LOOKS)
def test_each_way_to_look_at_a_result_counts_as_a_run(events: RDataFrame, look: Callable[[RDataFrame], object]) -> None:
    look(events)
    assert events.GetNRuns() == 1


BOOKED = {
    "Histo1D": lambda df: df.Histo1D(("h", "", 5, 0, 100), "MET_pt", "nJet"),
    "automatic": lambda df: df.Histo1D("MET_pt"),
    "Histo2D": lambda df: df.Histo2D(("h", "", 5, 0, 100, 2, 0, 4), "MET_pt", "nJet"),
    "HistoND": lambda df: df.HistoND(("h", "", 3, [5] * 3, [0.0] * 3, [100.0] * 3), ["MET_pt", "nJet", "MET_pt"]),
    "Profile1D": lambda df: df.Profile1D(("p", "", 2, 0, 4), "nJet", "MET_pt"),
    "Graph": lambda df: df.Graph("nJet", "MET_pt"),
    "Sum": lambda df: df.Sum("MET_pt", 3.0),
    "Stats": lambda df: df.Stats("MET_pt"),
    "Take": lambda df: df.Take("MET_pt"),
}


@pytest.mark.parametrize("name", BOOKED)
def test_variations_of_a_result_that_was_computed(events: RDataFrame, name: str) -> None:
    varied = events.Vary("MET_pt", "ROOT::RVecF{MET_pt * 0.5f, MET_pt * 2}", ["down", "up"])
    before = ROOT.RDF.Experimental.VariationsFor(BOOKED[name](varied))
    expected = [str(numbers_of(before[key])) for key in before.GetKeys()]
    runs = varied.GetNRuns()
    computed = BOOKED[name](varied)
    assert varied.Count().GetValue() == 4
    assert computed.IsReady()
    after = ROOT.RDF.Experimental.VariationsFor(computed)
    assert [str(numbers_of(after[key])) for key in after.GetKeys()] == expected
    assert len(set(expected)) == 3
    assert varied.GetNRuns() == runs + 2


def numbers_of(value: object) -> object:
    """The numbers of a histogram, a graph or statistics; a number as it is."""
    if hasattr(value, "GetNbinsX"):
        return [value.GetMean(), *(value.GetBinContent(k) for k in range(6))], value.GetXaxis().GetXmax()
    if hasattr(value, "GetPointY"):
        return [value.GetPointY(k) for k in range(value.GetN())]
    return value.GetMean() if hasattr(value, "GetMean") else value


def test_updates_keep_trees_that_are_there(events: RDataFrame, tmp_path: Path) -> None:
    path = str(tmp_path / "updated.root")
    options = ROOT.RDF.RSnapshotOptions()
    options.fMode = "UPDATE"
    events.Snapshot("Events", path, ["nJet"], options)
    events.Snapshot("dir/Events", path, ["nJet"], options)
    for name in ("Events", "dir/Events"):
        with pytest.raises(MisuseError, match=f"updated.root has '{name}': fOverwriteIfExists replaces it"):
            events.Range(2).Snapshot(name, path, ["MET_pt"], options)
    options.fOverwriteIfExists = True
    events.Range(2).Snapshot("Events", path, ["MET_pt"], options)
    assert RDataFrame("Events", path).Sum("MET_pt").GetValue() == 30
    assert RDataFrame("dir/Events", path).Sum("nJet").GetValue() == 6


def test_default_values_are_of_the_type_of_the_column(events: RDataFrame, tmp_path: Path) -> None:
    events.Snapshot("Events", str(tmp_path / "a.root"), ["MET_pt", "nJet"])
    events.Snapshot("Events", str(tmp_path / "b.root"), ["MET_pt"])
    chained = RDataFrame("Events", [str(tmp_path / f"{name}.root") for name in "ab"])
    assert chained.DefaultValueFor("nJet", 5.0).Sum("nJet").GetValue() == 26
    for value in (1.5, 2**40, math.nan):
        with pytest.raises(MisuseError, match=f"DefaultValueFor: {value} is no value of column 'nJet', of type int32"):
            chained.DefaultValueFor("nJet", value)


def test_infinities_do_not_widen_an_automatic_axis() -> None:
    """As in the buffer of a TH1; the limits are ROOT's."""
    frame = RDataFrame(1200).Define("x", "rdfentry_ % 10 == 3 ? INFINITY : rdfentry_ * 0.01")
    axis = frame.Range(900).Histo1D("x").GetXaxis()
    assert (axis.GetXmin(), axis.GetXmax()) == pytest.approx((-0.0899, 9.8))
    axis = frame.Histo1D("x").GetXaxis()
    assert (axis.GetXmin(), axis.GetXmax()) == pytest.approx((-0.0999, 21.8999))


def test_shares_of_reports_are_floats() -> None:
    report = RDataFrame(3).Filter("rdfentry_ < 2", "few").Report()
    assert report.At("few").GetEff() == float(np.float32(100) * (np.float32(2) / np.float32(3)))
