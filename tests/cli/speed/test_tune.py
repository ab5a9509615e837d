"""ramet tune, and profiles that merge and skim take."""

from __future__ import annotations

import json
import pathlib
import resource
import shutil
import subprocess

import awkward
import numpy
import pytest
import uproot
from program_run import Run


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """Half a megabyte: numbers that count, flags and noise."""
    path = tmp_path_factory.mktemp("tune") / "in.root"
    generator = numpy.random.default_rng(1)
    with uproot.recreate(path) as file:
        tree = file.mktree("Events", {"number": "int32", "flag": "bool", "noise": "float32"})
        numbers = numpy.arange(60_000, dtype=numpy.int32)
        noise = generator.normal(size=60_000).astype(numpy.float32)
        tree.extend({"number": numbers, "flag": numbers % 50 == 0, "noise": noise})
    return path


def test_tune_measures_and_its_profile_is_what_apply_skim_and_merge_do(
    ramet: Run, table: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    profile, report, page, applied = (tmp_path / name for name in ("p.json", "r.json", "r.html", "applied.root"))
    words = ("--goal", "small", "--reads", "n*", "--repeats", "2")
    result = ramet("tune", f"{table}:Events", *words, "-o", profile, "--report", report, "--apply", applied)
    assert (result.returncode, result.stderr) == (0, "")
    assert "small *" in result.stdout
    found = json.loads(report.read_text())
    assert [way["name"] for way in found["named"]] == ["small", "balanced", "fast", "default"]
    small = found["named"][0]
    assert small["predicted"]["bytes"] == pytest.approx(small["measured"]["bytes"], rel=0.02)
    assert small["measured"]["bytes"] <= found["named"][3]["measured"]["bytes"]
    assert [way["predicted"]["bytes"] for way in found["front"]] == sorted(
        way["predicted"]["bytes"] for way in found["front"]
    )
    chosen = json.loads(profile.read_text())
    assert (chosen["ramet_profile"], chosen["goal"]) == (1, "small")

    assert ramet("skim", f"{table}:Events", "-o", tmp_path / "skim.root", "--profile", profile).returncode == 0
    assert ramet("merge", tmp_path / "merged.root", table, "--profile", profile).returncode == 0
    assert ramet("tune", f"{table}:Events", "--report", page, "--repeats", "1", "-o", profile).returncode == 0
    assert json.loads(profile.read_text())["goal"] == "balanced"  # an earlier profile is replaced
    assert page.read_text().count("<circle ") >= 4
    sizes = []
    for path in (applied, tmp_path / "skim.root", tmp_path / "merged.root"):
        with uproot.open(path) as file:
            assert file["Events"]["number"].array(library="np").tolist() == list(range(60_000))
            sizes.append(sum(branch.compressed_bytes for branch in file["Events"].branches))
    assert max(sizes) < 1.001 * min(sizes)
    assert sizes[0] < small["measured"]["bytes"]


@pytest.mark.parametrize(
    "words",
    [
        ["--goal", "best"],
        ["--report", "x.pdf"],
        ["--sample", "1"],
        ["--apply", "EXISTS"],
        ["--format", "csv"],
        ["--latency", "nan"],
    ],
)
def test_wrong_usage_is_refused(ramet: Run, table: pathlib.Path, words: list[str]) -> None:
    words = [str(table) if word == "EXISTS" else word for word in words]
    assert ramet("tune", f"{table}:Events", *words).returncode == 2


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("-o own.root", "--output 'own.root': the file is an input"),
        ("-o linked.json", "--output 'linked.json': the file is an input"),
        ("--report linked.json", "--report 'linked.json': the file is an input"),
        ("--apply ./own.root", "--apply './own.root': the file is an input"),
        ("-o a.json --report ./a.json", "--report './a.json': --output writes that file"),
        ("-o a.root --apply a.root", "--apply 'a.root': --output writes that file"),
        ("-o other.root", "--output 'other.root': the file exists, and is no JSON"),
        ("--report notes.html", "--report 'notes.html': the file exists, and is no page"),
        ("--apply notes.html", "--apply 'notes.html': the file exists"),
        ("-o none/a.json", "--output 'none/a.json': there is no folder 'none'"),
        ("--report none/a.html", "--report 'none/a.html': there is no folder 'none'"),
        ("--apply none/a.root", "--apply 'none/a.root': there is no folder 'none'"),
        ("-o folder", "--output 'folder': is a folder"),
    ],
)
def test_nothing_of_the_users_is_overwritten(
    ramet: Run,
    table: pathlib.Path,
    tmp_path: pathlib.Path,
    monkeypatch: pytest.MonkeyPatch,
    words: str,
    problem: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "notes.html").write_text("notes")
    for name in ("own.root", "other.root"):
        shutil.copy(table, tmp_path / name)
    (tmp_path / "linked.json").symlink_to("own.root")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    result = ramet("tune", "own.root:Events", *words.split())
    assert (result.returncode, result.stdout) == (2, "")
    assert problem in result.stderr
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()} == before


