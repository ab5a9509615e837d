"""Trees with ROOT's names that are drawn: TTree::Draw, Project, Scan and what they leave behind."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
from ramet import _core
from ramet.errors import MisuseError, UnsupportedError
from ramet.histograms.histogram import Histogram
from ramet.histograms.profile import Profile
from ramet.rdataframe.drawing.known import keep, keep_bins, kept_bins, known
from ramet.rdataframe.results.histograms import TH1

__all__ = ["Draws", "TEntryList"]

_MOST_HISTOGRAM_COLUMNS = 4


class TEntryList:
    """The numbers of entries, in rising order. Threads: immutable."""

    def __init__(self, name: str, numbers: Any) -> None:
        self._name = name
        self.numbers = numbers

    def GetName(self) -> str:
        """Its name."""
        return self._name

    def GetN(self) -> int:
        """How many they are."""
        return len(self.numbers)

    def GetEntry(self, place: int) -> int:
        """The number at a place; -1 beyond the last."""
        return int(self.numbers[place]) if 0 <= place < len(self.numbers) else -1


class Draws:
    """A table that is drawn with the names of ROOT. Threads: one at a time."""

    def __init__(self) -> None:
        self._aliases: dict[str, str] = {}
        self._weight = 1.0
        self._listed: TEntryList | None = None
        self._rows: Callable[[], list[Any]] | None = None
        self._found: list[Any] | None = None
        self._selected = 0
        self._drawn: TH1 | None = None

    def table(self) -> Any:
        """The entries, with the columns of friends."""
        raise NotImplementedError

    def Draw(
        self, expressions: str, cut: str = "", option: str = "", entries: int | None = None, first: int = 0
    ) -> int:
        """Fill a histogram or profile of expressions, "y:x>>name(bins,low,high)"; one that has the name is filled anew,
        or behind ">>+" in addition. GetHistogram gives it, GetV1 to GetV4 the values, GetW the weights; with the option
        "entrylist" the entries are kept under the name, for SetEntryList.

        Returns:
            The number of rows.
        """
        text, name, adds, axes = _core.DrawText.split(expressions)
        table = self.table()
        source, wanted = table._source(), self._wanted(table, text or "1", cut, (first, entries))
        if "entrylist" in option.lower():
            return self._list_entries(source, wanted, name or "", adds=adds)
        self._found = None
        self._rows = lambda: _core.rows(source, wanted)[1]
        dimensions = text.replace("::", "").count(":") - text.count("?") + 1
        if dimensions > _MOST_HISTOGRAM_COLUMNS:
            self._drawn = None
            self._selected = len(self._values()[-1])
            return self._selected
        before = known(name) if name else None
        has_bins = bool(axes) and axes[0][0] is not None
        if isinstance(before, TH1) and (adds or not has_bins):
            self._fill(before, source, wanted, adds=adds)
        else:
            if has_bins:  # ROOT takes them for what is drawn later, too, also for axes without a number of their own
                before_bins = [*kept_bins(dimensions), *[None] * len(axes)]
                axes = [(axis[0] or bins, *axis[1:]) for axis, bins in zip(axes, before_bins, strict=False)]
                keep_bins(dimensions, [axis[0] for axis in axes])
            elif "prof" not in option.lower():
                axes = [(bins, None, None) for bins in kept_bins(dimensions)]
            self._selected, core = _core.draw(source, wanted, text, name or "", axes, option, None)
            self._drawn = TH1((Profile if core.is_profile else Histogram).from_core(core))
            keep(self._drawn, name or "htemp")
        return self._selected

    def _fill(self, histogram: TH1, source: Any, wanted: Any, *, adds: bool) -> None:
        of = histogram.ToRamet()
        core = of.core
        if not adds:
            core = _core.Histogram(core.axes, core.is_profile).named(core.name, core.title, core.value_title)
        self._selected, core = _core.draw_into(source, wanted, core)
        histogram.replace(type(of).from_core(core))
        self._drawn = histogram

    def _list_entries(self, source: Any, wanted: Any, name: str, *, adds: bool) -> int:
        entries = np.asarray(_core.rows(source, wanted)[1][-1].values)
        before = known(name) if adds else None
        numbers = np.union1d(entries, before.numbers if before else []).astype(np.uint64)
        keep(TEntryList(name, numbers), name)
        return len(entries)

    def _wanted(self, table: Any, text: str, cut: str, entries: tuple[int, int | None]) -> Any:
        first, count = entries
        listed = None if self._listed is None else self._listed.numbers
        if listed is not None:  # the numbers count its entries
            listed = listed[first:] if count is None else listed[first : first + count]
            first, count = 0, None
        last = table.num_entries if count is None else min(first + count, table.num_entries)
        aliases = list((dict(getattr(table, "aliases", {})) | self._aliases).items())
        return _core.RowsWanted([text], cut or "", first, last, aliases, self._weight, listed)

    def Project(self, name: str, expressions: str, cut: str = "", option: str = "", *entries: int) -> int:
        """The same as Draw, into the histogram that has the name."""
        return self.Draw(f"{expressions}>>{name}", cut, f"{option} goff", *entries)

    def Scan(
        self, expressions: str = "", cut: str = "", option: str = "", entries: int | None = None, first: int = 0
    ) -> int:
        """Print the rows of expressions, the first 25 of many, as ramet shows them. Returns their number."""
        table = self.table()
        last = None if entries is None else first + entries
        named = expressions or ":".join(list(table)[:8])
        found = table.scan(named, cut or None, aliases=self._aliases, entry_start=first, entry_stop=last)
        print(found)
        return len(next(iter(found.values()), ()))

    def SetAlias(self, name: str, expression: str) -> bool:
        """Let an expression have a name in others."""
        self._aliases[name] = expression
        return True

    def GetAlias(self, name: str) -> str:
        """The expression of a name."""
        return self._aliases.get(name, "")

    def SetWeight(self, weight: float, *_: str) -> None:
        """What all weights are multiplied by."""
        self._weight = float(weight)

    def SetEntryList(self, of: TEntryList | None = None, *_: str) -> None:
        """Look at the entries of a list only; of all again without one."""
        if of is not None and not isinstance(of, TEntryList):
            if of:
                raise UnsupportedError("SetEntryList takes what Draw(..., 'entrylist') has made")
            of = None
        self._listed = of

    def SetEstimate(self, *_: int) -> None:
        """Do nothing: all values are kept."""

    def count_of_cut(self, cut: str) -> int:
        """How many entries have a row for which a cut is true."""
        table = self.table()
        entries = _core.rows(table._source(), self._wanted(table, "1", cut, (0, None)))[1][-1]
        return len(np.unique(entries.values))

    def GetMaximum(self, column: str) -> float:
        """The largest value of a column."""
        return self._extreme(column, np.nanmax)

    def GetMinimum(self, column: str) -> float:
        """The smallest value of a column."""
        return self._extreme(column, np.nanmin)

    def _extreme(self, column: str, function: Any) -> float:
        table = self.table()
        values = _core.rows(table._source(), self._wanted(table, column, "", (0, None)))[1][0].values
        return float(function(values)) if len(values) else 0.0

    # --- what Draw leaves behind -------------------------------------------------------------------------------------

    def GetHistogram(self) -> TH1 | None:
        """The histogram of the last Draw."""
        return self._drawn

    def GetSelectedRows(self) -> int:
        """The number of rows of the last Draw."""
        return self._selected

    def GetVal(self, number: int) -> Any:
        """The values of an expression of the last Draw, from 0."""
        values = self._values()
        if not 0 <= number < len(values) - 2:
            raise MisuseError(f"GetVal({number}): the last Draw had {len(values) - 2} expressions")
        return _numbers(values[number])

    def GetV1(self) -> Any:
        """The values of the first expression of the last Draw."""
        return self.GetVal(0)

    def GetV2(self) -> Any:
        """The values of the second expression."""
        return self.GetVal(1)

    def GetV3(self) -> Any:
        """The values of the third expression."""
        return self.GetVal(2)

    def GetV4(self) -> Any:
        """The values of the fourth expression."""
        return self.GetVal(3)

    def GetW(self) -> Any:
        """The weights of the rows of the last Draw."""
        return np.asarray(self._values()[-2].values)

    def _values(self) -> list[Any]:
        if self._found is None:
            if self._rows is None:
                raise MisuseError("nothing has been drawn yet")
            self._found = self._rows()
        return self._found


def _numbers(column: Any) -> Any:
    """The values; of texts the middles of their bins."""
    if column.kind != _core.Kind.string:
        return np.asarray(column.values)
    offsets, text = column.offsets, column.values.tobytes()
    texts = [text[first:last] for first, last in itertools.pairwise(offsets)]
    places = {label: number + 0.5 for number, label in enumerate(dict.fromkeys(texts))}
    return np.array([places[one] for one in texts])
