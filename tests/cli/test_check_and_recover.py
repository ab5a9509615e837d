"""ramet check and ramet recover: files that are damaged or were not closed."""

from __future__ import annotations

import json
import pathlib
import resource
import signal
import subprocess

import numpy
import pytest
import uproot
from program_run import Run


@pytest.fixture
def written(tmp_path: pathlib.Path) -> pathlib.Path:
    """A tree of three baskets and a histogram."""
    path = tmp_path / "written.root"
    with uproot.recreate(path, compression=uproot.ZLIB(1)) as file:
        file.mktree("Events", {"x": "float64"})
        for first in (0, 1000, 2000):
            file["Events"].extend({"x": numpy.arange(first, first + 1000) * 0.5})
        file["spectrum"] = numpy.histogram([0.5, 1.5, 1.5], bins=4, range=(0, 4))
    return path


def damage_basket(path: pathlib.Path, number: int) -> int:
    with uproot.open(path) as file:
        seek = int(file["Events"]["x"].member("fBasketSeek")[number])
    contents = bytearray(path.read_bytes())
    contents[seek + 200 : seek + 210] = b"0123456789"
    path.write_bytes(contents)
    return seek


def test_a_sound_file_is_reported_as_sound(ramet: Run, written: pathlib.Path) -> None:
    result = ramet("check", written)
    assert result.returncode == 0
    assert f"{written}: sound; 1 tables with 3000 entries in 3 baskets and pages, 1 objects" in result.stdout
    assert ramet("check", "--quiet", written).stdout == ""


def test_a_damaged_basket_is_found_with_its_place(ramet: Run, written: pathlib.Path) -> None:
    seek = damage_basket(written, 1)
    result = ramet("check", "--json", written)
    assert result.returncode == 1
    [report] = json.loads(result.stdout)
    assert not report["sound"]
    assert report["opened"]
    [finding] = report["damage"]
    assert finding["place"] == "Events/x"
    assert f"basket 1 at byte {seek}" in finding["message"]


