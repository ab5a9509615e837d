"""The types that entries of a column are read as, by uproot's names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from ramet import _core
from ramet.arguments import whole_number
from ramet.errors import UnsupportedError
from ramet.reading.libraries.arrays import awkward

__all__ = [
    "AsDtype",
    "AsGrouped",
    "AsJagged",
    "AsObjects",
    "AsStrings",
    "Interpretation",
    "interpretation_of",
]

_FORM = Callable[[], Any]
_HEADER = 10  # bytes before the numbers of a vector that is an entry by itself
_VECTORS = ("std::vector<", "vector<", "ROOT::VecOps::RVec<")
_CPP_NAMES = {"b1": "bool", "f4": "float", "f8": "double"}


class Interpretation:
    """The type that entries of a column are read as; `column.interpretation` gives it.

    The file determines it: an interpretation that a program makes is for comparing, and for `array`, which converts
    numbers as AsDtype says. Two are equal when they say the same. Threads: a value.
    """

    _form: _FORM | None = None  # of a column: gives the form of the awkward array

    @property
    def typename(self) -> str:
        """The C++ type of an entry, for example "float[]"."""
        raise NotImplementedError

    @property
    def type(self) -> str:
        """The type of an entry in awkward's notation, for example "var * float32"."""
        raise NotImplementedError

    @property
    def numpy_dtype(self) -> np.dtype[Any]:
        """The dtype of an entry of `array(library="np")`, with its shape; "object" for jagged values and strings."""
        return np.dtype(object)

    @property
    def inner_shape(self) -> tuple[int, ...]:
        """The shape of an entry of fixed size; empty for numbers and jagged values."""
        return self.numpy_dtype.shape

    @property
    def cache_key(self) -> str:
        """A text that equal interpretations share."""
        return repr(self)

    def awkward_form(self, file: object = None, *others: object, **options: object) -> Any:
        """The form of the awkward array. The arguments are uproot's, and mean nothing here."""
        if self._form is not None:
            return self._form()
        ak = awkward()
        return ak.forms.from_type(ak.types.from_datashape(self.type, highlevel=False))

    def converted(self, wanted: Interpretation) -> np.dtype[Any] | None:
        """What numbers have to be converted to so that a column of this interpretation is read as another one; None:
        they are of that type. Raises UnsupportedError where that needs more than a conversion of numbers."""
        if wanted != self:
            raise UnsupportedError(f"an interpretation as {wanted!r} of what the file says is {self!r}")
        return None

    def _said(self) -> Any:
        """The values that must be equal for two interpretations to be."""
        return self.typename, self.type

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Interpretation) and type(other) is type(self) and other._said() == self._said()

    def __hash__(self) -> int:
        return hash((type(self), str(self._said())))


class AsDtype(Interpretation):
    """Numbers, arrays of fixed size, and leaf lists: all that is a dtype of NumPy.

    >>> AsDtype(">f4"), AsDtype(">i4", "float64").numpy_dtype
    (AsDtype('>f4'), dtype('float64'))

    Args:
        from_dtype: how numbers are stored; ROOT's are big-endian. Of a Double32_t or Float16_t what it is unpacked to.
        to_dtype: what they are converted to; by default the same with the computer's order of bytes.
    """

    def __init__(self, from_dtype: npt.DTypeLike, to_dtype: npt.DTypeLike | None = None) -> None:
        self._from_dtype: np.dtype[Any] = np.dtype(from_dtype)
        self._to_dtype = self._from_dtype.newbyteorder("=") if to_dtype is None else np.dtype(to_dtype)

    @property
    def from_dtype(self) -> np.dtype[Any]:
        """The dtype of the stored numbers."""
        return self._from_dtype

    @property
    def to_dtype(self) -> np.dtype[Any]:
        """The dtype that they are converted to."""
        return self._to_dtype

    @property
    def numpy_dtype(self) -> np.dtype[Any]:
        """`to_dtype`."""
        return self._to_dtype

    @property
    def itemsize(self) -> int:
        """The bytes of an entry as it is stored."""
        return self._from_dtype.itemsize

    @property
    def typename(self) -> str:
        """As of Interpretation."""
        return _typename(self._to_dtype)

    @property
    def type(self) -> str:
        """As of Interpretation."""
        return _datashape(self._to_dtype)

    def converted(self, wanted: Interpretation) -> np.dtype[Any] | None:
        """As of Interpretation."""
        if not isinstance(wanted, AsDtype) or wanted._from_dtype != self._from_dtype:
            return super().converted(wanted)
        if wanted._to_dtype == self._to_dtype:
            return None
        if wanted._to_dtype.shape != self._to_dtype.shape or wanted._to_dtype.names or self._to_dtype.names:
            return super().converted(wanted)
        return wanted._to_dtype.base

    def _said(self) -> Any:
        return self._from_dtype, self._to_dtype

    def __repr__(self) -> str:
        converted = "" if self._to_dtype == self._from_dtype.newbyteorder("=") else f", {str(self._to_dtype)!r}"
        return f"AsDtype({str(self._from_dtype)!r}{converted})"


