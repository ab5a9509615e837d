"""Verbs that depend on places: ranges, files without a column, friends, frames of nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet
from ramet.distribute import Processes


def test_ranges_that_no_filter_is_before(files: list[str], processes: dict[int, Processes]) -> None:
    frame = ramet.frame(files).range(1_000, 60_000, 3)
    alone = frame.sum("x").value
    spread = frame.sum("x")
    report = spread.run(on=processes[2])
    assert spread.value == alone
    assert report.is_complete
    assert report.entries == 60_000


def test_a_range_behind_a_filter_is_refused_and_computed_here(
    files: list[str], processes: dict[int, Processes]
) -> None:
    total = ramet.frame(files).filter("x > 50").range(100).sum("x")
    with pytest.raises(ramet.UnsupportedError, match="a range behind a filter"):
        total.run(on=processes[2])
    assert total.value > 0


@pytest.mark.parametrize("cut", ["x > 50", "x > 50 && x < 50.01", "x > 1e9", "true"])
def test_first_rows_behind_a_filter(
    files: list[str], processes: dict[int, Processes], cut: str, tmp_path: Path
) -> None:
    frame = ramet.frame(files).filter(cut)
    alone = frame.display(["x"], 7).value
    rows, beside = frame.display(["x"], 7), frame.display(["x"], 3)
    total = frame.count()
    total.run(on=processes[2])  # computes the rows, too
    assert rows.is_ready
    assert rows.value == alone
    assert len(beside.value) <= len(alone)
    again = frame.display(["x"], 7)
    job = ramet.distribute.JobFolder(tmp_path / "job")
    for number in range(job.split(again, parts=3)):
        job.run(number)
    asked_anew = ramet.frame(files).filter(cut).display(["x"], 7)
    job.join(asked_anew)
    assert asked_anew.value == alone


def test_a_frame_of_nothing_with_random_numbers(processes: dict[int, Processes]) -> None:
    def made() -> ramet.Result[float]:
        return ramet.frame(entries=200_000, seed=7).define("g", "normal()").sum("g")

    alone, spread = made(), made()
    spread.run(on=processes[3])
    assert spread.value == alone.value


def test_files_that_lack_a_column(tmp_path: Path, processes: dict[int, Processes]) -> None:
    for number, columns in enumerate(({"x": "float64", "y": "float64"}, {"x": "float64"})):
        with ramet.recreate(tmp_path / f"{number}.root") as file:
            file.mktree("t", columns).extend({name: np.arange(20_000.0) for name in columns})

    def made() -> list[ramet.Result[float]]:
        frame = ramet.frame(f"{tmp_path}/*.root:t")
        filled = frame.default_value_for("y", 0.5)
        return [filled.sum("y"), frame.filter_available("y").sum("x"), frame.filter_missing("y").count()]

    alone, spread = made(), made()
    ramet.run(*spread, on=processes[2])
    assert [one.value for one in spread] == [one.value for one in alone]


def test_friends(files: list[str], processes: dict[int, Processes]) -> None:
    def made() -> ramet.Result[float]:
        events = ramet.open_many(files).add_friend(list(reversed(files)), "other")
        return ramet.frame(events).define("product", "x * other.x").sum("product")

    alone, spread = made(), made()
    spread.run(on=processes[2])
    assert spread.value == alone.value


def test_samples_of_a_specification(files: list[str], processes: dict[int, Processes]) -> None:
    paths = [place.removesuffix(":Events") for place in files]
    spec = {
        "samples": {
            "data": {"trees": ["Events"], "files": paths[:1], "metadata": {"scale": 2.0, "kind": "data", "year": 2026}},
            "mc": {"trees": ["Events"], "files": paths[1:], "metadata": {"scale": 0.3, "kind": "mc", "year": 2027}},
        }
    }

    def made() -> list[ramet.Result[float]]:
        frame = ramet.frame(spec=spec).define_per_sample("scale", 'rdfsampleinfo_.GetD("scale")')
        return [frame.define("scaled", "x * scale").sum("scaled"), frame.count()]

    alone, spread = made(), made()
    ramet.run(*spread, on=processes[2])
    assert [one.value for one in spread] == [one.value for one in alone]


Made = Callable[[ramet.Frame, Path], "ramet.Result[Any]"]
REFUSED: dict[str, Made] = {
    "column 'twice' is a function": lambda frame, _: frame.define("twice", lambda x: x * 2).sum("twice"),
    "the filter 'cut' is a function": lambda frame, _: frame.filter(lambda x: x > 2, name="cut").count(),
    "define_per_sample 's' is a function": lambda frame, _: frame.define_per_sample("s", lambda _: 1).sum("s"),
    "reduction: it cannot be computed by other processes": lambda frame, _: frame.reduce(np.add, "x"),
    "snapshot.*cannot be computed by other": lambda frame, path: frame.snapshot(path / "s.parquet", columns=["x"]),
    "columns in memory": lambda _, __: ramet.frame({"x": [1.0]}).sum("x"),
}


@pytest.mark.parametrize("message", REFUSED)
def test_what_is_no_data_is_refused_by_name(
    message: str, files: list[str], processes: dict[int, Processes], tmp_path: Path
) -> None:
    result = REFUSED[message](ramet.frame(files), tmp_path)
    with pytest.raises(ramet.UnsupportedError, match=message):
        result.run(on=processes[1])
    assert not result.is_ready
    result.run()  # here it can be computed
    assert result.is_ready


def test_what_is_no_engine_is_refused(files: list[str]) -> None:
    with pytest.raises(ramet.MisuseError, match=r"on=4: expected ramet\.distribute\.Processes"):
        ramet.frame(files).count().run(on=4)
