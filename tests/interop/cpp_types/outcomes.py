"""What came of each column with each reader, and what is known of it: known_limits.toml."""

from __future__ import annotations

import fnmatch
import functools
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cpp_types.cases import DESCRIBED, Case, entries_of
from cpp_types.cplusplus import Type, canonical_of
from readers.canonical import first_difference, flattened
from readers.run import Outcome

HERE = Path(__file__).parent
WORST = ("dies", "refuses", "differs", "partly", "flat", "equal")


@functools.cache
def values_of(case: Case, form: str) -> list[Any]:
    return [case.value(entry) for entry in entries_of(form)]


def outcome_of(case: Case, form: str, found: dict[str, Any]) -> Outcome:
    """ "equal", "flat", "differs", "refuses", "dies"; "partly": of some of its members."""
    if "died" in found:
        return Outcome("dies")
    if "branches" not in found:
        return compared(case.type, values_of(case, form), found)
    outcomes = {name: of_member(case, form, name, said) for name, said in found["branches"].items()}
    kinds = {outcome.kind for outcome in outcomes.values()}
    details = "; ".join(f"{name}: {one.kind}: {one.detail}" for name, one in outcomes.items() if one.kind != "equal")
    if kinds == {"equal"}:
        return Outcome("equal")
    return Outcome("partly" if "equal" in kinds else min(kinds, key=WORST.index, default="differs"), details)


def of_member(case: Case, form: str, name: str, said: dict[str, Any]) -> Outcome:
    path = name.partition("[")[0].split(".")[1:]
    values = [DESCRIBED.value_at(case.type, value, path) for value in values_of(case, form)]
    return compared(DESCRIBED.type_at(case.type, path), values, said)


def compared(kind: Type, values: list[Any], found: dict[str, Any]) -> Outcome:
    if "refused" in found:
        return Outcome("refuses", str(found["refused"])[:300])
    wanted = [DESCRIBED.plain(kind, canonical_of(value)) for value in values]
    have = [DESCRIBED.plain(kind, value) for value in found["values"]]
    difference = first_difference(wanted, have)
    if not difference:
        return Outcome("equal")
    return Outcome("flat" if flattened(have) == flattened(wanted) else "differs", difference)


# --- known limits ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Limit:
    """What a reader is known not to do, and why. Threads: immutable."""

    reader: str
    forms: tuple[str, ...]
    columns: tuple[str, ...]
    outcome: str
    reason: str
    own: str = ""  # what it makes of ROOT's own file, where that is less of a limit

    def holds(self, kind: str) -> bool:
        return kind in ("refuses", "differs", "dies") if self.outcome == "varies" else kind == self.outcome

    def covers(self, reader: str, form: str, column: str) -> bool:
        is_there = self.reader == reader and form in self.forms
        return is_there and any(fnmatch.fnmatchcase(column, pattern) for pattern in self.columns)


@functools.cache
def known_limits() -> list[Limit]:
    listed = tomllib.loads((HERE / "known_limits.toml").read_text())["limit"]
    return [Limit(**{**limit, "forms": tuple(limit["forms"]), "columns": tuple(limit["columns"])}) for limit in listed]


def limit_of(reader: str, form: str, column: str) -> Limit | None:
    covering = [limit for limit in known_limits() if limit.covers(reader, form, column)]
    assert len(covering) <= 1, f"{reader}, {form}, {column}: {len(covering)} limits"
    return covering[0] if covering else None
