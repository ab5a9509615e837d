"""Histograms made of ROOT's members, by uproot's functions: both packages write the same."""

from __future__ import annotations

import inspect
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
import ramet
from ramet.writing import identify

uproot = pytest.importorskip("uproot")
theirs = pytest.importorskip("uproot.writing.identify")

SUMS = ["fTsumwx", "fTsumwy", "fTsumwz", "fTsumwt"]
PRODUCTS = [[], ["fTsumwxy"], ["fTsumwxy", "fTsumwxz", "fTsumwyz"]]


def axes_of(package: ModuleType, number: int) -> dict[str, Any]:
    x = package.to_TAxis("xaxis", "mass [GeV]", 2, -3.14, 2.71)
    y = package.to_TAxis("yaxis", "", 3, -5.0, 10.0, fXbins=np.array([-5.0, 0.0, 1.0, 10.0]))
    return dict(list({"fXaxis": x, "fYaxis": y, "fZaxis": package.to_TAxis("zaxis", "", 1, 0.0, 1.0)}.items())[:number])


def made_by(package: ModuleType, name: str, number: int, *, is_profile: bool, kept: bool) -> Any:
    random = np.random.default_rng(1)
    cells = [4, 20, 60][number - 1]
    members = SUMS[: number + is_profile] + [f"{one}2" for one in SUMS[: number + is_profile]] + PRODUCTS[number - 1]
    sums: dict[str, Any] = {member: random.normal() for member in ["fTsumw", "fTsumw2", *members]} | {"fEntries": 5.0}
    sums["fSumw2"] = random.uniform(1, 2, cells) if kept or is_profile else np.array([])
    if is_profile:
        sums["fBinEntries"] = random.uniform(1, 2, cells)
        sums["fBinSumw2"] = random.uniform(1, 2, cells) if kept else np.array([])
    data = random.uniform(1, 2, cells)
    return getattr(package, name)(fName="h", fTitle="title", data=data, **sums, **axes_of(package, number))


@pytest.mark.parametrize("kept", [True, False])
@pytest.mark.parametrize(
    ("name", "number"),
    [("to_TH1x", 1), ("to_TH2x", 2), ("to_TH3x", 3), ("to_TProfile", 1), ("to_TProfile2D", 2), ("to_TProfile3D", 3)],
)
def test_both_write_the_same(tmp_path: Path, name: str, number: int, kept: bool) -> None:  # noqa: FBT001
    is_profile = "Profile" in name
    with ramet.recreate(tmp_path / "ours.root") as file:
        file["h"] = made_by(identify, name, number, is_profile=is_profile, kept=kept)
    with uproot.recreate(tmp_path / "theirs.root") as file:
        file["h"] = made_by(theirs, name, number, is_profile=is_profile, kept=kept)
    one, other = (uproot.open(tmp_path / f"{by}.root")["h"] for by in ("ours", "theirs"))
    assert (one.classname, one.title) == (other.classname, other.title)
    for member, value in other.all_members.items():
        if member.startswith(("fTsum", "fEntries", "fSumw2", "fBinEntries", "fBinSumw2")):
            assert np.array_equal(np.asarray(one.member(member)), np.asarray(value)), member
    assert one.values(flow=True).tolist() == other.values(flow=True).tolist()
    for axis in "xyz"[:number]:
        assert one.axis(axis).edges().tolist() == other.axis(axis).edges().tolist()
        assert one.axis(axis).member("fTitle") == other.axis(axis).member("fTitle")
    assert ramet.open(tmp_path / "ours.root")["h"] == made_by(identify, name, number, is_profile=is_profile, kept=kept)


@pytest.mark.parametrize("name", ["to_TH1x", "to_TH2x", "to_TH3x", "to_TProfile", "to_TProfile2D", "to_TProfile3D"])
def test_sums_are_taken_by_their_places_and_default_values_by_their_names(name: str) -> None:
    parameters = inspect.signature(getattr(theirs, name)).parameters.values()
    number = next(number for number in (3, 2, 1) if str(number) in name or number == 1)
    cells = [4, 20, 60][number - 1]
    axes = axes_of(identify, number)
    of_bins = {member: np.arange(cells) for member in ("data", "fSumw2", "fBinEntries", "fBinSumw2")}
    given = {"fName": "h", "fTitle": "title"} | of_bins | axes
    places = [one.name for one in parameters if one.default is inspect.Parameter.empty]
    values = [given.get(member, float(place)) for place, member in enumerate(places)]
    defaults = {one.name: one.default for one in parameters if one.default is not inspect.Parameter.empty}
    make = getattr(identify, name)
    assert make(*values) == make(*values, **defaults) == make(**dict(zip(places, values, strict=True)))
    assert make(*values) != make(*[*values[:4], 99.0, *values[5:]])


def test_default_values_of_axes_are_taken() -> None:
    parameters = inspect.signature(theirs.to_TAxis).parameters.values()
    defaults = {one.name: one.default for one in parameters if one.default is not inspect.Parameter.empty}
    assert identify.to_TAxis("xaxis", "", 2, 0, 1, **defaults).bins.bins == 2
    with pytest.raises(ramet.UnsupportedError, match="does not take 'fNdivisions'"):
        identify.to_TAxis("xaxis", "", 2, 0, 1, fNdivisions=5)


def test_texts_and_names_of_bins(tmp_path: Path) -> None:
    sums = dict.fromkeys(["fEntries", "fTsumw", "fTsumw2", "fTsumwx", "fTsumwx2"], 0.0)
    axis = identify.to_TAxis("xaxis", "", 2, 0, 2, fLabels=["a", "b"])
    with ramet.recreate(tmp_path / "x.root") as file:
        file["h"] = identify.to_TH1x("h", "", np.zeros(4), fXaxis=axis, fSumw2=None, **sums)
        file["text"] = identify.to_TObjString("hello")
    with uproot.open(tmp_path / "x.root") as file:
        assert file["h"].axis().labels() == ["a", "b"]
        assert str(file["text"]) == "hello"


def test_what_does_not_fit_is_refused() -> None:
    axis = identify.to_TAxis("xaxis", "", 2, 0, 1)
    sums: dict[str, Any] = dict.fromkeys(["fEntries", "fTsumw", "fTsumw2", "fTsumwx", "fTsumwx2"], 0.0) | {"fSumw2": []}
    with pytest.raises(ramet.MisuseError, match="data has 3 values, expected 4"):
        identify.to_TH1x("h", "", [1, 2, 3], fXaxis=axis, **sums)
    with pytest.raises(TypeError, match="lacks 'fTsumwx2'"):
        identify.to_TH1x("h", "", np.zeros(4), fXaxis=axis, **{key: sums[key] for key in sums if key != "fTsumwx2"})
    with pytest.raises(ramet.UnsupportedError, match="does not take 'fLineColor'"):
        identify.to_TH1x("h", "", np.zeros(4), fXaxis=axis, fLineColor=3, **sums)
    with pytest.raises(TypeError, match="got 8 values"):
        identify.to_TH1x("h", "", np.zeros(4), *sums.values(), axis, axis)
    with pytest.raises(TypeError, match="each once"):
        identify.to_TH1x("h", "", np.zeros(4), 1.0, fXaxis=axis, **sums)
    with pytest.raises(ramet.MisuseError, match="fXbins has 2 edges for 2 bins, expected 3 or none"):
        identify.to_TAxis("xaxis", "", 2, 0, 1, fXbins=[0, 1])
    with pytest.raises(ramet.MisuseError, match="fNbins is 0"):
        identify.to_TAxis("xaxis", "", 0, 0, 1)
