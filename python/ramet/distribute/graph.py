"""Results made again of a plan."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from ramet import _core
from ramet.errors import UnsupportedError
from ramet.frames.values import one_value
from ramet.reading.datasets.dataset import Dataset
from ramet.reading.opening import open as open_file
from ramet.session import shared_session

__all__ = ["booked_of"]

_VERSION = 1
Json = Mapping[str, Any]


def booked_of(plan: Json) -> list[_core.Booked]:
    """The results that a plan asks for. Raises UnsupportedError for a plan of another version, and what is raised when
    the source is opened."""
    if plan["plan"] != _VERSION:
        raise UnsupportedError(f"a plan of version {plan['plan']}, expected {_VERSION}")
    frames = [_root(plan)]
    for verb in plan["verbs"]:
        frames.append(_VERBS[verb["verb"]](frames[verb["at"]], verb))
    booked = []
    for asked in plan["results"]:
        frame, result = frames[asked["at"]], asked["result"]
        if result["kind"] == "filters":
            booked.append(frame.filters().booked)
            continue
        nominal = _RESULTS[result["kind"]](frame, result)
        booked.append(nominal.varied()[asked["variation"]] if "variation" in asked else nominal)
    return booked


# --- sources -----------------------------------------------------------------------------------------------------


def _source(origin: Json) -> _core.Source:
    if "entries" in origin:
        return _core.source_of_arrays(shared_session(), [], [], origin["entries"])
    if "table" in origin:
        path, inside = origin["table"]
        opened: Any = open_file({path: inside})
        source: _core.Source = opened._source()
        return source
    return Dataset.of_origin(origin)._source()


def _root(plan: Json) -> _core.Frame:
    samples = [
        (one["name"], one["id"], one["number"], {key: _metadata(value) for key, value in one["metadata"].items()})
        for one in plan["samples"]
    ]
    return _core.Frame.of(
        _source(plan["source"]),
        language=plan["language"],
        seed=plan["seed"],
        random_key=plan["random_key"],
        samples=samples,
    )


def _metadata(value: Any) -> Any:
    return _number(value["double"]) if isinstance(value, dict) else value


def _number(value: Any) -> float:
    """A double, of which JSON has no words for those that are no number or infinite."""
    return float(value)


# --- verbs -------------------------------------------------------------------------------------------------------


def _text(verb: Json) -> tuple[str, bool]:
    return verb["text"], verb["language"] == "python"


def _vary(frame: _core.Frame, verb: Json) -> _core.Frame:
    text, is_python = _text(verb)
    return frame.vary(verb["columns"], text, verb["tags"], verb["name"], is_python)


def _filter(frame: _core.Frame, verb: Json) -> _core.Frame:
    text, is_python = _text(verb)
    return frame.filter(text, verb["name"], is_python)


def _default(frame: _core.Frame, verb: Json) -> _core.Frame:
    column, value = verb["column"], verb["value"]
    wanted = frame.type(column)
    if wanted.kind == _core.Kind.number and isinstance(value, str):
        value = float(value)
    if isinstance(value, list):
        value = np.array([float(one) if isinstance(one, str) else one for one in value])
    return frame.default_value_for(column, one_value(column, value, wanted))


_VERBS: Mapping[str, Callable[[_core.Frame, Json], _core.Frame]] = {
    "define": lambda frame, verb: frame.define(verb["name"], *_text(verb)),
    "redefine": lambda frame, verb: frame.redefine(verb["name"], *_text(verb)),
    "alias": lambda frame, verb: frame.alias(verb["name"], verb["of"]),
    "define_per_sample": lambda frame, verb: frame.define_per_sample(verb["name"], verb["text"]),
    "default_value_for": _default,
    "filter": _filter,
    "filter_available": lambda frame, verb: frame.filter_available(verb["column"]),
    "filter_missing": lambda frame, verb: frame.filter_missing(verb["column"]),
    "range": lambda frame, verb: frame.range(verb["first"], verb["last"], verb["step"]),
    "vary": _vary,
}

# --- results -----------------------------------------------------------------------------------------------------


def _axes(result: Json) -> list[_core.NamedAxis]:
    return [_core.NamedAxis(_axis(one), "", {}) for one in result["axes"]]


def _axis(of: Json) -> _core.Axis:
    if "edges" in of:
        return _core.Axis.variable(np.array([_number(edge) for edge in of["edges"]]))
    return _core.Axis.regular(of["bins"], _number(of["low"]), _number(of["high"]))


def _histogram(frame: _core.Frame, result: Json) -> _core.Booked:
    columns, weight = result["columns"], result["weight"]
    profile = result.get("profile")
    axes: Sequence[_core.NamedAxis] = _axes(result)
    if profile is None:
        model = _core.Histogram(axes, False)
        if result["squares"]:
            zeros = np.zeros(model.contents.size)
            model = _core.Histogram.of_parts(axes, zeros, zeros, _core.Moments(), None)
        return frame.histogram(model, columns, weight)
    kind = ("", "s", "i", "g")[profile["errors"]]
    low, high = _number(profile["low"]), _number(profile["high"])
    return frame.profile("", "", "", axes, kind, low, high, columns, weight)


def _snapshot(frame: _core.Frame, result: Json) -> _core.Booked:
    return frame.snapshot(
        result["file"],
        result["directory"],
        result["name"],
        result["columns"],
        _core.Format.ttree if result["format"] == "ttree" else _core.Format.rntuple,
        result["counted"],
        result["compression"],
        False,
        result["cluster_entries"],
        result["cluster_bytes"],
        False,
        [],
        shared_session(),
    )


_RESULTS: Mapping[str, Callable[[_core.Frame, Json], _core.Booked]] = {
    "count": lambda frame, _: frame.count(),
    "numbers": lambda frame, result: frame.numbers(result["columns"][0], result["weight"]),
    "take": lambda frame, result: frame.take(result["columns"], result.get("most")),
    "histogram": _histogram,
    "automatic histogram": lambda frame, result: frame.automatic_histogram(
        "", "", "", "", result["bins"], result["columns"][0], result["weight"]
    ),
    "snapshot": _snapshot,
    "sparse histogram": lambda frame, result: frame.sparse_histogram(
        "", "", _axes(result), result["columns"], result["weight"]
    ),
}
