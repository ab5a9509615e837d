"""Vectors of numbers and of physics with ROOT's names. The numbers are those of ROOT 6.40 for the same statements."""

from __future__ import annotations

from array import array
from typing import Any

import numpy as np
import pytest
import ramet
import ramet.rdataframe as ROOT

M = ROOT.Math


def told(of: Any, names: str) -> list[float]:
    return [getattr(of, name)() for name in names.split()]


def test_coordinates_of_four_vectors() -> None:
    v = M.PtEtaPhiMVector(10, 1, 2, 0.1)
    assert told(v, "Pt Eta Phi M") == [10, 1, 2, 0.1]
    assert told(v, "E Px Py Pz P") == pytest.approx([15.43113075, -4.161468365, 9.092974268, 11.75201194, 15.43080635])
    assert M.PtEtaPhiMVector(5, 2, 4, 1).Phi() == pytest.approx(4 - 2 * np.pi)
    u = M.PxPyPzEVector(1, 2, 3, 10)
    assert told(u, "M Pt Eta Mt Rapidity") == pytest.approx(
        [9.273618495, 2.236067977, 1.103586842, 9.539392014, 0.3095196042]
    )
    assert told(M.XYZTVector(1, 1, 0, 1), "M Eta") == [-1, 0]
    assert M.PxPyPzMVector(1, -2, 3, 0.5).E() == pytest.approx(3.774917218)
    with pytest.raises(ramet.MisuseError, match="of 3 values"):
        M.PtEtaPhiMVector(1, 2, 3)
    assert M.PtEtaPhiMVector(u).M() == pytest.approx(u.M())


def test_sums_and_distances_of_four_vectors() -> None:
    one, other = M.PtEtaPhiMVector(10, 1, 2, 0.1), M.PtEtaPhiMVector(20, -1, 1, 0.1)
    assert (one + other).M() == M.VectorUtil.InvariantMass(one, other) == pytest.approx(35.8998935)
    assert sum([one, other]).M() == pytest.approx(35.8998935)
    assert M.VectorUtil.DeltaR(one, other) == pytest.approx(2.236067977)
    assert M.VectorUtil.DeltaPhi(one, other) == -1
    assert (one - one).P() == 0
    assert ((one * 2).Pt(), (one / 2).Pt()) == pytest.approx((20, 5))


def test_vectors_that_change_in_place() -> None:
    t, u = ROOT.TLorentzVector(), ROOT.TLorentzVector(1, 2, 3, 10)
    t.SetPtEtaPhiM(30, 0.5, 1, 91.2)
    assert told(t, "Perp PseudoRapidity Phi Mag Rho") == pytest.approx([30, 0.5, 1, 91.2, 33.82877896])
    assert t.DeltaR(u) == pytest.approx(0.6130235909)
    assert (u[0], u[3], t.Dot(t)) == pytest.approx((1, 10, 91.2**2))
    u.Boost(0.1, 0.2, -0.3)
    u.Boost(-u.BoostVector())
    assert (u.M(), u.P()) == pytest.approx((86**0.5, 0), abs=1e-9)
    a, b = ROOT.TVector3(1, 2, 3), ROOT.TVector3(0, -1, 1)
    assert list(a.Cross(b)) == [5, -1, -1]
    assert (a.Dot(b), a * b, (a + b).X(), (a * 2).Z()) == (1, 1, 1, 6)
    assert (a.Angle(b), a.Mag2(), a.Unit().Mag()) == pytest.approx((1.380670723, 14, 1))
    assert M.XYZVector(1, 2, 3).R() == a.Mag()


def test_vectors_of_numbers() -> None:
    v = ROOT.RVecF([3, 1, 2])
    assert (v.size(), v.size, v[1], v.at(7, -1), v.front(), v.back(), v.empty()) == (3, 3, 1, -1, 3, 2, False)
    assert v.dtype == "float32"
    assert list(v[v > 1] * 2) == [6, 4]
    assert list(ROOT.VecOps.Reverse(v)) == [2, 1, 3]
    assert ROOT.VecOps.Sum(v) == 6
    assert list(ROOT.VecOps.RVec("int")(2)) == [0, 0]
    assert list(ROOT.RVec["double"](2, 1.5)) == [1.5, 1.5]
    with pytest.raises(ramet.MisuseError, match="numbers are wanted"):
        ROOT.RVec["std::string"]


def test_what_take_gives_is_a_vector() -> None:
    frame = ROOT.RDataFrame(3).Define("x", "0.1f * rdfentry_").Define("v", "ROOT::RVecF(rdfentry_, 1.f)")
    x, v = frame.Take["float"]("x"), frame.Take["ROOT::RVecF"]("v")
    assert (x.GetValue().size(), x.size(), x.GetValue().size + 1) == (3, 3, 4)
    assert isinstance(x.GetValue()[1], float)
    assert sum(x.GetValue()) == float(np.float32(0.1)) + float(np.float32(0.2))  # in double, as a list of ROOT's
    assert np.asarray(x.GetValue()).dtype == "float32"
    assert (v.GetValue()[2].size(), [one.size() for one in v.GetValue()]) == (2, [0, 1, 2])


def test_profiles_and_graphs_are_made() -> None:
    profile = ROOT.TProfile("p", "t", 2, 0, 2)
    profile.Fill(0.5, 1.5)
    profile.Fill(0.5, 2.5, 3.0)
    assert (profile.GetBinContent(1), profile.GetEntries()) == (2.25, 2)
    assert profile.GetBinError(1) == pytest.approx(0.342326598)
    with pytest.raises(ramet.UnsupportedError, match="error option 's'"):
        ROOT.TProfile("p", "t", 2, 0, 2, "s")
    lists = [array("d", one) for one in ([1, 2], [3, 4], [0.1, 0.2], [0.3, 0.4], [0.5, 0.6], [0.7, 0.8])]
    graph = ROOT.TGraphErrors(2, *lists[:4])
    assert (graph.GetN(), graph.GetErrorX(1), graph.GetErrorY(0), graph.GetPointY(1)) == pytest.approx((2, 0.2, 0.3, 4))
    graph = ROOT.TGraphAsymmErrors(2, *lists)
    assert (graph.GetErrorXhigh(1), graph.GetErrorYlow(0)) == (0.4, 0.5)
    assert ROOT.TGraph(1, *lists[:2]).GetN() == 1
    with pytest.raises(ramet.UnsupportedError, match="2 are wanted"):
        ROOT.TGraph(1, lists[0])
