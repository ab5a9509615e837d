"""The columns of a tree to be written, from the many ways to say a type."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from ramet import _core
from ramet.errors import MisuseError
from ramet.writing.classes import ClassMaker, NewObject, needs_class, specs_of

__all__ = ["Column", "Projection", "Schema", "column_of_object", "projections_of", "schema_of_batch", "table_of"]

_NUMBERS = frozenset(
    "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64".split()  # noqa: SIM905
)
_CPLUSPLUS = {
    "bool": "bool",
    "char": "int8",
    "signed char": "int8",
    "unsigned char": "uint8",
    "short": "int16",
    "unsigned short": "uint16",
    "int": "int32",
    "unsigned int": "uint32",
    "long": "int64",
    "unsigned long": "uint64",
    "long long": "int64",
    "unsigned long long": "uint64",
    "Long64_t": "int64",
    "ULong64_t": "uint64",
    "float": "float32",
    "double": "float64",
    "string": "string",
    **{f"{number}_t": number for number in _NUMBERS if "int" in number},
}


_TEMPLATES = (
    r"(vector|list|deque|forward_list|(unordered_)?(multi)?(set|map)|array|bitset|pair|tuple|optional|unique_ptr|variant"
    r"|atomic|(ROOT::|VecOps::)*RVec)"
    r"\s*<"
)


@dataclass(frozen=True, slots=True)
class Column:
    """A column with more to say than its type.

    Args:
        type: as in the schema of `mktree`: "float32", "var * int32", "3 * float64", "string", "vector<float>",
            "var * {pt: float32, charge: int8}", a NumPy dtype, an awkward type, a dict of these; any C++ type, as
            "std::map<int,float>", "std::vector<Track>" or "Track", whose classes the table is told (see Class).
        counter: the branch that holds the lengths of a variable-length column, "n" + name by default. Columns that name
            the same one share it, and have equally long lists.
        packed_range: store float64 as Double32_t, or float32 as Float16_t: "[0,100,16]" (minimum, maximum, bits),
            "[0,0,12]" (bits of mantissa), "[]" (without a range).
        form: "counted" for x[nx] and C strings, "vector" for std::vector and std::string; "vector<float>" says it too.
        split_level: how many levels of classes become branches of their own, as in ROOT; 0: whole objects in one.
        class_name: of the class that records of the column become where only objects can be stored, as in lists of
            lists; the column's name by default, with those of members for inner ones.

    Raises:
        ValueError: form is another one.
    """

    type: Any
    counter: str = ""
    packed_range: str = ""
    form: Literal["counted", "vector"] | None = None
    split_level: int = 99
    class_name: str = ""

    def __post_init__(self) -> None:
        if self.form not in (None, "counted", "vector"):
            raise ValueError(f"form {self.form!r} is not one of 'counted', 'vector'")


@dataclass(frozen=True, slots=True)
class Projection:
    """A column of an ntuple that shows values of another one, and takes no space.

    >>> import ramet
    >>> schema = {"muons": "var * {pt: float32, q: int8}", "Muon_pt": ramet.Projection("muons.pt")}
    >>> schema["nMuon"] = ramet.Projection("muons", sizes=True)

    Args:
        source: a column, or the path of a member: "muons.pt" are the momenta of all muons, as a list.
        sizes: show how many values each list of the source has, instead of the values.
    """

    source: str
    sizes: bool = False


Schema = Mapping[str, Any]


def projections_of(schema: Any) -> list[_core.ProjectionSpec]:
    """The projections among the columns of a schema."""
    if not isinstance(schema, Mapping):
        return []
    items = [(name, spec) for name, spec in schema.items() if isinstance(spec, Projection)]
    return [_core.ProjectionSpec(name, spec.source, spec.sizes) for name, spec in items]


def table_of(
    schema: Any, classes: Mapping[str, Any] | None = None, *, format: str = "ttree"
) -> tuple[list[_core.ColumnSpec], list[_core.ClassSpec]]:
    """The columns of a schema, which is a mapping from names to types or a structured dtype, and their classes."""
    if isinstance(schema, np.dtype) and schema.names is not None:
        schema = {name: schema.fields[name][0] for name in schema.names}  # type: ignore[index]
    if not isinstance(schema, Mapping):
        raise TypeError(f"a schema is a mapping from names to types, not {type(schema).__name__}")
    described = specs_of(classes)
    maker = ClassMaker()
    columns = []
    for name, spec in schema.items():
        if isinstance(spec, Projection):
            continue
        try:
            columns.append(_column_of(name, spec, described, maker if format == "ttree" else None))
        except TypeError as error:
            raise TypeError(f"column {name!r}: {error}") from None
    return columns, described + maker.specs


def _column_of(name: str, spec: Any, described: list[_core.ClassSpec], maker: ClassMaker | None) -> _core.ColumnSpec:
    column = spec if isinstance(spec, Column) else Column(spec)
    type_name = ""
    is_character = column.type == "char" and maker is None  # which ntuples alone tell from int8
    if isinstance(column.type, str) and (is_character or _is_type_name(column.type, described)):
        type_name, kind, is_vector = column.type, _type_of_name(column.type, described), False
    else:
        text, is_vector = _text_of(column.type)
        kind = _core.Type.parse(text)
        is_stored_so = is_vector or column.form == "vector"
        if maker is not None and needs_class(kind, has_vectors=is_stored_so):
            type_name = maker.type_name(kind, column.class_name or name)
    form = column.form or ("vector" if is_vector else "counted")
    list_form = _core.ListForm.standard_vector if form == "vector" else _core.ListForm.counted
    return _core.ColumnSpec(name, kind, list_form, column.counter, column.packed_range, type_name, column.split_level)


def _type_of_name(text: str, described: list[_core.ClassSpec]) -> _core.Type:
    try:
        return _core.array_type_of(text, described)
    except MisuseError as error:
        raise TypeError(str(error)) from None


def _is_type_name(text: str, described: list[_core.ClassSpec]) -> bool:
    """Whether a text is the name of a C++ type that has no other notation."""
    spelling = text.replace("std::", "").strip()
    if any(spec.name == spelling for spec in described) or spelling.startswith("enum "):
        return True
    if re.match(_TEMPLATES, spelling) is None:
        return False
    words = re.split(r"[<>,]", spelling)
    is_vector = all(word.strip() in ("vector", "") or " ".join(word.split()) in _CPLUSPLUS for word in words)
    return not (is_vector and spelling.startswith("vector"))


def _text_of(spec: Any) -> tuple[str, bool]:
    """A type in ramet's notation, and whether it is a std::vector or std::string."""
    if isinstance(spec, str):
        return _text_of_text(spec)
    if isinstance(spec, Mapping):
        members = ", ".join(f"{name}: {_text_of(member)[0]}" for name, member in spec.items())
        return f"{{{members}}}", False
    ak = sys.modules.get("awkward")  # who has an awkward type has imported it
    if ak is not None and isinstance(spec, ak.types.Type | ak.types.ArrayType):
        return _text_of_awkward(spec), False
    try:
        return _text_of_dtype(np.dtype(spec)), False
    except TypeError:
        raise TypeError(f"{spec!r} is no type that can be stored") from None


