"""Tables that can be drawn and scanned, as TTree::Draw and TTree::Scan do, and that frames are made of."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

from ramet import _core
from ramet.errors import MisuseError, UnsupportedError
from ramet.histograms.histogram import Histogram
from ramet.histograms.profile import Profile
from ramet.reading.drawing.numbers import Bins, drawn, drawn_into, rows_wanted
from ramet.reading.drawing.scanning import Scanned, scanned

if TYPE_CHECKING:
    from ramet.frames.frame import Frame

__all__ = ["Drawable"]


class Drawable(ABC):
    """A table whose rows can become histograms. Any number of threads may use it at once."""

    _has_source = False

    def _source(self) -> _core.Source:
        """Its entries, for programs that run over them."""
        raise UnsupportedError(f"{self!r} cannot be drawn: draw its tree, with the names of columns in the expressions")

    @abstractmethod
    def entry_range(self, entry_start: SupportsIndex | None, entry_stop: SupportsIndex | None) -> tuple[int, int]:
        """The range of entries of two arguments."""

    def draw(
        self,
        expressions: str,
        cut: str | None = None,
        option: str = "",
        *,
        bins: Bins = None,
        weight: str | None = None,
        profile: bool = False,
        into: Histogram | Profile | None = None,
        name: str | None = None,
        title: str | None = None,
        aliases: Mapping[str, str] | None = None,
        entries: Any = None,
        entry_start: SupportsIndex | None = None,
        entry_stop: SupportsIndex | None = None,
        seed: SupportsIndex = 0,
    ) -> Any:
        """A ramet.Histogram, or ramet.Profile, of expressions in the language of TTree::Draw, on all cores.

        Each element of arrays and lists is a row: `tree.draw("Jet_pt:Jet_eta", "Jet_pt > 30", weight="genWeight")`.
        Contents, errors and statistics are ROOT's, for any number of threads.

        Args:
            expressions: "x", "y:x" or "z:y:x"; behind ">>" may stand a name with bins, as "x>>h(100,0,50)".
            cut: which rows are filled: those where it is not 0. Its value is their weight.
            option: of TTree::Draw: "prof", also "profs", "profi" and "profg" for other errors; "norm" divides by the
                sum of the bins; "e" keeps sums of squared weights. How ROOT paints ("hist", "goff") has no effect.
            bins: a number of bins, or a tuple of that and both ends; for several axes a list of these, x first; None
                for TTree::Draw's: 100, 40 x 40 or 20 x 20 x 20, of a profile 100 or 100 x 100, that suit the values.
            weight: an expression by which the weight is multiplied.
            profile: whether the first expression is averaged in bins of the others: option "prof".
            into: a histogram or profile to whose contents the rows are added; it stays as it is.
            name: of the histogram; "htemp" if nothing is said.
            title: of the histogram; by default the expressions and the cut.
            aliases: names for expressions, besides those that a tree was stored with.
            entries: the numbers of the only entries to look at, in increasing order.
            entry_start: the first entry; clipped as in a slice, negative ones count from the end.
            entry_stop: one past the last, likewise.
            seed: of random numbers, as of `rndm`; they are functions of it and of the entry.

        Raises:
            MisuseError: the text is wrong, with the place in it; wrong bins; a wrong number of axes.
            UnsupportedError: it uses what ramet lacks. CorruptError: the file contradicts itself.
        """
        text, stated, axes = _split(expressions)
        source = self._source()
        range_ = self.entry_range(entry_start, entry_stop)
        wanted = rows_wanted(text, cut, weight, self._all_aliases(aliases), range_, entries, seed)
        if into is not None:
            return drawn_into(source, wanted, into, option)
        return drawn(
            source,
            wanted,
            text,
            name if name is not None else stated,
            bins if bins is not None else axes,
            option=f"prof {option}" if profile and "prof" not in option.lower() else option,
            title=title,
        )

    def scan(
        self,
        expressions: str | Iterable[str],
        cut: str | None = None,
        *,
        rows: SupportsIndex | None = None,
        to: str | os.PathLike[str] | None = None,
        aliases: Mapping[str, str] | None = None,
        entries: Any = None,
        entry_start: SupportsIndex | None = None,
        entry_stop: SupportsIndex | None = None,
        seed: SupportsIndex = 0,
    ) -> Scanned | None:
        """The rows of expressions in the language of TTree::Scan, on all cores.

        Args:
            expressions: "a:b:c", or a list of expressions.
            cut: which rows are taken: those where it is not 0.
            rows: the most that are taken.
            to: a file to write, by its ending: .parquet, .arrow, .feather (with pyarrow), .csv or .json (lines). It is
                written part by part, so that little is in memory.
            aliases: as of `draw`, like all others.
            entries: as of `draw`.
            entry_start: as of `draw`.
            entry_stop: as of `draw`.
            seed: as of `draw`.

        Returns:
            The rows: a mapping from expressions to NumPy arrays that is shown as a table, or None when a file was
            written.

        Raises:
            ImportError: pyarrow is needed and not installed.
            MisuseError: the text is wrong, or the ending is not one of these.
        """
        wanted = (
            expressions,
            cut,
            self._all_aliases(aliases),
            self.entry_range(entry_start, entry_stop),
            entries,
            seed,
        )
        return scanned(self._source(), wanted, rows=rows, to=to)

    def frame(self, *, language: str = "c++", seed: int = 0, random_key: Sequence[str] = ()) -> Frame:
        """A dataframe of its entries: `tree.frame().filter("nMuon == 2").histo1d("MET_pt")`.

        Args:
            language: of expressions: "c++", or "python" with NumPy's functions.
            seed: of random numbers, which are functions of it and of the entry.
            random_key: columns of whole numbers of which they are functions, instead of the entry's number.
        """
        from ramet.frames.sources import frame

        return frame(self, language=language, seed=seed, random_key=random_key)

    def _all_aliases(self, aliases: Mapping[str, str] | None) -> dict[str, str]:
        stored: Mapping[str, str] = getattr(self, "aliases", {})
        return dict(stored) | dict(aliases or {})


def _split(expressions: str) -> tuple[str, str, Any]:
    """The expressions, and the name and bins that stand behind ">>"."""
    text, name, adds, axes = _core.DrawText.split(expressions)
    if adds:
        raise MisuseError(f"'{expressions}': to add to a histogram, pass it as `into`")
    bins: list[Any] = [(None if low is None else (count, low, high)) or count for count, low, high in axes]
    while bins and bins[-1] is None:
        bins.pop()
    return text, name or "", bins or None
