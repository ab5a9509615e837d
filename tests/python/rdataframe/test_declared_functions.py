"""Functions of C++ that scripts declare to ROOT's interpreter, and expressions that call them."""

from __future__ import annotations

from pathlib import Path

import pytest
import ramet.rdataframe as ROOT
from ramet.errors import MisuseError, UnsupportedError
from ramet.rdataframe.beside.brackets import split_arguments
from ramet.rdataframe.beside.declarations import declarations
from ramet.rdataframe.beside.interpreter import Interpreter


def columns(*names: str) -> object:
    return lambda name: name in names


def test_a_function_stands_in_front_of_what_calls_it() -> None:
    interpreter = Interpreter()
    assert interpreter.Declare("float twice(float x) { return 2 * x; }")
    assert interpreter.expanded("twice(x) + 1", columns("x")) == (
        "auto twice = [=](float x) -> float { return 2 * x; }; return twice(x) + 1;"
    )
    assert interpreter.expanded("x + 1", columns("x")) == "x + 1"
    assert interpreter.expanded("return twice(x);", columns("x")).endswith("}; return twice(x);")


def test_a_column_of_the_same_name_is_the_column() -> None:
    interpreter = Interpreter()
    interpreter.Declare("float scale(float x) { return 2 * x; }")
    assert interpreter.expanded("scale + 1", columns("scale")) == "scale + 1"
    assert interpreter.expanded("scale(1) * scale", columns("scale")).endswith("return scale_(1) * scale;")


def test_declarations_of_a_header(tmp_path: Path) -> None:
    (tmp_path / "inner.h").write_text("#pragma once\n#define WIDTH 2.5\n")
    (tmp_path / "functions.h").write_text(
        """
        #ifndef FUNCTIONS
        #define FUNCTIONS
        #include <cmath>
        #include "ROOT/RVec.hxx"
        #include "TMath.h"
        #include "inner.h"
        using namespace ROOT::VecOps;
        using floats = const ROOT::RVecF &;  // not "a; string"
        const auto z_mass = 91.2;
        namespace cuts {
        /* one; { */
        inline bool near(double mass) { return std::abs(mass - z_mass) < WIDTH; }
        template <typename T>
        auto sum(const T &values) { auto s = 0.; for (auto v : values) s += v; return s; }
        int number(floats pt, double above = 10) { int n = 0; for (auto p : pt) if (p > above) ++n; return n; }
        }
        struct Unused { int a; };
        #endif
        """
    )
    found = {one.name: one for one in declarations(f'#include "{tmp_path / "functions.h"}"')}
    assert set(found) == {"WIDTH", "floats", "z_mass", "cuts::near", "cuts::sum", "cuts::number", "Unused"}
    assert found["Unused"].refused == "a class"
    assert found["cuts::number"].text.startswith("[=](const ROOT::RVecF & pt, double above = 10) -> int {")
    interpreter = Interpreter()
    interpreter.LoadMacro(str(tmp_path / "functions.h"))
    text = interpreter.expanded("cuts::near(m)", columns("m"))
    assert text.startswith("const auto z_mass = 91.2; const auto WIDTH = 2.5; auto cuts_near = ")
    with pytest.raises(UnsupportedError, match="Unused is a class"):
        interpreter.expanded("Unused(m)", columns("m"))


def test_arguments_of_templates_have_commas() -> None:
    assert split_arguments("const std::pair<int, float> &a, std::vector<int> b = {1, 2}, char c = ','") == [
        "const std::pair<int, float> &a",
        "std::vector<int> b = {1, 2}",
        "char c = ','",
    ]
    assert split_arguments("a < b, c > d") == ["a < b", "c > d"]


def test_what_cannot_be_declared() -> None:
    interpreter = Interpreter()
    interpreter.Declare("int f(int x) { return x > 0 ? f(x - 1) : 0; } int count = 0;")
    with pytest.raises(MisuseError, match="f calls itself"):
        interpreter.expanded("f(x)", columns("x"))
    interpreter.Declare("void counts() { ++count; } float unset;")
    for text in ("x + count", "count = 3; return count;"):
        with pytest.raises(UnsupportedError, match="count is a variable that is changed"):
            interpreter.expanded(text, columns("x"))
    with pytest.raises(UnsupportedError, match="unset is a variable without a value"):
        interpreter.expanded("x + unset", columns("x"))
    with pytest.raises(MisuseError, match="f was declared otherwise before"):
        interpreter.Declare("int f(int x) { return x; }")
    with pytest.raises(MisuseError, match="not closed"):
        interpreter.Declare("int g(int x) { return x;")
    with pytest.raises(UnsupportedError, match="no C\\+\\+ is run"):
        interpreter.ProcessLine("cout << 1 << endl;")


