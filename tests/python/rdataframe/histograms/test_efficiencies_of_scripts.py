"""Efficiencies with ROOT's names give what ROOT 6.40 gives."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet
import ramet.rdataframe as ROOT

TOTALS = [10, 4, 0, 7]
PASSED = [3, 4, 0, 0]
# of ROOT: value, lower and upper error of each bin
EXPECTED = {
    "clopper": [
        (0.0, 0.0, 1.0),
        (0.3, 0.1583280989, 0.208262482),
        (1.0, 0.3688775709, 0.0),
        (0.0, 0.0, 1.0),
        (0.0, 0.0, 0.2312604797),
        (0.0, 0.0, 1.0),
    ],
    "1": [
        (0.0, 0.0, 1.0),
        (0.3, 0.1449137675, 0.1449137675),
        (1.0, 0.0, 0.0),
        (0.0, 0.0, 1.0),
        (0.0, 0.0, 0.0),
        (0.0, 0.0, 1.0),
    ],
    "2": [
        (0.0, 0.0, 1.0),
        (0.3, 0.1211791792, 0.1575428156),
        (1.0, 0.2, 0.0),
        (0.0, 0.0, 1.0),
        (0.0, 0.0, 0.125),
        (0.0, 0.0, 1.0),
    ],
    "3": [
        (0.0, 0.0, 1.0),
        (0.3, 0.1222532683, 0.1586169047),
        (1.0, 0.2341640786, 0.0),
        (0.0, 0.0, 1.0),
        (0.0, 0.0, 0.1480816496),
        (0.0, 0.0, 1.0),
    ],
    "5": [
        (0.5, 0.439167046, 0.439167046),
        (0.3181818182, 0.1382495582, 0.1395688089),
        (0.9, 0.1079254976, 0.09530518383),
        (0.5, 0.439167046, 0.439167046),
        (0.0625, 0.05974205549, 0.06544202703),
        (0.5, 0.439167046, 0.439167046),
    ],
    "6": [
        (0.5, 0.3413447461, 0.3413447461),
        (0.3333333333, 0.1344589304, 0.1354662981),
        (0.8333333333, 0.1413575568, 0.132705973),
        (0.5, 0.3413447461, 0.3413447461),
        (0.1111111111, 0.08974837471, 0.09445674632),
        (0.5, 0.3413447461, 0.3413447461),
    ],
    "7": [
        (0.5, 0.3413447461, 0.3413447461),
        (0.3333333333, 0.1344589304, 0.1354662981),
        (0.8333333333, 0.1413575568, 0.132705973),
        (0.5, 0.3413447461, 0.3413447461),
        (0.1111111111, 0.08974837471, 0.09445674632),
        (0.5, 0.3413447461, 0.3413447461),
    ],
    "8": [
        (0.0, -9.313225746e-10, 0.9999999991),
        (0.3, 0.127848115, 0.1656431498),
        (1.0, 0.2494647177, -9.313225746e-10),
        (0.0, -9.313225746e-10, 0.9999999991),
        (0.0, -9.313225746e-10, 0.1512427563),
        (0.0, -9.313225746e-10, 0.9999999991),
    ],
    "level": [
        (0.0, 0.0, 1.0),
        (0.3, 0.2332604888, 0.3524528501),
        (1.0, 0.6023646356, 0.0),
        (0.0, 0.0, 1.0),
        (0.0, 0.0, 0.4096163972),
        (0.0, 0.0, 1.0),
    ],
    "prior": [
        (0.4, 0.3324140135, 0.4058795503),
        (0.3333333333, 0.2057349035, 0.2477019239),
        (0.6666666667, 0.3175224611, 0.2480999192),
        (0.4, 0.3324140135, 0.4058795503),
        (0.1666666667, 0.1438354684, 0.2461132503),
        (0.4, 0.3324140135, 0.4058795503),
    ],
    "mode": [
        (0.3333333333, 0.2895423514, 0.4389733553),
        (0.3076923077, 0.1931081206, 0.2562517073),
        (0.7142857143, 0.3352636452, 0.2207514017),
        (0.3333333333, 0.2895423514, 0.4389733553),
        (0.1, 0.09369849198, 0.2675131821),
        (0.3333333333, 0.2895423514, 0.4389733553),
    ],
    "weights": [
        (0.0, 0.0, 1.0),
        (0.3, 0.1449137675, 0.1449137675),
        (1.0, 0.0, 0.0),
        (0.0, 0.0, 1.0),
        (0.0, 0.0, 0.0),
        (0.0, 0.0, 1.0),
    ],
    "graph": [(0.5, 0.1583280989, 0.208262482), (1.5, 0.3688775709, 0.0), (3.5, 0.0, 0.2312604797)],
    "bayes": [(0.3, 0.1218964008, 0.1447618672), (1.0, 0.2052841909, 0.0), (0.0, 0.0, 0.133771621)],
}


def histograms(weight: float = 1.0) -> tuple[Any, Any]:
    made = []
    for name, counts in (("passed", PASSED), ("total", TOTALS)):
        h = ROOT.TH1D(name, f"{name};x;share", 4, 0, 4)
        for place, count in enumerate(counts):
            for _ in range(count):
                h.Fill(place + 0.5, weight)
        made.append(h)
    return made[0], made[1]


def shares(of: Any) -> list[tuple[float, float, float]]:
    numbers = range(of.GetTotalHistogram().GetNcells())
    return [(of.GetEfficiency(n), of.GetEfficiencyErrorLow(n), of.GetEfficiencyErrorUp(n)) for n in numbers]


def test_shares_and_their_intervals() -> None:
    made = ROOT.TEfficiency(*histograms())
    assert (made.GetName(), made.GetDimension(), made.GetStatisticOption()) == ("total_clone", 1, made.kFCP)
    assert made.GetConfidenceLevel() == pytest.approx(0.682689492137)
    expected = EXPECTED["clopper"]
    assert np.ravel(shares(made)) == pytest.approx(np.ravel(expected), abs=1e-9)
    assert made.GetEfficiency(99) == made.GetEfficiency(5)
    for option in (1, 2, 3, 5, 6, 7, 8):
        made.SetStatisticOption(option)
        assert np.ravel(shares(made)) == pytest.approx(np.ravel(EXPECTED[str(option)]), abs=2e-9)
        assert made.UsesBayesianStat() == (option in (5, 6, 7))
    with pytest.raises(ramet.UnsupportedError, match="Feldman"):
        made.SetStatisticOption(made.kFFC)


def test_settings() -> None:
    made = ROOT.TEfficiency(*histograms())
    made.SetConfidenceLevel(0.95)
    assert np.ravel(shares(made)) == pytest.approx(np.ravel(EXPECTED["level"]), abs=1e-9)
    made.SetStatisticOption(made.kBBayesian)
    made.SetBetaAlpha(2.0)
    made.SetBetaBeta(3.0)
    assert (made.GetBetaAlpha(), made.GetBetaBeta()) == (2, 3)
    assert np.ravel(shares(made)) == pytest.approx(np.ravel(EXPECTED["prior"]), abs=1e-9)
    made.SetPosteriorMode()
    assert np.ravel(shares(made))[3:9] == pytest.approx(np.ravel(EXPECTED["mode"])[3:9], abs=1e-6)


def test_an_empty_one_is_filled() -> None:
    made = ROOT.TEfficiency("e", "my;x;#epsilon", 4, 0, 4)
    for place, (passed, total) in enumerate(zip(PASSED, TOTALS, strict=True)):
        for number in range(total):
            made.Fill(number < passed, place + 0.5)
    assert shares(made) == shares(ROOT.TEfficiency(*histograms()))
    assert (made.GetName(), made.GetTitle(), made.FindFixBin(1.5)) == ("e", "my;x;#epsilon", 2)
    graph = made.CreateGraph()
    assert (graph.GetN(), graph.GetPointY(0), graph.GetErrorXlow(0)) == (3, 0.3, 0.5)
    plane = ROOT.TEfficiency("p", "", 2, 0, 2, 3, 0, 3)
    plane.Fill(True, 0.5, 1.5)
    plane.Fill(False, 0.5, 1.5)
    assert plane.GetEfficiency(plane.GetGlobalBin(1, 2)) == 0.5


def test_ends_of_single_intervals() -> None:
    ends = [
        [getattr(ROOT.TEfficiency, name)(10, 3, 0.683, is_upper) for is_upper in (False, True)]
        for name in ("ClopperPearson", "Normal", "Wilson", "AgrestiCoull")
    ]
    assert np.ravel(ends) == pytest.approx(
        [0.1416092858, 0.5083620765, 0.1549932227, 0.4450067773, 0.1787593501, 0.4576467299, 0.1776835204, 0.4587225595]
    )
    assert ROOT.TEfficiency.Bayesian(10, 3, 0.683, 1, 1, True) == pytest.approx(0.4688953154)


def test_weights_make_them_normal() -> None:
    made = ROOT.TEfficiency(*histograms(weight=0.5))
    assert (made.UsesWeights(), made.GetStatisticOption()) == (True, made.kFNormal)
    assert np.ravel(shares(made)) == pytest.approx(np.ravel(EXPECTED["weights"]), abs=1e-9)
    with pytest.raises(ramet.UnsupportedError, match="weights"):
        ROOT.TGraphAsymmErrors(*histograms(weight=0.5))


def test_graphs_of_shares() -> None:
    graph = ROOT.TGraphAsymmErrors(*histograms())
    found = [(graph.GetPointX(n), graph.GetErrorYlow(n), graph.GetErrorYhigh(n)) for n in range(graph.GetN())]
    assert np.ravel(found) == pytest.approx(np.ravel(EXPECTED["graph"]), abs=1e-9)
    graph = ROOT.TGraphAsymmErrors()
    graph.BayesDivide(*histograms())
    found = [(graph.GetPointY(n), graph.GetErrorYlow(n), graph.GetErrorYhigh(n)) for n in range(graph.GetN())]
    assert np.ravel(found) == pytest.approx(np.ravel(EXPECTED["bayes"]), abs=1e-6)
    with pytest.raises(ramet.UnsupportedError, match="'pois'"):
        ROOT.TGraphAsymmErrors(*histograms(), "pois")


def test_more_passed_than_there_are() -> None:
    passed, total = histograms()
    assert ROOT.TEfficiency.CheckConsistency(passed, total)
    assert not ROOT.TEfficiency.CheckConsistency(total, passed)
    with pytest.raises(ramet.MisuseError, match="more passed"):
        ROOT.TEfficiency(total, passed)


def test_they_are_written_and_read(tmp_path: Path) -> None:
    made = ROOT.TEfficiency(*histograms())
    made.SetName("eff")
    made.SetConfidenceLevel(0.9)
    file = ROOT.TFile(str(tmp_path / "e.root"), "RECREATE")
    made.Write()
    file.Close()
    found = ROOT.TFile(str(tmp_path / "e.root")).Get("eff")
    assert shares(found) == shares(made)
    assert found.GetConfidenceLevel() == 0.9
