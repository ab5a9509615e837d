"""ramet.LiveMerge: files that are merged as they are finished."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest
import ramet
import uproot


@pytest.fixture
def inputs(tmp_path: Path) -> list[Path]:
    """Files that fit, and a last one whose histogram does not."""
    paths = [tmp_path / f"in{number}.root" for number in range(6)]
    for number, path in enumerate(paths):
        with ramet.recreate(path) as file:
            file.mktree("Events", {"x": "float64"}).extend({"x": np.arange(10.0) + 10 * number})
            file["h"] = np.histogram([0.5], bins=3, range=(0, 30 if number < 5 else 31.7))
    return paths


def entries_of(path: Path) -> list[float]:
    with uproot.open(path) as file:
        return file["Events/x"].array(library="np").tolist()


def test_what_was_added_is_in_the_output_after_a_checkpoint(inputs: list[Path], tmp_path: Path) -> None:
    output = tmp_path / "all.root"
    with ramet.LiveMerge(output) as live:
        assert live.add(inputs[0])
        assert not live.add(inputs[0])
        assert live.checkpoint().files == 1
        assert entries_of(output) == list(range(10))
        live.add(inputs[1].read_bytes(), name="worker 1")
        live.add(bytearray(inputs[2].read_bytes()))
        live.add(memoryview(inputs[3].read_bytes()))
        report = live.checkpoint()
        assert (report.files, report.checkpoints) == (4, 2)
        assert entries_of(output) == list(range(40))
    assert live.report.output_bytes == output.stat().st_size
    assert not output.with_name("all.root.live").exists()
    with ramet.open(output) as file:
        assert file["h"].values().tolist() == [4, 0, 0]
    assert ramet.check(output).is_sound
    with pytest.raises(ramet.MisuseError, match="is finished"):
        live.add(inputs[4])


def test_after_an_exception_the_merge_can_go_on(inputs: list[Path], tmp_path: Path) -> None:
    output = tmp_path / "all.root"

    def stopped() -> None:
        with ramet.LiveMerge(output) as live:
            live.add(inputs[0])
            live.checkpoint()
            live.add(inputs[1])
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped()
    assert entries_of(output) == list(range(10))
    with ramet.LiveMerge(output) as live:
        assert [live.add(path) for path in inputs[:3]] == [False, True, True]
    assert entries_of(output) == list(range(30))
    with pytest.raises(ramet.MisuseError, match="exists"):
        ramet.LiveMerge(output)
    with ramet.LiveMerge(output, existing="append") as live:
        live.add(inputs[3])
    assert entries_of(output) == list(range(40))
    with ramet.LiveMerge(output, existing="replace", resume=False) as live:
        live.add(inputs[0])
    assert entries_of(output) == list(range(10))


def test_files_that_differ_or_are_bad_are_named_and_the_others_merged(inputs: list[Path], tmp_path: Path) -> None:
    output = tmp_path / "all.root"
    bad = tmp_path / "bad.root"
    bad.write_bytes(inputs[0].read_bytes()[:300])
    live = ramet.LiveMerge(output)
    with pytest.raises(ramet.FileMissingError, match="missing.root"):
        live.add(tmp_path / "missing.root")
    with pytest.raises(ramet.CorruptError, match="bad.root"):
        live.add(bad)
    for path in (inputs[0], inputs[5], inputs[1]):
        live.add(path)
    with pytest.raises(ramet.UnsupportedError, match=r"1 file was not merged: file '.*in5.root': 'h'"):
        live.checkpoint()
    report = live.finish()
    assert report.files == 2
    assert [(one.file, one.path, one.is_refused) for one in report.left_out] == [(str(inputs[5]), "h", True)]
    assert entries_of(output) == list(range(20))


def test_what_differs_can_be_left_out(inputs: list[Path], tmp_path: Path) -> None:
    other = tmp_path / "other.root"
    with ramet.recreate(other) as file:
        file.mktree("Events", {"y": "float64"}).extend({"y": np.arange(7.0)})
        file["h"] = np.histogram([0.5], bins=3, range=(0, 30))
    with ramet.LiveMerge(tmp_path / "all.root", differences="skip file", bad="skip") as live:
        live.add(inputs[0])
        live.add(other)
        assert not live.add(tmp_path / "missing.root")
    bad, *different = live.report.left_out
    assert (bad.kind, bad.is_refused) == ("bad input", True)
    assert {(one.path, one.entries, one.is_refused) for one in different} == {("Events", 7, False)}
    assert live.report.files == 2
    assert entries_of(tmp_path / "all.root") == list(range(10))
    with ramet.open(tmp_path / "all.root") as file:
        assert file["h"].values().tolist() == [2, 0, 0]


def test_threads_add_files(inputs: list[Path], tmp_path: Path) -> None:
    with ramet.LiveMerge(tmp_path / "all.root", checkpoint_files=2) as live:
        threads = [threading.Thread(target=live.add, args=(path,)) for path in inputs[:5]]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(entries_of(tmp_path / "all.root")) == list(range(50))


@pytest.mark.parametrize(
    "wrong", [{"existing": "maybe"}, {"bad": "recover"}, {"differences": "ignore"}, {"rules": {"TNamed": "sum"}}]
)
def test_arguments_that_are_wrong(wrong: dict[str, object], tmp_path: Path) -> None:
    with pytest.raises(ramet.MisuseError):
        ramet.LiveMerge(tmp_path / "all.root", **wrong)  # type: ignore[arg-type]
