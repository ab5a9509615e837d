"""The types of definitions are spelled as ROOT spells them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import ramet.rdataframe
import ROOT

EXPRESSIONS = [
    "v.size()",
    "ArgMax(v)",
    "v.size() * 2 + n",
    "v.size() > 1 ? 1u : 0u",
    "Nonzero(v > 1)",
    "Argsort(v)",
    "Combinations(v, 2)",
    "ROOT::RVec<std::size_t>{1, 2}",
    "std::size_t k = 2; return k;",
    "auto k = std::count_if(v.begin(), v.end(), [](float p) { return p > 1; }); return k;",
    "std::max_element(v.begin(), v.end()) - v.begin()",
    "1ul",
    "1ull",
    "(long)n",
    "(Long64_t)n",
    "int64_t(2)",
    "rdfentry_",
    "e + v.size()",
    "std::vector<float>{1}",
    "std::vector<float> w; w.push_back(1); return w;",
    "std::vector<int> w(3); return w;",
    "std::vector<std::vector<float>>{{1}}",
    "std::vector<ROOT::RVecF>{v}",
    "ROOT::RVec<std::vector<float>>{{1.f}}",
    "std::vector<bool>{true}",
    "std::vector<float>{1, 2}.size()",
    "ROOT::RVecI{1}",
    "Sum(v)",
    *("TLorentzVector()", "TVector3()", "TVector2()", "ROOT::RVec<TLorentzVector>(2)"),
    *(
        f"ROOT::Math::{name}()"
        for name in (
            *("PtEtaPhiMVector", "PtEtaPhiEVector", "PxPyPzMVector", "PxPyPzEVector", "XYZTVector", "XYZTVectorF"),
            *("XYZVector", "XYZVectorF", "XYZPoint", "RhoEtaPhiVector", "RhoZPhiVector", "Polar3DVector", "XYVector"),
            *("XYPoint", "Polar2DVector"),
        )
    ),
    "ROOT::RVec<ROOT::Math::XYZVector>(2)",
    "std::make_pair(1, 2.)",
    "std::make_pair(n, v)",
]


def frame_of(of: Any) -> Any:
    return of.RDataFrame(3).Define("n", "int(rdfentry_)").Define("v", "ROOT::RVecF(n, 2.f)").Define("e", "rdfentry_")


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_a_definition_has_the_type_of_root(text: str) -> None:
    ours, roots = (frame_of(of).Define("y", text).GetColumnType("y") for of in (ramet.rdataframe, ROOT))
    assert ours == roots


def test_columns_of_arrays_have_the_types_of_root() -> None:
    kinds = ["float32", "float64", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
    arrays = {kind: np.ones(2, kind) for kind in kinds}
    ours, roots = (of.RDF.FromNumpy(arrays) for of in (ramet.rdataframe, ROOT))
    assert [ours.GetColumnType(kind) for kind in kinds] == [str(roots.GetColumnType(kind)) for kind in kinds]
