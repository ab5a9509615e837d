"""What a dataframe with ROOT's names is made of, and what it tells about itself."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ramet.errors import MisuseError
from ramet.frames.frame import Frame
from ramet.rdataframe.columns import HIDDEN, SPECIAL_COLUMNS, TextList, check_template, column_names, cpp_type
from ramet.rdataframe.results.pointers import LoopCounter
from ramet.rdataframe.results.reports import RText
from ramet.rdataframe.threads import threads_asked_for

if TYPE_CHECKING:
    from ramet.reading.datasets.dataset import Dataset
    from typing_extensions import Self

__all__ = ["Facts", "Node", "listed", "templated"]


@dataclass(frozen=True)
class Facts:
    """What ROOT's names need to know beside the frame. Threads: immutable."""

    loops: LoopCounter = field(default_factory=LoopCounter)
    default_columns: tuple[str, ...] = ()
    is_ntuple: bool = False
    origin: str = "Empty dataframe"
    files: int = 0
    aliases: tuple[tuple[str, str], ...] = ()
    spelled: tuple[tuple[str, str], ...] = ()
    """Columns whose C++ types are not those that follow from ramet's, and these types."""
    varied: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = ()
    """Of each Vary: the columns, and the names of the variations."""
    root: tuple[Frame, Dataset, Callable[[Dataset], Frame]] | None = None
    """The frame of many files before any verb, the files, and what makes it of them."""


class _Method:
    """A method of a node, which may be given template arguments: `frame.Take["float"]("x")`."""

    def __init__(self, function: Callable[..., Any], node: Any, types: tuple[str, ...] = ()) -> None:
        functools.update_wrapper(self, function)
        self._function = function
        self._node = node
        self._types = types

    def __getitem__(self, types: Any) -> _Method:
        given = types if isinstance(types, tuple) else (types,)
        names = tuple(one if isinstance(one, str) else getattr(one, "__name__", str(one)) for one in given)
        return _Method(self._function, self._node, names)

    def __call__(self, *args: Any, **options: Any) -> Any:
        if self._types:
            columns = [one for one in args if isinstance(one, str)]
            check_template(self._node.frame.core, self._types, columns)
        return self._function(self._node, *args, **options)


class templated:
    """Marks a method that ROOT's users may give template arguments, which must be the types of its columns."""

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)  # type: ignore[arg-type]
        self._function = function

    def __get__(self, node: Any, owner: type | None = None) -> Any:
        return self if node is None else _Method(self._function, node)


class Node:
    """A frame, and what ROOT's names need to know of it. Threads: immutable."""

    def __init__(self, frame: Frame, facts: Facts) -> None:
        self._frame = frame
        self._facts = facts

    @property
    def frame(self) -> Frame:
        """The ramet.Frame that this is."""
        return self._frame

    def _with(self, frame: Frame, **facts: Any) -> Self:
        made = type(self).__new__(type(self))
        Node.__init__(made, frame, replace(self._facts, **facts) if facts else self._facts)
        return made

    def _columns(self, given: Iterable[str | None], count: int) -> list[str]:
        """The columns that were given, or else so many of the default ones."""
        named = [name for name in given if name]
        if not named:
            named = list(self._facts.default_columns[:count])
        if len(named) != count:
            raise MisuseError(
                f"{count} columns are wanted, {len(named)} are given; there are {len(self._facts.default_columns)} "
                "default columns"
            )
        return named

    # --- what there is -----------------------------------------------------------------------------------------------

    def GetColumnNames(self) -> list[str]:
        """The names of all columns, sorted; those of classes in files and of their branches."""
        return TextList(column_names(self._frame.core))

    def GetDefinedColumnNames(self) -> list[str]:
        """The names of the columns that were defined."""
        columns = self._frame.core.columns()
        return TextList(name for name, _, _, kind, *_ in columns if kind == "defined" and not name.startswith(HIDDEN))

    def GetColumnType(self, column: str) -> str:
        """The C++ type of a column, spelled as ROOT does. Raises KeyInFileError without the column."""
        facts = self._facts
        return cpp_type(self._frame.core, column, dict(facts.aliases), dict(facts.spelled), is_ntuple=facts.is_ntuple)

    def HasColumn(self, column: str) -> bool:
        """Whether there is a column."""
        return column in SPECIAL_COLUMNS or column in column_names(self._frame.core)

    def GetFilterNames(self) -> list[str]:
        """The names of the filters that lead here; "FilterAvailable", "FilterMissing" and "Unnamed Filter" for those
        without."""
        return TextList(self._frame.filters)

    def GetVariations(self) -> RText:
        """The variations, with a line for each Vary."""
        lines = []
        for columns, names in self._facts.varied:
            of = f"column {columns[0]}" if len(columns) == 1 else f"columns {{{', '.join(columns)}}}"
            lines.append(f"Variations {{{', '.join(names)}}} affect {of}\n")
        return RText("".join(lines))

    def GetNRuns(self) -> int:
        """How many times the entries were gone through."""
        return self._facts.loops.loops

    def GetNSlots(self) -> int:
        """The number of threads that EnableImplicitMT was asked for; 1 without."""
        return max(1, threads_asked_for())

    def GetNFiles(self) -> int:
        """The number of files."""
        return self._facts.files

    def DescribeDataset(self) -> RText:
        """What it reads."""
        return RText(f"{self._facts.origin}\n")

    def Describe(self) -> RText:
        """What it reads, and its columns with types and origins."""
        names, defined = column_names(self._frame.core), set(self.GetDefinedColumnNames())
        facts = [
            ("Property", "Value"),
            ("--------", "-----"),
            ("Columns in total", len(names)),
            ("Columns from defines", len(defined)),
            ("Event loops run", self.GetNRuns()),
            ("Processing slots", self.GetNSlots()),
        ]
        rows = [("Column", "Type", "Origin"), ("------", "----", "------")]
        rows += [(name, self.GetColumnType(name), "Define" if name in defined else "Dataset") for name in names]
        widths = [max(len(row[k]) for row in rows) // 8 * 8 + 7 for k in range(2)]
        lines = [f"{self._facts.origin}", "", *(f"{name:<20} {value:>8}" for name, value in facts), ""]
        lines += [f"{name:<{widths[0]}} {kind:<{widths[1]}} {origin}" for name, kind, origin in rows]
        return RText("\n".join(lines) + "\n")


def listed(columns: str | Sequence[str]) -> list[str]:
    """Column names that are one text or several."""
    return [columns] if isinstance(columns, str) else [str(one) for one in columns]
