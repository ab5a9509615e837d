"""check_truth finds truth values of objects with a length."""

from __future__ import annotations

import pathlib

import pytest
from check_truth import revealing, violations
from mock_file import Write

CLASSES = """
from collections.abc import Mapping
from typing import Any, TypeVar

class Column:
    def __len__(self) -> int: return 0

class Certain(Column):
    def __bool__(self) -> bool: return True

class Table(Mapping[str, Any]): ...

Kind = TypeVar("Kind", bound=Column)
"""


def test_truth_values_are_found_in_every_form_and_other_code_is_left_alone(
    repository: pathlib.Path, write: Write
) -> None:
    asked = [
        "return found.get('x') or other",
        "return 1 if table else 2",
        "if not column: return 1",
        "while generic: pass",
        "return [1 for one in [column] if one]",
        "assert maybe",
        "return bool(column) and 1",
    ]
    fine = [
        "return found or other",
        "return certain or other",
        "return column is None or len(column)",
        "return [column] or text",
        "return text and 1",
    ]
    body = "".join(f"    def f{number}():\n        {line}\n" for number, line in enumerate([*asked, *fine]))
    arguments = "found: dict[str, Column], table: Table, column: Column, maybe: Column | None, generic: Kind"
    program = f"def f({arguments}, certain: Certain, text: str, other: object) -> None:\n{body}"
    write("python/ramet/__init__.py", CLASSES + program)
    lines = (CLASSES + program).splitlines()
    found = list(violations(repository, repository / "python" / "ramet"))
    places = [int(line.split(":")[1]) for line in found]
    assert [lines[place - 1].strip() for place in places] == asked
    assert all(line.startswith("python/ramet/__init__.py:") for line in found)
    assert "the truth of a ramet.Table is that of its length" in found[1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("if a and b: pass", "if reveal_type(a) and b: pass"),
        ("'ä'; a if b or c else d", "'ä'; a if reveal_type(b) or c else d"),
        ("if a == b or not c: pass", "if a == b or not reveal_type(c): pass"),
    ],
)
def test_requested_types_are_revealed_on_the_same_lines(text: str, expected: str) -> None:
    assert revealing(text) == expected + "\n"
