"""Everybody reads what ramet wrote: every type, each compression, 1, 2 and 8 contexts; and histograms."""

from __future__ import annotations

import fnmatch

import pytest
from columns import TREES
from conftest import Matrix
from cpp_types.results import Results
from matrix import CELLS, COMPRESSIONS, ENTRIES, Cell
from page import PAGE, page
from readers.run import READERS, known_limits, limit_of


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: cell.file_name)
@pytest.mark.parametrize("reader", READERS)
def test_every_branch_is_read_as_it_was_written(matrix: Matrix, reader: str, cell: Cell) -> None:
    surprises = []
    for name, outcome in matrix.branches(reader, cell).items():
        limit = limit_of(reader, name)
        wanted = limit.outcome if limit else "equal"
        holds_only_by_chance = cell.entries < ENTRIES and outcome.kind == "equal"  # too few values to show a limit
        if outcome.kind != wanted and not holds_only_by_chance:
            surprises.append(f"{name}: {outcome.kind}, expected {wanted}: {outcome.detail}")
    assert not surprises, "\n".join(surprises)


@pytest.mark.parametrize("compression", COMPRESSIONS)
@pytest.mark.parametrize("reader", READERS)
def test_every_histogram_is_read_as_it_was_filled(matrix: Matrix, reader: str, compression: str) -> None:
    outcomes = matrix.histograms(reader, compression)
    assert len(outcomes) >= 5
    assert {name: outcome.detail for name, outcome in outcomes.items() if outcome.kind != "equal"} == {}


def test_limits_are_of_columns_that_there_are(matrix: Matrix) -> None:
    names = [name for tree in TREES for name in matrix.expected[tree]]
    for limit in known_limits():
        assert limit.reader in READERS
        for pattern in limit.columns:
            assert fnmatch.filter(names, pattern), f"{limit.reader}: {pattern}"


def test_the_page_is_what_readers_did(matrix: Matrix, types: Results, pytestconfig: pytest.Config) -> None:
    kinds: dict[tuple[str, str], set[str]] = {}
    for reader in READERS:
        for cell in CELLS:
            if cell.entries == ENTRIES:
                for name, outcome in matrix.branches(reader, cell).items():
                    kinds.setdefault((reader, name), set()).add(outcome.kind)
        for compression in COMPRESSIONS:
            for name, outcome in matrix.histograms(reader, compression).items():
                kinds.setdefault((reader, name), set()).add(outcome.kind)

    def kind_of(reader: str, name: str) -> str:
        [kind] = kinds[reader, name]  # the same in all files: the page says so
        return kind

    files = len([cell for cell in CELLS if cell.tree == "Events" and cell.entries == ENTRIES])

    def kind_of_type(reader: str, form: str, column: str) -> str:
        return types.outcomes(reader, form)[column].kind

    text = page(kind_of, kind_of, list(matrix.expected["histograms"]), files, kind_of_type)
    if pytestconfig.getoption("write_page"):
        PAGE.write_text(text)
    assert PAGE.exists()
    assert PAGE.read_text() == text, "make interop PAGE=--write-page"
