"""Every numeric option at its limits and beyond: it works, or an error names it and its range."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet

MOST = 2**64 - 1
# All pages of a cluster are one record, of less than 2 GiB, with the entry that ends it and a checksum of each page.
NTUPLE_CLUSTER = 3 * 2**28 * 2**18 // (2**18 + 8)
NUMBERS = [-(2**63), -1, 0, 1, 8, 2**31 - 1, 2**31, 2**32, 2**63 - 1, 2**63, MOST, 2**64, 10**30]


def parallel(**options: Any) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        with ramet.ParallelWriter(path, "T", {"x": "float32"}, **options) as writer, writer.context() as context:
            context.extend({"x": np.zeros(1000)})
        assert ramet.open(path)["T"].num_entries == 1000

    return write


def one_thread(make: Callable[[ramet.WritableFile], ramet.WritableTree]) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        with ramet.recreate(path) as file:
            make(file).extend({"x": np.zeros(1000)})
        assert ramet.open(path)["T"].num_entries == 1000

    return write


def described(version: int) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        classes = {"P": ramet.Class({"a": "int"}, version=version)}
        with ramet.recreate(path) as file:
            file["o"] = ramet.NewObject("P", {"a": 7}, classes)
            file.mktree("t", {"x": "P"}, classes=classes).extend({"x": [{"a": 8}]})
        with ramet.open(path) as read:
            assert (read["o"]["a"], read["o"].class_version) == (7, version)
            assert read["t"]["x./x.a"].array().tolist() == [8]

    return write


def part(number: int) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        with ramet.ParallelWriter(path, "T", {"x": "float32"}) as writer, writer.context(number) as context:
            context.begin_sequence(number)
            context.extend({"x": np.zeros(10)})

    return write


# What is tried, by name; the least and the greatest number that work, and what an error about another one says.
TABLE: list[tuple[str, Callable[[int], Callable[[Path], None]], int, int, str]] = [
    ("memory_budget", lambda n: parallel(memory_budget=n), 300_000, MOST, "memory.budget"),
    ("memory_budget, in order", lambda n: parallel(memory_budget=n, reproducible=True), 600_000, MOST, "memory.budget"),
    ("cluster_size", lambda n: parallel(cluster_size=n), 0, 2**50, "cluster"),
    ("cluster_size, in order", lambda n: parallel(cluster_size=n, reproducible=True), 0, 2**50, "cluster"),
    ("cluster_size, ntuple", lambda n: parallel(cluster_size=n, format="rntuple"), 0, NTUPLE_CLUSTER, "cluster"),
    (
        "cluster_size, ntuple of small pages",
        lambda n: parallel(cluster_size=n, basket_size=8, format="rntuple"),
        0,
        3 * 2**27,
        "cluster",
    ),
    (
        "mkrntuple, cluster_size",
        lambda n: one_thread(lambda f: f.mkrntuple("T", {"x": "f4"}, cluster_size=n)),
        0,
        NTUPLE_CLUSTER,
        "cluster",
    ),
    ("cluster_entries", lambda n: parallel(cluster_entries=n), 0, MOST, "cluster_entries"),
    ("cluster_entries, in order", lambda n: parallel(cluster_entries=n, reproducible=True), 0, MOST, "cluster_entries"),
    ("basket_size", lambda n: parallel(basket_size=n), 1, 2**30, "basket_size"),
    ("basket_size, ntuple", lambda n: parallel(basket_size=n, format="rntuple"), 1, 2**30, "basket_size"),
    ("checkpoint_size", lambda n: parallel(checkpoint_size=n), 0, MOST, "checkpoint_size"),
    ("checkpoint_seconds", lambda n: parallel(checkpoint_seconds=n), 0, 10**9, "checkpoint_seconds"),
    ("compression", lambda n: parallel(compression=n), 0, 9, "compression"),
    ("context", part, 0, MOST, "part"),
    (
        "mktree, cluster_size",
        lambda n: one_thread(lambda f: f.mktree("T", {"x": "f4"}, cluster_size=n)),
        0,
        2**50,
        "clus",
    ),
    (
        "mktree, basket_size",
        lambda n: one_thread(lambda f: f.mktree("T", {"x": "f4"}, basket_size=n)),
        1,
        2**30,
        "bask",
    ),
    ("page_size", lambda n: one_thread(lambda f: f.mkrntuple("T", {"x": "f4"}, page_size=n)), 1, 2**30, "page_size"),
    ("class version", described, 1, 0x3FFF, "version of class 'P'"),
]


@pytest.mark.parametrize(("name", "make", "least", "most", "message"), TABLE, ids=[row[0] for row in TABLE])
def test_a_number_works_or_is_refused_by_name(
    tmp_path: Path, name: str, make: Callable[[int], Callable[[Path], None]], least: int, most: int, message: str
) -> None:
    for number in sorted({*NUMBERS, least, most, most + 1}):
        if least <= number <= most:
            make(number)(tmp_path / "new.root")
            continue
        with pytest.raises(ramet.MisuseError, match=message) as error:
            make(number)(tmp_path / "new.root")
        assert str(number) in str(error.value), name


@pytest.mark.parametrize("seconds", [float("nan"), float("inf"), -float("inf"), -0.001, 1e300])
def test_seconds_that_are_no_time_are_refused(tmp_path: Path, seconds: float) -> None:
    with pytest.raises(ramet.MisuseError, match="checkpoint_seconds is"):
        parallel(checkpoint_seconds=seconds)(tmp_path / "new.root")


@pytest.mark.parametrize("level", [-1, 10, 100, 2**31, 2**64])
def test_a_level_of_compression_beyond_9_is_refused(tmp_path: Path, level: int) -> None:
    for compression in (f"zstd:{level}", f"lz4:{level}"):
        with pytest.raises(ramet.MisuseError, match="compression"):
            ramet.recreate(tmp_path / "new.root", compression=compression)
    with pytest.raises(ramet.MisuseError, match="compression"):
        ramet.Compression("zlib", level)


def test_threads_that_cannot_be_are_refused(tmp_path: Path) -> None:
    for threads in (-1, 2**31, 2**63, 2**64, 10**30):
        with pytest.raises(ramet.MisuseError, match=f"encoder_threads is {threads}, not in 0..{2**31 - 1}"):
            parallel(encoder_threads=threads)(tmp_path / "new.root")


def test_split_levels_that_cannot_be_are_refused() -> None:
    for level in (-(2**31) - 1, 2**31, 2**64):
        with pytest.raises(ramet.MisuseError, match=f"split_level is {level}"):
            ramet.Column("vector<vector<float>>", split_level=level)


def test_a_refused_value_leaves_the_existing_file(tmp_path: Path) -> None:
    path = tmp_path / "old.root"
    with ramet.recreate(path) as file:
        file["T"] = {"x": [1, 2, 3]}
    before = path.read_bytes()
    for options in (
        {"basket_size": 0},
        {"cluster_entries": -1},
        {"memory_budget": -1},
        {"compression": 999},
        {"checkpoint_seconds": -1},
        {"encoder_threads": -1},
        {"durability": "never"},
        {"when_full": "never"},
    ):
        with pytest.raises(ValueError, match=next(iter(options))):
            parallel(**options)(path)
        assert path.read_bytes() == before
    with pytest.raises(TypeError, match="'x'"):
        ramet.ParallelWriter(path, "T", {"x": "complex128"})
    assert path.read_bytes() == before


def test_a_writer_that_was_refused_does_not_hold_its_file(tmp_path: Path) -> None:
    path = tmp_path / "new.root"
    for schema in ({"a/b": "float32"}, {"x": "var * var * float32", "nx": "2 * string"}):
        with pytest.raises((ramet.MisuseError, TypeError)) as caught:
            ramet.ParallelWriter(path, "T", schema)
        parallel()(path)
        del caught
