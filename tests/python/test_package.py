"""The package as a whole: its stub, its examples in docstrings, its errors."""

from __future__ import annotations

import ast
import doctest
import importlib
import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest
import ramet

REPOSITORY = Path(__file__).parent.parent.parent
MODULES = ["ramet"] + [
    module.name for module in pkgutil.walk_packages(ramet.__path__, "ramet.") if module.name != "ramet._core"
]

OPTIONAL = {"ramet.reading.datasets.nano_mapping": "coffea.nanoevents"}  # what modules need, to be imported


def test_the_stub_is_what_nanobind_makes_of_the_extension(tmp_path: Path) -> None:
    """When this fails, copy the new one: python -m nanobind.stubgen -m ramet._core -o python/ramet/_core.pyi"""
    made = tmp_path / "_core.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "ramet._core", "-o", str(made)]
    environment = os.environ | {"PYTHONPATH": str(Path(ramet.__path__[0]).parent)}
    subprocess.run(command, check=True, env=environment)
    assert made.read_text() == (REPOSITORY / "python" / "ramet" / "_core.pyi").read_text()


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_docstrings_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    if name in OPTIONAL:
        pytest.importorskip(OPTIONAL[name])
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


OF_PYTHON_3_11 = {"LiteralString", "Never", "NotRequired", "Required", "Self", "TypeVarTuple", "Unpack", "assert_never"}


def test_the_package_imports_nothing_that_python_3_10_lacks() -> None:
    """Tests run in a later Python: what only type checkers see is imported from typing_extensions, for them alone."""
    for path in sorted((REPOSITORY / "python" / "ramet").rglob("*.py")):
        for node in ast.parse(path.read_text(), feature_version=(3, 10)).body:
            if isinstance(node, ast.ImportFrom) and node.module == "typing":
                assert not OF_PYTHON_3_11.intersection(name.name for name in node.names), path
            if isinstance(node, ast.Import | ast.ImportFrom):
                names = [getattr(node, "module", None), *(name.name for name in node.names)]
                assert "tomllib" not in names, path


def test_the_package_needs_no_awkward_to_be_imported_and_used(tmp_path: Path) -> None:
    program = f"""
import sys
sys.modules["awkward"] = None
import numpy as np, ramet
with ramet.recreate({str(tmp_path / "x.root")!r}) as file:
    file.mktree("t", {{"x": "var * int32"}}).extend({{"x": [[1, 2], []]}})
tree = ramet.open({str(tmp_path / "x.root")!r})["t"]
assert [part.tolist() for part in tree["x"].array(library="np")] == [[1, 2], []]
try:
    tree["x"].array()
except ImportError as error:
    assert "library='np'" in str(error)
else:
    raise AssertionError
"""
    environment = os.environ | {"PYTHONPATH": str(Path(ramet.__path__[0]).parent)}
    subprocess.run([sys.executable, "-W", "error", "-c", program], check=True, env=environment)


@pytest.mark.parametrize(
    ("ours", "builtin"),
    [
        (ramet.KeyInFileError, KeyError),
        (ramet.FileMissingError, FileNotFoundError),
        (ramet.FileIOError, OSError),
        (ramet.CorruptError, ValueError),
        (ramet.UnsupportedError, NotImplementedError),
        (ramet.MisuseError, ValueError),
        (ramet.CancelledError, Exception),
    ],
)
def test_every_error_is_ours_and_the_built_in_one_that_fits(ours: type[Exception], builtin: type[Exception]) -> None:
    assert issubclass(ours, ramet.RametError)
    assert issubclass(ours, builtin)
    assert str(ours("what happened")) == "what happened"


def test_every_cut_of_a_file_is_an_error_of_ours(mixed_file: Path, tmp_path: Path) -> None:
    whole = mixed_file.read_bytes()
    cut = tmp_path / "cut.root"
    needed = len(whole) - 100  # the list of free segments comes last, and nobody needs it to read
    for size in range(0, needed, max(1, needed // 97)):
        cut.write_bytes(whole[:size])
        with pytest.raises(ramet.RametError):
            ramet.open(cut)["dir/Events"].arrays()


def test_modules_are_there_when_they_are_named(tmp_path: Path) -> None:
    program = """
import sys
import ramet
names = ("distribute", "fit", "random", "rdataframe")
print([name for name in names if f"ramet.{name}" in sys.modules])
print({"urllib.request", "xml.etree.ElementTree", "asyncio", "awkward", "pyarrow"} & set(sys.modules))
print(ramet.fit.gauss.__name__, ramet.random.Stream.__name__, ramet.rdataframe.RDataFrame.__name__)
print(ramet.distribute.__name__, set(names) <= set(dir(ramet)), hasattr(ramet, "fits"))
"""
    environment = os.environ | {"PYTHONPATH": str(Path(ramet.__path__[0]).parent)}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == ["[]", "set()", "gauss Stream RDataFrame", "ramet.distribute True False"]