class AsJagged(Interpretation):
    """Lists of numbers, of any length.

    >>> AsJagged(AsDtype(">f4")).content
    AsDtype('>f4')

    Args:
        content: of what the lists are.
        header_bytes: what is stored before each list; 10 where entries are vectors.
    """

    def __init__(self, content: AsDtype, header_bytes: int = 0) -> None:
        if not isinstance(content, AsDtype):
            raise TypeError(f"AsJagged of {content!r}, expected an AsDtype")
        self._content = content
        self._header_bytes = whole_number(header_bytes, "header_bytes", 0)

    @property
    def content(self) -> AsDtype:
        """The interpretation of the lists' values."""
        return self._content

    @property
    def header_bytes(self) -> int:
        """The bytes stored before each list."""
        return self._header_bytes

    @property
    def typename(self) -> str:
        """As of Interpretation."""
        if self._header_bytes == _HEADER:
            return f"std::vector<{self._content.typename}>"
        base, bracket, dimensions = self._content.typename.partition("[")
        return f"{base}[]{bracket}{dimensions}"

    @property
    def type(self) -> str:
        """As of Interpretation."""
        return f"var * {self._content.type}"

    def converted(self, wanted: Interpretation) -> np.dtype[Any] | None:
        """As of Interpretation; the file determines how lists are stored."""
        return self._content.converted(wanted._content) if isinstance(wanted, AsJagged) else super().converted(wanted)

    def _said(self) -> Any:
        return self._content._said(), self._header_bytes

    def __repr__(self) -> str:
        header = f", header_bytes={self._header_bytes}" if self._header_bytes else ""
        return f"AsJagged({self._content!r}{header})"


class AsStrings(Interpretation):
    """Texts."""

    def __init__(self, typename: str = "std::string") -> None:
        self._typename = typename

    @property
    def typename(self) -> str:
        """As of Interpretation."""
        return self._typename

    @property
    def type(self) -> str:
        """As of Interpretation."""
        return "string"

    def _said(self) -> Any:
        return "string"

    def __repr__(self) -> str:
        return "AsStrings()"


class AsObjects(Interpretation):
    """Objects of classes, containers of containers, and all else that has a type of its own.

    Args:
        typename: the C++ type.
        type: the same in awkward's notation.
    """

    def __init__(self, typename: str, type: str) -> None:
        self._typename = typename
        self._type = type

    @property
    def typename(self) -> str:
        """As of Interpretation."""
        return self._typename

    @property
    def type(self) -> str:
        """As of Interpretation."""
        return self._type

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._typename!r})"


class AsGrouped(AsObjects):
    """Columns below another one.

    Args:
        typename: the C++ type of the upper column.
        type: of the records that it is read as.
        subbranches: the interpretations of those below it, by name.
    """

    def __init__(self, typename: str, type: str, subbranches: Mapping[str, Interpretation | None]) -> None:
        super().__init__(typename, type)
        self._subbranches = dict(subbranches)

    @property
    def subbranches(self) -> dict[str, Interpretation | None]:
        """The interpretations of those right below it, by name; None for what cannot be read."""
        return dict(self._subbranches)


def interpretation_of(
    type: _core.Type, typename: str, subbranches: Mapping[str, Interpretation | None] | None, form: _FORM
) -> Interpretation:
    """The interpretation of a column, by its type; of one that groups others with these; `form` gives the form of its
    awkward array."""
    made: Interpretation = AsObjects(typename, str(type))
    content = type.contents[0] if type.kind == _core.Kind.list else type
    dtype = _stored_dtype(content)
    if subbranches is not None:
        made = AsGrouped(typename, str(type), subbranches)
    elif type.kind == _core.Kind.string:
        made = AsStrings(typename)
    elif dtype is not None and content is not type:
        if not dtype.names and (typename.endswith("]") or typename.startswith(_VECTORS)):
            made = AsJagged(AsDtype(dtype), 0 if typename.endswith("]") else _HEADER)
    elif dtype is not None and (typename.startswith("struct") if dtype.names else "<" not in typename):
        made = AsDtype(dtype)
    made._form = form
    return made


def _stored_dtype(type: _core.Type) -> np.dtype[Any] | None:
    """The dtype of numbers, arrays of fixed size and leaf lists as ROOT stores them; None for other types."""
    if type.kind == _core.Kind.number:
        return np.dtype(type.number).newbyteorder(">")
    if type.kind == _core.Kind.regular:
        inner = _stored_dtype(type.contents[0])
        return None if inner is None else np.dtype((inner.base, (type.size, *inner.shape)))
    if type.kind == _core.Kind.record and not type.class_name:
        members = [_stored_dtype(one) for one in type.contents]
        fields = [(name, one) for name, one in zip(type.names, members, strict=True) if one is not None]
        return np.dtype(fields) if fields and len(fields) == len(members) else None
    return None


def _typename(dtype: np.dtype[Any]) -> str:
    """The C++ type of a dtype."""
    if dtype.shape:
        return _typename(dtype.base) + "".join(f"[{size}]" for size in dtype.shape)
    if dtype.fields:
        return "struct {" + "".join(f"{_typename(one[0])} {name};" for name, one in dtype.fields.items()) + "}"
    sign = {"i": "int", "u": "uint"}.get(dtype.kind, dtype.kind)
    return _CPP_NAMES.get(f"{dtype.kind}{dtype.itemsize}", f"{sign}{8 * dtype.itemsize}_t")


def _datashape(dtype: np.dtype[Any]) -> str:
    """The same in awkward's notation."""
    if dtype.shape:
        return "".join(f"{size} * " for size in dtype.shape) + _datashape(dtype.base)
    if dtype.fields:
        return "{" + ", ".join(f"{name}: {_datashape(one[0])}" for name, one in dtype.fields.items()) + "}"
    return str(dtype.newbyteorder("=").name)
