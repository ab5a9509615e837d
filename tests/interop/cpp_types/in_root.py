"""The table's classes and types as C++ that ROOT compiles, with dictionaries, once for all of its processes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from cpp_types.cases import CASES, CLASSES, DESCRIBED, FORMS, NTUPLES, Case, cases_of, entries_of
from cpp_types.cplusplus import NUMBERS, TEXTS, Type, canonical_of, parse

HERE = Path(__file__).parent
NAME = "ramet_types"
IN_TREES = "Maybe"  # there, a vector of at most one value stands for what may be missing


def spelled(kind: Type) -> str:
    """The type without its dimensions."""
    if not kind.arguments:
        return kind.name.removeprefix("enum ")
    return f"{kind.name}<{','.join(map(spelled, kind.arguments))}>"


def class_code(name: str) -> str:
    """`struct Track : Base { double pt{}; ... };` and how its values are spelled."""
    described = CLASSES[name]
    space, _, own = name.rpartition("::")
    bases = f" : {', '.join(described.bases)}" if described.bases else ""
    lines = [f"struct {own}{bases} {{"]
    for member, said in described.members.items():
        kind, comment = (said, "") if isinstance(said, str) else said
        parsed = parse(kind.replace("std::optional", "std::vector") if name == IN_TREES else kind)
        dimensions = "".join(f"[{size}]" for size in parsed.dimensions)
        lines.append(f"  {spelled(parsed)} {member}{dimensions}{{}};" + (f"  //{comment}" if comment else ""))
    if described.version > 1:
        lines.append(f"  ClassDefNV({own}, {described.version})")
    lines.append("};")
    if space:
        lines = [f"namespace {space} {{", *lines, "}"]
    return "\n".join(lines)


def spelling_code(name: str) -> str:
    members = list(DESCRIBED.members(name))
    puts = " ".join(f'put_member(out, is_first, "{member}", value.{member});' for member in members)
    takes = " ".join(f"take_member(text, is_first, value.{member});" for member in members)
    return f"""template <> struct spelling::Spelling<{name}> {{
  static void put(std::string& out, const {name}& value) {{ bool is_first = true; {puts} out += '}}'; }}
  static void take(const char*& text, {name}& value) {{ bool is_first = true; {takes} skip(text, '}}'); }}
}};"""


def linked() -> Iterator[str]:
    """The types that need a dictionary: of trees all, of ntuples those of classes and keyed collections."""
    yield from CLASSES
    for case in CASES:
        for form in case.forms:
            kind = parse(case.stored(form))
            if form not in NTUPLES or kind.name in ("std::set", "std::map") or "set" in kind.name or "map" in kind.name:
                yield from inside(kind)


def inside(kind: Type) -> Iterator[str]:
    for argument in kind.arguments:
        yield from inside(argument)
    is_plain = kind.name in NUMBERS or kind.name in TEXTS or kind.name.isdigit() or kind.name in CLASSES
    if not is_plain and kind.name not in ("std::array", "std::bitset"):
        yield spelled(kind)


def code() -> tuple[str, str]:
    """A header with the classes, and the source that is compiled with it."""
    header = ["#pragma once", *(f"#include <{name}>" for name in INCLUDES), "enum Color { red, green, blue };"]
    header += [class_code(name) for name in CLASSES]
    source = [f'#include "{NAME}.hpp"', INTERFACE, "#ifdef __CLING__"]
    source += [f"#pragma link C++ class {name}+;" for name in dict.fromkeys(linked())]
    source += ["#pragma link C++ enum Color;", *(f"#pragma link C++ function {name};" for name in FUNCTIONS)]
    source += ["#else", '#include "spelling.hpp"', *(spelling_code(name) for name in CLASSES)]
    source.append("spelling::Column column(const std::string& form, const std::string& name) {")
    for form in FORMS:
        for case in cases_of(form):
            kind = case.stored(form)
            made = f'spelling::column<{spelled(parse(kind))}>("{case.name}", "{kind.removeprefix("enum ")}")'
            source.append(f'  if (form == "{form}" && name == "{case.name}") return {made};')
    source += ['  throw std::runtime_error("no such column");', "}", IMPLEMENTATION, "#endif"]
    return "\n".join(header), "\n".join(source)


# What ROOT's interpreter sees of it: no template, for these take long.
INCLUDES = [
    "array",
    "atomic",
    "bitset",
    "deque",
    "forward_list",
    "list",
    "map",
    "memory",
    "optional",
    "set",
    "string",
    "tuple",
    "unordered_map",
    "unordered_set",
    "utility",
    "vector",
    "ROOT/RNTupleTypes.hxx",
    "ROOT/RVec.hxx",
    "Rtypes.h",
    "TFile.h",
    "TTree.h",
]
FUNCTIONS = ("ramet_read_branch", "ramet_read_field", "ramet_read_object", "ramet_write")
INTERFACE = """
std::string ramet_read_branch(TTree& tree, const std::string& name);
std::string ramet_read_field(const std::string& path, const std::string& form, const std::string& name);
std::string ramet_read_object(TFile& file, const std::string& form, const std::string& name);
void ramet_write(TFile& file, const std::string& form, const std::vector<std::string>& names,
                 const std::vector<std::vector<std::string>>& values);
