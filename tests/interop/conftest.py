"""The files of the matrix, the same by others, and what each reader makes of them: written and read once."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import ROOT
import uproot
from classes import forms
from cpp_types.results import Results
from matrix import CELLS, COMPRESSIONS, Cell, histogram_file, write_all
from readers.run import Outcome, outcome_of, read, tree_outcomes
from writers import with_root


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-page", action="store_true", help="write docs/reference/interoperability.md")


@pytest.fixture(autouse=True, scope="module")
def classes_of_uproot() -> Iterator[None]:
    """uproot keeps a process's classes by name and version: another module's `Point` may be another class."""
    known = dict(uproot.classes)
    yield
    uproot.classes.clear()
    uproot.classes.update(known)


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


@pytest.fixture(scope="session")
def types(tmp_path_factory: pytest.TempPathFactory) -> Results:
    """The table of C++ types: files, and what each reader makes of them."""
    return Results(tmp_path_factory.mktemp("types"))


class Others:
    """The table, written by ROOT: uncompressed from Python, and from that with ROOT's own reading and writing again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def by_root(self, tree: str, compression: int) -> Path:
        path = self.folder / f"{tree}_{compression}.root"
        if path.exists():
            return path
        if compression == 0:
            before = Path.cwd()
            os.chdir(self.folder)  # where ROOT leaves the code that it compiles
            try:
                with_root.write(str(path), tree, compression)
            finally:
                os.chdir(before)
            return path
        source = ROOT.TFile.Open(str(self.by_root(tree, 0)))
        target = ROOT.TFile.Open(str(path), "RECREATE", "", compression)
        source.Get(tree).CloneTree(-1, "").Write()
        target.Close()
        source.Close()
        return path


@pytest.fixture(scope="session")
def others(tmp_path_factory: pytest.TempPathFactory) -> Others:
    return Others(tmp_path_factory.mktemp("others"))


def root_tool(name: str, *arguments: Any) -> str:
    """What one of ROOT's programs prints. It succeeds, and complains of nothing."""
    program = Path(ROOT.__file__).parent / "bin" / name
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Warning" not in done.stderr, done.stderr
    assert "Error" not in done.stderr, done.stderr
    return done.stdout


def hadd(*arguments: Any) -> None:
    root_tool("hadd", *arguments)


@pytest.fixture(scope="session")
def forms_in_root(tmp_path_factory: pytest.TempPathFactory) -> None:
    """ROOT knows the classes of classes/forms.py: it compiles them once, since they are the process's from then on."""
    folder = tmp_path_factory.mktemp("classes")
    before = Path.cwd()
    os.chdir(folder)  # where ROOT leaves what it compiles
    try:
        forms.compile_in(folder)
    finally:
        os.chdir(before)
