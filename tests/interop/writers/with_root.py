"""Write the columns of the table with ROOT, one call of TTree::Branch each, as its users do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import ROOT
from columns import TREES, Case, dimensions_of, members_of
from matrix import CLUSTER, ENTRIES
from readers.canonical import canonical

INTERFACE = Path(__file__).parent.parent / "readers" / "canonical_values.hpp"
ROOT.gInterpreter.Declare(f'#include "{INTERFACE}"')

# The letter of a number in a leaf list, and its name in C++.
NUMBERS = {
    "bool": ("O", "bool"),
    "int8": ("B", "char"),
    "uint8": ("b", "unsigned char"),
    "int16": ("S", "short"),
    "uint16": ("s", "unsigned short"),
    "int32": ("I", "int"),
    "uint32": ("i", "unsigned int"),
    "int64": ("L", "Long64_t"),
    "uint64": ("l", "ULong64_t"),
    "float32": ("F", "float"),
    "float64": ("D", "double"),
}
LETTERS = {number: letter for number, (letter, _) in NUMBERS.items()}
PACKED_LETTERS = {"float32": "f", "float64": "d"}
CPLUSPLUS = {number: name for number, (_, name) in NUMBERS.items()} | {"string": "std::string"}
LONGEST = 4000  # values of a list


class Leaf:
    """A branch of plain leaves, and the memory that ROOT fills it from."""

    def __init__(self, tree: Any, name: str, leaf_list: str, memory: np.ndarray[Any, Any]) -> None:
        self.memory = memory
        tree.Branch(name, memory, leaf_list)

    def put(self, value: Any) -> None:
        if self.memory.dtype.names:
            self.memory[0] = tuple(value[name] for name in self.memory.dtype.names)
        elif self.memory.dtype == "S1":
            self.memory[:] = np.frombuffer(value.encode().ljust(len(self.memory), b"\0"), "S1")
        else:
            flat = np.array(value, self.memory.dtype).ravel()
            self.memory[: len(flat)] = flat


def class_name(text: str) -> str:
    dimensions, item = dimensions_of(text)
    name = CPLUSPLUS[item]
    for _ in dimensions:
        name = f"std::vector<{name}>"
    return name


class Object:
    """A branch of std::string or std::vector."""

    def __init__(self, tree: Any, name: str, text: str) -> None:
        self.value = ROOT.canonical.Filled[class_name(text)]()
        self.value.branch(tree, name)

    def put(self, value: Any) -> None:
        self.value.set(json.dumps(canonical(value), separators=(",", ":")))


def record_dtype(members: dict[str, str]) -> np.dtype[Any]:
    fields = []
    for name, kind in members.items():
        dimensions, item = dimensions_of(kind)
        fields.append((name, item, tuple(map(int, dimensions))))
    return np.dtype(fields)


def add(tree: Any, case: Case, counters: dict[str, Leaf]) -> list[tuple[Any, Any]]:
    """The branches of a column, each with what takes its value from the column's."""
    dimensions, item = dimensions_of(case.type)
    if case.form == "vector":
        return [(Object(tree, case.name, case.type), lambda value: value)]
    if item == "string":
        return [(Leaf(tree, case.name, f"{case.name}/C", np.zeros(LONGEST, "S1")), lambda value: value)]
    if item.startswith("{") and not dimensions:
        members = members_of(item)
        parts = [dimensions_of(kind) for kind in members.values()]
        leaf_list = ":".join(
            name + "".join(f"[{size}]" for size in sizes) + f"/{LETTERS[kind]}"
            for name, (sizes, kind) in zip(members, parts, strict=True)
        )
        return [(Leaf(tree, case.name, leaf_list, np.zeros(1, record_dtype(members))), lambda value: value)]
    counter = ""
    if dimensions and dimensions[0] == "var":
        counter = case.counter or f"n{case.name}"
        if counter not in counters:
            counters[counter] = Leaf(tree, counter, f"{counter}/I", np.zeros(1, "i4"))
    made: list[tuple[Any, Any]] = []
    if counter:
        made.append((counters[counter], len))
    members = members_of(item) if item.startswith("{") else {"": item}
    for member, kind in members.items():
        name = f"{case.name}_{member}" if member else case.name
        letter = PACKED_LETTERS[kind] if case.packed_range else LETTERS[kind]
        packed_range = "" if case.packed_range == "[]" else case.packed_range
        sizes = "".join(f"[{counter if size == 'var' else size}]" for size in dimensions)
        leaf = Leaf(tree, name, f"{name}{sizes}/{letter}{packed_range}", np.zeros(LONGEST, kind))
        pick = (lambda value, member=member: [one[member] for one in value]) if member else lambda value: value
        made.append((leaf, pick))
    return made


def make_dictionaries() -> None:
    """ROOT writes classes that it has compiled code for; of most vectors of vectors its users make that."""
    classes = [class_name(case.type).replace("std::", "").replace(">>", "> >") for case in TREES["Nested"]]
    missing = [name for name in classes if not ROOT.TClass.GetClass(name).HasDictionary()]
    ROOT.gInterpreter.GenerateDictionary(";".join(missing), "vector;string")


def write(path: str, tree_name: str, compression: int) -> None:
    if tree_name == "Nested":
        make_dictionaries()
    file = ROOT.TFile(path, "RECREATE", "", compression)
    tree = ROOT.TTree(tree_name, "written by ROOT")
    tree.SetAutoFlush(CLUSTER)
    counters: dict[str, Leaf] = {}
    columns = [(case, add(tree, case, counters)) for case in TREES[tree_name]]
    for entry in range(ENTRIES):
        for case, parts in columns:
            value = case.value(entry)
            for branch, pick in parts:
                branch.put(pick(value))
        tree.Fill()
    tree.Write()
    file.Close()