def _text_of_text(text: str) -> tuple[str, bool]:
    spelling = text.replace("std::", "").strip()
    if text.strip() == "std::string":
        return "string", True
    if text.strip().startswith("std::") and spelling in _CPLUSPLUS:
        return _CPLUSPLUS[spelling], False
    if spelling.startswith("vector<"):
        return _text_of_vector(spelling), True
    if spelling in _NUMBERS or spelling == "string" or re.search(r"[*{?]", spelling):
        return spelling, False
    return _text_of_dtype(np.dtype(text)), False


def _text_of_vector(spelling: str) -> str:
    inner = re.fullmatch(r"vector\s*<(.*)>", spelling.strip())
    if inner is not None:
        return f"var * {_text_of_vector(inner[1])}"
    name = " ".join(spelling.split())
    if name not in _CPLUSPLUS:
        raise TypeError(f"no vector of {name!r} can be stored")
    return _CPLUSPLUS[name]


def _text_of_dtype(dtype: np.dtype[Any]) -> str:
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        return "".join(f"{size} * " for size in shape) + _text_of_dtype(base)
    if dtype.names is not None:
        members = [f"{name}: {_text_of_dtype(dtype.fields[name][0])}" for name in dtype.names]  # type: ignore[index]
        return f"{{{', '.join(members)}}}"
    if dtype.kind in "US":
        return "string"
    if dtype.name not in _NUMBERS:
        raise TypeError(f"values of NumPy type {dtype} cannot be stored")
    return dtype.name


