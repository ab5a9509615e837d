"""Histograms as boost-histogram and hist have them, and widths of bins, as uproot gives them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import awkward as ak
import boost_histogram
import numpy as np
import pytest
import ramet

uproot = pytest.importorskip("uproot")


@pytest.fixture
def both(tmp_path: Path) -> tuple[Any, Any]:
    random = np.random.default_rng(1)
    with ramet.recreate(tmp_path / "x.root") as file:
        file["h"] = ramet.Histogram(75, (-3, 3), title="a title", label="mass [GeV]").fill(random.normal(size=100))
        file["plane"] = np.histogram2d(random.normal(size=9), random.normal(size=9), bins=(3, [0, 0.5, 2]))
        file.mkrntuple("N", {"n": "int32", "l": "var * float64", "s": "string"})
    return ramet.open(tmp_path / "x.root"), uproot.open(tmp_path / "x.root")


def test_names_and_labels_are_kept(both: tuple[Any, Any]) -> None:
    for name in ("h", "plane"):
        for convert in ("to_boost", "to_hist"):
            ours, theirs = (getattr(file[name], convert)() for file in both)
            assert ours.name == theirs.name == name
            assert [axis.name for axis in ours.axes] == [axis.name for axis in theirs.axes]
            assert [axis.label for axis in ours.axes] == [axis.label for axis in theirs.axes]
            assert ours.values(flow=True).tolist() == theirs.values(flow=True).tolist()
    ours = both[0]["h"]
    assert ours.to_boost() == boost_histogram.Histogram(ours)


def test_members_of_the_file_become_attributes(both: tuple[Any, Any]) -> None:
    for file in both:
        made = file["h"].to_boost(metadata={"about": "fTitle"}, axis_metadata={"bins": "fNbins"})
        assert made.about == "a title"
        assert made.axes[0].bins == 75
        assert file["h"].to_hist({"about": "fTitle"}).about == "a title"
    with pytest.raises(ramet.KeyInFileError, match="fNothing"):
        both[0]["h"].to_boost({"about": "fNothing"})


def test_widths_of_regular_bins_are_all_the_same(both: tuple[Any, Any]) -> None:
    for name, axis in (("h", 0), ("plane", 0), ("plane", 1)):
        ours, theirs = (file[name].axis(axis) for file in both)
        assert ours.widths().tolist() == theirs.widths().tolist()
        assert ours.widths(True).tolist() == pytest.approx(theirs.widths(True).tolist())
    assert len(set(both[0]["h"].axis().widths())) == 1


def test_the_constructors_are_where_uproot_has_them() -> None:
    assert callable(ramet.writing.identify.to_TH1x)


def test_ntuples_say_their_form(both: tuple[Any, Any]) -> None:
    ours, theirs = (file["N"] for file in both)
    form, path = ours.to_akform()
    other, no_path = theirs.to_akform()
    assert ak.forms.from_type(form.type) == ak.forms.from_type(other.type)
    assert path is no_path is None
    assert ours.to_akform(filter_name="l")[0].fields == theirs.to_akform(filter_name="l")[0].fields == ["l"]
    assert ours["l"].to_akform()[1] == theirs["l"].to_akform()[1] == ["l"]
    assert ours["l"].to_akform()[0].type == theirs["l"].to_akform()[0].type
