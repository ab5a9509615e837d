"""ramet merge and ramet hadd: outputs, reports and exit codes."""

from __future__ import annotations

import json
import pathlib
import subprocess

import numpy
import pytest
import uproot
from program_run import Run

LOSES_DATA = 3
WRONG_USAGE = 2
BAD_INPUT = 4
BAD_OUTPUT = 5


@pytest.fixture
def inputs(tmp_path: pathlib.Path) -> list[pathlib.Path]:
    """Three files with a tree, a histogram and a text; the third has another text."""
    paths = []
    for number in range(3):
        path = tmp_path / f"in{number}.root"
        with uproot.recreate(path) as file:
            file.mktree("Events", {"x": "float64"})
            file["Events"].extend({"x": numpy.arange(100.0) + 100 * number})
            file["d/h"] = numpy.histogram([0.5, 1.5, number], bins=4, range=(0, 4))
            file["text"] = "other" if number == 2 else "same"
        paths.append(path)
    return paths


def entries_of(path: pathlib.Path) -> list[float]:
    with uproot.open(path) as file:
        return file["Events/x"].array(library="np").tolist()


def test_entries_are_joined_in_order_and_histograms_added(
    ramet: Run, inputs: list[pathlib.Path], tmp_path: pathlib.Path
) -> None:
    output = tmp_path / "all.root"
    result = ramet("merge", output, *inputs[:2])
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert entries_of(output) == list(range(200))
    with uproot.open(output) as file:
        assert file["d/h"].values().tolist() == [3.0, 3.0, 0.0, 0.0]
        assert file["text"] == "same"
    assert "sound" in ramet("check", output).stdout
    again = ramet("merge", output, *inputs[:2])
    assert again.returncode == BAD_OUTPUT
    assert "exists" in again.stderr
    assert ramet("merge", "-f", output, inputs[1], inputs[0]).returncode == 0
    assert entries_of(output) == [*range(100, 200), *range(100)]


def test_what_would_be_lost_is_named_and_nothing_is_written(
    ramet: Run, inputs: list[pathlib.Path], tmp_path: pathlib.Path
) -> None:
    output = tmp_path / "all.root"
    result = ramet("merge", output, *inputs)
    assert result.returncode == LOSES_DATA
    assert "contents 'text': it differs in" in result.stderr
    assert "in2.root" in result.stderr
    assert "nothing was written" in result.stderr
    assert not output.exists()
    assert ramet("merge", output, *inputs, "--rule", "TObjString=first").returncode == 0
    assert len(entries_of(output)) == 300


def test_a_dry_run_reports_and_writes_nothing(ramet: Run, inputs: list[pathlib.Path], tmp_path: pathlib.Path) -> None:
    output = tmp_path / "all.root"
    text = ramet("merge", "--dry-run", output, *inputs[:2])
    assert text.returncode == 0
    assert "TTree 'Events': gather of 2 inputs, 200 entries" in text.stdout
    refused = ramet("merge", "--dry-run", "--json", output, *inputs)
    assert refused.returncode == LOSES_DATA
    report = json.loads(refused.stdout)
    assert report["loses_data"]
    [difference] = report["differences"]
    assert (difference["kind"], difference["path"], difference["input"]) == ("contents", "text", 2)
    assert {one["path"]: one["way"] for one in report["objects"]} == {"Events": "gather", "d/h": "sum", "text": "one"}
    assert not output.exists()


def test_inputs_may_be_in_a_list_and_bad_ones_left_out(
    ramet: Run, inputs: list[pathlib.Path], tmp_path: pathlib.Path
) -> None:
    output = tmp_path / "all.root"
    names = tmp_path / "names.txt"
    names.write_text(f"{inputs[0]}\n\n  {tmp_path / 'missing.root'}\n{inputs[1]}\n")
    stopped = ramet("merge", output, f"@{names}")
    assert stopped.returncode == BAD_INPUT
    assert "missing.root" in stopped.stderr
    skipped = ramet("merge", "--bad", "skip", output, f"@{names}")
    assert skipped.returncode == 0
    assert "missing.root" in skipped.stderr
    assert len(entries_of(output)) == 200
    recovered = ramet("merge", "-f", "--bad", "recover", output, f"@{names}")
    assert recovered.returncode == 0
    assert "missing.root" in recovered.stderr
    assert ramet("merge", output, f"@{tmp_path / 'no list'}").returncode == 2


