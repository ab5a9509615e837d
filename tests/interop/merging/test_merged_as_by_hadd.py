"""Where hadd is right, ROOT finds the same in what `ramet merge` makes; where hadd loses data, the exit code is 3."""

from __future__ import annotations

import array
import subprocess
from pathlib import Path
from typing import Any

import pytest
import ROOT
from merging.samples import by_hadd, by_ramet, cells_of, opened, write_all

LOSES_DATA = 3


def numbers(first: int, last: int) -> Any:
    """Fills a tree with the numbers of a range."""

    def fill(_: Any) -> None:
        tree = ROOT.TTree("t", "numbers")
        x = array.array("d", [0.0])
        count = array.array("i", [0])
        values = array.array("f", [0.0] * 100)
        tree.Branch("x", x, "x/D")
        tree.Branch("n", count, "n/I")
        tree.Branch("v", values, "v[n]/F")
        for number in range(first, last):
            x[0] = number
            count[0] = number % 7
            for index in range(count[0]):
                values[index] = number + index / 8
            tree.Fill()
        tree.Write()

    return fill


def rows_of(path: Path, name: str = "t") -> list[tuple[float, list[float]]]:
    with opened(path) as file:
        tree = file.Get(name)
        return [(entry.x, [entry.v[index] for index in range(entry.n)]) for entry in tree]


def histogram(
    name: str, values: list[float], *, kind: Any = None, weight: float = 1.0, axis: Any = (10, 0.0, 10.0)
) -> Any:
    def fill(_: Any) -> None:
        made = (kind or ROOT.TH1D)(name, "a title", *axis)
        if weight != 1.0:
            made.Sumw2()
        for value in values:
            made.Fill(value, weight)

    return fill


def test_entries_of_trees_come_one_input_after_the_other(tmp_path: Path) -> None:
    inputs = write_all(tmp_path, [numbers(0, 1000), numbers(1000, 1010), numbers(5, 5), numbers(2000, 12000)])
    code, merged, complaint = by_ramet(tmp_path, inputs)
    assert (code, complaint) == (0, "")
    code, expected = by_hadd(tmp_path, inputs)
    assert rows_of(merged) == rows_of(expected)
    assert len(rows_of(merged)) == 11010


def test_histograms_of_equal_axes_are_added(tmp_path: Path) -> None:
    kinds = [ROOT.TH1C, ROOT.TH1S, ROOT.TH1I, ROOT.TH1F, ROOT.TH1D]

    def fill(values: list[float]) -> Any:
        def put(file: Any) -> None:
            for number, kind in enumerate(kinds):
                histogram(f"h{number}", values, kind=kind)(file)
            histogram("weighted", values, weight=0.5)(file)
            two = ROOT.TH2F("two", "", 4, 0, 4, 3, 0, 3)
            three = ROOT.TH3D("three", "", 4, 0, 4, 3, 0, 3, 2, 0, 2)
            profile = ROOT.TProfile("profile", "", 5, 0, 5)
            surface = ROOT.TProfile2D("surface", "", 5, 0, 5, 2, 0, 2)
            efficiency = ROOT.TEfficiency("efficiency", "", 5, 0, 5)
            for value in values:
                two.Fill(value, value / 2)
                three.Fill(value, value / 2, value / 4)
                profile.Fill(value, 2 * value)
                surface.Fill(value, value / 3, value * value)
                efficiency.Fill(value > 2, value)
            efficiency.Write()

        return put

    inputs = write_all(tmp_path, [fill([1.5, 2.5, 2.5]), fill([2.5, 7.5, -1.0]), fill([4.5, 4.25, 99.0])])
    code, merged, complaint = by_ramet(tmp_path, inputs)
    assert (code, complaint) == (0, "")
    _, expected = by_hadd(tmp_path, inputs)
    names = [f"h{number}" for number in range(len(kinds))] + ["weighted", "two", "three", "profile", "surface"]
    with opened(merged) as ours, opened(expected) as theirs:
        for name in names:
            assert cells_of(ours.Get(name)) == cells_of(theirs.Get(name)), name
        for part in ("GetPassedHistogram", "GetTotalHistogram"):
            assert cells_of(getattr(ours.Get("efficiency"), part)()) == cells_of(
                getattr(theirs.Get("efficiency"), part)()
            )


