"""Notebooks: HTML tables and completion of names."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet

PICTURES = {"svg", "title", "rect", "path", "text", "g"}


class Cells(HTMLParser):
    """The cells of a table, and every tag."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.cells: list[str] = []
        self.tags: set[str] = set()
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, _: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag == "td":
            self.cells.append("")

    def handle_data(self, data: str) -> None:
        if self.cells:
            self.cells[-1] += data


@pytest.fixture
def hostile_file(tmp_path: Path) -> Path:
    path = tmp_path / "hostile.root"
    with ramet.recreate(path) as file:
        file["<b>h"] = ramet.Histogram(2, (0, 1), label="<i>m</i>")
        file.mktree("<script>alert(1)<&T", {"<img src=x>": np.arange(3), "y" * 3000: np.arange(3)})
    return path


def shown(found: Any) -> Cells:
    return Cells(found._repr_html_())


def test_files_and_directories_complete_names_at_every_depth(mixed_file: Path) -> None:
    with ramet.open(mixed_file) as file:
        assert file._ipython_key_completions_() == ["dir", "dir/Events", "spectrum"]
        assert file["dir"]._ipython_key_completions_() == ["Events"]
        assert shown(file).cells == ["dir;1", "TDirectory", "spectrum;1", "TH1D"]
        assert shown(file["dir"]).cells == ["Events;1", "TTree"]


def test_closed_files_and_directories_show_that_they_are_closed(mixed_file: Path) -> None:
    file = ramet.open(mixed_file)
    directory = file["dir"]
    directory.close()
    file.close()
    for one in (file, directory):
        assert "(closed)" in repr(one)
        assert "(closed)" in one._repr_html_()
        assert one._ipython_key_completions_() == []


def test_trees_branches_and_datasets_show_names_and_types(mixed_file: Path) -> None:
    tree = ramet.open(f"{mixed_file}:dir/Events")
    dataset = ramet.open_many({mixed_file: "dir/Events"})
    for table in (tree, dataset):
        assert table._ipython_key_completions_() == table.keys()
        assert shown(table).cells == [text for pair in table.typenames().items() for text in pair]
    assert tree["pair"]._ipython_key_completions_() == tree["pair"].keys()
    assert shown(tree["pair"]).cells == [text for pair in tree["pair"].typenames().items() for text in pair]
    assert tree["number"]._ipython_key_completions_() == []
    assert shown(tree["number"]).tags == {"code"}
    assert shown(dataset["number"]).tags == {"code"}


def test_ntuples_and_fields_show_names_and_types(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "n.root") as file:
        file.mkrntuple("N", {"pair": {"x": "float32", "n": "int32"}}).extend({"pair": {"x": [1.0], "n": [2]}})
    ntuple = ramet.open(tmp_path / "n.root")["N"]
    assert ntuple._ipython_key_completions_() == ["pair", "pair.x", "pair.n"]
    assert shown(ntuple).cells == [text for pair in ntuple.typenames().items() for text in pair]
    assert ntuple["pair"]._ipython_key_completions_() == ["x", "n"]
    assert shown(ntuple["pair"]).cells == ["x", "float", "n", "std::int32_t"]


def test_histograms_show_their_axes(mixed_file: Path) -> None:
    assert shown(ramet.Histogram(2, (0, 1), label="m [GeV]")).cells == ["xaxis", "2", "0.0", "1.0", "m [GeV]"]
    assert shown(ramet.open(mixed_file)["spectrum"]).cells[1] == "4"


def test_histograms_profiles_and_graphs_are_drawn() -> None:
    plane = ramet.Histogram((2, 2), ((0, 1), (0, 1))).fill([0.5], [0.5])
    profile = ramet.Profile(2, (0, 1)).fill([0.5], sample=[3.0])
    for one in (ramet.Histogram(2, (0, 1)), plane, profile, ramet.Graph([1.0, 2.0], [3.0, 4.0])):
        assert "svg" in shown(one).tags
    cube = ramet.Histogram((2, 2, 2), ((0, 1),) * 3)
    for one in (cube, ramet.Histogram(5000, (0, 1)), ramet.Histogram((500, 500), ((0, 1),) * 2)):
        assert "svg" not in shown(one).tags
        assert len(one._repr_html_()) < 2000


def test_frames_and_their_results() -> None:
    frame = ramet.frame({"x": [1.0, 2.0]}).filter("x > 1", name="<b>cut")
    assert shown(frame).cells == ["x", "float64", "source"]
    assert shown(frame.report()).cells == ["<b>cut", "2", "1", "50.00 %", "50.00 %"]
    assert "svg" in shown(frame.histo1d("x", 2, (0, 3))).tags
    assert "&lt;b&gt;cut" in frame.describe()._repr_html_()  # type: ignore[attr-defined]
    assert shown(frame.display()).tags == {"pre"}


def test_members_of_objects_are_completed(mixed_file: Path) -> None:
    found = ramet.open(mixed_file).object_of("spectrum")
    assert "fXaxis" in found._ipython_key_completions_()
    assert found._ipython_key_completions_() == found.members._ipython_key_completions_()


def test_files_that_are_written_complete_their_names(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "w.root") as file:
        file["dir/h"] = ramet.Histogram(2, (0, 1))
        file["dir/h"] = ramet.Histogram(2, (0, 1))
        assert file._ipython_key_completions_() == ["dir", "dir/h"]
        assert file["dir"]._ipython_key_completions_() == ["h"]


def test_shown_text_is_escaped_and_bounded(hostile_file: Path) -> None:
    file = ramet.open(hostile_file)
    tree = file["<script>alert(1)<&T"]
    for one in (file, tree, tree["<img src=x>"], file["<b>h"]):
        assert shown(one).tags <= {"table", "caption", "tr", "th", "td", "code", *PICTURES}
        assert len(one._repr_html_()) < (6000 if one is file["<b>h"] else 2000)
    assert shown(tree).cells[0] == "<img src=x>"
    assert shown(file).cells[:2] == ["<b>h;1", "TH1D"]


def test_the_first_of_many_names_are_shown_and_all_are_completed(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "many.root") as file:
        for number in range(150):
            file[f"h{number}"] = ramet.Histogram(2, (0, 1))
        file.mktree("T", {f"x{number}": "int32" for number in range(150)})
    file = ramet.open(tmp_path / "many.root")
    assert shown(file).cells[-1] == "and 51 more"
    assert shown(file["T"]).cells[-1] == "and 50 more"
    assert len(file._ipython_key_completions_()) == 151
