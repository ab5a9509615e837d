"""The C++ types that ramet writes, a line each: into trees, whole and split, and into ntuples."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import ramet
from columns import INTEGERS
from cpp_types.cplusplus import Classes, Type, parse

CLASSES = {
    "Point": ramet.Class({"x": "float", "y": "double"}),
    "Numbers": ramet.Class(
        {"flag": "bool", **{f"i{kind}": f"std::{kind}_t" for kind in INTEGERS}, "f": "float", "d": "double"}, version=2
    ),
    "Arrays": ramet.Class({"flags": "bool[2]", "counts": "int[3]", "cov": "float[2][3]", "ids": "std::uint64_t[4]"}),
    "Packed": ramet.Class(
        {
            "d": "Double32_t",
            "bits": ("Double32_t", "[0,0,10]"),
            "range": ("Double32_t", "[0,128,16]"),
            "many": ("Double32_t[3]", "[0,128,16]"),
            "list": "std::vector<Double32_t>",
        }
    ),
    "Plain": ramet.Class({"d": "Double32_t", "list": "std::vector<Double32_t>"}),
    "Texts": ramet.Class({"name": "std::string", "words": "std::vector<std::string>"}),
    "Lists": ramet.Class(
        {"hits": "std::vector<float>", "ids": "std::vector<std::int64_t>", "flags": "std::vector<bool>"}
    ),
    "Nested": ramet.Class({"lists": "std::vector<std::vector<short>>", "arrays": "std::vector<std::array<float,2>>"}),
    "Keyed": ramet.Class({"m": "std::map<int,float>", "ids": "std::set<int>", "near": "std::pair<int,float>"}),
    "Colored": ramet.Class({"color": "enum Color", "n": "int"}),
    "Masked": ramet.Class({"bits": "std::bitset<11>", "n": "int"}),
    "Maybe": ramet.Class({"n": "std::optional<int>", "p": "std::optional<Point>"}),  # in trees
    "Option": ramet.Class({"n": "std::optional<int>", "p": "std::optional<Point>"}),
    "Line": ramet.Class({"begin": "Point", "end": "Point", "weight": "float"}),
    "Path": ramet.Class({"points": "std::vector<Point>", "length": "float"}),
    "Corners": ramet.Class({"corners": "Point[2]", "n": "int"}),
    "Base": ramet.Class({"id": "int", "w": "std::vector<float>"}),
    "Track": ramet.Class({"pt": "double", "q": "std::int8_t"}, bases=["Base"], version=3),
    "Both": ramet.Class({"n": "int"}, bases=["Track", "Point"]),
    "ns::Jet": ramet.Class({"pt": "float", "tracks": "std::vector<Track>"}),
}
DESCRIBED = Classes(CLASSES)

TREE, SPLIT, NTUPLE, LATE, OBJECT = "whole", "split", "ntuple", "late", "objects"
FORMS = {
    TREE: "C++ types in trees, each in one branch",
    SPLIT: "C++ types in trees, split into branches of their members",
    NTUPLE: "Ntuples",
    LATE: "Late columns and projections of ntuples",
    OBJECT: "Objects with a key of their own",
}
NTUPLES = (NTUPLE, LATE)
ENTRIES = 48
EVERYWHERE = (TREE, SPLIT, NTUPLE)


@dataclass(frozen=True)
class Case:
    """A column: its name, its C++ type, and the tables that have it."""

    name: str
    cpp: str
    forms: tuple[str, ...]
    given: Any = None  # the type as ramet is told it, where that is not the C++ type
    shape: str = ""  # the row of the page that it shares with others, whose types are `kind`
    kind: str = ""
    in_tree: str = ""  # the C++ type by which a tree stores it, where that is another
    of_half: bool = False  # added when half of the entries are there, which have zeros and nothing

    @property
    def type(self) -> Type:
        return parse(self.cpp)

    def stored(self, form: str) -> str:
        """The type that ROOT reads it as, and writes it as."""
        if form in NTUPLES:  # which has no other sequences
            return re.sub(r"std::(list|deque|forward_list)<", "std::vector<", self.cpp)
        return self.in_tree or self.cpp

    def column(self, form: str) -> Any:
        if form in NTUPLES:
            return self.given or self.cpp
        return ramet.Column(self.given or self.cpp, split_level=0 if form == TREE else 99)

    def value(self, entry: int) -> Any:
        if self.of_half and entry < ENTRIES // 2:
            return DESCRIBED.nothing(self.type)
        if isinstance(self.given, ramet.Projection):
            source, _, member = self.given.source.partition(".")
            values = next(case for case in CASES if case.name == source).value(entry)
            return len(values) if self.given.sizes else [value[member] for value in values] if member else values
        return DESCRIBED.value(self.type, entry)


def of_numbers(name: str, cpp: str, given: str) -> Iterator[Case]:
    """Numbers of every type, and lists and arrays of them, in an ntuple; those of trees are in columns.py."""
    for kind in ("bool", *INTEGERS, "float32", "float64"):
        item = {"bool": "bool", "float32": "float", "float64": "double"}.get(kind, f"std::{kind}_t")
        yield Case(f"{name}_{kind}", cpp.replace("T", item), (NTUPLE,), given + kind, cpp, item)


def of_each(forms: tuple[str, ...], **types: str) -> Iterator[Case]:
    for name, cpp in types.items():
        yield Case(name, cpp, forms)


def of_classes() -> Iterator[Case]:
    """Objects of each class, and lists of such."""
    for name in CLASSES:
        forms = {"Packed": (TREE, SPLIT), "Maybe": (TREE, SPLIT), "Option": (NTUPLE,)}.get(name, EVERYWHERE)
        of_object = () if name in ("Maybe", "Option") else (OBJECT,)
        short = name.lower().replace("::", "_")
        yield Case(f"one_{short}", name, (*forms, *of_object))
        yield Case(f"some_{short}", f"std::vector<{name}>", forms)


CASES: list[Case] = [
    *of_numbers("number", "T", ""),
    *of_numbers("array", "std::array<T,3>", "3 * "),
    *of_numbers("matrix", "std::array<std::array<T,3>,2>", "2 * 3 * "),
    *of_numbers("list", "std::vector<T>", "var * "),
    *of_numbers("lists", "std::vector<std::vector<T>>", "var * var * "),
    *of_numbers("arrays", "std::vector<std::array<T,2>>", "var * 2 * "),
    Case("number_string", "std::string", (NTUPLE,), "string"),
    Case("list_string", "std::vector<std::string>", (NTUPLE,), "var * string"),
    Case("lists_string", "std::vector<std::vector<std::string>>", (NTUPLE,), "var * var * string"),
    *of_each(
        (NTUPLE,), letter="char", counter="std::atomic<int>", color="enum Color", pointer="std::unique_ptr<float>"
    ),
    *of_each((NTUPLE,), maybe_text="std::optional<std::string>"),
    *of_each((NTUPLE,), array_of_points="std::array<Point,2>", array_of_lists="std::array<std::vector<int>,2>"),
    # collections
    *of_each((TREE, NTUPLE), linked="std::list<double>", queue="std::deque<short>", forward="std::forward_list<int>"),
    *of_each((TREE, NTUPLE), small="ROOT::RVec<float>", thrice="std::vector<std::vector<std::vector<float>>>"),
    *of_each((TREE, NTUPLE), ordered="std::set<int>", words="std::set<std::string>", again="std::multiset<float>"),
    *of_each((TREE, NTUPLE), hashed="std::unordered_set<int>", hashed_again="std::unordered_multiset<std::int64_t>"),
    *of_each(
        (TREE, NTUPLE), flags_lists="std::deque<std::vector<bool>>", pair_list="std::vector<std::pair<int,float>>"
    ),
    *of_each(
        (TREE, NTUPLE), array_list="std::vector<std::array<float,2>>", words_lists="std::list<std::vector<std::string>>"
    ),
    *of_each((TREE, NTUPLE), bits="std::bitset<11>", tuple="std::tuple<int,bool,double>"),
    *of_each((TREE, NTUPLE), tuple_list="std::vector<std::tuple<float,std::string>>"),
    *of_each(EVERYWHERE, pair="std::pair<int,float>", pair_text="std::pair<std::string,std::vector<int>>"),
    *of_each(EVERYWHERE, pair_point="std::pair<int,Point>"),
    *of_each(EVERYWHERE, floats="std::map<int,float>", by_word="std::map<std::string,double>"),
    *of_each(EVERYWHERE, words_by="std::map<int,std::string>", lists_by="std::map<int,std::vector<float>>"),
    *of_each(EVERYWHERE, many="std::multimap<int,float>", table="std::unordered_map<std::string,int>"),
    *of_each(EVERYWHERE, many_table="std::unordered_multimap<int,double>", maps="std::map<int,std::map<int,float>>"),
    *of_each(EVERYWHERE, points_by="std::map<int,Point>", tracks_by="std::map<int,Track>"),
    # what may be missing: in a tree, a vector of at most one
    Case("maybe_float", "std::optional<float>", (TREE, NTUPLE), in_tree="std::vector<float>"),
    Case("maybe_point", "std::optional<Point>", (TREE, SPLIT, NTUPLE), in_tree="std::vector<Point>"),
    Case("maybe_ints", "std::vector<std::optional<int>>", (TREE, NTUPLE), in_tree="std::vector<std::vector<int>>"),
    # objects
    *of_classes(),
    # columns of an ntuple that half of its entries do not know, and such that show others
    Case("paths", "std::vector<Path>", (LATE,)),
    Case("lengths", "std::vector<float>", (LATE,), ramet.Projection("paths.length")),
    Case("sizes", "ROOT::RNTupleCardinality<std::uint64_t>", (LATE,), ramet.Projection("paths", sizes=True)),
    Case("late_number", "double", (LATE,), of_half=True),
    Case("late_text", "std::string", (LATE,), of_half=True),
    Case("late_list", "std::vector<short>", (LATE,), of_half=True),
    Case("late_array", "std::array<float,2>", (LATE,), of_half=True),
    Case("late_words", "std::map<int,std::string>", (LATE,), of_half=True),
    Case("late_option", "std::optional<int>", (LATE,), of_half=True),
    Case("late_same", "double", (LATE,), ramet.Projection("late_number")),
    *of_each(EVERYWHERE, points_lists="std::vector<std::vector<Point>>", points_linked="std::list<Point>"),
]


def classes_of(form: str) -> dict[str, ramet.Class]:
    """Those that a tree, or an ntuple, can be told of."""
    others = {NTUPLE: ["Maybe"], LATE: ["Maybe"], OBJECT: ["Maybe", "Option"]}.get(form, ["Option"])
    return {name: of for name, of in CLASSES.items() if name not in others}


def entries_of(form: str) -> range:
    """The entries of a table; an object is one of them."""
    return range(4, 5) if form == OBJECT else range(ENTRIES)


def cases_of(form: str) -> list[Case]:
    return [case for case in CASES if form in case.forms]
