"""What the text of a function in C++ declares, changes and keeps."""

from __future__ import annotations

import pytest
from ramet.rdataframe.beside.bodies import is_changed_in, is_declared_in, kept_between_calls

DECLARED = [
    "[=](float x) { return x; }",
    "[=](const RVecF&x) { return x; }",
    "[=](float a) { float b = 1, x = 2; return x; }",
    "[=](float a) { for (size_t i = 0, x = 3; i < x; ++i) a += i; return a; }",
    "for (const auto &x : v) s += x;",
    "auto [y, x] = p; return x;",
    "std::vector<std::pair<float, int>> x; return x;",
    "auto f = [x = 3]() { return x; };",
    "unsigned long long x{3}; return x;",
    "double x[3] = {1, 2, 3};",
    "double y[3], x[3];",
]
NOT_DECLARED = [
    "return x;",
    "a * x",
    "a & x",
    "f(a, x)",
    "float y = f(a, x);",
    "a ? b : x",
    "x::y z;",
    "float y = 'x'; return \"float x\";",
    "if (a) return 1; else x;",
    "v.x + float(x)",
]


@pytest.mark.parametrize("text", DECLARED)
def test_variables_and_parameters_are_declared(text: str) -> None:
    assert is_declared_in(text, "x")


@pytest.mark.parametrize("text", NOT_DECLARED)
def test_uses_are_no_declarations(text: str) -> None:
    assert not is_declared_in(text, "x")


CHANGED = [
    "x = 1;",
    "x += 1;",
    "x <<= 1;",
    "++x;",
    "x--;",
    "x[f(i)] = 3;",
    "x[i].y *= 3;",
    "x.push_back(1);",
    "x[0].SetPt(3);",
    "std::sort(x.begin(), x.end());",
    "std::swap(y, x);",
    "std::copy(v.begin(), v.end(), x.begin());",
    "std::copy(v.begin(), v.end(), std::back_inserter(x));",
    "for (auto &y : x) y *= 2;",
    "for (auto &y : x) for (auto &z : y) z = 2;",
    "auto &y = x[0]; y = 2;",
    "auto it = x.begin(); while (it != x.end()) { *it = 3; ++it; }",
    "auto it = x.begin(); (*it).z += 3;",
]
UNCHANGED = [
    "y = x;",
    "y[x] = 3;",
    "return x == 1 || x <= 2 || x >= 3 || x != 4;",
    "return x.size() + x[0].Pt() + x.at(2);",
    "auto y = x; y.push_back(3);",
    "for (auto y : x) s += y;",
    "for (auto &y : x) s += y;",
    "std::sort(y.begin(), y.end(), [](float a, float b) { return a < b; }); return x;",
    "std::copy(x.begin(), x.end(), y.begin());",
    "for (auto it = x.begin(); it != x.end(); ++it) s += *it;",
    "a.x = 3;",
    "auto f = [x = 3]() { return x; };",
    'return "x = 3";',
]


@pytest.mark.parametrize("text", CHANGED)
def test_writing_into_a_variable_is_seen(text: str) -> None:
    assert is_changed_in(text, "x")


@pytest.mark.parametrize("text", UNCHANGED)
def test_reading_of_a_variable_is_no_writing(text: str) -> None:
    assert not is_changed_in(text, "x")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("static int k = 0; return ++k;", "static int k = 0"),
        ("int a = 1; static thread_local float b; return b;", "static thread_local float b"),
        ("static const float b = 2 * pt;", "static const float b = 2 * pt"),
        ("float a = f(3); const static float b(a);", "const static float b(a)"),
        ("static const std::vector<float> b = {1, 2}; return b[n];", None),
        ("constexpr static float b = pt.size;", "constexpr static float b = pt.size"),
        ("static_cast<float>(pt)", None),
        ('"static int"', None),
    ],
)
def test_static_variables_are_kept(text: str, kept: str | None) -> None:
    assert kept_between_calls(text, lambda name: name in ("pt", "n")) == kept
