"""Objects of all kinds, merged by `ramet merge` and by hadd: the same where hadd is right."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet
import ROOT
from merging.samples import by_hadd, by_ramet, cells_of, opened, write, write_all

LOSES_DATA = 3


def both(folder: Path, fills: list[Any], *options: str) -> tuple[Path, Path]:
    """The file that ramet makes without a complaint, and that of hadd."""
    inputs = write_all(folder, fills)
    code, merged, complaint = by_ramet(folder, inputs, *options)
    assert (code, complaint) == (0, "")
    return merged, by_hadd(folder, inputs)[1]


def average(values: list[float], errors: list[float]) -> Any:
    def fill(_: Any) -> None:
        made = ROOT.TH1D("h", "", len(values), 0, len(values))
        made.Sumw2()
        made.SetBit(ROOT.TH1.kIsAverage)
        for number, (value, error) in enumerate(zip(values, errors, strict=True)):
            made.SetBinContent(number + 1, value)
            made.SetBinError(number + 1, error)

    return fill


def test_averages_are_averaged_as_by_add(tmp_path: Path) -> None:
    """hadd adds them: 1 and 3 become 4."""
    samples = [
        ([1.0, 2.0, 0.0], [1.0, 0.5, 0.0]),
        ([3.0, 2.5, 1.0], [1.0, 1.0, 0.25]),
        ([2.0, 9.0, 2.0], [2.0, 3.0, 0.0]),
    ]
    inputs = write_all(tmp_path, [average(*one) for one in samples])
    code, merged, complaint = by_ramet(tmp_path, inputs)
    assert (code, complaint) == (0, "")
    with opened(inputs[0]) as first, opened(inputs[1]) as second, opened(inputs[2]) as third, opened(merged) as file:
        expected = first.Get("h")
        expected.Add(second.Get("h"))
        expected.Add(third.Get("h"))
        found = cells_of(file.Get("h"))
        wanted = cells_of(expected)
        assert found["contents"] == pytest.approx(wanted["contents"], rel=1e-12)
        assert found["errors"] == pytest.approx(wanted["errors"], rel=1e-12)
        assert file.Get("h").TestBit(ROOT.TH1.kIsAverage)
    code, _, complaint = by_ramet(tmp_path, write_all(tmp_path, [average([1.0], [1.0]), plain([0.5], (1, 0.0, 1.0))]))
    assert code == LOSES_DATA
    assert "averages" in complaint


def plain(values: list[float], axis: Any, *, buffer: int = 0) -> Any:
    def fill(_: Any) -> None:
        made = ROOT.TH1D("h", "", *axis)
        if buffer:
            made.SetBuffer(buffer)
        for value in values:
            made.Fill(value)

    return fill


def test_fills_in_buffers_are_counted(tmp_path: Path) -> None:
    axis = (10, 0.0, 10.0)
    fills = [plain([1.5, 2.5], axis, buffer=100), plain([2.5, -1.0], axis), plain([9.5, 99.0], axis, buffer=50)]
    for number, order in enumerate((fills, fills[::-1])):
        folder = tmp_path / str(number)
        folder.mkdir()
        merged, expected = both(folder, order)
        with opened(merged) as ours, opened(expected) as theirs:
            assert cells_of(ours.Get("h")) == cells_of(theirs.Get("h"))
            assert ours.Get("h").GetEntries() == 6


def test_fills_without_a_range_stay_in_the_buffer(tmp_path: Path) -> None:
    no_range = (10, 0.0, 0.0)
    merged, expected = both(tmp_path, [plain([1.5, 2.5], no_range), plain([7.0], no_range), plain([3.0], no_range)])
    with opened(merged) as ours, opened(expected) as theirs:
        for histogram in (ours.Get("h"), theirs.Get("h")):
            assert histogram.GetEntries() == 4
            assert histogram.GetBuffer()
            histogram.BufferEmpty(1)
        assert cells_of(ours.Get("h")) == cells_of(theirs.Get("h"))
    folder = tmp_path / "ranged"
    folder.mkdir()
    inputs = write_all(folder, [plain([1.5, 2.5], no_range), plain([7.0], (10, 0.0, 10.0))])
    code, merged, complaint = by_ramet(folder, inputs)
    assert (code, complaint) == (0, "")
    with opened(merged) as file:
        made = file.Get("h")
        assert [made.GetBinContent(cell) for cell in (2, 3, 8)] == [1, 1, 1]
        assert made.GetEntries() == 3


def test_stacks_and_lists_are_joined_by_the_names_of_their_members(tmp_path: Path) -> None:
    def fill_with(names: list[str], text: str) -> Any:
        def fill(_: Any) -> None:
            def histogram(name: str) -> Any:
                made = ROOT.TH1D(name, "", 4, 0, 4)
                made.SetDirectory(ROOT.nullptr)
                made.Fill(len(text))
                return made

            stack = ROOT.THStack("stack", "a title")
            kept = [histogram(name) for name in names]
            for made in kept:
                stack.Add(made, "E1")
            stack.Write()
            members = [histogram("h"), ROOT.TObjString(text)]
            for kind in (ROOT.TList, ROOT.TObjArray):
                items = kind()
                for member in members:
                    items.Add(member)
                items.Write(kind.Class_Name(), ROOT.TObject.kSingleKey)

        return fill

    merged, expected = both(tmp_path, [fill_with(["a", "b"], "x"), fill_with(["b", "a"], "yy")])

    def contents(path: Path) -> dict[str, Any]:
        with opened(path) as file:
            found = {
                "stack": [(one.GetName(), cells_of(one)) for one in file.Get("stack").GetHists()],
                "option": file.Get("stack").GetHists().FirstLink().GetOption(),
            }
            for kind in ("TList", "TObjArray"):
                found[kind] = [cells_of(one) if one.InheritsFrom("TH1") else one.GetName() for one in file.Get(kind)]
            return found

    ours, theirs = contents(merged), contents(expected)
    assert dict(ours["stack"]) == dict(theirs["stack"])
    assert ours["option"] == "E1"
    for kind in ("TList", "TObjArray"):
        assert ours[kind][0]["entries"] == 2
        assert ours[kind][1:] == ["x", "yy"]
        assert ours[kind] == theirs[kind]


@pytest.mark.parametrize("mode", ["", "*"])
def test_logical_parameters(tmp_path: Path, mode: str) -> None:
    def parameter(value: Any) -> Any:
        return lambda _: ROOT.TParameter["bool"]("p", value, *([mode] if mode else [])).Write()

    for number, values in enumerate(([True, False], [True, True], [False, False])):
        folder = tmp_path / str(number)
        folder.mkdir()
        merged, expected = both(folder, [parameter(value) for value in values])
        with opened(merged) as ours, opened(expected) as theirs:
            assert ours.Get("p").GetVal() == theirs.Get("p").GetVal()


@pytest.mark.parametrize("kind", ["THnD", "THnF", "THnI"])
def test_histograms_of_many_axes_are_added(tmp_path: Path, kind: str) -> None:
    def fill_with(points: list[list[float]]) -> Any:
        def fill(_: Any) -> None:
            made = getattr(ROOT, kind)("h", "", 3, np.array([4, 3, 2], "int32"), np.zeros(3), np.array([4.0, 3.0, 2.0]))
            for point in points:
                made.Fill(np.array(point))
            made.Write()

        return fill

    samples = [[[0.5, 0.5, 0.5], [9.0, 0.5, 0.5]], [], [[0.5, 0.5, 0.5], [1.5, 2.5, 1.5]]]
    merged, expected = both(tmp_path, [fill_with(points) for points in samples])
    with opened(merged) as ours, opened(expected) as theirs:
        for histogram in (ours.Get("h"), theirs.Get("h")):
            assert histogram.GetEntries() == 4
        place = np.zeros(3, "int32")
        contents = [
            [made.GetBinContent(cell, place) for cell in range(made.GetNbins())]
            for made in (ours.Get("h"), theirs.Get("h"))
        ]
        assert contents[0] == contents[1]
        assert sum(contents[0]) == 4


def cells_of_sparse(made: Any) -> dict[tuple[int, ...], tuple[float, float]]:
    """The content and squared error of each filled cell."""
    place = np.zeros(made.GetNdimensions(), "int32")
    cells = {}
    for cell in range(made.GetNbins()):
        content = made.GetBinContent(cell, place)
        cells[tuple(int(bin_number) for bin_number in place)] = (content, made.GetBinError2(cell))
    return cells


@pytest.mark.parametrize("kind", ["THnSparseD", "THnSparseF", "THnSparseI", "THnSparseL"])
def test_sparse_histograms_are_added(tmp_path: Path, kind: str) -> None:
    def fill_with(points: list[list[float]], *, weighted: bool = False) -> Any:
        def fill(_: Any) -> None:
            made = getattr(ROOT, kind)(
                "h", "first", 3, np.array([4, 300, 2], "int32"), np.zeros(3), np.array([4.0, 3.0, 2.0]), 16
            )
            if weighted:
                made.Sumw2()
            for point in points:
                made.Fill(np.array(point), 2.0 if weighted else 1.0)
            made.Write()

        return fill

    many = [[0.5 + step % 4, step / 100, 0.5] for step in range(300)]
    fills = [fill_with([[0.5, 0.5, 0.5], [9.0, 0.5, 0.5]]), fill_with([]), fill_with(many, weighted=True)]
    merged, expected = both(tmp_path, fills)
    with opened(merged) as ours, opened(expected) as theirs:
        sums = [ours.Get("h"), theirs.Get("h")]
        cells, others = map(cells_of_sparse, sums)
        assert len(cells) > 100
        assert cells == others
        for name in ("GetEntries", "GetNbins", "GetWeightSum", "GetTitle"):
            assert getattr(sums[0], name)() == getattr(sums[1], name)()
        sums[0].Fill(np.array([3.5, 2.5, 1.5]))  # a sum that ROOT read takes more
        assert sums[0].GetNbins() == sums[1].GetNbins() + 1


def test_a_sparse_histogram_of_ramet_is_read_by_root(tmp_path: Path) -> None:
    path = tmp_path / "from.root"
    filled = ROOT.THnSparseD("h", "t", 2, np.array([4, 3], "int32"), np.zeros(2), np.array([4.0, 3.0]))
    filled.Fill(np.array([0.5, 2.5]), 2.0)
    file = ROOT.TFile.Open(str(path), "RECREATE")
    filled.Write()
    file.Close()
    with ramet.recreate(tmp_path / "to.root") as written:
        written["h"] = ramet.open(path)["h"]
    with opened(tmp_path / "to.root") as again:
        assert cells_of_sparse(again.Get("h")) == cells_of_sparse(filled)


def test_objects_of_a_class_that_root_does_not_know_are_moved_with_their_layout(tmp_path: Path) -> None:
    def write_one(path: Path, number: int) -> Path:
        classes = {"Unheard": ramet.Class({"number": "int", "values": "std::vector<double>"}, version=3)}
        with ramet.recreate(path) as file:
            file["same"] = ramet.NewObject("Unheard", {"number": 7, "values": [1.5, 2.5]}, classes)
            file["other"] = ramet.NewObject("Unheard", {"number": number, "values": [0.5] * number}, classes)
        return path

    inputs = [write_one(tmp_path / f"in{number}.root", number) for number in range(3)]
    assert not ROOT.TClass.GetClass("Unheard", True, True)
    code, merged, complaint = by_ramet(tmp_path, inputs)
    assert (code, complaint) == (0, "")
    with ramet.open(merged) as file:
        assert sorted(file.keys()) == ["other;1", "other;2", "other;3", "same;1"]
        assert file["same"].member("number") == 7
        assert sorted(file[f"other;{cycle}"].member("number") for cycle in (1, 2, 3)) == [0, 1, 2]
    with opened(merged) as file:
        assert {key.GetClassName() for key in file.GetListOfKeys()} == {"Unheard"}
        assert "Unheard" in [info.GetName() for info in file.GetStreamerInfoList()]


@pytest.mark.parametrize("axis", [(4, 0.0, 4.0), (8, 0.0, 4.0)])
def test_counts_that_floats_round_are_told_and_are_those_of_hadd(
    tmp_path: Path, axis: tuple[int, float, float]
) -> None:
    def filled(content: float, axis: tuple[int, float, float]) -> Any:
        def fill(_: Any) -> None:
            for name, made in (("f", ROOT.TH1F), ("d", ROOT.TH1D)):
                made(name, "", *axis).SetBinContent(1, content)

        return fill

    inputs = write_all(tmp_path, [filled(2.0**24, (4, 0.0, 4.0)), filled(1, axis)])
    report = ramet.merge(tmp_path / "all.root", inputs)
    assert [(one.path, one.kind, one.is_loss) for one in report.differences] == [("f", "overflow", False)]
    with opened(tmp_path / "all.root") as mine, opened(by_hadd(tmp_path, inputs)[1]) as theirs:
        for name in ("f", "d"):
            assert mine.Get(name).GetBinContent(1) == theirs.Get(name).GetBinContent(1)
        assert mine.Get("d").GetBinContent(1) == 2**24 + 1
    promoted = ramet.merge(tmp_path / "promoted.root", inputs, rules={"TH1F": "promote"})
    assert promoted.differences == []
    with opened(tmp_path / "promoted.root") as file:
        assert file.Get("f").ClassName() == "TH1D"
        assert file.Get("f").GetBinContent(1) == 2**24 + 1


def test_promoted_sums_are_what_root_adds_in_doubles(tmp_path: Path) -> None:
    kinds = {
        f"{dimensions}{letter}": getattr(ROOT, f"TH{dimensions}{letter}")
        for dimensions in (1, 2, 3)
        for letter in "CSIF"
    }

    def filled(seed: int) -> Any:
        def fill(_: Any) -> None:
            for name, kind in kinds.items():
                axes = [(6, 0.0, 6.0), (5, 0.0, 5.0), (4, 0.0, 4.0)][: int(name[0])]
                made = kind(f"h{name}", f"all of {name}", *[number for axis in axes for number in axis])
                note = ROOT.TNamed("note", "kept")
                ROOT.SetOwnership(note, False)
                made.GetListOfFunctions().Add(note)
                for value in range(100):
                    made.Fill(*[(value * (seed + place)) % (7 - place) for place in range(int(name[0]))])

        return fill

    inputs = write_all(tmp_path, [filled(3), filled(5)])
    rules = {f"TH{name}": "promote" for name in kinds}
    assert ramet.merge(tmp_path / "all.root", inputs, rules=rules).differences == []
    _, expected = by_hadd(tmp_path, inputs)
    with opened(tmp_path / "all.root") as mine, opened(expected) as theirs:
        for name in kinds:
            ours, sums = mine.Get(f"h{name}"), theirs.Get(f"h{name}")
            assert cells_of(ours) == cells_of(sums) | {"class": f"TH{name[0]}D"}, name
            assert ours.GetTitle() == f"all of {name}"
            assert ours.GetListOfFunctions().FindObject("note").GetTitle() == "kept"


def test_efficiencies_whose_bins_fit_are_added(tmp_path: Path) -> None:
    def efficiency(bins: int, weight: float) -> Any:
        def fill(_: Any) -> None:
            made = ROOT.TEfficiency("e", "a title;x;y", bins, 0, 10)
            made.SetWeight(weight)
            for number in range(40):
                made.Fill(number % 3 == 0, number * 0.27)
            made.Write()

        return fill

    merged, expected = both(tmp_path, [efficiency(5, 1.0), efficiency(10, 3.0), efficiency(5, 2.0)])
    with opened(merged) as ours, opened(expected) as theirs:
        for part in ("GetPassedHistogram", "GetTotalHistogram"):
            assert cells_of(getattr(ours.Get("e"), part)()) == cells_of(getattr(theirs.Get("e"), part)())
        assert ours.Get("e").GetWeight() == theirs.Get("e").GetWeight()
        assert ours.Get("e").GetEfficiencyErrorUp(2) == theirs.Get("e").GetEfficiencyErrorUp(2)


def test_graphs_that_were_drawn_get_another_histogram(tmp_path: Path) -> None:
    def graphs(first: float) -> Any:
        def fill(_: Any) -> None:
            angles, radii, errors = (np.array([first, first + step, first + 1]) for step in (0.5, 0.25, 0.125))
            for name in ("drawn", "new"):
                plain = ROOT.TGraph(3, angles, radii)
                if name == "drawn":
                    plain.GetHistogram()
                plain.Write(name)
            ROOT.TGraphPolar(3, angles, radii, errors, errors).Write("polar")

        return fill

    merged, expected = both(tmp_path, [graphs(1.0), graphs(5.0)])
    with opened(merged) as ours, opened(expected) as theirs:
        for name in ("drawn", "new", "polar"):
            one, other = ours.Get(name), theirs.Get(name)
            assert list(one.GetX()) == list(other.GetX())
            assert [one.GetErrorY(point) for point in range(6)] == [other.GetErrorY(point) for point in range(6)]
            for bit in range(14, 24):
                assert one.TestBit(1 << bit) == other.TestBit(1 << bit), (name, bit)
        assert ours.Get("drawn").GetHistogram().GetXaxis().GetXmax() > 5


def without_byte_counts(path: Path, contents: list[float]) -> Path:
    """A file with a histogram whose classes have no byte counts, as Geant4 writes them."""

    def fill(_: Any) -> None:
        made = ROOT.TH1D("h", "", len(contents), 0, len(contents))
        for number, content in enumerate(contents):
            made.Fill(number + 0.5, content)

    write(path, fill, compression=0)
    with opened(path) as file:
        key = file.GetKey("h")
        first = key.GetSeekKey() + key.GetKeylen()
        last = first + key.GetObjlen()
    data = bytearray(path.read_bytes())
    payload = bytes(data[first:last])  # | count 4 | version of TH1D 2 | count 4 | version of TH1 2 | ...
    data[first:last] = payload[4:6] + payload[10:] + bytes(8)
    path.write_bytes(data)
    return path


def test_histograms_of_geant4_are_added(tmp_path: Path) -> None:
    samples = [[1.0, 2.0], [5.0, 0.0], [0.0, 3.0]]
    inputs = [without_byte_counts(tmp_path / f"g{number}.root", one) for number, one in enumerate(samples)]
    code, merged, complaint = by_ramet(tmp_path, inputs)
    assert (code, complaint) == (0, "")
    _, expected = by_hadd(tmp_path, inputs)
    with opened(merged) as ours, opened(expected) as theirs:
        assert cells_of(ours.Get("h")) == cells_of(theirs.Get("h"))
        assert ours.Get("h").GetBinContent(1) == 6
