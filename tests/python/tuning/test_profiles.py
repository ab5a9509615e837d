"""ramet.tune and profiles: what is measured is what a writer gets."""

from __future__ import annotations

import math
import pathlib
from typing import Any

import numpy
import pytest
import ramet
from file_size_limit import limited_file_size

ENTRIES = 60_000


def columns() -> dict[str, numpy.ndarray]:
    generator = numpy.random.default_rng(1)
    return {
        "number": numpy.arange(ENTRIES, dtype=numpy.int32),
        "flag": generator.random(ENTRIES) < 0.02,
        "noise": generator.normal(size=ENTRIES).astype(numpy.float32),
    }


TYPES = {"number": "int32", "flag": "bool", "noise": "float32"}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    path = tmp_path_factory.mktemp("tune") / "in.root"
    with ramet.create(path) as file:
        file.mktree("Events", TYPES).extend(columns())
    return path


def test_the_chosen_way_is_what_a_writer_then_does(table: pathlib.Path, tmp_path: pathlib.Path) -> None:
    tuning = ramet.tune(f"{table}:Events", reads=["n*"], goal="small", repeats=2)
    assert (tuning.table, tuning.entries, tuning.sample_entries) == ("Events", ENTRIES, ENTRIES)
    assert list(tuning.named) == ["small", "balanced", "fast", "default"]
    default = tuning.named["default"].measured
    assert default is not None
    for way in tuning.named.values():
        assert way.measured is not None
        assert way.predicted.bytes == pytest.approx(way.measured.bytes, rel=0.02)
        measured = way.measured
        assert measured == default or not (
            measured.bytes >= default.bytes
            and measured.write_seconds >= default.write_seconds
            and measured.read_seconds >= default.read_seconds
        )
    assert tuning.front[0].predicted.bytes == min(way.predicted.bytes for way in tuning.front)
    path, saved = tmp_path / "out.root", tmp_path / "profile.json"
    tuning.profile.save(saved)
    with (
        ramet.ParallelWriter(path, "Events", TYPES, profile=saved) as writer,
        writer.context() as context,
    ):
        context.extend(columns())
    assert tuning.chosen.measured is not None
    assert path.stat().st_size == pytest.approx(tuning.chosen.measured.bytes, rel=0.05)


def test_a_profile_says_the_compression_of_each_column(tmp_path: pathlib.Path) -> None:
    profile = ramet.WriteProfile(
        compression="none", columns={"number": "zlib:6", "other": "lzma:4"}, cluster_size=200_000
    )
    path = tmp_path / "out.root"
    with ramet.ParallelWriter(path, "Events", TYPES, profile=profile) as writer, writer.context() as context:
        context.extend(columns())
    with ramet.open(path) as file:
        tree = file["Events"]
        ratios = {name: tree[name].uncompressed_bytes / tree[name].compressed_bytes for name in TYPES}
    assert ratios["number"] > 1.5
    assert ratios["flag"] == pytest.approx(1, rel=0.05)
    assert ramet.WriteProfile.read(_saved(profile, tmp_path)) == profile


def _saved(profile: ramet.WriteProfile, folder: pathlib.Path) -> pathlib.Path:
    profile.save(folder / "p.json")
    return folder / "p.json"


def test_saving_a_profile_replaces_profiles_alone(tmp_path: pathlib.Path) -> None:
    profile = ramet.WriteProfile()
    profile.save(tmp_path / "p.json")
    ramet.WriteProfile(cluster_size=1_000_000).save(tmp_path / "p.json")
    assert ramet.WriteProfile.read(tmp_path / "p.json").cluster_size == 1_000_000
    (tmp_path / "empty.json").touch()
    profile.save(tmp_path / "empty.json")
    data = tmp_path / "data.root"
    data.write_bytes(b"root\0\0\xf2\x60")
    with pytest.raises(ramet.FileThereError, match=r"data.root': the file exists, and is no JSON"):
        profile.save(data)
    assert data.read_bytes() == b"root\0\0\xf2\x60"
    with pytest.raises(ramet.FileMissingError, match="there is no folder"):
        profile.save(tmp_path / "none" / "p.json")
    with pytest.raises(ramet.FileIOError):
        profile.save(tmp_path)


