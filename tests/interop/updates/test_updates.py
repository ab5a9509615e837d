"""Files that ROOT, uproot and ramet change in turn: each goes on with what the others have written."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import awkward as ak
import numpy as np
import pytest
import ramet
import ROOT
import uproot

FILLER = r"""
#include <TFile.h>
#include <TH1D.h>
#include <TNamed.h>
#include <TTree.h>
#include <string>
#include <vector>

// Entry i of each branch is made from i alone; test_updates.py knows how.
struct RametFiller {
  int n; float x[100]; double y; char c[50]; std::vector<float> v, *pv = &v; std::string s, *ps = &s;
  unsigned char un; short z[100]; bool b; struct { int a; float f[2]; } ll; unsigned int m; Long64_t w[100];

  void book(TTree &t) {
    t.Branch("n", &n, "n/I"); t.Branch("x", x, "x[n]/F"); t.Branch("y", &y); t.Branch("c", c, "c/C");
    t.Branch("v", &v); t.Branch("s", &s); t.Branch("un", &un, "un/b"); t.Branch("z", z, "z[un]/S");
    t.Branch("b", &b, "b/O"); t.Branch("ll", &ll, "a/I:f[2]/F"); t.Branch("m", &m, "m/i"); t.Branch("w", w, "w[m]/L");
  }
  void connect(TTree &t) {
    for (auto [name, place] : {std::pair<const char *, void *>{"n", &n}, {"x", x}, {"y", &y}, {"c", c}, {"un", &un},
                               {"z", z}, {"b", &b}, {"ll", &ll}, {"m", &m}, {"w", w}})
      t.SetBranchAddress(name, place);
    t.SetBranchAddress("v", &pv);
    t.SetBranchAddress("s", &ps);
  }
  void fill(TTree &t, int first, int last) {
    for (int i = first; i < last; ++i) {
      n = i % 7; for (int k = 0; k < n; ++k) x[k] = i + k;
      y = i; snprintf(c, sizeof c, "c%d", i); v.assign(i % 5, float(i)); s = "s" + std::to_string(i);
      un = i % 4; for (int k = 0; k < un; ++k) z[k] = i;
      b = i % 2; ll.a = i; ll.f[0] = i; ll.f[1] = -i; m = i % 2; w[0] = i;
      t.Fill();
    }
  }
};

void ramet_make(const char *path, int entries, int auto_flush) {
  TFile f(path, "RECREATE");
  f.mkdir("d")->cd();
  TTree t("T", "the title");
  t.SetAutoFlush(auto_flush);
  RametFiller filler;
  filler.book(t);
  filler.fill(t, 0, entries);
  t.SetAlias("twice", "y*2");
  t.GetUserInfo()->Add(new TNamed("note", "of the user"));
  auto h = new TH1D("h", "h", 10, 0, 1);
  h->SetDirectory(nullptr);
  h->Fill(.5);
  t.GetUserInfo()->Add(h);
  t.Write();
  TNamed("other", "o").Write();
  f.cd();
  TNamed("top", "o").Write();
}

