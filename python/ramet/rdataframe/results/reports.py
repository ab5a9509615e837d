"""Reports, statistics and tables of rows with ROOT's names."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from typing import Any

import numpy as np
from ramet.frames.display import table_text
from ramet.frames.results import FilterCount, FilterReport

__all__ = ["RCutFlowReport", "RDisplay", "RText", "TCutInfo", "TStatistic"]

_MOST_WIDTH = 100  # of tables, as ROOT has it


class TCutInfo:
    """A filter's counts. Threads: immutable."""

    def __init__(self, count: FilterCount) -> None:
        self._count = count

    def GetName(self) -> str:
        """The name of the filter."""
        return self._count.name

    def GetAll(self) -> int:
        """The entries that came to it."""
        return self._count.all

    def GetPass(self) -> int:
        """Those that passed."""
        return self._count.passed

    def GetEff(self) -> float:
        """Those that passed, in per cent of those that came, a float as in ROOT; not a number if none came."""
        if not self._count.all:
            return math.nan
        return float(np.float32(100) * (np.float32(self._count.passed) / np.float32(self._count.all)))


class RCutFlowReport:
    """The counts of named filters, in the order in which they were made. Threads: immutable."""

    def __init__(self, report: FilterReport) -> None:
        self._cuts = [TCutInfo(count) for count in report]

    def __iter__(self) -> Iterator[TCutInfo]:
        return iter(self._cuts)

    def __len__(self) -> int:
        return len(self._cuts)

    def __getitem__(self, name: str) -> TCutInfo:
        return self.At(name)

    def At(self, name: str) -> TCutInfo:
        """The counts of a filter. Raises KeyError for one that is not there."""
        for cut in self._cuts:
            if cut.GetName() == name:
                return cut
        raise KeyError(f"there is no filter {name!r}")

    def __str__(self) -> str:
        first = self._cuts[0].GetAll() if self._cuts else 0
        lines = []
        for cut in self._cuts:
            total = 100 * cut.GetPass() / first if first else math.nan
            lines.append(
                f"{cut.GetName():<20}: pass={cut.GetPass():<10} all={cut.GetAll():<10} -- "
                f"eff={_percent(cut.GetEff())} % cumulative eff={_percent(total)} %"
            )
        return "\n".join(lines)

    def Print(self) -> None:
        """Print a line for each filter."""
        if text := str(self):
            print(text)


def _percent(value: float) -> str:
    return "-nan" if math.isnan(value) else f"{value:.2f}"  # as ROOT shows 0/0


class RText:
    """A text that can be printed: what Describe and GetVariations give. Threads: immutable."""

    def __init__(self, text: str) -> None:
        self._text = text

    def AsString(self) -> str:
        """The text."""
        return self._text

    def Print(self, shortFormat: bool = False) -> None:  # noqa: FBT001, FBT002 - ROOT's order
        """Print the text; in short, its first line."""
        print(self._text.partition("\n")[0] + "\n" if shortFormat else self._text, end="")

    __str__ = AsString
    __repr__ = AsString


class RDisplay:
    """The first rows as a table. Threads: immutable."""

    def __init__(
        self, names: Sequence[str], values: tuple[Sequence[Any], int], most_elements: int, characters: Collection[str]
    ) -> None:
        self._names = names
        self._arrays = values[0]
        self._entries = self._arrays[-1].values  # of entries, unless that is a column that was asked for
        if "rdfentry_" in names:
            self._entries = self._arrays[list(names).index("rdfentry_")].values
        self._most_elements = most_elements
        self._characters = characters

    def AsString(self) -> str:
        """The table with all elements of lists, and as many columns as 100 characters have."""
        return self._table(None)

    def Print(self) -> None:
        """Print the table; of longer lists the first elements."""
        print(self._table(self._most_elements), end="")

    def _table(self, most_elements: int | None) -> str:
        arrays = self._arrays[: len(self._names)]
        return table_text(self._names, arrays, self._entries, most_elements, self._characters, most_width=_MOST_WIDTH)

    __str__ = AsString
    __repr__ = AsString


class TStatistic:
    """The statistics of a column. Threads: immutable."""

    def __init__(self, numbers: dict[str, float]) -> None:
        self._numbers = numbers

    def GetN(self) -> int:
        """The number of values."""
        return int(self._numbers["n"])

    def GetMean(self) -> float:
        """Their mean."""
        return self._numbers["mean"]

    def GetRMS(self) -> float:
        """Their standard deviation; -1 if there is none above 0, as in ROOT."""
        return self._numbers["stddev"] if self._numbers["stddev"] > 0 else -1.0

    def GetVar(self) -> float:
        """Their variance."""
        return self._numbers["stddev"] ** 2

    def GetMeanErr(self) -> float:
        """The error of the mean."""
        count = self.GetNeff() if self._numbers["w"] > 0 else 0
        return self._numbers["stddev"] / count**0.5 if count else 0.0

    def GetNeff(self) -> int:
        """How many entries without weights would be as good, without what is behind the point."""
        squares = self._numbers["w2"]
        return int(self._numbers["w"] ** 2 / squares) if squares else 0

    def GetMin(self) -> float:
        """The smallest."""
        return self._numbers["min"]

    def GetMax(self) -> float:
        """The largest."""
        return self._numbers["max"]

    def GetW(self) -> float:
        """The sum of weights."""
        return self._numbers["w"]

    def GetW2(self) -> float:
        """The sum of squared weights."""
        return self._numbers["w2"]

    def __str__(self) -> str:
        return (
            f" OBJ: TStatistic\t  \t Mean = {self.GetMean():.5g} +- {self.GetMeanErr():.4g} "
            f"\t RMS = {self.GetRMS():.5g} \t Count = {self.GetN()} "
            f"\t Min = {self.GetMin():.5g} \t Max = {self.GetMax():.5g}"
        )

    def Print(self) -> None:
        """Print them."""
        print(self)
