"""The program as a whole: help, exit codes, output, interruption."""

from __future__ import annotations

import os
import pathlib
import pty
import signal
import subprocess
import time

import numpy
import pytest
import uproot
from program_run import Run


def read_terminal(program: pathlib.Path, *arguments: str, columns: int = 60) -> str:
    """The output of the program when its standard output and error are a terminal."""
    import fcntl
    import struct
    import termios

    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = {**os.environ, "TERM": "xterm"}
    environment.pop("NO_COLOR", None)
    process = subprocess.Popen(
        [str(program), *arguments], stdin=follower, stdout=follower, stderr=follower, env=environment
    )
    os.close(follower)
    output = b""
    while True:
        try:
            part = os.read(leader, 65536)
        except OSError:  # how Linux says that the other end is closed
            break
        if not part:
            break
        output += part
    os.close(leader)
    assert process.wait(timeout=60) == 0
    return output.decode()


@pytest.mark.parametrize("command", ["ls", "show", "draw"])
def test_each_command_explains_itself_with_an_example(ramet: Run, command: str) -> None:
    result = ramet(command, "--help")
    assert result.returncode == 0
    assert result.stderr == ""
    assert f"  ramet {command} " in result.stdout
    assert "--json" in result.stdout


def test_the_program_explains_itself_and_its_exit_codes(ramet: Run) -> None:
    result = ramet("--help")
    assert result.returncode == 0
    for word in ("ls", "show", "draw", "--threads", "--version", "--no-progress", "130 interrupted"):
        assert word in result.stdout


def test_the_version_is_that_of_the_project(ramet: Run) -> None:
    result = ramet("--version")
    assert result.returncode == 0
    name, version = result.stdout.split()
    assert name == "ramet"
    assert version.count(".") == 2


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("fly",),
        ("ls",),
        ("ls", "--sideways", "x.root"),
        ("--threads", "-1", "ls", "x"),
        ("show", "--sort", "x", "y"),
    ],
)
def test_wrong_usage_ends_with_2_and_names_the_help(ramet: Run, arguments: tuple[str, ...]) -> None:
    result = ramet(*arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("ramet: ")
    command = " ".join(["ramet", *(word for word in arguments if word in ("ls", "show"))])
    assert result.stderr.endswith(f"see {command} --help\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("dif a.root b.root", "there is no command 'dif'; did you mean 'diff'?"),
        ("copy a.root b.root", "there is no command 'copy'; did you mean 'cp'?"),
        ("delete a.root:x", "there is no command 'delete'; did you mean 'rm'?"),
        ("", "a command is needed; see ramet --help"),
        ("diff a.root", "ramet diff needs right (FILE[:PATH]); see ramet diff --help"),
        ("rm", "ramet rm needs places (FILE:PATH); see ramet rm --help"),
        (
            "convert a.root b.root --to rntuple",
            "--to: 'rntuple' is none of ntuple, tree; see ramet convert --help",
        ),
        (
            "merge o.root a.root --missing none",
            "--missing: none not in {refuse,drop,fill,flag}; see ramet merge --help",
        ),
    ],
)
def test_wrong_words_are_named_with_what_was_meant(ramet: Run, words: str, said: str) -> None:
    result = ramet(*words.split())
    assert (result.returncode, result.stdout, result.stderr) == (2, "", f"ramet: {said}\n")


def test_help_may_stand_before_the_command(ramet: Run) -> None:
    assert ramet("help").stdout == ramet("--help").stdout
    assert ramet("help", "cp").stdout == ramet("cp", "--help").stdout != ""


@pytest.mark.parametrize(("command", "limit"), [("merge", "512MiB"), ("diff", "512MiB"), ("check", "1GiB")])
def test_help_has_the_limit_of_memory_that_holds(ramet: Run, command: str, limit: str) -> None:
    line = next(line for line in ramet(command, "--help").stdout.splitlines() if "--max-memory" in line)
    assert f"={limit}" in line


