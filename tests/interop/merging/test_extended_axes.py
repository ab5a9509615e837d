"""Histograms whose axes can extend, or have no range yet, with fills in their buffers: read and merged as by ROOT."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
import ramet
import ROOT
from merging.samples import by_hadd, by_ramet, cells_of, opened, write, write_all

SHAPES = {"TH1D": (1, False), "TH1I": (1, False), "TH2D": (2, False), "TH3D": (3, False)}
SHAPES |= {"TProfile": (1, True), "TProfile2D": (2, True), "TProfile3D": (3, True)}
BINS = 4
LOW, HIGH = -1.0, 3.0
ALL_AXES = 7
DOUBLED = ("TH2D", "TH3D")
SUMS = ("entries", "mean", "deviation")


def outlying(kind: str, seed: int, *, mask: int, buffer: int, has_range: bool = True, fills: int = 30) -> Any:
    """A histogram with some values outside of its range."""
    chosen = random.Random(f"{kind} {seed}")
    dimensions, is_profile = SHAPES[kind]

    def fill(_: Any) -> None:
        made = getattr(ROOT, kind)("h", "", *(BINS, LOW if has_range else 0.0, HIGH if has_range else 0.0) * dimensions)
        made.SetCanExtend(mask)
        if buffer:
            made.SetBuffer(buffer)
        for _ in range(fills):
            values = [chosen.uniform(LOW, HIGH) for _ in range(dimensions)]
            if chosen.random() < 0.2:
                values[chosen.randrange(dimensions)] = chosen.uniform(-20, 40)
            made.Fill(*values, *([chosen.gauss(2, 1)] if is_profile else []))

    return fill


def found_in(path: Path) -> dict[str, Any]:
    with opened(path) as file:
        histogram = file.Get("h")
        histogram.BufferEmpty()
        cells: dict[str, Any] = cells_of(histogram)
        return cells


def check_same(found: dict[str, Any], expected: dict[str, Any]) -> None:
    """But for the last bits of sums, which are added in another order."""
    for name, value in expected.items():
        is_text = name == "class" or name.endswith("labels")
        assert found[name] == (value if is_text else pytest.approx(value, rel=1e-9, abs=1e-9)), name


def check_merged(found: dict[str, Any], expected: dict[str, Any], *, is_doubled: bool) -> None:
    """If hadd empties the buffer of the first histogram twice, the ranges of a TH2 or TH3 are doubled in vain."""
    if not is_doubled:
        return check_same(found, expected)
    assert sum(found["contents"]) == sum(expected["contents"])
    return check_same({name: found[name] for name in SUMS}, {name: expected[name] for name in SUMS})


@pytest.mark.parametrize("kind", list(SHAPES))
@pytest.mark.parametrize("mask", [0, 1, ALL_AXES])
def test_fills_in_a_buffer_are_read_as_by_root(tmp_path: Path, kind: str, mask: int) -> None:
    for seed, fills in enumerate((0, 1, 30)):
        fill = outlying(kind, seed, mask=mask, buffer=100, has_range=True, fills=fills)
        path = write_all(tmp_path, [fill])[0]
        expected = found_in(path)
        read = ramet.open(path)["h"]
        assert read.values(flow=True).ravel(order="F").tolist() == pytest.approx(expected["contents"])
        assert read.num_entries == expected["entries"]
        assert list(read.axes[0].edges()) == pytest.approx(expected["x"])


@pytest.mark.parametrize("kind", list(SHAPES))
def test_fills_of_axes_without_a_range_count_as_entries(tmp_path: Path, kind: str) -> None:
    """As in ROOT, until somebody asks for contents."""
    path = write_all(tmp_path, [outlying(kind, 3, mask=0, buffer=100, has_range=False, fills=30)])[0]
    read = ramet.open(path)["h"]
    assert read.num_entries == 30
    assert read.values(flow=True).sum() == 0
    assert read.axes[0].low == read.axes[0].high


@pytest.mark.parametrize("kind", list(SHAPES))
@pytest.mark.parametrize("buffers", [(100, 100), (0, 100), (100, 0)])
@pytest.mark.parametrize("mask", [1, ALL_AXES])
def test_histograms_that_extended_are_merged_as_by_hadd(
    tmp_path: Path, kind: str, buffers: tuple[int, int], mask: int
) -> None:
    for seed in range(2):
        fills = [outlying(kind, 10 * seed + number, mask=mask, buffer=size) for number, size in enumerate(buffers)]
        inputs = write_all(tmp_path, fills)
        code, merged, complaint = by_ramet(tmp_path, inputs)
        failed, expected = by_hadd(tmp_path, inputs)
        if code == 0 and failed == 0:
            is_doubled = kind in DOUBLED and mask == ALL_AXES and buffers[0] > 0
            check_merged(found_in(merged), found_in(expected), is_doubled=is_doubled)
        else:  # their bins do not fit, or values below or above an axis that cannot extend would lie within the other's
            assert code == 3
            assert "h" in complaint


@pytest.mark.parametrize("kind", ["TH1D", "TH1I", "TH2D", "TH3D"])  # of profiles, hadd takes heights for values
@pytest.mark.parametrize("mask", [0, ALL_AXES])
@pytest.mark.parametrize("ranges", [(False, False), (False, True), (True, False), (False, True, False)])
def test_histograms_without_a_range_are_merged_as_by_hadd(
    tmp_path: Path, kind: str, mask: int, ranges: tuple[bool, ...]
) -> None:
    for fills in (30, 80):  # with 80, more than the buffer takes
        inputs = write_all(
            tmp_path,
            [
                outlying(kind, number, mask=mask, buffer=100, has_range=has_range, fills=fills)
                for number, has_range in enumerate(ranges)
            ],
        )
        code, merged, complaint = by_ramet(tmp_path, inputs)
        assert (code, complaint) == (0, "")
        is_doubled = kind in DOUBLED and mask == ALL_AXES and ranges[0]
        check_merged(found_in(merged), found_in(by_hadd(tmp_path, inputs)[1]), is_doubled=is_doubled)


def test_profiles_without_a_range_keep_their_fills(tmp_path: Path) -> None:
    inputs = write_all(
        tmp_path,
        [outlying("TProfile", number, mask=ALL_AXES, buffer=100, has_range=number == 1) for number in range(3)],
    )
    code, merged, _ = by_ramet(tmp_path, inputs)
    found = found_in(merged)
    assert (code, found["entries"]) == (0, 90)
    assert (found["contents"][0], found["contents"][-1]) == (0, 0)
    means = [found_in(path)["mean"] for path in inputs]
    assert found["mean"] == pytest.approx(sum(means) / 3)


def test_axes_that_are_written_again_can_still_extend(tmp_path: Path) -> None:
    path = write_all(tmp_path, [outlying("TH2D", 0, mask=1, buffer=0)])[0]
    with ramet.recreate(tmp_path / "again.root") as file:
        file["h"] = ramet.open(path)["h"]
    with opened(tmp_path / "again.root") as file:
        assert [file.Get("h").GetXaxis().CanExtend(), file.Get("h").GetYaxis().CanExtend()] == [True, False]


@pytest.mark.parametrize("fills", [[5, 20], [0, 30], [20, 15, 5], [400, 30], [400, 300]])
@pytest.mark.parametrize("seed", range(3))
def test_axes_in_powers_of_two_have_all_fills(tmp_path: Path, fills: list[int], seed: int) -> None:
    """What waits in buffers is as if it were filled into one histogram. hadd counts some of it outside."""

    def values_of(number: int) -> list[float]:
        chosen = random.Random(f"{seed} {number}")
        mean, width = chosen.uniform(-100, 100), chosen.uniform(1, 50)
        return [chosen.gauss(mean, width) for _ in range(fills[number])]

    def filled(values: list[float]) -> Any:
        def fill(_: Any) -> None:
            made = ROOT.TH1D("h", "", 100, 0, 0)
            made.SetBit(ROOT.TH1.kAutoBinPTwo)
            made.SetBuffer(100)
            for value in values:
                made.Fill(value)

        return fill

    parts = [values_of(number) for number in range(len(fills))]
    code, merged, complaint = by_ramet(tmp_path, write_all(tmp_path, [filled(part) for part in parts]))
    if code:
        assert (code, max(fills) > 100) == (3, True)
        assert "values outside of the bins have no place" in complaint
        return
    with opened(merged) as file:
        histogram = file.Get("h")
        histogram.BufferEmpty()
        outside = histogram.GetBinContent(0) + histogram.GetBinContent(histogram.GetNbinsX() + 1)
        assert (histogram.GetEntries(), histogram.Integral() + outside) == (sum(fills), sum(fills))
    if max(fills) < 50:
        whole = write(tmp_path / "whole.root", filled([value for part in parts for value in part]))
        check_same(found_in(merged), found_in(whole))
