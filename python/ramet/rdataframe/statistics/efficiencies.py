"""Efficiencies with ROOT's names: the share of entries that passed, in each bin, with its interval."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
from ramet import _core
from ramet.errors import MisuseError, UnsupportedError
from ramet.graphs.efficiency import Efficiency
from ramet.graphs.graph import Graph
from ramet.histograms.histogram import Histogram
from ramet.rdataframe.results.histograms import TH1, TGraph
from ramet.rdataframe.results.models import TH1DModel, TH2DModel, TH3DModel
from ramet.rdataframe.results.named import Named

__all__ = ["TEfficiency", "shares_of"]

_KINDS = (
    "clopper_pearson",
    "normal",
    "wilson",
    "agresti_coull",
    "feldman_cousins",
    "jeffreys",
    "uniform_prior",
    "chosen_prior",
    "mid_p",
)
_FIRST_BAYESIAN, _LAST_BAYESIAN = 5, 7
_ONE_SIGMA = math.erf(1 / math.sqrt(2))
_WORDS = {"cp": 0, "n": 1, "w": 2, "ac": 3, "fc": 4, "midp": 8}  # of TGraphAsymmErrors.Divide


class TEfficiency(Named):
    """The share of entries that passed: of two histograms, (passed, total), or an empty one: name, title, and for each
    axis bins, low, high or bins and edges. Threads: one at a time.

    Raises:
        MisuseError: the histograms have other bins, or more passed than there are.
    """

    kFCP, kFNormal, kFWilson, kFAC, kFFC, kBJeffrey, kBUniform, kBBayesian, kMidP = range(9)

    def __init__(self, *parts: Any) -> None:
        self._names = ("", "")
        self._settings = {"level": _ONE_SIGMA, "option": 0, "alpha": 1.0, "beta": 1.0, "weight": 1.0}
        self._flags = {"mode": False, "shortest": False, "weights": False}
        if len(parts) == 2:
            passed, total = (_histogram(one) for one in parts)
            self._require_consistent(passed, total)
            self._names = (f"{total.GetName()}_clone", "")
            self._passed, self._total = passed.Clone(), total.Clone()
            if _is_weighted(passed) or _is_weighted(total):
                self._flags["weights"], self._settings["option"] = True, self.kFNormal
            return
        name, title, *axes = parts
        model = _MODELS[_axes_in(axes)]
        self._names = (str(name), str(title))
        self._passed = TH1(model(f"{name}_passed", title, *axes).histogram())
        self._total = TH1(model(f"{name}_total", title, *axes).histogram())

    @classmethod
    def of(cls, stored: Efficiency) -> TEfficiency:
        """That of a file. Raises UnsupportedError for priors of single bins."""
        made = cls.__new__(cls)
        kind, prior = stored.interval_kind, stored.prior or (1.0, 1.0)
        made._names = (stored.name, stored.title)
        made._settings = {"level": stored.confidence_level, "option": _KINDS.index(kind), "weight": 1.0}
        made._settings |= {"alpha": prior[0], "beta": prior[1]}
        made._flags = {"mode": False, "shortest": False, "weights": False}
        made._passed, made._total = TH1(stored.passed), TH1(stored.total)
        made._stored = stored
        return made

    _stored: Efficiency | None = None
    """As it was read, until something is changed."""

    @property
    def _of(self) -> Efficiency:
        if self._stored is not None:
            return self._stored
        option = int(self._settings["option"])
        prior = {5: (0.5, 0.5), 6: (1.0, 1.0)}.get(option, (self._settings["alpha"], self._settings["beta"]))
        made = Efficiency.__new__(Efficiency)
        made._core = _core.Efficiency(
            self._passed.ToRamet().core,
            self._total.ToRamet().core,
            *self._names,
            getattr(_core.IntervalKind, _KINDS[option]),
            self._settings["level"],
            prior,
            self.UsesBayesianStat(),
            self._flags["mode"],
            self._flags["shortest"],
            self._flags["weights"],
        )
        return made

    def _set(self, settings: dict[str, float] | None = None, flags: dict[str, bool] | None = None) -> None:
        self._settings |= settings or {}
        self._flags |= flags or {}
        self._stored = None

    def SetName(self, name: str) -> None:
        """Give it another name."""
        self._names = (str(name), self._names[1])
        self._set()

    def SetTitle(self, title: str) -> None:
        """Give it another title."""
        self._names = (self._names[0], str(title))
        self._set()

    # --- how intervals are made --------------------------------------------------------------------------------------

    def SetStatisticOption(self, option: int) -> None:
        """The kind of intervals: kFCP (Clopper and Pearson), kFNormal, kFWilson, kFAC, kBJeffrey, kBUniform,
        kBBayesian, kMidP. Raises UnsupportedError for kFFC."""
        if int(option) == self.kFFC or not 0 <= int(option) < len(_KINDS):
            raise UnsupportedError(f"TEfficiency.SetStatisticOption({option}): Feldman and Cousins' are not there")
        self._set({"option": int(option)})

    def GetStatisticOption(self) -> int:
        """The number of their kind."""
        return int(self._settings["option"])

    def SetConfidenceLevel(self, level: float) -> None:
        """The probability that an interval covers."""
        self._set({"level": float(level)})

    def GetConfidenceLevel(self) -> float:
        """The same."""
        return self._settings["level"]

    def SetBetaAlpha(self, alpha: float, *_: int) -> None:
        """The first parameter of the prior of kBBayesian. Raises UnsupportedError for that of one bin."""
        self._require_no_bin(_)
        self._set({"alpha": float(alpha)})

    def SetBetaBeta(self, beta: float, *_: int) -> None:
        """The second one."""
        self._require_no_bin(_)
        self._set({"beta": float(beta)})

    def _require_no_bin(self, bins: tuple[int, ...]) -> None:
        if bins:
            raise UnsupportedError("TEfficiency: priors are those of all bins")

    def GetBetaAlpha(self, _: int = -1) -> float:
        """The first parameter of the prior."""
        return self._settings["alpha"]

    def GetBetaBeta(self, _: int = -1) -> float:
        """The second one."""
        return self._settings["beta"]

    def SetPosteriorMode(self, on: bool = True) -> None:  # noqa: FBT001, FBT002 - ROOT's order
        """Whether a Bayesian value is the most probable one, not the mean. Then intervals are the shortest ones."""
        self._set(flags={"mode": bool(on), "shortest": bool(on)})

    def SetPosteriorAverage(self, on: bool = True) -> None:  # noqa: FBT001, FBT002 - likewise
        """Whether it is the mean."""
        self._set(flags={"mode": not on})

    def SetShortestInterval(self, on: bool = True) -> None:  # noqa: FBT001, FBT002 - likewise
        """Whether Bayesian intervals are the shortest ones."""
        self._set(flags={"shortest": bool(on)})

    def SetCentralInterval(self, on: bool = True) -> None:  # noqa: FBT001, FBT002 - likewise
        """Whether they are the central ones."""
        self._set(flags={"shortest": not on})

    def UsesBayesianStat(self) -> bool:
        """Whether intervals are Bayesian."""
        return _FIRST_BAYESIAN <= self._settings["option"] <= _LAST_BAYESIAN

    def UsesWeights(self) -> bool:
        """Whether the histograms have weights."""
        return self._flags["weights"]

    def SetWeight(self, weight: float) -> None:
        """The weight of it among several."""
        self._set({"weight": float(weight)})

    def GetWeight(self) -> float:
        """The same."""
        return self._settings["weight"]

    # --- entries -----------------------------------------------------------------------------------------------------

    def Fill(self, passed: bool, *values: float) -> None:  # noqa: FBT001 - ROOT's order
        """Count an entry, that passed or not, with a value for each axis."""
        self._total.Fill(*values)
        if passed:
            self._passed.Fill(*values)
        self._set()

    def FillWeighted(self, passed: bool, weight: float, *values: float) -> None:  # noqa: FBT001 - likewise
        """Count an entry with a weight: intervals are those of a normal distribution from here on."""
        for histogram in (self._total, self._passed):
            histogram.Sumw2()
        self._total.Fill(*values, weight)
        if passed:
            self._passed.Fill(*values, weight)
        self._set({"option": self.kFNormal}, {"weights": True})

    def SetTotalHistogram(self, total: Any, option: str = "") -> bool:
        """Have another histogram of all entries; with "f" whatever the other one has."""
        return self._replace(self._passed, _histogram(total), is_forced="f" in option)

    def SetPassedHistogram(self, passed: Any, option: str = "") -> bool:
        """Have another histogram of those that passed, likewise."""
        return self._replace(_histogram(passed), self._total, is_forced="f" in option)

    def _replace(self, passed: TH1, total: TH1, *, is_forced: bool) -> bool:
        if not is_forced and not self.CheckConsistency(passed, total):
            return False
        self._passed, self._total = passed.Clone(), total.Clone()
        self._set()
        return True

    # --- what it tells -----------------------------------------------------------------------------------------------

    def GetDimension(self) -> int:
        """The number of axes."""
        return self._total.GetDimension()

    def GetEfficiency(self, number: int) -> float:
        """The share of a bin, by its number among all; 0 without entries."""
        return _cell(self._of.values(flow=True), number)

    def GetEfficiencyErrorLow(self, number: int) -> float:
        """How far its interval reaches down."""
        return self._reach(0, number)

    def GetEfficiencyErrorUp(self, number: int) -> float:
        """How far it reaches up."""
        return self._reach(1, number)

    def _reach(self, end: int, number: int) -> float:
        return _cell(self._of.errors(flow=True)[end], number)

    def FindFixBin(self, *values: float) -> int:
        """The number of the bin that has a value along each axis."""
        return self._total.FindFixBin(*values)

    def GetGlobalBin(self, *bins: int) -> int:
        """The number among all of a bin, by its numbers along the axes."""
        return self._total.GetBin(*bins[: self.GetDimension()])

    def GetPassedHistogram(self) -> TH1:
        """The histogram of the entries that passed."""
        return self._passed

    def GetTotalHistogram(self) -> TH1:
        """The histogram of all entries."""
        return self._total

    def GetCopyPassedHisto(self) -> TH1:
        """A copy of the one."""
        return self._passed.Clone()

    def GetCopyTotalHisto(self) -> TH1:
        """A copy of the other."""
        return self._total.Clone()

    def CreateGraph(self, option: str = "") -> TGraph:
        """Its points with their intervals, of bins that have entries; with "e0" of all. Raises UnsupportedError for
        several axes."""
        if self.GetDimension() != 1:
            raise UnsupportedError("CreateGraph of an efficiency of several axes")
        title = self._total.GetXaxis().GetTitle(), self._total.GetYaxis().GetTitle()
        return _graph_of(self._of, has_empty="e0" in option.lower(), titles=title)

    def GetPaintedGraph(self) -> TGraph:
        """The same."""
        return self.CreateGraph()

    def Draw(self, option: str = "") -> Any:
        """Draw its points with matplotlib. Raises ImportError without it."""
        return self.CreateGraph().Draw(option)

    def Clone(self, name: str = "") -> TEfficiency:
        """A copy, with another name if one is said."""
        made = TEfficiency.__new__(TEfficiency)
        made._names = (name or self._names[0], self._names[1])
        made._settings, made._flags = dict(self._settings), dict(self._flags)
        made._passed, made._total = self._passed.Clone(), self._total.Clone()
        made._stored = None if name else self._stored
        return made

    @staticmethod
    def CheckConsistency(passed: Any, total: Any, _: str = "") -> bool:
        """Whether two histograms have the same bins, and nowhere more passed than there are."""
        one, other = _histogram(passed), _histogram(total)
        same = one.ToRamet().shape == other.ToRamet().shape and all(
            np.allclose(a.edges(), b.edges()) for a, b in zip(one.ToRamet().axes, other.ToRamet().axes, strict=True)
        )
        return same and bool((one.ToRamet().values(flow=True) <= other.ToRamet().values(flow=True)).all())

    def _require_consistent(self, passed: TH1, total: TH1) -> None:
        if not self.CheckConsistency(passed, total):
            raise MisuseError("TEfficiency: the histograms have other bins, or more passed than there are")

    @staticmethod
    def Bayesian(
        total: float,
        passed: float,
        level: float,
        alpha: float,
        beta: float,
        bUpper: bool,  # noqa: FBT001 - ROOT's order
        bShortest: bool = False,  # noqa: FBT001, FBT002 - likewise
    ) -> float:
        """The upper or lower end of the interval of a share, with a prior."""
        return _end(total, passed, level, TEfficiency.kBBayesian, bUpper, (alpha, beta), shortest=bShortest)

    ClopperPearson: ClassVar[Callable[[float, float, float, bool], float]]
    Normal: ClassVar[Callable[[float, float, float, bool], float]]
    Wilson: ClassVar[Callable[[float, float, float, bool], float]]
    AgrestiCoull: ClassVar[Callable[[float, float, float, bool], float]]
    MidPInterval: ClassVar[Callable[[float, float, float, bool], float]]


_MODELS = {1: TH1DModel, 2: TH2DModel, 3: TH3DModel}


def _end_of(option: int) -> Any:
    def end(total: float, passed: float, level: float, bUpper: bool) -> float:  # noqa: FBT001 - ROOT's order
        """The upper or lower end of the interval of a share."""
        return _end(total, passed, level, option, bUpper)

    return staticmethod(end)


for _name, _option in {"ClopperPearson": 0, "Normal": 1, "Wilson": 2, "AgrestiCoull": 3, "MidPInterval": 8}.items():
    setattr(TEfficiency, _name, _end_of(_option))


def _end(
    total: float,
    passed: float,
    level: float,
    option: int,
    is_upper: bool,  # noqa: FBT001 - as it is given
    prior: tuple[float, float] = (1.0, 1.0),
    *,
    shortest: bool = False,
) -> float:
    both = TH1(Histogram(1, bounds=(0.0, 1.0))), TH1(Histogram(1, bounds=(0.0, 1.0)))
    for histogram, content in zip(both, (passed, total), strict=True):
        histogram.SetBinContent(1, content)
    made = TEfficiency(*both)
    made._set({"option": option, "level": level, "alpha": prior[0], "beta": prior[1]}, {"shortest": shortest})
    return float(made._of.intervals()[1 if is_upper else 0][0])


def _cell(cells: Any, number: int) -> float:
    """That of ROOT's number, or the first or last."""
    return float(cells.ravel(order="F")[min(max(int(number), 0), cells.size - 1)])


