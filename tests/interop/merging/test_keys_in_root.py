"""Files changed by `ramet cp`, `mv`, `rm` and `mkdir`, as ROOT reads and updates them."""

from __future__ import annotations

import array
import subprocess
from pathlib import Path
from typing import Any

import pytest
import ramet as package
import ROOT
import uproot
from merging.samples import cells_of, opened, write


def ramet(*words: object) -> str:
    """Run the program, which must succeed; what it prints."""
    done = subprocess.run(["ramet", *map(str, words)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.fixture
def source(tmp_path: Path) -> Path:
    def fill(file: Any) -> None:
        directory = file.mkdir("muons")
        directory.cd()
        tree = ROOT.TTree("Events", "entries")
        x = array.array("d", [0.0])
        values = ROOT.std.vector["float"]()
        tree.Branch("x", x, "x/D")
        tree.Branch("v", values)
        for number in range(3000):
            x[0] = number
            values.clear()
            for index in range(number % 4):
                values.push_back(number + index)
            tree.Fill()
        tree.Write()
        histogram = ROOT.TH1D("h", "a title;x;y", 10, 0, 10)
        histogram.Fill(3.5)
        histogram.Fit("pol0", "Q")
        file.cd()
        items = ROOT.TList()
        named = ROOT.TNamed("one", "two")
        items.Add(named)
        items.Write("items", ROOT.TObject.kSingleKey)
        items.Clear("nodelete")
        graph = ROOT.TGraph(2, array.array("d", [1, 2]), array.array("d", [3, 4]))
        graph.Write("graph")

    return write(tmp_path / "source.root", fill)


def rows_of(path: Path, name: str) -> list[tuple[float, list[float]]]:
    with opened(path) as file:
        return [(entry.x, list(entry.v)) for entry in file.Get(name)]


def test_root_reads_what_is_copied_and_renamed(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "target.root"
    ramet("cp", "-r", source, target)
    ramet("cp", f"{source}:muons/Events", f"{target}:renamed_tree")
    ramet("cp", f"{source}:muons/h", f"{target}:another/histogram_with_a_long_name")
    ramet("cp", f"{source}:graph", f"{target}:g")
    expected = rows_of(source, "muons/Events")
    assert rows_of(target, "muons/Events") == expected
    assert rows_of(target, "renamed_tree") == expected
    with opened(source) as before, opened(target) as after:
        assert after.Get("renamed_tree").GetName() == "renamed_tree"
        renamed = after.Get("another/histogram_with_a_long_name")
        assert renamed.GetName() == "histogram_with_a_long_name"
        assert cells_of(renamed) == cells_of(before.Get("muons/h"))
        assert renamed.GetFunction("pol0").GetParameter(0) == before.Get("muons/h").GetFunction("pol0").GetParameter(0)
        assert [one.GetTitle() for one in after.Get("items")] == ["two"]
        assert after.Get("g").GetPointY(1) == 4
        assert after.Get("g").GetName() == "g"
    assert ramet("diff", f"{source}:muons", f"{target}:muons") == ""


def test_root_reads_and_updates_a_file_in_which_keys_were_moved_and_removed(source: Path) -> None:
    expected = rows_of(source, "muons/Events")
    ramet("mv", f"{source}:muons/Events", f"{source}:particles/All")
    ramet("mv", "-r", f"{source}:muons", f"{source}:particles/muons")
    ramet("rm", f"{source}:graph")
    ramet("mkdir", "-p", f"{source}:new/directory")
    assert rows_of(source, "particles/All") == expected
    file = ROOT.TFile.Open(str(source), "UPDATE")
    assert {key.GetName() for key in file.GetListOfKeys()} == {"particles", "items", "new"}
    assert file.Get("particles/muons/h").GetEntries() == 1
    file.Get("new/directory").cd()
    ROOT.TNamed("added", "by ROOT").Write()
    file.Close()
    assert rows_of(source, "particles/All") == expected
    with opened(source) as file:
        assert file.Get("new/directory/added").GetTitle() == "by ROOT"
    assert "sound" in ramet("check", source)


def test_ntuples_are_copied_moved_and_renamed(tmp_path: Path) -> None:
    def fill(file: Any) -> None:
        model = ROOT.RNTupleModel.Create()
        model.MakeField["std::int32_t"]("n")
        with ROOT.RNTupleWriter.Append(model, "ntpl", file) as writer:
            entry = writer.CreateEntry()
            for number in range(100):
                entry["n"] = number
                writer.Fill(entry)

    path = write(tmp_path / "source.root", fill)
    ramet("cp", f"{path}:ntpl", f"{path}:copy")
    ramet("mv", f"{path}:ntpl", f"{path}:moved")
    ramet("mv", f"{path}:copy", f"{tmp_path}/other.root:there")
    for name, file in (("moved", path), ("there", tmp_path / "other.root")):
        numbers = ROOT.RDataFrame(name, str(file)).Take["std::int32_t"]("n")
        assert list(numbers.GetValue()) == list(range(100))


@pytest.mark.parametrize("has_contents", [True, False])
def test_a_directory_beside_an_object_of_its_name_keeps_its_contents(tmp_path: Path, *, has_contents: bool) -> None:
    def fill(file: Any) -> None:
        directory = file.mkdir("dir")
        if has_contents:
            directory.cd()
            ROOT.TNamed("n", "inside").Write()
            directory.mkdir("sub").cd()
            ROOT.TNamed("m", "deep").Write()
        file.cd()
        for title in ("first", "second"):
            ROOT.TNamed("dir", title).Write("dir")

    source = write(tmp_path / "source.root", fill)
    below = ["dir/n;1", "dir/sub;1", "dir/sub/m;1"] if has_contents else []
    with package.open(source) as file:
        assert file.keys() == uproot.open(source).keys() == ["dir;3", "dir;2", "dir;1", *below]
        if has_contents:
            assert (file["dir/n"].member("fTitle"), file["dir/sub/m"].member("fTitle")) == ("inside", "deep")
        assert file["dir"].member("fTitle") == "second"
    # A copy of all has two things of one name for one place: it is refused, not made without one of them.
    whole = tmp_path / "whole.root"
    refused = subprocess.run(["ramet", "cp", "-r", source, whole], capture_output=True, text=True, check=False)
    assert refused.returncode == 1
    assert "'dir' is a directory" in refused.stderr
    assert not whole.exists()
    copy = tmp_path / "copy.root"
    ramet("cp", "-r", f"{source}:dir;1", copy)
    with package.open(copy) as file:
        assert sorted(file.keys()) == sorted(["dir;1", *below])
    assert ramet("diff", f"{source}:dir;1", f"{copy}:dir") == ""


def test_a_difference_in_a_directory_beside_an_object_of_its_name_is_told(tmp_path: Path) -> None:
    def fill_with(*names: str) -> Any:
        def fill(file: Any) -> None:
            directory = file.mkdir("dir")
            directory.cd()
            for name in names:
                ROOT.TNamed(name, "inside").Write()
            file.cd()
            ROOT.TNamed("dir", "beside").Write("dir")

        return fill

    one, other = write(tmp_path / "one.root", fill_with("n", "both")), write(tmp_path / "two.root", fill_with("both"))
    assert ramet("diff", one, one) == ""
    for words, sign in (([one, other], "-"), ([other, one], "+")):
        told = subprocess.run(["ramet", "diff", *words], capture_output=True, text=True, check=False)
        assert (told.returncode, told.stdout) == (1, f"{sign} TNamed 'dir/n'\n")
