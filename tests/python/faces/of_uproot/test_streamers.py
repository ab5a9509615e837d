"""The classes that a file describes, by uproot's names."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet

uproot = pytest.importorskip("uproot")

CLASSES = {"Hit": {"x": "double", "hits": "std::vector<float>", "n": "int"}}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with ramet.recreate(tmp_path / "x.root") as file:
        file["h"] = np.histogram([0.5], bins=2)
        file["text"] = "some words"
        file["g"] = ramet.Graph([1], [2], y_errors=[0.5])
        file.mktree("T", {"hit": "Hit"}, classes=CLASSES).extend({"hit": [{"x": 1, "hits": [0.5], "n": 2}]})
    return tmp_path / "x.root"


@pytest.fixture
def both(path: Path) -> tuple[Any, Any]:
    return ramet.open(path), uproot.open(path).file


def shown(show: Any, *arguments: Any) -> str:
    """What it prints, with ROOT's names of types, as files have them: uproot prints C++'s for some."""
    out = io.StringIO()
    show(*arguments, stream=out)
    return out.getvalue().replace("unsigned long long", "ULong64_t").replace("long long", "Long64_t")


def test_all_versions_of_all_classes_are_there(both: tuple[Any, Any]) -> None:
    ours, theirs = ({name: list(one) for name, one in file.streamers.items()} for file in both)
    assert ours == theirs
    assert {"TH1D", "TTree", "TGraphErrors", "Hit"} < set(ours)


def test_elements_say_what_members_are(both: tuple[Any, Any]) -> None:
    for ours, theirs in zip(*(file.streamer_named("TH1").elements for file in both), strict=True):
        assert (ours.name, ours.typename, ours.title) == (theirs.name, theirs.typename, theirs.title)
        assert ours.array_length == theirs.array_length
        assert ours.classname == theirs.classname
    infos = [file.streamer_named("Hit") for file in both]
    assert len({(one.name, one.typename, one.class_version) for one in infos}) == 1
    assert infos[0].checksum == infos[1].member("fCheckSum")
    assert repr(infos[0]) == "<StreamerInfo of Hit (version 1)>"
    assert repr(infos[0].elements[0]) == "<StreamerElement x: double (TStreamerBasicType)>"


def test_a_class_is_printed_with_what_it_is_made_of(both: tuple[Any, Any]) -> None:
    for name in ("TNamed", "TH1D", "TGraphErrors", "Hit"):
        ours, theirs = (shown(file.show_streamers, name) for file in both)
        assert ours == theirs
        assert f"{name} (v" in ours
    ours, theirs = (shown(file.show_streamers).split("\n\n") for file in both)
    assert sorted(one.strip() for one in ours) == sorted(one.strip() for one in theirs)


def test_dependencies_come_before_what_is_made_of_them(both: tuple[Any, Any]) -> None:
    for name in both[1].streamers:
        assert both[0].streamer_dependencies(name) == both[1].streamer_dependencies(name)
    assert both[0].streamer_dependencies("TNamed")[-2:] == [("TObject", 1), ("TNamed", 1)]


def test_versions_are_chosen(both: tuple[Any, Any]) -> None:
    ours = both[0]
    for version in ("min", "max", ours.streamer_named("TH1").class_version):
        assert ours.streamer_named("TH1", version).class_version == both[1].streamer_named("TH1").class_version
    assert len(ours.streamers_named("TH1")) == 1
    for file in both:
        assert file.streamer_named("TH1", 1) is file.streamer_named("Nothing") is None
        assert file.streamers_named("Nothing") == []
    assert ours.streamer_dependencies("Nothing") == []
    with pytest.raises(ValueError, match="version 'newest' is not 'min', 'max' or a number"):
        ours.streamer_named("TH1", "newest")


def test_the_class_of_an_object_has_a_description(path: Path) -> None:
    ours, theirs = (package.open(path).streamer_of("h") for package in (ramet, uproot))
    assert (ours.name, ours.class_version) == (theirs.name, theirs.class_version)
    with pytest.raises(KeyError, match="nothing"):
        ramet.open(path).streamer_of("nothing")
