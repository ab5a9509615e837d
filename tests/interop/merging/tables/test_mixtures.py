"""Mixtures of files as experiments have them: what ROOT's hadd gets right, and what it loses."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet
import ROOT
import uproot
from merging.samples import by_hadd, by_ramet, cells_of, opened, write, write_all

ROOT.gInterpreter.Declare("""
void fill_muons(int first, bool has_pt, bool has_eta) {
  auto* tree = new TTree("Events", "Events");
  int event = 0;
  unsigned n = 0;
  float pt[4] = {}, eta[4] = {};
  tree->Branch("event", &event, "event/I");
  tree->Branch("nMuon", &n, "nMuon/i");
  if (has_pt) tree->Branch("Muon_pt", pt, "Muon_pt[nMuon]/F");
  if (has_eta) tree->Branch("Muon_eta", eta, "Muon_eta[nMuon]/F");
  for (event = first; event < first + 6; ++event) {
    n = event % 4;
    for (unsigned k = 0; k < n; ++k) { pt[k] = event + k; eta[k] = -1; }
    tree->Fill();
  }
}
void fill_dotted() {
  auto* tree = new TTree("T", "names that are no identifiers");
  int x = 0;
  tree->Branch("c.d", &x, "c.d/I");
  tree->Branch("a-b", &x, "a-b/I");
  for (x = 0; x < 3; ++x) tree->Fill();
}
""")


def in_list(*names: str) -> Any:
    def fill(_: Any) -> None:
        inner = ROOT.TList()
        inner.SetName("inner")
        for name in names:
            histogram = ROOT.TH1F(name, "", 3, 0, 3)
            histogram.SetDirectory(ROOT.nullptr)
            histogram.Fill(1)
            ROOT.SetOwnership(histogram, False)
            inner.Add(histogram)
        outer = ROOT.TList()
        outer.Add(inner)
        outer.Write("outer", ROOT.TObject.kSingleKey)

    return fill


def cutflow(names: str) -> Any:
    def fill(_: Any) -> None:
        histogram = ROOT.TH1F("cutflow", "", 3, 0, 3)
        for name in names:
            histogram.Fill(name, 1.0)

    return fill


def test_directories_keep_their_titles(tmp_path: Path) -> None:
    def fill(file: Any) -> None:
        file.mkdir("outer", "the outer one").mkdir("inner", "the inner one").cd()
        ROOT.TH1D("h", "", 3, 0, 3)

    inputs = write_all(tmp_path, [fill, fill])
    code, merged, complaints = by_ramet(tmp_path, inputs)
    assert (code, complaints) == (0, "")
    copy = tmp_path / "copy.root"
    subprocess.run(["ramet", "cp", "-r", f"{merged}:outer", f"{copy}:renamed"], check=True)
    for path, name in ((merged, "outer"), (copy, "renamed")):
        with opened(path) as file:
            assert file.Get(name).GetTitle() == "the outer one"
            assert file.Get(f"{name}/inner").GetTitle() == "the inner one"


@pytest.mark.parametrize("has_pt", [True, False])
def test_filled_lists_have_as_many_values_as_others(tmp_path: Path, *, has_pt: bool) -> None:
    fills = [lambda _: ROOT.fill_muons(0, True, True), lambda _: ROOT.fill_muons(6, has_pt, False)]
    code, merged, _ = by_ramet(tmp_path, write_all(tmp_path, fills), "--missing", "fill", "--verify", "values")
    assert code == 0
    with uproot.open(merged) as file:
        values = file["Events"].arrays(library="ak")
    assert values["event"].tolist() == list(range(12))
    assert values["nMuon"].tolist() == [event % 4 for event in range(12)]
    assert [len(one) for one in values["Muon_eta"]] == [event % 4 for event in range(12)]
    assert not np.any([value for one in values["Muon_eta"][6:] for value in one])


def test_a_counter_that_counts_nothing_is_no_other_type(tmp_path: Path) -> None:
    fills = [lambda _: ROOT.fill_muons(0, True, False), lambda _: ROOT.fill_muons(6, False, False)]
    code, merged, _ = by_ramet(tmp_path, write_all(tmp_path, fills), "--missing", "drop")
    assert code == 0
    with uproot.open(merged) as file:
        assert file["Events"].keys() == ["event", "nMuon"]
        assert file["Events/nMuon"].array().tolist() == [event % 4 for event in range(12)]


@pytest.mark.parametrize("names", [("", "abc"), ("abc", ""), ("", "abcdefg"), ("abcdefg", ""), ("ab", "", "bc")])
def test_a_cutflow_that_nothing_passed_has_no_names(tmp_path: Path, names: tuple[str, ...]) -> None:
    inputs = write_all(tmp_path, [cutflow(one) for one in names])
    (hadd_code, expected), (code, merged, complaints) = by_hadd(tmp_path, inputs), by_ramet(tmp_path, inputs)
    assert (hadd_code, code, complaints) == (0, 0, "")
    with opened(expected) as one, opened(merged) as other:
        assert cells_of(other.Get("cutflow")) == cells_of(one.Get("cutflow"))


def test_lists_in_lists_are_joined(tmp_path: Path) -> None:
    inputs = write_all(tmp_path, [in_list("a"), in_list("a", "b")])
    code, merged, complaints = by_ramet(tmp_path, inputs)
    assert (code, complaints) == (0, "")
    with opened(merged) as file:
        (inner,) = file.Get("outer")
        assert {str(one.GetName()): one.GetEntries() for one in inner} == {"a": 2, "b": 1}


@pytest.mark.parametrize("values", [(3, 3), (3, 4)])
def test_parameters_say_whether_all_were_the_same(tmp_path: Path, values: tuple[int, int]) -> None:
    fills = [lambda _, value=value: ROOT.TParameter["int"]("p", value, "f").Write() and None for value in values]
    code, merged, complaints = by_ramet(tmp_path, write_all(tmp_path, fills))
    assert (code, complaints) == (0, "")
    with opened(merged) as file:
        parameter = file.Get("p")
        assert (parameter.GetVal(), bool(parameter.IsConst())) == (3, values[0] == values[1])


def test_files_of_several_programs_are_merged(tmp_path: Path) -> None:
    def fill(_: Any) -> None:
        tree = ROOT.TTree("T", "")
        x = np.zeros(1)
        tree.Branch("x", x, "x/D")
        tree.Fill()
        ROOT.TH1D("h", "", 4, 0, 4).Fill(1)
        tree.Write()

    of_root = write(tmp_path / "root.root", fill)
    of_uproot = tmp_path / "uproot.root"
    with uproot.recreate(of_uproot) as file:  # as ROOT before 6.40: TTree and TH1 have TAttMarker 2
        file.mktree("T", {"x": "f8"}).extend({"x": np.ones(2)})
        file["h"] = np.histogram([1.0, 2.0], bins=4, range=(0, 4))
    for inputs in ([of_root, of_uproot], [of_uproot, of_root]):
        code, merged, complaints = by_ramet(tmp_path, inputs)
        assert (code, complaints) == (0, "")
        with opened(merged) as file:
            assert (file.Get("T").GetEntries(), file.Get("h").GetSumOfWeights()) == (3, 3)
        assert ramet.open(f"{merged}:T")["x"].array(library="np").sum() == 2


@pytest.mark.parametrize("options", [["--where", "a>=0", "--define", "a=1"], ["--to", "tree"]])
def test_names_of_branches_stay(tmp_path: Path, options: list[str]) -> None:
    inputs = write_all(tmp_path, [lambda _: ROOT.fill_dotted()] * 2)
    code, merged, complaints = by_ramet(tmp_path, inputs, *options)
    assert (code, complaints) == (0, "")
    with uproot.open(merged) as file:
        assert set(file["T"].keys()) >= {"c.d", "a-b"}
        assert file["T"]["c.d"].array().tolist() == [0, 1, 2, 0, 1, 2]
