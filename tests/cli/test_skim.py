"""ramet skim: chosen entries and columns in a new file."""

from __future__ import annotations

import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import time

import awkward
import numpy
import pytest
import uproot
from program_run import Run

CHOICES = ("--where", "mass > 90", "--where", "number % 4 == 2", "--define", "twice=2*number", "--define", "mass=-mass")


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """More entries than a task has, in clusters of 5,000."""
    path = tmp_path_factory.mktemp("skim") / "many.root"
    numbers = numpy.arange(120_000, dtype=numpy.int32)
    lists = awkward.unflatten(numpy.arange(numpy.sum(numbers % 4), dtype=numpy.float32), numbers % 4)
    with uproot.recreate(path) as file:
        tree = file.mktree("Events", {"number": "int32", "v": "var * float32"})
        for first in range(0, len(numbers), 5_000):
            tree.extend({"number": numbers[first : first + 5_000], "v": lists[first : first + 5_000]})
    return path


@pytest.mark.parametrize(
    "command",
    [("skim", "{}", "-o", "{}.out"), ("scan", "{}", "number", "-n", "3"), ("draw", "{}", "number"), ("tune", "{}")],
)
def test_a_file_with_one_table_needs_no_name(ramet: Run, many: pathlib.Path, command: tuple[str, ...]) -> None:
    result = ramet(*(word.format(many) for word in command))
    assert (result.returncode, result.stderr) == (0, "")


def test_a_file_with_several_tables_tells_their_names(ramet: Run, sample: pathlib.Path, tmp_path: pathlib.Path) -> None:
    result = ramet("skim", sample, "-o", tmp_path / "out.root")
    assert result.returncode == 1
    assert f"(Events, ntuple): name one, as '{sample}:Events'" in result.stderr


def test_entries_and_columns_are_those_chosen(
    ramet: Run, sample: pathlib.Path, tmp_path: pathlib.Path, masses: numpy.ndarray
) -> None:
    out = tmp_path / "out.root"
    result = ramet("skim", f"{sample}:Events", "-o", out, *CHOICES, "--drop", "*jet*")
    assert (result.returncode, result.stderr) == (0, "")
    numbers = numpy.arange(len(masses))
    kept = numbers[(-masses > 90) & (numbers % 4 == 2)]  # a definition is what later texts mean
    with uproot.open(out) as file:
        tree = file["Events"]
        assert tree.title == "a Z peak"
        assert sorted(tree.keys()) == ["mass", "number", "twice"]
        assert tree["mass"].array().tolist() == (-masses[kept]).tolist()
        assert tree["twice"].array().tolist() == (2 * kept).tolist()


@pytest.mark.parametrize("form", ["tree", "ntuple"])
def test_lists_are_kept_in_both_formats(ramet: Run, many: pathlib.Path, tmp_path: pathlib.Path, form: str) -> None:
    out = tmp_path / "out.root"
    words = ("--where", "number % 3 == 1", "--keep", "v", "--format", form, "--compression", "lz4:4")
    assert ramet("skim", f"{many}:Events", "-o", f"{out}:dir/T", *words).returncode == 0
    expected = uproot.open(many)["Events"]["v"].array()[1::3]
    with uproot.open(out) as file:
        assert file["dir/T"].classname.endswith("TTree" if form == "tree" else "RNTuple")
        assert file["dir/T"].arrays()["v"].tolist() == expected.tolist()
        if form == "tree":
            assert set(file["dir/T"].keys()) == {"nv", "v"}
            assert file["dir/T"]["v"].compression == uproot.LZ4(4)


def test_any_number_of_threads_writes_the_same_bytes(ramet: Run, many: pathlib.Path, tmp_path: pathlib.Path) -> None:
    def written(threads: int, *words: str) -> bytes:
        out = tmp_path / "out.root"
        result = ramet("skim", f"{many}:Events", "-o", out, "--force", "--threads", threads, *words)
        assert result.returncode == 0
        return out.read_bytes()

    for words in (
        (),
        ("--where", "number % 5000 < 100 || number > 60000"),
        ("--format", "ntuple", "--where", "Sum(v) > 9"),
    ):
        one, *others = (written(threads, *words) for threads in (1, 2, 5, 5))
        assert len(one) > 10_000
        assert all(other == one for other in others)


