"""ROOT's JSON form of what is in files, and closing it, by uproot's names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import hist
import pytest
import ramet
from ramet.reading.objects.object import Object

uproot = pytest.importorskip("uproot")

HITS = {"Hit": {"x": "double", "y": "int"}}
IN_MEMORY = 0xFF000000  # the bits of a TObject that say how it lies in memory, which are not stored


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with ramet.recreate(tmp_path / "x.root") as file:
        file.mktree("T", {"hit": "Hit", "n": "int32"}, classes=HITS).extend({"hit": [{"x": 0.5, "y": 1}], "n": [7]})
        file["h"] = ramet.Histogram(2, (0, 1), title="a title", label="mass").fill([0.5, 2], weight=2)
        file["names"] = hist.Hist.new.StrCat(["a", "b"], name="kind").Double().fill(["a"])
        file["g"] = ramet.Graph([1, 2], [3, 4], y_errors=[0.5, 0.25])
        file["text"] = "some words"
        file.mkrntuple("N", {"n": "int32"}).extend({"n": [1]})
    return tmp_path / "x.root"


def stored(value: Any) -> Any:
    """A JSON form without the bits that are not stored."""
    if isinstance(value, dict):
        return {key: one & ~IN_MEMORY if key == "fBits" else stored(one) for key, one in value.items()}
    return [stored(one) for one in value] if isinstance(value, list) else value


def assert_has_all(ours: Any, theirs: Any, place: str = "") -> None:
    """Whether a JSON form has all members of another, with their values."""
    if isinstance(theirs, dict):
        for name, value in theirs.items():
            assert_has_all(ours[name], value, f"{place}.{name}")
    elif isinstance(theirs, list) and all(isinstance(one, dict) for one in theirs):
        assert len(ours) == len(theirs), place
        for number, (one, other) in enumerate(zip(ours, theirs, strict=True)):
            assert_has_all(one, other, f"{place}.{number}")
    else:
        assert ours == theirs, place


@pytest.mark.parametrize("name", ["T", "T/n", "h", "g", "text"])
def test_the_json_form_has_the_members_that_uproots_has(path: Path, name: str) -> None:
    ours, theirs = (package.open(path)[name].tojson() for package in (ramet, uproot))
    assert_has_all(stored(json.loads(json.dumps(ours))), stored(theirs))


def test_the_json_form_of_a_histogram_has_its_contents(path: Path) -> None:
    form = ramet.open(path)["h"].tojson()
    assert form["fArray"] == [0, 0, 2, 2]
    assert (form["_typename"], form["fXaxis"]["_typename"], form["fXaxis"]["fTitle"]) == ("TH1D", "TAxis", "mass")
    assert form["fFunctions"] == {"_typename": "TList", "name": "TList", "arr": [], "opt": []}
    labels = ramet.open(path)["names"].axis().tojson()["fLabels"]
    assert [one["fString"] for one in labels["arr"]] == ["a", "b"]
    assert (labels["_typename"], labels["opt"]) == ("THashList", ["", ""])


def test_a_histogram_of_no_file_has_no_json_form() -> None:
    with pytest.raises(ramet.UnsupportedError, match="was not read from a file"):
        ramet.Histogram(2, (0, 1)).tojson()


@pytest.mark.parametrize("name", ["T", "T/n", "T/hit.", "N", "N/n", "h", "g", "text"])
def test_everything_of_a_file_is_closed_by_itself_or_by_with(path: Path, name: str) -> None:
    with ramet.open(path)[name] as found:
        assert not found.closed
    assert found.closed
    found = ramet.open(path)[name]
    found.close()
    assert found.closed


def test_trees_are_closed_as_uproot_has_it(path: Path) -> None:
    for package in (ramet, uproot):
        with package.open(path)["T"] as tree:
            assert not tree.closed
        assert tree.closed


def test_trees_and_histograms_can_be_used_after_they_were_closed(path: Path) -> None:
    with ramet.open(path)["T"] as tree, ramet.open(path)["h"] as histogram:
        pass
    assert tree["n"].array().to_list() == [7]
    assert histogram.values().tolist() == [0, 2]


def test_objects_know_their_file(path: Path) -> None:
    for package in (ramet, uproot):
        assert package.open(path)["text"].file.file_path == str(path)
    assert "h;1" in ramet.open(path)["text"].file
    assert ramet.open(path).object_of("h").fXaxis.file.file_path == str(path)
    assert ramet.open(path)["h"].axis().file.file_path == str(path)
    with pytest.raises(ramet.UnsupportedError, match="was not read from a file"):
        _ = Object(ramet.open(path)["text"]._core, lambda one: one).file
