"""Expressions give in ramet what they give in ROOT's RDataFrame: types, shapes and values."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import ramet
import ROOT
from ramet import _core

ENTRIES = 40
TEXTS = (pathlib.Path(__file__).parent / "expressions" / "texts.txt").read_text().splitlines()
EXPRESSIONS = [line for line in TEXTS if line and not line.startswith("#")]

COLUMNS = {
    "n": "int(rdfentry_ % 5)",
    "u": "unsigned(rdfentry_ * 77777u)",
    "c": "(unsigned char)(rdfentry_ * 37)",
    "l": "Long64_t(rdfentry_) * 12345678901ll - 100000000000ll",
    "b": "rdfentry_ % 3 == 0",
    "x": "float(rdfentry_) * 1.37f - 20.f",
    "d": "std::sin(rdfentry_ + 0.5) * 50.",
    "s": 'std::string(rdfentry_ % 2 ? "ttbar" : "dy")',
    "v": "ROOT::RVecF r; for (int i = 0; i < n; ++i) r.push_back(std::fmod(x * (i + 1.7f), 60.f)); return r;",
    "w": "ROOT::RVecI r; for (int i = 0; i < n; ++i) r.push_back(int(rdfentry_ * 7 + i * 5) % 11 - 4); return r;",
}

_NUMBERS = {
    "bool": "bool", "char": "int8", "unsigned char": "uint8", "short": "int16", "unsigned short": "uint16",
    "int": "int32", "unsigned int": "uint32", "Long64_t": "int64", "long": "int64", "long long": "int64",
    "ULong64_t": "uint64", "unsigned long": "uint64", "unsigned long long": "uint64", "float": "float32",
    "double": "float64", "Int_t": "int32", "UInt_t": "uint32", "Float_t": "float32", "Double_t": "float64",
    "Bool_t": "bool",
}  # fmt: skip


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    path = tmp_path_factory.mktemp("expressions") / "events.root"
    frame = ROOT.RDataFrame(ENTRIES)
    for name, text in COLUMNS.items():
        frame = frame.Define(name, text)
    frame.Snapshot("Events", str(path), list(COLUMNS))
    return path


@pytest.fixture(scope="module")
def table(path: pathlib.Path) -> ramet.Tree:
    return ramet.open(path)["Events"]


@pytest.fixture(scope="module")
def of_root(path: pathlib.Path) -> dict[str, tuple[str, list[Any]]]:
    """The type and the values of each expression, computed in one run over the entries."""
    frame = ROOT.RDataFrame("Events", str(path))
    for k, text in enumerate(EXPRESSIONS):
        frame = frame.Define(f"result{k}", text)
    taken = []
    for k in range(len(EXPRESSIONS)):
        spelled = str(frame.GetColumnType(f"result{k}"))
        taken.append((spelled, frame.Take["std::string" if spelled == "string" else spelled](f"result{k}")))
    return {
        text: (type_of(spelled), [plain(value) for value in values.GetValue()])
        for text, (spelled, values) in zip(EXPRESSIONS, taken, strict=True)
    }


def type_of(spelled: str) -> str:
    """ROOT's name of a type, as ramet writes it."""
    for begin in ("ROOT::VecOps::RVec<", "vector<", "std::vector<"):
        if spelled.startswith(begin):
            return "var * " + type_of(spelled.removeprefix(begin).removesuffix(">").strip())
    return "string" if spelled in ("string", "std::string") else _NUMBERS[spelled]


def plain(value: Any) -> Any:
    if isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, str):
        return ord(value) if len(value) == 1 else value
    if "string" in type(value).__name__:
        return str(value)
    return [plain(one) for one in value]


def values_of(array: _core.Array) -> Iterator[Any]:
    if array.kind == _core.Kind.list:
        values = list(values_of(array.contents[0]))
        yield from (values[a:b] for a, b in zip(array.offsets[:-1], array.offsets[1:], strict=True))
    elif array.kind == _core.Kind.string:
        text = array.values.tobytes()
        yield from (text[a:b].decode() for a, b in zip(array.offsets[:-1], array.offsets[1:], strict=True))
    else:
        yield from array.values.tolist()


def are_alike(one: Any, other: Any, tolerance: float) -> bool:
    if isinstance(one, list):
        return len(one) == len(other) and all(are_alike(a, b, tolerance) for a, b in zip(one, other, strict=True))
    if isinstance(one, float):
        return bool(np.isclose(one, other, rtol=tolerance, atol=tolerance, equal_nan=True))
    return bool(one == other)


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_an_expression_is_as_in_root(table: ramet.Tree, of_root: dict[str, tuple[str, list[Any]]], text: str) -> None:
    columns = [table[name] for name in COLUMNS]
    program = _core.Program.compile([text], [(column.path, column.core.type) for column in columns], [])
    read = [columns[number] for number in program.columns]
    found = program.run(table.read(read, 0, ENTRIES) if read else [], ENTRIES)[0]
    wanted_type, wanted = of_root[text]
    assert str(program.type(0)) == wanted_type
    tolerance = 1e-6 if "float32" in wanted_type else 1e-12
    assert all(are_alike(a, b, tolerance * 100) for a, b in zip(wanted, values_of(found), strict=True))