def test_a_file_of_another_format_cannot_be_opened_and_the_others_are_checked(
    ramet: Run, written: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    other = tmp_path / "text.root"
    other.write_text("hello")
    result = ramet("check", "--json", other, tmp_path / "missing.root", written)
    assert result.returncode == 1
    assert [report["opened"] for report in json.loads(result.stdout)] == [False, False, True]


def test_a_file_with_a_damaged_basket_is_recovered_without_it(
    ramet: Run, written: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    damage_basket(written, 1)
    before = written.read_bytes()
    new = tmp_path / "new.root"
    result = ramet("recover", written, "-o", new)
    assert result.returncode == 1
    assert "Events: 2000 entries; 1000 lost in 1 damaged clusters" in result.stdout
    assert written.read_bytes() == before
    with uproot.open(new) as file:
        expected = numpy.concatenate([numpy.arange(1000), numpy.arange(2000, 3000)]) * 0.5
        assert numpy.array_equal(file["Events/x"].array(library="np"), expected)
        assert file["spectrum"].values().tolist() == [1, 2, 0, 0]
    assert ramet("check", new).returncode == 0


def test_a_file_cannot_be_recovered_into_itself(ramet: Run, written: pathlib.Path) -> None:
    result = ramet("recover", written, "-o", written)
    assert result.returncode == 1
    assert "cannot be recovered into itself" in result.stderr


def test_recovery_without_findings_makes_no_new_file(ramet: Run, tmp_path: pathlib.Path) -> None:
    (tmp_path / "zeros.root").write_bytes(bytes(1000))
    result = ramet("recover", tmp_path / "zeros.root", "-o", tmp_path / "new.root")
    assert result.returncode == 1
    assert "no object was found" in result.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["zeros.root"]


def test_a_new_file_that_does_not_fit_is_not_there(ramet: Run, written: pathlib.Path, tmp_path: pathlib.Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        result = ramet("recover", written, "-o", tmp_path / "new.root")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert result.returncode == 1
    assert "new.root" in result.stderr
    assert "file too large" in result.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["written.root"]


def test_a_killed_recover_leaves_its_part_and_the_next_one_works(
    ramet: Run, program: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    path, new = tmp_path / "large.root", tmp_path / "new.root"
    with uproot.recreate(path, compression=None) as file:
        file.mktree("Events", {"x": "float64"})
        for _ in range(100):
            file["Events"].extend({"x": numpy.random.default_rng(1).normal(size=50_000)})
    with subprocess.Popen([program, "recover", path, "-o", new]) as process:
        while process.poll() is None and not any(part.stat().st_size for part in tmp_path.glob("new.root.*.part")):
            pass
        process.kill()
    assert process.returncode == -signal.SIGKILL
    [part] = tmp_path.glob("new.root.*.part")
    assert not new.exists()
    left = part.read_bytes()
    assert ramet("recover", path, "-o", new).returncode == 0
    assert ramet("check", "-q", new).returncode == 0
    assert part.read_bytes() == left
    assert sorted(one.name for one in tmp_path.iterdir()) == sorted([path.name, new.name, part.name])


def test_hidden_characters_are_escaped_in_json_and_text(ramet: Run, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "hidden.root"
    with uproot.recreate(path) as file:
        file["a\u202e\u200b\x7f\x85b"] = numpy.histogram([0.5], bins=2)
    for command in (["ls"], ["ls", "-l"], ["ls", "-1"], ["ls", "--json"], ["show", "--json"]):
        shown = ramet(*command, path).stdout
        assert not set(shown) & set("\u202e\u200b\x7f\x85"), command
    assert json.loads(ramet("ls", "--json", path).stdout)[0]["keys"][0]["path"] == "a\u202e\u200b\x7f\x85b"


def test_a_repeated_finding_is_reported_once_with_its_number(ramet: Run, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "many.root"
    with uproot.recreate(path, compression=None) as file:
        for number in range(300):
            file[f"o{number:03}"] = "x" * 50
    contents = path.read_bytes()
    first = contents.index(b"TObjString")
    assert first > 0
    path.write_bytes(contents.replace(b"x" * 50, b"\xff\xff\xff\xff" + b"y" * 46))
    for command in (["check", path], ["recover", path, "-o", tmp_path / "out.root"]):
        assert len(ramet(*command).stdout) < 20_000


def test_more_memory_can_be_allowed(ramet: Run, written: pathlib.Path) -> None:
    assert "not checked" in ramet("check", "--max-memory", "1kB", written).stdout
    assert "not checked" not in ramet("check", "--max-memory", "2 GiB", written).stdout
    assert ramet("check", "--max-memory", "much", written).returncode == 2


def test_baskets_and_records_at_the_same_place_are_damage_and_read_once(ramet: Run, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "same.root"
    with uproot.recreate(path, compression=None) as file:
        file.mktree("Events", {"x": "float64"})
        for first in (0, 1000, 2000):
            file["Events"].extend({"x": numpy.arange(first, first + 1000) * 0.5})
        for name in ("a", "b"):
            file[name] = "text"
    with uproot.open(path) as file:
        baskets = [int(seek) for seek in file["Events"]["x"].member("fBasketSeek")[:3]]
        first, second = (file.key(f"{name};1").fSeekKey for name in ("a", "b"))
    contents = bytearray(path.read_bytes().replace(baskets[2].to_bytes(8, "big"), baskets[1].to_bytes(8, "big")))
    place = second.to_bytes(4, "big") + (100).to_bytes(4, "big")  # of the record, and of its directory
    listed = next(at for at in range(len(contents)) if contents[at : at + 8] == place and at != second + 18)
    contents[listed : listed + 4] = first.to_bytes(4, "big")
    path.write_bytes(contents)
    [report] = json.loads(ramet("check", "--json", path).stdout)
    messages = [finding["message"] for finding in report["damage"]]
    assert any(f"at byte {baskets[1]}" in message and "overlap another basket" in message for message in messages), (
        messages
    )
    assert any("overlaps the record of another key" in message for message in messages), messages
    recovered = json.loads(ramet("recover", "--json", path, "-o", tmp_path / "new.root").stdout)
    assert recovered["lost"]
    assert ramet("check", "-q", tmp_path / "new.root").returncode == 0
