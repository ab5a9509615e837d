"""The adapter that runs the corpus' graphs with ROOT's own names."""

from __future__ import annotations

from typing import Any

import answers
import corpus
import ramet.rdataframe as root
from frame_adapter import table_of
from graph_cases import Adapter, GraphCase, Read

__all__ = ["RDataFrame"]

_QUESTIONS = {
    "GetColumnNames",
    "GetDefinedColumnNames",
    "GetFilterNames",
    "HasColumn",
    "GetNRuns",
    "GetNSlots",
    "GetNFiles",
    "ColumnTypeName",
}


class _Graph(GraphCase):
    def _source(self, source: dict[str, Any]) -> Any:
        if "empty" in source:
            return root.RDataFrame(source["empty"])
        if "spec" in source:
            samples = {
                name: {**sample, "files": [str(self._data / file) for file in sample["files"]]}
                for name, sample in source["spec"]["samples"].items()
            }
            return root.RDF.Experimental.FromSpec({**source["spec"], "samples": samples})
        if "csv" in source:
            return root.RDF.FromCSV(self._data / source["csv"])
        if source.get("friends") or source.get("object"):
            return root.RDataFrame(table_of(self._data, source))
        files = [str(self._data / file) for file in source["files"]]
        columns = [source["columns"]] if "columns" in source else []
        return root.RDataFrame(source["tree"], files[0] if len(files) == 1 else files, *columns)

    def _call(self, node: Any, step: dict[str, Any]) -> Any:
        method = getattr(node, step["op"], None)
        if method is None:
            raise NotImplementedError(step["op"])
        if "template" in step:
            types = step["template"]
            method = method[tuple(types) if len(types) > 1 else types[0]]
        args = [one.replace("$OUT", str(self._output)) if isinstance(one, str) else one for one in step.get("args", [])]
        return method(*args, **step.get("kwargs", {}))

    def _book(self, node: Any, wanted: dict[str, Any]) -> Read:
        """Ask for a result; gives the function that reads it."""
        op, args = wanted["op"], wanted.get("args", [])
        if op == "VariationsFor":
            inner = wanted["of"]
            varied = self._call(node, inner).varied()
            return lambda: {
                "kind": "map",
                "items": {name: self._value(inner["op"], one) for name, one in varied.items()},
            }
        if op == "VariationTags":
            return lambda: _plain(sorted(node.GetVariations().AsString().split("\n")))
        if op in _QUESTIONS:
            question = getattr(node, "GetColumnType" if op == "ColumnTypeName" else op)
            return lambda: _plain(_as_root_shows_it(question(*args)))
        if op == "AsNumpy":
            names = args[0] if args and args[0] else None
            result = node.AsNumpy(columns=names, exclude=wanted.get("exclude"), lazy=True)
            return lambda: answers.columns(list(result.GetValue()), *result.booked.values(), approx=self._approx)
        if op == "Snapshot":
            return self._snapshot(node, wanted)
        result = self._call(node, wanted)
        return lambda: self._value(op, result)

    def _snapshot(self, node: Any, wanted: dict[str, Any]) -> Read:
        options = root.RDF.RSnapshotOptions()
        for name, value in wanted.get("options", {}).items():
            if name == "fOutputFormat":
                value = getattr(root.RDF.ESnapshotOutputFormat, value)
            elif name == "fCompressionAlgorithm":
                value = getattr(root.RCompressionSetting.EAlgorithm, value)
            setattr(options, name, value)
        tree, path, *columns = wanted["args"]
        written = node.Snapshot(tree, path.replace("$OUT", str(self._output)), *(columns or [""]), options)

        def read() -> dict[str, Any]:
            back = written.GetValue()
            names = [name for name in back.GetColumnNames() if not name.startswith("_collection")]
            result = back.AsNumpy(columns=names, lazy=True)
            return answers.columns(names, *result.booked.values(), approx=self._approx)

        return read

    def _value(self, op: str, result: Any) -> dict[str, Any]:
        value = result.GetValue()
        if op == "Count":
            return corpus.scalar(value, "uint64")
        if op == "Report":
            return _plain([[cut.GetName(), cut.GetAll(), cut.GetPass()] for cut in value])
        if op == "Take":
            return answers.array(result.booked.values()[0][0], approx=self._approx)
        if op == "Display":
            return _plain(value.AsString())
        if op == "Stats":
            numbers = (value.GetMean(), value.GetRMS(), value.GetMin(), value.GetMax(), value.GetW(), value.GetW2())
            return answers.statistics(value.GetN(), *numbers)
        if op.startswith("HistoN"):
            return answers.sparse_histogram(value.ToRamet().core)
        if op.startswith(("Histo", "Profile")):
            return answers.histogram(value.ToRamet().core)
        if op.startswith("Graph"):
            names = ["X", "Y"] + (["Xlow", "Xhigh", "Ylow", "Yhigh"] if op == "GraphAsymmErrors" else [])
            points = {
                name: [
                    getattr(value, f"GetPoint{name}" if name in "XY" else f"GetError{name}")(number)
                    for number in range(value.GetN())
                ]
                for name in names
            }
            return answers.graph(points, approx=self._approx)
        return corpus.scalar(float(value), "float64")


def _plain(value: Any) -> dict[str, Any]:
    return {"kind": "value", "value": value}


def _as_root_shows_it(value: Any) -> Any:
    return str(value) if isinstance(value, list) else value


class RDataFrame(Adapter):
    """Runs cases with `ramet.rdataframe`."""

    _graph = _Graph
