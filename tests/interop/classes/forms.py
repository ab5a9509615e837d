"""Class members of every type, in every form in which ROOT's trees store them: compiled, written and read by ROOT."""

from __future__ import annotations

import json
import re
import warnings
from pathlib import Path
from typing import Any

import ROOT

ENTRIES = 25

# Classes that others in the table hold.
CLASSES = {
    "Inner": ["int number", "std::string text", "float real"],
    "Point": ["float x", "double y"],
    "Deep": ["Inner inner", "std::vector<Point> points", "short last"],
    "Base": ["int base", "std::vector<float> list"],
    "Other": ["double other"],
}

# What a class of the table has. `T* x; //[n]` is an array that n counts; of `Self* x` only whether it is null is shown.
CASES: dict[str, list[str]] = {
    "bool": ["bool x"],
    "chars": ["char a", "signed char b", "unsigned char c"],
    "shorts": ["short a", "unsigned short b"],
    "ints": ["int a", "unsigned int b"],
    "longs": ["long a", "unsigned long b", "Long64_t c", "ULong64_t d"],
    "reals": ["float a", "double b"],
    "packed": ["Double32_t a", "Float16_t b", "Double32_t c; //[0,100,12]", "Double32_t d; //[0,0,10]"],
    "ranges": ["Float16_t a; //[-1,80]", "Double32_t b[3]; //[0,64,8]", "Float16_t c[2]; //[0,0,9]"],
    "arrays": ["int a[3]", "float b[2][3]", "bool c[4]", "char d[5]", "double e[2][2][2]"],
    "counted": ["int n", "float* x; //[n]"],
    "counted_packed": ["int n", "Double32_t* x; //[n] [0,100,10]"],
    "counted_twice": ["int n", "short* x; //[n]", "int m", "double* y; //[m]"],
    "enums": ["Colour a", "Small b", "std::vector<Colour> c"],
    "string": ["std::string x"],
    "tstring": ["TString x"],
    "c_string": ["char* x"],
    "strings": ["std::string a[2]", "TString b[2]"],
    "vector_string": ["std::vector<std::string> x"],
    "vector_tstring": ["std::vector<TString> x"],
    "list_string": ["std::list<std::string> x"],
    "class": ["Inner x", "Point y"],
    "class_deep": ["Deep x"],
    "class_array": ["Inner a[2]", "Point b[3]"],
    "vector_bool": ["std::vector<bool> x"],
    "vector_numbers": ["std::vector<char> a", "std::vector<short> b", "std::vector<unsigned long> c"],
    "vector_packed": ["std::vector<Double32_t> a"],
    "vector_nested": ["std::vector<std::vector<int>> a", "std::vector<std::vector<std::vector<float>>> b"],
    "vector_nested_bool": ["std::vector<std::vector<bool>> x"],
    "vector_nested_string": ["std::vector<std::vector<std::string>> x"],
    "vector_array": ["std::vector<int> x[2]"],
    "vector_class": ["std::vector<Inner> x"],
    "vector_point": ["std::vector<Point> x"],
    "vector_deep": ["std::vector<Deep> x"],
    "vector_nested_class": ["std::vector<std::vector<Point>> x"],
    "list": ["std::list<int> x"],
    "list_class": ["std::list<Inner> x"],
    "forward_list": ["std::forward_list<int> x"],
    "deque": ["std::deque<float> x"],
    "deque_class": ["std::deque<Point> x"],
    "set": ["std::set<int> a", "std::set<std::string> b"],
    "multiset": ["std::multiset<short> x"],
    "map": ["std::map<int,float> x"],
    "map_string": ["std::map<std::string,std::string> x"],
    "map_class": ["std::map<int,Inner> x"],
    "map_vector": ["std::map<short,std::vector<long>> x"],
    "map_nested": ["std::map<std::string,std::vector<std::map<int,float>>> x"],
    "map_packed": ["std::map<int,Double32_t> x"],
    "multimap": ["std::multimap<int,std::string> x"],
    "unordered_set": ["std::unordered_set<int> x"],
    "unordered_multiset": ["std::unordered_multiset<int> x"],
    "unordered_map": ["std::unordered_map<int,float> x"],
    "unordered_multimap": ["std::unordered_multimap<int,std::string> x"],
    "pair": ["std::pair<int,float> x"],
    "pair_vector": ["std::pair<std::string,std::vector<int>> x"],
    "vector_pair": ["std::vector<std::pair<int,double>> x"],
    "tuple": ["std::tuple<int,float,std::string> x"],
    "std_array": ["std::array<int,3> a", "std::array<float,2> b"],
    "std_array_class": ["std::array<Point,2> x"],
    "vector_std_array": ["std::vector<std::array<float,2>> x"],
    "bitset": ["std::bitset<11> x"],
    "vector_bitset": ["std::vector<std::bitset<5>> x"],
    "complex": ["std::complex<double> a", "std::complex<float> b"],
    "pointer": ["Inner* x"],
    "pointer_vector": ["std::vector<float>* x"],
    "vector_pointer": ["std::vector<Inner*> x"],
    "unique_pointer": ["std::unique_ptr<Inner> x"],
    "to_itself": ["int a", "Self* next"],
    "reference": ["TRef x"],
    "references": ["TRefArray x"],
    "lorentz": ["TLorentzVector a", "TVector3 b"],
    "vector_lorentz": ["std::vector<TLorentzVector> x"],
    "genvector": ["ROOT::Math::PtEtaPhiMVector a", "ROOT::Math::XYZTVector b", "ROOT::Math::XYZPoint c"],
    "vector_genvector": ["std::vector<ROOT::Math::XYZTVectorF> x"],
    "array_object": ["TArrayI x"],
    "date": ["TDatime x"],
}

