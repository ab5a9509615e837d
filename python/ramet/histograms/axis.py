"""Axes of histograms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex, overload

import numpy as np
import numpy.typing as npt
from ramet import _core
from ramet.arguments import whole_number
from ramet.errors import UnsupportedError
from ramet.notebook import table_html
from ramet.reading.objects.members import StoredMembers

if TYPE_CHECKING:
    from ramet.reading.file import ReadOnlyFile
    from ramet.reading.objects.object import Object

__all__ = ["Axis", "AxisTraits", "Floats", "axes_html", "axis_number"]

Floats = npt.NDArray[np.float64]


def axis_number(axis: SupportsIndex | str) -> int:
    """Which axis is meant by a number, by "x", "y" or "z", or by "xaxis". Raises IndexError for another text."""
    if not isinstance(axis, str):
        return whole_number(axis, "an axis")
    letter = axis.removesuffix("axis")
    if letter not in ("x", "y", "z"):
        raise IndexError(f"axis {axis!r}, expected 'x', 'y', 'z' or a number")
    return "xyz".index(letter)


def axes_html(caption: str, axes: Sequence[Axis]) -> str:
    """The view of a histogram in notebooks."""
    rows = ([axis.name, str(len(axis)), str(axis.low), str(axis.high), axis.label] for axis in axes)
    return table_html(caption, ["axis", "bins", "from", "to", "label"], rows, len(axes))


@dataclass(frozen=True, slots=True)
class AxisTraits:
    """The traits that UHI defines for an axis."""

    circular: bool = False
    discrete: bool = False
    underflow: bool = True
    overflow: bool = True


class AxisCore(Protocol):
    """What an axis shows: of C++, or as it was pickled."""

    @property
    def bins(self) -> _core.Axis: ...
    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def bin_labels(self) -> Mapping[int, str]: ...
    @property
    def is_alphanumeric(self) -> bool: ...
    @property
    def time_format(self) -> str | None: ...
    @property
    def shown(self) -> tuple[int, int]: ...


class Axis(StoredMembers, Sequence[Any]):
    """The bins of a histogram: a sequence of (lower edge, upper edge), without underflow and overflow.

    An axis of categories, whose bins have names instead, is a sequence of these. Two axes are equal when all their
    edges and names are. Threads: any number.
    """

    def __init__(self, core: AxisCore, stored: Callable[[], Object] | None = None) -> None:
        self._core = core
        self._stored = stored  # gives the object that it was read from
        self._bins = core.bins
        self._edges = self._bins.edges
        self._names = core.bin_labels

    @property
    def label(self) -> str:
        """The title of the axis in the file, for example "mass [GeV]"."""
        return self._core.title

    @property
    def name(self) -> str:
        """Its name in the file: "xaxis", "yaxis", ..."""
        return self._core.name

    def _as_object(self) -> Object:
        if self._stored is None:
            raise UnsupportedError(f"axis {self.name!r} was not read from a file: it has no stored members")
        return self._stored()

    @property
    def file(self) -> ReadOnlyFile:
        """The file that it was read from. Raises UnsupportedError for an axis that was not."""
        return self._as_object().file

    @property
    def classname(self) -> str:
        """ROOT's class. Raises UnsupportedError for an axis that was not read from a file."""
        return self._as_object().classname

    @property
    def is_discrete(self) -> bool:
        """Whether its bins are categories: all have names, or were created by filling names."""
        return bool(self._names) and (self._core.is_alphanumeric or len(self._names) == len(self))

    @property
    def traits(self) -> AxisTraits:
        """UHI's traits of the axis: discrete if it has categories, never circular."""
        return AxisTraits(discrete=self.is_discrete)

    def labels(self, flow: bool = False) -> list[str] | None:  # noqa: FBT001, FBT002 - as uproot has it
        """The names of the bins, "" for a bin without; None when no bin has one. `flow` adds "underflow" and
        "overflow"."""
        if not self._names:
            return None
        labels = [self._names.get(bin_number, "") for bin_number in range(1, len(self) + 1)]
        return ["underflow", *labels, "overflow"] if flow else labels

    @property
    def time_format(self) -> str | None:
        """The format of a time axis ("%H:%M:%S%F...", or "" for ROOT's default); None for other axes."""
        return self._core.time_format

    @property
    def shown(self) -> tuple[int, int] | None:
        """The first bin that ROOT draws, from 0, and one past the last; None if it draws all."""
        first, last = self._core.shown
        return (max(first - 1, 0), min(last, len(self))) if last else None

    @property
    def low(self) -> float:
        """The lower edge of the first bin."""
        return float(self._edges[0])

    @property
    def high(self) -> float:
        """The upper edge of the last bin."""
        return float(self._edges[-1])

    @property
    def width(self) -> float:
        """The mean width of the bins; for a regular axis the width of each bin."""
        return (self.high - self.low) / len(self)

    def edges(self, flow: bool = False) -> Floats:  # noqa: FBT001, FBT002 - as uproot has it
        """The lower edge of each bin, and the upper one of the last: a copy of shape (bins + 1,), float64; `flow` adds
        -inf and inf."""
        return np.concatenate([[-np.inf], self._edges, [np.inf]]) if flow else self._edges.copy()

    def intervals(self, flow: bool = False) -> Floats:  # noqa: FBT001, FBT002 - as uproot has it
        """The lower and the upper edge of each bin: shape (bins, 2), float64; `flow` as of `edges`."""
        edges = self.edges(flow=flow)
        return np.stack([edges[:-1], edges[1:]], axis=1)

    def centers(self, flow: bool = False) -> Floats:  # noqa: FBT001, FBT002 - as uproot has it
        """The middle of each bin: shape (bins,), float64; `flow` adds -inf and inf."""
        centers: Floats = self.intervals(flow).mean(axis=1)
        return centers

    def widths(self, flow: bool = False) -> Floats:  # noqa: FBT001, FBT002 - as uproot has it
        """The width of each bin: shape (bins,), float64; `flow` adds inf on both sides."""
        widths = np.full(len(self), self.width) if self.is_regular else np.diff(self._edges)
        return np.concatenate([[np.inf], widths, [np.inf]]) if flow else widths

    def index(self, value: Any, start: int = 0, stop: int | None = None) -> int:
        """The bin of a value from 0, as UHI's locators ask for it: -1 is underflow, and as many as there are bins
        overflow; that of a name, or of the pair of its edges.

        Raises:
            ValueError: no bin from `start` to `stop` has the name or the edges.
        """
        if isinstance(value, str | tuple):
            try:
                return super().index(value, start, len(self) if stop is None else stop)
            except ValueError:
                raise ValueError(f"no bin {value!r} of {self!r}") from None
        return self._bins.index(float(value)) - 1

    @property
    def is_regular(self) -> bool:
        """Whether the bins have one width, and are stored as their number and two ends."""
        return self._bins.is_regular

    def __len__(self) -> int:
        return self._bins.bins

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> list[Any]: ...
    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return [self[one] for one in range(*index.indices(len(self)))]
        bin_number = range(len(self))[index]
        if self.is_discrete:
            return self._names.get(bin_number + 1, f"bin {bin_number}")
        return float(self._edges[bin_number]), float(self._edges[bin_number + 1])

    def __iter__(self) -> Iterator[Any]:
        return (self[index] for index in range(len(self)))

    def __copy__(self) -> Axis:
        return self  # it never changes

    def __deepcopy__(self, _: object) -> Axis:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle keeps the axis itself, without the members of the object that it was read from."""
        core = self._core
        bins = (len(self), self.low, self.high) if self.is_regular else self._edges
        told = (core.name, core.title, dict(self._names), core.is_alphanumeric, core.time_format, core.shown)
        return _axis_again, (bins, *told)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Axis) and np.array_equal(self._edges, other._edges) and self._names == other._names

    def __hash__(self) -> int:
        return hash(self._edges.tobytes())

    def __repr__(self) -> str:
        if self.is_discrete:
            return f"<Axis of {len(self)} categories>"
        return f"<Axis of {len(self)} bins from {self._edges[0]} to {self._edges[-1]}>"


@dataclass(frozen=True, slots=True)
class _PickledCore:
    """An axis as it was pickled. Threads: immutable."""

    bins: _core.Axis
    name: str
    title: str
    bin_labels: Mapping[int, str]
    is_alphanumeric: bool
    time_format: str | None
    shown: tuple[int, int]


def _axis_again(bins: tuple[int, float, float] | Floats, *told: Any) -> Axis:
    """The axis that was pickled."""
    made = _core.Axis.regular(*bins) if isinstance(bins, tuple) else _core.Axis.variable(bins)
    return Axis(_PickledCore(made, *told))
