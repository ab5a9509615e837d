"""Frames that tables make of themselves."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import ramet


@pytest.fixture
def written(tmp_path: Path) -> Path:
    path = tmp_path / "events.root"
    with ramet.recreate(path) as file:
        file["Events"] = {"x": np.arange(10.0)}
        file.mktree("Tree", {"x": "float64", "pair": {"a": "int32", "b": "int32"}}).extend(
            {"x": np.arange(5.0), "pair": {"a": np.arange(5), "b": np.arange(5)}}
        )
    return path


def test_tables_make_frames(written: Path) -> None:
    with ramet.open(written) as file:
        assert file["Events"].frame().sum("x").value == 45
        assert file["Tree"].frame().filter("x > 2").count().value == 2
        assert ramet.open_many([f"{written}:Tree", f"{written}:Tree"]).frame().sum("x").value == 20


def test_options_of_frames_of_tables(written: Path) -> None:
    tree = ramet.open(f"{written}:Tree")
    assert tree.frame(language="python").define("y", "np.where(x > 1, x, 0)").sum("y").value == 9
    numbers = [tree.frame(seed=seed).define("r", "uniform()").take("r").value.tolist() for seed in (1, 1, 2)]
    assert numbers[0] == numbers[1] != numbers[2]


def test_members_of_structs_are_columns(written: Path) -> None:
    assert ramet.open(f"{written}:Tree").frame().sum("pair.a").value == 10
