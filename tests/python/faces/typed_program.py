"""A program as users type it. mypy checks it (pyproject.toml), and test_typed.py runs it.

`assert_type` is an error of mypy's wherever a type is another, Any among them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, assert_type

import numpy.typing as npt
import ramet
from ramet.typing import AwkwardArray, NumpyArrays


def read(path: Path) -> int:
    """Files, trees and columns."""
    with ramet.open(path) as file:
        assert_type(file, ramet.ReadOnlyFile)
        assert_type(file.parent, ramet.Directory | None)
        tree: ramet.Tree = file["dir/Events"]
    branch = assert_type(tree["number"], ramet.Branch)
    assert_type(branch.array(), AwkwardArray)
    assert_type(branch.array(library="np"), npt.NDArray[Any])
    assert_type(tree.arrays(["number", "hits"], entry_stop=10), AwkwardArray)
    assert_type(tree.arrays(filter_name="n*", library="np"), NumpyArrays)
    assert_type(tree.keys(), list[str])
    assert_type(tree.num_entries, int)
    assert_type(tree.arrays(["number", "hits"], how="zip"), AwkwardArray)
    assert_type(tree.arrays(["number"], how=tuple), tuple[Any, ...])
    assert_type(tree.arrays(["number"], library="np", how=list), list[Any])
    assert_type(branch.arrays(how=dict), dict[str, Any])
    total = 0
    for step in assert_type(tree.iterate(["number"], step_size=300), Iterator[AwkwardArray]):
        assert_type(step, AwkwardArray)
        total += len(step[step.number > 500])
    for arrays in tree.iterate(["number"], library="np"):
        total += int(arrays["number"].sum())
    for part, report in tree.iterate(["number"], step_size=300, report=True):
        assert_type(part, AwkwardArray)
        total += assert_type(report, ramet.StepReport).tree_entry_stop
    assert_type(tree.iterate(library="np", report=True), Iterator[tuple[NumpyArrays, ramet.StepReport]])
    assert_type(branch.iterate(how=tuple, report=True), Iterator[tuple[tuple[Any, ...], ramet.StepReport]])
    return total


def read_as_the_readme(path: str) -> float:
    """A path that is a text may name an object in the file, so that its type is Any: names say what is meant."""
    with ramet.open(path) as file:
        total = float(file["dir/Events"].arrays(["number"], library="np")["number"].sum())
    with ramet.open(f"{path}:dir/Events") as tree:
        total += len(tree["number"].array(library="np"))
    events: ramet.Tree = ramet.open(f"{path}:dir/Events")
    assert_type(events.arrays(["number"], library="np"), NumpyArrays)
    with ramet.open({path: None}) as whole:
        assert_type(whole, ramet.ReadOnlyFile)
        mass: ramet.Histogram = whole["spectrum"]
    return total + float(mass.values().sum())


def read_many(path: Path) -> int:
    """Datasets, and functions of many files."""
    dataset = assert_type(ramet.open_many({path: "dir/Events"}), ramet.Dataset)
    assert_type(dataset["number"], ramet.DatasetColumn)
    assert_type(dataset.arrays(["number"]), AwkwardArray)
    assert_type(ramet.concatenate({path: "dir/Events"}, ["number"]), AwkwardArray)
    assert_type(ramet.concatenate({path: "dir/Events"}, ["number"], library="np"), NumpyArrays)
    steps = assert_type(ramet.iterate({path: "dir/Events"}, ["number"], step_size=100), Iterator[AwkwardArray])
    assert_type(
        ramet.iterate({path: "dir/Events"}, ["number"], step_size=100, library="np", report=False),
        Iterator[NumpyArrays],
    )
    assert_type(dataset.iterate(report=True), Iterator[tuple[AwkwardArray, ramet.StepReport]])
    assert_type(dataset.iterate(report=bool(steps)), Iterator[Any])
    for arrays, report in ramet.iterate({path: "dir/Events"}, ["number"], library="np", report=True):
        assert_type(arrays, NumpyArrays)
        assert_type(report, ramet.StepReport)
    assert_type(ramet.concatenate({path: "dir/Events"}, ["number"], how=tuple), tuple[Any, ...])
    return sum(len(step) for step in steps)


def fill(path: Path) -> float:
    """Histograms, and files that are written."""
    histogram = assert_type(ramet.Histogram(4, (0, 4)).fill([1, 2]), ramet.Histogram)
    assert_type(2 * histogram + histogram, ramet.Histogram)
    assert_type(histogram / 2, ramet.Histogram)
    with assert_type(ramet.recreate(path), ramet.WritableFile) as file:
        file["h"] = histogram
        tree = assert_type(file.mktree("T", {"x": "float32"}), ramet.WritableTree)
        tree.extend({"x": [1.0, 2.0]})
    return float((2 * histogram).values().sum())
