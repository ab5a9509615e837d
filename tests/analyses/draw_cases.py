"""The corpus' cases of TTree::Draw, run with ramet."""

from __future__ import annotations

import itertools
import pathlib
from typing import Any

import answers
import corpus
import numpy as np
import ramet
from ramet import _core

__all__ = ["DRAWING", "DrawCase"]

DRAWING = {"Draw", "SetEntryList", "GetEntries", "GetMaximum", "GetMinimum"}


class DrawCase:
    """One case: its steps, in order, on one tree."""

    def __init__(self, data: pathlib.Path, case: dict[str, Any]) -> None:
        self._approx = case["approx"]
        self._table = _table(data, case["input"])
        self._source = self._table._source()
        self._starts = np.cumsum([0, *_entries(data, case["input"])])[:-1]  # entry lists count from each file's first
        self._aliases: dict[str, str] = {}
        self._weight = 1.0
        self._listed: Any = None
        self._kept: dict[str, Any] = {}  # histograms and entry lists, by name
        self._bins: dict[int, list[int | None]] = {}  # by the number of axes, those that were given last
        self._steps = case["steps"]

    def run(self) -> list[dict[str, Any]]:
        """The results of the steps that have some."""
        return [result for step in self._steps if (result := getattr(self, step["op"])(*step["args"])) is not None]

    def SetAlias(self, name: str, text: str) -> None:  # noqa: N802 - the names are ROOT's
        """Give an expression a name."""
        self._aliases[name] = text

    def SetWeight(self, weight: float) -> None:  # noqa: N802
        """Set the weight of the tree."""
        self._weight = weight

    def SetEntryList(self, name: str) -> None:  # noqa: N802
        """Look at the entries of a list only."""
        self._listed = self._kept[name] if name else None

    def GetEntries(self, cut: str = "") -> dict[str, Any]:  # noqa: N802
        """The number of rows... of entries with one."""
        *_, entries = self._rows("1", cut)
        return {"kind": "scalar", "dtype": "int64", "value": len(np.unique(entries.values))}

    def GetMaximum(self, column: str) -> dict[str, Any]:  # noqa: N802
        """The largest value that is a number."""
        return corpus.scalar(float(np.nanmax(self._rows(column, "")[0].values)), "float64")

    def GetMinimum(self, column: str) -> dict[str, Any]:  # noqa: N802
        """The smallest value that is a number."""
        return corpus.scalar(float(np.nanmin(self._rows(column, "")[0].values)), "float64")

    def Draw(  # noqa: N802
        self, text: str, cut: str = "", option: str = "", entries: int | None = None, first: int = 0
    ) -> dict[str, Any]:
        """The rows and the histogram of a drawing, or the entry list that it makes."""
        expressions, name, adds, axes = _core.DrawText.split(text)
        if "entrylist" in option:
            selected = self._rows("1", cut, entries, first)[-1].values
            before = self._kept.get(name or "", []) if adds else []
            listed = self._kept[name or ""] = np.union1d(selected, before).astype(selected.dtype)
            shown = (listed - self._starts[np.searchsorted(self._starts, listed, side="right") - 1]).astype("i8")
            return {"kind": "draw", "selected": len(selected), "v1": corpus.array("int64", [], shown)}
        rows = self._rows(expressions, cut, entries, first)
        selected = len(rows[-1])
        result: dict[str, Any] = {"kind": "draw", "selected": selected}
        columns, weights = rows[:-2], rows[-2]
        if not selected:
            return result
        for number, column in enumerate(columns[:4], start=1):
            result[f"v{number}"] = corpus.array("float64", [], _numbers(column), self._approx)
        result["w"] = corpus.array("float64", [], weights.values, self._approx)
        if len(columns) <= 4:
            profile, is_old = "prof" in option, adds or not axes
            wanted = self._wanted(expressions, cut, entries, first)
            if axes and axes[0][0] is not None:  # what ROOT takes for every later Draw, too
                self._bins[len(columns)] = [axis[0] for axis in axes]
            elif len(columns) in self._bins and not profile:
                axes = [(bins, None, None) for bins in self._bins[len(columns)]]
            elif profile and len(columns) == 3:  # what the answers' adapter sets: Hist.Binning.3D.Profx and Profy
                axes = [(20, None, None)] * 2
            if name in self._kept and isinstance(self._kept[name], _core.Histogram) and is_old:
                known = self._kept[name] if adds else _emptied(self._kept[name])
                _, drawn = _core.draw_into(self._source, wanted, known)
            else:
                _, drawn = _core.draw(self._source, wanted, expressions, name or "", axes, option, None)
            self._kept[name or "htemp"] = drawn
            result["hist"] = answers.histogram(drawn)
        return result

    def _wanted(self, expressions: str, cut: str, entries: int | None = None, first: int = 0) -> Any:
        listed, all_entries, aliases = self._listed, self._table.num_entries, list(self._aliases.items())
        if listed is not None:  # the numbers count its entries
            listed = listed[first:] if entries is None else listed[first : first + entries]
            first, entries = 0, None
        last = all_entries if entries is None else min(first + entries, all_entries)
        return _core.RowsWanted([expressions], cut, first, last, aliases, self._weight, listed)

    def _rows(self, expressions: str, cut: str, entries: int | None = None, first: int = 0) -> list[_core.Array]:
        return _core.rows(self._source, self._wanted(expressions, cut, entries, first))[1]


def _emptied(histogram: _core.Histogram) -> _core.Histogram:
    """The same axes without contents."""
    made = _core.Histogram(histogram.axes, histogram.is_profile)
    return made.named(histogram.name, histogram.title, histogram.value_title)


def _numbers(column: _core.Array) -> Any:
    """The values, or the middles of the bins of texts."""
    if column.kind != _core.Kind.string:
        return column.values
    offsets, text = column.offsets, column.values.tobytes()
    texts = [text[a:b] for a, b in itertools.pairwise(offsets)]
    numbers = {label: number + 0.5 for number, label in enumerate(dict.fromkeys(texts))}
    return np.array([numbers[one] for one in texts])


def _entries(data: pathlib.Path, source: dict[str, Any]) -> list[int]:
    return [ramet.open(data / name)[source["tree"]].num_entries for name in source["files"]]


def _table(data: pathlib.Path, source: dict[str, Any]) -> Any:
    if "tree" not in source:
        raise NotImplementedError("sources other than trees")
    places = [f"{data / name}:{source['tree']}" for name in source["files"]]
    table = ramet.open_many(places)
    for friend in source.get("friends", []):
        others = [f"{data / name}:{friend['tree']}" for name in friend["files"]]
        stored = ramet.open(data / friend["files"][0])[friend["tree"]].index
        columns = friend.get("index") or ([stored.major_name, stored.minor_name] if stored else None)
        on = None if columns is None else tuple(name for name in columns if name and name != "0")
        table = table.add_friend(
            others, friend.get("alias") or friend["tree"], on=on, unmatched="option" if on else "error"
        )
    return table
