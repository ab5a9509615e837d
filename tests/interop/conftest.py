"""The files of the matrix, and what each reader makes of them: written and read once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from matrix import CELLS, COMPRESSIONS, Cell, histogram_file, write_all
from readers.run import Outcome, outcome_of, read, tree_outcomes


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-page", action="store_true", help="write docs/reference/interoperability.md")


class Matrix:
    """The files, what they hold, and the outcomes of reading them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.expected = write_all(folder)
        self._found: dict[str, dict[str, Any]] = {}

    def path(self, cell: Cell) -> Path:
        return self.folder / cell.file_name

    def found(self, reader: str) -> dict[str, Any]:
        """What a reader sees, by file name."""
        if reader not in self._found:
            names = [cell.file_name for cell in CELLS] + [histogram_file(each) for each in COMPRESSIONS]
            contents = read(reader, [self.folder / name for name in names], self.folder)
            self._found[reader] = dict(zip(names, contents, strict=True))
        return self._found[reader]

    def branches(self, reader: str, cell: Cell) -> dict[str, Outcome]:
        found = self.found(reader)[cell.file_name]["trees"]
        return tree_outcomes(self.expected[cell.tree], cell.entries, found[cell.tree])

    def histograms(self, reader: str, compression: str) -> dict[str, Outcome]:
        found = self.found(reader)[histogram_file(compression)]["histograms"]
        return {name: outcome_of(wanted, found[name]) for name, wanted in self.expected["histograms"].items()}


@pytest.fixture(scope="session")
def matrix(tmp_path_factory: pytest.TempPathFactory) -> Matrix:
    return Matrix(tmp_path_factory.mktemp("matrix"))
