"""Labels of bins that ramet wrote, as those of hist's categories, are ROOT's, and those of ROOT are ramet's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import hist
import numpy as np
import pytest
import ramet
import ROOT

ROOT.TH1.AddDirectory(False)

NAMES = ["b", "c", "light ü", "a label of several words"]
AXES = [
    (hist.axis.StrCategory(NAMES, label="flavour"), NAMES),
    (hist.axis.StrCategory(NAMES, growth=True), NAMES),
    (hist.axis.IntCategory([13, -11, 211]), ["13", "-11", "211"]),
]
STORAGES = [hist.storage.Double(), hist.storage.Int64(), hist.storage.Weight()]


def in_root(path: Path, name: str) -> Any:
    file = ROOT.TFile(str(path))
    found = file.Get(name)
    file.Close()
    return found


def labels_of(axis: Any) -> list[str]:
    return [str(axis.GetBinLabel(place)) for place in range(1, axis.GetNbins() + 1)]


@pytest.mark.parametrize("storage", STORAGES)
@pytest.mark.parametrize(("axis", "labels"), AXES)
def test_root_has_the_categories_of_hist_as_labels(tmp_path: Path, axis: Any, labels: list[str], storage: Any) -> None:
    made = hist.Hist(axis, storage=storage)
    entries = [axis.bin(place) for place in range(axis.size) for _ in range(place + 1)]
    made.fill(entries)
    with ramet.recreate(tmp_path / "h.root") as file:
        file["h"] = made
    theirs = in_root(tmp_path / "h.root", "h")
    x = theirs.GetXaxis()
    assert labels_of(x) == labels
    assert [x.FindFixBin(label) for label in labels] == list(range(1, len(labels) + 1))
    assert [theirs.GetBinContent(place + 1) for place in range(len(labels))] == [*range(1, len(labels) + 1)]
    assert str(x.GetTitle()) == made.axes[0].label
    # What ROOT does by labels works on: it sorts by them, fills by them, and merges by them.
    theirs.LabelsOption("a")
    assert labels_of(theirs.GetXaxis()) == sorted(labels)
    theirs.Fill(labels[0], 10)
    assert theirs.GetBinContent(theirs.GetXaxis().FindFixBin(labels[0])) == 11


def test_root_merges_two_of_them_by_their_labels(tmp_path: Path) -> None:
    found = []
    for number, names in enumerate([["b", "c"], ["c", "d"]]):
        with ramet.recreate(tmp_path / f"{number}.root") as file:
            file["h"] = hist.Hist(hist.axis.StrCategory(names)).fill(names)
        found.append(in_root(tmp_path / f"{number}.root", "h"))
    others = ROOT.TList()
    others.Add(found[1])
    assert found[0].Merge(others) >= 0
    x = found[0].GetXaxis()
    assert {label: found[0].GetBinContent(x.FindFixBin(label)) for label in "bcd"} == {"b": 1, "c": 2, "d": 1}


def test_ramet_has_the_labels_of_root_and_writes_them_back(tmp_path: Path) -> None:
    made = ROOT.TH1D("h", "", 3, 0, 3)
    for place, label in enumerate(NAMES[:3]):
        made.GetXaxis().SetBinLabel(place + 1, label)
        made.Fill(label, place + 1)
    file = ROOT.TFile(str(tmp_path / "root.root"), "RECREATE")
    file.WriteTObject(made)
    file.Close()
    read = ramet.open(tmp_path / "root.root")["h"]
    assert read.axes[0].labels() == NAMES[:3]
    assert np.asarray(read.values()).tolist() == [1, 2, 3]
    with ramet.recreate(tmp_path / "copy.root") as copy:
        copy["h"] = read
    assert labels_of(in_root(tmp_path / "copy.root", "h").GetXaxis()) == NAMES[:3]
