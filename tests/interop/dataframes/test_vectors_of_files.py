"""Vectors that ROOT stores have the methods of their classes in expressions, with ROOT's values."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import ramet.rdataframe
import ROOT

WRITER = r"""
#include <Math/Vector3D.h>
#include <Math/Vector4D.h>
#include <TFile.h>
#include <TLorentzVector.h>
#include <TTree.h>

struct RametVectors {
  static void write(const char *path, int split) {
    TFile file(path, "RECREATE");
    TTree tree("t", "");
    TLorentzVector old;
    TVector3 place;
    ROOT::Math::PtEtaPhiMVector muon;
    ROOT::Math::XYZTVector jet;
    tree.Branch("old", &old, 32000, split);
    tree.Branch("place", &place, 32000, split);
    std::vector<ROOT::Math::PxPyPzEVector> jets;
    std::vector<ROOT::Math::XYZVector> tracks;
    tree.Branch("muon", &muon, 32000, split);
    tree.Branch("jet", &jet, 32000, split);
    tree.Branch("jets", &jets, 32000, split);
    tree.Branch("tracks", &tracks, 32000, split);
    for (int i = 1; i < 20; ++i) {
      old.SetPxPyPzE(i, 2, -0.5 * i, 3. * i + 5);
      place.SetXYZ(i, -2, 0.25 * i);
      muon.SetCoordinates(10. + i, 0.1 * i - 1, 0.3 * i - 3, 0.105);
      jet.SetCoordinates(3, i, -i, 40);
      jets.assign(1 + i % 3, {1. * i, 2, 3, 90});
      tracks.assign(1 + i % 2, {1. * i, 2, 3});
      tree.Fill();
    }
    tree.Write();
  }
};
"""
ROOT.gInterpreter.Declare(WRITER)
TEXTS = (
    "old.Pt() + old.M()",
    "old.Vect().Mag()",
    "old.DeltaR(old + old)",
    "place.Perp() + place.Eta()",
    "muon.E()",
    "(muon + muon).M()",
    "jet.M2() + jet.Rapidity()",
    "(jets[0] + jets.back()).M() + jets.size()",
    "return Sum(Map(jets, [](const auto &j) { return j.Pt(); }));",
    "tracks[0].X() + tracks.at(0).Rho()",
)


@pytest.mark.parametrize("split", [0, 99])
def test_vectors_of_files_have_their_methods(tmp_path: Path, split: int) -> None:
    path = str(tmp_path / "vectors.root")
    ROOT.RametVectors.write(path, split)
    for text in TEXTS:
        ours, roots = (
            of.RDataFrame("t", path).Define("found", text).AsNumpy(["found"])["found"]
            for of in (ramet.rdataframe, ROOT)
        )
        np.testing.assert_allclose(ours, roots, rtol=1e-12, err_msg=text)


@pytest.mark.parametrize("files", [1, 2])
def test_split_objects_of_several_files(tmp_path: Path, files: int) -> None:
    paths = [str(tmp_path / f"{number}.root") for number in range(files)]
    for path in paths:
        ROOT.RametVectors.write(path, 99)
    ours, roots = (
        of.RDataFrame("t", paths).Filter("jets.size() > 1").Define("m", "(jets[0] + jets[1]).M()").Sum("m").GetValue()
        for of in (ramet.rdataframe, ROOT)
    )
    assert ours == pytest.approx(roots, rel=1e-12)


def test_split_objects_of_the_schema_of_all_files(tmp_path: Path) -> None:
    paths = [str(tmp_path / f"{number}.root") for number in range(2)]
    for path in paths:
        ROOT.RametVectors.write(path, 99)
    text = "muon.E() + (jets.size() > 1 ? (jets[0] + jets[1]).M() : 0.)"
    tables = (ramet.open_many([f"{path}:t" for path in paths], schema=schema) for schema in ("first", "all"))
    first, whole = (ramet.frame(table).define("e", text).sum("e").value for table in tables)
    assert whole == first != 0


def test_vectors_of_a_snapshot_have_their_methods(tmp_path: Path) -> None:
    path = str(tmp_path / "snapshot.root")
    made = ROOT.RDataFrame(5).Define("v", "ROOT::Math::PtEtaPhiMVector(5 + rdfentry_, 1, 1, 1)")
    made.Snapshot("t", path)
    assert ramet.rdataframe.RDataFrame("t", path).Define("pt", "v.Pt()").Sum("pt").GetValue() == pytest.approx(35)


def test_vectors_of_friends_have_their_methods(tmp_path: Path) -> None:
    main, other = (str(tmp_path / name) for name in ("main.root", "other.root"))
    ROOT.RDataFrame(19).Define("x", "1").Snapshot("t", main)
    ROOT.RametVectors.write(other, 99)
    joined = ramet.open_many(f"{main}:t").add_friend(f"{other}:t", "f")
    frame = ramet.frame(joined).define("both", "f.muon.Pt() - muon.Pt() + (f.jets[0]).E()")
    assert frame.sum("both").value == pytest.approx(19 * 90)


@pytest.mark.parametrize("split", [0, 99])
def test_vectors_in_snapshots_are_roots_objects(tmp_path: Path, split: int) -> None:
    path, copy = str(tmp_path / "vectors.root"), str(tmp_path / "copy.root")
    ROOT.RametVectors.write(path, split)
    made = ramet.rdataframe.RDataFrame("t", path)
    made = made.Define("one", "ROOT::Math::PtEtaPhiMVector(10 + muon.Pt(), 1, 2, 3)")
    made = made.Define("point", "ROOT::Math::XYZPoint(1, 2, muon.E())").Define(
        "floats", "ROOT::Math::XYZTVectorF(1, 2, 3, 4)"
    )
    made.Snapshot("s", copy, ["muon", "jets", "one", "point", "floats"])
    expressions = ["muon.M()", "jets.size() > 0 ? jets[0].Pt() : 0.", "(one + muon).M()", "point.Z()", "floats.E()"]
    for text in expressions:
        ours, roots = (
            of.RDataFrame("s", copy).Define("found", f"double({text})").AsNumpy(["found"])["found"]
            for of in (ramet.rdataframe, ROOT)
        )
        np.testing.assert_allclose(ours, roots, rtol=1e-6, err_msg=text)
    for text in expressions[:2]:
        stored, copied = (
            ROOT.RDataFrame(tree, of).Define("found", f"double({text})").AsNumpy(["found"])["found"]
            for tree, of in (("t", path), ("s", copy))
        )
        np.testing.assert_array_equal(copied, stored, err_msg=text)


@pytest.mark.parametrize("splits", [(99, 0), (0, 99), (0, 99, 0)])
def test_files_that_split_objects_and_files_that_do_not(tmp_path: Path, splits: tuple[int, ...]) -> None:
    paths = [str(tmp_path / f"{number}.root") for number in range(len(splits))]
    for path, split in zip(paths, splits, strict=True):
        ROOT.RametVectors.write(path, split)
    for text in ("muon.E()", "jets.size() > 1 ? (jets[0] + jets[1]).M() : 0."):
        ours, roots = (
            of.RDataFrame("t", paths).Define("e", text).Sum("e").GetValue() for of in (ramet.rdataframe, ROOT)
        )
        assert ours == pytest.approx(roots, rel=1e-12)


@pytest.mark.parametrize("split", [0, 99])
def test_columns_of_objects_have_roots_names_and_types(tmp_path: Path, split: int) -> None:
    path = str(tmp_path / "vectors.root")
    ROOT.RametVectors.write(path, split)
    ours, roots = (of.RDataFrame("t", path).Define("p", "muon + muon") for of in (ramet.rdataframe, ROOT))
    names = [str(name) for name in roots.GetColumnNames()]
    assert ours.GetColumnNames() == names
    for name in names:
        assert ours.GetColumnType(name).replace(" ", "") == roots.GetColumnType(name).replace(" ", "")
        assert ours.HasColumn(name)
    assert "TLorentzVector" in ours.Describe().AsString()
    assert {"old", "p"} <= ours.AsNumpy().keys()
    assert "jets" in ours.Display("jets").GetValue().AsString()
    copied = ours.Snapshot("s", str(tmp_path / "copy.root"))
    assert copied.Count().GetValue() == 19


def test_snapshots_have_the_classes_of_vectors(tmp_path: Path) -> None:
    path, copy = tmp_path / "vectors.root", tmp_path / "copy.root"
    ROOT.RametVectors.write(str(path), 99)
    frame = (
        ramet.rdataframe.RDataFrame("t", str(path)).Define("sum", "old + old").Define("flat", "TVector2(place.X(), 1)")
    )
    frame = frame.Define("places", "std::vector<TVector3> v; v.push_back(place); v.push_back(old.Vect()); return v;")
    columns = ["old", "place", "sum", "flat", "places"]
    frame.Snapshot("t", str(copy), columns)
    classes = ["TLorentzVector", "TVector3", "TLorentzVector", "TVector2", "vector<TVector3>"]
    file = ROOT.TFile(str(copy))
    tree = file.Get("t")
    assert [str(tree.GetBranch(name).GetClassName()) for name in columns] == classes
    old, numbers = ROOT.TLorentzVector(), []
    tree.SetBranchAddress("old", old)
    for entry in range(tree.GetEntries()):
        tree.GetEntry(entry)
        numbers.append((old.Px(), old.E()))
    assert numbers == [(i, 3 * i + 5) for i in range(1, 20)]
    file.Close()
    texts = [
        "old.M() + sum.Pt()",
        "place.Eta()",
        "flat.Mod()",
        "places[1].Mag() - places.at(0).Perp()",
        "places.size()",
    ]
    for text in texts:
        expected = frame.Define("found", text).AsNumpy(["found"])["found"]
        for read in (ROOT.RDataFrame, ramet.rdataframe.RDataFrame):
            found = read("t", str(copy)).Define("found", text).AsNumpy(["found"])["found"]
            np.testing.assert_allclose(found.tolist(), expected.tolist(), rtol=1e-14)
