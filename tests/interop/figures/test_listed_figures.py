"""Histograms and graphs inside lists, maps and canvases of ROOT are what they are at a key."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet
import ROOT


@pytest.fixture
def listed(tmp_path: Path) -> Iterator[Any]:
    """A file with a histogram and others in objects of all kinds, and by themselves."""
    path = str(tmp_path / "listed.root")
    histogram = ROOT.TH1D("h", "a title", 10, 0, 10)
    histogram.SetDirectory(ROOT.nullptr)
    histogram.Fill(3.5, 2)
    plane = ROOT.TH2F("plane", "", 3, 0, 3, 2, 0, 2)
    plane.SetDirectory(ROOT.nullptr)
    plane.Fill(1, 1)
    graph = ROOT.TGraph(2, np.array([0.0, 1.0]), np.array([2.0, 5.0]))
    graph.SetName("g")
    passed = ROOT.TEfficiency("e", "", 4, 0, 4)
    passed.Fill(True, 1)
    key, line = ROOT.TObjString("first"), ROOT.TF1("line", "[0]*x", 0, 1)
    collections = {"list": ROOT.TList(), "array": ROOT.TObjArray(), "map": ROOT.TMap()}
    for one in (histogram, plane, graph, passed, line, histogram):
        collections["list"].Add(one)
        collections["array"].Add(one)
    collections["map"].Add(key, histogram)
    canvas = ROOT.TCanvas("canvas")
    histogram.Draw()
    file = ROOT.TFile(path, "RECREATE")
    for name, collection in collections.items():
        collection.Write(name, ROOT.TObject.kSingleKey)
        collection.Clear("nodelete")
    for name, one in (("canvas", canvas), ("h", histogram), ("plane", plane), ("g", graph), ("e", passed)):
        file.WriteTObject(one, name)
    file.Close()
    canvas.Close()
    with ramet.open(path) as opened:
        yield opened


@pytest.mark.parametrize("collection", ["list", "array"])
def test_figures_of_collections_are_those_of_keys(listed: Any, collection: str) -> None:
    items = list(listed[collection])
    assert [type(one) for one in items[:4]] == [type(listed[name]) for name in ("h", "plane", "g", "e")]
    assert items[0] == listed["h"]
    assert items[1] == listed["plane"]
    assert np.array_equal(items[2].values(), listed["g"].values())
    assert np.array_equal(items[3].values(), listed["e"].values(), equal_nan=True)
    assert items[4].formula == "[p0]*x"
    assert items[5] is items[0]  # a pointer to what was there before


def test_figures_of_maps_and_canvases(listed: Any) -> None:
    assert listed["map"]["first"] == listed["h"]
    assert listed["h"] in [one for one in listed["canvas"]["fPrimitives"] if isinstance(one, ramet.Histogram)]


@pytest.mark.parametrize("name", ["list", "array", "map", "canvas"])
def test_json_of_what_holds_figures(listed: Any, name: str) -> None:
    assert listed[name].tojson() == listed.object_of(name).tojson()
    assert '"_typename": "TH1D"' in json.dumps(listed[name].tojson())


def test_a_figure_of_a_list_has_its_members_and_its_file(listed: Any) -> None:
    histogram = listed["list"][0]
    assert (histogram.member("fName"), histogram.member("fEntries")) == ("h", 1)
    assert histogram.file.file_path == listed.file_path
    assert pickle.loads(pickle.dumps(histogram)) == histogram
    with pytest.raises(ramet.UnsupportedError, match="is not the object of a key"):
        pickle.dumps(listed["list"][2])
    assert listed.object_of("list")[0].classname == "TH1D"