def _histogram(given: Any) -> TH1:
    found = getattr(given, "value", given)
    found = TH1(found) if isinstance(found, Histogram) else found
    if not isinstance(found, TH1) or not isinstance(found.ToRamet(), Histogram):
        raise MisuseError(f"an efficiency is of two histograms, not of a {type(given).__name__}")
    return found


def _is_weighted(of: TH1) -> bool:
    core = of.ToRamet()
    if not core.is_weighted:
        return False
    return not np.allclose(core.values(flow=True).sum(), core.variances(flow=True).sum(), rtol=1e-6)


def _axes_in(parts: list[Any]) -> int:
    """How many axes these bins, ends and edges are of."""
    count, place = 0, 0
    while place < len(parts):
        place += 2 if place + 1 < len(parts) and np.ndim(parts[place + 1]) else 3
        count += 1
    if count not in _MODELS:
        raise TypeError("a TEfficiency is made of two histograms, or of name, title and one to three axes")
    return count


def _graph_of(of: Efficiency, *, has_empty: bool, titles: tuple[str, str] = ("", "")) -> TGraph:
    edges = of.axes[0].edges()
    chosen = np.ones(len(edges) - 1, bool) if has_empty else np.asarray(of.total.values()) != 0
    halves = np.diff(edges)[chosen] / 2
    middles = ((edges[1:] + edges[:-1]) / 2)[chosen]
    return TGraph(
        Graph(
            middles,
            of.values()[chosen],
            x_errors=np.array([halves, halves]),
            y_errors=np.maximum(of.errors()[:, chosen], 0),
            name=of.name,
            title=of.title,
        ),
        titles,
    )


