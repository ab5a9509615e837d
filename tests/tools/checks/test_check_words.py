"""check_words finds a banned word in every spelling of names declared in this project, and only there."""

from __future__ import annotations

import pathlib

import pytest
from check_words import violations
from mock_file import Write

GLOSSARY = """
| idea | word | never | where |
| --- | --- | --- | --- |
| values compressed together | basket | `chunk` | |
| one row | entry | `row` | `tree` |
| what runs tasks | executor | `thread_pool` | |
| code that serves | what it does | `helper` | not `schedule` (threads help) |
| many bytes | buffer | `buf` | |
"""


@pytest.fixture
def glossary(repository: pathlib.Path, write: Write) -> pathlib.Path:
    write("docs/concepts/glossary.md", GLOSSARY)
    return repository


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("src/ramet/tree/a.hpp", "int chunk_size;\n"),
        ("src/ramet/tree/a.hpp", "class ChunkIndex;\n"),
        ("src/ramet/io/a.cpp", "int first_of(Chunks chunks_);\n"),
        ("src/ramet/tree/a.hpp", "int rowCount;\n"),
        ("src/ramet/io/a.hpp", "ThreadPool make();\n"),
        ("src/ramet/io/a.hpp", "class ReadHelper;\n"),
        ("python/ramet/a.py", "def chunks() -> None: ...\n"),
        ("python/ramet/a.py", "def f(chunk: int) -> None: ...\n"),
        ("python/ramet/a.py", "class A:\n    def f(self) -> None:\n        self._chunk = 1\n"),
    ],
)
def test_a_banned_word_is_found(glossary: pathlib.Path, write: Write, name: str, text: str) -> None:
    write(name, text)
    found = list(violations(glossary))
    assert found
    assert "the glossary's word is" in found[0]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("src/ramet/tree/a.hpp", "int basket_size;  // a chunk\n"),
        ("src/ramet/tree/a.hpp", 'const auto text = "chunk";\n'),
        ("src/ramet/tree/a.hpp", "int chunky; int rowing; int pool; int thread;\n"),
        ("src/ramet/frame/a.hpp", "int row;\n"),
        ("src/ramet/schedule/a.hpp", "int helpers;\n"),
        ("src/ramet/tree/a.hpp", "#include <chunk.h>\nstd::ranges::chunk_view<int> view; auto a = view.chunk();\n"),
        ("python/ramet/a.py", "import numpy\nx = numpy.chunk(3)\n"),
    ],
)
def test_other_peoples_names_and_other_words_are_left_alone(
    glossary: pathlib.Path, write: Write, name: str, text: str
) -> None:
    write(name, text)
    assert list(violations(glossary)) == []


def test_a_glossary_that_bans_nothing_is_a_violation(repository: pathlib.Path, write: Write) -> None:
    write("docs/concepts/glossary.md", "# Words\n")
    assert len(list(violations(repository))) == 1
