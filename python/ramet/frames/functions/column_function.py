"""What frames call for the entries of a batch."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ramet import _core
from ramet.expression import Expression

__all__ = ["Call", "Called", "ColumnFunction", "Computation"]

# What the compiled part calls: the columns of a batch and the number of its entries give a column.
Called: TypeAlias = Callable[[list[_core.Array], int], _core.Array] | _core.NativeFunction


class ColumnFunction(ABC):
    """A function of columns, whose values are a column. Threads: immutable."""

    @property
    @abstractmethod
    def arguments(self) -> list[str]:
        """The columns that are meant if none are said. Raises TypeError when they have to be said."""

    @abstractmethod
    def of_columns(self, names: Sequence[str], kinds: Sequence[_core.Type]) -> Computation:
        """The function for columns of these names and types.

        Raises:
            TypeError: it does not take such columns.
            MisuseError: likewise, for what is wrong with their number.
        """


class Computation(ABC):
    """A function for columns of certain types. Threads: immutable."""

    @property
    @abstractmethod
    def type(self) -> _core.Type:
        """The type of its values. Raises TypeError if that is not known."""

    @abstractmethod
    def called(self, kind: _core.Type) -> Called:
        """What is called for batches, giving values of a type. Raises TypeError if it cannot."""


@dataclass(frozen=True)
class Call:
    """A function with the columns that it is called with; what `define` takes. Threads: immutable."""

    function: ColumnFunction
    columns: tuple[Expression, ...]

    def __bool__(self) -> bool:
        raise TypeError("a call with columns has no value: define a column by it")
