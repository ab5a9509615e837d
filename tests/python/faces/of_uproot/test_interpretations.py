"""What the entries of branches are read as: uproot's classes, and what `array` makes of them."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import awkward as ak
import numpy as np
import pytest
import ramet

uproot = pytest.importorskip("uproot")

COLUMNS = {
    "flag": "bool",
    "small": "int8",
    "count": "uint16",
    "number": "int32",
    "energy": "float64",
    "place": "3 * float32",
    "matrix": "2 * 3 * int16",
    "hits": "var * float32",
    "points": "var * 2 * float64",
    "values": "vector<float>",
    "deep": "vector<vector<int>>",
    "name": "string",
    "text": "std::string",
    "pair": {"x": "float32", "n": "int32"},
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with ramet.recreate(tmp_path / "x.root") as file:
        types = {"Hit": {"x": "double", "y": "int"}}
        file.mktree("T", {**COLUMNS, "hit": "Hit"}, classes=types).extend(
            {
                "flag": [True, False],
                "small": [1, -2],
                "count": [1, 2],
                "number": [3, -4],
                "energy": [0.5, 1.5],
                "place": np.arange(6, dtype="f4").reshape(2, 3),
                "matrix": np.arange(12, dtype="i2").reshape(2, 2, 3),
                "hits": [[1.5], []],
                "points": [[[1.0, 2.0]], []],
                "values": [[0.5, 2.5], []],
                "deep": [[[1], []], []],
                "name": ["a", "b"],
                "text": ["c", "d"],
                "pair": {"x": [1.0, 2.0], "n": [1, 2]},
                "hit": [{"x": 0.5, "y": 1}, {"x": 1.5, "y": 2}],
            }
        )
    return tmp_path / "x.root"


@pytest.fixture
def both(path: Path) -> tuple[Any, Any]:
    return ramet.open(path)["T"], uproot.open(path)["T"]


@pytest.mark.parametrize("name", [name for name in COLUMNS if name != "deep"])
def test_numbers_lists_and_texts_have_uproots_interpretations(both: tuple[Any, Any], name: str) -> None:
    ours, theirs = (tree[name].interpretation for tree in both)
    assert repr(ours) == repr(theirs)
    assert type(ours).__name__ == type(theirs).__name__
    assert ours.numpy_dtype == theirs.numpy_dtype
    if isinstance(theirs, uproot.AsDtype):
        assert (ours.from_dtype, ours.to_dtype) == (theirs.from_dtype, theirs.to_dtype)
        assert (ours.inner_shape, ours.itemsize) == (theirs.inner_shape, theirs.itemsize)
    if isinstance(theirs, uproot.AsJagged):
        assert ours.content.numpy_dtype == theirs.content.numpy_dtype
        assert ours.header_bytes == theirs.header_bytes


def test_other_columns_have_uproots_class(both: tuple[Any, Any]) -> None:
    ours, theirs = ((tree["deep"].interpretation, tree["hit."].interpretation) for tree in both)
    assert [type(one).__name__ for one in ours] == [type(one).__name__ for one in theirs] == ["AsObjects", "AsGrouped"]
    assert list(ours[1].subbranches) == list(theirs[1].subbranches) == ["hit.x", "hit.y"]
    assert ours[1].subbranches["hit.x"] == ramet.AsDtype(">f8")
    assert repr(ours[0]) == "AsObjects('std::vector<std::vector<int32_t>>')"
    assert ours[0].numpy_dtype == theirs[0].numpy_dtype == np.dtype("O")


def test_interpretations_made_by_programs_equal_those_of_files(both: tuple[Any, Any]) -> None:
    for package, tree in zip((ramet, uproot), both, strict=True):
        assert tree["number"].interpretation == package.AsDtype(">i4") != package.AsDtype(">i4", "f8")
        assert tree["place"].interpretation == package.AsDtype(np.dtype((">f4", (3,))))
        assert tree["hits"].interpretation == package.AsJagged(package.AsDtype(">f4"))
        assert tree["values"].interpretation == package.AsJagged(package.AsDtype(">f4"), header_bytes=10)
        assert tree["name"].interpretation == package.AsStrings()
        assert tree["name"].interpretation != tree["number"].interpretation
        assert len({tree["number"].interpretation.cache_key, tree["energy"].interpretation.cache_key}) == 2
    assert len({ramet.AsDtype(">i4"), both[0]["number"].interpretation}) == 1


def test_made_interpretations_say_their_types() -> None:
    for made in (ramet, uproot):
        assert made.AsDtype(">f4").typename == "float"
        assert made.AsDtype(np.dtype((">i2", (2, 3)))).typename == "int16_t[2][3]"
        assert made.AsJagged(made.AsDtype(np.dtype((">f8", (3,))))).typename == "double[][3]"
        assert made.AsDtype([("x", ">f4"), ("n", ">i4")]).typename.replace(" ", "") == "struct{floatx;int32_tn;}"
    assert str(ramet.AsJagged(ramet.AsDtype(">f4")).awkward_form().type) == "var * float32"
    assert str(ramet.AsDtype(">f4").awkward_form(None, None, index_format="i64").type) == "float32"
    assert str(ramet.AsDtype([("x", ">f4"), ("n", ">u1")]).awkward_form().type) == "{x: float32, n: uint8}"
    with pytest.raises(TypeError, match="expected an AsDtype"):
        ramet.AsJagged(ramet.AsStrings())  # type: ignore[arg-type]


@pytest.mark.parametrize("library", ["ak", "np", "pd"])
def test_arrays_are_converted_to_the_dtype_that_is_asked_for(both: tuple[Any, Any], library: str) -> None:
    for package, tree in zip((ramet, uproot), both, strict=True):
        number = tree["number"].array(package.AsDtype(">i4", "f8"), library=library)
        assert number.tolist() == [3.0, -4.0]
        assert str(ak.type(number.to_numpy() if library == "pd" else number)) == "2 * float64"
        if library != "pd" or package is ramet:  # uproot needs one more package for series of lists
            hits = tree["hits"].array(package.AsJagged(package.AsDtype(">f4", "i8")), library=library)
            assert ak.to_list(list(hits)) == [[1], []]
    converted = both[0]["place"].array(ramet.AsDtype((">f4", (3,)), ("i4", (3,))), library="np")
    assert (converted.dtype, converted.shape) == (np.dtype("i4"), (2, 3))
    assert both[0]["number"].array(ramet.AsDtype(">i4"), library="np").dtype == "int32"
    assert [tree["number"].array("i4").tolist() for tree in both] == [[3, -4], [3, -4]]


@pytest.mark.parametrize(
    ("name", "interpretation"),
    [
        ("number", ramet.AsDtype(">f4")),
        ("number", ramet.AsDtype("<i4")),
        ("number", ramet.AsStrings()),
        ("place", ramet.AsDtype((">f4", (3,)), "f4")),
        ("pair", ramet.AsDtype([("x", ">f4"), ("n", ">i4")], [("x", "f8"), ("n", "i8")])),
        ("hits", ramet.AsJagged(ramet.AsDtype(">f8"))),
        ("name", ramet.AsDtype(">i4")),
    ],
)
def test_interpretations_that_contradict_the_file_are_refused(
    both: tuple[Any, Any], name: str, interpretation: ramet.Interpretation
) -> None:
    with pytest.raises(ramet.UnsupportedError, match=f"branch '{name}' of tree 'T' .* what the file says is As"):
        both[0][name].array(interpretation)


def test_names_with_interpretations(both: tuple[Any, Any]) -> None:
    for package, tree in zip((ramet, uproot), both, strict=True):
        wanted = {"number": package.AsDtype(">i4"), "hits": None}
        assert tree.arrays(wanted, library="np")["number"].tolist() == [3, -4]
        assert [one.fields for one in tree.iterate(wanted)] == [["number", "hits"]]
    with pytest.raises(ramet.UnsupportedError, match=r"branch 'number' .*`array` takes AsDtype"):
        both[0].arrays({"number": ramet.AsDtype(">i4", "f8")})
    with pytest.raises(ramet.UnsupportedError, match="what the file says is AsDtype"):
        next(both[0].iterate({"number": ramet.AsDtype(">f4")}))


def test_an_interpretation_of_another_package_is_a_type_error(both: tuple[Any, Any]) -> None:
    with pytest.raises(TypeError, match=r"interpretation AsDtype.*expected an Interp"):
        both[0]["number"].array(uproot.AsDtype(">i4"))


def test_interpretations_can_be_pickled(both: tuple[Any, Any]) -> None:
    for name in COLUMNS:
        own = both[0][name].interpretation
        assert pickle.loads(pickle.dumps(own)) == own