def test_overloads_are_told_apart_by_the_number_of_arguments(events: ROOT.RDataFrame) -> None:
    ROOT.gInterpreter.Declare(
        """
        float over_number(float a) { return a; }
        float over_number(float a, float b) { return over_number(a) + over_number(a, b, 100); }
        float over_number(float a, float b, float c, float d = 1000) { return b + c + d; }
        """
    )
    made = events.Define("x", "over_number(nJet) + 10000 * over_number(1, nJet)")
    assert made.Take("x").GetValue().tolist() == [11010000, 11020001, 11030002, 11040003]
    with pytest.raises(UnsupportedError, match="over_number has overloads that only the types"):
        events.Define("x", "Map(Muon_pt, over_number)")


@pytest.mark.parametrize("declares", [1, 2])
def test_overloads_that_types_tell_apart_are_refused(declares: int) -> None:
    interpreter = Interpreter()
    texts = ["int twice(int a) { return a; }", "int twice(float b) { return 2 * b; }"]
    for text in texts if declares == 2 else [" ".join(texts)]:
        interpreter.Declare(text)
        interpreter.Declare(text)
    with pytest.raises(UnsupportedError, match=r"twice\(int a\) and twice\(float b\); give them different names"):
        interpreter.expanded("twice(n)", columns("n"))
    with pytest.raises(MisuseError, match="twice was declared otherwise before"):
        interpreter.Declare("int twice(float c) { return 3 * c; }")


def test_names_are_those_of_the_namespace() -> None:
    ROOT.gInterpreter.Declare(
        """
        double where_it_is(double x) { return 1; }
        const double the_value = 10;
        namespace outermost {
        double where_it_is(double x) { return 2; }
        namespace innermost {
        const double the_value = 20;
        double inner(double x) { return where_it_is(x) + the_value; }
        }
        double outer(double x) { return ::where_it_is(x) + the_value + innermost::the_value + innermost::inner(x); }
        }
        """
    )
    made = ROOT.RDataFrame(1).Define("the_value", "7").Define("x", "outermost::innermost::inner(1)")
    assert made.Define("y", "outermost::outer(the_value)").Sum("y").GetValue() == 1 + 10 + 20 + 22
    assert made.Sum("x").GetValue() == 22
    assert made.Define("y", "double where_it_is = 4; return where_it_is;").Sum("y").GetValue() == 4


def test_a_function_has_no_columns() -> None:
    interpreter = Interpreter()
    interpreter.Declare("float above(float x) { float pt = x; return pt + eta; }")
    assert "pt + eta" in interpreter.expanded("above(3)", columns("pt"))
    with pytest.raises(MisuseError, match="above uses eta, which is no parameter of it"):
        interpreter.expanded("above(3)", columns("eta"))


def test_static_variables_are_refused() -> None:
    interpreter = Interpreter()
    interpreter.Declare("int next() { static int k = 0; return ++k; } int two() { static const int k = 2; return k; }")
    with pytest.raises(UnsupportedError, match="next keeps 'static int k = 0' from call to call"):
        interpreter.expanded("next()", columns())
    with pytest.raises(UnsupportedError, match="'static int k = 0' is kept from entry to entry"):
        interpreter.expanded("static int k = 0; return ++k;", columns())
    assert interpreter.expanded("two()", columns()).endswith("return two();")


def test_functions_that_change_their_arguments_are_refused() -> None:
    ROOT.gInterpreter.Declare(
        """
        void writes_fill(ROOT::RVecF &v, float x) { v.push_back(x); }
        void writes_both(float x, int &a, float &b) { a = x; b = x - a; }
        template <typename T> float writes_sorted(ROOT::RVec<T> &v) { std::sort(v.begin(), v.end()); return v[0]; }
        void writes_array(float out[2]) { out[0] = 1; }
        float reads_sum(ROOT::RVecF &v, float &a) { float s = a; for (auto &x : v) s += x; return s; }
        float copies_first(ROOT::RVecF v, float a) { v[0] = a; a += 1; return v[0] + a; }
        float through(float x) { int a = 0; float b = 0; writes_both(x, a, b); return a + 10 * b; }
        """
    )
    made = ROOT.RDataFrame(1).Define("v", "ROOT::RVecF{1, 2}").Define("x", "2.25f")
    assert made.Define("y", "reads_sum(v, x)").Sum("y").GetValue() == 5.25
    assert made.Define("y", "copies_first(v, x)").Sum("y").GetValue() == 5.5
    for text, words in (
        ("ROOT::RVecF w; writes_fill(w, 1); return w;", "writes_fill is a function that changes its argument v"),
        ("through(x)", "writes_both is a function that changes its argument a"),
        ("auto w = v; return writes_sorted(w);", "writes_sorted is a function that changes its argument v"),
        ("float w[2]; writes_array(w); return w[0];", "writes_array is a function that changes its argument out"),
    ):
        with pytest.raises(UnsupportedError, match=words):
            made.Define("y", text)


