"""Cuts and aliases that are names of columns, and sets as Python has them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import awkward as ak
import numpy as np
import pytest
import ramet


@pytest.fixture
def path(tmp_path: Path) -> Path:
    counts = np.arange(40) % 4
    with ramet.recreate(tmp_path / "x.root") as file:
        schema = {"n": "int32", "good": "bool", "Muon_pt": "var * float32"}
        values = {
            "n": np.arange(40),
            "good": np.arange(40) % 3 == 0,
            "Muon_pt": ak.unflatten(np.arange(counts.sum(), dtype="float32"), counts),
        }
        file.mktree("T", schema, cluster_size=64).extend(values)
        file.mkrntuple("N", schema).extend(values)
    return tmp_path / "x.root"


@pytest.fixture(params=["T", "N", "many"])
def table(path: Path, request: pytest.FixtureRequest) -> Any:
    return ramet.open_many(f"{path}:T") if request.param == "many" else ramet.open(path)[request.param]


def test_a_cut_is_a_column_of_truths(table: Any) -> None:
    everything = table.arrays()
    wanted = everything[everything.good]
    for names in (None, ["n", "Muon_pt"], ["n", "good"]):
        found = table.arrays(names, "good")
        assert found.fields == (names or everything.fields)
        assert found.to_list() == wanted[found.fields].to_list()
    assert table.arrays("n", "good", entry_start=4, entry_stop=10, library="np")["n"].tolist() == [6, 9]
    assert table.arrays("n", cut="good", library="np", how=tuple)[0].tolist() == list(range(0, 40, 3))
    frame = table.arrays("n", "good", library="pd")
    assert frame.index.tolist() == frame["n"].tolist() == list(range(0, 40, 3))


@pytest.mark.parametrize("step", [1, 7, 40])
@pytest.mark.parametrize("library", ["ak", "np", "pd"])
def test_steps_are_cut_one_by_one(table: Any, step: int, library: str) -> None:
    steps = list(table.iterate("n", "good", step_size=step, library=library))
    assert len(steps) == -(-40 // step)
    assert [int(n) for part in steps for n in part["n"]] == list(range(0, 40, 3))


def test_aliases_are_other_names_of_columns(table: Any) -> None:
    found = table.arrays(["pt", "twice", "n"], aliases={"pt": "Muon_pt", "twice": "pt"}, library="np")
    assert list(found) == ["pt", "twice", "n"]
    assert found["pt"][3].tolist() == found["twice"][3].tolist() == table["Muon_pt"].array(library="np")[3].tolist()
    assert table.arrays("n", "ok", aliases={"ok": "good"}, library="np")["n"].tolist() == list(range(0, 40, 3))
    with pytest.raises(ValueError, match="aliases form a cycle: a is b is a"):
        table.arrays("a", aliases={"a": "b", "b": "a"})
    assert table.arrays("a", aliases={"a": "n + 1"}, entry_stop=3).a.to_list() == [1, 2, 3]
    with pytest.raises(TypeError, match="aliases .* expected a mapping"):
        table.arrays("a", aliases=["a"])


def test_cuts_are_expressions(table: Any) -> None:
    everything = table.arrays()
    assert table.arrays("n", "n > 30").n.to_list() == list(range(31, 40))
    assert table.arrays("n", "n").n.to_list() == list(range(1, 40))  # what is not 0 is true
    assert table.arrays("n", "good && n > 30").n.to_list() == [33, 36, 39]
    kept = table.arrays(["Muon_pt", "Muon_pt * 2"], "Muon_pt > 20")
    assert kept["Muon_pt"].to_list() == everything.Muon_pt[everything.Muon_pt > 20].to_list()
    assert kept["Muon_pt * 2"].to_list() == (everything.Muon_pt[everything.Muon_pt > 20] * 2).to_list()
    assert str(kept.type) == '40 * {Muon_pt: var * float32, "Muon_pt * 2": var * float32}'
    with pytest.raises(ramet.KeyInFileError, match="no column or variable nothing"):
        table.arrays("n", "nothing")
    with pytest.raises(ramet.MisuseError, match=r"int32 has no elements that the cut 'Muon_pt > 20', which is var"):
        table.arrays("n", "Muon_pt > 20")
    with pytest.raises(TypeError, match="cut .* expected an expression"):
        table.arrays("n", lambda one: one)


def test_aliases_stored_with_a_tree_stand_for_columns(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tree = ramet.open(path)["T"]
    monkeypatch.setattr(type(tree), "aliases", {"pt": "Muon_pt", "n": "good"})
    assert tree.arrays(["pt", "n"]).n.to_list() == list(range(40))  # a column is no alias


def test_many_files_are_cut(path: Path, tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "y.root") as file:
        file["T"] = {"n": np.arange(40, 44, dtype="int32")}
    with pytest.raises(ramet.KeyInFileError):
        ramet.concatenate([f"{path}:T", f"{tmp_path / 'y.root'}:T"], "n", "good")
    files = [f"{path}:T", f"{tmp_path / 'y.root'}:T"]
    found = ramet.concatenate(files, ["number"], "good", aliases={"number": "n"}, allow_missing=True, library="np")
    assert found["number"].tolist() == list(range(0, 40, 3))
    steps = ramet.iterate(files, "n", "good", allow_missing=True, step_size=10, library="np")
    assert [n for part in steps for n in part["n"].tolist()] == list(range(0, 40, 3))


def test_sets_are_sets_in_numpy(tmp_path: Path) -> None:
    sets = [{3, 1}, set(), {7}]
    words = [{"a", "b"}, {"c"}, set()]
    schema = {"s": "std::set<int>", "u": "std::unordered_set<std::string>", "m": "std::multiset<int>"}
    values = {"s": [sorted(one) for one in sets], "u": [sorted(one) for one in words], "m": [[1, 1], [], [2]]}
    with ramet.recreate(tmp_path / "x.root") as file:
        file.mktree("T", {name: ramet.Column(one, split_level=0) for name, one in schema.items()}).extend(values)
        file.mkrntuple("N", schema).extend(values)
    with ramet.open(tmp_path / "x.root") as file:
        for table in (file["T"], file["N"]):
            assert table["s"].array(library="np").tolist() == sets
            assert table.arrays(library="np")["u"].tolist() == words
            assert [one.tolist() for one in table["m"].array(library="np")] == [[1, 1], [], [2]]