# How a class of the table is held: alone, in a vector, and with bases in a TClonesArray.
WRAPPERS = {
    "alone": "{}",
    "vector": "std::vector<{}>",
    "clones": "Object_{}",
}

# ROOT 6.40 makes no dictionary for, or cannot write or read, these.
NOT_IN_ROOT: dict[str, set[str]] = {"unique_pointer": {"vector"}}

# Members for whose types ROOT makes no dictionary unasked; without one it leaves them out.
UNASKED = ["pair<string,vector<int>>", "tuple<int,float,string>"]

PARTS = re.compile(r"(?P<type>.*?[>\w*]) ?\b(?P<name>\w+)(?P<dimensions>[\[\]\d]*)(?:; //(?P<comment>.*))?$")


def _members(lines: list[str], own: str) -> tuple[str, str]:
    """The declarations of members, and what `each` calls for them."""
    declarations, calls = "", ""
    for line in lines:
        parts = PARTS.match(line)
        assert parts is not None, line
        kind, name, comment = parts["type"], parts["name"], parts["comment"] or ""
        initial = "" if parts["dimensions"] else "{}"
        declarations += f"  {kind.replace('Self', own)} {name}{parts['dimensions']}{initial}; //{comment}\n"
        shown = name
        if counter := re.match(r"\[(\w+)\]", comment):
            if kind.endswith("*"):
                shown = f"forms::Counted<{kind[:-1]}>{{{name}, {counter[1]}}}"
        elif kind == "Self*":
            shown = f"forms::Presence<{own}>{{{name}}}"
        if f"*{name}" not in calls:
            calls += f'each("{name}", {shown}); '
    return declarations, calls


def _class(name: str, lines: list[str], bases: str = "", *, is_object: bool = False) -> str:
    declarations, calls = _members(lines, name)
    first = "".join(f"{base}::each(each); " for base in re.findall(r"public (Base|Other)", bases))
    return (
        f"struct {name}{bases} {{\n{declarations}"
        f"  template <class Each> void each(Each& each) {{ {first}{calls}}}\n"
        + (f"  ClassDef({name}, 1)\n" if is_object else "")
        + "};\n"
    )