def shares_of(passed: Any, total: Any, option: str = "") -> TGraph:
    """The graph that TGraphAsymmErrors.Divide makes of two histograms: with "cl=0.95" of this level, "b(1,1)" of this
    prior, "mode", "shortest", "central", "cp", "n", "w", "ac", "midp", "e0".

    Raises:
        UnsupportedError: another option, or histograms with weights.
    """
    made = TEfficiency(passed, total)
    if made.UsesWeights():
        raise UnsupportedError("a graph of the shares of two histograms with weights: Divide of a clone has errors")
    text = option.lower()
    for word in re.findall(r"b\([^)]*\)|[^\s,]+", text):
        if match := re.fullmatch(r"cl=([\d.]+)", word):
            made.SetConfidenceLevel(float(match[1]))
        elif match := re.fullmatch(r"b\(\s*([\d.]+)\s*,\s*([\d.]+)\s*\)", word):
            made._set({"option": 7, "alpha": float(match[1]), "beta": float(match[2])})
        elif word in _WORDS:
            made.SetStatisticOption(_WORDS[word])
        elif word in ("mode", "shortest", "central"):
            made._set(flags={"mode": True} if word == "mode" else {"shortest": word == "shortest"})
        elif word not in ("e0", "v"):
            raise UnsupportedError(f"TGraphAsymmErrors of two histograms with the option {word!r}")
    if made._flags["mode"] and "central" not in text:
        made._set(flags={"shortest": True})
    return _graph_of(made._of, has_empty="e0" in text.split())
