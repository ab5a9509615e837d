"""ramet show: the description of a tree or file."""

from __future__ import annotations

import json
import pathlib
import uuid

import numpy
import pytest
import uproot
from program_run import Run


def test_a_tree_has_a_line_for_each_branch_and_a_total(ramet: Run, sample: pathlib.Path) -> None:
    result = ramet("show", f"{sample}:Events")
    assert result.returncode == 0
    lines = [line.split() for line in result.stdout.splitlines()]
    assert ["entries", "5,002"] in lines
    mass = next(line for line in lines if line[:1] == ["mass"])
    assert mass[1:4] == ["double", "2", "5,002"]
    assert any(line[:1] == ["total"] for line in lines)


def test_json_has_the_sizes_that_uproot_reads(ramet: Run, sample: pathlib.Path) -> None:
    shown = json.loads(ramet("show", "--json", f"{sample}:Events").stdout)
    with uproot.open(sample) as file:
        tree = file["Events"]
        assert shown["entries"] == tree.num_entries
        for branch in shown["branches"]:
            expected = tree[branch["path"]]
            assert branch["baskets"] == expected.num_baskets
            assert branch["entries"] == expected.num_entries
            assert branch["compressed_bytes"] == expected.member("fZipBytes")
            assert branch["uncompressed_bytes"] == expected.member("fTotBytes")
    assert shown["compressed_bytes"] == sum(branch["compressed_bytes"] for branch in shown["branches"])


@pytest.mark.parametrize(
    ("order", "names"),
    [
        ("stored", ["mass", "number", "njet_pt", "jet_pt"]),
        ("name", ["jet_pt", "mass", "njet_pt", "number"]),
    ],
)
def test_branches_come_in_the_order_asked_for(ramet: Run, sample: pathlib.Path, order: str, names: list[str]) -> None:
    shown = json.loads(ramet("show", "--json", "--sort", order, f"{sample}:Events").stdout)
    assert [branch["path"] for branch in shown["branches"]] == names


def test_sorted_by_size_the_largest_on_disk_comes_first(ramet: Run, sample: pathlib.Path) -> None:
    shown = json.loads(ramet("show", "--json", "--sort", "size", f"{sample}:Events").stdout)
    sizes = [branch["compressed_bytes"] for branch in shown["branches"]]
    assert sizes == sorted(sizes, reverse=True)
    assert shown["branches"][0]["path"] == "mass"


def test_a_file_has_its_header_directories_and_streamer_infos(ramet: Run, sample: pathlib.Path) -> None:
    shown = json.loads(ramet("show", "--json", sample).stdout)
    assert shown["kind"] == "file"
    assert shown["bytes"] == sample.stat().st_size
    assert [directory["path"] for directory in shown["directories"]] == ["", "one", "one/two"]
    with uproot.open(sample) as file:
        assert uuid.UUID(shown["uuid"]) == file.file.uuid
        assert {info["class"] for info in shown["streamer_infos"]} == set(file.file.streamers)
    text = ramet("show", sample).stdout
    assert f"({sample.stat().st_size} bytes)" in text
    assert "one/two/" in text
    assert "TTree" in text


def test_another_object_has_what_its_key_says(ramet: Run, sample: pathlib.Path) -> None:
    shown = json.loads(ramet("show", "--json", f"{sample}:again;1").stdout)
    assert (shown["class"], shown["name"], shown["cycle"]) == ("TObjString", "again", 1)
    assert "class     TH1D" in ramet("show", f"{sample}:one/flat").stdout


def test_an_ntuple_has_a_line_for_each_field(ramet: Run, sample: pathlib.Path) -> None:
    lines = [line.split() for line in ramet("show", f"{sample}:ntuple").stdout.splitlines()]
    assert ["entries", "3"] in lines
    assert ["x", "double", "3"] in [line[:3] for line in lines]
    shown = json.loads(ramet("show", "--json", f"{sample}:ntuple").stdout)
    assert [column["path"] for column in shown["columns"]] == ["x"]


def test_a_pattern_of_files_is_shown_as_one_table(ramet: Run, sample: pathlib.Path, tmp_path: pathlib.Path) -> None:
    for name in ("part1.root", "part2.root"):
        (tmp_path / name).write_bytes(sample.read_bytes())
    shown = json.loads(ramet("show", "--json", f"{tmp_path}/part*.root:Events").stdout)
    assert shown["files"] == [f"{tmp_path}/part1.root", f"{tmp_path}/part2.root"]
    assert shown["entries"] == 2 * 5002
    mass = next(column for column in shown["columns"] if column["path"] == "mass")
    assert (mass["type"], mass["entries"], mass["readable"]) == ("double", 2 * 5002, True)
    by_size = json.loads(ramet("show", "--json", "--sort", "size", f"{tmp_path}/part*.root:Events").stdout)["columns"]
    assert [one["compressed_bytes"] for one in by_size] == sorted(
        (one["compressed_bytes"] for one in by_size), reverse=True
    )
    assert "Events in 2 files" in ramet("show", f"{tmp_path}/part*.root:Events").stdout
    assert "no file matches" in ramet("show", f"{tmp_path}/none*.root:Events").stderr


def test_a_histogram_of_two_axes_is_summed_up(ramet: Run, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "plane.root"
    counts, x_edges, y_edges = numpy.histogram2d([0.5, 1.5, 1.5], [0.5, 2.5, 2.5], bins=(2, 3), range=((0, 2), (0, 3)))
    with uproot.recreate(path) as file:
        file["plane"] = counts, x_edges, y_edges
    shown = ramet("show", f"{path}:plane")
    assert shown.returncode == 0
    lines = [line.split() for line in shown.stdout.splitlines()]
    assert ["histogram"] in lines
    assert ["x", "2", "bins", "from", "0", "to", "2"] in lines
    assert ["y", "3", "bins", "from", "0", "to", "3"] in lines
    assert ["sum", "3", "in", "bins,", "0", "outside"] in lines
    figure = json.loads(ramet("show", "--json", f"{path}:plane").stdout)["figure"]
    assert (figure["kind"], figure["sum"]) == ("histogram", 3)
    assert [axis["bins"] for axis in figure["axes"]] == [2, 3]
    drawn = ramet("draw", f"{path}:plane")
    assert drawn.returncode == 0
    assert "entries 3" in drawn.stdout