def types_of(name: str) -> dict[str, str]:
    """The C++ types of a case, by wrapper."""
    return {
        wrapper: form.format(f"Case_{name}")
        for wrapper, form in WRAPPERS.items()
        if wrapper not in NOT_IN_ROOT.get(name, set())
    }


def branch_of(wrapper: str, name: str) -> str:
    """The name of the branch of a case: the dot keeps the members' names apart, but vectors lose it."""
    return f"{wrapper}_{name}" + ("" if wrapper == "vector" else ".")


def source() -> str:
    """The classes of the table, dictionaries for them, and a Column for each way of holding one."""
    here = Path(__file__).parent
    text = f'#include "{here / "shown.hpp"}"\n'
    text += "enum Colour { red, green, blue };\nenum class Small : short { one, two, three };\n"
    text += "".join(_class(name, lines) for name, lines in CLASSES.items())
    links = [f"{name}+" for name in (*CLASSES, *UNASKED)]
    columns = ""
    for name, lines in CASES.items():
        text += _class(f"Case_{name}", lines)
        text += _class(f"Object_Case_{name}", lines, " : public TObject, public Base, public Other", is_object=True)
        links += [f"Object_Case_{name}+", f"Case_{name}+"]
        for wrapper, kind in types_of(name).items():
            if wrapper == "vector":
                links.append(f"{kind.replace('std::', '')}+")
            column = f"forms::Clones<{kind}>" if wrapper == "clones" else f"forms::ColumnOf<{kind}>"
            columns += f'  if (name == "{wrapper}/{name}") return new {column}();\n'
    text += "forms::Column* column(const std::string& name) {\n" + columns + "  return nullptr;\n}\n"
    text += "#ifdef __ROOTCLING__\n#pragma link off all globals;\n"
    text += "".join(f"#pragma link C++ class {link};\n" for link in sorted(set(links)))
    return text + "#endif\n"


def compile_in(folder: Path) -> None:
    """Make the classes known to ROOT."""
    path = folder / "ramet_forms.cpp"
    path.write_text(source())
    ROOT.gSystem.SetFlagsOpt("-O0")
    assert ROOT.gSystem.CompileMacro(str(path), "kO") == 1, "ROOT does not compile the table"


def write(path: Path, split: int, *, member_wise: bool, only: tuple[str, str] | None = None) -> None:
    """A tree with a branch of each case and wrapper, or only of one (wrapper, case)."""
    warnings.filterwarnings("ignore", message=".*cannot be split", category=RuntimeWarning)  # a class of one number
    before = ROOT.TVirtualStreamerInfo.SetStreamMemberWise(member_wise)
    file = ROOT.TFile(str(path), "RECREATE", "", 505)
    tree = ROOT.TTree("t", "every member in every form")
    columns = []
    for name in CASES:
        for wrapper in types_of(name):
            if only not in (None, (wrapper, name)):
                continue
            column = ROOT.column(f"{wrapper}/{name}")
            column.branch(tree, branch_of(wrapper, name), split)
            columns.append(column)
    random = ROOT.forms.Random(split + 1)
    for _ in range(ENTRIES):
        for column in columns:
            column.fill(random)
        tree.Fill()
    tree.Write()
    file.Close()
    ROOT.TVirtualStreamerInfo.SetStreamMemberWise(before)


class ByRoot:
    """The values that ROOT reads from a file. The file stays open."""

    def __init__(self, path: Path) -> None:
        self._file = ROOT.TFile.Open(str(path))
        self._tree = self._file.Get("t")

    def read(self, wrapper: str, name: str) -> list[Any]:
        text = str(ROOT.column(f"{wrapper}/{name}").read(self._tree, branch_of(wrapper, name)))
        values: list[Any] = json.loads(text)
        return values