VARIABLES = [
    ("variable_scale * 2", 5),
    ("variable_edges[1] + variable_edges.size()", 4.5),
    ("variable_cuts[1]", 20),
    ("variable_c + variable_d", 8),
    ("variable_first + variable_second", 3),
    ("variable_shifted(1)", 3.5),
    ("variable_text.size()", 2),
    ("variable_table[1]", 4),
    ("variable_blue * 10 + variable_green", 75),
    ("variable_color(1)", 6),
    ("float variable_scale = 3; variable_scale += 1; return variable_scale;", 4),
]


@pytest.mark.parametrize(("text", "value"), VARIABLES)
def test_variables_that_nothing_changes_are_constants(text: str, value: float) -> None:
    ROOT.gInterpreter.Declare(
        """
        double variable_scale = 2.5;
        std::vector<float> variable_edges{1, 1.5, 2};
        const ROOT::RVecF variable_cuts{10, 20};
        const int variable_c(7), variable_d(1);
        int variable_first = 1, variable_second = 2;
        std::string variable_text("ab");
        double variable_table[2] = {3, 4};
        enum variable_colors { variable_red, variable_green = 5, variable_blue = 7, };
        double variable_shifted(double x);
        double variable_shifted(double x) { return x + variable_scale; }
        variable_colors variable_color(int n) { return n > 0 ? variable_green + 1 : variable_red; }
        """
    )
    assert ROOT.RDataFrame(1).Define("y", text).Sum("y").GetValue() == value


def test_variables_are_not_changed_from_python() -> None:
    ROOT.gInterpreter.Declare("float variable_kept = 2; std::map<int, float> variable_map = {{1, 2.f}};")
    with pytest.raises(UnsupportedError, match="variable_kept = ...: expressions have the value that was declared"):
        ROOT.variable_kept = 3
    with pytest.raises(UnsupportedError, match="variable_map is a std::map"):
        ROOT.RDataFrame(1).Define("y", "variable_map[1]")


ENUMS = [
    ("int(enum_region(n))", [2, 1, 0]),
    ("enum_region(n) == EnumRegion::signal", [0, 0, 1]),
    ("static_cast<int>(enums::Bits::both) + enums::Bits::next", [8, 8, 8]),
    ("EnumChannel::EnumMuon * 10 + EnumElectron", [12, 12, 12]),
    ("enum_label(EnumRegion(n))", [10, 20, 30]),
]


@pytest.mark.parametrize(("text", "values"), ENUMS)
def test_values_of_enums_are_whole_numbers(text: str, values: list[int]) -> None:
    ROOT.gInterpreter.Declare(
        """
        enum class EnumRegion : unsigned char { signal, control, other };
        enum EnumChannel { EnumMuon = 1, EnumElectron };
        namespace enums { enum Bits { loose = 1 << 0, tight = 0x2, both = loose | tight, next = both + 2 }; }
        EnumRegion enum_region(int n) {
          return n > 1 ? EnumRegion::signal : n ? EnumRegion::control : EnumRegion::other;
        }
        int enum_label(EnumRegion r) {
          switch (r) {
            case EnumRegion::signal: return 10;
            case EnumRegion::control: return 20;
            default: return 30;
          }
        }
        """
    )
    frame = ROOT.RDataFrame(3).Define("n", "(int)rdfentry_").Define("y", text)
    assert list(frame.Take("y").GetValue()) == values


