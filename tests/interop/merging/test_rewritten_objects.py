"""Trees with objects, and ntuples with variants, that a merge rewrites for a selection: ROOT reads what was kept."""

from __future__ import annotations

import array
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet
import ROOT
import uproot
from merging.samples import by_ramet, opened, write

ENTRIES = 50
FIRST = 10  # that the selection keeps

VECTORS = """
#include <Math/Vector3D.h>
#include <Math/Vector4D.h>
#include <TLorentzVector.h>
void fill_vectors(int entries) {
  TTree tree("t", "");
  ROOT::Math::PtEtaPhiMVector p4; ROOT::Math::XYZVector v; TLorentzVector old; float w;
  tree.Branch("p4", &p4);
  tree.Branch("whole", &p4, 32000, 0);
  tree.Branch("v", &v);
  tree.Branch("old", &old);
  tree.Branch("w", &w, "w/F");
  for (int i = 0; i < entries; ++i) {
    p4.SetCoordinates(i, 0.125 * (i % 7), 0.25, 0.5); v.SetXYZ(i, 2 * i, 3); old.SetPxPyPzE(i, 2, 3, 4 * i); w = i;
    tree.Fill();
  }
  tree.Write();
}
"""
VARIANTS = """
#include <ROOT/RNTupleModel.hxx>
#include <ROOT/RNTupleReader.hxx>
#include <ROOT/RNTupleWriter.hxx>
#include <variant>
using IntOrFloat = std::variant<int, float>;
void write_variants(const char* path, int entries) {
  auto model = ROOT::RNTupleModel::Create();
  auto n = model->MakeField<int>("n");
  auto either = model->MakeField<IntOrFloat>("either");
  auto many = model->MakeField<std::vector<IntOrFloat>>("many");
  auto writer = ROOT::RNTupleWriter::Recreate(std::move(model), "ntpl", path);
  for (int i = 0; i < entries; ++i) {
    *n = i;
    if (i % 2) *either = i; else *either = i / 4.f;
    many->assign(i % 3, *either);
    writer->Fill();
  }
}
std::vector<double> variants_of(const char* path) {
  std::vector<double> values;
  auto reader = ROOT::RNTupleReader::Open("ntpl", path);
  auto either = reader->GetView<IntOrFloat>("either");
  for (auto i : reader->GetEntryRange()) {
    const IntOrFloat value = either(i);
    values.push_back(value.index());
    values.push_back(value.index() == 0 ? std::get<int>(value) : std::get<float>(value));
  }
  return values;
}
"""
HITS = """
#include <ROOT/RNTupleModel.hxx>
#include <ROOT/RNTupleReader.hxx>
#include <ROOT/RNTupleWriter.hxx>
#include <TNamed.h>
struct RewrittenHit {
  int id = 0; float e = 0; double t[3] = {}; std::vector<short> w; std::string s;
};
void fill_hits(int entries) {
  TTree tree("t", "");
  RewrittenHit hit; TNamed named; std::vector<double> small; auto* address = &small; float w;
  tree.Branch("hit.", &hit);
  tree.Branch("plain", &hit);
  tree.Branch("whole", &hit, 32000, 0);
  tree.Branch("named.", &named);
  tree.Branch("small", "vector<Double32_t>", static_cast<void*>(&address));
  tree.Branch("w", &w, "w/F");
  for (int i = 0; i < entries; ++i) {
    hit.id = i; hit.e = 0.5 * i; hit.t[1] = 0.25 * i; hit.w.assign(i % 3, i); hit.s = std::to_string(i); w = i;
    named.SetTitle(hit.s.c_str());
    small.assign(i % 5, 0.1 * i);
    tree.Fill();
  }
  tree.Write();
}
void write_hits(const char* path, int entries) {
  auto model = ROOT::RNTupleModel::Create();
  auto w = model->MakeField<float>("w");
  auto hit = model->MakeField<RewrittenHit>("hit");
  auto hits = model->MakeField<std::vector<RewrittenHit>>("hits");
  auto writer = ROOT::RNTupleWriter::Recreate(std::move(model), "ntpl", path);
  for (int i = 0; i < entries; ++i) {
    *w = hit->id = i;
    hit->t[2] = 0.5 * i;
    hits->assign(i % 3, *hit);
    writer->Fill();
  }
}
std::vector<double> sums_of_ntuple(const char* path) {
  std::vector<double> sums;
  auto reader = ROOT::RNTupleReader::Open("ntpl", path);
  auto hit = reader->GetView<RewrittenHit>("hit");
  auto hits = reader->GetView<std::vector<RewrittenHit>>("hits");
  for (auto i : reader->GetEntryRange()) {
    double sum = hit(i).id + hit(i).t[2];
    for (const auto& one : hits(i)) sum += one.id + 2 * one.t[2];
    sums.push_back(sum);
  }
  return sums;
}
double value_of(const RewrittenHit& hit) {
  double value = hit.id + hit.e + hit.t[1] + std::stod(hit.s);
  for (short one : hit.w) value += one;
  return value;
}
std::vector<double> sums_of_hits(const char* path) {
  std::vector<double> sums;
  TFile file(path);
  auto* tree = file.Get<TTree>("t");
  RewrittenHit *hit = nullptr, *whole = nullptr, *plain = nullptr;
  TNamed* named = nullptr;
  std::vector<double>* small = nullptr;
  tree->SetBranchAddress("hit.", &hit);
  tree->SetBranchAddress("whole", &whole);
  tree->SetBranchAddress("plain", &plain);
  tree->SetBranchAddress("named.", &named);
  tree->SetBranchAddress("small", static_cast<void*>(&small));
  for (Long64_t entry = 0; entry < tree->GetEntries(); ++entry) {
    tree->GetEntry(entry);
    double sum = value_of(*hit) + value_of(*whole) + value_of(*plain) + std::stod(named->GetTitle());
    for (double one : *small) sum += one;
    sums.push_back(sum);
  }
  return sums;
}
"""
SPLIT = """
#include <TNamed.h>
#include <TVector3.h>
#include <TLorentzVector.h>
struct RewrittenTrack { int id = 0; double t[3] = {}; int run = 0; std::vector<float> v; };
void fill_split(int entries) {
  TTree tree("t", "");
  TNamed named; RewrittenTrack track; TVector3 at; TLorentzVector old; float w;
  tree.Branch("named", &named);
  tree.Branch("track", &track);
  tree.Branch("at", &at, 32000, 0);
  tree.Branch("old.", &old, 32000, 0);
  tree.Branch("w", &w, "w/F");
  for (int i = 0; i < entries; ++i) {
    named.SetNameTitle(Form("n%d", i), "title");
    track.run = i; track.v.assign(i % 3, i); track.id = 2 * i; track.t[1] = 0.5 * i;
    at.SetXYZ(i, 1, 2); old.SetPxPyPzE(i, 2, 3, 4 * i); w = i;
    tree.Fill();
  }
  tree.Write();
}
std::vector<double> sums_of_split(const char* path) {
  std::vector<double> sums;
  TFile file(path);
  auto* tree = file.Get<TTree>("t");
  TNamed* named = nullptr; RewrittenTrack* track = nullptr; TVector3* at = nullptr; TLorentzVector* old = nullptr;
  tree->SetBranchAddress("named", &named);
  tree->SetBranchAddress("track", &track);
  tree->SetBranchAddress("at", &at);
  tree->SetBranchAddress("old.", &old);
  for (Long64_t entry = 0; entry < tree->GetEntries(); ++entry) {
    tree->GetEntry(entry);
    double sum = std::stod(named->GetName() + 1) + track->run + track->id + track->t[1];
    for (float one : track->v) sum += one;
    sums.push_back(sum + at->X() + at->Z() + old->Px() + old->E());
  }
  return sums;
}
"""
NUMBERS = np.arange(FIRST, ENTRIES)
POLAR = {"fPt": NUMBERS, "fEta": 0.125 * (NUMBERS % 7), "fPhi": 0.25 + 0 * NUMBERS, "fM": 0.5 + 0 * NUMBERS}
COLUMNS = {"p4": POLAR, "whole": POLAR, "v": {"fX": NUMBERS, "fY": 2 * NUMBERS, "fZ": 3 + 0 * NUMBERS}}