def _text_of_awkward(kind: Any) -> str:
    types = sys.modules["awkward"].types
    if isinstance(kind, types.ArrayType):
        return _text_of_awkward(kind.content)
    if kind.parameter("__array__") in ("string", "bytestring"):
        return "string"
    if isinstance(kind, types.NumpyType) and kind.primitive in _NUMBERS:
        return str(kind.primitive)
    if isinstance(kind, types.ListType):
        return f"var * {_text_of_awkward(kind.content)}"
    if isinstance(kind, types.RegularType):
        return f"{kind.size} * {_text_of_awkward(kind.content)}"
    if isinstance(kind, types.RecordType):
        members = zip(kind.fields, kind.contents, strict=True)
        return "{" + ", ".join(f"{name}: {_text_of_awkward(member)}" for name, member in members) + "}"
    if isinstance(kind, types.OptionType):
        return f"?{_text_of_awkward(kind.content)}"
    raise TypeError(f"values of awkward type {str(kind)!r} cannot be stored")


def column_of_object(name: str, new: NewObject) -> tuple[_core.ColumnSpec, list[_core.ClassSpec]]:
    """The column that an object is one value of, and the classes that it is made of."""
    described = specs_of(new.classes)
    if all(spec.name != new.class_name for spec in described):
        maker = ClassMaker()
        maker.type_name(_core.Type.parse(_type_of_values(name, _listed(new.members))), new.class_name)
        described += maker.specs
    kind = _type_of_name(new.class_name, described)
    return _core.ColumnSpec(name, kind, _core.ListForm.counted, "", "", new.class_name, 0), described


def _listed(value: Any) -> Any:
    """One value as an array of one, objects as mappings of such, lists as lists of any length."""
    if isinstance(value, Mapping):
        return {name: _listed(member) for name, member in value.items()}
    if not isinstance(value, list | np.ndarray):
        return [value]
    one = np.empty(1, dtype=object)
    one[0] = value
    return one


def schema_of_batch(batch: Mapping[str, Any]) -> dict[str, Any]:
    """The types of the columns of a batch."""
    return {name: _type_of_values(name, values) for name, values in batch.items()}


def _type_of_values(name: str, values: Any) -> str:
    try:
        return _text_of_values(values)
    except TypeError as error:
        raise TypeError(f"column {name!r}: {error}") from None


def _text_of_values(values: Any) -> str:
    if isinstance(values, tuple) and len(values) == 2:  # offsets and content
        return f"var * {_text_of_values(values[1])}"
    if isinstance(values, Mapping):
        return "{" + ", ".join(f"{name}: {_text_of_values(member)}" for name, member in values.items()) + "}"
    ak = sys.modules.get("awkward")
    if ak is not None and isinstance(values, ak.Array):
        return _text_of_awkward(values.type)
    array = values if isinstance(values, np.ndarray) else None
    if array is None:
        try:
            array = np.asarray(values)
        except ValueError:  # lists of unequal length
            array = np.empty(len(values), dtype=object)
            array[:] = values
    if array.dtype == object:
        return _text_of_objects(array)
    return _text_of_dtype(np.dtype((array.dtype, array.shape[1:])))


def _text_of_objects(array: np.ndarray[Any, Any]) -> str:
    if len(array) == 0:
        raise TypeError("the type of an empty array of objects is not known: use mktree, which is told it")
    if isinstance(array[0], str):
        return "string"
    for item in array:
        if not hasattr(item, "__len__"):
            raise TypeError(f"values of type {type(item).__name__} cannot be stored")
    texts = {_text_of_values(item) for item in array if len(item)}
    if len(texts) != 1:
        raise TypeError(f"objects of types {sorted(texts)} in one column: use mktree, which is told the type")
    return f"var * {texts.pop()}"
