"""What ramet writes is what ROOT writes of the same table: the bytes of each entry, what the branches say, and what
other readers make of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from baskets import description_of, entries_of
from columns import TREES
from conftest import Matrix, Others
from matrix import ENTRIES, Cell
from readers.run import READERS, read, tree_outcomes

# ROOT 6.40 writes nothing at all for an empty C string, and takes an entry without bytes for one; uproot, groot and
# JSROOT do not. ramet writes the length, a zero, as ROOT did before: everybody reads that, ROOT too.
EMPTY_TEXT = b"\0"


@pytest.mark.parametrize("tree", TREES)
def test_the_bytes_of_every_entry_are_those_of_root(matrix: Matrix, others: Others, tree: str) -> None:
    ours = entries_of(matrix.path(Cell(tree, "none", 1)), tree)
    theirs = entries_of(others.by_root(tree, 0), tree)
    assert list(ours) == list(theirs)
    for branch, written in ours.items():
        assert len(written) == ENTRIES
        by_root = theirs[branch]
        if branch == "text":
            assert b"" in by_root, "ROOT writes the length of empty C strings again"
            by_root = [entry or EMPTY_TEXT for entry in by_root]
        assert written == by_root, branch


@pytest.mark.parametrize("tree", TREES)
def test_branches_and_leaves_are_described_as_by_root(matrix: Matrix, others: Others, tree: str) -> None:
    ours = description_of(matrix.path(Cell(tree, "none", 8)), tree)
    theirs = description_of(others.by_root(tree, 0), tree)
    assert list(ours) == list(theirs)
    for branch, described in ours.items():
        assert described == theirs[branch], branch


@pytest.mark.parametrize("tree", TREES)
@pytest.mark.parametrize("reader", READERS)
def test_readers_make_the_same_of_what_root_wrote(
    matrix: Matrix, others: Others, reader: str, tree: str, tmp_path: Path
) -> None:
    [found] = read(reader, [others.by_root(tree, 0)], tmp_path)
    theirs = tree_outcomes(matrix.expected[tree], ENTRIES, found["trees"][tree])
    for branch, outcome in matrix.branches(reader, Cell(tree, "none", 1)).items():
        if branch != "text":
            assert outcome.kind == theirs[branch].kind, f"{branch}: {outcome.detail}; {theirs[branch].detail}"
