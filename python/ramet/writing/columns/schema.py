"""The columns of a tree to be written, from the many ways to say a type."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, SupportsIndex

import numpy as np
from ramet import _core
from ramet.arguments import name_text, whole_number
from ramet.errors import MisuseError
from ramet.writing.columns.batch import integers_of, lengths_of
from ramet.writing.columns.classes import ClassMaker, NewObject, needs_class, specs_of
from ramet.writing.columns.counters import counters_among, without_counters
from ramet.writing.columns.inference import schema_of_batch, type_of_values
from ramet.writing.columns.notation import CPLUSPLUS, text_of_type

__all__ = [
    "Column",
    "Projection",
    "Schema",
    "column_of_object",
    "columns_of_batch",
    "is_type_of_records",
    "projections_of",
    "table_of",
]

_TEMPLATES = (
    r"(vector|list|deque|forward_list|(unordered_)?(multi)?(set|map)|array|bitset|pair|tuple|optional|unique_ptr|variant"
    r"|atomic|(ROOT::|VecOps::)*RVec)"
    r"\s*<"
)


@dataclass(frozen=True, slots=True)
class Column:
    """A column with more options than its type.

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
        ValueError: form or packed_range has none of the values above.
        TypeError: a counter, range or class that is not a text.
    """

    type: Any
    counter: str = ""
    packed_range: str = ""
    form: Literal["counted", "vector"] | None = None
    split_level: SupportsIndex = 99
    class_name: str = ""

    def __post_init__(self) -> None:
        whole_number(self.split_level, "split_level", -(2**31), 2**31 - 1)
        for said in ("counter", "packed_range", "class_name"):
            name_text(getattr(self, said), said)
        if self.packed_range and not re.fullmatch(r"\[.*\]", self.packed_range):
            raise ValueError(f"packed_range {self.packed_range!r} is not a range like '[0,100,16]'")
        if self.form not in (None, "counted", "vector"):
            raise ValueError(f"form {self.form!r} is not one of 'counted', 'vector'")


@dataclass(frozen=True, slots=True)
class Projection:
    """A column of an ntuple that shows the values of another column and takes no space.

    >>> import ramet
    >>> schema = {"muons": "var * {pt: float32, q: int8}", "Muon_pt": ramet.Projection("muons.pt")}
    >>> schema["nMuon"] = ramet.Projection("muons", sizes=True)

    Args:
        source: a column, or the path of a member: "muons.pt" are the momenta of all muons, as a list.
        sizes: show the number of values in each list of the source instead of the values.
    """

    source: str
    sizes: bool = False

    def __post_init__(self) -> None:
        name_text(self.source, "the source of a projection")


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
    schema = _of_awkward(schema)
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
    if format == "ttree":
        columns = without_counters(columns)
    return columns, described + maker.specs


def is_type_of_records(given: Any) -> bool:
    """Whether it is a type or form of awkward's records, which has no values."""
    return type(given).__name__ in ("ArrayType", "IndexedForm", "RecordForm", "RecordType")


def _of_awkward(schema: Any) -> Any:
    """A type or form of awkward's records as a mapping; anything else as it is. awkward is optional."""
    while type(schema).__name__ in ("ArrayType", "IndexedForm"):  # as the whole, and as a selection of records
        schema = schema.content
    return dict(zip(schema.fields, schema.contents, strict=True)) if is_type_of_records(schema) else schema


def _column_of(name: str, spec: Any, described: list[_core.ClassSpec], maker: ClassMaker | None) -> _core.ColumnSpec:
    name_text(name, "a column's name")
    column = spec if isinstance(spec, Column) else Column(spec)
    type_name = ""
    is_character = column.type == "char" and maker is None  # which ntuples alone tell from int8
    if isinstance(column.type, str) and (is_character or _is_type_name(column.type, described)):
        type_name, kind, is_vector = column.type, _type_of_name(column.type, described), False
    else:
        text, is_vector = text_of_type(column.type)
        kind = _core.Type.parse(text)
        is_stored_so = is_vector or column.form == "vector"
        if maker is not None and needs_class(kind, has_vectors=is_stored_so):
            type_name = maker.type_name(kind, column.class_name or name)
    form = column.form or ("vector" if is_vector else "counted")
    list_form = _core.ListForm.standard_vector if form == "vector" else _core.ListForm.counted
    return _core.ColumnSpec(
        name, kind, list_form, column.counter, column.packed_range, type_name, int(column.split_level)
    )


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
    is_vector = all(word.strip() in ("vector", "") or " ".join(word.split()) in CPLUSPLUS for word in words)
    return not (is_vector and spelling.startswith("vector"))


def columns_of_batch(batch: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a tree of these values: those of integers that count the lists of others become their counters.

    Raises:
        TypeError: values that cannot be stored.
        MisuseError: what should count the lists of a column has other numbers.
    """
    types = schema_of_batch(batch)
    counters = counters_among(types, lambda name: integers_of(batch[name]), lambda name: lengths_of(batch[name]))
    counts = set(counters.values())
    columns = {name: kind for name, kind in types.items() if name not in counts}
    return columns | {name: Column(types[name], counter=counter) for name, counter in counters.items()}


def column_of_object(name: str, new: NewObject) -> tuple[_core.ColumnSpec, list[_core.ClassSpec]]:
    """The column that an object is one value of, and the classes that it is made of."""
    described = specs_of(new.classes)
    if all(spec.name != new.class_name for spec in described):
        maker = ClassMaker()
        maker.type_name(_core.Type.parse(type_of_values(name, _listed(new.members))), new.class_name)
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
