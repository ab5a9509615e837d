"""Branches of every class, in every form that ROOT leaves their baskets in: ramet reads what was filled."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
import ramet
import ROOT

ENTRIES = 20

# `Old` is branched as by ROOT 3, TTree::SetBranchStyle(0): a TBranchObject with TBranch and TBranchClones below it.
SOURCE = """
#include <cstdio>
#include <vector>
#include <TClonesArray.h>
#include <TObject.h>
#include <TRef.h>
#include <TString.h>
#include <TTree.h>

namespace old_branches {

class Hit : public TObject {
public:
  Int_t fId = 0;
  Float_t fX = 0;
  Double_t fMatrix[2][3] = {};
  Hit() {}
  Hit(int id, float x) : fId(id), fX(x) { fMatrix[1][0] = id; }
  ClassDef(Hit, 1)
};

class FarHit : public Hit {
public:
  Double_t fY = 0;
  FarHit() {}
  FarHit(int id, float x, double y) : Hit(id, x), fY(y) {}
  ClassDef(FarHit, 1)
};

class Old : public TObject {
public:
  Int_t fN = 0;
  TClonesArray* fHits;
  TClonesArray* fNone;
  Float_t fPair[2] = {};
  Old() : fHits(new TClonesArray("old_branches::Hit", 10)), fNone(new TClonesArray("old_branches::Hit", 10)) {}
  ClassDef(Old, 1)
};

class Event : public TObject {
public:
  Int_t fN = 0;
  std::vector<Int_t> fNumbers;
  TClonesArray* fHits;
  TRef fRef;
  TString fName;
  Event() : fHits(new TClonesArray("old_branches::Hit", 10)) {}
  ClassDef(Event, 1)
};

struct Columns {
  struct { Int_t a; Float_t b; } list;
  Int_t n = 0;
  Float_t values[10];
  char text[20];
  Old* old = new Old;
  Event* event = new Event;
  TClonesArray* clones = new TClonesArray("old_branches::Hit", 10);
  std::vector<Hit*> pointers;
  std::vector<Hit*>* to_pointers = &pointers;

  void branch(TTree* tree, bool has_pointers) {
    TTree::SetBranchStyle(0);
    tree->Branch("old", "old_branches::Old", &old, 1000, 1);
    tree->Branch("virtual", "old_branches::Old", &old, 1000, 0);
    TTree::SetBranchStyle(1);
    tree->Branch("list", &list, "a/I:b/F");
    tree->Branch("n", &n, "n/I");
    tree->Branch("values", values, "values[n]/F");
    tree->Branch("text", text, "text/C");
    tree->Branch("event.", &event, 1000, 99);
    tree->Branch("whole", &event, 1000, 0);
    tree->Branch("clones", &clones, 1000, 99);
    if (has_pointers) tree->Branch("pointers", &to_pointers, 1000, 199);
    tree->BranchRef();
  }
  void set(int i) {
    list.a = i;
    list.b = i / 2.f;
    n = i % 5;
    for (int j = 0; j < n; ++j) values[j] = i + j;
    snprintf(text, 20, "t%d", i);
    old->fN = event->fN = i;
    old->fPair[1] = i;
    event->fName = TString::Format("n%d", i);
    event->fNumbers.assign(i % 4, i);
    old->fHits->Clear();
    event->fHits->Clear();
    clones->Clear();
    for (int j = 0; j < i % 3; ++j) {
      new ((*old->fHits)[j]) Hit(10 * i + j, i);
      new ((*event->fHits)[j]) Hit(10 * i + j, i);
      new ((*clones)[j]) Hit(10 * i + j, i);
    }
    if (i % 3) event->fRef = event->fHits->At(0);
    for (Hit* hit : pointers) delete hit;
    pointers.clear();
    for (int j = 0; j < i % 4; ++j) pointers.push_back(j % 2 ? new FarHit(j, i, 3 * i) : new Hit(j, i));
  }
};

inline void fill(TTree* tree, Columns* columns, int entries) {
  for (int i = 0; i < entries; ++i) {
    columns->set(i);
    tree->Fill();
  }
}

}  // namespace old_branches

