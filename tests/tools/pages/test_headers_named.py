"""docs/reference/headers.md names headers that are there, and what they declare."""

from __future__ import annotations

import pathlib
import re

import pytest

REPOSITORY = pathlib.Path(__file__).parents[3]
ROW = re.compile(r"^\| [^|]+ \| `(ramet/[\w/]+\.hpp)` \| ([^|]+) \|$", re.MULTILINE)
ROWS = ROW.findall((REPOSITORY / "docs" / "reference" / "headers.md").read_text())


@pytest.mark.parametrize(("header", "names"), ROWS, ids=[header for header, _ in ROWS])
def test_a_header_of_the_page_declares_what_the_page_says(header: str, names: str) -> None:
    assert "/internal/" not in header
    text = (REPOSITORY / "src" / header).read_text()
    for name in re.findall(r"`(\w+)`", names):
        is_type = re.search(
            rf"\b(?:class|struct|enum class|using|concept) {name}\b(?!;)|^template .*\nstruct {name};", text, re.M
        )
        assert is_type or re.search(rf"[\w>&*] {name}\(", text), name


def test_the_page_has_the_headers_of_the_examples() -> None:
    used = {
        header
        for example in (REPOSITORY / "examples" / "cpp").rglob("*.cpp")
        for header in re.findall(r'#include "(ramet/[^"]+)"', example.read_text())
    }
    assert used - {header for header, _ in ROWS} == set()