@pytest.fixture
def vectors(tmp_path: Path) -> Path:
    """A tree of ROOT with vectors of physics, split and whole. The branches of p4's members lack its name."""
    if not hasattr(ROOT, "fill_vectors"):
        assert ROOT.gInterpreter.Declare(VECTORS)
    return write(tmp_path / "vectors.root", lambda _: ROOT.fill_vectors(ENTRIES))


LEVELS = """
#include <TFile.h>
#include <TTree.h>
struct LevelsOuter { float x = 0; std::vector<float> y; };
void fill_levels(int entries) {
  TTree tree("t", "");
  LevelsOuter one; float w;
  tree.Branch("one.", &one, 32000, 1);
  tree.Branch("two.", &one, 32000, 2);
  tree.Branch("whole.", &one, 32000, 0);
  tree.Branch("w", &w, "w/F");
  for (int i = 0; i < entries; ++i) {
    w = one.x = i; one.y.assign(2, 0.5 * i);
    tree.Fill();
  }
  tree.Write();
}
std::vector<double> sums_of_levels(const char* path) {
  std::vector<double> sums;
  TFile file(path);
  auto* tree = file.Get<TTree>("t");
  LevelsOuter *one = nullptr, *two = nullptr, *whole = nullptr;
  tree->SetBranchAddress("one.", &one);
  tree->SetBranchAddress("two.", &two);
  tree->SetBranchAddress("whole.", &whole);
  for (Long64_t entry = 0; entry < tree->GetEntries(); ++entry) {
    tree->GetEntry(entry);
    double sum = 0;
    for (const LevelsOuter* object : {one, two, whole}) sum = 2 * sum + object->x + 3 * object->y.at(1);
    sums.push_back(sum);
  }
  return sums;
}
"""


