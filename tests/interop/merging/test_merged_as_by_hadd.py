"""Where hadd is right, ROOT finds the same in what `ramet merge` makes; where hadd loses data, the exit code is 3."""

from __future__ import annotations

import array
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


@pytest.mark.parametrize("axis", [(10, 0.0, 9.3), (20, 0.0, 9.9)])
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
    assert code == 1
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
    assert code == 1
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
