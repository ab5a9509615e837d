"""Arguments of a wrong type raise errors of ramet that name them, never the binding's list of overloads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import awkward as ak
import numpy as np
import pytest
import ramet

F4 = {"x": "float32"}
CALLS: dict[str, Callable[[ramet.WritableFile, Any], Any]] = {
    "a tree's name": lambda file, wrong: file.mktree(wrong, F4),
    "a schema": lambda file, wrong: file.mktree("t", wrong),
    "a title": lambda file, wrong: file.mktree("t", F4, wrong),
    "a type": lambda file, wrong: file.mktree("t", {"x": wrong}),
    "a column's name": lambda file, wrong: file.mktree("t", {wrong: "float32"}),
    "a counter": lambda _, wrong: ramet.Column("var * float32", counter=wrong),
    "a range": lambda _, wrong: ramet.Column("float32", packed_range=wrong),
    "a class name": lambda _, wrong: ramet.Column("float32", class_name=wrong),
    "a split level": lambda _, wrong: ramet.Column("float32", split_level=wrong),
    "a projection": lambda _, wrong: ramet.Projection(wrong),
    "classes": lambda file, wrong: file.mktree("t", F4, classes={"P": wrong}),
    "a member": lambda file, wrong: file.mktree("t", F4, classes={"P": {"a": wrong}}),
    "a base": lambda file, wrong: file.mktree("t", F4, classes={"P": ramet.Class({"a": "int"}, bases=[wrong])}),
    "a version": lambda file, wrong: file.mktree("t", F4, classes={"P": ramet.Class({"a": "int"}, version=wrong)}),
    "an object's name": lambda file, wrong: file.__setitem__(wrong, {"x": [1]}),
    "an object": lambda file, wrong: file.__setitem__("o", wrong),
    "values": lambda file, wrong: file.__setitem__("t", {"x": wrong}),
    "a name of values": lambda file, wrong: file.__setitem__("t", {wrong: [1]}),
    "a directory": lambda file, wrong: file.mkdir(wrong),
    "an object's class": lambda file, wrong: file.__setitem__("o", ramet.NewObject(wrong, {"a": 1})),
    "an object's title": lambda file, wrong: file.__setitem__("o", ramet.NewObject("P", {"a": 1}, title=wrong)),
    "a batch": lambda file, wrong: file.mktree("t", F4).extend(wrong),
    "numbers": lambda file, wrong: file.mktree("t", F4).extend({"x": wrong}),
    "lists": lambda file, wrong: file.mktree("t", {"x": "var * int32"}).extend({"x": wrong}),
    "strings": lambda file, wrong: file.mktree("t", {"x": "string"}).extend({"x": wrong}),
    "optional values": lambda file, wrong: file.mktree("t", {"x": "?int32"}).extend({"x": wrong}),
    "records": lambda file, wrong: file.mktree("t", {"x": "{a: int32}"}).extend({"x": wrong}),
    "the file's compression": lambda file, wrong: setattr(file, "compression", wrong),
    "the tree's compression": lambda file, wrong: setattr(file.mktree("t", F4), "compression", wrong),
    "an attribute": lambda file, wrong: setattr(file, "compresion", wrong),
}
TAKEN = {("a version", 5), ("a split level", 5), ("the file's compression", 5), ("the tree's compression", 5)}
TAKEN |= {(name, None) for name in ("the file's compression", "the tree's compression")}


@pytest.mark.parametrize("wrong", [5, None, b"x", 1.5, object()], ids=["5", "None", "bytes", "1.5", "object"])
@pytest.mark.parametrize("name", CALLS)
def test_an_error_says_what_is_wrong(tmp_path: Path, name: str, wrong: Any) -> None:
    if (name, wrong) in TAKEN:
        return
    with ramet.recreate(tmp_path / "new.root") as file:
        with pytest.raises((TypeError, ValueError, AttributeError)) as error:
            CALLS[name](file, wrong)
        assert "incompatible function arguments" not in str(error.value)
        assert "_core" not in str(error.value)


@pytest.mark.parametrize("name", ["", "/", "//"])
def test_an_object_has_a_name(tmp_path: Path, name: str) -> None:
    with ramet.recreate(tmp_path / "new.root") as file:
        for value in (np.histogram([1.0]), {"x": [1]}, "text", ramet.NewObject("P", {"a": 1})):
            with pytest.raises(ramet.MisuseError, match="is not a valid name"):
                file[name] = value
        with pytest.raises(ramet.MisuseError, match="the name is empty"):
            file.mktree(name, F4)
        assert file.keys() == []


def test_a_name_that_is_too_long_is_the_systems_to_refuse(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 300 + ".root")
    for make in (ramet.recreate, ramet.update, lambda path: ramet.ParallelWriter(path, "t", F4)):
        with pytest.raises(OSError, match=r"x\.root'") as error:
            make(path)
        assert "journals" not in str(error.value)


def test_one_text_or_a_dict_is_no_column_of_values(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "new.root") as file:
        tree = file.mktree("t", {"s": "string", "o": "?int32"})
        for batch in ({"s": "ab", "o": [1, 2]}, {"s": {"a": 1}, "o": [1]}, {"s": ["a"], "o": {"a": 1}}):
            with pytest.raises(TypeError, match="'[so]'"):
                tree.extend(batch)
        with pytest.raises(TypeError, match="'x'"):
            file["u"] = {"x": "abc"}


def test_types_and_values_are_not_mixed(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "new.root") as file:
        with pytest.raises(TypeError, match="column 'x' has values, column 'y' a type"):
            file.mktree("t", {"x": np.zeros(3), "y": "float32"})
        with pytest.raises(TypeError, match="ndarray"):
            file.mktree("t", np.zeros(3))
        with pytest.raises(TypeError, match="Array"):
            file.mktree("t", ak.Array([1, 2]))
        with pytest.raises(ramet.MisuseError, match="records without members"):
            file["t"] = ak.Array([{}, {}])
        with pytest.raises(ramet.MisuseError, match="'x'.*records without members"):
            file["t"] = {"x": ak.Array([{}, {}])}
        assert file.keys() == []


@dataclass
class Point:
    x: float
    y: int


@pytest.mark.parametrize(
    ("value", "hint"),
    [
        (np.arange(3), "not ndarray; {'v': values} is a table of one column"),
        ([1, 2], "not list; {'v': values} is a table of one column"),
        (ak.Array([1, 2]), "not Array; {'v': values} is a table of one column"),
        ([{"x": 1}], "not list; awkward.Array of it is a table"),
        (Point(1.5, 2), "not Point; ramet.NewObject('Point', dataclasses.asdict(value)) is an object"),
        (7, "not int"),
        (None, "not NoneType"),
    ],
)
def test_an_assignment_that_is_refused_says_what_can_be_written(value: Any, hint: str, tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "new.root") as file:
        with pytest.raises(TypeError) as error:
            file["dir/v"] = value
        assert str(error.value).startswith(f"a value of type {type(value).__name__} is no histogram, graph, ")
        assert str(error.value).endswith(hint)
        assert file.keys() == []
        file["point"] = ramet.NewObject("Point", asdict(Point(1.5, 2)))
        assert file["point"].to_dict()["x"] == 1.5


@pytest.mark.parametrize("wrong", [1, None, 2.5])
def test_a_value_among_lists_is_named(wrong: Any, tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "new.root") as file:
        tree = file.mktree("t", {"x": "var * int16"})
        with pytest.raises(TypeError, match=f"column 'x': {wrong} is not a list"):
            tree.extend({"x": [[1], wrong]})
        assert tree.num_entries == 0
