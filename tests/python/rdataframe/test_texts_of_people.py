"""What people write for events with lists: statements, lambdas, algorithms, vectors. The answers are those of ROOT 6.40
for the same dataframe."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import ramet.rdataframe as ROOT

COLUMNS = {
    "n": "int(rdfentry_)",
    "pt": ("ROOT::RVecF v; for (int i = 0; i < n; ++i) v.push_back(10 + 7 * i + 11 * (i == 1)); return v;"),
    "eta": ("ROOT::RVecF v; for (int i = 0; i < n; ++i) v.push_back(0.7f * i * (i % 2 ? 1 : -1) + 0.1f); return v;"),
    "phi": "ROOT::RVecF v; for (int i = 0; i < n; ++i) v.push_back(0.5f + i); return v;",
    "charge": "ROOT::RVecI v; for (int i = 0; i < n; ++i) v.push_back(i % 3 - 1); return v;",
}

TEXTS: list[tuple[str, list[Any]]] = [
    (
        "int s = 0; for (auto i : {1, 2, 3}) s += i * n; return s;",
        [0, 6, 12, 18],
    ),
    (
        "float s = 0; for (const auto &v : {pt, eta}) s += v.size(); return s;",
        [0, 2, 4, 6],
    ),
    (
        'std::string s; auto l = {"a", "bc"}; for (auto x : l) s += x; return s + std::to_string(l.size() + n);',
        ["abc2", "abc3", "abc4", "abc5"],
    ),
    (
        "std::array<double, 3> a; a.fill(0); for (auto p : pt) a[p > 20] += p; return a[0] + 1000 * a[1];",
        [0, 10, 28010, 52010],
    ),
    (
        "std::vector<int> v(3); v.assign(2, n); v.push_back(7); return v;",
        [[0, 0, 7], [1, 1, 7], [2, 2, 7], [3, 3, 7]],
    ),
    (
        "std::vector<double> v{1.}; v.assign(charge.begin(), charge.end()); return v;",
        [[], [-1], [-1, 0], [-1, 0, 1]],
    ),
    (
        "ROOT::RVecI v(4); std::iota(v.begin() + 2, v.end(), n); std::fill(v.begin(), v.begin() + 1, 9); return v;",
        [[9, 0, 0, 1], [9, 0, 1, 2], [9, 0, 2, 3], [9, 0, 3, 4]],
    ),
    (
        "ROOT::RVecI v{1, 2, 3, 4, 5, n}; std::rotate(v.begin() + 1, v.begin() + 2, v.begin() + 5); return v;",
        [[1, 3, 4, 5, 2, k] for k in range(4)],
    ),
    (
        "ROOT::RVecI v{1, 2, 1, 4, 1, n}; v.erase(std::remove(v.begin() + 1, v.end(), 1), v.end()); return v;",
        [[1, 2, 4, 0], [1, 2, 4], [1, 2, 4, 2], [1, 2, 4, 3]],
    ),
    (
        "ROOT::RVecI v{1, 1, 1, 4, 4, n}; std::replace(v.begin() + 1, v.begin() + 4, 1, 7); "
        "v.erase(std::unique(v.begin() + 2, v.end()), v.end()); return v;",
        [[1, 7, 7, 4, k] for k in range(4)],
    ),
    (
        "std::pair<int, int> b{-1, -1}; for (int i = 0; i < n; ++i) if (pt[i] > 12) b = {i, n}; "
        "return b.first * 100 + b.second;",
        [-101, -101, 102, 203],
    ),
    (
        "ROOT::Math::PtEtaPhiMVector p; p = {3., 0, 1., 4. * n}; return p.E();",
        [3, 5, 8.544004, 12.36932],
    ),
    (
        "using namespace ROOT::VecOps; return Sum(pt[abs(eta) < 1]);",
        [0, 10, 38, 38],
    ),
    (
        "using V = ROOT::Math::PtEtaPhiMVector; V a(pt.at(0, 1.f), 0.1, 0.2, 3); return (a * 2).M();",
        [6, 6, 6, 6],
    ),
    (
        "ROOT::Math::PtEtaPhiMVector a(5, 0.1, 1, 3); return (a * -1).Phi() + (-a).Eta();",
        [-2.241593, -2.241593, -2.241593, -2.241593],
    ),
    (
        "auto v = pt; std::sort(v.rbegin(), v.rend()); return v;",
        [[], [10], [28, 10], [28, 24, 10]],
    ),
    (
        "return ROOT::RVecF(pt.rbegin(), pt.rend());",
        [[], [10], [28, 10], [24, 28, 10]],
    ),
    (
        "const double t[3][2] = {{1.1, 1.2}, {0.9, 0.8}, {1., 2.}}; return t[n % 3][n > 1];",
        [1.1, 0.9, 2, 1.2],
    ),
    (
        "int counts[4] = {0}; for (auto q : charge) counts[q + 1]++; return counts[0] * 10 + counts[2];",
        [0, 10, 10, 11],
    ),
    (
        "std::vector<std::pair<float, int>> v; for (int i = 0; i < n; ++i) v.emplace_back(pt[i], i); "
        "std::sort(v.begin(), v.end()); return v.empty() ? -1 : v.back().second;",
        [-1, 0, 1, 1],
    ),
    (
        "ROOT::RVec<ROOT::RVecF> bins(2); for (auto p : pt) bins[p < 20 ? 0 : 1].push_back(p); return bins[1];",
        [[], [], [28], [28, 24]],
    ),
    (
        'std::string s; for (int i = 0; i < n; ++i) { if (i) s += ","; s += std::to_string(charge[i]); } return s;',
        ["", "-1", "-1,0", "-1,0,1"],
    ),
    (
        'std::string c = n > 2 ? "many" : n > 0 ? "few" : "none"; if (Sum(charge) == 0) c += "_0"; return c;',
        ["none_0", "few", "few", "many_0"],
    ),
    (
        "unsigned mask = 0; for (int i = 0; i < n; ++i) if (pt[i] > 15) mask |= 1u << i; return mask;",
        [0, 0, 2, 6],
    ),
    (
        "for (size_t i = 0; i < pt.size(); ++i) if (std::abs(eta[i]) > 1) return (int)i; return -1;",
        [-1, -1, -1, 2],
    ),
    (
        "auto mt = [](float a, float b, double dphi) { return std::sqrt(2 * a * b * (1 - std::cos(dphi))); }; "
        "return n ? mt(pt[0], 30, phi[0]) : 0.;",
        [0, 8.570325, 8.570325, 8.570325],
    ),
    (
        "auto outer = [&](float k) { auto inner = [k](float x) { return k * x; }; return n ? inner(pt[0]) : k; "
        "}; return outer(2.f);",
        [2, 20, 20, 20],
    ),
    (
        "if (n < 2) return -1.f; auto c = Combinations(pt, 2); return Max(Take(pt, c[0]) - Take(pt, c[1]));",
        [-1, -1, -18, 4],
    ),
    (
        "return Take(pt, Argsort(-eta));",
        [[], [10], [28, 10], [28, 10, 24]],
    ),
    (
        "return Map(charge, pt, [](int q, float p) { return q > 0 ? p : -p; });",
        [[], [-10], [-10, -28], [-10, -28, 24]],
    ),
    (
        "return Where(charge > 0, 1.5, Where(eta > 0, 0.5, 0.));",
        [[], [0.5], [0.5, 0.5], [0.5, 0.5, 1.5]],
    ),
    (
        "return Nonzero(pt > 15 && charge != 0);",
        [[], [], [], [2]],
    ),
    (
        "return Concatenate(charge, Nonzero(eta > 0));",
        [[], [1.844674e19, 0], [1.844674e19, 0, 0, 1], [1.844674e19, 0, 1, 0, 1]],
    ),
    (
        "return Any(pt > 30) ? 1 : All(pt > 5) ? 2 : 3;",
        [2, 2, 2, 2],
    ),
    (
        "auto v = pt; v.erase(std::remove_if(v.begin(), v.end(), [](float x) { return x < 15; }), v.end()); "
        "return v.size();",
        [0, 0, 1, 2],
    ),
    (
        "int n0 = 0; for (auto p : pt) { if (p > 30) n0 += 10; else if (p > 15) n0 += 1; else break; } return n0;",
        [0, 0, 0, 0],
    ),
    (
        "switch (n) { case 0: return 5; case 1: case 2: return 7; default: break; } return 9;",
        [5, 7, 7, 9],
    ),
    (
        "ROOT::RVec<ROOT::Math::PtEtaPhiMVector> js; for (int i = 0; i < n; ++i) js.emplace_back(pt[i], eta[i], "
        "phi[i], 1.); return n > 1 ? (js[0] + js[1]).M() : -1.;",
        [-1, -1, 20.15718, 20.15718],
    ),
    (
        "TLorentzVector p; for (int i = 0; i < n; ++i) { TLorentzVector q; q.SetPtEtaPhiM(pt[i], eta[i], phi[i], "
        "0.1); p += q; } return p.Pt();",
        [0, 10, 34.44662, 47.84334],
    ),
    (
        "return (charge & 1) + charge * 2;",
        [[], [-1], [-1, 0], [-1, 0, 3]],
    ),
    (
        "return n - 2u > 1;",
        [1, 1, 0, 0],
    ),
    (
        "return -n / 2 * 1.5f + n % 3;",
        [0, 1, 0.5, -1.5],
    ),
]


def plain(value: Any) -> Any:
    """A value as JSON has it, real numbers with seven digits."""
    if isinstance(value, str):
        return value
    return [plain(one) for one in value] if np.ndim(value) else float(f"{float(value):.7g}")


@pytest.fixture(scope="module")
def df() -> ROOT.RDataFrame:
    made = ROOT.RDataFrame(4)
    for name, text in COLUMNS.items():
        made = made.Define(name, text)
    return made


@pytest.mark.parametrize(("text", "answer"), TEXTS)
def test_values_are_those_of_root(df: ROOT.RDataFrame, text: str, answer: list[Any]) -> None:
    values = df.Define("x", text).AsNumpy(["x"])["x"]
    assert [plain(value) for value in values] == answer
