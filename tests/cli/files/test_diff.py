"""ramet diff: what is printed, exit codes, and git."""

from __future__ import annotations

import json
import pathlib
import shutil
import subprocess

import numpy
import pytest
import uproot
from program_run import Run

DIFFERENT, WRONG_USAGE, BAD_INPUT = 1, 2, 4


def write(path: pathlib.Path, values: numpy.ndarray, text: str = "hello", **more: numpy.ndarray) -> pathlib.Path:
    with uproot.recreate(path) as file:
        file.mktree("Events", {"x": values.dtype, **{name: column.dtype for name, column in more.items()}})
        file["Events"].extend({"x": values, **more})
        file["dir/text"] = text
    return path


@pytest.fixture
def left(tmp_path: pathlib.Path) -> pathlib.Path:
    return write(tmp_path / "left.root", numpy.arange(1000.0))


def test_the_same_objects_in_other_files_are_the_same(ramet: Run, left: pathlib.Path, tmp_path: pathlib.Path) -> None:
    right = tmp_path / "right.root"
    assert ramet("cp", "-r", left, right).returncode == 0
    result = ramet("diff", left, right)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    report = json.loads(ramet("diff", "--json", left, right).stdout)
    assert report == {"is_same": True, "objects": 3, "entries": 1000, "differences": []}


def test_what_differs_is_named(ramet: Run, left: pathlib.Path, tmp_path: pathlib.Path) -> None:
    values = numpy.arange(1000.0)
    values[[70, 500]] = -1
    right = write(tmp_path / "right.root", values, "bye", more=numpy.arange(1000))
    with uproot.update(right) as file:
        file["new"] = "an object"
    result = ramet("diff", left, right)
    assert result.returncode == DIFFERENT
    assert result.stdout.splitlines() == [
        "+ column 'Events' more: int64",
        "! values 'Events' x at 70 (2 differ): 70 -> -1",
        '! values \'dir/text\' fString: "hello" -> "bye"',
        "+ TObjString 'new'",
    ]
    assert ramet("diff", "-q", left, right).stdout == ""
    [found] = json.loads(ramet("diff", "--json", f"{left}:dir", f"{right}:dir").stdout)["differences"]
    assert found == {
        "kind": "values",
        "path": "text",
        "part": "fString",
        "left": '"hello"',
        "right": '"bye"',
        "count": 1,
    }


def test_schemas_alone(ramet: Run, left: pathlib.Path, tmp_path: pathlib.Path) -> None:
    assert ramet("diff", "--schema", left, write(tmp_path / "right.root", numpy.ones(1000))).returncode == 0
    result = ramet("diff", "--schema", left, write(tmp_path / "other.root", numpy.ones(10, dtype="float32")))
    assert result.returncode == DIFFERENT
    assert result.stdout.splitlines() == [
        "! type 'Events' x: float64 -> float32",
        "! entries 'Events': 1000 -> 10",
    ]


def test_a_tolerance(ramet: Run, left: pathlib.Path, tmp_path: pathlib.Path) -> None:
    right = write(tmp_path / "right.root", numpy.arange(1000.0) * (1 + 1e-9))
    assert ramet("diff", left, right).returncode == DIFFERENT
    assert ramet("diff", "--tolerance", "1e-8", left, right).returncode == 0


def test_bad_inputs_and_usage(ramet: Run, left: pathlib.Path, tmp_path: pathlib.Path) -> None:
    missing = ramet("diff", left, tmp_path / "missing.root")
    assert missing.returncode == BAD_INPUT
    assert "missing.root" in missing.stderr
    broken = tmp_path / "broken.root"
    broken.write_bytes(left.read_bytes()[:-300])
    assert ramet("diff", left, broken).returncode == BAD_INPUT
    assert ramet("diff", left).returncode == WRONG_USAGE
    assert ramet("diff", left, left, "--tolerance", "x").returncode == WRONG_USAGE


def test_git_shows_what_differs(program: pathlib.Path, left: pathlib.Path, tmp_path: pathlib.Path) -> None:
    """As docs/reference/command_line.md says."""
    folder = tmp_path / "repository"
    folder.mkdir()

    def git(*words: str) -> str:
        command = ["git", "-c", "user.name=a", "-c", "user.email=a@b", *words]
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout

    git("init", "-q")
    git("config", "diff.root.command", f'f() {{ {program} diff "$2" "$5"; test $? -le 1; }}; f')
    (folder / ".gitattributes").write_text("*.root diff=root\n")
    shutil.copy(left, folder / "data.root")
    git("add", ".")
    git("commit", "-q", "-m", "first")
    write(folder / "data.root", numpy.arange(1000.0), "bye")
    assert git("diff") == '! values \'dir/text\' fString: "hello" -> "bye"\n'
    git("config", "--unset", "diff.root.command")
    git("config", "diff.root.textconv", f"{program} ls -R -t")
    with uproot.update(folder / "data.root") as file:
        file["new"] = "an object"
    assert "+TObjString" in git("diff").replace(" ", "")


def test_an_object_and_a_file_are_not_compared(ramet: Run, left: pathlib.Path) -> None:
    result = ramet("diff", f"{left}:dir/text", left)
    assert result.returncode == BAD_INPUT
    assert result.stderr == (
        f"ramet: 'dir/text' of '{left}' is an object: name one in '{left}' too, as '{left}:dir/text'\n"
    )
    result = ramet("diff", f"{left}:dir/text", f"{left}:dir")
    assert result.stderr == f"ramet: 'dir/text' of '{left}' is an object, 'dir' of '{left}' is a directory\n"
