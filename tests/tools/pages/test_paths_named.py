"""Files that pages for developers name exist."""

from __future__ import annotations

import pathlib
import re

import pytest

REPOSITORY = pathlib.Path(__file__).parents[3]
TOP = ("src", "python", "cli", "tests", "benchmarks", "examples", "docs", "tools", "cmake", "changes")
PATH = re.compile(rf"`((?:{'|'.join(TOP)})/[\w./-]*|[\w-]+\.(?:toml|yml|md))`")


def paths_of(page: str) -> list[str]:
    """The names of files and folders in code marks, without those of which a part is left open."""
    return PATH.findall(re.sub(r"(?ms)^```.*?^```$", "", page))


PAGES = ["docs/development.md", "docs/architecture.md", "docs/benchmarks.md", "CONTRIBUTING.md"]


@pytest.mark.parametrize("page", PAGES)
def test_files_that_a_page_names_are_there(page: str) -> None:
    paths = paths_of((REPOSITORY / page).read_text())
    assert [path for path in paths if not (REPOSITORY / path).exists() and path != "README.md"] == []


def test_paths_are_found_in_code_marks() -> None:
    assert paths_of("`src/ramet/a.hpp`, `layers.toml`, `make test`, `tests/unit/<module>/`, src/b.hpp") == [
        "src/ramet/a.hpp",
        "layers.toml",
    ]
    assert len(paths_of((REPOSITORY / "docs" / "development.md").read_text())) > 50
