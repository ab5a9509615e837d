"""Functions of Python that fold entries, give variations, and tell of samples."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet

COUNT = 200_000


@pytest.fixture
def frame() -> ramet.Frame:
    return ramet.frame({"x": np.arange(float(COUNT)), "n": np.arange(COUNT, dtype="int32") % 3})


def test_a_fold_takes_entries_in_their_order(frame: ramet.Frame) -> None:
    def gap(state: tuple[float, float], x: Any) -> tuple[float, float]:
        last, longest = state
        steps = np.diff(x, prepend=last)
        return float(x[-1]), max(longest, float(steps.max()))

    holes = frame.filter("x < 1000 || x > 1500").filter("x != 150000")
    assert holes.fold(gap, "x", (0.0, 0.0)).value == (COUNT - 1, 502)

    def listed(state: list[Any], x: Any, n: Any) -> None:  # in place
        assert len(x) == len(n)
        state.append(x)

    seen = frame.fold(listed, ["x", "n"], []).value
    assert np.array_equal(np.concatenate(seen), np.arange(COUNT))
    assert frame.filter("x < 0").fold(gap, "x", (1.0, 2.0)).value == (1, 2)


def test_folds_have_variations_and_other_libraries(frame: ramet.Frame) -> None:
    ak = pytest.importorskip("awkward")
    few = frame.range(4).vary("x", "RVecD{x + 1, x + 2}", ["one", "two"])
    chained = few.fold(lambda state, x: state * 10 + float(ak.sum(x)), "x", 1.0, library="ak").variations()
    assert {name: one.value for name, one in chained.items()} == {"nominal": 16, "x:one": 20, "x:two": 24}
    with pytest.raises(ValueError, match="library"):
        frame.fold(lambda state, x: state, "x", 0, library="nothing")


def test_what_a_fold_raises_is_raised(frame: ramet.Frame) -> None:
    def fails(state: int, x: Any) -> int:
        if 100_000 in x:
            raise KeyError("enough")
        return state

    with pytest.raises(KeyError, match="enough"):
        frame.fold(fails, "x", 0).run()
    assert frame.count().value == COUNT


def test_functions_give_variations(frame: ramet.Frame) -> None:
    few = frame.range(3)
    varied = few.vary("x", lambda x, n: np.stack([x - n, x + 2 * n], axis=1), ["down", "up"], "shift")
    sums = varied.define("twice", "2 * x").sum("twice").variations()
    assert {name: one.value for name, one in sums.items()} == {"nominal": 6, "shift:down": 0, "shift:up": 18}
    named = few.vary("x", lambda a: np.stack([a, 3 * a], axis=1), 2, arguments="x", type="2 * float64")
    assert {name: one.value for name, one in named.sum("x").variations().items()} == {
        "nominal": 3, "x:0": 3, "x:1": 9,
    }  # fmt: skip
    lists = few.vary("x", lambda x: [[one, one + 1] for one in x], ["same", "more"], type="var * float64")
    assert lists.sum("x").variations()["x:more"].value == 6


def test_functions_vary_several_columns_together(frame: ramet.Frame) -> None:
    both = frame.define("y", "x * x").range(1, 4)
    varied = both.vary(
        ["x", "y"],
        lambda x, y: np.stack([np.stack([x, 2 * x], axis=1), np.stack([y, 4 * y], axis=1)], axis=1),
        ["same", "doubled"],
        "scale",
    )
    ratio = varied.define("ratio", "y / (x * x)").mean("ratio").variations()
    assert [one.value for one in ratio.values()] == [1, 1, 1]
    assert varied.sum("x").variations()["scale:doubled"].value == 12


def test_compiled_functions_give_variations(frame: ramet.Frame) -> None:
    numba = pytest.importorskip("numba")
    scaled = numba.njit(lambda x: np.array([0.5 * x, 2.0 * x]))
    varied = frame.range(5).vary("x", scaled, ["half", "twice"])
    assert {name: one.value for name, one in varied.sum("x").variations().items()} == {
        "nominal": 10, "x:half": 5, "x:twice": 20,
    }  # fmt: skip


def test_variations_by_functions_that_are_wrong(frame: ramet.Frame) -> None:
    with pytest.raises(ramet.MisuseError, match="'x' of type float32: the column is of type float64"):
        frame.vary("x", lambda x: np.stack([x, x], axis=1).astype("float32"), 2)
    with pytest.raises(ramet.MisuseError):
        frame.vary("x", lambda x: x, 2)
    with pytest.raises(ramet.MisuseError, match="lists of 3 are wanted"):
        frame.vary("x", lambda x: np.stack([x, x], axis=1), 3)
    short = frame.vary("x", lambda x: [[one] for one in x], 2, type="var * float64")
    with pytest.raises(ramet.RametError, match="entry 0"):
        _ = short.sum("x").variations()["x:1"].value
    with pytest.raises(ramet.KeyInFileError):
        frame.vary("x", lambda nothing: nothing, 2)


def test_functions_tell_of_samples(tmp_path: Path) -> None:
    for name, count in (("a", 3), ("b", 2)):
        with ramet.recreate(tmp_path / f"{name}.root") as file:
            file.mktree("Events", {"x": "float64"}).extend({"x": np.ones(count)})
    samples = {
        name: {"trees": ["Events"], "files": [str(tmp_path / f"{name}.root")], "metadata": {"xsec": 2.5 * number}}
        for number, name in enumerate("ab")
    }
    told = []

    def weight(sample: Any) -> float:
        told.append(sample)
        return float(sample.metadata["xsec"] / sample.entries)

    frame = ramet.frame(spec={"samples": samples}).define_per_sample("w", weight)
    assert frame.sum("w").value == 2.5
    assert [(one.name, one.entries, one.first) for one in told] == [("a", 3, 0), ("b", 2, 3)]
    assert told[1].place == f"{tmp_path}/b.root/Events"
    texts = frame.define_per_sample("era", lambda sample: "x" + sample.name).filter('era == "xb"')
    assert texts.count().value == 2
    lists = frame.define_per_sample("shifts", lambda sample: np.arange(sample.number + 1.0))
    assert lists.sum("#shifts").value == 3 + 4
    with pytest.raises(ramet.MisuseError, match="another type|of type"):
        _ = frame.define_per_sample("odd", lambda sample: 1 if sample.name == "a" else "text").sum("odd").value
