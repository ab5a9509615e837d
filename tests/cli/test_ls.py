"""ramet ls: the contents of a file."""

from __future__ import annotations

import json
import pathlib

import uproot
from program_run import Run


def test_each_key_of_a_directory_has_a_line_with_class_name_and_cycle(ramet: Run, sample: pathlib.Path) -> None:
    result = ramet("ls", sample)
    assert result.returncode == 0
    assert result.stderr == ""
    lines = [line.split() for line in result.stdout.splitlines()]
    assert ["TTree", "Events;1", "5,002", "entries", "a", "Z", "peak"] in lines
    assert ["TObjString", "again;2"] in [line[:2] for line in lines]
    assert ["TDirectory", "one;1/"] in [line[:2] for line in lines]
    assert ["ROOT::RNTuple", "ntuple;1"] in [line[:2] for line in lines]


def test_names_alone_are_one_a_line(ramet: Run, sample: pathlib.Path) -> None:
    result = ramet("ls", "-1", f"{sample}:one")
    assert result.stdout.splitlines() == ["two;1/", "flat;1"]


def test_recursively_it_finds_what_uproot_finds(ramet: Run, sample: pathlib.Path) -> None:
    result = ramet("ls", "-R", "--json", sample)
    found = {f"{key['path']};{key['cycle']}": key["class"] for key in json.loads(result.stdout)[0]["keys"]}
    with uproot.open(sample) as file:
        expected = file.classnames(recursive=True)
    assert {name: kind.replace("TDirectoryFile", "TDirectory") for name, kind in found.items()} == {
        name: kind.replace("TDirectoryFile", "TDirectory") for name, kind in expected.items()
    }


def test_a_directory_below_is_listed_with_paths_from_there(ramet: Run, sample: pathlib.Path) -> None:
    result = ramet("ls", "-R", "-1", f"{sample}:one")
    assert sorted(result.stdout.split()) == ["flat;1", "two/deep;1", "two;1/"]


def test_an_object_is_listed_by_itself_and_a_cycle_can_be_named(ramet: Run, sample: pathlib.Path) -> None:
    assert ramet("ls", "-1", f"{sample}:one/two/deep").stdout == "deep;1\n"
    assert ramet("ls", "-1", f"{sample}:again;1").stdout == "again;1\n"


def test_patterns_match_names_in_one_directory(ramet: Run, sample: pathlib.Path) -> None:
    assert ramet("ls", "-1", f"{sample}:one/*at").stdout == "one/flat;1\n"
    assert sorted(ramet("ls", "-1", f"{sample}:[aE]*").stdout.split()) == ["Events;1", "again;1", "again;2"]
    nothing = ramet("ls", f"{sample}:x*")
    assert nothing.returncode == 1
    assert "no key matches 'x*'" in nothing.stderr


def test_the_long_form_has_dates_and_sizes(ramet: Run, sample: pathlib.Path) -> None:
    heading, *lines = ramet("ls", "-l", sample).stdout.splitlines()
    assert heading.split() == ["date", "stored", "unpacked", "ratio", "class", "name;cycle", "entries", "title"]
    tree = next(line for line in lines if "Events;1" in line)
    assert tree.startswith("20")
    assert "KiB" in tree


def test_branches_are_listed_below_their_tree(ramet: Run, sample: pathlib.Path) -> None:
    lines = [line.split() for line in ramet("ls", "-t", sample).stdout.splitlines()]
    assert ["double", "mass"] in [line[:2] for line in lines]
    keys = json.loads(ramet("ls", "-t", "--json", f"{sample}:Events").stdout)[0]["keys"]
    assert [branch["path"] for branch in keys[0]["branches"]] == ["mass", "number", "njet_pt", "jet_pt"]


def test_json_has_sizes_and_entries(ramet: Run, sample: pathlib.Path) -> None:
    place, *others = json.loads(ramet("ls", "--json", sample).stdout)
    assert others == []
    assert place["place"] == str(sample)
    tree = next(key for key in place["keys"] if key["path"] == "Events")
    assert tree["entries"] == 5002
    assert tree["class"] == "TTree"
    assert 0 < tree["compressed_bytes"] < sample.stat().st_size
    assert tree["title"] == "a Z peak"


def test_each_of_several_places_has_a_heading_and_a_bad_one_does_not_stop_the_others(
    ramet: Run, sample: pathlib.Path
) -> None:
    result = ramet("ls", "-1", f"{sample}:one/flat", "/no/such/file.root", f"{sample}:one/two")
    assert result.returncode == 1
    assert result.stdout == f"{sample}:one/flat:\nflat;1\n\n{sample}:one/two:\ndeep;1\n"
    assert result.stderr.startswith("ramet: ")
    assert "/no/such/file.root" in result.stderr


def test_a_name_that_is_not_there_suggests_near_ones(ramet: Run, sample: pathlib.Path) -> None:
    result = ramet("ls", f"{sample}:Evnets")
    assert result.returncode == 1
    assert "did you mean 'Events'" in result.stderr


def test_every_cut_of_a_file_is_listed_or_refused(ramet: Run, sample: pathlib.Path, tmp_path: pathlib.Path) -> None:
    whole = sample.read_bytes()
    for part in (0.0, 0.1, 0.5, 0.9, 0.999):
        cut = tmp_path / "cut.root"
        cut.write_bytes(whole[: int(len(whole) * part)])
        result = ramet("ls", "-Rt", cut)
        assert result.returncode == 1, part
        assert all(line.startswith("ramet: ") for line in result.stderr.splitlines())


def test_a_damaged_tree_is_listed_and_the_exit_code_says_so(
    ramet: Run, sample: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    seek = next(
        key["seek"] for key in json.loads(ramet("ls", "--json", sample).stdout)[0]["keys"] if key["path"] == "Events"
    )
    contents = bytearray(sample.read_bytes())
    contents[seek + 90 : seek + 400] = bytes(310)
    damaged = tmp_path / "damaged.root"
    damaged.write_bytes(contents)
    result = ramet("ls", "-1R", damaged)
    assert result.returncode == 0  # names need no look into the tree
    result = ramet("ls", "-R", damaged)
    assert result.returncode == 1
    assert "Events;1" in result.stdout
    assert "two/deep;1" in result.stdout
    assert result.stderr.startswith("ramet: ")


def test_a_small_r_is_a_large_one(ramet: Run, sample: pathlib.Path) -> None:
    assert ramet("ls", "-r", "-1", sample).stdout == ramet("ls", "-R", "-1", sample).stdout