def test_many_files_are_one_table(ramet: Run, many: pathlib.Path, tmp_path: pathlib.Path) -> None:
    for number in range(2):
        os.link(many, tmp_path / f"part{number}.root")
    out = tmp_path / "out.root"
    words = ("--first", 100_000, "--entries", 30_000, "--rows", 25_000, "--keep", "number", "--json")
    result = ramet("skim", tmp_path / "part0.root", f"{tmp_path}/part?.root", "-t", "Events", "-o", out, *words)
    report = json.loads(result.stdout)
    assert report["entries_written"] == 25_000
    assert report["filters"] == report["lost"] == []
    assert not report["interrupted"]
    numbers = uproot.open(out)["Events"]["number"].array()
    assert numbers.tolist() == (numpy.arange(100_000, 125_000) % 120_000).tolist()


def test_the_cut_flow_is_printed(ramet: Run, many: pathlib.Path, tmp_path: pathlib.Path) -> None:
    place, words = f"{many}:Events", ("--where", "number < 30000", "--where", "v.size() == 3")
    text = ramet("skim", place, "-o", tmp_path / "a.root", *words).stdout
    assert text.startswith(f"{tmp_path / 'a.root'}: 7,500 of 120,000 entries, 2 columns, ")
    rows = [re.split(r"  +", line.strip()) for line in text.splitlines()[2:]]
    assert rows == [
        ["where", "entries", "kept", "of these", "of all"],
        ["number < 30000", "120,000", "30,000", "25.00%", "25.00%"],
        ["v.size() == 3", "30,000", "7,500", "25.00%", "6.25%"],
    ]
    report = json.loads(ramet("skim", place, "-o", tmp_path / "b.root", *words, "--json").stdout)
    assert report["filters"] == [
        {"where": "number < 30000", "entries": 120_000, "kept": 30_000},
        {"where": "v.size() == 3", "entries": 30_000, "kept": 7_500},
    ]
    assert report["covered"] == [[0, 120_000]]


def test_other_tables_histograms_and_texts_are_taken_along(
    ramet: Run, sample: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    second, out = tmp_path / "second.root", tmp_path / "out.root"
    second.write_bytes(sample.read_bytes())
    words = ("-t", "Events", "--where", "number < 3", "-o", out, "--json")
    report = json.loads(ramet("skim", sample, second, *words, "-a", "one/*,again", "-a", "ntuple").stdout)
    assert sorted(report["along"]) == ["again", "ntuple", "one/flat", "one/two/deep"]
    with uproot.open(out) as file:
        assert file["Events"].num_entries == 6
        assert file["again"] == "second"
        assert file.keys(recursive=False, cycle=True).count("again;1") == 1  # both files have the same
        assert file["one/two/deep"].values().tolist() == [2, 4, 0, 0]
        assert file["ntuple"].arrays()["x"].tolist() == [0, 1, 2] * 2
    assert ramet("check", out).returncode == 0
    every = ramet("skim", f"{sample}:Events", "-o", out, "--force", "--along-all").stdout
    (line,) = re.findall(r"^along: (.*)$", every, re.MULTILINE)
    assert sorted(line.split(", ")) == ["again", "ntuple", "one/flat", "one/two/deep"]
    failed = ramet("skim", f"{sample}:Events", "-o", tmp_path / "new.root", "--along", "ntuples")
    assert (failed.returncode, (tmp_path / "new.root").exists()) == (1, False)
    assert "nothing called 'ntuples' could be taken along; did you mean 'ntuple'?" in failed.stderr


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("--keep", "nunber"), 2, "keep 'nunber': there is no such column; did you mean 'number'?"),
        (("--drop", "jets_*"), 2, "drop 'jets_*': no column matches this pattern"),
        (("--drop", "*"), 2, "no column is left"),
        (("--where", "mass >"), 2, "expected a value"),
        (("--where", "mass"), 2, "bool is wanted"),
        (("--where", "mas > 1"), 2, "mas"),
        (("--define", "x=mass+"), 2, "expected a value"),
        (("--define", "x"), 2, "--define 'x' is not NAME=EXPRESSION"),
        (("--compression", "zip"), 2, "zip"),
        (("--entries", "0"), 2, "nothing to write"),
        (("--format", "parquet"), 2, "--format"),
    ],
)
def test_what_cannot_be_skimmed_is_said_and_nothing_is_written(
    ramet: Run, sample: pathlib.Path, tmp_path: pathlib.Path, words: tuple[str, ...], code: int, message: str
) -> None:
    result = ramet("skim", f"{sample}:Events", "-o", tmp_path / "out.root", *words)
    assert (result.returncode, result.stdout) == (code, "")
    assert message in result.stderr
    assert not (tmp_path / "out.root").exists()


