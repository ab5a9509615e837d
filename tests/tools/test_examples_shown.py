"""The code that README.md and the pages show is code that runs: a part of a file below examples/."""

from __future__ import annotations

import pathlib
import re
import textwrap

import pytest

REPOSITORY = pathlib.Path(__file__).parents[2]
SHOWN_IN = ["README.md", "docs/concepts/parallel_writing.md"]
BLOCK = re.compile(r"^```(cpp|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks() -> list[tuple[str, str, str]]:
    found = [(name, *block) for name in SHOWN_IN for block in BLOCK.findall((REPOSITORY / name).read_text())]
    assert len(found) == 3
    return found


def is_part_of(code: str, example: str) -> bool:
    """Whether lines of the example are the code, as they stand or moved to the left."""
    lines, wanted = example.splitlines(), code.splitlines()
    return any(
        textwrap.dedent("\n".join(lines[first : first + len(wanted)])).splitlines() == wanted
        for first in range(len(lines))
    )


@pytest.mark.parametrize(("name", "language", "code"), blocks())
def test_code_shown_is_part_of_an_example(name: str, language: str, code: str) -> None:
    examples = sorted((REPOSITORY / "examples" / language).rglob("*.py" if language == "python" else "*.cpp"))
    assert any(is_part_of(code, example.read_text()) for example in examples), f"{name} shows code of no example"


def test_other_code_is_no_part() -> None:
    assert is_part_of("b = 1\nc = 2\n", "def a():\n    b = 1\n    c = 2\n")
    assert not is_part_of("b = 1\nc = 3\n", "def a():\n    b = 1\n    c = 2\n")
