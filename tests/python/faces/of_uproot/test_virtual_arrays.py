"""Arrays whose columns are read when needed, descriptions of columns, and interpretations."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import awkward as ak
import numpy as np
import pytest
import ramet

uproot = pytest.importorskip("uproot")


@pytest.fixture
def path(mixed_file: Path) -> Path:
    with ramet.update(mixed_file) as file:
        columns = {"n": "int32", "x": "var * float64", "deep": "var * var * float32"}
        lists = [[0.5] * (entry % 3) for entry in range(100)]
        deep = [[one] for one in lists]
        file.mkrntuple("N", columns).extend({"n": np.arange(100), "x": lists, "deep": deep})
    return mixed_file


@pytest.mark.parametrize("name", ["dir/Events", "N"])
@pytest.mark.parametrize("entries", [(None, None), (3, 40), (-5, None), (5, 5)])
def test_virtual_arrays_are_the_same(path: Path, name: str, entries: tuple[int | None, int | None]) -> None:
    table = ramet.open(path)[name]
    chosen = {"entry_start": entries[0], "entry_stop": entries[1]}
    eager, log = table.arrays(**chosen), []
    virtual = table.arrays(virtual=True, access_log=log, **chosen)
    assert virtual.fields == eager.fields
    assert len(virtual) == len(eager)
    assert log == []
    assert ak.materialize(virtual).to_list() == eager.to_list()
    assert virtual.type == eager.type
    assert sorted(one.branch for one in log) == sorted(eager.fields)


def test_only_used_columns_are_read_and_each_once(path: Path) -> None:
    file = ramet.open(path)
    log: list[Any] = []
    virtual = file["dir/Events"].arrays(virtual=True, access_log=log)
    file.close()
    assert ak.sum(virtual.hits) == ak.sum(virtual.hits)
    assert virtual.number[5] == 5
    assert [one.branch for one in log] == ["hits", "number"]


def test_columns_of_virtual_arrays_are_named_and_chosen_as_others(path: Path) -> None:
    with ramet.open(path)["dir/Events"] as tree:
        assert tree.arrays(["hits", "number"], virtual=True).fields == ["hits", "number"]
        assert tree.arrays("n", aliases={"n": "number"}, virtual=True).n.to_list() == list(range(1000))
        assert tree["hits"].array(virtual=True, entry_stop=5).to_list() == tree["hits"].array(entry_stop=5).to_list()
    whole = ramet.concatenate([f"{path}:dir/Events"] * 2, ["number"], virtual=True)
    assert whole.number.to_list() == [*range(1000)] * 2


def test_options_that_exclude_virtual_are_refused_as_by_uproot(path: Path) -> None:
    for package in (ramet, uproot):
        tree = package.open(path)["dir/Events"]
        for options in ({"how": "zip"}, {"library": "np"}, {"cut": "flag"}):
            with pytest.raises(ValueError, match="cannot be used with 'virtual=True'"):
                tree.arrays(virtual=True, **options)
    with pytest.raises(ValueError, match="access_log"):
        ramet.open(path)["dir/Events"].arrays(access_log=[])
    with pytest.raises(ramet.UnsupportedError, match="`arrays` and `array` take it"):
        list(ramet.open(path)["dir/Events"].iterate(virtual=True))


def test_titles_are_parameters(path: Path) -> None:
    ours, theirs = (package.open(path)["dir/Events"] for package in (ramet, uproot))
    for wanted in (True, {"__doc__": "title", "called": "name"}):
        one, other = (tree.arrays(["number", "energy"], ak_add_doc=wanted) for tree in (ours, theirs))
        assert ak.parameters(one) == ak.parameters(other)
        for name in one.fields:
            assert ak.parameters(one[name])["__doc__"] == ak.parameters(other[name])["__doc__"]
    assert ak.parameters(ours.arrays("hits", ak_add_doc={"kind": "typename"}).hits)["kind"] == "int16_t[]"
    virtual = ours.arrays(["number"], virtual=True, ak_add_doc=True)
    assert ak.parameters(virtual.number) == {"__doc__": "number/L"}
    assert ak.parameters(ours["number"].array(ak_add_doc=True)) == {"__doc__": "number/L"}
    assert ak.parameters(ramet.open(path)["N"].arrays(ak_add_doc=True).n) == {"__doc__": ""}
    with pytest.raises(TypeError, match="ak_add_doc"):
        ours.arrays(ak_add_doc="title")


def test_interpretations_say_what_is_read(path: Path) -> None:
    ours, theirs = (package.open(path)["dir/Events"] for package in (ramet, uproot))
    for name in ("number", "energy", "flag", "hits", "matrix"):
        mine, other = ours[name].interpretation, theirs[name].interpretation
        assert (mine.numpy_dtype, mine.inner_shape) == (other.numpy_dtype, other.numpy_dtype.shape), name
        assert mine.awkward_form().type == ours[name].array().layout.form.type
        assert ours[name].array(mine, entry_stop=3).to_list() == theirs[name].array(other, entry_stop=3).to_list()
        assert mine.typename == ours[name].typename
        assert mine == ours[name].interpretation != ours["name"].interpretation
    with pytest.raises(ramet.UnsupportedError, match="interpretation"):
        ours["number"].array(ours["hits"].interpretation)
