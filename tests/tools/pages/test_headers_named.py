"""docs/reference/headers.md names existing headers and their declarations."""

from __future__ import annotations

import pathlib
import re

import pytest

REPOSITORY = pathlib.Path(__file__).parents[3]
ROW = re.compile(r"^\| [^|]+ \| `(ramet/[\w/]+\.hpp)` \| ([^|]+) \|$", re.MULTILINE)
ROWS = ROW.findall((REPOSITORY / "docs" / "reference" / "headers.md").read_text())


def text_of(facade: str) -> str:
    """The headers that a facade names."""
    source = REPOSITORY / "src"
    named = re.findall(r'#include "(ramet/[^"]+)"', (source / facade).read_text())
    return "\n".join((source / header).read_text() for header in named)


@pytest.mark.parametrize(("header", "names"), ROWS, ids=[header for header, _ in ROWS])
def test_a_header_of_the_page_declares_what_the_page_says(header: str, names: str) -> None:
    text = text_of(header)
    for name in re.findall(r"`(\w+)`", names):
        is_type = re.search(
            rf"\b(?:class|struct|enum class|using|concept) {name}\b(?!;)|^template .*\nstruct {name};", text, re.M
        )
        assert is_type or re.search(rf"[\w>&*] {name}\(", text), name


def test_the_page_has_every_facade_and_no_other_header() -> None:
    facades = {f"ramet/{path.name}" for path in (REPOSITORY / "src" / "ramet").glob("*.hpp")}
    assert {header for header, _ in ROWS} == facades
