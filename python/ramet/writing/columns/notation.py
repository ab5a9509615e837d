"""Types in ramet's notation ("var * {pt: float32}"), from the many ways to say one."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

__all__ = ["CPLUSPLUS", "NUMBERS", "text_of_awkward", "text_of_dtype", "text_of_record", "text_of_type"]

NUMBERS = frozenset(
    "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64".split()  # noqa: SIM905
)
CPLUSPLUS = {
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
    **{f"{number}_t": number for number in NUMBERS if "int" in number},
}
UNKNOWN = "float64"  # what is said of values of which there are none: NumPy and ROOT take them for this, too


def text_of_type(spec: Any) -> tuple[str, bool]:
    """A type in ramet's notation, and whether it is a std::vector or std::string. Raises TypeError for none."""
    if isinstance(spec, str):
        return _text_of_text(spec)
    if isinstance(spec, Mapping):
        return text_of_record((str(name), text_of_type(member)[0]) for name, member in spec.items()), False
    ak = sys.modules.get("awkward")  # who has an awkward type has imported it
    if ak is not None and isinstance(spec, ak.types.Type | ak.types.ArrayType):
        return text_of_awkward(spec), False
    if ak is not None and isinstance(spec, ak.forms.Form):
        return text_of_awkward(spec.type), False
    if spec is str:
        return "string", False
    if spec is None:  # which NumPy takes for float64
        raise TypeError("None is not a type that can be stored")
    if hasattr(spec, "__len__") and not isinstance(spec, tuple | list | np.dtype):
        raise TypeError(f"{type(spec).__name__} is not a type: write values with file[name] = {{column: values}}")
    try:
        return text_of_dtype(np.dtype(spec)), False
    except (TypeError, ValueError):
        raise TypeError(f"{spec!r} is no type that can be stored") from None


def text_of_record(members: Iterable[tuple[str, str]]) -> str:
    """A record of named members, whose types are in the notation."""
    return "{" + ", ".join(f"{_text_of_name(name)}: {text}" for name, text in members) + "}"


def _text_of_name(name: str) -> str:
    if re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name, re.ASCII):
        return name
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _text_of_text(text: str) -> tuple[str, bool]:
    spelling = text.replace("std::", "").strip()
    if text.strip() == "std::string":
        return "string", True
    if text.strip().startswith("std::") and spelling in CPLUSPLUS:
        return CPLUSPLUS[spelling], False
    if spelling.startswith("vector<"):
        return _text_of_vector(spelling), True
    if spelling in NUMBERS or spelling == "string" or re.search(r"[*{?]", spelling):
        return spelling, False
    try:
        dtype = np.dtype(text)
    except (TypeError, ValueError):
        raise TypeError(f"{text!r} is no type that can be stored") from None
    return text_of_dtype(dtype), False


def _text_of_vector(spelling: str) -> str:
    inner = re.fullmatch(r"vector\s*<(.*)>", spelling.strip())
    if inner is not None:
        return f"var * {_text_of_vector(inner[1])}"
    name = " ".join(spelling.split())
    if name not in CPLUSPLUS:
        raise TypeError(f"no vector of {name!r} can be stored")
    return CPLUSPLUS[name]


def text_of_dtype(dtype: np.dtype[Any]) -> str:
    """The notation of a NumPy type. Raises TypeError for one that cannot be stored."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        return "".join(f"{size} * " for size in shape) + text_of_dtype(base)
    if dtype.names is not None:
        return text_of_record((name, text_of_dtype(dtype.fields[name][0])) for name in dtype.names)  # type: ignore[index]
    if dtype.kind in "US":
        return "string"
    if dtype.name not in NUMBERS:
        raise TypeError(f"values of NumPy type {dtype} cannot be stored")
    return dtype.name


def text_of_awkward(kind: Any) -> str:
    """The notation of an awkward type; members of tuples are "_0", "_1", ... as in std::tuple. Raises TypeError."""
    types = sys.modules["awkward"].types
    if isinstance(kind, types.ArrayType):
        return text_of_awkward(kind.content)
    if kind.parameter("__array__") in ("string", "bytestring"):
        return "string"
    if isinstance(kind, types.NumpyType) and kind.primitive in NUMBERS:
        return str(kind.primitive)
    if isinstance(kind, types.UnknownType):
        return UNKNOWN
    if isinstance(kind, types.ListType):
        return f"var * {text_of_awkward(kind.content)}"
    if isinstance(kind, types.RegularType):
        return f"{kind.size} * {text_of_awkward(kind.content)}"
    if isinstance(kind, types.RecordType):
        names = [f"_{number}" for number in range(len(kind.contents))] if kind.is_tuple else kind.fields
        return text_of_record(zip(names, map(text_of_awkward, kind.contents), strict=True))
    if isinstance(kind, types.OptionType):
        return f"?{text_of_awkward(kind.content)}"
    raise TypeError(f"values of awkward type {str(kind)!r} cannot be stored")
