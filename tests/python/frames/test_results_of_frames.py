"""Results of frames, and what frames tell about themselves."""

from __future__ import annotations

import pytest
import ramet
from ramet.frames.results import Result


def test_a_frame_describes_its_columns() -> None:
    frame = ramet.frame({"x": [1.5, 2.5]}).define("y", "x * 2").filter("y > 3", name="large")
    described = frame.vary("x", "RVecD{x, x}", ["down", "up"]).describe()
    assert "y      | float64 | defined" in described
    assert described.endswith("filter: large\nvariation: x:down\nvariation: x:up\n")


def test_sparse_histograms() -> None:
    frame = ramet.frame({"x": [0.5, 1.5, 9.0], "n": [0, 1, 1]})
    h = frame.sparse_histo(["x", "n"], [2, 2], [(0, 2), (0, 2)], weight="n", name="s", title="t")
    assert (h.name, h.title, h.num_entries, len(h)) == ("s", "t", 3, 3)
    assert h.values().tolist() == [[0, 0], [0, 1]]


def test_an_error_while_a_value_is_made_is_raised() -> None:
    def wrong(_: object) -> None:
        raise AttributeError("no such thing")

    result = Result(ramet.frame(entries=1).count().booked, wrong, "nothing")
    with pytest.raises(AttributeError, match="no such thing"):
        _ = result.value


def test_progress_is_told() -> None:
    told: list[int] = []
    frame = ramet.frame(entries=1000)
    frame.count().run(progress=told.append)
    assert all(0 < done <= 1000 for done in told)
