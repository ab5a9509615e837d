"""Files that were made to cost time and memory: every command ends soon and reports what it did not check."""

from __future__ import annotations

import dataclasses
import json
import pathlib
import subprocess
import sys
import tempfile
from dataclasses import dataclass

import pytest
from crafted_file import CraftedFile, Key, lzma_zeros, string_object, zlib_zeros

MEBIBYTE = 1 << 20
SECONDS = 10  # of one processor

# The greatest memory of a process includes what its parent had when it was forked. So a small process starts the
# program, and not that of the tests, which may be large.
LAUNCHER = """
import json, os, sys
_, status, usage = os.wait4(os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ), 0)
measures = {
    "status": os.waitstatus_to_exitcode(status),
    "seconds": usage.ru_utime + usage.ru_stime,
    "memory": usage.ru_maxrss * 1024,
}
with open(sys.argv[1], "w") as file:
    json.dump(measures, file)
"""


@dataclass(frozen=True)
class Run:
    """The result of a run of the program, with its time and memory."""

    status: int
    text: str
    seconds: float
    memory: int


@pytest.fixture
def measured(program: pathlib.Path, tmp_path: pathlib.Path) -> object:
    """Run the program; fail if it crashes or takes too long."""

    def run(*arguments: object) -> Run:
        measures = tmp_path / "measures.json"
        with tempfile.TemporaryFile() as output:
            launcher = [sys.executable, "-I", "-c", LAUNCHER, str(measures), str(program), *map(str, arguments)]
            subprocess.run(launcher, stdout=output, stderr=output, check=True)
            output.seek(0)
            text = output.read().decode(errors="replace")
        ran = Run(text=text, **json.loads(measures.read_text()))
        assert ran.status in (0, 1), ran
        assert ran.seconds < SECONDS, ran
        assert "bad_alloc" not in text
        return ran

    return run


COMMANDS = (["ls"], ["ls", "-R", "-t"], ["show"], ["check"], ["recover", "-o"])


def run_all(measured, path: pathlib.Path, memory: int) -> None:
    for command in COMMANDS:
        output = [path.with_name("recovered.root")] if "-o" in command else []
        ran = measured(*command, *output, path)
        assert ran.memory < memory, (command, ran.memory)


@pytest.mark.parametrize("class_name", ["TTree", "ROOT::RNTuple", "TObjString", "TH1D", "TDirectory"])
@pytest.mark.parametrize("cycles", [1, 2000])
def test_many_keys_of_one_record_cost_as_much_as_one(
    measured, tmp_path: pathlib.Path, class_name: str, cycles: int
) -> None:
    file = CraftedFile()
    key = file.record(Key(class_name, "k"), *lzma_zeros(4))
    keys = [dataclasses.replace(key, cycle=number % cycles + 1) for number in range(2000)]
    path = file.write(tmp_path / "same.root", keys)
    assert path.stat().st_size < 100_000
    run_all(measured, path, 500 * MEBIBYTE)


def test_trees_beyond_a_gibibyte_of_records_are_listed_without_entries(measured, tmp_path: pathlib.Path) -> None:
    file = CraftedFile()
    keys = [file.record(Key("TTree", f"t{number}"), *zlib_zeros(4)) for number in range(60)]
    ran = measured("ls", file.write(tmp_path / "trees.root", keys))
    assert "the trees' records have more than 1073741824 bytes" in ran.text or "more trees are not read" in ran.text
    assert len([line for line in ran.text.splitlines() if line.startswith("TTree")]) == 60


def test_many_trees_that_cannot_be_read_are_some_messages(measured, tmp_path: pathlib.Path) -> None:
    file = CraftedFile()
    keys = [file.record(Key("TTree", f"t{number}"), b"\xff" * 16) for number in range(5000)]
    path = file.write(tmp_path / "bad.root", keys)
    lines = [line for line in measured("ls", path).text.splitlines() if not line.startswith("TTree")]
    assert len(lines) == 21
    assert "bad.root': 4980 more trees are not read" in lines[-1]


def test_streamer_infos_beyond_the_memory_that_is_allowed_are_not_unpacked(measured, tmp_path: pathlib.Path) -> None:
    file = CraftedFile()
    layouts = file.record(Key("TList", "StreamerInfo"), *zlib_zeros(100))
    path = file.write(tmp_path / "layouts.root", [file.record(Key("TObjString", "s"), string_object("text"))], layouts)
    for command in ("ls", "show"):
        listed = measured(command, path)
        assert listed.status == 1
        assert listed.memory < 500 * MEBIBYTE
        assert "streamer infos: " in listed.text
        assert "would have 1677721500 bytes, at most 268435456 are read" in listed.text
    checked = measured("check", "--json", path)
    assert checked.memory < 500 * MEBIBYTE
    [report] = json.loads(checked.text)
    assert "layouts.root': streamer infos: not checked" in report["not_checked"][0]["message"]
    recovered = measured("recover", path, "-o", tmp_path / "new.root")
    assert recovered.memory < 500 * MEBIBYTE
    assert "1 other object" in recovered.text
    assert measured("check", "-q", tmp_path / "new.root").text == ""


def test_objects_beside_too_deep_directories_are_recovered(measured, tmp_path: pathlib.Path) -> None:
    file = CraftedFile()
    keys = [file.record(Key("TObjString", "inside"), string_object("text"))]
    for level in range(1500):
        keys = [file.directory("d" if level % 2 else "e" * 200, keys)]
    beside = file.record(Key("TObjString", "beside"), string_object("text"))
    path = file.write(tmp_path / "deep.root", [beside, *keys])
    measured("check", path)
    measured("recover", path, "-o", tmp_path / "new.root")
    assert measured("ls", "-1", f"{tmp_path / 'new.root'}:beside").text == "beside;1\n"
    assert measured("check", "-q", tmp_path / "new.root").text == ""