def test_statistics_of_contents_that_were_set_are_those_of_the_bins(tmp_path: Path) -> None:
    def by_hand(_: Any) -> None:
        for name, cells in (("set", [8, 9]), ("cancelled", [])):
            one = ROOT.TH1D(name, "", 10, 0, 10)
            for cell in cells:
                one.SetBinContent(cell, 10)
            if not cells:
                one.Fill(1, 1)
                one.Fill(2, -1)
        two = ROOT.TH2D("two", "", 10, 0, 10, 10, 0, 10)
        two.SetBinContent(9, 8, 50)
        three = ROOT.TH3F("three", "", 4, 0, 4, 4, 0, 4, 4, 0, 4)
        three.SetBinContent(1, 2, 3, 7)
        profile = ROOT.TProfile("profile", "", 5, 0, 5)
        profile.SetBinContent(2, 3)
        profile.SetBinEntries(2, 1)
        surface = ROOT.TProfile2D("surface", "", 5, 0, 5, 2, 0, 2)
        surface.SetBinContent(9, 3)
        surface.SetBinEntries(9, 2)

    def filled(_: Any) -> None:
        for name in ("set", "cancelled"):
            one = ROOT.TH1D(name, "", 10, 0, 10)
            one.Fill(1)
            one.Fill(1)
        two = ROOT.TH2D("two", "", 10, 0, 10, 10, 0, 10)
        two.Fill(1, 1.5, 2)
        three = ROOT.TH3F("three", "", 4, 0, 4, 4, 0, 4, 4, 0, 4)
        three.Fill(3, 2, 1.5)
        profile = ROOT.TProfile("profile", "", 5, 0, 5)
        profile.Fill(4.2, 2)
        surface = ROOT.TProfile2D("surface", "", 5, 0, 5, 2, 0, 2)
        surface.Fill(0.3, 1.2, 5)

    for fills in ([by_hand, filled], [filled, by_hand, filled], [by_hand, by_hand]):
        inputs = write_all(tmp_path, fills)
        code, merged, complaint = by_ramet(tmp_path, inputs)
        assert (code, complaint) == (0, "")
        _, expected = by_hadd(tmp_path, inputs)
        with opened(merged) as ours, opened(expected) as theirs:
            for name in ("set", "cancelled", "two", "three", "profile", "surface"):
                of_ours, of_theirs = statistics_of(ours.Get(name)), statistics_of(theirs.Get(name))
                assert of_ours == pytest.approx(of_theirs, rel=1e-12), name


def statistics_of(one: Any) -> list[float]:
    numbers = array.array("d", [0.0] * 20)
    one.GetStats(numbers)
    return [*numbers, one.GetEntries()]


def test_weights_of_efficiencies_are_joined(tmp_path: Path) -> None:
    def efficiency(weight: float) -> Any:
        def fill(_: Any) -> None:
            made = ROOT.TEfficiency("e", "", 5, 0, 1)
            made.SetWeight(weight)
            made.Fill(True, 0.5)
            made.Write()

        return fill

    for weights in ([0.5, 2.0], [1.0, 1.0, 1.0]):
        inputs = write_all(tmp_path, [efficiency(weight) for weight in weights])
        code, merged, complaint = by_ramet(tmp_path, inputs)
        assert (code, complaint) == (0, "")
        _, expected = by_hadd(tmp_path, inputs)
        with opened(merged) as ours, opened(expected) as theirs:
            assert ours.Get("e").GetWeight() == pytest.approx(theirs.Get("e").GetWeight())


def test_directories_are_joined_with_all_that_is_in_them(tmp_path: Path) -> None:
    def inner(name: str, value: float) -> Any:
        def fill(file: Any) -> None:
            file.mkdir("a/b").cd() if name == "b" else file.mkdir("a").cd()
            histogram("h", [value])(file)
            file.mkdir(f"only_{name}")

        return fill

    inputs = write_all(tmp_path, [inner("a", 1.5), inner("b", 2.5), inner("a", 3.5)])
    code, merged, _ = by_ramet(tmp_path, inputs)
    assert code == 0
    with opened(merged) as file:
        assert file.Get("a/h").GetEntries() == 2
        assert file.Get("a/b/h").GetEntries() == 1
        assert {key.GetName() for key in file.GetListOfKeys()} == {"a", "only_a", "only_b"}