def test_a_pattern_that_matches_nothing_is_named_as_it_was_given(ramet: Run, table: pathlib.Path) -> None:
    result = ramet("tune", f"{table}:Events", "--reads", "Zzz*")
    assert (result.returncode, result.stdout) == (1, "")
    assert "reads 'Zzz*': no column matches this pattern; there is 'number', 'flag', 'noise'" in result.stderr


def test_a_full_disk_leaves_the_earlier_profile_and_no_part_of_the_new_one(
    program: pathlib.Path, table: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    profile, report = tmp_path / "p.json", tmp_path / "r.html"
    profile.write_text('{"ramet_profile": 1}')

    def little_space() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    for option, path in (("-o", profile), ("--report", report)):
        words = [str(program), "tune", f"{table}:Events", "--repeats", "1", option, str(path)]
        result = subprocess.run(words, capture_output=True, text=True, preexec_fn=little_space, check=False, timeout=60)
        assert (result.returncode, result.stdout) == (1, "")
        assert result.stderr == f"ramet: cannot write '{path}'\n"
    assert [path.name for path in tmp_path.iterdir()] == ["p.json"]
    assert profile.read_text() == '{"ramet_profile": 1}'


def test_names_of_tables_cannot_move_the_cursor(ramet: Run, tmp_path: pathlib.Path) -> None:
    with uproot.recreate(tmp_path / "in.root") as file:
        file.mktree("a\x1b[2Jb", {"x": "int32"}).extend({"x": numpy.arange(1000, dtype=numpy.int32)})
    result = ramet("tune", tmp_path / "in.root", "-t", "a\x1b[2Jb", "--repeats", "1")
    assert (result.returncode, result.stderr) == (0, "")
    assert "\x1b" not in result.stdout


def test_a_counter_may_be_what_is_read(ramet: Run, tmp_path: pathlib.Path) -> None:
    counts = numpy.arange(5_000) % 4
    values = awkward.unflatten(numpy.arange(counts.sum(), dtype=numpy.float32), counts)
    with uproot.recreate(tmp_path / "in.root") as file:
        file.mktree("Events", {"pt": "var * float32"}).extend({"pt": values})
    result = ramet("tune", f"{tmp_path}/in.root:Events", "--reads", "npt", "--repeats", "1")
    assert (result.returncode, result.stderr) == (0, "")
    assert "0 of 1 columns read" in result.stdout


def test_what_is_no_profile_is_wrong_usage(ramet: Run, table: pathlib.Path, tmp_path: pathlib.Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text('{"ramet_profile": 2}')
    result = ramet("skim", f"{table}:Events", "-o", tmp_path / "never.root", "--profile", bad)
    assert (result.returncode, result.stderr) == (2, f"ramet: profile '{bad}': has version 2, 1 is known\n")
    assert ramet("merge", tmp_path / "never.root", table, "--profile", tmp_path / "none.json").returncode == 2
    assert not (tmp_path / "never.root").exists()
