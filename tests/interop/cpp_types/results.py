"""The files, each written and read once, and what came of every column."""

from __future__ import annotations

from pathlib import Path

from cpp_types import in_root
from cpp_types.cases import CASES, Case, cases_of
from cpp_types.files import CELLS, write, write_alone
from cpp_types.outcomes import WORST, limit_of, outcome_of
from cpp_types.readers import Job, read
from readers.run import Outcome

TREES = ("whole", "split")
Outcomes = dict[str, Outcome]  # by column


class Results:
    """Files by ramet, files by ROOT, and outcomes of reading them, the worst of a column in all files."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._found: dict[tuple[str, str, bool], Outcomes] = {}
        self.paths = [folder / cell.file_name for cell in CELLS]
        for path, cell in zip(self.paths, CELLS, strict=True):
            write(path, cell)
        self._write_alone()
        self._write_by_root()

    def _write_alone(self) -> None:
        for form in TREES:
            for case in cases_of(form):
                write_alone(self._alone(form, case, by_root=False), form, case)

    def _write_by_root(self) -> None:
        """What ROOT can write, and all of a form in one file, or a file each."""
        tables = {}
        for form in (*TREES, "ntuple", "objects"):
            cases = [case for case in cases_of(form) if is_for_root(case)]
            tables[self._by_root(form)] = form, cases
            if form in TREES:
                tables |= {self._alone(form, case, by_root=True): (form, [case]) for case in cases}
        in_root.write(self._folder, tables)

    def _by_root(self, form: str) -> Path:
        return self._folder / f"by_root_{form}.root"

    def _alone(self, form: str, case: Case, *, by_root: bool) -> Path:
        return self._folder / f"{form}_{case.name}{'_by_root' if by_root else ''}.root"

    def _jobs(self, reader: str, form: str, *, by_root: bool) -> list[tuple[Case, Job]]:
        jobs = []
        for case in cases_of(form):
            if by_root and not is_for_root(case):
                continue
            paths = [self._by_root(form)] if by_root else self.paths
            limit = limit_of(reader, form, case.name)
            if limit is not None and limit.outcome in ("dies", "varies"):
                paths = paths[:1]
            if reader == "groot" and form in TREES:
                paths = [self._alone(form, case, by_root=by_root)]
            jobs += [(case, (str(path), form, case.name)) for path in paths]
        return sorted(jobs, key=lambda job: job[1][0])

    def outcomes(self, reader: str, form: str, *, by_root: bool = False) -> Outcomes:
        key = reader, form, by_root
        if key not in self._found:
            jobs = self._jobs(reader, form, by_root=by_root)
            found = read(reader, self._folder, [job for _, job in jobs])
            outcomes: Outcomes = {}
            for case, job in jobs:
                outcome = outcome_of(case, form, found[job])
                outcomes[case.name] = worse(outcome, outcomes.get(case.name, outcome))
            self._found[key] = outcomes
        return self._found[key]


def worse(one: Outcome, other: Outcome) -> Outcome:
    return min(one, other, key=lambda outcome: WORST.index(outcome.kind))


def is_for_root(case: Case) -> bool:
    """Whether ROOT can write such a column. It takes no std::optional for one in a class."""
    return "Option" not in case.cpp


def columns() -> list[tuple[str, str]]:
    return [(form, case.name) for case in CASES for form in case.forms]
