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
_REDUCTIONS: dict[str, Any] = {
    "Count": len,
    "Sum": lambda values: float(np.sum(values)),
    "Mean": lambda values: float(np.mean(values)) if len(values) else 0.0,
    "Min": lambda values: float(np.nanmin(values)) if len(values) else float(np.finfo("float64").max),
    "Max": lambda values: float(np.nanmax(values)) if len(values) else float(np.finfo("float64").min),
}


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
        filters = _steps(case)[1]
        results = case["results"]
        # The columns of all results, also of those that are not there yet: a missing one is an error in any case.
        wanted = [column for result in results for column in _columns_of(result)]
        if any("#" in name for name in wanted):
            raise NotImplementedError("sizes of columns")
        others = [op for op in (result["op"] for result in results) if op not in _REDUCTIONS and op != "Take"]
        others += [op for op in (result["op"] for result in results) if filters and op != "Count"]
        parts = list(self._parts(case, filters, wanted, is_run=not others))
        if others:
            raise NotImplementedError(f"{others[0]}{' behind a Filter' if filters else ''}")
        found = []
        for result in results:
            columns = [[part[1][wanted.index(name)] for part in parts] for name in _columns_of(result)]
            if result["op"] == "Take":
                found.append(_result(columns[0], approx=case["approx"]))
            elif result["op"] == "Count":
                found.append(corpus.scalar(sum(part[0] for part in parts), "uint64"))
            else:
                if len(_flat(columns[0][0])[1]) > 1:
                    raise ramet.MisuseError(f"{result['op']} of lists of lists")
                values = np.concatenate([_flat(part)[2] for part in columns[0]]).astype("float64")
                found.append(corpus.scalar(_REDUCTIONS[result["op"]](values), "float64"))
        return {"results": found}

    def _parts(self, case: dict[str, Any], filters: list[str], wanted: list[str], *, is_run: bool) -> Any:
        """Of each file, how many entries pass the filters, and the values of the wanted columns."""
        source, (definitions, _) = case["input"], _steps(case)
        if "tree" not in source or "friends" in source:
            raise NotImplementedError("sources other than trees")
        first_entry = 0
        for name in source["files"]:
            table = ramet.open(self._data / name)[source["tree"]]
            columns = [column for column in _columns(table) if column.is_readable]
            scope = [(column.path, column.core.type) for column in columns]
            _check_names(case, {name for name, _ in scope})
            try:
                for text in filters:
                    kind = str(_core.Program.compile([text], scope, definitions).type(0))
                    if kind != "bool":
                        raise ramet.MisuseError(f"a Filter of type {kind}: {text}")
                passes = " && ".join(f"({text})" for text in filters) or "true"
                program = _core.Program.compile([passes, *wanted], scope, definitions, terminated=_c_strings(columns))
            except ramet.UnsupportedError as error:
                raise NotImplementedError(str(error)) from error
            if not is_run:
                continue
            read = [columns[number] for number in program.columns]
            arrays = table.read(read, 0, table.num_entries) if read else []
            passed, *values = program.run(arrays, table.num_entries, first_entry)
            yield int(np.count_nonzero(passed.values)), values
            first_entry += table.num_entries


def _columns(table: Any) -> list[Any]:
    return [table[name] for name in table.keys(recursive=True)]


def _c_strings(columns: list[Any]) -> list[str]:
    """Those that are lists of characters in ROOT."""
    return [column.path for column in columns if column.typename == "char*"]


def _steps(case: dict[str, Any]) -> tuple[list[tuple[str, str]], list[str]]:
    """The definitions and the filters of a case."""
    definitions, filters = [], []
    for step in case["steps"]:
        if "from" in step or (step["op"] not in _DEFINING and step["op"] != "Filter"):
            raise NotImplementedError(step["op"])
        if step["op"] == "Filter":
            filters.append(step["args"][0])
        else:
            definitions.append((step["args"][0], step["args"][1]))
    return definitions, filters


def _check_names(case: dict[str, Any], known: set[str]) -> None:
    """Raise MisuseError for a Define of a name that is there or is none, or a Redefine or an Alias of what is not."""
    for step in case["steps"]:
        name = step["args"][0]
        if step["op"] == "Redefine" and name not in known:
            raise ramet.MisuseError(f"Redefine of {name}, which is not there")
        if step["op"] in ("Define", "Alias") and (name in known or not name.isidentifier()):
            raise ramet.MisuseError(f"{step['op']} of {name}, which is there or is no name")
        if step["op"] == "Alias" and "#" in step["args"][1]:
            raise NotImplementedError("sizes of columns")
        if step["op"] == "Alias" and step["args"][1].split(".")[0] not in known:
            raise ramet.MisuseError(f"an Alias of {step['args'][1]}, which is not there")
        if step["op"] in _DEFINING:
            known.add(name)


def _columns_of(result: dict[str, Any]) -> list[str]:
    """The columns that a result reads: its arguments behind the model, or a list of them."""
    args = result.get("args", [])
    if result["op"] == "AsNumpy":
        return list(args[0]) if args and args[0] else []
    if not (result["op"] in _REDUCTIONS or result["op"] in ("Take", "StdDev") or result["op"].startswith("Histo")):
        return []
    return [arg for arg in args if isinstance(arg, str)]


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