def check_vectors(path: Path, *, are_objects: bool) -> None:
    """ROOT finds the vectors with their values: objects, or members of records."""
    frame = ROOT.RDataFrame("t", str(path))
    for name, members in COLUMNS.items():
        for member, expected in members.items():
            text = f"{name}.{member.removeprefix('f')}()" if are_objects else f"{name}.fCoordinates.{member}"
            assert frame.Define("found", text).AsNumpy(["found"])["found"].tolist() == expected.tolist()
    x, energy = ("old.Px()", "old.E()") if are_objects else ("old.fP.fX", "old.fE")
    found = frame.Define("x", x).Define("energy", energy).AsNumpy(["x", "energy", "w"])
    assert [found[name].tolist() for name in ("x", "w")] == [NUMBERS.tolist()] * 2
    assert found["energy"].tolist() == (4 * NUMBERS).tolist()


def test_objects_of_trees_are_stored_once(vectors: Path, tmp_path: Path) -> None:
    with opened(vectors) as file:
        inputs = [str(branch.GetName()) for branch in file.Get("t").GetListOfBranches()]
    assert inputs == ["p4", "whole", "v", "old", "w"]
    code, merged, complaint = by_ramet(tmp_path, [vectors, vectors], "--where", f"w>={FIRST}")
    assert (code, complaint) == (0, "")
    with opened(merged) as file:
        tree = file.Get("t")
        assert tree.GetEntries() == 2 * (ENTRIES - FIRST)
        assert [str(branch.GetName()).removesuffix(".") for branch in tree.GetListOfBranches()] == inputs
        leaves = [name for leaf in tree.GetListOfLeaves() if not (name := str(leaf.GetName())).endswith(".")]
        assert len(leaves) == len(set(leaves)) == len(inputs)  # vectors are objects
    code, merged, complaint = by_ramet(tmp_path, [vectors], "--where", f"w>={FIRST}")
    assert (code, complaint) == (0, "")
    check_vectors(merged, are_objects=True)


def test_objects_of_trees_become_records_of_ntuples(vectors: Path, tmp_path: Path) -> None:
    code, merged, complaint = by_ramet(tmp_path, [vectors], "--where", f"w>={FIRST}", "--to", "ntuple")
    assert (code, complaint) == (0, "")
    check_vectors(merged, are_objects=False)
    with opened(merged) as file:
        reader = ROOT.RNTupleReader.Open(file.Get("t"))
        fields = [str(field.GetFieldName()) for field in reader.GetDescriptor().GetTopLevelFields()]
        assert fields == ["p4", "whole", "v", "old", "w"]