TEMPLATES = [
    ("template_add(n, 1.5)", "int", [1, 2, 3]),
    ("template_add(s, 1.5)", "short", [1, 2, 3]),
    ("template_add(1.5, n)", "double", [1.5, 2.5, 3.5]),
    ("template_scaled(v)", "ROOT::VecOps::RVec<int>", [[], [4], [4, 4]]),
    ("template_scaled(f, 2.)", "ROOT::VecOps::RVec<float>", [[], [2.5], [2.5, 2.5]]),
    ("template_total(v)", "int", [0, 4, 9]),
    ("template_half(n)", "double", [0, 0.5, 1]),
    ("template_minus(b)", "bool", [0, 0, 1]),
    ("template_minus(s)", "short", [0, -1, -2]),
    ("template_grown(n)", "int", [1, 2, 3]),
    ("template_picked(f, 0)", "float", [0, 1.25, 1.25]),
    ("template_picked(f, 0, 1.5f)", "float", [1.5, 1.25, 1.25]),
]


@pytest.fixture(scope="module")
def numbers() -> ROOT.RDataFrame:
    """Numbers of several types, and templates to call with them. The answers are those of ROOT 6.40."""
    ROOT.gInterpreter.Declare(
        """
        template <class T, class U> T template_add(T a, U b) { return a + b; }
        template <typename T> ROOT::RVec<T> template_scaled(const ROOT::RVec<T> &v, double f = 1.5) { return v * f; }
        template <typename T> T template_total(const ROOT::RVec<T> &v) { return Sum(v) * 1.5; }
        template <typename T> auto template_half(T x) { return x / 2.; }
        template <typename T> T template_minus(const T &a) { return -a; }
        template <typename T> T template_grown(T a) { a += 1.25; return a; }
        template <typename T> T template_picked(const ROOT::RVec<T> &v, int i, T d = T()) {
          return i < int(v.size()) ? v[i] : d;
        }
        template <typename T> T template_made(float x) { return x; }
        template <typename T> T template_special(T x) { return x + 1; }
        template <> double template_special<double>(double x) { return x + 2; }
        """
    )
    made = ROOT.RDataFrame(3).Define("n", "int(rdfentry_)").Define("s", "(short)n").Define("b", "n > 1")
    return made.Define("v", "ROOT::RVecI(n, 3)").Define("f", "ROOT::RVecF(n, 1.25f)")


@pytest.mark.parametrize(("text", "kind", "values"), TEMPLATES)
def test_results_of_templates_have_the_types_of_arguments(
    numbers: ROOT.RDataFrame, text: str, kind: str, values: list[float]
) -> None:
    made = numbers.Define("y", text)
    assert made.GetColumnType("y") == kind
    assert [one.tolist() for one in made.AsNumpy(["y"])["y"]] == values


def test_templates_whose_type_is_not_known_are_refused(numbers: ROOT.RDataFrame) -> None:
    with pytest.raises(UnsupportedError, match="template_made is a template with a result of type T that no argument"):
        numbers.Define("y", "template_made<int>(n)")
    with pytest.raises(UnsupportedError, match=r"template_special\(T x\) and template_special\(double x\)"):
        numbers.Define("y", "template_special(n)")


def test_dataframes_call_them(events: ROOT.RDataFrame) -> None:
    ROOT.gInterpreter.Declare(
        """
        using ROOT::RVecF;
        RVecF declared_over(const RVecF &values, float threshold) {
          RVecF kept;
          for (size_t i = 0; i < values.size(); i++) {
            if (values[i] < threshold) continue;
            kept.push_back(values[i]);
          }
          return kept;
        }
        bool declared_any(const RVecF &values, float threshold) { return declared_over(values, threshold).size() > 0; }
        float declared_scale(unsigned int slot, const ROOT::RDF::RSampleInfo &id) {
          return id.Contains("events") ? 1.5f : 1;
        }
        """
    )
    df = (
        events.Define("high", "declared_over(Muon_pt, 6)")
        .DefinePerSample("declared_scale", "declared_scale(rdfslot_, rdfsampleinfo_)")
        .Filter("declared_any(Muon_pt, 20)")
        .Vary("MET_pt", "RVecF{declared_over(RVecF{MET_pt}, 0)[0] * 2}", ["up"])
    )
    assert [list(one) for one in df.AsNumpy(["high"])["high"]] == [[50, 20], [35.5]]
    assert df.Define("w", "declared_scale * 2").Mean("w").GetValue() == 3
    assert ROOT.RDF.Experimental.VariationsFor(df.Sum("MET_pt"))["MET_pt:up"] == 80
    first = events.Filter("nJet == 0").Redefine("MET_pt", "declared_over(Muon_pt, 30)[0]")
    assert first.Sum("MET_pt").GetValue() == 50
