"""Columns of every C++ type in trees, from awkward arrays, NumPy, Arrow, and dictionaries."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import awkward as ak
import numpy as np
import pytest
import ramet

TRACK = {
    "id": "int",
    "pt": ("Double32_t", "[0,100,20]"),
    "cov": "float[3]",
    "name": "std::string",
    "hits": "std::vector<short>",
    "vertex": "Point",
}
CLASSES = {"Point": {"x": "float", "y": "float"}, "Track": ramet.Class(TRACK, version=2)}


def track(number: int) -> dict[str, Any]:
    return {
        "id": number,
        "pt": float(number % 50),
        "cov": [number, 1.0, 2.0],
        "name": "t" * (number % 4),
        "hits": list(range(number % 3)),
        "vertex": {"x": number * 0.5, "y": -1.0},
    }


def written(path: Path, type_name: Any, values: Any, **options: Any) -> ramet.Tree:
    """The tree with one column `x`, written and opened."""
    with ramet.recreate(path) as file:
        file.mktree("t", {"x": type_name}, classes=CLASSES, **options).extend({"x": values})
    return ramet.open(path)["t"]


def test_a_vector_of_objects_is_split_into_branches(tmp_path: Path) -> None:
    tracks = [[track(entry * 7 + k) for k in range(entry % 4)] for entry in range(20)]
    tree = written(tmp_path / "t.root", "std::vector<Track>", ak.Array(tracks))
    assert tree["x/x.id"].array().tolist() == [[t["id"] for t in entry] for entry in tracks]
    momenta = ak.flatten(tree["x/x.pt"].array())
    assert momenta.tolist() == pytest.approx([t["pt"] for entry in tracks for t in entry], abs=1e-3)
    assert tree["x/x.name"].array().tolist() == [[t["name"] for t in entry] for entry in tracks]
    assert tree["x/x.hits"].array().tolist() == [[t["hits"] for t in entry] for entry in tracks]
    assert tree["x/x.vertex.x"].array().tolist() == [[t["vertex"]["x"] for t in entry] for entry in tracks]
    assert tree["x/x.cov[3]"].array().tolist() == [[t["cov"] for t in entry] for entry in tracks]


@pytest.mark.parametrize("split_level", [0, 99])
def test_objects_are_read_as_they_were_written(tmp_path: Path, split_level: int) -> None:
    tracks = [track(entry) for entry in range(20)]
    tree = written(tmp_path / "t.root", ramet.Column("Track", split_level=split_level), tracks)
    if split_level == 0:
        read = tree["x"].array().tolist()
        assert [{**t, "pt": round(t["pt"], 3)} for t in read] == tracks
    else:
        assert tree["x./x.id"].array().tolist() == [t["id"] for t in tracks]
        assert tree["x./x.vertex/x.vertex.y"].array().tolist() == [-1.0] * 20


@pytest.mark.parametrize(
    ("type_name", "values"),
    [
        ("std::vector<std::vector<float>>", [[[1.0], []], [], [[2.0, 3.0]]]),
        ("std::vector<std::string>", [["a", "bc"], [], [""]]),
        ("std::set<int>", [[1, 2], [], [3]]),
        ("std::list<double>", [[1.5], [], [2.5, 3.5]]),
        ("std::deque<std::vector<bool>>", [[[True], []], [], [[False]]]),
        ("std::vector<std::vector<Point>>", [[[{"x": 1.0, "y": 2.0}], []], [], [[]]]),
        ("std::vector<std::array<float,2>>", [[[1.0, 2.0]], [], [[3.0, 4.0], [5.0, 6.0]]]),
        ("std::optional<float>", [[1.0], [], [2.0]]),
        ("std::bitset<3>", [[True, False, True], [False] * 3, [True] * 3]),
    ],
)
def test_values_of_one_branch_are_read_as_they_were_written(tmp_path: Path, type_name: str, values: Any) -> None:
    given = [None if not v else v[0] for v in values] if "optional" in type_name else values
    for batch in (given, ak.Array(given)):
        tree = written(tmp_path / "t.root", ramet.Column(type_name, split_level=0), batch)
        assert tree["x"].array().tolist() == values


@pytest.mark.parametrize(
    ("type_name", "values"),
    [
        ("ROOT::RVec<float>", [[1.0], [], [2.0, 3.0]]),
        ("std::atomic<int>", [1, -2, 3]),
        ("enum Color", [0, 2, 1]),
        ("char", [65, 66, 0]),
        ("std::uint64_t", [1, 2**64 - 1, 0]),
        ("std::array<Point,2>", [[{"x": 1.0, "y": 2.0}] * 2, [{"x": 0.0, "y": 0.5}] * 2]),
        ("std::array<std::vector<int>,2>", [[[1], []], [[], [2, 3]]]),
        ("std::vector<std::uint64_t>", [[1, 2**64 - 1, 0], [], [5]]),
    ],
)
def test_ntuples_take_further_types(tmp_path: Path, type_name: str, values: Any) -> None:
    path = tmp_path / "t.root"
    with (
        ramet.ParallelWriter(path, "t", {"x": type_name}, classes=CLASSES, format="rntuple") as writer,
        writer.context() as context,
    ):
        context.extend({"x": values})
    assert ramet.open(path)["t"].arrays()["x"].tolist() == values


@pytest.mark.parametrize("split_level", [0, 99])
def test_members_may_be_arrays_of_objects_and_large_integers(tmp_path: Path, split_level: int) -> None:
    classes = CLASSES | {"Box": {"corners": "Point[2]", "ids": "std::uint64_t[3]", "id": "std::uint64_t"}}
    boxes = [
        {"corners": [{"x": n, "y": 1.0}, {"x": 2.0, "y": n}], "ids": [n, 2**64 - 1, 0], "id": 2**63 * n} for n in (0, 1)
    ]
    with ramet.recreate(tmp_path / "t.root") as file:
        file.mktree("t", {"x": ramet.Column("Box", split_level=split_level)}, classes=classes).extend({"x": boxes})
    tree = ramet.open(tmp_path / "t.root")["t"]
    if split_level == 0:
        assert tree["x"].array().tolist() == boxes
    else:
        assert tree["x./x.corners[2]"].array().tolist() == [box["corners"] for box in boxes]
        assert tree["x./x.ids[3]"].array().tolist() == [box["ids"] for box in boxes]


def test_variants_are_not_written_from_python(tmp_path: Path) -> None:
    writer = ramet.ParallelWriter(tmp_path / "t.root", "t", {"x": "std::variant<int,float>"}, format="rntuple")
    with (
        writer,
        writer.context() as context,
        pytest.raises(TypeError, match=r"column 'x': .* are written from C\+\+ only"),
    ):
        context.extend({"x": [1, 2.5]})


def test_values_that_do_not_fit_a_type_are_reported(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "t.root") as file:
        tree = file.mktree("t", {"n": "uint64", "points": "std::vector<std::array<Point,2>>"}, classes=CLASSES)
        with pytest.raises(ramet.MisuseError, match=r"values from -1 to 9223372036854775808 do not fit into uint64"):
            tree.extend({"n": [-1, 2**63], "points": [[], []]})
        with pytest.raises(ramet.MisuseError, match=r"column 'points': an array of another size than 2"):
            tree.extend({"n": [1], "points": [[[{"x": 1.0, "y": 1.0}]]]})


def test_maps_are_given_as_dictionaries_or_as_keys_and_values(tmp_path: Path) -> None:
    maps: list[dict[str, float]] = [{"a": 1.0, "b": 2.0}, {}, {"c": 3.0}]
    pairs = [[{"first": key, "second": value} for key, value in m.items()] for m in maps]
    tuples = ak.Array([[*m.items()] for m in maps])
    for given in (maps, ak.Array(pairs), tuples):
        tree = written(tmp_path / "t.root", "std::map<std::string,double>", given)
        assert tree["x/x.first"].array().tolist() == [list(m) for m in maps]
        assert tree["x/x.second"].array().tolist() == [list(m.values()) for m in maps]
        whole = written(tmp_path / "t.root", ramet.Column("std::map<std::string,double>", split_level=0), given)
        assert whole["x"].array().tolist() == pairs


def test_the_types_of_awkward_arrays_are_enough(tmp_path: Path) -> None:
    batch = {
        "nested": ak.Array([[[1, 2], []], [], [[3]]]),
        "words": ak.Array([["a"], [], ["b", "cd"]]),
        "muons": ak.Array([[{"pt": 1.0}], [], [{"pt": 2.0}]]),
        "jets": ak.Array([[{"pt": 1.0, "hits": [1, 2]}], [], [{"pt": 2.0, "hits": [3]}]]),
        "maybe": ak.Array([1.5, None, 2.5]),
    }
    with ramet.recreate(tmp_path / "t.root") as file:
        file.mktree("t", batch)
    tree = ramet.open(tmp_path / "t.root")["t"]
    assert tree["nested"].array().tolist() == batch["nested"].tolist()
    assert tree["words"].array().tolist() == batch["words"].tolist()
    assert tree["muons_pt"].array().tolist() == [[1.0], [], [2.0]]  # as uproot does: a branch for each member
    assert tree["jets/jets.pt"].array().tolist() == [[1.0], [], [2.0]]
    assert tree["jets/jets.hits"].array().tolist() == [[[1, 2]], [], [[3]]]
    assert tree["maybe"].array().tolist() == [[1.5], [], [2.5]]


def test_arrow_tables_and_frames_are_batches(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    table = pa.table({"n": np.arange(3), "lists": [[1.0], [], [2.0, 3.0]], "words": [["a"], ["b", "c"], []]})
    with ramet.recreate(tmp_path / "t.root") as file:
        file["table"] = table
        file["batch"] = table.to_batches()[0]
        file["reader"] = table.to_reader()
    with ramet.open(tmp_path / "t.root") as opened:
        for name in ("table", "batch", "reader"):
            assert opened[name]["n"].array().tolist() == [0, 1, 2]
            assert opened[name]["lists"].array().tolist() == [[1.0], [], [2.0, 3.0]]
            assert opened[name]["words"].array().tolist() == [["a"], ["b", "c"], []]


def test_a_parallel_writer_takes_classes_in_both_formats(tmp_path: Path) -> None:
    points = ak.Array([[{"x": 1.0, "y": 2.0}], [], [{"x": 3.0, "y": 4.0}]])
    for format in ("ttree", "rntuple"):
        path = tmp_path / f"{format}.root"
        with (
            ramet.ParallelWriter(path, "t", {"p": "std::vector<Point>"}, classes=CLASSES, format=format) as writer,
            writer.context() as context,
        ):
            context.extend({"p": points})
        table = ramet.open(path)["t"]
        if format == "ttree":
            assert table["p/p.x"].array().tolist() == [[1.0], [], [3.0]]
        else:
            assert table["p"].array().tolist() == points.tolist()


def test_one_name_for_two_layouts_is_refused(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "t.root") as file:
        file.mktree("a", {"x": "std::vector<P>"}, classes={"P": {"x": "float"}})
        with pytest.raises(ramet.MisuseError, match=r"class 'P' exists in version 1 with other members"):
            file.mktree("b", {"x": "std::vector<P>"}, classes={"P": {"x": "double"}})


def test_an_invalid_class_is_refused_with_the_reason(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "t.root") as file:
        with pytest.raises(TypeError, match=r"class 'Unknown' is not described"):
            file.mktree("a", {"x": "std::vector<Unknown>"})
        with pytest.raises(TypeError, match=r"class 'P' is described by its members, not by a list"):
            file.mktree("b", {"x": "P"}, classes={"P": ["x"]})
        with pytest.raises(ramet.MisuseError, match=r"can be stored in ntuples only"):
            file.mktree("c", {"x": "std::variant<int,float>"})