@pytest.mark.parametrize("options", [[], ["--drop", "either"]])
def test_ntuples_with_variants_are_rewritten(tmp_path: Path, options: list[str]) -> None:
    if not hasattr(ROOT, "write_variants"):
        assert ROOT.gInterpreter.Declare(VARIANTS)
    path = tmp_path / "variants.root"
    ROOT.write_variants(str(path), ENTRIES)
    code, merged, complaint = by_ramet(tmp_path, [path], "--where", f"n>={FIRST}", *options)
    assert (code, complaint) == (0, "")
    with ramet.open(path) as before, ramet.open(merged) as after:
        expected, found = before["ntpl"].arrays()[FIRST:], after["ntpl"].arrays()
    assert found["n"].to_list() == list(range(FIRST, ENTRIES))
    assert ("either" in found.fields) == (not options)
    assert found.to_list() == expected[found.fields].to_list()
    if not options:
        values = [[0, i] if i % 2 else [1, i / 4] for i in range(FIRST, ENTRIES)]
        assert list(ROOT.variants_of(str(merged))) == [one for pair in values for one in pair]


def test_objects_of_trees_keep_the_names_of_their_classes(tmp_path: Path) -> None:
    if not hasattr(ROOT, "fill_hits"):
        assert ROOT.gInterpreter.Declare(HITS)
    path = write(tmp_path / "hits.root", lambda _: ROOT.fill_hits(ENTRIES))
    code, merged, complaint = by_ramet(tmp_path, [path], "--where", f"w>={FIRST}", "--verify", "values")
    assert (code, complaint) == (0, "")

    def branches_of(name: Path) -> list[tuple[str, str]]:
        with opened(name) as file:
            branches = file.Get("t").GetListOfBranches()
            return [(str(branch.GetName()), str(branch.GetClassName())) for branch in branches]

    assert branches_of(merged) == branches_of(path)
    assert dict(branches_of(merged))["small"] == "vector<Double32_t>"
    assert list(ROOT.sums_of_hits(str(merged))) == list(ROOT.sums_of_hits(str(path)))[FIRST:]


def test_split_objects_stay_split_without_a_dot_and_others_behind_their_class(tmp_path: Path) -> None:
    """As ROOT splits them, with the members of the base TObject; also uproot reads all of it."""
    if not hasattr(ROOT, "fill_split"):
        assert ROOT.gInterpreter.Declare(SPLIT)
    path = write(tmp_path / "split.root", lambda _: ROOT.fill_split(ENTRIES))
    code, merged, complaint = by_ramet(tmp_path, [path, path], "--where", f"w>={FIRST}", "--verify", "values")
    assert (code, complaint) == (0, "")

    def branches_of(name: Path) -> list[tuple[str, str, str]]:
        found = []

        def add(branches: Any) -> None:
            for branch in branches:
                found.append((str(branch.GetName()), str(branch.ClassName()), str(branch.GetTitle())))
                add(branch.GetListOfBranches())

        with opened(name) as file:
            add(file.Get("t").GetListOfBranches())
        return found

    assert branches_of(merged) == branches_of(path)
    assert list(ROOT.sums_of_split(str(merged))) == 2 * list(ROOT.sums_of_split(str(path)))[FIRST:]
    with uproot.open(path) as before, uproot.open(merged) as after:
        for name in ("fName", "fTitle", "fUniqueID", "fBits", "run", "id", "t[3]", "w"):
            expected = before["t"][name].array(library="np")[FIRST:]
            assert after["t"][name].array(library="np").tolist() == 2 * expected.tolist(), name
        for name, member in (("at", "fX"), ("old.", "fE")):
            expected = [one.member(member) for one in before["t"][name].array(library="np")[FIRST:]]
            assert [one.member(member) for one in after["t"][name].array(library="np")] == 2 * expected


def test_members_with_the_names_of_other_columns_stay_in_their_object(tmp_path: Path) -> None:
    if not hasattr(ROOT, "fill_split"):
        assert ROOT.gInterpreter.Declare(SPLIT)

    def fill(_: Any) -> None:
        tree = ROOT.TTree("t", "")
        track, run = ROOT.RewrittenTrack(), array.array("i", [0])
        tree.Branch("track", track)
        tree.Branch("run", run, "run/I")
        for number in range(ENTRIES):
            track.run, run[0] = number, -number
            tree.Fill()
        tree.Write()

    path = write(tmp_path / "twice.root", fill)
    code, merged, complaint = by_ramet(tmp_path, [path], "--where", "track.id==0")
    assert (code, complaint) == (0, "")
    with opened(merged) as file:
        rows = [(entry.track.run, int(entry.GetLeaf("run").GetValue())) for entry in file.Get("t")]
    assert rows == [(number, -number) for number in range(ENTRIES)]