#ifdef __CLING__
#pragma link C++ namespace old_branches;
#pragma link C++ class old_branches::Hit+;
#pragma link C++ class old_branches::FarHit+;
#pragma link C++ class old_branches::Old+;
#pragma link C++ class old_branches::Event+;
#pragma link C++ class old_branches::Columns-;
#pragma link C++ function old_branches::fill;
#pragma link C++ class std::vector<old_branches::Hit*>+;
#endif
"""

FORMS = ["records", "small baskets", "autosaved", "inside the tree", "records, then inside"]


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("old_branches")
    before = Path.cwd()
    os.chdir(folder)  # where ROOT leaves what it compiles
    try:
        path = folder / "ramet_old_branches.cpp"
        path.write_text(SOURCE)
        ROOT.gSystem.SetFlagsOpt("-O0")
        assert ROOT.gSystem.CompileMacro(str(path), "kO") == 1
    finally:
        os.chdir(before)


def write(path: Path, form: str, *, has_pointers: bool = False) -> None:
    file = ROOT.TFile(str(path), "RECREATE")
    tree = ROOT.TTree("T", form)
    if form == "inside the tree":
        tree.SetDirectory(ROOT.nullptr)
    columns = ROOT.old_branches.Columns()
    columns.branch(tree, has_pointers)
    if form in ("small baskets", "records, then inside"):
        tree.SetBasketSize("*", 120)
    if form == "autosaved":
        tree.SetAutoFlush(7)
    ROOT.old_branches.fill(tree, columns, ENTRIES)
    if form == "records, then inside":
        tree.SetDirectory(ROOT.nullptr)  # so that Write() does not make records of what is not full
    file.cd()
    tree.Write()
    file.Close()


def hits(entry: int) -> range:
    return range(10 * entry, 10 * entry + entry % 3)


def expected() -> dict[str, list[Any]]:
    every = range(ENTRIES)
    x = [[float(i) for _ in hits(i)] for i in every]
    matrix = [[[[0, 0, 0], [float(identity), 0, 0]] for identity in hits(i)] for i in every]
    ids = [list(hits(i)) for i in every]
    return {
        "old/fN": list(every),
        "old/fHits/fHits.fId": ids,
        "old/fHits/fHits.fX": x,
        "old/fHits/fHits.fMatrix[2][3]": matrix,
        "old/fNone/fNone.fX": [[] for _ in every],
        "old/fPair[2]": [[0, float(i)] for i in every],
        "list": [{"a": i, "b": i / 2} for i in every],
        "values": [[float(i + j) for j in range(i % 5)] for i in every],
        "text": [f"t{i}" for i in every],
        "event./event.fN": list(every),
        "event./event.fNumbers": [[i] * (i % 4) for i in every],
        "event./event.fName": [f"n{i}" for i in every],
        "clones/clones.fId": ids,
        "clones/clones.fX": x,
        "clones/clones.fMatrix[2][3]": matrix,
    }


def found(path: Path) -> dict[str, list[Any]]:
    tree = ramet.open(path)["T"]
    return {name: tree[name].array().tolist() for name in expected()}


@pytest.mark.usefixtures("classes")
@pytest.mark.parametrize("form", FORMS)
def test_branches_of_every_class_are_read_in_every_form(tmp_path: Path, form: str) -> None:
    path = tmp_path / "old.root"
    write(path, form)
    tree = ramet.open(path)["T"]
    assert tree["old/fHits"].counts().tolist() == [i % 3 for i in range(ENTRIES)]
    assert tree["old/fNone"].counts().tolist() == [0] * ENTRIES
    assert [[hit["fId"] for hit in entry] for entry in tree["old/fHits"].objects().tolist()] == expected()[
        "clones/clones.fId"
    ]
    assert [entry["fN"] for entry in tree["virtual"].array().tolist()] == list(range(ENTRIES))
    assert [entry["fName"] for entry in tree["whole"].array().tolist()] == expected()["event./event.fName"]
    assert found(path) == expected()
    assert ramet.check(path).is_sound


@pytest.mark.usefixtures("classes")
@pytest.mark.parametrize("form", FORMS)
def test_recovered_they_are_read_by_root_and_ramet(tmp_path: Path, form: str) -> None:
    path, recovered = tmp_path / "old.root", tmp_path / "recovered.root"
    write(path, form)
    ramet.recover(path, recovered)
    assert found(recovered) == expected()
    file = ROOT.TFile(str(recovered))
    tree = file.Get("T")
    assert tree.GetBranch("fHits").GetEntries() == ENTRIES
    ids = expected()["clones/clones.fId"]
    for name in ("fHits.fId", "clones.fId"):
        tree.Draw(name, "", "goff")
        assert [int(tree.GetV1()[k]) for k in range(tree.GetSelectedRows())] == [one for entry in ids for one in entry]
    file.Close()


@pytest.mark.usefixtures("classes")
@pytest.mark.parametrize("form", FORMS)
def test_branches_of_classes_that_came_later_have_the_entries_since(tmp_path: Path, form: str) -> None:
    path = tmp_path / "pointers.root"
    write(path, form, has_pointers=True)
    tree = ramet.open(path)["T"]
    name = next(branch.path for branch in tree.values() if branch.path.endswith("FarHit.fY"))
    values = tree[name].array(entry_start=2, entry_stop=ENTRIES).tolist()
    assert values == [[3.0 * i] * (i % 4 // 2) for i in range(2, ENTRIES)]
    assert found(path) == expected()
    assert ramet.check(path).is_sound