def test_a_missing_branch_is_refused_by_name(tmp_path: Path) -> None:
    def narrow(_: Any) -> None:
        tree = ROOT.TTree("t", "")
        x = array.array("d", [1.0])
        tree.Branch("x", x, "x/D")
        tree.Fill()
        tree.Write()

    inputs = write_all(tmp_path, [numbers(0, 3), narrow])
    code, merged, complaint = by_ramet(tmp_path, inputs)
    assert code == LOSES_DATA
    assert "missing column 't' (v)" in complaint
    assert not merged.exists()
    code, merged, complaint = by_ramet(tmp_path, inputs[::-1])
    assert code == LOSES_DATA
    assert "extra column 't' (v)" in complaint


def test_a_leaf_of_another_type_is_refused_by_name(tmp_path: Path) -> None:
    def tree_of(kind: str) -> Any:
        def fill(_: Any) -> None:
            tree = ROOT.TTree("t", "")
            x = array.array(kind.lower(), [1])
            tree.Branch("x", x, f"x/{kind}")
            tree.Fill()
            tree.Write()

        return fill

    code, _, complaint = by_ramet(tmp_path, write_all(tmp_path, [tree_of("I"), tree_of("D")]))
    assert code == LOSES_DATA
    assert "type 't' (x)" in complaint


def test_entries_behind_an_empty_tree_are_kept(tmp_path: Path) -> None:
    def empty(_: Any) -> None:
        ROOT.TTree("t", "").Write()

    inputs = write_all(tmp_path, [empty, numbers(0, 3)])
    code, merged, _ = by_ramet(tmp_path, inputs)
    assert code == 0
    assert len(rows_of(merged)) == 3


@pytest.mark.parametrize("axis", [(10, 0.0, 9.3), (10, 0.5, 10.5)])
def test_axes_that_do_not_fit_are_refused_by_name(tmp_path: Path, axis: Any) -> None:
    inputs = write_all(tmp_path, [histogram("h", [1.5]), histogram("h", [1.5], axis=axis)])
    code, _, complaint = by_ramet(tmp_path, inputs)
    assert code == LOSES_DATA
    assert "axes 'h'" in complaint


def test_another_class_of_histogram_is_refused_by_name(tmp_path: Path) -> None:
    inputs = write_all(tmp_path, [histogram("h", [1.5]), histogram("h", [1.5], kind=ROOT.TH1F)])
    code, _, complaint = by_ramet(tmp_path, inputs)
    assert code == LOSES_DATA
    assert "class 'h'" in complaint


def test_texts_that_differ_are_refused_or_kept_by_rule(tmp_path: Path) -> None:
    def text(title: str) -> Any:
        return lambda _: ROOT.TNamed("tag", title).Write()

    inputs = write_all(tmp_path, [text("one"), text("one"), text("two")])
    code, _, complaint = by_ramet(tmp_path, inputs)
    assert code == LOSES_DATA
    assert "contents 'tag'" in complaint
    for rule, titles in (
        ("first", ["one"]),
        ("last", ["two"]),
        ("all", ["one", "one", "two"]),
        ("distinct", ["one", "two"]),
    ):
        code, merged, _ = by_ramet(tmp_path, inputs, "--rule", f"TNamed={rule}")
        assert code == 0
        with opened(merged) as file:
            cycles = sorted((key.GetCycle(), key.ReadObj().GetTitle()) for key in file.GetListOfKeys())
            assert [title for _, title in cycles] == titles
    code, merged, _ = by_ramet(tmp_path, inputs[:2])
    assert code == 0


def test_a_truncated_input_stops_or_is_left_out_by_name(tmp_path: Path) -> None:
    inputs = write_all(tmp_path, [numbers(0, 3), numbers(3, 5000), numbers(5000, 5003)])
    inputs[1].write_bytes(inputs[1].read_bytes()[:-2000])
    code, _, complaint = by_ramet(tmp_path, inputs)
    assert code == 4
    assert inputs[1].name in complaint
    code, merged, complaint = by_ramet(tmp_path, inputs, "--bad", "skip")
    assert code == 0
    assert inputs[1].name in complaint
    assert len(rows_of(merged)) == 6


def test_an_output_that_is_an_input_is_refused(tmp_path: Path) -> None:
    inputs = write_all(tmp_path, [numbers(0, 3)])
    before = inputs[0].read_bytes()
    (tmp_path / "ramet.root").symlink_to(inputs[0])
    code, _, complaint = by_ramet(tmp_path, inputs)
    assert code == 5
    assert "is one of the inputs" in complaint
    assert inputs[0].read_bytes() == before


