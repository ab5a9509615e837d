"""What the entries of a column are read as."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from ramet.typing import AwkwardArray

__all__ = ["Interpretation"]


class Interpretation:
    """What the entries of a column are read as; `column.interpretation` gives it.

    The file determines it, so that two are equal when their types are. Threads: a value.
    """

    def __init__(self, typename: str, type: str, values: npt.NDArray[Any], array: AwkwardArray) -> None:
        self._typename = typename
        self._type = type
        self._values = values  # none, of the type
        self._array = array  # likewise

    @property
    def typename(self) -> str:
        """The C++ type of an entry, for example "float[]"."""
        return self._typename

    @property
    def type(self) -> str:
        """The type of an entry in awkward's notation, for example "var * float32"."""
        return self._type

    @property
    def numpy_dtype(self) -> np.dtype[Any]:
        """The dtype of `array(library="np")`; "object" for jagged values and strings."""
        return self._values.dtype

    @property
    def inner_shape(self) -> tuple[int, ...]:
        """The shape of an entry of fixed size; empty of numbers and of jagged values."""
        return self._values.shape[1:]

    def awkward_form(self, file: object = None) -> Any:
        """The form of the awkward array. The argument is uproot's, and means nothing here."""
        layout: Any = getattr(self._array, "layout")  # noqa: B009 - of awkward, which mypy does not know
        return layout.form

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Interpretation) and (self._typename, self._type) == (other._typename, other._type)

    def __hash__(self) -> int:
        return hash((self._typename, self._type))

    def __repr__(self) -> str:
        return f"<Interpretation {self._typename!r} as {self._type!r}>"
