"""What Display and Report print is what ROOT prints."""

from __future__ import annotations

from typing import Any

import pytest
import ramet.rdataframe
import ROOT

WIDTHS = [3, 9, 1, 17, 30, 6, 12, 8, 2, 25, 4, 88, 1]
NAMES = [f"c{number}{'x' * width}" for number, width in enumerate(WIDTHS)]


def frame_of(of: Any) -> Any:
    made = of.RDataFrame(3)
    for number, name in enumerate(NAMES):
        made = made.Define(name, ["1", "rdfentry_ * 1000.5", f"ROOT::RVecI({number % 4}, 7)"][number % 3])
    return made


@pytest.fixture(scope="module")
def frames() -> list[Any]:
    return [frame_of(of) for of in (ramet.rdataframe, ROOT)]


@pytest.mark.parametrize(
    "columns", [NAMES[:4], NAMES[:5], NAMES[:6], NAMES[3:], NAMES[4:], NAMES[7:], NAMES[11:], NAMES[11:12], NAMES[:1]]
)
def test_wide_tables_end_where_those_of_root_do(frames: list[Any], columns: list[str]) -> None:
    ours, roots = (str(frame.Display(columns, 2).AsString()) for frame in frames)
    assert ours == roots


def test_filters_without_entries_have_no_efficiency(frames: list[Any], capfd: pytest.CaptureFixture[str]) -> None:
    printed = []
    for frame in frames:
        report = frame.Filter("rdfentry_ > 5", "none").Filter("rdfentry_ > 1", "more").Report()
        assert [str(cut.GetEff()) for cut in report] == ["0.0", "nan"]
        capfd.readouterr()
        report.Print()
        ROOT.gSystem.Exec("")
        printed.append(capfd.readouterr().out)
    assert printed[0] == printed[1]