def test_the_bytes_do_not_depend_on_threads(tmp_path: Path) -> None:
    def both(first: int) -> Any:
        def fill(file: Any) -> None:
            numbers(first, first + 30000)(file)
            histogram("h", [1.5, 2.5], weight=0.1 * (first + 1))(file)

        return fill

    inputs = write_all(tmp_path, [both(number) for number in range(6)])
    contents = []
    for threads in (1, 2, 5):
        code, merged, _ = by_ramet(tmp_path, inputs, "--reproducible", "--threads", str(threads))
        assert code == 0
        contents.append(merged.read_bytes())
    assert contents[0] == contents[1] == contents[2]


def merged_histogram(folder: Path, fills: list[Any], name: str = "h") -> tuple[dict[str, Any], dict[str, Any]]:
    """What ROOT finds in the histogram that ramet made, and in hadd's."""
    inputs = write_all(folder, fills)
    code, merged, complaint = by_ramet(folder, inputs)
    assert (code, complaint) == (0, "")
    _, expected = by_hadd(folder, inputs)
    with opened(merged) as ours, opened(expected) as theirs:
        return cells_of(ours.Get(name)), cells_of(theirs.Get(name))


@pytest.mark.parametrize("kind", [ROOT.TH1F, ROOT.TH1D, ROOT.TH1I])
@pytest.mark.parametrize("axis", [(20, 0.0, 10.0), (5, 0.0, 10.0), (10, 0.0, 20.0), (20, 0.0, 20.0)])
def test_bins_whose_edges_fit_are_joined(tmp_path: Path, kind: Any, axis: Any) -> None:
    found, expected = merged_histogram(
        tmp_path,
        [
            histogram("h", [1.5, 2.5, 9.5], kind=kind),
            histogram("h", [1.25, 8.5, 9.75], kind=kind, axis=axis),
            histogram("h", [0.5], kind=kind),
        ],
    )
    assert found == expected


def test_an_axis_that_grew_is_joined_with_one_that_did_not(tmp_path: Path) -> None:
    def grown(file: Any) -> None:
        made = ROOT.TH1D("h", "", 10, 0, 10)
        made.SetCanExtend(ROOT.TH1.kAllAxes)
        for value in (1.5, 95.0):
            made.Fill(value)

    found, expected = merged_histogram(tmp_path, [histogram("h", [1.5, 2.5]), grown])
    assert found == expected


def test_squared_weights_of_one_file_are_those_of_both(tmp_path: Path) -> None:
    found, expected = merged_histogram(
        tmp_path, [histogram("h", [1.5, 1.5]), histogram("h", [1.5, 2.5], weight=0.5), histogram("h", [3.5])]
    )
    assert found == expected


def test_bins_with_names_are_joined_by_their_names(tmp_path: Path) -> None:
    def labelled(names: list[str]) -> Any:
        def fill(_: Any) -> None:
            made = ROOT.TH1D("h", "", len(names), 0, len(names))
            for number, name in enumerate(names):
                made.GetXaxis().SetBinLabel(number + 1, name)
                made.Fill(name, number + 1.0)

        return fill

    inputs = write_all(tmp_path, [labelled(["a", "b"]), labelled(["b", "c"])])
    code, merged, complaint = by_ramet(tmp_path, inputs)
    assert (code, complaint) == (0, "")
    _, expected = by_hadd(tmp_path, inputs)

    def by_name(path: Path) -> dict[str, tuple[float, float]]:
        with opened(path) as file:
            made = file.Get("h")
            axis = made.GetXaxis()
            return {
                axis.GetBinLabel(bin): (made.GetBinContent(bin), made.GetBinError(bin))
                for bin in range(1, axis.GetNbins() + 1)
                if axis.GetBinLabel(bin)
            }

    assert by_name(merged) == by_name(expected)


