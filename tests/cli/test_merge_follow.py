"""ramet merge --follow: files of a folder are merged as they arrive."""

from __future__ import annotations

import pathlib
import signal
import subprocess
import time
from collections.abc import Callable

import numpy
import pytest
import uproot
from program_run import Run

LOSES_DATA = 3
BAD_INPUT = 4
BAD_OUTPUT = 5
INTERRUPTED = 130
QUICK = ("--settle", "0.1", "--checkpoint", "0.1")


def write(path: pathlib.Path, number: int, edge: float = 4) -> bytes:
    with uproot.recreate(path) as file:
        file.mktree("Events", {"x": "float64"})
        file["Events"].extend({"x": numpy.arange(100.0) + 100 * number})
        file["h"] = numpy.histogram([0.5], bins=4, range=(0, edge))
    return path.read_bytes()


@pytest.fixture
def folder(tmp_path: pathlib.Path) -> pathlib.Path:
    (tmp_path / "runs").mkdir()
    return tmp_path / "runs"


def entries_of(path: pathlib.Path) -> list[float]:
    with uproot.open(path) as file:
        return file["Events/x"].array(library="np").tolist()


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def has_entries(path: pathlib.Path, count: int) -> Callable[[], bool]:
    def has() -> bool:
        if not path.exists():
            return False
        with uproot.open(path) as file:
            if "Events" not in file:  # the output begins as an empty file
                return False
        return len(entries_of(path)) == count

    return has


def test_files_that_arrive_slowly_are_merged_when_they_are_finished(
    folder: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    output = tmp_path / "all.root"
    command = ["ramet", "merge", str(output), "--follow", str(folder), "--end", str(folder / "done"), *QUICK]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for number in range(3):
        contents = write(tmp_path / "slow.root", number)
        with (folder / f"run{number}.root").open("wb") as file:
            for begin in range(0, len(contents), len(contents) // 6 + 1):
                file.write(contents[begin : begin + len(contents) // 6 + 1])
                file.flush()
                time.sleep(0.03)
        wait_for(has_entries(output, 100 * (number + 1)))  # readable whenever it is looked at
    (folder / "done").touch()
    said, complaint = program.communicate(timeout=60)
    assert (program.returncode, complaint) == (0, "")
    assert said.splitlines()[-1].startswith("3 files, ")
    assert entries_of(output) == list(range(300))
    assert not output.with_name("all.root.live").exists()
    with uproot.open(output) as file:
        assert file["h"].values().tolist() == [3, 0, 0, 0]


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_after_a_signal_the_same_command_goes_on(
    how: signal.Signals, folder: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    output = tmp_path / "all.root"
    write(folder / "a.root", 0)
    command = ["ramet", "merge", str(output), "--follow", str(folder), *QUICK]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_for(has_entries(output, 100))
    program.send_signal(how)
    program.communicate(timeout=60)
    assert program.returncode == (-signal.SIGKILL if how == signal.SIGKILL else INTERRUPTED)
    assert entries_of(output) == list(range(100))
    write(folder / "b.root", 1)
    again = subprocess.run([*command, "--until-idle", "0.5"], capture_output=True, text=True, check=False)
    assert again.returncode == 0
    assert "goes on" in again.stderr
    assert entries_of(output) == list(range(200))


def test_what_is_not_merged_is_named_and_the_exit_code_says_so(
    ramet: Run, folder: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    output = tmp_path / "all.root"
    write(folder / "a.root", 0)
    contents = write(folder / "b.root", 1)
    (folder / "c.root").write_bytes(contents[:500])
    follow = ("merge", output, "--follow", folder, "--until-idle", "0.3", *QUICK)
    result = ramet(*follow)
    assert result.returncode == BAD_INPUT
    assert "not merged" in result.stderr
    assert "c.root" in result.stderr
    assert entries_of(output) == list(range(200))
    assert ramet(*follow, "--bad", "skip").returncode == 0
    (folder / "c.root").unlink()
    write(folder / "d.root", 2, edge=4.7)
    result = ramet(*follow)
    assert result.returncode == LOSES_DATA
    assert "d.root': 'h'" in result.stderr
    assert entries_of(output) == list(range(200))


def test_options_that_are_not_possible_are_wrong_usage(
    ramet: Run, folder: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    for wrong in (["x.root"], ["--dry-run"], ["--compress", "zstd"], ["--where", "x > 1"], ["--bad", "recover"]):
        result = ramet("merge", tmp_path / "all.root", *wrong, "--follow", folder)
        assert result.returncode == 2, wrong
        assert "exclude each other" in result.stderr
    assert ramet("merge", tmp_path / "all.root").returncode == 2
    (tmp_path / "all.root").write_bytes(b"mine")
    result = ramet("merge", tmp_path / "all.root", "--follow", folder)
    assert result.returncode == BAD_OUTPUT
    assert "exists" in result.stderr


def test_a_folder_that_is_missing_is_wrong_usage(ramet: Run, tmp_path: pathlib.Path) -> None:
    refused = ramet("merge", tmp_path / "all.root", "--follow", tmp_path / "nowhere", "--until-idle", "0")
    assert refused.returncode == 2
    assert "nowhere' is no folder to follow" in refused.stderr
    assert not list(tmp_path.iterdir())
