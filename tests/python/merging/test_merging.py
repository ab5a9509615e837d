"""ramet.merge: reports and errors."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet
from file_size_limit import limited_file_size


@pytest.fixture
def inputs(tmp_path: Path) -> list[Path]:
    """Two files that fit, and one whose tree has other columns."""
    paths = [tmp_path / f"in{number}.root" for number in range(3)]
    for number, path in enumerate(paths):
        with ramet.recreate(path) as file:
            tree = file.mktree("Events", {"x": "float64"} if number < 2 else {"x": "float64", "y": "int32"})
            values = np.arange(10.0) + 10 * number
            tree.extend({"x": values} if number < 2 else {"x": values, "y": values.astype("int32")})
            file["h"] = np.histogram(values, bins=3, range=(0, 30))
    return paths


def test_a_report_says_what_was_done(inputs: list[Path], tmp_path: Path) -> None:
    output = tmp_path / "all.root"
    report = ramet.merge(output, inputs[:2])
    assert report.is_written
    assert not report.loses_data
    assert report.output_bytes == output.stat().st_size
    assert report.input_bytes == sum(path.stat().st_size for path in inputs[:2])
    assert {one.path: (one.way, one.entries, one.inputs) for one in report.objects} == {
        "Events": ("gather", 20, 2),
        "h": ("sum", 0, 2),
    }
    with ramet.open(output) as file:
        assert file["Events"]["x"].array(library="np").tolist() == list(range(20))
        assert file["h"].values().tolist() == [10.0, 10.0, 0.0]


def test_large_clusters_are_moved_and_small_ones_beside_them_gathered(inputs: list[Path], tmp_path: Path) -> None:
    large = tmp_path / "large.root"
    values = np.random.default_rng(1).random(2_200_000)
    with ramet.recreate(large) as file:
        file.mktree("Events", {"x": "float64"}).extend({"x": values})
    output = tmp_path / "all.root"
    report = ramet.merge(output, [inputs[0], inputs[1], large, inputs[0], inputs[1]], verify="bytes")
    [events] = [one for one in report.objects if one.path == "Events"]
    assert (events.way, [run.way for run in events.runs]) == ("move", ["gather", "move", "gather"])
    assert [(run.file, run.files, run.entries) for run in events.runs] == [
        (str(inputs[0]), 2, 20),
        (str(large), 1, 2_200_000),
        (str(inputs[0]), 2, 20),
    ]
    assert "baskets have fewer than 16 kB" in events.runs[0].reason
    assert f"  move: 1 input from '{large}', 2200000 entries" in report.text
    assert "<h2>Runs of clusters</h2>" in report.html
    page = tmp_path / "report.json"
    report.save(page)
    [described] = [one for one in json.loads(page.read_text())["objects"] if one["path"] == "Events"]
    assert [(run["input"], run["inputs"], run["way"]) for run in described["runs"]] == [
        (0, 2, "gather"),
        (2, 1, "move"),
        (0, 2, "gather"),
    ]
    with ramet.open(output) as file:
        small = np.arange(20.0)
        assert (file["Events"]["x"].array(library="np") == np.concatenate([small, values, small])).all()


def test_branches_that_all_files_have_are_moved_and_the_others_filled_or_left_out(tmp_path: Path) -> None:
    kinds = {"x": "float64", "y": "3 * int32", "flag": "bool", "v": "var * float32"}
    numbers = np.arange(50_000)
    values = {"x": numbers / 8, "y": np.stack([numbers] * 3, axis=1).astype("int32"), "flag": numbers % 3 == 0}
    lists = [[float(number)] * (number % 4) for number in range(50_000)]
    paths = [tmp_path / f"in{number}.root" for number in range(3)]
    for number, path in enumerate(paths):
        with ramet.recreate(path) as file:
            tree = file.mktree("Events", {"x": "float64"} if number == 1 else kinds)
            tree.extend({"x": values["x"]} if number == 1 else {**values, "v": lists})
    output = tmp_path / "all.root"
    filled = ramet.merge(output, paths, missing="fill", cluster="keep", verify="values").objects[0]
    assert [(run.way, run.files) for run in filled.runs] == [("move", 1), ("move", 1), ("move", 1)]
    assert filled.runs[1].reason.endswith("are filled, all others are moved")
    with ramet.open(output) as file:
        tree = file["Events"]
        assert (tree["x"].array(library="np") == np.tile(values["x"], 3)).all()
        for name in ("y", "flag"):
            read = tree[name].array(library="np")
            assert (read[50_000:100_000] == 0).all()
            assert (read[:50_000] == values[name]).all()
            assert (read[100_000:] == values[name]).all()
        assert tree["v"].array().tolist() == lists + [[]] * 50_000 + lists
    dropped = ramet.merge(output, paths, missing="drop", cluster="keep", verify="bytes", overwrite=True).objects[0]
    assert [run.way for run in dropped.runs] == ["move", "move", "move"]
    with ramet.open(output) as file:
        assert list(file["Events"].keys()) == ["x"]
        assert (file["Events"]["x"].array(library="np") == np.tile(values["x"], 3)).all()
    assert ramet.merge(None, paths, missing="fill", cluster="1 MB").objects[0].way == "rewrite"


def test_what_would_be_lost_is_an_error_with_the_report(inputs: list[Path], tmp_path: Path) -> None:
    output = tmp_path / "all.root"
    with pytest.raises(ramet.DifferencesError, match="extra column 'Events' \\(y\\)") as raised:
        ramet.merge(output, inputs)
    report = raised.value.report
    assert isinstance(report, ramet.MergeReport)
    [difference] = report.differences
    assert (difference.file, difference.files, difference.entries) == (str(inputs[2]), 1, 10)
    assert not output.exists()
    report = ramet.merge(output, inputs, differences="skip file")
    assert {one.path: one.lost_entries for one in report.objects} == {"Events": 10, "h": 0}


def test_without_an_output_only_the_report_is_made(inputs: list[Path]) -> None:
    report = ramet.merge(None, inputs)
    assert report.loses_data
    assert not report.is_written
    assert "extra column" in report.text


def test_bad_files_stop_it_or_are_left_out(inputs: list[Path], tmp_path: Path) -> None:
    output = tmp_path / "all.root"
    missing = tmp_path / "missing.root"
    with pytest.raises(ramet.FileMissingError, match=r"missing\.root"):
        ramet.merge(output, [inputs[0], missing])
    report = ramet.merge(output, [inputs[0], missing], bad="skip")
    assert report.skipped == [str(missing)]
    with pytest.raises(ramet.MisuseError, match="exists"):
        ramet.merge(output, inputs[:2])
    with pytest.raises(ramet.MisuseError, match="one of the inputs"):
        ramet.merge(inputs[0], inputs[:2], overwrite=True)


def test_arguments_are_checked(inputs: list[Path], tmp_path: Path) -> None:
    output = tmp_path / "all.root"
    with pytest.raises(ramet.MisuseError, match="at least one file"):
        ramet.merge(output, [])
    with pytest.raises(ramet.MisuseError, match="expected one of 'refuse', 'skip file', 'split'"):
        ramet.merge(output, inputs, differences="ignore")  # type: ignore[arg-type]
    with pytest.raises(ramet.MisuseError, match="expected one of 'same', 'first'"):
        ramet.merge(output, inputs, rules={"TNamed": "best"})  # type: ignore[dict-item]


def test_a_merge_that_was_stopped_goes_on_or_begins_anew(inputs: list[Path], tmp_path: Path) -> None:
    output = tmp_path / "all.root"
    whole = tmp_path / "whole.root"
    size = ramet.merge(whole, inputs[:2]).output_bytes
    for resume in (True, False):
        with limited_file_size(size - 200), pytest.raises(ramet.FileIOError, match="the same merge goes on"):
            ramet.merge(output, inputs[:2])
        report = ramet.merge(output, inputs[:2], resume=resume, verify="values")
        assert (report.resumed_bytes > 0) == resume
        assert bool(report.discarded) != resume
        output.unlink()
    assert not list(tmp_path.glob("*.part*"))


def test_small_clusters_are_gathered_or_kept(inputs: list[Path], tmp_path: Path) -> None:
    output = tmp_path / "all.root"
    for cluster, way, clusters in (
        ("auto", "gather", 1),
        ("keep", "move", 2),
        ("1 MB", "gather", 1),
        (100, "gather", 2),
    ):
        report = ramet.merge(output, inputs[:2], cluster=cluster, overwrite=True)
        assert report.objects[0].way == way
        with ramet.open(output) as file:
            assert file["Events"]["x"].array(library="np").tolist() == list(range(20))
            assert len(file["Events"].clusters) == clusters


def test_entries_get_other_compression(inputs: list[Path], tmp_path: Path) -> None:
    output = tmp_path / "all.root"
    for compression, way in (("zstd:5", "move"), ("zlib:6", "pack"), (None, "pack")):
        report = ramet.merge(output, inputs[:2], compression=compression, cluster="keep", overwrite=True)
        assert report.objects[0].way == way
        with ramet.open(output) as file:
            assert file["Events"]["x"].array(library="np").tolist() == list(range(20))


def test_the_order_of_files_may_be_natural(inputs: list[Path], tmp_path: Path) -> None:
    paths = [inputs[1].rename(tmp_path / "run10.root"), inputs[0].rename(tmp_path / "run9.root")]
    output = tmp_path / "all.root"
    ramet.merge(output, paths, order="natural")
    with ramet.open(output) as file:
        assert file["Events"]["x"].array(library="np").tolist() == list(range(20))


def test_files_may_come_in_the_order_of_a_column(inputs: list[Path], tmp_path: Path) -> None:
    output = tmp_path / "all.root"
    assert ramet.merge(output, [inputs[1], inputs[0]], order="column:x").inputs == [str(path) for path in inputs[:2]]
    with ramet.open(output) as file:
        assert file["Events"]["x"].array(library="np").tolist() == list(range(20))


@pytest.mark.parametrize("to", [None, "tree", "ntuple"])
def test_tables_are_changed_while_they_are_merged(inputs: list[Path], tmp_path: Path, to: Any) -> None:
    output = tmp_path / "all.root"
    choices = {} if to is None else {"to": to}
    report = ramet.merge(output, inputs[:2], define={"y": "x * 2"}, where="x > 14.5", keep="y", **choices)
    events = report.objects[0]
    assert (events.way, events.entries, events.lost_entries) == ("rewrite", 20, 15)
    with ramet.open(output) as file:
        assert set(file["Events"].keys()) == {"y"}
        assert file["Events"]["y"].array(library="np").tolist() == [30, 32, 34, 36, 38]


def test_wrong_choices_are_refused(inputs: list[Path], tmp_path: Path) -> None:
    for wrong in (
        {"to": "parquet"},
        {"order": "any"},
        {"order": "column:"},
        {"order": "column:z"},
        {"cluster": 0},
        {"cluster": "1 GB"},
        {"metadata": "all"},
    ):
        with pytest.raises(ramet.MisuseError):
            ramet.merge(tmp_path / "all.root", inputs[:2], **wrong)
    with pytest.raises(TypeError, match="'kep'"):
        ramet.merge(tmp_path / "all.root", inputs[:2], kep="x")
    with pytest.raises(ramet.RametError, match="keep 'z'"):
        ramet.merge(tmp_path / "all.root", inputs[:2], keep="z")
    assert not (tmp_path / "all.root").exists()


def test_an_output_is_split_into_files(inputs: list[Path], tmp_path: Path) -> None:
    output = tmp_path / "all.root"
    with pytest.raises(ramet.MisuseError):
        ramet.merge(output, inputs[:2], max_size=0)
    assert [one.entries for one in ramet.merge(None, inputs[:2], max_size=10).files] == [{"Events": 10}] * 2
    report = ramet.merge(output, inputs[:2], max_size=10, verify="values")
    assert [one.path for one in report.files] == [str(output), str(tmp_path / "all_1.root")]
    assert [one.entries for one in report.files] == [{"Events": 10}] * 2
    assert report.output_bytes == sum(Path(one.path).stat().st_size for one in report.files)
    assert {difference.kind for difference in report.differences} == {"size"}
    assert not report.loses_data
    values = ramet.concatenate([f"{one.path}:Events" for one in report.files], ["x"], library="np")["x"]
    assert values.tolist() == list(range(20))
    assert "h" in ramet.open(output).keys(cycle=False)
    assert "h" not in ramet.open(report.files[1].path).keys(cycle=False)


def test_reports_are_saved_as_pages_and_as_the_program_prints_them(inputs: list[Path], tmp_path: Path) -> None:
    paths = [*inputs, tmp_path / "<i>.root"]
    with pytest.raises(ramet.DifferencesError) as raised:
        ramet.merge(tmp_path / "all.root", inputs)
    for number, report in enumerate(
        [raised.value.report, ramet.merge(None, paths, bad="skip"), ramet.merge(tmp_path / "all.root", inputs[:2])]
    ):
        report.save(tmp_path / "report.html")
        page = (tmp_path / "report.html").read_text()
        assert page == report.html
        assert "<!DOCTYPE html>" in page
        assert "<i>" not in page
        assert ("&lt;i&gt;.root" in page) == (number == 1)
        assert ("nothing was written" in page) == (number < 2)
        report.save(tmp_path / "report.json")
        assert json.loads((tmp_path / "report.json").read_text())["loses_data"] == (number < 2)
    words = ["ramet", "merge", "--dry-run", "--json", "--bad", "skip", "x", *map(str, paths)]
    printed = subprocess.run(words, capture_output=True, text=True, check=False).stdout
    ramet.merge(None, paths, bad="skip").save(tmp_path / "report.json")
    assert json.loads(printed) == json.loads((tmp_path / "report.json").read_text())
    with pytest.raises(ramet.MisuseError, match="ends neither"):
        report.save(tmp_path / "report.txt")


def test_entries_with_other_columns_get_a_table_of_their_own(inputs: list[Path], tmp_path: Path) -> None:
    output = tmp_path / "all.root"
    report = ramet.merge(output, inputs, differences="split", verify="values")
    assert {one.path: (one.entries, one.lost_entries) for one in report.objects if one.entries} == {
        "Events": (20, 0),
        "Events_2": (10, 0),
    }
    assert not report.loses_data
    assert not any(difference.is_loss for difference in report.differences)
    with ramet.open(output) as file:
        assert file["Events"].keys() == ["x"]
        assert file["Events_2"]["y"].array(library="np").tolist() == list(range(20, 30))


def test_tables_that_were_split_off_are_changed_where_the_changes_fit(tmp_path: Path) -> None:
    for name, values in (("x", [1, 7, 9]), ("y", [1, 2])):
        with ramet.recreate(tmp_path / f"{name}.root") as file:
            file["Events"] = {name: values}
    inputs, output = [tmp_path / "x.root", tmp_path / "y.root"], tmp_path / "all.root"
    report = ramet.merge(output, inputs, differences="split", where="x >= 5", verify="values")
    with ramet.open(output) as file:
        assert file["Events"]["x"].array(library="np").tolist() == [7, 9]
        assert file["Events_2"]["y"].array(library="np").tolist() == [1, 2]
    assert {one.path: one.lost_entries for one in report.objects} == {"Events": 1, "Events_2": 0}
    (remark,) = [one for one in report.differences if one.path == "Events_2"]
    assert "stays as it is, with all entries" in remark.message
    assert not remark.is_loss
    with pytest.raises(ramet.RametError, match="no column or variable z"):
        ramet.merge(output, inputs, differences="split", where="z >= 5", overwrite=True)


def test_a_pattern_and_an_output_that_is_kept(tmp_path: Path) -> None:
    for number in range(3):
        with ramet.recreate(tmp_path / f"run{number}.root") as file:
            file["Events"] = {"x": [number]}
    output = tmp_path / "all.root"
    ramet.merge(output, str(tmp_path / "run[01].root"))
    assert ramet.merge(output, tmp_path / "run2.root", append=True).inputs[0] == str(output)
    with ramet.open(output) as file:
        assert file["Events/x"].array(library="np").tolist() == [0, 1, 2]
    with pytest.raises(ramet.MisuseError, match="either kept or replaced"):
        ramet.merge(output, [tmp_path / "run2.root"], append=True, overwrite=True)
    with pytest.raises(ramet.FileMissingError, match=r"none\*"):
        ramet.merge(output, tmp_path / "none*.root", overwrite=True)


def test_c_strings_stay_c_strings_and_flags_go_on_when_an_output_is_appended_to(tmp_path: Path) -> None:
    few, more, output = (tmp_path / name for name in ("few.root", "more.root", "out.root"))
    with ramet.create(few) as file:
        file.mktree("T", {"s": "string"}).extend({"s": ["a"]})
    with ramet.create(more) as file:
        file.mktree("T", {"s": "string", "x": "int32"}).extend({"s": ["b"], "x": [7]})
    ramet.merge(output, [few, more], missing="flag", verify="values")
    ramet.merge(output, [few, more], missing="flag", verify="values", append=True)
    tree = ramet.open(f"{output}:T")
    assert tree["s"].typename == "char*"
    assert tree.arrays(library="np")["s"].tolist() == ["a", "b", "a", "b"]
    assert tree["x"].array(library="np").tolist() == [0, 7, 0, 7]
    assert tree["has_x"].array(library="np").tolist() == [False, True, False, True]