@pytest.mark.parametrize("mode", ["", "*", "m", "M", "f", "l"])
@pytest.mark.parametrize(("kind", "values"), [("double", [1.5, 4.5, 2.5]), ("int", [3, 7, 5]), ("Long64_t", [3, 7, 5])])
def test_parameters_are_joined_as_their_mode_says(tmp_path: Path, mode: str, kind: str, values: list[Any]) -> None:
    def parameter(value: Any) -> Any:
        return lambda _: ROOT.TParameter[kind]("p", value, *([mode] if mode else [])).Write()

    inputs = write_all(tmp_path, [parameter(value) for value in values])
    code, merged, complaint = by_ramet(tmp_path, inputs)
    assert (code, complaint) == (0, "")
    _, expected = by_hadd(tmp_path, inputs)
    with opened(merged) as ours, opened(expected) as theirs:
        assert ours.Get("p").GetVal() == theirs.Get("p").GetVal()


def leaf(name: str, code: str, kind: str, values: list[Any]) -> Any:
    def fill(_: Any) -> None:
        tree = ROOT.TTree("t", "a title")
        x = array.array("d", [0.0])
        value = array.array(kind, [0])
        tree.Branch("x", x, "x/D")
        if name:
            tree.Branch(name, value, f"{name}/{code}")
        for number, each in enumerate(values):
            x[0] = number
            value[0] = each
            tree.Fill()
        tree.Write()

    return fill


def test_other_types_are_converted_when_asked(tmp_path: Path) -> None:
    inputs = write_all(tmp_path, [leaf("y", "I", "i", [1, 2]), leaf("y", "L", "q", [3, 1 << 40])])
    assert by_ramet(tmp_path, inputs)[0] == LOSES_DATA
    code, merged, _ = by_ramet(tmp_path, inputs, "--types", "convert")
    assert code == 0
    with opened(merged) as file:
        assert [entry.y for entry in file.Get("t")] == [1, 2, 3, 1 << 40]
        assert file.Get("t").GetTitle() == "a title"


@pytest.mark.parametrize("options", [[], ["--cluster", "keep"]])
def test_missing_branches_are_filled_or_dropped_when_asked(tmp_path: Path, options: list[str]) -> None:
    inputs = write_all(tmp_path, [leaf("", "", "i", [0, 0]), leaf("y", "I", "i", [3, 4])])
    assert by_ramet(tmp_path, inputs)[0] == LOSES_DATA
    code, merged, complaint = by_ramet(tmp_path, inputs, "--missing", "fill", *options)
    assert code == 0
    assert "extra column 't' (y)" in complaint
    with opened(merged) as file:
        assert [(entry.x, entry.y) for entry in file.Get("t")] == [(0, 0), (1, 0), (0, 3), (1, 4)]
    code, merged, _ = by_ramet(tmp_path, inputs, "--missing", "drop", *options)
    assert code == 0
    with opened(merged) as file:
        assert [entry.x for entry in file.Get("t")] == [0, 1, 0, 1]
        assert not file.Get("t").GetBranch("y")


FILL_CLONES = """
#include "TParticle.h"
void fill_clones(const char* path, const std::vector<int>& sizes, int split) {
  TFile file(path, "RECREATE");
  TTree tree("t", "");
  TClonesArray items("TParticle", 2);
  const auto level = std::exchange(gErrorIgnoreLevel, kError);  // it warns of splitting a class with a streamer
  tree.Branch("items", &items, 32000, split);
  gErrorIgnoreLevel = level;
  for (const int size : sizes) {
    items.Clear();
    for (int number = 0; number < size; ++number) {
      auto* item = static_cast<TParticle*>(items.ConstructedAt(number));
      item->SetFirstMother(number);
      item->SetLastMother(size);
    }
    tree.Fill();
  }
  tree.Write();
}
double sum_of_clones(const char* path) {
  TFile file(path);
  auto* tree = file.Get<TTree>("t");
  TClonesArray* items = nullptr;
  tree->SetBranchAddress("items", &items);
  double sum = 0;
  for (Long64_t entry = 0; entry < tree->GetEntries(); ++entry) {
    tree->GetEntry(entry);
    for (int number = 0; number < items->GetEntries(); ++number) {
      const auto* item = static_cast<TParticle*>(items->At(number));
      sum += (entry + 1) * (1000 * item->GetMother(1) + item->GetMother(0));
    }
  }
  return sum;
}
"""


