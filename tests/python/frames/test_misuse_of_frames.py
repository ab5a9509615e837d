"""What frames refuse, so that nothing is lost and nothing waits for itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import boost_histogram as bh
import numpy as np
import pytest
import ramet


def _events(path: Path) -> str:
    with ramet.recreate(path) as file:
        file.mktree("Events", {"x": "float64"}).extend({"x": np.arange(100.0)})
    return f"{path}:Events"


def test_a_snapshot_does_not_replace_what_it_reads(tmp_path: Path) -> None:
    path = tmp_path / "events.root"
    frame = ramet.frame(_events(path))
    (tmp_path / "link.root").symlink_to(path)
    for name in ("events.root", "link.root"):
        with pytest.raises(ramet.MisuseError, match="is read by the frame"):
            frame.snapshot(tmp_path / name)
    several = ramet.frame([_events(path), _events(tmp_path / "other.root")])
    with pytest.raises(ramet.MisuseError, match="is read by the frame"):
        several.snapshot(tmp_path / "other.root")
    assert frame.sum("x").value == 4950
    assert frame.snapshot(tmp_path / "new.root").value.count().value == 100
    assert frame.snapshot(path, "Copy", update=True).value.count().value == 100


def test_a_function_does_not_wait_for_the_run_that_calls_it() -> None:
    frame = ramet.frame({"x": np.arange(1000.0)})
    asked = frame.define("y", lambda x: x + frame.sum("x").value, ["x"], type="float64").sum("y")
    with pytest.raises(ramet.MisuseError, match="asks for a result of the same source"):
        _ = asked.value


def test_a_function_may_ask_another_source() -> None:
    other = ramet.frame({"z": [1.0, 2.0]})
    frame = ramet.frame({"x": np.arange(10.0)})
    assert frame.define("y", lambda x: x * other.sum("z").value, ["x"], type="float64").sum("y").value == 135


def test_one_histogram_of_another_package_has_no_variations() -> None:
    frame = ramet.frame({"x": np.arange(10.0)}).vary("x", "RVecD{x + 1, x + 2}", ["down", "up"])
    histogram = bh.Histogram(bh.axis.Regular(10, 0, 10))
    filled = frame.fill(histogram, "x")
    with pytest.raises(ramet.UnsupportedError, match="no variations"):
        filled.variations()
    assert filled.value.sum() == 10


def test_a_redefined_column_draws_other_numbers() -> None:
    frame = ramet.frame(entries=20_000).define("x", "normal(0, 1)")
    both = frame.redefine("x", "x + normal(0, 1)")
    assert both.stddev("x").value == pytest.approx(2**0.5, rel=0.03)


@pytest.mark.parametrize("kind", ["int32", "int8", "uint64"])
def test_variations_in_braces_do_not_cut_their_values(kind: str) -> None:
    frame = ramet.frame({"n": np.array([1, 2, 3], kind), "m": np.array([4, 5, 6], kind)})
    for text in ("{n * 0.5, n * 2.}", "{n, n * 0.5f}", "{1, 2.}", "{std::max(n, n), sqrt(n)}"):
        with pytest.raises(ramet.MisuseError, match=f"is of type float.*: column 'n' is of type {kind}"):
            frame.vary("n", text, ["down", "up"])
    with pytest.raises(ramet.MisuseError, match="'n \\* 0.5' of the variation"):
        frame.vary(["n", "m"], "{{n, n}, {m, n * 0.5}}", ["down", "up"], "both")
    varied = frame.vary("n", "{n - 1, (int)(n * 2.5)}", ["down", "up"]).sum("n")
    assert {tag: one.value for tag, one in varied.variations().items()} == {"nominal": 6, "n:down": 3, "n:up": 14}
    with pytest.raises(ramet.MisuseError, match="no column or variable nowhere"):
        frame.vary("n", "{nowhere, 1}", ["down", "up"])


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ({"range": (0, 1)}, r"histo1d\(\) has no 'range': it is bounds=\(low, high\)"),
        ({"weights": "x"}, r"no 'weights': it is weight=column"),
        ({"nbins": 3}, r"no 'nbins': it is bins=number"),
        ({"colour": 3}, r"unexpected keyword argument 'colour'"),
    ],
)
def test_words_of_other_libraries_are_answered(words: dict[str, Any], hint: str) -> None:
    numbers = ramet.frame(entries=3).define("x", "1.0")
    with pytest.raises(TypeError, match=hint):
        numbers.histo1d("x", **words)


def test_bins_of_one_axis_for_two_columns() -> None:
    numbers = ramet.frame(entries=3).define("x", "1.0")
    with pytest.raises(ramet.MisuseError, match=r"one axis for 2 columns: bins=\(10, 10\), bounds=\[\(low, high\), "):
        numbers.histo2d("x", "x", 10, (0, 1))


def test_numbers_of_ranges_are_not_negative() -> None:
    numbers = ramet.frame(entries=3)
    for given in ((-1,), (0, -2), (0, 3, -1)):
        with pytest.raises(ramet.MisuseError, match=f"is {min(given)}"):
            numbers.range(*given)
