"""Damaged columns are left out when several are read, with a warning that names them, in all ways of reading."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet

HITS = {"Hit": {"x": "double", "y": "int"}}
ENTRIES = 2000
X = np.arange(ENTRIES) * 0.25
VALUES = {"hit": [{"x": x, "y": y} for y, x in enumerate(X)], "n": np.arange(ENTRIES)}


def spoil_basket(path: Path, branch: str) -> None:
    """Overwrite the first compressed bytes in a branch's first basket."""
    content = path.read_bytes()
    key = content.index(b"\x07TBasket" + bytes([len(branch)]) + branch.encode())
    packed = content.index(b"ZS\x01", key) + 9  # behind the algorithm and the two sizes
    path.write_bytes(content[:packed] + b"????" + content[packed + 4 :])


def spoil_page(path: Path) -> None:
    """Change a byte of X, which is stored without compression."""
    content = path.read_bytes()
    place = content.index(X[:100].astype("<f8").tobytes())
    path.write_bytes(content[:place] + b"\xff" + content[place + 1 :])


@pytest.fixture
def tree_path(tmp_path: Path) -> Path:
    path = tmp_path / "tree.root"
    with ramet.recreate(path) as file:
        file.mktree("T", {"hit": "Hit", "n": "int64"}, classes=HITS, basket_size=2**20).extend(VALUES)
    (member,) = (one.name for one in ramet.open(path)["T"].values() if one.name.endswith("x"))
    spoil_basket(path, member)
    return path


@pytest.fixture
def ntuple_path(tmp_path: Path) -> Path:
    path = tmp_path / "ntuple.root"
    with ramet.recreate(path, compression=None) as file:
        file.mkrntuple("N", {"hits": "std::vector<Hit>"}, classes=HITS).extend(
            {"hits": [[one] for one in VALUES["hit"]]}
        )
    spoil_page(path)
    return path


READ: dict[str, Callable[[Path], Any]] = {
    "a branch": lambda path: ramet.open(path)["T"]["hit."].array(),
    "the objects of a branch": lambda path: ramet.open(path)["T"]["hit."].objects(),
    "a column of a dataset": lambda path: ramet.open_many(f"{path}:T")["hit."].array(),
    "some entries of it": lambda path: ramet.open_many(f"{path}:T")["hit."].array(entry_start=0, entry_stop=ENTRIES),
    "chosen entries": lambda path: ramet.open_many(f"{path}:T").read(
        [ramet.open_many(f"{path}:T")["hit."]], 0, ENTRIES
    ),
}


@pytest.mark.parametrize("how", READ)
def test_a_damaged_member_of_a_tree_is_left_out_with_a_warning(tree_path: Path, how: str) -> None:
    with pytest.warns(ramet.DamageWarning, match=r"(branch|column) '.*x' is damaged and left out: .*basket 0"):
        found = READ[how](tree_path)
    if isinstance(found, list):
        (core,) = found
        assert [name.rpartition(".")[2] for name in core.names] == ["y"]
        return
    assert [name.rpartition(".")[2] for name in found.fields] == ["y"]
    assert found[found.fields[0]].to_list() == list(range(ENTRIES))


@pytest.mark.parametrize("how", READ)
def test_the_warning_names_files_of_any_bytes(tree_path: Path, how: str) -> None:
    odd = Path(tree_path.rename(tree_path.with_name(os.fsdecode(b"odd\xff.root"))))
    with pytest.warns(ramet.DamageWarning, match="is damaged and left out: .*odd\udcff.root"):
        READ[how](odd)


def test_a_damaged_member_of_an_ntuple_is_left_out_with_a_warning(ntuple_path: Path) -> None:
    ntuple, dataset = ramet.open(ntuple_path)["N"], ramet.open_many(f"{ntuple_path}:N")
    expected = [[{"y": y}] for y in range(ENTRIES)]
    for read, word in [
        (lambda: ntuple["hits"].array(), "field"),
        (lambda: ntuple.arrays()["hits"], "field"),
        (lambda: next(ntuple.iterate())["hits"], "field"),
        (lambda: dataset["hits"].array(), "column"),
        (lambda: dataset.arrays()["hits"], "column"),
        (lambda: next(iter(dataset.iterate()))["hits"], "column"),
        (lambda: dataset.take(range(ENTRIES))["hits"], "column"),
        (lambda: ramet.concatenate(f"{ntuple_path}:N")["hits"], "column"),
    ]:
        with pytest.warns(ramet.DamageWarning, match=f"{word} 'hits.x' is damaged and left out: .*checksum"):
            assert read().to_list() == expected


@pytest.mark.parametrize("library", ["ak", "np", "pd"])
def test_the_sound_columns_of_a_named_group_are_read(tree_path: Path, library: str) -> None:
    tree, dataset = ramet.open(tree_path)["T"], ramet.open_many(f"{tree_path}:T")
    for read, rows in [
        (lambda: tree.arrays(["n", "hit."], library=library), ENTRIES),
        (lambda: next(tree.iterate(["n", "hit."], step_size=7, library=library)), 7),
        (lambda: dataset.arrays(["n", "hit."], library=library), ENTRIES),
        (lambda: tree.arrays(["n", "hit."], "n >= 0", library=library), ENTRIES),
        (lambda: dataset.arrays(["n", "hit."], "n >= 0", library=library), ENTRIES),
        (lambda: dataset.take([1, 5], ["n", "hit."], library=library), 2),
        (lambda: ramet.concatenate(f"{tree_path}:T", ["n", "hit."], library=library), ENTRIES),
        (lambda: next(ramet.iterate(f"{tree_path}:T", ["n", "hit."], library=library)), ENTRIES),
    ]:
        with pytest.warns(
            ramet.DamageWarning, match=r"(branch|column) 'hit./hit.x' is damaged and left out: .*basket 0"
        ):
            found = read()
        assert list(found.fields if library == "ak" else found) == ["n", "hit./hit.y"]
        assert len(found["n"]) == len(found["hit./hit.y"]) == rows


def test_a_damaged_column_requested_by_its_name_is_an_error(tree_path: Path, ntuple_path: Path) -> None:
    tree, ntuple = ramet.open(tree_path)["T"], ramet.open(ntuple_path)["N"]
    (member,) = (one.path for one in tree.values() if one.name.endswith("x"))
    for read in [
        lambda: tree.arrays(["hit.", member]),
        lambda: tree["hit."].arrays([member.rpartition("/")[2]]),
        lambda: tree[member].array(),
        lambda: tree.arrays(),
        lambda: next(tree.iterate()),
        lambda: ramet.open_many(f"{tree_path}:T")[member].array(),
        lambda: ramet.open_many(f"{tree_path}:T").arrays([member]),
        lambda: ntuple["hits.x"].array(),
        lambda: ramet.open_many(f"{ntuple_path}:N")["hits.x"].array(),
    ]:
        with pytest.raises(ramet.CorruptError):
            read()


def test_a_warning_that_is_made_an_error_is_one(tree_path: Path, ntuple_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", ramet.DamageWarning)
        for column in [
            ramet.open(tree_path)["T"]["hit."],
            ramet.open_many(f"{tree_path}:T")["hit."],
            ramet.open(ntuple_path)["N"]["hits"],
        ]:
            with pytest.raises(ramet.DamageWarning):
                column.array()