@pytest.mark.parametrize("split", [0, 99])
def test_collections_of_objects_are_moved_with_their_largest_size(tmp_path: Path, split: int) -> None:
    if not hasattr(ROOT, "fill_clones"):
        ROOT.gInterpreter.Declare(FILL_CLONES)
    inputs = []
    for number, sizes in enumerate([[1, 2], [30, 0], [3]]):
        inputs.append(tmp_path / f"in{number}.root")
        ROOT.fill_clones(str(inputs[-1]), sizes, split)
    code, merged, complaint = by_ramet(tmp_path, inputs)
    assert (code, complaint) == (0, "")
    sizes = [1, 2, 30, 0, 3]
    wanted = sum((entry + 1) * sum(1000 * size + number for number in range(size)) for entry, size in enumerate(sizes))
    assert ROOT.sum_of_clones(str(merged)) == wanted


def test_ntuples_are_moved(tmp_path: Path) -> None:
    def fill_with(first: int) -> Any:
        def fill(file: Any) -> None:
            model = ROOT.RNTupleModel.Create()
            model.MakeField["std::int32_t"]("n")
            model.MakeField["std::vector<float>"]("v")
            with ROOT.RNTupleWriter.Append(model, "ntpl", file) as writer:
                entry = writer.CreateEntry()
                for number in range(first, first + 50):
                    entry["n"] = number
                    entry["v"] = [number + index for index in range(number % 4)]
                    writer.Fill(entry)

        return fill

    inputs = write_all(tmp_path, [fill_with(0), fill_with(50), fill_with(100)])
    code, merged, complaint = by_ramet(tmp_path, inputs)
    assert (code, complaint) == (0, "")
    frame = ROOT.RDataFrame("ntpl", str(merged))
    numbers = frame.Take["std::int32_t"]("n")
    values = frame.Take["std::vector<float>"]("v")
    assert list(numbers.GetValue()) == list(range(150))
    assert [list(each) for each in values.GetValue()] == [
        [number + index for index in range(number % 4)] for number in range(150)
    ]


def test_objects_of_other_classes_are_moved(tmp_path: Path) -> None:
    def fill(_: Any) -> None:
        tree = ROOT.TVector3(1, 2, 3)
        tree.Write("vector")

    inputs = write_all(tmp_path, [fill, fill])
    code, merged, _ = by_ramet(tmp_path, inputs)
    assert code == 0
    with opened(merged) as file:
        assert [key.GetName() for key in file.GetListOfKeys()] == ["vector"]
        assert file.Get("vector").Z() == 3


def test_points_of_graphs_are_appended(tmp_path: Path) -> None:
    def graphs(first: float) -> Any:
        def fill(_: Any) -> None:
            plain = ROOT.TGraph()
            errors = ROOT.TGraphAsymmErrors()
            for number in range(3):
                plain.AddPoint(first + number, 2 * first)
                errors.AddPoint(first + number, first)
                errors.SetPointError(number, 0.1, 0.2, 0.3 * first, 0.4)
            plain.Write("plain")
            errors.Write("errors")

        return fill

    inputs = write_all(tmp_path, [graphs(1.0), graphs(10.0)])
    code, merged, complaint = by_ramet(tmp_path, inputs)
    assert (code, complaint) == (0, "")
    _, expected = by_hadd(tmp_path, inputs)

    def points(path: Path) -> list[Any]:
        with opened(path) as file:
            plain = file.Get("plain")
            errors = file.Get("errors")
            return [
                [(plain.GetPointX(index), plain.GetPointY(index)) for index in range(plain.GetN())],
                [
                    (errors.GetPointX(index), errors.GetErrorXlow(index), errors.GetErrorYlow(index))
                    for index in range(errors.GetN())
                ],
            ]

    assert points(merged) == points(expected)


def test_entry_lists_become_one_of_the_merged_tree(tmp_path: Path) -> None:
    def listed(first: int) -> Any:
        def fill(_: Any) -> None:
            numbers(first, first + 10)(None)
            tree = ROOT.gDirectory.Get("t")
            chosen = ROOT.TEntryList("chosen", "", tree)
            for entry in (2, 5):
                chosen.Enter(entry, tree)
            chosen.Write()
            chosen.SetDirectory(ROOT.nullptr)

        return fill

    inputs = write_all(tmp_path, [listed(0), listed(100)])
    merged = tmp_path / "merged.root"
    subprocess.run(["ramet", "hadd", "-v", "0", "-ff", merged, *inputs], check=True)
    with opened(merged) as file:
        assert [key.GetCycle() for key in file.GetListOfKeys() if key.GetName() == "chosen"] == [1]
        chosen = file.Get("chosen")
        assert [chosen.GetEntry(number) for number in range(chosen.GetN())] == [2, 5, 12, 15]
