"""The adapter that runs the corpus' graphs with frames."""

from __future__ import annotations

import pathlib
import re
from collections.abc import Callable
from typing import Any

import answers
import corpus
import ramet
from graph_cases import Adapter, GraphCase, Read
from ramet.rdataframe.columns import column_names, cpp_type
from ramet.rdataframe.results.models import (
    TH1DModel,
    TH2DModel,
    TH3DModel,
    THnDModel,
    TProfile1DModel,
    TProfile2DModel,
)

__all__ = ["MODELS", "Frame", "table_of"]

MODELS = {
    "Histo1D": TH1DModel,
    "Histo2D": TH2DModel,
    "Histo3D": TH3DModel,
    "HistoND": THnDModel,
    "HistoNSparseD": THnDModel,
    "Profile1D": TProfile1DModel,
    "Profile2D": TProfile2DModel,
}

_NUMBERS = {"Sum": "sum", "Mean": "mean", "StdDev": "stddev", "Min": "min", "Max": "max"}


class _Graph(GraphCase):
    def _source(self, source: dict[str, Any]) -> ramet.Frame:
        return _source(self._data, source)

    def _call(self, node: ramet.Frame, step: dict[str, Any]) -> ramet.Frame:
        return _verb(node, step["op"], step["args"])

    def _book(self, node: ramet.Frame, wanted: dict[str, Any]) -> Read:
        """Ask for a result; gives the function that reads it."""
        op, args = wanted["op"], wanted.get("args", [])
        if op == "Display" and args and isinstance(args[0], str):  # a frame takes names, ROOT a pattern, too
            args = [[name for name in column_names(node.core) if re.fullmatch(args[0].strip("^$"), name)], *args[1:]]
        if op == "AsNumpy" and "exclude" in wanted:
            args = [[name for name in (args[0] if args else node.columns) if name not in wanted["exclude"]]]
        if op == "VariationsFor":
            inner = wanted["of"]
            result, read = self._result(node, inner["op"], inner.get("args", []))
            varied = result.variations()
            return lambda: {"kind": "map", "items": {name: read(one) for name, one in varied.items()}}
        if op in ("GetColumnNames", "GetDefinedColumnNames", "GetFilterNames", "HasColumn", "ColumnTypeName"):
            return lambda: {"kind": "value", "value": _question(node, op, args)}
        if op == "VariationTags":
            return lambda: {"kind": "value", "value": _variations(node)}
        if op == "Snapshot":
            return self._snapshot(node, args, wanted.get("options", {}))
        result, read = self._result(node, op, args)
        return lambda: read(result)

    def _result(self, node: ramet.Frame, op: str, args: list[Any]) -> tuple[Any, Callable[[Any], dict[str, Any]]]:
        """A result, and the function that describes it."""
        approx = self._approx
        if op == "Count":
            return node.count(), lambda of: corpus.scalar(of.value, "uint64")
        if op in _NUMBERS:
            return getattr(node, _NUMBERS[op])(*args), lambda of: corpus.scalar(of.value, "float64")
        if op == "Stats":
            return node.stats(*args), lambda of: answers.statistics(
                of["n"],
                of["mean"],
                of["stddev"] if of["stddev"] > 0 else -1.0,  # what a TStatistic says
                *(of[key] for key in ("min", "max", "w", "w2")),
            )
        if op == "Take":
            return node.take(args[0]), lambda of: answers.array(of.booked.values()[0][0], approx=approx)
        if op == "AsNumpy":
            names = args[0] if args else node.columns
            return node.arrays(names, library="np"), lambda of: answers.columns(
                names, *of.booked.values(), approx=approx
            )
        if op == "Report":
            return node.report(), lambda of: {
                "kind": "value",
                "value": [[one.name, one.all, one.passed] for one in of.value],
            }
        if op == "Display":
            return node.display(*args[:2]), lambda of: {"kind": "value", "value": of.value}
        if op.startswith(("Histo", "Profile")):
            return _histogram(node, op, args)
        if op in ("Graph", "GraphAsymmErrors"):
            return self._points(node, args)
        raise NotImplementedError(op)

    def _points(self, node: ramet.Frame, args: list[str]) -> tuple[Any, Callable[[Any], dict[str, Any]]]:
        errors = {"x_errors": tuple(args[2:4]), "y_errors": tuple(args[4:6])} if len(args) > 2 else {}

        def read(of: Any) -> dict[str, Any]:
            points = {"X": of.x, "Y": of.y}
            if errors:
                ends = ("low", "high")
                points |= {f"{axis}{end}": of.errors(end, axis.lower()) for axis in "XY" for end in ends}
            return answers.graph(points, approx=self._approx)

        return node.graph(args[0], args[1], **errors), read

    def _snapshot(self, node: ramet.Frame, args: list[Any], options: dict[str, Any]) -> Read:
        names = {"kZSTD": "zstd", "kLZMA": "lzma", "kLZ4": "lz4", "kZLIB": "zlib"}
        algorithm = names.get(options.get("fCompressionAlgorithm", ""))
        written = node.snapshot(
            args[1].replace("$OUT", str(self._output)),
            args[0],
            args[2] if len(args) > 2 else None,
            format="rntuple" if options.get("fOutputFormat") == "kRNTuple" else "ttree",
            compression=None if algorithm is None else ramet.Compression(algorithm, options["fCompressionLevel"]),
            cluster_entries=options.get("fAutoFlush", 0),
        )
        return lambda: _all_columns(written.value, approx=self._approx)