def test_a_full_disk_leaves_an_earlier_profile_as_it_was(tmp_path: pathlib.Path) -> None:
    small, large = ramet.WriteProfile(), ramet.WriteProfile(columns={f"column_{i}": "zstd:5" for i in range(1000)})
    small.save(tmp_path / "p.json")
    for name in ("p.json", "new.json"):
        with limited_file_size(1000), pytest.raises(ramet.FileIOError, match=name):
            large.save(tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == ["p.json"]
    assert ramet.WriteProfile.read(tmp_path / "p.json") == small


def test_one_name_that_is_read_is_a_name(table: pathlib.Path) -> None:
    with pytest.raises(ramet.KeyInFileError, match="other"):
        ramet.tune(f"{table}:Events", reads="other")
    assert ramet.tune(f"{table}:Events", reads="number", repeats=1).sample_entries == ENTRIES


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("bandwidth", 0, "bandwidth is 0, not in"),
        ("bandwidth", -1e6, "bandwidth is -1000000.0, not in"),
        ("bandwidth", math.nan, "bandwidth is nan, not in"),
        ("latency", -0.1, r"latency is -0\.1, not in"),
        ("latency", math.inf, "latency is inf, not in"),
        ("sample_size", "1 GB", "sample_size is 1000000000, not in 65536..268435456"),
        ("sample_size", 1, "sample_size is 1, not in 65536..268435456"),
        ("repeats", 0, r"repeats is 0, not in 1\.\.100"),
    ],
)
def test_numbers_out_of_range_are_refused(table: pathlib.Path, name: str, value: Any, problem: str) -> None:
    text: dict[str, Any] = {name: b"1"}
    with pytest.raises(ramet.MisuseError, match=problem):
        ramet.tune(f"{table}:Events", **{name: value})
    with pytest.raises(TypeError):
        ramet.tune(f"{table}:Events", **text)


def test_what_cannot_be_is_refused(table: pathlib.Path, tmp_path: pathlib.Path) -> None:
    with pytest.raises(ramet.MisuseError, match="goal is 'best'"):
        ramet.tune(f"{table}:Events", goal="best")  # type: ignore[arg-type]
    with pytest.raises(ramet.KeyInFileError):
        ramet.tune(f"{table}:Events", reads=["none_*"])
    with pytest.raises(ramet.MisuseError, match="a profile or a compression"):
        ramet.ParallelWriter(tmp_path / "a.root", "Events", TYPES, profile=ramet.WriteProfile(), compression="zlib:1")
    bad = tmp_path / "bad.json"
    bad.write_text('{"ramet_profile": 1, "columns": 3}')
    with pytest.raises(ramet.CorruptError, match=r"profile '.*bad.json': 'columns': expected an object"):
        ramet.WriteProfile.read(bad)
    with pytest.raises(ramet.FileMissingError, match=r"profile '.*none.json': there is no such file"):
        ramet.WriteProfile.read(tmp_path / "none.json")
    with pytest.raises(ramet.FileMissingError, match=r"profile '.*none.json'"):
        ramet.ParallelWriter(tmp_path / "a.root", "Events", TYPES, profile=tmp_path / "none.json")
    with pytest.raises(ramet.FileMissingError, match=r"cannot open '.*none.root'"):
        ramet.tune(f"{tmp_path / 'none.root'}:Events")


def test_a_profile_that_writers_take_can_be_saved(tmp_path: pathlib.Path) -> None:
    profile = ramet.WriteProfile(columns={'\u00fcn "<': "lz4:1"}, cluster_size="4 MB")
    read = ramet.WriteProfile.read(_saved(profile, tmp_path))
    assert read == ramet.WriteProfile(columns={'\u00fcn "<': "lz4:1"}, cluster_size=4_000_000)
    wrong: Any
    for wrong in ({"compression": 5}, {"columns": {"number": 5}}, {"columns": {5: "lz4:1"}}, {"cluster_size": 1.5}):
        with pytest.raises(TypeError, match="of type"):
            ramet.WriteProfile(**wrong).save(tmp_path / "wrong.json")
