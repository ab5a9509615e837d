"""Runs tell how far they are, show results so far, and stop when a condition holds; reports have weights."""

from __future__ import annotations

import io
from pathlib import Path

import boost_histogram
import numpy as np
import pytest
import ramet
from ramet.frames.running.watching import PartialResults, Progress, ProgressBar, progress_function

ENTRIES = 600_000


def counting() -> ramet.Frame:
    return ramet.frame(entries=ENTRIES).define("x", "rdfentry_ % 1000")


def test_progress_has_names() -> None:
    told: list[Progress] = []
    counting().filter("x > 10").count().run(progress=told.append)
    last = told[-1]
    assert (last.entries, last.all_entries, last.files, last.all_files) == (ENTRIES, ENTRIES, 1, 1)
    assert last.seconds_left == 0
    assert last.part == 1
    assert [one.entries for one in told] == sorted(one.entries for one in told)


def test_what_a_progress_function_raises_is_raised() -> None:
    def broken(_: Progress) -> None:
        raise ZeroDivisionError("no")

    with pytest.raises(ZeroDivisionError, match="no"):
        counting().count().run(progress=broken)


def test_a_line_of_progress() -> None:
    stream = io.StringIO()
    bar = ProgressBar(stream)
    bar(Progress(3_000_000, 4_000_000, 1, 2, 90.0, 30.0))
    bar(Progress(4_000_000, 4_000_000, 2, 2, 7300.0, None))
    first, last = stream.getvalue().split("\r")[1:]
    assert first == f"[{'#' * 22}{' ' * 8}] 75 % of 4,000,000 entries, 1 of 2 files, 1 min 30 s, 30.0 s left"
    assert last.endswith("100 % of 4,000,000 entries, 2 of 2 files, 2 h 01 min" + " " * 12 + "\n")
    assert progress_function(None) is None
    assert progress_function(False) is None


def test_results_are_looked_at_while_a_run_goes_on() -> None:
    frame = counting()
    histogram, count = frame.histo1d("x", 10, (0, 1000)), frame.count()
    looks: list[PartialResults] = []

    def look(partial: PartialResults) -> None:
        assert partial[count] == partial.entries == sum(last - first for first, last in partial.covered)
        assert partial[histogram].values().sum() == partial.entries
        with pytest.raises(KeyError, match="not asked for"):
            partial[frame]
        looks.append(partial)

    reports = ramet.run(histogram, count, live=look, live_seconds=0.0)
    assert reports[0].is_complete
    assert looks
    assert looks[0].value.values().sum() == looks[0].entries  # the first one
    assert repr(looks[0]) == f"<PartialResults of {looks[0].entries} of {ENTRIES} entries>"
    assert count.value == ENTRIES


def test_a_condition_ends_a_run_at_the_same_entry_each_time() -> None:
    seen = []
    for _ in range(3):
        mean = counting().mean("x")
        report = mean.run(until=lambda partial: partial.entries >= 200_000)
        assert report.was_stopped
        assert not report.is_complete
        ((first, last),) = report.covered
        assert first == 0
        assert mean.value == pytest.approx(np.mean(np.arange(last) % 1000), rel=1e-12)
        seen.append(last)
    assert len(set(seen)) == 1
    assert 200_000 <= seen[0] < ENTRIES


def test_conditions_are_asked_after_so_many_entries() -> None:
    asked: list[int] = []
    report = counting().count().run(until=lambda partial: asked.append(partial.value), until_entries=50_000)
    assert report.is_complete
    assert all(50_000 <= after - before <= 90_000 for before, after in zip([0, *asked], asked, strict=False))


def test_what_a_condition_raises_is_raised() -> None:
    count = counting().count()
    with pytest.raises(ZeroDivisionError):
        count.run(until=lambda _: 1 / 0)


def test_actions_of_users_are_looked_at_as_copies() -> None:
    frame = counting()
    total = frame.reduce(np.add, "x")
    listed = frame.fold(lambda state, x: state.append(len(x)), "x", [])
    joined = frame.aggregate(lambda state, x: state.append(len(x)), lambda one, other: one.extend(other), "x", [])
    own = boost_histogram.Histogram(boost_histogram.axis.Regular(10, 0, 1000))
    filled = frame.fill(own, "x")
    seen = []

    def look(partial: PartialResults) -> bool:
        seen.append(partial.entries)
        assert partial[total] == sum(int(np.sum(np.arange(*one) % 1000)) for one in partial.covered)
        assert sum(partial[listed]) == sum(partial[joined]) == partial[filled].sum() == partial.entries
        assert own.sum() == 0
        return False

    ramet.run(total, listed, joined, filled, until=look)
    assert len(seen) > 1
    assert total.value == sum(range(1000)) * ENTRIES // 1000
    assert sum(listed.value) == sum(joined.value) == own.sum() == ENTRIES


def test_snapshots_run_beside_results_that_are_looked_at(tmp_path: Path) -> None:
    frame = counting()
    written = frame.snapshot(tmp_path / "all.root", "Events")
    table = frame.snapshot(tmp_path / "all.parquet")
    count = frame.count()
    seen = []

    def enough(partial: PartialResults) -> bool:
        seen.append(partial[count])
        for one in (written, table):
            with pytest.raises(ramet.UnsupportedError, match="no value before the run is over"):
                partial[one]
        return partial.entries >= 200_000

    report = ramet.run(written, count, table, until=enough)[0]
    assert report.was_stopped
    assert written.value.count().value == table.value.count().value == count.value == seen[-1] >= 200_000


def test_reports_with_weights() -> None:
    frame = ramet.frame({"x": [1.0, 2.0, 3.0, 4.0], "w": [0.5, 1.5, 2.0, 3.0]})
    report = frame.filter("x > 1", name="first").filter("x < 4", name="second").report(weight="w")
    second = report["second"]
    assert (second.all, second.passed, second.sum_all, second.sum_passed) == (3, 2, 6.5, 3.5)
    assert second.error_passed == pytest.approx(2.5)
    assert second.error_all == pytest.approx((1.5**2 + 4 + 9) ** 0.5)
    assert str(report).splitlines()[1] == (
        "second    : pass=2          all=3          -- eff=66.67 % cumulative eff=50.00 %"
        " -- weights: pass=3.5 +- 2.5 all=6.5 +- 3.9"
    )
    plain = frame.filter("x > 1", name="first").report()
    assert "weights" not in str(plain)
    with pytest.raises(ramet.MisuseError, match="without a weight"):
        _ = plain[0].sum_all
    with pytest.raises(ramet.MisuseError, match="not defined before the filter 'first'"):
        frame.filter("x > 1", name="first").define("v", "w").report(weight="v")


def test_counts_of_filters_so_far() -> None:
    frame = counting().filter("x < 500", name="half")
    report = frame.report()
    looks: list[tuple[int, int]] = []
    report.run(until=lambda partial: looks.append((partial.value["half"].all, partial.entries)))
    assert looks
    assert all(counted == entries for counted, entries in looks)