def test_fields_of_ntuples_keep_classes_without_a_version(tmp_path: Path) -> None:
    """And with arrays of C, which an ntuple does not tell from std::array."""
    if not hasattr(ROOT, "fill_hits"):
        assert ROOT.gInterpreter.Declare(HITS)
    path = tmp_path / "ntuple.root"
    ROOT.write_hits(str(path), ENTRIES)
    code, merged, complaint = by_ramet(tmp_path, [path], "--where", f"w>={FIRST}", "--verify", "values")
    assert (code, complaint) == (0, "")

    def types_in(name: Path) -> list[tuple[str, int]]:
        with opened(name) as file:
            reader = ROOT.RNTupleReader.Open(file.Get("ntpl"))
            fields = reader.GetDescriptor().GetTopLevelFields()
            return [(str(field.GetTypeName()), int(field.GetTypeVersion())) for field in fields]

    found = types_in(path)
    assert [name for name, _ in found] == ["float", "RewrittenHit", "std::vector<RewrittenHit>"]
    assert types_in(merged) == found
    assert list(ROOT.sums_of_ntuple(str(merged))) == list(ROOT.sums_of_ntuple(str(path)))[FIRST:]


def test_objects_stay_split_as_far_as_they_were(tmp_path: Path) -> None:
    if not hasattr(ROOT, "fill_levels"):
        assert ROOT.gInterpreter.Declare(LEVELS)
    path = write(tmp_path / "levels.root", lambda _: ROOT.fill_levels(ENTRIES))
    code, merged, complaint = by_ramet(tmp_path, [path], "--where", f"w>={FIRST}", "--verify", "values")
    assert (code, complaint) == (0, "")

    def branches_of(name: Path) -> list[tuple[str, str, int]]:
        with opened(name) as file:
            tree = file.Get("t")
            below = [(one, two) for one in tree.GetListOfBranches() for two in [one, *one.GetListOfBranches()]]
            return [(str(two.GetName()), str(two.GetClassName()), int(one.GetSplitLevel())) for one, two in below]

    assert branches_of(merged) == branches_of(path)
    assert ("one.x", "LevelsOuter", 1) in branches_of(path)
    assert list(ROOT.sums_of_levels(str(merged))) == list(ROOT.sums_of_levels(str(path)))[FIRST:]


def test_leaves_of_long_t_stay_such_leaves(tmp_path: Path) -> None:
    def fill(_: Any) -> None:
        tree = ROOT.TTree("t", "")
        one, count, pair = array.array("q", [0]), array.array("i", [0]), array.array("q", [0, 0])
        many, wide = array.array("Q", [0] * 3), array.array("q", [0])
        tree.Branch("one", one, "one/G")
        tree.Branch("three", many, "three[3]/g")
        tree.Branch("n", count, "n/I")
        tree.Branch("some", many, "some[n]/g")
        tree.Branch("pair", pair, "a/G:b/G")
        tree.Branch("wide", wide, "wide/L")
        for number in range(ENTRIES):
            one[0], count[0], wide[0], pair[1] = -number, number % 4, number, 2 * number
            many[2] = 2**64 - 1 - number
            tree.Fill()
        tree.Write()

    path = write(tmp_path / "long.root", fill)
    code, merged, complaint = by_ramet(tmp_path, [path, path], "--where", f"wide>={FIRST}", "--verify", "values")
    assert (code, complaint) == (0, "")

    def leaves_of(name: Path) -> list[tuple[str, str, str]]:
        with opened(name) as file:
            leaves = list(file.Get("t").GetListOfLeaves())
            return [(str(leaf.ClassName()), str(leaf.GetTitle()), str(leaf.GetTypeName())) for leaf in leaves]

    assert leaves_of(merged) == leaves_of(path)
    assert ("TLeafG", "some[n]", "ULong_t") in leaves_of(path)
    with opened(merged) as file:
        rows = [(entry.one, entry.GetLeaf("b").GetValue(), list(entry.some)) for entry in file.Get("t")]
    whole = [(-number, 2.0 * number, [0, 0, 2**64 - 1 - number][: number % 4]) for number in range(FIRST, ENTRIES)]
    assert rows == 2 * whole
