"""Arguments of ramet: NumPy's numbers are accepted, and invalid arguments are named in errors."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import awkward as ak
import numpy as np
import pytest
import ramet

SIZES = ["cluster_size", "basket_size", "memory_budget", "checkpoint_size"]
NUMBERS = ["cluster_entries", "encoder_threads"]
BOOLEANS = ["page_checksums", "reproducible"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with ramet.recreate(tmp_path / "x.root") as file:
        file.mktree("T", {"x": np.arange(10)})
        file["h"] = np.histogram([1.0, 2.0, 3.0], bins=4)
    return tmp_path / "x.root"


def write(path: Path, **options: Any) -> int:
    with ramet.ParallelWriter(path, "T", {"x": "float32"}, **options) as writer, writer.context() as context:
        context.extend({"x": np.zeros(3)})
    return int(ramet.open(path)["T"].num_entries)


@pytest.mark.parametrize("option", [*SIZES, *NUMBERS, *BOOLEANS, "checkpoint_seconds"])
def test_options_of_writers_take_numbers_of_numpy_and_invalid_ones_are_named(tmp_path: Path, option: str) -> None:
    path = tmp_path / "made.root"
    good = {"encoder_threads": [np.uint8(1)], **{key: [np.bool_(True), np.bool_(False)] for key in BOOLEANS}}
    good["checkpoint_seconds"] = [np.float32(1.5), np.float64(0), np.int16(2)]
    for value in good.get(option, [np.int64(1 << 20), np.uint32(1 << 20)]):
        assert write(path, **{option: value}) == 3
    bad: list[object] = [None, "much", [1]]
    bad += [] if option == "checkpoint_seconds" else [2.5, np.float64(2.0)]
    for value in bad:
        with pytest.raises((TypeError, ValueError), match=f"{option} is|is not a number of bytes"):
            write(path, **{option: value})


def test_parts_pools_and_files_take_numbers_of_numpy(tmp_path: Path) -> None:
    path = tmp_path / "made.root"
    with ramet.ParallelWriter(path, "T", {"x": "float32"}) as writer:
        with writer.context(np.int64(3)) as context:
            context.begin_sequence(np.uint8(4))
            for number in (3.0, "4"):
                with pytest.raises(TypeError, match="the number of a part is"):
                    context.begin_sequence(number)  # type: ignore[arg-type]
            with pytest.raises(ramet.MisuseError, match="part -1 of the job"):
                context.begin_sequence(-1)
        with writer.pool(np.int64(2)) as pool, pool.lend(np.float32(1)):
            pass
        with pytest.raises(TypeError, match="most_contexts is 2.5"):
            writer.pool(2.5)  # type: ignore[arg-type]
    with ramet.recreate(path, reproducible=np.bool_(True), compression=np.int64(505)) as file:
        file.mktree("T", {"x": "int32"}, cluster_size=np.int64(8000), basket_size=np.uint16(4000))
        point = {"Point": {"x": "float"}}
        file.mktree("whole", {"p": ramet.Column("Point", split_level=np.int8(0))}, classes=point)
        with pytest.raises(TypeError, match=r"split_level is np.float64\(2.7\) of type float64"):
            file.mktree("U", {"p": ramet.Column("Point", split_level=np.float64(2.7))}, classes=point)
        file.mkrntuple("N", {"x": "int32"}, page_size=np.int32(4000), page_checksums=np.bool_(False))


def test_entries_and_steps_are_numbers_of_any_type(path: Path) -> None:
    tree = ramet.open(path)["T"]
    assert tree["x"].array(None, np.int64(2), np.uint8(5), library="np").tolist() == [2, 3, 4]
    assert tree["x"].array(None, 0, 2).tolist() == [0, 1]
    assert len(tree.arrays(entry_start=np.int8(-3))) == 3
    assert [len(step) for step in tree.iterate(step_size=np.int64(4))] == [4, 4, 2]
    assert tree.num_entries_for(np.int64(8 * 5)) == tree.num_entries_for(40)
    dataset = ramet.open_many(f"{path}:T", allow_missing=np.bool_(False), defaults={"y": np.float32(1)})
    assert [len(step) for step in dataset.iterate(step_size=np.uint64(4), entry_start=np.int64(1))] == [4, 4, 1]
    assert dataset.take([np.int32(1), 3], library="np")["x"].tolist() == [1, 3]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda tree: tree["x"].array(entry_start=2.5), "entry_start is 2.5 of type float"),
        (lambda tree: list(tree.iterate(step_size=2.5)), "step_size is 2.5 of type float"),
        (lambda tree: list(tree.iterate(step_size=np.float64(2))), "step_size is"),
        (lambda tree: list(tree.iterate(step_size=b"2")), "step_size is"),
        (lambda tree: tree.num_entries_for(30.5), "memory_size is 30.5"),
        (lambda tree: tree.arrays([1]), "a name is 1 of type int, expected a text"),
        (lambda tree: tree.arrays(b"x"), "names are b'x'"),
        (lambda tree: tree.arrays(3), "names are 3"),
        (lambda tree: ramet.Histogram(5.0, (0, 1)), "bins is 5.0 of type float"),  # type: ignore[arg-type]
        (lambda tree: ramet.Histogram(5, (0,)), "needs two bounds"),  # type: ignore[arg-type]
        (lambda tree: ramet.Histogram(5, (0, "1")), "a bound is '1'"),  # type: ignore[arg-type]
        (lambda tree: ramet.open(b"x.root"), "a path is bytes"),  # type: ignore[arg-type]
        (lambda tree: ramet.open(1), "a path is 1 of type int"),  # type: ignore[arg-type]
        (lambda tree: ramet.recreate(b"x.root"), "a path is bytes"),  # type: ignore[arg-type]
        (lambda tree: ramet.update(None), "a path is None"),  # type: ignore[arg-type]
        (lambda tree: ramet.check(b"x.root"), "a path is bytes"),  # type: ignore[arg-type]
        (lambda tree: ramet.recover(1, "y.root"), "a path is 1"),  # type: ignore[arg-type]
        (lambda tree: ramet.open_many(1), "a path is 1"),  # type: ignore[arg-type]
        (lambda tree: ramet.open_many([b"x.root"]), "a path is bytes"),  # type: ignore[list-item]
        (lambda tree: ramet.open_many({"x.root": 1}), "a tree's name is 1"),  # type: ignore[dict-item]
    ],
)
def test_a_value_of_another_type_is_named(path: Path, call: Callable[[Any], object], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        call(ramet.open(path)["T"])


def test_chosen_entries_are_no_mask_and_not_negative(path: Path) -> None:
    dataset = ramet.open_many(f"{path}:T")
    with pytest.raises(TypeError, match="numpy.flatnonzero makes them"):
        dataset.take(np.array([False, True]))
    with pytest.raises(TypeError, match="expected whole numbers"):
        dataset.take([1.5])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="entry -1"):
        dataset.take([-1, 2])


def test_bins_bounds_and_axes_are_numbers_of_any_type(path: Path) -> None:
    made = ramet.Histogram(np.int64(5), (np.float32(0), np.int8(4)))
    assert made == ramet.Histogram(5, (0, 4)) == ramet.Histogram(np.array(5), (0, 4))
    assert made.axis(np.int64(0)) == made.axis("x") == made.axes[0]
    with pytest.raises(IndexError, match="'q'"):
        made.axis("q")
    with pytest.raises(ramet.MisuseError, match="-1 bins"):
        ramet.Histogram(-1, (0, 1))


def test_functions_of_numpy_take_columns_and_histograms(path: Path) -> None:
    file = ramet.open(path)
    for column in (file["T"]["x"], ramet.open_many(f"{path}:T")["x"]):
        assert np.sum(column) == 45
        assert np.sqrt(column)[4] == 2
        assert np.asarray(column, dtype="float32").dtype == np.float32
        assert np.histogram(column, bins=2)[0].tolist() == [5, 5]
        assert ak.sum(column.array()) == 45
    assert np.sum(file["h"]) == 3
    assert np.asarray(file["h"]).shape == (4,)


def test_a_tilde_is_the_home(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(path.parent))
    assert ramet.open("~/x.root:T").num_entries == 10
    assert ramet.open(Path("~/x.root"))["T"].num_entries == 10
    assert ramet.open({"~/x.root": "T"}).num_entries == 10
    assert ramet.open_many("~/*.root:T").num_entries == 10
    assert ramet.concatenate({"~/x.root": "T"}, library="np")["x"].tolist() == list(range(10))
    with ramet.recreate("~/y.root") as file:
        file["T"] = {"x": np.arange(2)}
    with ramet.update("~/y.root") as file:
        file["T"].extend({"x": np.arange(3)})
    assert (path.parent / "y.root").exists()
    assert ramet.check("~/y.root").entries == 5
    assert ramet.recover("~/y.root", "~/z.root").problem == ""
    assert write(Path("~/w.root")) == 3


def test_options_of_uproot_that_ramet_lacks_are_refused_with_advice(path: Path) -> None:
    tree = ramet.open(path, object_cache=None)["T"]
    assert tree.arrays(expressions="x", decompression_executor=None, library="np")["x"].tolist() == list(range(10))
    with pytest.raises(NotImplementedError, match="`arrays`, `to_arrow`, `iterate` and `num_entries_for` take it"):
        tree["x"].array(language="python")
    with pytest.raises(NotImplementedError, match="interpretation"):
        tree["x"].array("float32")
    with pytest.raises(NotImplementedError, match=r"open\(\) does not take 'custom_classes'"):
        ramet.open(path, custom_classes={})
    with pytest.raises(TypeError, match=r"concatenate\(\) has no argument|arrays\(\) has no argument 'nothing'"):
        ramet.concatenate(f"{path}:T", nothing=1)
    with pytest.raises(TypeError, match="names twice"):
        tree.arrays("x", expressions="x")


def test_options_of_uproot_that_only_say_how_it_reads_have_no_effect(path: Path) -> None:
    tree = ramet.open(path, num_workers=3, use_threads=True, object_cache={}, timeout=30, handler=object)["T"]
    executors = {"decompression_executor": object(), "interpretation_executor": object()}
    for read in (
        tree.arrays("x", **executors, array_cache="10 MB").x,
        next(tree.iterate("x", **executors)).x,
        tree["x"].array(**executors),
        ramet.concatenate(f"{path}:T", "x", num_workers=3, **executors).x,
    ):
        assert read.to_list() == list(range(10))


def test_files_without_the_tree_or_a_named_column_are_left_out(path: Path) -> None:
    other = path.with_name("other.root")
    with ramet.recreate(other) as file:
        file["T"] = {"x": np.arange(2), "y": np.arange(2)}
    with ramet.recreate(path.with_name("none.root")) as file:
        file["U"] = {"x": np.arange(2)}
    files = dict.fromkeys((path.with_name("none.root"), path, other), "T")
    with pytest.raises(ramet.KeyInFileError):
        ramet.concatenate({path: "T", other: "T"}, ["y"])
    for entries, names in ((2, ["x", "y"]), (12, ["x"])):
        assert len(ramet.concatenate(files, names, allow_missing=True)) == entries
        assert sum(len(step) for step in ramet.iterate(files, iter(names), allow_missing=True)) == entries
    assert len(ramet.concatenate({path: "U"}, allow_missing=True)) == 0
    assert list(ramet.iterate({path: "U"}, allow_missing=True)) == []