"""
IMPLEMENTATION = """
std::string ramet_read_branch(TTree& tree, const std::string& name) {
  return spelling::read_branch(tree, column(tree.GetName(), name));
}
std::string ramet_read_field(const std::string& path, const std::string& form, const std::string& name) {
  return spelling::read_field(*ROOT::RNTupleReader::Open(form, path), column(form, name));
}
std::string ramet_read_object(TFile& file, const std::string& form, const std::string& name) {
  return spelling::read_object(file, form, column(form, name));
}
void ramet_write(TFile& file, const std::string& form, const std::vector<std::string>& names,
                 const std::vector<std::vector<std::string>>& values) {
  std::vector<spelling::Values> columns;
  for (std::size_t at = 0; at < names.size(); ++at) columns.push_back({column(form, names[at]), values[at]});
  if (form == "objects") return spelling::write_objects(file, form.c_str(), columns);
  if (form == "ntuple") return spelling::write_ntuple(file, form.c_str(), columns);
  spelling::write_tree(file, form.c_str(), form == "split" ? 99 : 0, columns);
}
"""


LOAD = """
import sys
import ROOT
ROOT.gROOT.SetBatch(True)
ROOT.gSystem.SetFlagsOpt("-O0")
for folder in sys.argv[2:]: ROOT.gSystem.AddIncludePath(f"-I{folder}")
assert ROOT.gSystem.CompileMacro(sys.argv[1], "ks")
"""


def library(folder: Path) -> Path:
    """Compile it, if it is not there: the path of the shared library."""
    made = folder / f"{NAME}_cpp.so"
    if made.exists():
        return made
    header, source = code()
    (folder / f"{NAME}.hpp").write_text(header)
    (folder / f"{NAME}.cpp").write_text(source)
    includes = [HERE, HERE.parent / "readers"]
    command = [sys.executable, "-W", "ignore", "-c", LOAD, folder / f"{NAME}.cpp", *includes]
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False, cwd=folder)
    assert made.exists(), done.stdout[-3000:] + done.stderr[-6000:]
    return made


def write(folder: Path, tables: Mapping[Path, tuple[str, Sequence[Case]]]) -> None:
    """Files with a table each, of a form and with some columns, as ROOT writes them, in a process of its own."""
    lines = [
        json.dumps(
            [
                str(path),
                form,
                {case.name: [spelled_value(case, form, entry) for entry in entries_of(form)] for case in cases},
            ]
        )
        for path, (form, cases) in tables.items()
    ]
    command = [sys.executable, "-W", "ignore", HERE / "by_root.py", library(folder)]
    done = subprocess.run(
        [*map(str, command)], input="\n".join(lines), capture_output=True, text=True, check=False, cwd=folder
    )
    assert done.returncode == 0, done.stderr[-4000:]


def spelled_value(case: Case, form: str, entry: int) -> str:
    """A value as the library takes it."""
    value = canonical_of(case.value(entry))
    if form not in NTUPLES and (IN_TREES in case.cpp or "optional" in case.cpp):
        value = DESCRIBED.plain(case.type, value)
    return json.dumps(value, separators=(",", ":"))
