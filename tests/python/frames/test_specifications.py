"""Specifications of samples, which are those of ROOT's FromSpec: its answers are those of ROOT 6.40."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet
from ramet.rdataframe import RDF, RDataFrame


@pytest.fixture
def samples(tmp_path: Path) -> dict[str, Any]:
    """Two samples of 15 and 5 entries."""
    made = {}
    for name, count in (("a", 15), ("b", 5)):
        with ramet.recreate(tmp_path / f"{name}.root") as file:
            file.mktree("Events", {"x": "float64"}).extend({"x": np.arange(float(count))})
        made[name] = {"trees": ["Events"], "files": [str(tmp_path / f"{name}.root")], "metadata": {"w": count}}
    return made


@pytest.mark.parametrize(
    ("given", "entries"),
    [
        ([10, 17], list(range(10, 17))),
        ([3], [0, 1, 2]),
        ([18, 500], [18, 19]),
        ([], list(range(20))),
        ([0], []),
        ([7, 7], []),
    ],
)
def test_a_specification_may_have_a_range(
    samples: dict[str, Any], tmp_path: Path, given: list[int], entries: list[int]
) -> None:
    path = tmp_path / "spec.json"
    path.write_text(json.dumps({"samples": samples, "range": given}))
    frame = ramet.frame(spec=path)
    assert frame.take("rdfentry_").value.tolist() == entries
    df = RDF.Experimental.FromSpec(str(path))
    assert df.Count().GetValue() == len(entries)
    assert df.GetFilterNames() == []
    weights = df.DefinePerSample("w", 'rdfsampleinfo_.GetI("w")').Take("w").GetValue().tolist()
    assert weights == [15 if entry < 15 else 5 for entry in entries]


def test_a_dataset_may_have_a_range(samples: dict[str, Any]) -> None:
    (path,) = samples["a"]["files"]
    specification = RDF.Experimental.RDatasetSpec().AddSample(("a", "Events", path))
    assert RDataFrame(specification.WithGlobalRange((10, 13))).Sum("x").GetValue() == 33
    assert RDataFrame(specification.WithGlobalRange((2,))).Count().GetValue() == 2
    with pytest.raises(ramet.MisuseError, match="range"):
        RDataFrame(specification.WithGlobalRange((5, 2)))


def test_what_is_wrong_in_a_specification_is_said(samples: dict[str, Any]) -> None:
    one = samples["a"]
    wrong: list[tuple[Any, str]] = [
        ({"samples": samples, "range": [20, 10]}, r"range \[20, 10\]"),
        ({"samples": samples, "range": [-1, 5]}, r"range \[-1, 5\]"),
        ({"samples": samples, "range": 5}, "range 5"),
        ({"samples": samples, "range": [1, 2, 3]}, "range"),
        ({"samples": samples, "rnage": [1, 2]}, "'rnage'.*'samples', 'friends', 'range'"),
        ({"samples": {"a": {**one, "weight": 1}}}, "sample 'a'.*'weight'.*'trees', 'files', 'metadata'"),
        ({"samples": {"a": {**one, "trees": "Events"}}}, "sample 'a'.*'trees'.*list"),
        ({"samples": {"a": {**one, "files": "a.root"}}}, "sample 'a'.*'files'.*list"),
        ({"samples": {"a": {"files": one["files"]}}}, "sample 'a'.*'trees'"),
        ({"samples": {"a": {**one, "trees": ["A", "B"]}}}, "1 files and 2 trees"),
        ({"friends": {}}, "no samples"),
        ({"samples": samples, "friends": {"f": {"trees": "Events", "files": []}}}, "friend 'f'.*'trees'.*list"),
        ({"samples": samples, "friends": {"f": {**one, "trees": ["A", "B"]}}}, "friend 'f'.*'metadata'"),
    ]
    for specification, words in wrong:
        with pytest.raises(ramet.MisuseError, match=words):
            ramet.frame(spec=specification)
