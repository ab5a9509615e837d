"""ramet cp, mv, rm and mkdir: what is in the files, and exit codes."""

from __future__ import annotations

import json
import pathlib
import signal
import subprocess

import numpy
import pytest
import uproot
from program_run import Run

WRONG_USAGE = 2


@pytest.fixture
def source(tmp_path: pathlib.Path) -> pathlib.Path:
    """A file with a tree, two histograms in a directory and a text."""
    path = tmp_path / "source.root"
    with uproot.recreate(path) as file:
        file.mktree("muons/Events", {"x": "float64"})
        file["muons/Events"].extend({"x": numpy.arange(100.0)})
        for name in ("h1", "h2"):
            file[f"muons/{name}"] = numpy.histogram([0.5, 1.5], bins=4, range=(0, 4))
        file["text"] = "hello"
    return path


def keys_of(path: pathlib.Path) -> list[str]:
    with uproot.open(path) as file:
        return sorted(file.keys())


def test_cp_copies_by_patterns_into_a_directory(ramet: Run, source: pathlib.Path, tmp_path: pathlib.Path) -> None:
    target = tmp_path / "target.root"
    result = ramet("cp", f"{source}:muons/*", f"{source}:text", f"{target}:all/")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert keys_of(target) == ["all/Events;1", "all/h1;1", "all/h2;1", "all/text;1", "all;1"]
    with uproot.open(target) as file:
        assert file["all/Events/x"].array(library="np").tolist() == list(range(100))
        assert file["all/h1"].values().tolist() == [1.0, 1.0, 0.0, 0.0]
        assert file["all/text"] == "hello"
    assert "sound" in ramet("check", target).stdout


def test_cp_of_a_whole_file_needs_recursion(ramet: Run, source: pathlib.Path, tmp_path: pathlib.Path) -> None:
    target = tmp_path / "target.root"
    result = ramet("cp", "-r", "--json", source, target)
    assert result.returncode == 0
    assert {one["class"] for one in json.loads(result.stdout)} >= {"TTree", "TH1D", "TObjString"}
    assert keys_of(target) == keys_of(source)
    refused = ramet("cp", f"{source}:muons", target)
    assert refused.returncode == 1
    assert "is a directory" in refused.stderr


def test_mv_renames_and_moves(ramet: Run, source: pathlib.Path, tmp_path: pathlib.Path) -> None:
    assert ramet("mv", f"{source}:text", f"{source}:muons/greeting").returncode == 0
    assert ramet("mv", "-r", f"{source}:muons", f"{tmp_path}/other.root:particles").returncode == 0
    assert keys_of(source) == []
    assert keys_of(tmp_path / "other.root") == [
        "particles/Events;1",
        "particles/greeting;1",
        "particles/h1;1",
        "particles/h2;1",
        "particles;1",
    ]
    assert "sound" in ramet("check", tmp_path / "other.root", source).stdout


def test_rm_and_mkdir(ramet: Run, source: pathlib.Path) -> None:
    assert ramet("rm", f"{source}:muons/h?", f"{source}:text").returncode == 0
    assert ramet("mkdir", "-p", f"{source}:a/b").returncode == 0
    assert keys_of(source) == ["a/b;1", "a;1", "muons/Events;1", "muons;1"]
    result = ramet("rm", f"{source}:muon")
    assert result.returncode == 1
    assert "muons" in result.stderr
    assert ramet("rm", "-r", f"{source}:muons").returncode == 0
    assert keys_of(source) == ["a/b;1", "a;1"]


def test_wrong_usage_and_missing_files(ramet: Run, source: pathlib.Path, tmp_path: pathlib.Path) -> None:
    assert ramet("cp", source).returncode == WRONG_USAGE
    assert ramet("rm").returncode == WRONG_USAGE
    missing = tmp_path / "missing.root"
    for words in (["cp", f"{missing}:h", source], ["mv", f"{missing}:h", source], ["rm", f"{missing}:h"]):
        result = ramet(*words)
        assert result.returncode == 1
        assert "missing.root" in result.stderr
    assert not missing.exists()


def test_a_move_survives_being_killed(program: pathlib.Path, source: pathlib.Path, tmp_path: pathlib.Path) -> None:
    """At any moment the tree is in the source or in the target, or in both."""
    with uproot.update(source) as file:
        file.mktree("big", {"x": "float64"})
        for part in range(20):
            file["big"].extend({"x": numpy.random.default_rng(part).random(20_000)})
    whole = source.read_bytes()
    for delay in (0.0, 0.005, 0.01, 0.02, 0.04):
        source.write_bytes(whole)
        target = tmp_path / f"target{delay}.root"
        running = subprocess.Popen([program, "mv", f"{source}:big", str(target)])
        try:
            running.wait(delay)
        except subprocess.TimeoutExpired:
            running.send_signal(signal.SIGKILL)
            running.wait()
        places = [path for path in (source, target) if path.exists() and "big;1" in keys_of(path)]
        assert places
        for path in places:
            with uproot.open(path) as file:
                assert file["big"].num_entries == 400_000
                assert len(file["big/x"].array(library="np")) == 400_000


def test_a_full_disk_leaves_the_target_as_it_was(
    program: pathlib.Path, ramet: Run, source: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    target = tmp_path / "target.root"
    assert ramet("cp", f"{source}:text", target).returncode == 0
    before = target.read_bytes()
    with uproot.update(source) as file:
        file.mktree("big", {"x": "float64"})
        file["big"].extend({"x": numpy.random.default_rng(1).random(200_000)})
    blocks = 256  # of 1024 bytes
    command = f"ulimit -f {blocks}; exec '{program}' cp '{source}:big' '{target}'"
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert "target.root" in result.stderr
    assert target.read_bytes() == before
    assert ramet("cp", f"{source}:big", target).returncode == 0


def test_what_is_said_about_wrong_places(ramet: Run, source: pathlib.Path, tmp_path: pathlib.Path) -> None:
    for words, said in (
        (("mkdir", source), f"'{source}' names no directory: expected FILE:DIRECTORY"),
        (("mkdir", f"{source}:a/b"), f"no directory 'a' in '{source}'; parents (-p) makes it, too"),
        (("mkdir", "-p", f"{source}:text"), "'text' is a TObjString, not a directory"),
        (
            ("rm", f"{source}:muons"),
            f"'{source}:muons' is a directory: it is only removed with all that is in it, recursively (-r)",
        ),
        (
            ("cp", "-r", source, f"{source}:copies"),
            f"'copies' is no directory of '{source}', so it cannot take several sources; 'copies/' would be made",
        ),
        (
            ("cp", f"{source}:text", tmp_path / "none/new.root"),
            f"cannot create '{tmp_path}/none/new.root': there is no folder '{tmp_path}/none'",
        ),
    ):
        result = ramet(*words)
        assert (result.returncode, result.stderr) == (1, f"ramet: {said}\n")
