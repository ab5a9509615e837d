"""Trees of ROOT that share baskets: removing, moving or replacing one leaves the entries of the others."""

from __future__ import annotations

import array
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
import ramet
import ROOT

HALF = 10_000
VALUES = np.arange(2 * HALF) * 0.37


def run(*words: object) -> str:
    """The program, which must succeed; what it prints."""
    done = subprocess.run(["ramet", *map(str, words)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def write(path: Path, *, saved: bool, last: str, entries: int = 2 * HALF) -> Path:
    """ROOT stores the tree T after half of the entries, with AutoSave or Write, and after all, as `last`."""
    file = ROOT.TFile.Open(str(path), "RECREATE")
    tree = ROOT.TTree("T", "")
    tree.SetAutoFlush(0)
    x, n = array.array("d", [0.0]), array.array("i", [0])
    for branch in (tree.Branch("x", x, "x/D"), tree.Branch("n", n, "n/I")):
        branch.SetBasketSize(4000)
    ROOT.TNamed("note", "without keys, ROOT takes a file for damaged").Write()
    for number in range(entries):
        if number == HALF:
            tree.AutoSave() if saved else tree.Write()
        x[0], n[0] = VALUES[number], number
        tree.Fill()
    tree.Write(last)
    file.Close()
    return path


def check(path: Path, entries: dict[str, int]) -> None:
    """ROOT and ramet find these trees, and read all of their entries."""
    for name, count in entries.items():
        with ramet.open(path) as file:
            found = file[name].arrays(["x", "n"], library="np")
        frame = ROOT.RDataFrame(name.partition(";")[0], str(path)).AsNumpy(["x", "n"])
        for columns in (found, frame):
            assert np.array_equal(columns["x"], VALUES[:count])
            assert np.array_equal(columns["n"], np.arange(count))
    with ramet.open(path) as file:
        assert set(file.keys(cycle=False)) - {"note"} == set(entries)
    assert "sound" in run("check", path)


def free_bytes(path: Path) -> int:
    """What ROOT finds free between the file's records, of a copy."""
    copy = shutil.copy(path, path.with_name("copy.root"))
    file = ROOT.TFile.Open(str(copy), "UPDATE")
    gaps = [(free.GetFirst(), free.GetLast()) for free in file.GetListOfFree()]
    end = file.GetEND()
    file.Close()
    return sum(last - first + 1 for first, last in gaps if last < end)


@pytest.mark.parametrize(("first", "second"), [("T", "events"), ("events", "T")])
def test_removing_one_of_two_names_leaves_the_other(tmp_path: Path, first: str, second: str) -> None:
    path = write(tmp_path / "file.root", saved=True, last="events")
    entries = {"T": HALF, "events": 2 * HALF}
    check(path, entries)
    before = free_bytes(path)
    run("rm", f"{path}:{first}")
    check(path, {second: entries[second]})
    some = free_bytes(path)
    run("rm", f"{path}:{second}")
    check(path, {})
    stored = path.stat().st_size
    assert free_bytes(path) - before > 0.8 * stored
    if first == "events":  # its second half was of no other tree
        assert 0.3 * stored < some - before < 0.7 * stored


def test_moving_one_of_two_names_away_leaves_the_other(tmp_path: Path) -> None:
    path, other = write(tmp_path / "file.root", saved=True, last="events"), tmp_path / "other.root"
    run("mv", f"{path}:T", f"{other}:T")
    check(path, {"events": 2 * HALF})
    check(other, {"T": HALF})
    run("mv", f"{path}:events", f"{path}:renamed")
    check(path, {"renamed": 2 * HALF})


@pytest.mark.parametrize(("moved", "entries"), [(1, HALF), (2, 2 * HALF)])
def test_cycles_that_got_another_name_are_left_by_a_replacement(tmp_path: Path, moved: int, entries: int) -> None:
    path = write(tmp_path / "file.root", saved=False, last="T")
    more = write(tmp_path / "more.root", saved=True, last="T", entries=HALF + 7)
    run("mv", f"{path}:T;{moved}", f"{path}:kept")
    check(path, {"kept": entries, "T": 3 * HALF - entries})
    run("cp", "--replace", f"{more}:T", f"{path}:T")
    check(path, {"kept": entries, "T": HALF + 7})
    run("rm", f"{path}:kept")
    check(path, {"T": HALF + 7})


def test_python_and_root_leave_them_too(tmp_path: Path) -> None:
    path = write(tmp_path / "file.root", saved=True, last="events")
    with ramet.update(path) as file:
        del file["T"]
        file["another"] = "more"
    with ramet.open(path) as file:
        assert file["events"].arrays(["n"], library="np")["n"].tolist() == list(range(2 * HALF))
    file = ROOT.TFile.Open(str(path), "UPDATE")
    ROOT.TNamed("added", "by ROOT" * 2000).Write()
    file.Close()
    with ramet.update(path) as file:
        del file["another"]
        del file["added"]
    check(path, {"events": 2 * HALF})
