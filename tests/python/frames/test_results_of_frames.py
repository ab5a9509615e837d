"""Results of frames, and what frames tell about themselves."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import awkward as ak
import numpy as np
import pytest
import ramet
from ramet.frames.results import Result
from ramet.random import Draws, Stream, keys_of
from ramet.rdataframe import RDataFrame


def test_a_frame_describes_its_columns() -> None:
    frame = ramet.frame({"x": [1.5, 2.5]}).define("y", "x * 2").filter("y > 3", name="large")
    described = frame.vary("x", "RVecD{x, x}", ["down", "up"]).describe()
    assert "y      | float64 | defined" in described
    assert described.endswith("filter: large\nvariation: x:down\nvariation: x:up\n")


def test_sparse_histograms(tmp_path: Path) -> None:
    frame = ramet.frame({"x": [0.5, 1.5, 9.0], "n": [0, 1, 1]})
    h = frame.sparse_histo(["x", "n"], [2, 2], [(0, 2), (0, 2)], weight="n", name="s", title="t")
    assert (h.name, h.title, h.num_entries, len(h)) == ("s", "t", 3, 3)
    assert h.values().tolist() == [[0, 0], [0, 1]]
    with ramet.recreate(tmp_path / "s.root") as file:
        file["s"] = h
    again = ramet.open(tmp_path / "s.root")["s"]
    assert (again.classname, again.bins.tolist()) == ("THnSparseT<TArrayD>", h.bins.tolist())
    assert again.values().tolist() == h.values().tolist()


def test_an_error_while_a_value_is_made_is_raised() -> None:
    def wrong(_: object) -> None:
        raise AttributeError("no such thing")

    result = Result(ramet.frame(entries=1).count().booked, wrong, "nothing")
    with pytest.raises(AttributeError, match="no such thing"):
        _ = result.value


def test_a_result_acts_as_its_value() -> None:
    frame = ramet.frame({"x": np.arange(10.0)})
    mean, count, values = frame.mean("x"), frame.count(), frame.take("x")
    assert f"{mean:.2f}|{count:>4}|{mean}" == "4.50|  10|4.5"
    assert (-mean, +mean, abs(-mean), round(mean), round(mean, 1)) == (-4.5, 4.5, 4.5, 4, 4.5)
    assert (count // 3, 25 // count, count % 3, 13 % count, count**2, 2**count) == (3, 2, 1, 3, 100, 1024)
    assert (count + count, 1 - mean, mean / 9, 9 / mean, 2 * mean) == (20, -3.5, 0.5, 2, 9)
    assert (3.0 in values, 11.0 in values, len(values), values[3], list(range(count))[-1]) == (True, False, 10, 3, 9)
    assert (mean == 4.5, mean != 4.5, mean < count, count >= 10, float(mean), int(count)) == (
        True, False, True, True, 4.5, 10,
    )  # fmt: skip
    assert np.sqrt(count).round(3) == 3.162


def test_the_label_of_an_axis_is_the_column_or_what_is_said() -> None:
    frame = ramet.frame({"x": [0.5, 1.5]})
    assert frame.histo1d("x", 2).value.axes[0].label == "x"
    assert frame.histo1d("x", 2, label="").value.axes[0].label == ""
    assert frame.histo1d("x", 2, (0, 2), label="").value.axes[0].label == ""


def test_copies_and_pickles_of_a_result_are_those_of_its_value() -> None:
    histogram = ramet.frame({"x": [0.5, 1.5]}).histo1d("x", 2, (0, 2))
    for made in (pickle.loads(pickle.dumps(histogram)), copy.copy(histogram), copy.deepcopy(histogram)):
        assert isinstance(made, ramet.Histogram)
        assert made.values().tolist() == [1, 1]


def test_random_numbers_of_a_key_follow_it() -> None:
    def numbers(run: list[int], event: list[int], **options: object) -> list[float]:
        frame = ramet.frame({"run": run, "event": event}, seed=5, **options)
        values: list[float] = (
            frame.define("noise", "normal(0, 1)").define("more", "noise + 1").take("more").value.tolist()
        )
        return values

    forward = numbers([1, 1, 2], [7, 8, 7], random_key=["run", "event"])
    assert numbers([2, 1, 1], [7, 8, 7], random_key=["run", "event"]) == forward[::-1]
    assert numbers([2, 1, 1], [7, 8, 7]) != forward[::-1]
    stream = Stream(seed=5, name="noise")
    keys = keys_of(np.array([1, 1, 2]), np.array([7, 8, 7]))
    assert [one + 1 for one in stream.normal(3, draws=Draws(entries=keys)).tolist()] == forward


def test_a_key_of_random_numbers_that_is_not_there() -> None:
    with pytest.raises(ramet.MisuseError, match="the key of random numbers: no column luminosity"):
        ramet.frame({"run": [1]}, random_key=["luminosity"]).define("x", "uniform()")


def test_graphs_with_one_column_of_errors_or_two() -> None:
    frame = ramet.frame({"x": [1.0, 2.0], "y": [3.0, 5.0], "low": [0.5, 0.25], "high": [1.0, 2.0]})
    same = frame.graph("x", "y", x_errors="high", y_errors=("low", "high"))
    assert same.error_bars("x").tolist() == [[1, 2], [1, 2]]
    assert same.error_bars("y").tolist() == [[0.5, 0.25], [1, 2]]
    assert frame.graph("x", "y").error_bars("y") is None


def test_columns_are_named_by_texts() -> None:
    wrong: Any = ["x"]
    with pytest.raises(TypeError, match=r"as frame\['x'\], and not by a list"):
        _ = ramet.frame({"x": [1]})[wrong]


def test_files_of_a_specification_may_be_patterns(tmp_path: Path) -> None:
    for name in ("one", "two"):
        with ramet.recreate(tmp_path / f"{name}.root") as file:
            file.mktree("Events", {"x": "int32"}).extend({"x": [1, 2]})
    for pattern in ("*.root", "???.root", "[ot]*.root"):
        sample = {"trees": ["Events"], "files": [str(tmp_path / pattern)], "metadata": {"xs": 2.5}}
        frame = ramet.frame(spec={"samples": {"all": sample}})
        assert frame.define_per_sample("xs", 'rdfsampleinfo_.GetD("xs")').sum("xs").value == 10


def test_results_are_written_into_files(tmp_path: Path) -> None:
    frame = ramet.frame({"x": [0.5, 1.5, 1.5]})
    with ramet.recreate(tmp_path / "out.root") as file:
        file["h"] = frame.histo1d("x", 2, (0, 2))
        file["dir/p"] = frame.profile1d("x", "x", 2, (0, 2))
        file["g"] = frame.graph("x", "x")
        file["root"] = RDataFrame(frame).Histo1D(("root", "title", 2, 0, 2), "x")
    with ramet.open(tmp_path / "out.root") as file:
        assert file["h"].values().tolist() == [1, 2]
        assert file["h"].means[0] == pytest.approx(3.5 / 3)  # the statistics, and not those of bins
        assert file["dir/p"].values().tolist() == [0.5, 1.5]
        assert file["g"].x.tolist() == [0.5, 1.5, 1.5]
        assert (file["root"].title, file["root"].means[0]) == ("title", pytest.approx(3.5 / 3))
    assert ramet.to_writable(frame.histo1d("x", 2, (0, 2))).num_entries == 3


def test_an_expression_where_a_column_is_wanted_says_what_to_do() -> None:
    frame = ramet.frame({"x": [1.0], "jets": [[1.0, 2.0]]})
    for ask in (lambda: frame.sum("x * 2"), lambda: frame.histo1d("abs(x)", 2, (0, 1)), lambda: frame.take("x > 0")):
        with pytest.raises(ramet.KeyInFileError, match="define it, or build it of columns"):
            ask()
    with pytest.raises(ramet.KeyInFileError, match="no column 'y'"):
        frame.sum("y")
    assert frame.sum("#jets").value == 2


def test_functions_of_awkward_arrays_give_lists() -> None:
    ak = pytest.importorskip("awkward")
    frame = ramet.frame({"jets": ak.Array([[1.0, 2.0], [], [3.0]])})
    doubled = frame.define("doubled", lambda jets: jets[jets > 1] * 2, library="ak")
    assert doubled.type("doubled") == "var * float64"
    assert [one.tolist() for one in doubled.take("doubled")] == [[4], [], [6]]
    kept = frame.filter(lambda jets: ak.any(jets > 2, axis=1), library="ak")
    assert kept.count() == 1
    for one in (3, 3.0, np.float64(3), np.array(3.0)):
        assert frame.define("same", lambda jets, value=one: value).sum("same") == 9


def test_a_number_of_entries_below_zero() -> None:
    with pytest.raises(ramet.MisuseError, match="entries is -1"):
        ramet.frame(entries=-1)


def test_a_definition_of_lists_gives_variations() -> None:
    frame = ramet.frame({"x": [1.0, 2.0]})
    both = frame.define("both", lambda x: np.stack([x - 1, x + 1], axis=1)).vary("x", "both", ["down", "up"])
    assert {tag: one.value for tag, one in both.sum("x").variations().items()} == {
        "nominal": 3, "x:down": 1, "x:up": 5,
    }  # fmt: skip


def test_actions_of_users_get_arrays_and_vary() -> None:
    class Sums:
        def partial(self) -> list[float]:
            return [0.0]

        def add(self, state: list[float], arrays: list[Any], count: int) -> None:
            assert [len(array) for array in arrays] == [count]
            state[0] += float(np.sum(arrays[0]))

        def finish(self, states: list[list[float]]) -> float:
            return sum(state[0] for state in states)

    frame = ramet.frame({"x": [1.0, 2.0, 3.0]}).vary("x", "RVecD{x - 1, x + 1}", ["down", "up"])
    for library in ("np", "ak", "pd"):
        results = frame.book(Sums(), ["x"], library=library).variations()
        assert [one.value for one in results.values()] == [6, 3, 9]


@pytest.mark.parametrize(
    "entries",
    [
        [[{"k": 1, "a": [{"s": "x", "n": 1}, {"s": "yy", "n": 2}]}], []],
        [[{"a": [{"v": [1, 2], "w": 3}]}, {"a": []}]],
        [[[{"s": "x", "t": 1}], []], []],
    ],
)
def test_records_in_lists_inside_of_records(entries: Any) -> None:
    column = ak.Array(entries)
    assert ramet.frame({"x": column}).take("x", library="ak").value.to_list() == column.to_list()


def test_results_are_run_one_by_one_in_lists_and_as_variations() -> None:
    frame = ramet.frame(entries=1_000).define("x", "rdfentry_ * 1.0").vary("x", "RVecD{x - 1, x + 1}", ["down", "up"])
    total, number = frame.sum("x"), frame.count()
    varied = total.variations()
    reports = ramet.run([number], varied, (frame.max("x"),))
    assert len(reports) == 1 + len(varied) + 1
    assert all(one.is_ready for one in [number, *varied.values()])
    with pytest.raises(TypeError, match="999.0 of type float is no result"):
        ramet.run(frame.max("x").value)
