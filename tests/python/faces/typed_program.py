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
    total = 0
    for step in assert_type(tree.iterate(["number"], step_size=300), Iterator[AwkwardArray]):
        assert_type(step, AwkwardArray)
        total += len(step[step.number > 500])
    for arrays in tree.iterate(["number"], library="np"):
        total += int(arrays["number"].sum())
    return total


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
