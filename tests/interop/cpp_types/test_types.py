"""Everybody reads what ramet wrote of every C++ type: in trees, whole and split, and in ntuples, with several
compressions, 1, 2 and 8 contexts, several tables in a file, clusters, cluster groups, and columns that came later."""

from __future__ import annotations

import pytest
import ramet
import uproot
from cpp_types.cases import FORMS, LATE, NTUPLE, OBJECT, SPLIT, TREE, cases_of
from cpp_types.outcomes import WORST, known_limits, limit_of
from cpp_types.readers import READERS
from cpp_types.results import Results

OTHERS = [reader for reader in READERS if reader != "ramet"]


def test_columns_have_names_of_their_own() -> None:
    for form in FORMS:
        names = [case.name for case in cases_of(form)]
        assert len(names) == len(set(names))


def test_files_have_the_structure_that_the_page_says(types: Results) -> None:
    for path in types.paths:
        with uproot.open(path) as file:
            assert set(file.keys(cycle=False)) >= set(FORMS)
            assert len(file[LATE].footer.cluster_group_records) == 2
            assert len(ramet.open(path)[NTUPLE].clusters) > 8


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("reader", READERS)
def test_every_column_is_read_as_it_was_written(types: Results, reader: str, form: str) -> None:
    surprises = []
    for name, outcome in types.outcomes(reader, form).items():
        limit = limit_of(reader, form, name)
        wanted = limit.outcome if limit else "equal"
        if not (limit.holds(outcome.kind) if limit else outcome.kind == "equal"):
            surprises.append(f"{name}: {outcome.kind}, expected {wanted}: {outcome.detail}")
    assert not surprises, "\n".join(surprises)


@pytest.mark.parametrize("form", [TREE, SPLIT, NTUPLE, OBJECT])
@pytest.mark.parametrize("reader", READERS)
def test_nobody_reads_more_of_what_root_wrote(types: Results, reader: str, form: str) -> None:
    """A limit is the reader's, not the file's: it makes as little of ROOT's own file, or less."""
    ours = types.outcomes(reader, form)
    surprises = []
    for name, outcome in types.outcomes(reader, form, by_root=True).items():
        limit = limit_of(reader, form, name)
        wanted = limit.own if limit and limit.own else ours[name].kind
        is_less = WORST.index(outcome.kind) < WORST.index(wanted) and not (limit and limit.own)
        if outcome.kind != wanted and not is_less and not (limit and limit.holds(outcome.kind)):
            surprises.append(f"{name}: {outcome.kind}, expected {wanted}: {outcome.detail}")
    assert not surprises, "\n".join(surprises)


def test_limits_of_types_are_of_columns_that_there_are() -> None:
    for limit in known_limits():
        assert limit.reader in OTHERS
        for form in limit.forms:
            names = {case.name for case in cases_of(form)}
            assert names.issuperset(set(limit.columns) - {"*"})
