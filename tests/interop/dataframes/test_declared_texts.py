"""Functions, templates and variables that scripts declare mean what they mean to ROOT."""

from __future__ import annotations

from typing import Any

import pytest
import ramet.rdataframe
import ROOT

DECLARED = """
#ifndef TOLD_HEADER
#define TOLD_HEADER
#define TOLD_CUT 20
#define TOLD_FLOATS ROOT::RVecF
#if 0
int told_branch() { return 1; }
#elif defined(TOLD_OTHER) || !defined(TOLD_CUT)
int told_branch() { return 2; }
#else
int told_branch() { return 3; }
#endif
#ifndef M_PI
#define M_PI 3
#endif
double told_pi() { return M_PI; }
int told_over(const TOLD_FLOATS &v) { return Sum(v > TOLD_CUT / 10); }
float told_sum(float a) { return a; }
float told_sum(float a, float b, float c = 100) { return told_sum(a) + b + c; }
template <class T, class U> T told_add(T a, U b) { return a + b; }
template <typename T> ROOT::RVec<T> told_scaled(const ROOT::RVec<T> &v, double f = 1.5) { return v * f; }
template <typename T> T told_total(const ROOT::RVec<T> &v) { return Sum(v) * 1.5; }
template <typename T> T told_grown(T a) { a += 1.25; return a; }
double told_where(double x) { return 1; }
namespace told {
double told_where(double x) { return 2; }
namespace inner { const double shift = 0.5; double get(double x) { return told_where(x) + shift + ::told_where(x); } }
}
float told_reads(ROOT::RVecF &v, float &a) { float s = a; for (auto &x : v) s += x; return s; }
float told_copies(ROOT::RVecF v, float a) { v.push_back(a); a += 1; return v[0] + v.size() + a; }
double told_scale = 2.5;
std::vector<float> told_edges{1, 1.5, 2};
const ROOT::RVecF told_cuts{10, 20};
const int told_c(7), told_d(1);
enum told_colors { told_red, told_green = 5, told_blue };
float told_tenfold(float told_scale) { told_scale *= 10; return told_scale; }
#endif
"""
TEXTS = [
    "told_branch()",
    "told_pi()",
    "told_over(v)",
    "n > TOLD_CUT ? 1 : 0",
    "told_sum(n) + told_sum(n, 2) + told_sum(n, 2, 3)",
    "told_add(n, 1.5)",
    "told_add(s, 1.5)",
    "told_add(1.5, n)",
    "told_scaled(v)",
    "told_scaled(ROOT::RVecI{1, 3})",
    "told_total(ROOT::RVecI(n, 3))",
    "told_grown(n)",
    "told_grown(x)",
    "told::inner::get(x) + told::told_where(x) + told_where(x)",
    "ROOT::RVecF w = v; float a = 3; return told_reads(w, a);",
    "told_copies(ROOT::RVecF{1}, n)",
    "told_scale * n",
    "told_edges[n]",
    "told_cuts[1] / told_c + told_d",
    "told_blue + told_green * n",
    "told_tenfold(2) + told_scale",
    "int told_c = n; return told_c;",
]


def frame_of(of: Any) -> Any:
    made = of.RDataFrame(3).Define("n", "int(rdfentry_)").Define("s", "(short)n").Define("x", "n * 0.75")
    assert of.gInterpreter.Declare(DECLARED)
    return made.Define("v", "ROOT::RVecF(n, 2.25f)")


def values_of(frame: Any) -> list[Any]:
    return [list(one) if hasattr(one, "__len__") else one for one in frame.AsNumpy(["y"])["y"]]


@pytest.fixture(scope="module")
def frames() -> list[Any]:
    return [frame_of(of) for of in (ramet.rdataframe, ROOT)]


@pytest.mark.parametrize("text", TEXTS)
def test_declared_texts_mean_what_they_mean_to_root(frames: list[Any], text: str) -> None:
    ours, roots = (frame.Define("y", text) for frame in frames)
    assert ours.GetColumnType("y") == str(roots.GetColumnType("y"))
    assert values_of(ours) == values_of(roots)
