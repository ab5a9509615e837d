"""Every member of the table, in every form in which ROOT's trees store it: ramet reads the same values as ROOT."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import ramet
from classes import forms

WAYS = {f"split{split}_{how}": (split, how == "wise") for split in (0, 1, 2, 99) for how in ("wise", "whole")}

COLUMNS = [(wrapper, name) for name in forms.CASES for wrapper in forms.types_of(name)]


@pytest.fixture(scope="module")
def folder(forms_in_root: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where files of the table may be written; ROOT knows its classes."""
    return tmp_path_factory.mktemp("forms")


class Files:
    """The table, written in each way, and what ROOT reads of it."""

    def __init__(self, folder: Path) -> None:
        self.trees: dict[str, Any] = {}
        self.root: dict[str, forms.ByRoot] = {}
        for way, (split, member_wise) in WAYS.items():
            path = folder / f"{way}.root"
            forms.write(path, split, member_wise=member_wise)
            self.trees[way] = ramet.open(path)["t"]
            self.root[way] = forms.ByRoot(path)


@pytest.fixture(scope="module")
def files(folder: Path) -> Files:
    return Files(folder)


def sorted_lists(value: Any) -> Any:
    """The order of unordered containers is that of whoever made them."""
    if isinstance(value, list):
        return sorted((sorted_lists(one) for one in value), key=repr)
    return {key: sorted_lists(one) for key, one in value.items()} if isinstance(value, dict) else value


def without_next(value: Any) -> Any:
    """Of the objects that others of their class point to, only that they are there."""
    if isinstance(value, list):
        return [without_next(one) for one in value]
    return {key: one and {} if key == "next" else one for key, one in value.items()}


ALIKE = {
    "to_itself": without_next,
    **{name: sorted_lists for name in forms.CASES if name.startswith("unordered")},
}


def is_wrong_in_root(split: int, wrapper: str, name: str) -> bool:
    """ROOT 6.40 writes zeros for arrays in a vector whose branch it has split, and says so."""
    return name == "vector_std_array" and wrapper == "alone" and split > 1


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("wrapper", "name"), COLUMNS, ids=["-".join(one) for one in COLUMNS])
def test_a_member_is_what_root_reads(files: Files, way: str, wrapper: str, name: str) -> None:
    branch = files.trees[way][forms.branch_of(wrapper, name)]
    split, _ = WAYS[way]
    if split == 0 and wrapper == "clones":
        with pytest.raises(ramet.UnsupportedError, match="class of its objects is known only when it is read"):
            branch.array()
        return
    if is_wrong_in_root(split, wrapper, name):
        pytest.skip("ROOT writes something else than was filled")
    found = (branch.objects if branch.core.is_group else branch.array)(library="ak").to_list()
    alike = ALIKE.get(name, lambda value: value)
    assert alike(found) == alike(files.root[way].read(wrapper, name))
