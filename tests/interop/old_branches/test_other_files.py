"""Branches whose baskets ROOT put into another file (TBranch::SetFile): checked and recovered with that file, refused
without it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import ramet
import ROOT

ENTRIES = 3000


def write(folder: Path) -> Path:
    path = folder / "main.root"
    file = ROOT.TFile(str(path), "RECREATE")
    tree = ROOT.TTree("T", "baskets in two files")
    x, y = np.zeros(1, np.int32), np.zeros(1, np.float64)
    tree.Branch("x", x, "x/I")
    elsewhere = tree.Branch("y", y, "y/D")
    for branch in tree.GetListOfBranches():
        branch.SetBasketSize(1000)
    before = ROOT.gSystem.pwd()
    ROOT.gSystem.cd(str(folder))
    elsewhere.SetFile("other.root")
    ROOT.gSystem.cd(before)
    for entry in range(ENTRIES):
        x[0], y[0] = entry, entry / 4
        tree.Fill()
    file.cd()
    tree.Write()
    file.Close()
    return path


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return write(tmp_path)


def test_the_other_file_is_checked_too(path: Path) -> None:
    assert ramet.check(path).is_sound
    other = path.with_name("other.root")
    damaged = bytearray(other.read_bytes())
    place = damaged.index(b"TBasket")
    damaged[place + 60 : place + 400] = bytes(340)
    other.write_bytes(damaged)
    report = ramet.check(path)
    assert not report.is_sound
    assert {finding.place for finding in report.damage} == {"T/y"}


def test_what_is_not_there_is_said_by_check(path: Path) -> None:
    path.with_name("other.root").unlink()
    report = ramet.check(path)
    (finding,) = report.not_checked
    assert finding.place == "T/y"
    assert "other.root" in finding.message


def test_the_recovered_file_has_all_values(path: Path, tmp_path: Path) -> None:
    recovered = tmp_path / "elsewhere" / "recovered.root"
    recovered.parent.mkdir()
    report = ramet.recover(path, recovered)
    assert not report.lost
    path.with_name("other.root").unlink()
    tree = ramet.open(recovered)["T"]
    assert tree["x"].array().tolist() == list(range(ENTRIES))
    assert tree["y"].array().tolist() == [entry / 4 for entry in range(ENTRIES)]
    file = ROOT.TFile(str(recovered))
    in_root = file.Get("T")
    assert str(in_root.GetBranch("y").GetFileName()) == ""
    assert in_root.Draw("y", "y == x / 4.", "goff") == ENTRIES
    file.Close()


def test_without_the_other_file_the_tree_is_refused(path: Path, tmp_path: Path) -> None:
    path.with_name("other.root").unlink()
    report = ramet.recover(path, tmp_path / "recovered.root")
    assert list(report.lost) == ["T"]
    assert "branch 'y': its baskets are in another file, 'other.root'" in report.lost["T"][0]
