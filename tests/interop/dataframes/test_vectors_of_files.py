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
    tree.Branch("muon", &muon, 32000, 0);
    tree.Branch("jet", &jet, 32000, 0);
    for (int i = 1; i < 20; ++i) {
      old.SetPxPyPzE(i, 2, -0.5 * i, 3. * i + 5);
      place.SetXYZ(i, -2, 0.25 * i);
      muon.SetCoordinates(10. + i, 0.1 * i - 1, 0.3 * i - 3, 0.105);
      jet.SetCoordinates(3, i, -i, 40);
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
