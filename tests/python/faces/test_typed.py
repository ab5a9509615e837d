"""Types for type checkers: a program checked by mypy runs, too, with the expected output."""

from __future__ import annotations

from pathlib import Path

import awkward as ak
import pytest
import ramet
import typed_program
from mypy import api
from ramet.typing import AwkwardArray

HERE = Path(__file__).parent


def test_the_typed_program_runs(mixed_file: Path, tmp_path: Path) -> None:
    assert typed_program.read(mixed_file) == 499 + sum(range(1000)) + 300 + 600 + 900 + 1000
    assert typed_program.read_as_the_readme(str(mixed_file)) == sum(range(1000)) + 1000 + 3
    assert typed_program.read_many(mixed_file) == 1000
    assert typed_program.fill(tmp_path / "typed.root") == 4


def test_mypy_finds_the_types_that_the_program_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MYPYPATH", str(Path(ramet.__file__).parents[1]))
    options = ["--strict", "--follow-imports=silent", "--cache-dir", str(tmp_path / "cache"), "--config-file", ""]
    out, _, status = api.run([*options, str(HERE / "typed_program.py")])
    assert (status, out.splitlines()[-1]) == (0, "Success: no issues found in 1 source file")
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        (HERE / "typed_program.py").read_text().replace("branch.array(), AwkwardArray", "branch.array(), int")
    )
    out, _, status = api.run([*options, str(wrong)])
    assert status == 1
    assert 'Expression is of type "AwkwardArray", not "int"' in out


def test_awkward_has_what_its_description_says() -> None:
    members = [
        name for name in vars(AwkwardArray) if name not in ("__getattr__", "_is_protocol", "_is_runtime_protocol")
    ]
    described = [name for name in members if name[:2] != "__" or callable(getattr(AwkwardArray, name, None))]
    own = {"__init__", "__subclasshook__", "__class_getitem__", "__parameters__", "__protocol_attrs__"}
    assert [name for name in described if name not in own and not hasattr(ak.Array, name)] == []
    assert {"fields", "to_list", "__getitem__", "__add__"} <= set(described)
