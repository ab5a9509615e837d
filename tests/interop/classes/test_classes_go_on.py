"""Every member of the table, in all ways in which ROOT has it in trees, goes on with ramet or is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import ramet
from classes import forms

WAYS = {"whole": (0, False), "whole_wise": (0, True), "one_level": (1, True), "split": (99, True)}
# What is read of these is not all that they are: pointers, texts and arrays that others count, references.
NOT_WRITTEN = {
    "array_object",
    "c_string",
    "counted",
    "counted_packed",
    "counted_twice",
    "pointer",
    "reference",
    "references",
    "to_itself",
    "unique_pointer",
    "vector_pointer",
}
COLUMNS = [(wrapper, name) for name in forms.CASES for wrapper in forms.types_of(name)]


@pytest.fixture(scope="module")
def folder(forms_in_root: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where files of the table may be written; ROOT knows its classes."""
    return tmp_path_factory.mktemp("forms")


def read(path: Path, wrapper: str, name: str) -> Any:
    with ramet.open(path) as file:
        branch = file["t"][forms.branch_of(wrapper, name)]
        return (branch.objects if branch.core.is_group else branch.array)(library="ak")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("wrapper", "name"), COLUMNS, ids=["-".join(one) for one in COLUMNS])
def test_a_member_goes_on(folder: Path, way: str, wrapper: str, name: str) -> None:
    split, member_wise = WAYS[way]
    path = folder / f"{way}_{wrapper}_{name}.root"
    forms.write(path, split, member_wise=member_wise, only=(wrapper, name))
    before = forms.ByRoot(path).read(wrapper, name)
    if (wrapper, name, way) == ("alone", "vector_std_array", "split"):
        pytest.skip("ROOT writes something else than was filled")
    if name in NOT_WRITTEN or (wrapper == "clones" and split == 0):
        with ramet.update(path) as file, pytest.raises(ramet.UnsupportedError, match="cannot be continued"):
            file["t"]
        return
    with ramet.update(path) as file:
        tree = file["t"]
        tree.extend({tree.keys()[0]: read(path, wrapper, name)})
    assert forms.ByRoot(path).read(wrapper, name) == before * 2
