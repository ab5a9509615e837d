"""tree.draw and tree.scan: trees, ntuples and datasets as TTree::Draw and TTree::Scan see them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet

X = np.arange(1000.0)
LISTS = [[float(k)] * (k % 3) for k in range(1000)]


def _tree(path: Path) -> Any:
    with ramet.recreate(path) as file:
        tree = file.mktree("t", {"x": "float64", "v": "var * float64", "w": "string"}, cluster_size=4000)
        tree.extend({"x": X, "v": LISTS, "w": ["ab"[k % 2] for k in range(1000)]})
    return ramet.open(path)["t"]


def _ntuple(path: Path) -> Any:
    with ramet.recreate(path) as file:
        ntuple = file.mkrntuple("t", {"x": "float64", "v": "var * float64", "w": "string"})
        ntuple.extend({"x": X, "v": LISTS, "w": ["ab"[k % 2] for k in range(1000)]})
    return ramet.open(path)["t"]


def _dataset(path: Path) -> Any:
    _tree(path)
    return ramet.open_many(f"{path}:t")


@pytest.fixture(params=[_tree, _ntuple, _dataset])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    make: Callable[[Path], Any] = request.param
    return make(tmp_path / "table.root")


def test_a_histogram_of_an_expression_with_a_cut_and_a_weight(table: Any) -> None:
    drawn = table.draw("x/2", "x >= 100", bins=(5, 0, 500), weight="0.5")
    assert isinstance(drawn, ramet.Histogram)
    assert drawn.values().tolist() == [50.0, 100, 100, 100, 100]
    assert drawn.variances().tolist() == [25.0, 50, 50, 50, 50]
    assert drawn.num_entries == 900
    assert drawn.title == "x/2 {(x >= 100)*(0.5)}"
    assert table.draw("x", "1").title == "x"  # as ROOT has it


def test_elements_of_lists_are_rows(table: Any) -> None:
    assert table.draw("v", bins=(2, 0, 1000)).values().tolist() == [499.0, 500.0]


def test_options_are_those_of_root(table: Any) -> None:
    assert table.draw("x>>h(2,0,1000)", None, "norm").values().tolist() == [0.5, 0.5]
    thirds = table.draw("x>>h(3,0,3)", "x < 3", "norm").values()
    assert thirds.tolist() == [float(np.float32(1 / 3))] * 3  # contents are floats
    assert table.draw("x>>h(4,0,2000)", "x < 500", "NORM hist").values().tolist() == [1, 0, 0, 0]
    assert table.draw("x", "", "goff").num_entries == 1000
    profile = table.draw("x:x>>p(2,0,1000)", "", "profs")
    assert isinstance(profile, ramet.Profile)
    assert profile.variances()[0] == pytest.approx(np.var(X[:500]))
    assert table.draw("x:x", "", "g", profile=True).variances()[0] == table.draw("x:x", profile=True).variances()[0]
    assert table.draw("x:x:x", "", "prof").shape == (100, 100)
    with pytest.raises(ramet.RametError, match="makes no histogram"):
        table.draw("x", "", "entrylist")
    with pytest.raises(ramet.RametError, match="points in the color of the third"):
        table.draw("x:x:x", "", "colz")
    with pytest.raises(ramet.MisuseError, match="an option is for a new histogram"):
        table.draw("x", "", "norm", into=table.draw("x"))


def test_planes_profiles_and_bins_for_each_axis(table: Any) -> None:
    plane = table.draw("x:x*2", bins=[(2, 0, 2000), (4, 0, 1000)])
    assert plane.shape == (2, 4)
    assert plane.values().tolist() == [[250, 250, 0, 0], [0, 0, 250, 250]]
    profile = table.draw("x*3:x", profile=True, bins=(2, 0, 1000))
    assert isinstance(profile, ramet.Profile)
    assert profile.values().tolist() == pytest.approx([3 * X[:500].mean(), 3 * X[500:].mean()])


def test_bins_may_stand_in_the_text_or_be_chosen(table: Any) -> None:
    assert table.draw("x>>named(4,0,1000)").name == "named"
    assert table.draw("x>>named(4,0,1000)").values().tolist() == [250.0] * 4
    chosen = table.draw("x")
    assert chosen.shape == (100,)
    assert chosen.values().sum() == 1000


def test_texts_are_labels(table: Any) -> None:
    drawn = table.draw("w")
    assert drawn.values().tolist() == [500.0, 500.0]
    assert list(drawn.axes[0].labels() or []) == ["a", "b"]


def test_rows_are_added_to_a_copy(table: Any) -> None:
    first = table.draw("x", bins=(2, 0, 1000))
    both = table.draw("x/10", into=first)
    assert both.values().tolist() == [1500.0, 500.0]
    assert first.values().tolist() == [500.0, 500.0]


def test_ranges_lists_of_entries_and_aliases(table: Any) -> None:
    options: dict[str, Any] = {"bins": (2, 0, 1000)}
    assert table.draw("x", entry_start=-100, **options).values().tolist() == [0.0, 100.0]
    assert table.draw("x", entries=[1, 2, 999], **options).values().tolist() == [2.0, 1.0]
    assert table.draw("twice", aliases={"twice": "x*2"}, **options).values().tolist() == [250.0, 250.0]


def test_a_scan_has_the_rows(table: Any) -> None:
    rows = table.scan("x:v", "x < 5")
    assert list(rows) == ["x", "v"]
    assert rows["v"].tolist() == [1.0, 2.0, 2.0, 4.0]
    assert rows.entries.tolist() == [1, 2, 2, 4]
    assert "entry" in repr(rows)
    assert len(table.scan(["x", "w"], rows=7)["w"]) == 7


def test_a_scan_shows_all_digits_of_whole_numbers(table: Any) -> None:
    lines = str(table.scan("x+4123456789:x/3+0.25:-1e20", "x < 2")).splitlines()
    assert [cell.strip() for cell in lines[2].split("|")][1:] == ["4123456789", "0.25", "-1e+20"]
    assert "0.583333" in lines[-1]


def test_a_scan_is_written(table: Any, tmp_path: Path) -> None:
    assert table.scan("x:w", "x<3", to=tmp_path / "a.csv") is None
    assert (tmp_path / "a.csv").read_text() == "x,w\n0.0,a\n1.0,b\n2.0,a\n"
    table.scan("x:w", "x<2", to=tmp_path / "a.json")
    assert [json.loads(line) for line in (tmp_path / "a.json").read_text().splitlines()] == [
        {"x": 0.0, "w": "a"},
        {"x": 1.0, "w": "b"},
    ]
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    table.scan("x:w", to=tmp_path / "a.parquet")
    assert parquet.read_table(tmp_path / "a.parquet")["x"].to_pylist() == X.tolist()
    table.scan("x:w", to=tmp_path / "a.arrow")
    with pyarrow.ipc.open_file(tmp_path / "a.arrow") as file:
        assert file.read_all().num_rows == 1000


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda table: table.draw("nosuch"), ramet.MisuseError),
        (lambda table: table.draw("x +"), ramet.MisuseError),
        (lambda table: table.draw("x>>+h"), ramet.MisuseError),
        (lambda table: table.draw("x", bins=0), ramet.MisuseError),
        (lambda table: table.draw("x", bins=[(1, 2)]), ramet.MisuseError),
        (lambda table: table.scan("x", to="x.txt"), ramet.MisuseError),
    ],
)
def test_what_is_wrong_is_said(table: Any, call: Callable[[Any], Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        call(table)


def test_random_numbers_are_those_of_the_seed(table: Any) -> None:
    def drawn(seed: int) -> list[float]:
        numbers: list[float] = table.scan("rndm", "x < 10", seed=seed)["rndm"].tolist()
        return numbers

    assert drawn(0) == drawn(0)
    assert drawn(0) != drawn(1)
    assert all(0 <= number < 1 for number in drawn(2))
    assert table.draw("rndm", bins=(10, 0, 1), seed=1).values().sum() == 1000
    assert table.draw("rndm", bins=(10, 0, 1), seed=1) != table.draw("rndm", bins=(10, 0, 1))
    with pytest.raises(ramet.MisuseError, match="seed"):
        table.draw("rndm", seed=-1)


def test_a_column_may_be_called_rndm(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "named.root") as file:
        file.mktree("t", {"rndm": "float64"}).extend({"rndm": X})
    assert ramet.open(tmp_path / "named.root")["t"].scan("rndm")["rndm"].tolist() == X.tolist()
