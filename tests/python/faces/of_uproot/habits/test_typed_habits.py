"""What users of uproot type, and get the same of both packages: columns twice, floats as entries, types, braces."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
import ramet
from ramet.reading.choosing.type_spelling import spelled

uproot = pytest.importorskip("uproot")
both = pytest.mark.parametrize("package", [ramet, uproot])


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("habits") / "x.root"
    classes = {"Point": {"x": "float", "y": "double"}, "Event": {"id": "int", "at": "Point"}}
    columns: dict[str, Any] = {"n": "int32", "counts": ramet.Column("std::map<int,short>", split_level=0)}
    columns["points"] = ramet.Column("std::vector<Point>", split_level=0)
    with ramet.recreate(path) as file:
        tree = file.mktree("T", columns | {"event": ramet.Column("Event", split_level=99)}, classes=classes)
        batch: dict[str, Any] = {"n": np.arange(5, dtype=np.int32), "counts": [{1: 2}, {}, {3: 4}, {}, {}]}
        points = [[{"x": 0.5, "y": 1}], [], [], [], []]
        events = [{"id": entry, "at": {"x": entry / 2, "y": 1}} for entry in range(5)]
        tree.extend(batch | {"points": points, "event": events})
    return path


@both
def test_a_column_that_is_named_twice_comes_twice(package: ModuleType, path: Path) -> None:
    tree = package.open(path)["T"]
    first, second = tree.arrays(["n", "n"], library="np", how=tuple)
    assert first.tolist() == second.tolist() == [0, 1, 2, 3, 4]
    assert [one.to_list() for one in tree.arrays(["n + 1", "n", "n + 1"], entry_stop=2, how=list)] == [
        [1, 2],
        [0, 1],
        [1, 2],
    ]
    assert list(tree.arrays(["n", "n"], library="np")) == ["n"]
    assert [len(step) for step in tree.iterate(["n", "n"], library="np", how=tuple, step_size=2)] == [2, 2, 2]


@both
def test_entries_may_be_whole_floats(package: ModuleType, path: Path) -> None:
    tree = package.open(path)["T"]
    assert tree.arrays(["n"], entry_start=1.0, entry_stop=1e6)["n"].to_list() == [1, 2, 3, 4]
    assert tree["n"].array(entry_stop=np.float64(2)).to_list() == [0, 1]


@both
def test_a_file_that_is_open_may_be_the_key_of_an_object(package: ModuleType, path: Path) -> None:
    with path.open("rb") as stream:
        assert package.open({stream: "T"})["n"].array(entry_stop=2).to_list() == [0, 1]


@both
def test_paths_may_leave_out_what_is_between_a_branch_and_one_below_it(package: ModuleType, path: Path) -> None:
    tree = package.open(path)["T"]
    assert tree["event./event.at.x"].name == "event.at.x"
    assert tree["event./event.at.x"].array(entry_stop=2).to_list() == [0, 0.5]
    with pytest.raises(KeyError):
        tree["n/event.at.x"]


@both
def test_types_have_one_spelling(package: ModuleType, path: Path) -> None:
    tree = package.open(path)["T"]
    assert tree["counts"].typename == "std::map<int32_t, int16_t>"
    assert tree.keys(filter_typename="std::vector<Point>") == ["points"]


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("vector<unsigned long long>", "std::vector<uint64_t>"),
        ("vector<map<string,vector<Long64_t> > >[]", "std::vector<std::map<std::string, std::vector<int64_t>>>[]"),
        ("map<int,pair<Track,Hit<2,int> > >", "std::map<int32_t, std::pair<Track, Hit<2,int>>>"),
        ("bitset<12>", "std::bitset<12>"),
        ("vector<A<B<int> > >", "std::vector<A<B<int>>>"),
        ("A<vector<int> >", "A<vector<int> >"),
        ("a::vector<int>", "a::vector<int>"),
        ("vector", "vector"),
        ("float[3]", "float[3]"),
    ],
)
def test_spelling_of_types(stored: str, shown: str) -> None:
    assert spelled(stored) == shown


@both
def test_braces_in_paths_are_alternatives(package: ModuleType, tmp_path: Path) -> None:
    for number in range(3):
        with ramet.recreate(tmp_path / f"run{number}.root") as file:
            file.mktree("T", {"n": [number]})
    both_runs = str(tmp_path / "run{0,2}.root:T")
    assert sorted(package.concatenate(both_runs)["n"].to_list()) == [0, 2]
    if package is ramet:
        nested = str(tmp_path / "r{un{0,1},un[2]}.root")
        assert sorted(ramet.concatenate({nested: "T"}, library="np")["n"].tolist()) == [0, 1, 2]


def test_a_file_with_braces_in_its_name_is_one(tmp_path: Path) -> None:
    path = tmp_path / "run{0,2}.root"
    with ramet.recreate(path) as file:
        file.mktree("T", {"n": [7]})
    assert ramet.concatenate(f"{path}:T", library="np")["n"].tolist() == [7]
    with pytest.raises(FileNotFoundError, match=r"run4\.root"):
        ramet.concatenate(str(tmp_path / "run{4,5}.root:T"))