@pytest.mark.parametrize("command", [("ls",), ("show",), ("draw",)])
def test_a_file_of_another_format_ends_with_1(ramet: Run, tmp_path: pathlib.Path, command: tuple[str, ...]) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("no ROOT file, but long enough to be one\n" * 10)
    for path in (text, tmp_path, tmp_path / "missing.root", "/dev/null"):
        result = ramet(*command, path)
        assert result.returncode == 1, path
        assert result.stdout == ""
        assert result.stderr.startswith("ramet: ")
        assert result.stderr.count("\n") == 1


def test_a_full_disk_is_an_error(program: pathlib.Path, sample: pathlib.Path) -> None:
    with pathlib.Path("/dev/full").open("w") as full:
        result = subprocess.run(
            [str(program), "ls", str(sample)], stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=60
        )
    assert result.returncode == 1
    assert result.stderr == "ramet: cannot write the output: No space left on device\n"


def test_common_options_may_stand_before_and_behind_the_command(ramet: Run, sample: pathlib.Path) -> None:
    before = ramet("--threads", 2, "ls", sample)
    behind = ramet("ls", sample, "--threads", 2)
    assert before.returncode == behind.returncode == 0
    assert before.stdout == behind.stdout


def test_away_from_a_terminal_there_are_no_colours_and_no_progress(ramet: Run, sample: pathlib.Path) -> None:
    result = ramet("draw", f"{sample}:Events", "mass")
    assert "\x1b" not in result.stdout
    assert result.stderr == ""


def test_progress_can_be_asked_for_and_goes_to_the_standard_error(ramet: Run, sample: pathlib.Path) -> None:
    result = ramet("draw", f"{sample}:Events", "mass", "--json", "--progress")
    assert "drawing 100%" in result.stderr
    assert "5,002/5,002" in result.stderr
    assert result.stdout.startswith("{")


def test_on_a_terminal_there_are_colours_and_long_names_fit(
    program: pathlib.Path, sample: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    assert "\x1b[1;32mEvents;1\x1b[0m" in read_terminal(program, "ls", str(sample))
    name = "HLT_DoubleMu33NoFiltersNoVtxDisplaced_" + "very_" * 12 + "long"
    with uproot.recreate(tmp_path / "long.root") as file:
        file.mktree("tree", {name: "int64"}).extend({name: numpy.arange(3)})
    place = f"{tmp_path / 'long.root'}:tree"
    narrow = read_terminal(program, "show", place, columns=100).splitlines()
    assert any(line.startswith("HLT_") and "…" in line and len(line) <= 100 for line in narrow)
    piped = subprocess.run([str(program), "show", place], capture_output=True, text=True, check=True, timeout=60)
    assert name in piped.stdout


def listing_nobody_reads(program: pathlib.Path, sample: pathlib.Path) -> subprocess.Popen[bytes]:
    """A listing that is larger than a pipe, so that the program waits in the middle of it."""
    process = subprocess.Popen(
        [str(program), "ls", *[str(sample)] * 1000], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    time.sleep(0.5)
    assert process.poll() is None
    return process


def test_an_interruption_stops_the_work_and_ends_with_130(program: pathlib.Path, sample: pathlib.Path) -> None:
    with listing_nobody_reads(program, sample) as process:
        process.send_signal(signal.SIGINT)
        time.sleep(0.2)
        assert process.poll() is None  # it was asked, and waits for its output to be taken
        output, messages = process.communicate(timeout=60)
        assert process.returncode == 130
        assert messages == b"ramet: interrupted\n"
        assert output.count(b"Events;1") < 1000


def test_a_second_interruption_ends_the_program_at_once(program: pathlib.Path, sample: pathlib.Path) -> None:
    with listing_nobody_reads(program, sample) as process:
        process.send_signal(signal.SIGINT)
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=10) == 130