def test_of_an_input_that_was_not_closed_is_said_how_it_is_merged(
    ramet: Run, inputs: list[pathlib.Path], tmp_path: pathlib.Path
) -> None:
    killed = pathlib.Path(__file__).parents[1] / "compat" / "root_killed_tree.root"
    stopped = ramet("merge", tmp_path / "all.root", inputs[0], killed)
    assert stopped.returncode == BAD_INPUT
    assert "was not closed" in stopped.stderr
    assert "--bad recover merges what is found" in stopped.stderr
    skipped = ramet("merge", tmp_path / "all.root", inputs[0], killed, "--bad", "skip")
    assert (skipped.returncode, "--bad" in skipped.stderr) == (0, False)


def test_hadd_takes_its_own_arguments(ramet: Run, inputs: list[pathlib.Path], tmp_path: pathlib.Path) -> None:
    output = tmp_path / "all.root"
    assert ramet("hadd", "-v", "0", "-n", "5", "-j", "2", "-fk", output, *inputs).returncode == 0
    with uproot.open(output) as file:
        assert [file[f"text;{cycle}"] for cycle in (1, 2, 3)] == ["same", "same", "other"]
        assert file["Events"].num_entries == 300
    assert ramet("hadd", output, *inputs).returncode == 1
    assert ramet("hadd", "-T", "-f505", output, *inputs).returncode == 0
    with uproot.open(output) as file:
        assert "Events" not in file
        assert file.file.compression.code == 505
    assert ramet("hadd", "-a", output, inputs[0]).returncode == 0
    with uproot.open(output) as file:
        assert "Events" in file
    assert ramet("hadd", "-f", "-k", output, inputs[0], tmp_path / "missing.root").returncode == 0
    listed = tmp_path / "objects.txt"
    listed.write_text("# what is left out\n\n  Events text\n#text\n")  # the first word of a line counts
    assert ramet("hadd", "-f", "-L", listed, "-Ltype", "SkipListed", output, *inputs).returncode == 0
    with uproot.open(output) as file:
        assert set(file.keys(cycle=False)) == {"d", "d/h", "text"}
    assert ramet("hadd", "-f", "-L", listed, "-Ltype", "OnlyListed", output, *inputs).returncode == 0
    with uproot.open(output) as file:
        assert set(file.keys(cycle=False)) == {"Events"}


@pytest.mark.parametrize("words", [["all.root"], ["-nonsense", "a", "b"], ["-L", "x", "a", "b"], ["-fx", "a", "b"]])
def test_wrong_arguments_of_hadd_are_refused(ramet: Run, words: list[str]) -> None:
    assert ramet("hadd", *words).returncode == 2


