"""The names and C++ types of columns, as ROOT says them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ramet import _core
from ramet.errors import MisuseError

__all__ = [
    "HIDDEN",
    "SPECIAL_COLUMNS",
    "TextList",
    "check_template",
    "column_names",
    "columns_of_values",
    "cpp_type",
    "dtype_of_cpp",
    "name_of_type",
    "type_name",
]

# How ROOT says the types of numbers: in leaves of trees, and of definitions.
_LEAVES = {
    "float32": "Float_t",
    "float64": "Double_t",
    "int8": "Char_t",
    "int16": "Short_t",
    "int32": "Int_t",
    "int64": "Long64_t",
    "uint8": "UChar_t",
    "uint16": "UShort_t",
    "uint32": "UInt_t",
    "uint64": "ULong64_t",
    "bool": "Bool_t",
}
_DEFINED = {
    "float32": "float",
    "float64": "double",
    "int8": "char",
    "int16": "short",
    "int32": "int",
    "int64": "Long64_t",
    "uint8": "unsigned char",
    "uint16": "unsigned short",
    "uint32": "unsigned int",
    "uint64": "ULong64_t",
    "bool": "bool",
    "string": "string",
}
_ARRAYS = set(_DEFINED) - {"bool", "string"}  # as columns of arrays say their types, and files never do
HIDDEN = "_numba_"  # what columns begin with that calls in expressions need
SPECIAL_COLUMNS = {
    "rdfentry_": "ULong64_t",
    "tdfentry_": "ULong64_t",
    "rdfslot_": "unsigned int",
    "tdfslot_": "unsigned int",
}
_FOURS: dict[tuple[str, ...], str] = {  # vectors by the names of their members
    ("pt", "eta", "phi", "m"): "PtEtaPhiM4D",
    ("pt", "eta", "phi", "e"): "PtEtaPhiE4D",
    ("x", "y", "z", "m"): "PxPyPzM4D",
    ("x", "y", "z", "e"): "PxPyPzE4D",
}
_OTHERS: dict[tuple[str, ...], str] = {
    ("x", "y", "z"): "Cartesian3D",
    ("pt", "eta", "phi"): "CylindricalEta3D",
    ("pt", "z", "phi"): "Cylindrical3D",
    ("r", "theta", "phi"): "Polar3D",
    ("x", "y"): "Cartesian2D",
    ("pt", "phi"): "Polar2D",
}
_OLD_VECTORS = {"TLorentzVector", "TVector3", "TVector2"}
_RVEC = "ROOT::VecOps::RVec<{}>"
_DTYPES = {
    **{name: kind for kind, name in _LEAVES.items()},
    **{name: kind for kind, name in _DEFINED.items()},
    **{f"std::{kind}_t": kind for kind in _LEAVES if "int" in kind},
    **{f"{kind}_t": kind for kind in _LEAVES if "int" in kind},
    "long": "int64",
    "long long": "int64",
    "unsigned long": "uint64",
    "unsigned long long": "uint64",
    "std::size_t": "uint64",
    "size_t": "uint64",
    "unsigned": "uint32",
    "signed char": "int8",
    "std::string": "string",
    "Double32_t": "float64",
}
_RVEC_NAMES = {"F": "float32", "D": "float64", "I": "int32", "U": "uint32", "L": "int64", "UL": "uint64", "B": "bool"}
_LONG = {"long": "long", "int64_t": "long", "unsigned long": "unsigned long", "uint64_t": "unsigned long"}
_LONG |= {"size_t": "unsigned long", "ULong_t": "unsigned long", "Long_t": "long"}
_LIST = re.compile(r"(?:ROOT::VecOps::RVec|ROOT::RVec|RVec|(?:std::)?vector)<(.*)>")


class TextList(list[str]):
    """Texts, shown as ROOT shows a vector of strings: `{ "a", "b" }`. Threads: as a list."""

    def __str__(self) -> str:
        return "{ " + ", ".join(f'"{text}"' for text in self) + " }" if self else "{}"

    __repr__ = __str__


def column_names(core: _core.Frame) -> list[str]:
    """The names of all columns, sorted, as ROOT has them: of a class in a file that of the whole and those of its
    branches, of a leaf list those of its leaves."""
    names = {name for column in core.columns() for name in _names_of(*column[:4])}
    return sorted(name for name in names if not name.startswith(HIDDEN))


def _names_of(name: str, kind: Any, in_file: str, origin: str) -> list[str]:
    """The names of one of a frame's columns: "xv/fCoordinates/fCoordinates.fX" has that of its branch, and "xv." before
    it."""
    top, _, inside = name.partition("/")
    if inside and origin == "source":
        branch = name.rpartition("/")[2]
        whole = top.removesuffix(".") + "."
        return [branch] if branch.startswith(whole) else [branch, whole + branch]
    inner = kind.contents[0] if kind.kind == _core.Kind.list else kind
    if not inner.names or origin != "source" or _is_class(in_file):
        return [name]
    return [f"{name}.{member}" for member in inner.names]


def columns_of_values(core: _core.Frame, *, are_split: bool = False) -> list[str]:
    """The names of the columns that have all values once, sorted: of a class in a file that of the whole. Those of
    definitions, too, or of their members if `are_split`."""
    columns = core.columns()
    wholes = {name for name, kind, *_ in columns if _members_of(kind)}
    names: set[str] = set()
    for name, kind, in_file, origin, *_ in columns:
        if any(name[: mark.start()] in wholes for mark in re.finditer("[./]", name)):
            continue  # a member of what is there as a whole
        if are_split and origin != "source" and _members_of(kind):
            names.update(f"{name}.{member}" for member in _members_of(kind))
        else:
            names.update([name] if "/" in name else _names_of(name, kind, in_file, origin))
    return sorted(name for name in names if not name.startswith(HIDDEN))


def _members_of(kind: Any) -> list[str]:
    return list((kind.contents[0] if kind.kind == _core.Kind.list else kind).names)


def _is_class(in_file: str) -> bool:
    """Whether a type is one that C++ has a name for."""
    return in_file != "" and not in_file.startswith(("struct {", "{", "var * ", "std::vector<>", "?"))


def cpp_type(
    core: _core.Frame,
    name: str,
    aliases: Mapping[str, str] | None = None,
    spelled: Mapping[str, str] | None = None,
    *,
    is_ntuple: bool = False,
) -> str:
    """The type of a column as ROOT says it: "Float_t" of a leaf, "float" of a definition or an ntuple's field. That of
    a record that C++ has no name for here is ramet's, as "{first: int32, second: float32}".

    Raises:
        KeyInFileError: there is no such column.
    """
    while aliases and name in aliases:
        name = aliases[name]
    if name in SPECIAL_COLUMNS:
        return SPECIAL_COLUMNS[name]
    if spelled and name in spelled:
        return spelled[name]
    stored = _type_in_file(core, name)
    if stored is not None:
        return _type_in_ntuple(stored, core.type(name)) if is_ntuple else _type_in_tree(stored)
    kind = core.type(name)
    parent = name.rpartition(".")[0]
    is_leaf = not is_ntuple and any(column[0] == parent and column[3] == "source" for column in core.columns())
    return _type_of(kind, _LEAVES if is_leaf else _DEFINED)


def _type_in_file(core: _core.Frame, name: str) -> str | None:
    """The type that a file says of a column; None of a definition, an array, and a leaf of a list of leaves."""
    for known, kind, in_file, origin, *_ in core.columns():
        if origin != "source" or in_file in _ARRAYS or not _is_class(in_file):
            continue
        if name == known or name in _names_of(known, kind, in_file, origin):
            return in_file
    return None


def type_name(kind: _core.Type, numbers: Mapping[str, str]) -> str:
    """The C++ type of values of definitions, with names of numbers that differ."""
    return _type_of(kind, {**_DEFINED, **numbers})


def name_of_type(text: str) -> str | None:
    """A C++ type as ROOT spells it: without namespaces, vectors as RVec or vector; None if it is not known."""
    text = re.sub(r"\s+", " ", text.strip())
    short = re.fullmatch(r"(?:ROOT::)?(?:VecOps::)?RVec([A-Z]+)", text)
    if short and short[1] in _RVEC_NAMES:
        return _RVEC.format(_DEFINED[_RVEC_NAMES[short[1]]])
    outer = re.fullmatch(r"(?:ROOT::(?:VecOps::)?)?RVec<(.*)>|(?:std::)?vector<(.*)>", text)
    if outer is None:
        plain = text.removeprefix("std::")
        return _LONG.get(plain) or _DEFINED.get(_DTYPES.get(text, _DTYPES.get(plain, "")))
    inner = name_of_type(outer[1] or outer[2])
    if inner is None:
        return None
    inner += " " if inner.endswith(">") else ""
    return _RVEC.format(inner) if outer[1] else f"vector<{inner}>"


def _type_of(kind: Any, numbers: Mapping[str, str]) -> str:
    if kind.kind == _core.Kind.option:
        return _type_of(kind.contents[0], numbers)
    if kind.kind in (_core.Kind.list, _core.Kind.regular):
        inner = _type_of(kind.contents[0], numbers)
        return _RVEC.format(inner + " " if inner.endswith(">") else inner)
    if kind.kind == _core.Kind.record and (known := _class_of(kind)):
        return known
    return numbers.get(str(kind), _DEFINED.get(str(kind), str(kind)))


def _class_of(kind: Any) -> str:
    """The class of a record of a definition; empty if it is none that C++ has a name for here."""
    names, number = tuple(kind.names), "float" if kind.class_name.endswith("F") else "double"
    if kind.class_name in _OLD_VECTORS:
        return str(kind.class_name)
    if kind.class_name == "pair":
        first, second = (_type_of(one, _DEFINED) for one in kind.contents)
        return f"pair<{first},{second}{' ' if second.endswith('>') else ''}>"
    if names in _FOURS:
        return f"ROOT::Math::LorentzVector<ROOT::Math::{_FOURS[names]}<{number}> >"
    if names not in _OTHERS or not kind.class_name.removesuffix("F").endswith(("Vector", "Point")):
        return ""
    place = "Position" if "Point" in kind.class_name else "Displacement"
    system = f"ROOT::Math::{_OTHERS[names]}<{number}>,ROOT::Math::DefaultCoordinateSystemTag"
    return f"ROOT::Math::{place}Vector{_OTHERS[names][-2:]}<{system}>"


def _type_in_tree(text: str) -> str:
    if text == "char*":
        return _RVEC.format("Char_t")
    element = text.partition("[")[0]
    if element != text:
        return _RVEC.format(_leaf(element))
    inner = _LIST.fullmatch(text)
    if inner:
        return _RVEC.format(_in_memory(inner[1]))
    return "string" if text == "std::string" else _leaf(text)


def _leaf(text: str) -> str:
    return _LEAVES.get(_DTYPES.get(text, ""), text) if text != "Double32_t" else text


def _in_memory(text: str) -> str:
    """A type inside a vector: "int32_t" is int there, and namespaces are not said."""
    inner = _LIST.fullmatch(text)
    if inner:
        return f"vector<{_in_memory(inner[1])}>"
    return _DEFINED.get(_DTYPES.get(text, ""), text)


def _type_in_ntuple(text: str, kind: Any) -> str:
    inner = re.fullmatch(r"(?:std::array|std::vector|ROOT::VecOps::RVec)<(.*?)(?:,\d+)?>", text)
    if inner:
        return _RVEC.format(_type_in_ntuple(inner[1], None))
    counted = re.fullmatch(r"ROOT::RNTupleCardinality<(.*)>", text)
    if counted:
        return counted[1]
    is_list = kind is not None and kind.kind == _core.Kind.list
    return _RVEC.format(text) if is_list else text


def dtype_of_cpp(text: str) -> str | None:
    """The type of values of a C++ type, as "float32" or "var * int32"; None if it is not known."""
    text = re.sub(r"\s+", " ", text.strip()).replace(" >", ">")
    short = re.fullmatch(r"(?:ROOT::)?(?:VecOps::)?RVec([A-Z]+)", text)
    if short and short[1] in _RVEC_NAMES:
        return f"var * {_RVEC_NAMES[short[1]]}"
    inner = _LIST.fullmatch(text)
    if inner:
        found = dtype_of_cpp(inner[1])
        return None if found is None else f"var * {found}"
    return _DTYPES.get(text)


def check_template(core: _core.Frame, types: tuple[str, ...], columns: list[str]) -> None:
    """Raise MisuseError if a template argument is not the type of its column."""
    for text, column in zip(types, columns, strict=False):
        wanted, kind = dtype_of_cpp(text), core.type(column)
        have = re.sub(r"\b\d+ \* ", "var * ", str(kind)).removeprefix("?")
        if wanted is not None and wanted != have and kind.kind in (_core.Kind.number, _core.Kind.string):
            raise MisuseError(f"column {column!r} has values of type {have}, and cannot be taken as {text}")
