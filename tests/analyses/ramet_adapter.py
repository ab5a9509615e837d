"""The adapter with which `check.py` of the analyses' corpus runs its cases with ramet."""

from __future__ import annotations

import itertools
import pathlib
from typing import Any

import corpus
import numpy as np
import ramet
from draw_cases import DrawCase
from ramet import _core

_DEFINING = {"Define", "Redefine", "Alias"}
_DRAWING = {"Draw", "SetEntryList"}


class Frame:
    """Runs the cases that need definitions and their values; refuses the others."""

    def __init__(self, data: pathlib.Path) -> None:
        self._data = pathlib.Path(data)

    def run(self, case: dict[str, Any]) -> dict[str, Any]:
        if any(step["op"] in _DRAWING for step in case["steps"]):
            try:
                return {"results": DrawCase(self._data, case).run()}
            except ramet.UnsupportedError as error:
                raise NotImplementedError(str(error)) from error
        definitions = _definitions(case)
        wanted = [result["args"][0] for result in case["results"] if result["op"] == "Take"]
        if len(wanted) != len(case["results"]):
            raise NotImplementedError("results other than Take")
        parts = list(self._parts(case["input"], definitions, wanted))
        return {"results": [_result([part[k] for part in parts], approx=case["approx"]) for k in range(len(wanted))]}

    def _parts(self, source: dict[str, Any], definitions: list[tuple[str, str]], wanted: list[str]) -> Any:
        if "tree" not in source or "friends" in source:
            raise NotImplementedError("sources other than trees")
        first_entry = 0
        for name in source["files"]:
            table = ramet.open(self._data / name)[source["tree"]]
            columns = [column for column in _columns(table) if column.is_readable]
            scope = [(column.path, column.core.type) for column in columns]
            try:
                program = _core.Program.compile(wanted, scope, definitions)
            except ramet.UnsupportedError as error:
                raise NotImplementedError(str(error)) from error
            read = [columns[number] for number in program.columns]
            if any(column.typename == "char*" for column in read):
                raise NotImplementedError("C strings are strings here, without their NUL")
            arrays = table.read(read, 0, table.num_entries) if read else []
            yield program.run(arrays, table.num_entries, first_entry)
            first_entry += table.num_entries


def _columns(table: Any) -> list[Any]:
    return [table[name] for name in table.keys(recursive=True)]


def _definitions(case: dict[str, Any]) -> list[tuple[str, str]]:
    found = []
    for step in case["steps"]:
        if step["op"] not in _DEFINING or "from" in step:
            raise NotImplementedError(step["op"])
        found.append((step["args"][0], step["args"][1]))
    return found


def _result(parts: list[_core.Array], *, approx: bool) -> dict[str, Any]:
    flat = [_flat(part) for part in parts]
    dtype = flat[0][0]
    counts = [np.concatenate([part[1][level] for part in flat]) for level in range(len(flat[0][1]))]
    if dtype == "string":
        values: Any = [value for part in flat for value in part[2]]
    else:
        values = np.concatenate([part[2] for part in flat])
    return corpus.array(dtype, counts, values, approx)


def _flat(array: _core.Array) -> tuple[str, list[Any], Any]:
    counts = []
    while array.kind == _core.Kind.list:
        counts.append(np.diff(array.offsets))
        array = array.contents[0]
    if array.kind == _core.Kind.string:
        text = array.values.tobytes()
        offsets = array.offsets
        return "string", counts, [text[a:b].decode() for a, b in itertools.pairwise(offsets)]
    if array.kind != _core.Kind.number:
        raise NotImplementedError(f"values of type {array.type}")
    return array.type.number, counts, array.values
