"""Any number of processes gives the bits that one gives."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import ramet
from ramet.distribute import Processes

Results = dict[str, Any]


def _frame(files: list[str]) -> ramet.Frame:
    frame = ramet.frame(files, seed=3).define("y", "x * w")
    return frame.filter("x > 20", name="low").filter("n > 0", name="some").define("sum_v", "Sum(v)")


def _numbers(frame: ramet.Frame) -> Results:
    return {
        "count": frame.count(),
        "sum": frame.sum("y"),
        "mean": frame.mean("v"),
        "stddev": frame.stddev("y"),
        "min": frame.min("y"),
        "max": frame.max("v"),
        "stats": frame.stats("x", weight="w"),
    }


def _histograms(frame: ramet.Frame) -> Results:
    return {
        "one": frame.histo1d("x", 40, (0, 100)),
        "weighted": frame.histo1d("v", np.array([0.0, 10, 25, 80]), weight="w"),
        "ones": frame.define("one", "1.").histo1d("x", 10, (0, 100), weight="one"),
        "automatic": frame.histo1d("y"),
        "automatic, weighted": frame.histo1d("y", 20, weight="w"),
        "two": frame.histo2d("x", "y", [20, 10], [(0, 100), (0, 300)], weight="w"),
        "many cells": frame.histo2d("x", "y", [80, 80], [(0, 100), (0, 300)]),
        "three": frame.histo3d("x", "y", "n", [5, 6, 4], [(0, 100), (0, 300), (0, 4)]),
        "four": frame.histo(["x", "y", "n", "w"], [3, 4, 2, 2], [(0, 100), (0, 300), (0, 4), (0, 3)]),
        "sparse": frame.sparse_histo(["x", "y"], [50, 50], [(0, 100), (0, 300)], weight="w"),
        "filled": frame.fill(ramet.Histogram(4, (0, 100)), "x", weight="w"),
    }


def _profiles(frame: ramet.Frame) -> Results:
    return {
        "profile": frame.profile1d("x", "y", 20, (0, 100)),
        "weighted": frame.profile1d("x", "v", 20, (0, 100), weight="w", errors="s", between=(5, 70)),
        "two": frame.profile2d("x", "n", "y", [5, 4], [(0, 100), (0, 4)]),
    }


def _values(frame: ramet.Frame) -> Results:
    return {
        "take": frame.take("sum_v"),
        "lists": frame.take("v"),
        "arrays": frame.arrays(["x", "n"], library="np"),
        "graph": frame.graph("x", "y", y_errors="w"),
        "expression": frame.sum(frame["x"] * 2),
    }


def _reports(frame: ramet.Frame) -> Results:
    return {"report": frame.report(), "weighted": frame.report(weight="w")}


def _variations(frame: ramet.Frame) -> Results:
    varied = frame.vary("x", "RVecD{x * 0.9, x * 1.1}", ["down", "up"], "scale").filter("x > 30")
    results: Results = {}
    for name, nominal in {
        "histogram": varied.histo1d("x", 30, (0, 100), weight="w"),
        "sum": varied.sum("x"),
        "count": varied.count(),
    }.items():
        results.update({f"{name} {which}": one for which, one in nominal.variations().items()})
    return results


def _verbs(frame: ramet.Frame) -> Results:
    changed = frame.alias("z", "y").redefine("y", "y + normal()").redefine("y", ramet.col("y") * 2)
    changed = changed.define_per_sample("is_first", 'rdfsampleinfo_.Contains("run0")')
    return {
        "sum": changed.sum("y"),
        "alias": changed.sum("z"),
        "sample": changed.filter("is_first", name="of the first run").count(),
        "range": frame.core.source_entries(),
    }


KINDS: dict[str, Callable[[ramet.Frame], Results]] = {
    "numbers": _numbers,
    "histograms": _histograms,
    "profiles": _profiles,
    "values": _values,
    "reports": _reports,
    "variations": _variations,
    "verbs": _verbs,
}


def bits(result: Any) -> Any:
    """What has to be equal: all numbers with their bits."""
    value = getattr(result, "value", result)
    if isinstance(value, ramet.Graph):
        return value.values()[0].tobytes(), value.values()[1].tobytes(), repr(value.errors("high"))
    if isinstance(value, ramet.SparseHistogram):
        return value.bins.tobytes(), value.values().tobytes(), value.variances().tobytes(), value.num_entries
    if isinstance(value, np.ndarray) and value.dtype == object:
        return [one.tobytes() for one in value]
    return pickle.dumps(value)


@pytest.mark.parametrize("kind", KINDS)
def test_processes_give_the_bits_of_one(kind: str, files: list[str], processes: dict[int, Processes]) -> None:
    alone = {name: bits(result) for name, result in KINDS[kind](_frame(files)).items()}
    for count, workers in processes.items():
        results = KINDS[kind](_frame(files))
        reports = ramet.run(*(one for one in results.values() if hasattr(one, "booked")), on=workers)
        assert all(report.is_complete for report in reports)
        for name, result in results.items():
            assert bits(result) == alone[name], f"{name} by {count} processes"