@pytest.mark.parametrize(
    "words",
    [
        ["-v0", "-j2", "-n5"],
        ["-v=0", "-j=2", "-n=5"],
        ["-v", "-j", "-dbg"],
        ["-cachesize64MB", "-d."],
        ["-cachesize", "1.5k", "-d", "."],
        ["-cachesize=1KiB", "-d=."],
        ["-LtypeSkipListed", "-L=objects.txt"],
    ],
)
def test_hadd_takes_values_that_are_attached(
    ramet: Run, inputs: list[pathlib.Path], tmp_path: pathlib.Path, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    pathlib.Path("objects.txt").write_text("text\n")
    done = ramet("hadd", *words, "all.root", *inputs)
    assert done.returncode == 0
    assert bool(done.stdout) == (not any(word.startswith("-v") and word.endswith("0") for word in words))
    with uproot.open("all.root") as file:
        assert ("text" in file) == ("-L=objects.txt" not in words)


@pytest.mark.parametrize(
    "words",
    [
        ["-n", "abc"],
        ["-n", "-1"],
        ["-cachesize", "abc"],
        ["-cachesize", "3X"],
        ["-cachesize3Mx"],
        ["-j", "2", "-d", "nowhere/at all"],
    ],
)
def test_hadd_refuses_bad_values_as_root_does(
    ramet: Run, inputs: list[pathlib.Path], tmp_path: pathlib.Path, words: list[str]
) -> None:
    output = tmp_path / "all.root"
    refused = ramet("hadd", *words, output, *inputs)
    assert refused.returncode == 1
    assert "of hadd is '" in refused.stderr
    assert not output.exists()


def test_a_rule_needs_a_class_and_a_known_name(ramet: Run, inputs: list[pathlib.Path], tmp_path: pathlib.Path) -> None:
    for rule in ("TNamed", "=first", "TNamed=best"):
        assert ramet("merge", tmp_path / "all.root", *inputs, "--rule", rule).returncode == 2


def test_a_merge_that_was_killed_goes_on(
    program: pathlib.Path, ramet: Run, inputs: list[pathlib.Path], tmp_path: pathlib.Path
) -> None:
    output = tmp_path / "all.root"
    words = ["merge", "--reproducible", "--rule", "TObjString=first", str(output), *map(str, inputs)]
    assert ramet(*words).returncode == 0
    expected = output.read_bytes()
    output.unlink()
    part, journal = tmp_path / "all.root.part", tmp_path / "all.root.part.journal"
    limited = subprocess.run(  # a file may have no more bytes than this: the merge stops as on a full disk
        ["/bin/sh", "-c", f'ulimit -f {len(expected) // 1024}; exec "$@"', "sh", str(program), *words],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert limited.returncode == BAD_OUTPUT, limited.stderr
    assert "the same merge goes on" in limited.stderr
    assert part.exists()
    assert journal.exists()
    again = ramet(*words)
    assert again.returncode == 0
    assert "went on with" in again.stderr
    assert output.read_bytes() == expected
    assert not part.exists()
    assert not journal.exists()


def test_an_output_that_cannot_be_written_has_its_own_exit_code(
    ramet: Run, inputs: list[pathlib.Path], tmp_path: pathlib.Path
) -> None:
    assert ramet("merge", tmp_path / "no folder" / "all.root", inputs[0]).returncode == BAD_OUTPUT
    (tmp_path / "all.root.part").write_text("mine")
    refused = ramet("merge", tmp_path / "all.root", inputs[0])
    assert refused.returncode == BAD_OUTPUT
    assert "no journal of a merge" in refused.stderr


@pytest.mark.parametrize("how", ["counts", "bytes", "values"])
def test_the_output_is_verified(ramet: Run, inputs: list[pathlib.Path], tmp_path: pathlib.Path, how: str) -> None:
    assert ramet("merge", "--verify", how, tmp_path / "all.root", *inputs[:2]).returncode == 0


def test_tables_get_other_clusters_compression_and_columns(
    ramet: Run, inputs: list[pathlib.Path], tmp_path: pathlib.Path
) -> None:
    output = tmp_path / "all.root"
    for words in (["--cluster", "keep"], ["--cluster", "64kB"], ["--compress", "lz4:4"], ["--compress", "101"]):
        assert ramet("merge", "-f", output, *inputs[:2], *words).returncode == 0
        assert entries_of(output) == list(range(200))
    changed = ramet("merge", "-f", "--json", output, *inputs[:2], "--define", "y=x*2", "--where", "x<3", "--keep", "y")
    assert changed.returncode == 0
    assert json.loads(changed.stdout)["objects"][0]["lost_entries"] == 197
    with uproot.open(output) as file:
        assert file["Events/y"].array(library="np").tolist() == [0, 2, 4]
    assert ramet("merge", "-f", output, *inputs[:2], "--to", "ntuple").returncode == 0
    with uproot.open(output) as file:
        assert file["Events"].num_entries == 200
    for words in (["--cluster", "some"], ["--cluster", "0"], ["--cluster", "-5"], ["--compress", "best"]):
        assert ramet("merge", "-f", output, *inputs[:2], *words).returncode == 2
    unknown = ramet("merge", "-f", output, *inputs[:2], "-t", "Event", "-c", "x<3")
    assert unknown.returncode == 2
    assert "did you mean 'Events'" in unknown.stderr
    alone = ramet("merge", "-f", output, *inputs[:2], "-t", "NoSuchTable")
    assert alone.returncode == 2
    assert "no table 'NoSuchTable'; there is 'Events'" in alone.stderr
    for words in (["--where", "x>"], ["-c", "qq>1"], ["--keep", "zzz"], ["--drop", "*"], ["--define", "y=x+"]):
        assert ramet("merge", "-f", output, *inputs[:2], *words).returncode == 2
    assert ramet("merge", "--append", output, inputs[2], "--max-size", "1MB").returncode == 2


def test_inputs_come_in_natural_order_when_asked(
    ramet: Run, inputs: list[pathlib.Path], tmp_path: pathlib.Path
) -> None:
    output = tmp_path / "all.root"
    later, earlier = inputs[1].rename(tmp_path / "run10.root"), inputs[0].rename(tmp_path / "run9.root")
    assert ramet("merge", output, later, earlier, "--order", "natural").returncode == 0
    assert entries_of(output) == list(range(200))


def test_hadd_packs_entries_as_it_says(ramet: Run, inputs: list[pathlib.Path], tmp_path: pathlib.Path) -> None:
    output = tmp_path / "all.root"
    stored = {}
    for word in ("-f0", "-f", "-f505", "-ff", "-fk0"):
        assert ramet("hadd", "-v", "0", word, output, *inputs).returncode == 0
        with uproot.open(output) as file:
            assert file["Events/x"].array(library="np").tolist() == list(range(300))
            stored[word] = file["Events/x"].compressed_bytes
    assert stored["-f0"] > stored["-f505"]
    assert stored["-ff"] == stored["-fk0"]


def test_an_output_is_split_into_files(ramet: Run, inputs: list[pathlib.Path], tmp_path: pathlib.Path) -> None:
    output = tmp_path / "all.root"
    words = ["merge", output, *inputs, "--rule", "TObjString=first", "--cluster", "keep", "--max-size", "1200"]
    planned = ramet(*words, "--dry-run")
    assert "file 2: " in planned.stdout
    result = ramet(*words)
    assert result.returncode == 0
    paths = [output, tmp_path / "all_1.root", tmp_path / "all_2.root"]
    assert [entries_of(path) for path in paths] == [[100.0 * n + m for m in range(100)] for n in range(3)]
    assert f"wrote '{paths[1]}': {paths[1].stat().st_size} bytes of 1 input\n" in result.stderr
    assert all("sound" in ramet("check", path).stdout for path in paths)
    report = json.loads(ramet(*words, "-f", "--json").stdout)
    assert [(one["path"], one["entries"]) for one in report["files"]] == [(str(one), {"Events": 100}) for one in paths]
    assert ramet("merge", "-f", output, *inputs[:2], "--max-size", "1GB").returncode == BAD_OUTPUT  # all_1.root stays
    for size in ("0", "large"):
        assert ramet("merge", output, *inputs, "--max-size", size).returncode == 2


def test_a_report_is_written_whatever_became_of_the_merge(
    ramet: Run, inputs: list[pathlib.Path], tmp_path: pathlib.Path
) -> None:
    output, page, data = tmp_path / "all.root", tmp_path / "report.html", tmp_path / "report.json"
    assert ramet("merge", "--dry-run", output, *inputs[:2], "--report", page).returncode == 0
    assert "this is the plan" in page.read_text()
    assert ramet("merge", output, *inputs, "--report", page).returncode == LOSES_DATA
    assert "nothing was written" in page.read_text()
    assert "in2.root" in page.read_text()
    assert ramet("merge", output, *inputs[:2], "--report", page).returncode == 0
    assert "The merge is done." in page.read_text()
    printed = ramet("merge", "-f", "--json", output, *inputs[:2], "--report", data).stdout
    assert data.read_text() == printed
    output.unlink()
    for wrong in (tmp_path / "report.txt", tmp_path / "nowhere" / "report.html"):
        refused = ramet("merge", output, *inputs[:2], "--report", wrong)
        assert refused.returncode == 2
        assert "--report" in refused.stderr
    assert not output.exists()


def test_what_differs_is_split(ramet: Run, inputs: list[pathlib.Path], tmp_path: pathlib.Path) -> None:
    output = tmp_path / "all.root"
    with uproot.recreate(tmp_path / "more.root") as file:
        file.mktree("Events", {"x": "float64", "y": "int32"})
        file["Events"].extend({"x": numpy.arange(5.0), "y": numpy.arange(5, dtype="int32")})
        file["d/h"] = numpy.histogram([0.5], bins=4, range=(0, 3.7))
    result = ramet("merge", output, *inputs, tmp_path / "more.root", "--differences", "split")
    assert result.returncode == 0
    assert "extra column 'Events' (y): is one more; such entries get a table of their own" in result.stderr
    assert "axes 'd/h'" in result.stderr
    assert entries_of(output) == list(range(300))
    with uproot.open(output) as file:
        assert file["Events_2"].arrays(library="np")["y"].tolist() == list(range(5))
        assert file["Events_2"].name == "Events_2"
        assert [file[f"d/h;{cycle}"].values().sum() for cycle in range(1, 5)] == [3.0, 3.0, 3.0, 1.0]
        assert [file["text;1"], file["text;2"]] == ["same", "other"]
    assert "sound" in ramet("check", output).stdout


def test_inputs_come_in_the_order_of_columns(ramet: Run, inputs: list[pathlib.Path], tmp_path: pathlib.Path) -> None:
    output = tmp_path / "all.root"
    words = ["merge", "-f", output, inputs[2], inputs[0], inputs[1], "--rule", "TObjString=first"]
    assert ramet(*words, "--order", "column:x").returncode == 0
    assert entries_of(output) == list(range(300))
    for wrong, message in (
        ("column:", "expected given, natural or column:NAME,NAME"),
        ("x", "expected given, natural or column:NAME,NAME"),
        ("column:x,run", "has entries with 'x', 'run'"),
    ):
        refused = ramet(*words, "--order", wrong)
        assert refused.returncode == WRONG_USAGE
        assert message in refused.stderr


def test_patterns_append_and_the_output_by_an_option(
    ramet: Run, inputs: list[pathlib.Path], tmp_path: pathlib.Path
) -> None:
    output = tmp_path / "all.root"
    folder = inputs[0].parent
    assert ramet("merge", "-o", output, folder / "in[0]*.root").returncode == 0
    assert entries_of(output) == list(range(100))
    assert ramet("merge", "--append", output, inputs[1]).returncode == 0
    assert entries_of(output) == list(range(200))
    nothing = ramet("merge", tmp_path / "other.root", folder / "none*.root")
    assert nothing.returncode == BAD_INPUT
    assert "none*.root" in nothing.stderr
    assert ramet("merge", "-a", "-f", output, inputs[1]).returncode == WRONG_USAGE
    for arguments in ([output], ["-o", output]):
        assert ramet("merge", *arguments).returncode == WRONG_USAGE


def test_an_output_is_not_appended_to_itself(ramet: Run, inputs: list[pathlib.Path], tmp_path: pathlib.Path) -> None:
    output, link, folder = tmp_path / "out.root", tmp_path / "link.root", tmp_path / "folder"
    assert ramet("merge", output, inputs[0]).returncode == 0
    link.symlink_to(output)
    folder.symlink_to(tmp_path)
    before = output.read_bytes()
    for same in (output, link, folder / "out.root", tmp_path / "o*.root"):
        for words in (
            ["merge", "--append", "-o", output, inputs[1], same],
            ["merge", "-a", output, same],
            ["hadd", "-a", output, same, inputs[1]],
        ):
            refused = ramet(*words)
            assert refused.returncode == (1 if words[0] == "hadd" else BAD_OUTPUT)
            assert f"the output '{output}' is one of the inputs" in refused.stderr
            assert output.read_bytes() == before
    assert ramet("merge", "--append", "-o", link, inputs[1], output).returncode == BAD_OUTPUT
    assert output.read_bytes() == before
    assert sorted(path.name for path in tmp_path.glob("out*")) == ["out.root"]
    assert ramet("merge", "--append", "-o", output, inputs[1]).returncode == 0
    assert entries_of(output) == list(range(200))


def test_what_is_said_about_outputs_and_inputs_that_cannot_be(
    ramet: Run, inputs: list[pathlib.Path], tmp_path: pathlib.Path
) -> None:
    output = tmp_path / "all.root"
    forgotten = ramet("merge", *inputs)
    assert forgotten.returncode == 5
    assert f"file '{inputs[0]}' exists; it would be the output, as it comes first: --force" in forgotten.stderr
    named = ramet("merge", "-o", inputs[0], inputs[1])
    assert named.stderr == f"ramet: file '{inputs[0]}' exists; --force replaces it, --append adds to it\n"
    part = ramet("merge", output, f"{inputs[0]}:Events")
    assert part.returncode == 2
    assert "files are merged as a whole: --table and --keep choose" in part.stderr
    nowhere = ramet("merge", tmp_path / "none/all.root", *inputs)
    assert nowhere.returncode == 5
    assert "there is no folder" in nowhere.stderr
    assert ".part" not in nowhere.stderr


def test_hadd_counts_the_files_that_were_merged(ramet: Run, inputs: list[pathlib.Path], tmp_path: pathlib.Path) -> None:
    output = tmp_path / "all.root"
    skipped = ramet("hadd", "-f", "-k", output, inputs[0], tmp_path / "none.root")
    assert skipped.stdout.startswith("ramet hadd: 1 file, ")
