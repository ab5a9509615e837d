"""check_repository finds contents that do not belong in a public repository."""

from __future__ import annotations

import pathlib

import pytest
from check_repository import LARGEST_FILE, violations
from mock_file import Write


def test_a_sound_tree_has_no_violation(repository: pathlib.Path, write: Write) -> None:
    write("docs/sources.md", "see root-project/root/io/doc/TFile/header.md and go.mod of go-hep.org  \n")
    write("src/a.cpp", "// take(n) / work/rest\nint a;\n")
    (repository / "tests/golden").mkdir(parents=True)
    (repository / "tests/golden/a.root").write_bytes(b"root\0\xff")
    assert list(violations(repository)) == []


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("path = '/ho" + "me/ann/data'\n", "a path of one machine"),
        ("see https://py" + "pi.org/project/x\n", "registry's host"),
        ("// TO" + "DO later\n", "an unfinished word"),
        ("<<<<" + "<<< ours\n", "a conflict mark"),
        ("written with Clau" + "de\n", "about the typist"),
        ("int a; \n", "space at the end"),
        ("int a;", "no line feed"),
        ("\0\1\2", "a binary file"),
        ("a" * LARGEST_FILE + "\n", "is the limit"),
    ],
)
def test_a_seeded_fault_is_found(repository: pathlib.Path, write: Write, text: str, complaint: str) -> None:
    write("src/a.cpp", text)
    assert any(complaint in line for line in violations(repository)), list(violations(repository))