def test_outputs_are_replaced_only_by_force_and_inputs_never(
    ramet: Run, sample: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    out, link = tmp_path / "out.root", tmp_path / "link.root"
    out.write_bytes(b"precious")
    refused = ramet("skim", f"{sample}:Events", "-o", out)
    assert (refused.returncode, out.read_bytes()) == (2, b"precious")
    assert "--force replaces it" in refused.stderr
    assert ramet("skim", f"{sample}:Events", "-o", out, "--force").returncode == 0
    before = out.read_bytes()
    os.link(out, link)
    result = ramet("skim", f"{out}:Events", "-o", link, "--force")
    assert (result.returncode, out.read_bytes()) == (2, before)
    assert "is an input" in result.stderr
    assert ramet("skim", sample, "-o", tmp_path / "x.root").returncode == 1  # which table?


def test_damage_ends_a_skim_or_is_left_out(ramet: Run, many: pathlib.Path, tmp_path: pathlib.Path) -> None:
    damaged, out = tmp_path / "damaged.root", tmp_path / "out.root"
    data = bytearray(many.read_bytes())
    branch = uproot.open(many)["Events"]["number"]
    data[branch.member("fBasketSeek")[12] + 120] ^= 0xFF  # of entries 60,000 to 65,000
    damaged.write_bytes(data)
    failed = ramet("skim", f"{damaged}:Events", "-o", out, "--keep", "number")
    assert failed.returncode == 1
    assert all(part in failed.stderr for part in (str(damaged), "number", "basket"))
    result = ramet("skim", f"{damaged}:Events", "-o", out, "--keep", "number", "--force", "--skip-damaged", "--json")
    assert result.returncode == 1
    report = json.loads(result.stdout)
    (lost,) = report["lost"]
    assert lost["first"] <= 60_000 < 65_000 <= lost["last"]
    assert f"entries {lost['first']} to {lost['last'] - 1} are lost" in result.stderr
    numbers = numpy.arange(120_000)
    kept = numbers[(numbers < lost["first"]) | (numbers >= lost["last"])]
    assert uproot.open(out)["Events"]["number"].array().tolist() == kept.tolist()


def test_an_interruption_leaves_a_complete_file_of_what_was_done(
    program: pathlib.Path, many: pathlib.Path, ramet: Run, tmp_path: pathlib.Path
) -> None:
    out = tmp_path / "out.root"
    words = ["skim", f"{many}:Events", "-o", str(out), "--threads", "2", "--json"]
    words += slow_words(30)
    with subprocess.Popen([str(program), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        time.sleep(1)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        output, messages = process.communicate(timeout=60)
        assert process.returncode == 130
    report = json.loads(output)
    assert report["interrupted"]
    written = report["entries_written"]
    assert f"is complete, but has only {written} entries" in messages.decode()
    assert written == sum(last - first for first, last in report["covered"]) < 120_000
    covered = numpy.concatenate([numpy.arange(0), *(numpy.arange(*one) for one in report["covered"])])
    assert uproot.open(out)["Events"]["number"].array().tolist() == covered.tolist()
    assert ramet("check", out).returncode == 0


def slow_words(repeated: int) -> list[str]:
    """Conditions that all entries pass, and that take their time."""
    words = []
    for number in range(repeated):
        slow = "+".join(f"TMath::Gamma(number*1e-9+{term}.5+{number}*1e-3)" for term in range(1, 100))
        words += ["--where", f"{slow} > 0"]
    return words


def test_a_killed_skim_leaves_a_file_that_can_be_recovered(
    program: pathlib.Path, many: pathlib.Path, ramet: Run, tmp_path: pathlib.Path
) -> None:
    out = tmp_path / "out.root"
    words = ["skim", f"{many}:Events", "-o", str(out), "--threads", "2", *slow_words(15)]
    with subprocess.Popen([str(program), *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while process.poll() is None and not (out.exists() and out.stat().st_size > 100_000):
            time.sleep(0.02)
        assert process.poll() is None
        process.kill()
        process.wait()
    assert ramet("recover", out, "-o", tmp_path / "whole.root").returncode == 0
    numbers = uproot.open(tmp_path / "whole.root")["Events"]["number"].array().tolist()
    assert 0 < len(numbers) < 120_000
    assert numbers == list(range(len(numbers)))


def test_a_full_disk_is_an_error_that_names_the_file(
    program: pathlib.Path, many: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    out = tmp_path / "out.root"

    def little_space() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))

    words = [str(program), "skim", f"{many}:Events", "-o", str(out), "--compression", "none"]
    result = subprocess.run(words, capture_output=True, text=True, preexec_fn=little_space, check=False, timeout=60)
    assert result.returncode == 1
    assert result.stdout == ""
    assert str(out) in result.stderr
    assert uproot.open(out)["Events"].num_entries < 120_000  # what a checkpoint had is there