def _all_columns(back: ramet.Frame, *, approx: bool) -> dict[str, Any]:
    """What reading all columns of a frame of a file gives."""
    names = [name for name in column_names(back.core) if not name.startswith("_collection")]
    result = back.arrays(names, library="np")
    arrays, entries = result.booked.values()
    return answers.columns(names, arrays, entries, approx=approx)


def _source(data: pathlib.Path, source: dict[str, Any]) -> ramet.Frame:
    if "empty" in source:
        return ramet.frame(entries=source["empty"])
    if "spec" in source:
        samples = {
            name: {**sample, "files": [str(data / file) for file in sample["files"]]}
            for name, sample in source["spec"]["samples"].items()
        }
        return ramet.frame(spec={**source["spec"], "samples": samples})
    if "csv" in source:
        return ramet.frame(data / source["csv"])
    return ramet.frame(table_of(data, source))


def table_of(data: pathlib.Path, source: dict[str, Any]) -> Any:
    """The tree of a case, with its friends."""
    places = [f"{data / name}:{source['tree']}" for name in source["files"]]
    table: Any = ramet.open(places[0]) if len(places) == 1 else ramet.open_many(places)
    for friend in source.get("friends", []):
        others = [f"{data / name}:{friend['tree']}" for name in friend["files"]]
        stored = ramet.open(data / friend["files"][0])[friend["tree"]].index
        columns = friend.get("index") or ([stored.major_name, stored.minor_name] if stored else None)
        on = None if columns is None else tuple(name for name in columns if name and name != "0")
        alias = friend.get("alias") or friend["tree"]
        table = table.add_friend(others, alias, on=on, unmatched="option" if on else "error")
    return table


def _verb(node: ramet.Frame, op: str, args: list[Any]) -> ramet.Frame:
    verbs: dict[str, Callable[..., ramet.Frame]] = {
        "Define": node.define,
        "Redefine": node.redefine,
        "Alias": node.alias,
        "DefinePerSample": node.define_per_sample,
        "DefaultValueFor": node.default_value_for,
        "Filter": node.filter,
        "FilterAvailable": node.filter_available,
        "FilterMissing": node.filter_missing,
        "Range": node.range,
        "Vary": node.vary,
        "Cache": node.cache,
    }
    if op not in verbs:
        raise NotImplementedError(op)
    return verbs[op](*args)


def _histogram(node: ramet.Frame, op: str, args: list[Any]) -> tuple[Any, Callable[[Any], dict[str, Any]]]:
    """A histogram or profile of a model in ROOT's order, or an automatic one."""
    if isinstance(args[0], str):
        return _automatic(node, args[0], args[1] if len(args) > 1 else None)
    model = MODELS[op](args[0])
    title, *labels, values = model.titles
    options = {"name": model.name, "title": title, "label": labels}
    if op.startswith("HistoN"):
        axes = len(model.bins)
        columns = args[1]
        options["weight"] = columns[axes] if len(columns) > axes else None
        ask = node.sparse_histo if op == "HistoNSparseD" else node.histo
        result: Any = ask(columns[:axes], model.bins, model.bounds, **options)
        return result, lambda of: answers.sparse_histogram(of.value.core)
    count = int(op[-2]) + op.startswith("Profile")
    columns = args[1 : 1 + count]
    options["weight"] = args[1 + count] if len(args) > 1 + count else None
    if op.startswith("Profile"):
        options |= {"value_label": values, "errors": model.errors, "between": model.heights}
        result = node.profile(columns[:-1], columns[-1], model.bins, model.bounds, **options)
    elif model.is_automatic:
        options["label"] = labels[0]
        result = node.histo1d(columns[0], model.bins[0], **options)
    elif values:  # a frame's histograms have no title of contents, those that it is given may have one
        result = node.fill(model.histogram(), *columns, weight=options["weight"])
    else:
        result = node.histo(columns, model.bins, model.bounds, **options)
    return result, lambda of: answers.histogram(of.value.core)


def _automatic(node: ramet.Frame, column: str, weight: str | None) -> tuple[Any, Callable[[Any], dict[str, Any]]]:
    """A histogram without a model, called as ROOT calls it."""
    name = f"{column}_weighted_{weight}" if weight else column
    title = f"{column}, weights: {weight}" if weight else column
    values = f"count * {weight}" if weight else "count"

    def read(of: Any) -> dict[str, Any]:
        described = answers.histogram(of.value.core)
        described["axes"][0]["value_title"] = values
        return described

    return node.histo1d(column, weight=weight, name=name, title=title), read


def _question(node: ramet.Frame, op: str, args: list[Any]) -> Any:
    if op == "HasColumn":
        return args[0] in node
    if op == "ColumnTypeName":
        return cpp_type(node.core, args[0])
    if op == "GetFilterNames":
        return answers.texts(node.filters)
    if op == "GetColumnNames":
        return answers.texts(column_names(node.core))
    return answers.texts([name for name, _, _, kind, *_ in node.core.columns() if kind == "defined"])


def _variations(node: ramet.Frame) -> list[str]:
    raise NotImplementedError("which columns a variation affects")


class Frame(Adapter):
    """Runs cases with `ramet.frame`."""

    _graph = _Graph
