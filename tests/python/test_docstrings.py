"""Every public name has a docstring, and is on the reference's page."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import ramet

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "python.md"
NAMES = [name for name in ramet.__all__ if not name.startswith("__")]


def undocumented(name: str, value: object) -> Iterator[str]:
    if not (getattr(value, "__doc__", None) or "").strip():
        yield name
    if inspect.isclass(value):
        for member, what in vars(value).items():
            function = getattr(what, "__func__", what)  # of a class method
            is_ours = isinstance(what, property | classmethod | staticmethod) or inspect.isfunction(what)
            if not member.startswith("_") and is_ours and not (function.__doc__ or "").strip():
                yield f"{name}.{member}"


@pytest.mark.parametrize("name", NAMES)
def test_a_public_name_and_its_members_have_docstrings(name: str) -> None:
    assert list(undocumented(name, getattr(ramet, name))) == []


def test_the_reference_has_every_public_name_once() -> None:
    assert sorted(re.findall(r"^::: ramet\.(\w+)$", PAGE.read_text(), re.MULTILINE)) == sorted(NAMES)


def test_a_member_without_a_docstring_is_found() -> None:
    class Silent:
        """Has one that says nothing."""

        def word(self) -> str:
            """Says."""
            return ""

        @property
        def nothing(self) -> int:
            return 0

    assert list(undocumented("Silent", Silent)) == ["Silent.nothing"]