void ramet_more(const char *path, int first, int last) {
  TFile f(path, "UPDATE");
  f.cd("d");
  auto t = f.Get<TTree>("d/T");
  RametFiller filler;
  filler.connect(*t);
  filler.fill(*t, first, last);
  t->Write("", TObject::kOverwrite);
}
"""


@pytest.fixture(scope="module")
def filler() -> Any:
    if not hasattr(ROOT, "ramet_make"):
        assert ROOT.gInterpreter.Declare(FILLER)
    return ROOT


def lists(counts: Any, values: Any) -> tuple[Any, Any]:
    return np.concatenate([[0], np.cumsum(counts)]), values


def batch(first: int, last: int) -> dict[str, Any]:
    """The same entries for ramet."""
    i = np.arange(first, last)
    steps = np.concatenate([np.arange(k) for k in i % 7]) if len(i) else i
    return {
        "x": lists(i % 7, (np.repeat(i, i % 7) + steps).astype(np.float32)),
        "y": i.astype(np.float64),
        "c": [f"c{k}" for k in i],
        "v": lists(i % 5, np.repeat(i, i % 5).astype(np.float32)),
        "s": [f"s{k}" for k in i],
        "z": lists(i % 4, np.repeat(i, i % 4).astype(np.int16)),
        "b": (i % 2).astype(bool),
        "ll": {"a": i.astype(np.int32), "f": np.stack([i, -i], 1).astype(np.float32)},
        "w": lists(i % 2, np.repeat(i, i % 2).astype(np.int64)),
    }


def check_with_uproot(path: Path, entries: int) -> None:
    tree = uproot.open(path)["d/T"]
    assert tree.num_entries == entries
    i = np.arange(entries)
    a = tree.arrays(["n", "x", "y", "c", "v", "s", "un", "z", "b", "m", "w"], library="ak")
    assert ak.all(a.n == i % 7)
    assert ak.all(ak.num(a.x) == i % 7)
    assert ak.all(a.x[a.n > 0][:, 0] == i[i % 7 > 0])
    assert ak.all(a.y == i)
    assert a.c.tolist() == [f"c{k}" for k in i]
    assert a.s.tolist() == [f"s{k}" for k in i]
    assert ak.all(ak.num(a.v) == i % 5)
    assert ak.all(a.v == i)
    assert ak.all(a.un == i % 4)
    assert ak.all(ak.num(a.z) == i % 4)
    assert ak.all(a.z == i)
    assert ak.all(a.m == i % 2)
    assert ak.all(ak.num(a.w) == i % 2)
    assert ak.all(a.w == i)


def check_with_root(path: Path, entries: int) -> None:
    file = ROOT.TFile.Open(str(path))
    assert not file.IsZombie()
    assert not file.TestBit(ROOT.TFile.kRecovered)
    tree = file.Get("d/T")
    assert tree.GetEntries() == entries
    assert tree.GetTitle() == "the title"
    assert tree.GetAlias("twice") == "y*2"
    assert tree.GetUserInfo().At(0).GetTitle() == "of the user"
    assert tree.GetUserInfo().At(1).GetEntries() == 1
    for k in [*range(0, entries, max(1, entries // 50)), entries - 1]:
        assert tree.GetEntry(k) > 0
        assert tree.y == k
        assert tree.n == k % 7
        assert list(tree.x)[: tree.n] == [k + j for j in range(k % 7)]
        assert list(tree.v) == [k] * (k % 5)
        assert str(tree.s) == f"s{k}"
        assert tree.GetLeaf("a").GetValue() == k
    file.Close()


def check(path: Path, entries: int) -> None:
    check_with_uproot(path, entries)
    check_with_root(path, entries)
    with ramet.open(path) as file:
        assert np.array_equal(file["d/T"]["y"].array(library="np"), np.arange(entries))


# With all entries in baskets in the tree's own record, in records of their own, in both; and none at all.
@pytest.mark.parametrize(("entries", "auto_flush"), [(10, -30_000_000), (1000, 100), (0, 100), (1050, 100)])
def test_a_tree_of_root_goes_on_with_ramet_and_root_in_turn(
    filler: Any, tmp_path: Path, entries: int, auto_flush: int
) -> None:
    path = tmp_path / "turns.root"
    filler.ramet_make(str(path), entries, auto_flush)
    total = entries
    for more in (1, 300, 2000):
        with ramet.update(path) as file:
            assert file["d/T"].num_entries == total
            file["d/T"].extend(batch(total, total + more))
            file[f"h{more}"] = np.histogram(np.arange(10), bins=5)
        total += more
        check(path, total)
    filler.ramet_more(str(path), total, total + 500)
    total += 500
    check(path, total)
    with ramet.update(path) as file:
        file["d/T"].extend(batch(total, total + 50))
        del file["top"]
    total += 50
    check(path, total)
    assert uproot.open(path).keys() == ["d;1", "d/other;1", "d/T;1", "h1;1", "h300;1", "h2000;1"]


def test_a_tree_of_uproot_goes_on_with_ramet(tmp_path: Path) -> None:
    """uproot 5.7 goes on with no tree that has clusters of several sizes: it writes their number, and not them."""
    path = tmp_path / "turns.root"
    with uproot.recreate(path) as file:
        file.mktree("d/T", {"y": np.float64, "j": "var * int32"})
        for i in (np.arange(7), np.arange(7, 10)):
            file["d/T"].extend({"y": i.astype(float), "j": ak.Array([[k] * (k % 3) for k in i.tolist()])})
    for first in range(10, 100, 30):
        with ramet.update(path) as file:
            i = np.arange(first, first + 30)
            file["d/T"].extend({"y": i.astype(float), "j": lists(i % 3, np.repeat(i, i % 3).astype(np.int32))})
        with uproot.update(path) as file:
            file[f"other{first}"] = np.histogram(i)
    wanted = [[i] * (i % 3) for i in range(100)]
    assert uproot.open(path)["d/T"]["y"].array().tolist() == list(range(100))
    assert uproot.open(path)["d/T"]["j"].array().tolist() == wanted
    with ramet.open(path) as file:
        assert file["d/T"]["j"].array().tolist() == wanted
    root = ROOT.RDataFrame("d/T", str(path))
    assert root.Sum("y").GetValue() == sum(range(100))
    assert root.Count().GetValue() == 100


@pytest.mark.parametrize("other", ["uproot", "ROOT"])
@pytest.mark.parametrize("seed", range(4))
def test_each_changes_a_file_that_the_other_has_changed(tmp_path: Path, seed: int, other: str) -> None:
    """Keys are put and removed by one after the other; a model says what is there.

    uproot does not change what ROOT has: it reads no list of free segments with zeros behind it, as ROOT's have.
    """
    path = tmp_path / "turns.root"
    if other == "ROOT":
        ROOT.TFile(str(path), "RECREATE").Close()
    else:
        uproot.recreate(path).close()
    chance = random.Random(seed)
    model: set[str] = set()
    for _ in range(25):
        name = chance.choice(["a", "b", "c", "d"])
        who = chance.choice(["ramet", other])
        removes = name in model and chance.random() < 0.5
        if not removes and name in model:
            continue
        if who == "ROOT":
            file = ROOT.TFile(str(path), "UPDATE")
            if removes:
                file.Delete(f"{name};*")
            else:
                ROOT.TNamed(name, "x" * chance.randrange(2000)).Write()
            file.Close()
        else:
            with ramet.update(path) if who == "ramet" else uproot.update(path) as file:
                if removes:
                    del file[name]
                else:
                    file[name] = np.histogram(np.arange(chance.randrange(1, 300)), bins=chance.randrange(1, 200))
        model ^= {name}
        assert sorted(uproot.open(path).keys(cycle=False)) == sorted(model)
        with ramet.open(path) as file:
            assert sorted(file.keys(cycle=False)) == sorted(model)
        file = ROOT.TFile.Open(str(path))
        assert sorted(key.GetName() for key in file.GetListOfKeys()) == sorted(model)
        for each in model:
            assert file.Get(each)
        file.Close()


@pytest.mark.parametrize("format", ["ttree", "rntuple"])
def test_what_fills_the_space_of_what_was_removed_is_read_by_all(tmp_path: Path, format: str) -> None:
    path = tmp_path / "again.root"
    schema = {"x": "float64", "j": "var * int32"}
    sizes = []
    for turn in range(6):
        if turn > 0:
            with ramet.update(path) as file:
                del file["t"]
        mode = "update" if turn > 0 else "create"
        with (
            ramet.ParallelWriter(path, "t", schema, format=format, mode=mode, cluster_entries=700) as writer,
            writer.context() as context,
        ):
            i = np.arange(5000) + turn
            context.extend({"x": i.astype(float), "j": lists(i % 3, np.repeat(i, i % 3).astype(np.int32))})
        sizes.append(path.stat().st_size)
        wanted = [[k] * (k % 3) for k in i.tolist()]
        assert uproot.open(path)["t"].arrays(["x"]).x.tolist() == i.tolist()
        assert uproot.open(path)["t"].arrays(["j"]).j.tolist() == wanted
        frame = ROOT.RDataFrame("t", str(path))
        assert frame.Sum("x").GetValue() == i.sum()
        assert frame.Max("j").GetValue() == max(map(max, filter(None, wanted)))
    assert sizes[-1] < sizes[0] * 1.3
