"""Functions that numba compiled, called for each entry without the interpreter."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from ramet import _core
from ramet.errors import MisuseError, add_note
from ramet.frames.functions.batches import parameters_of
from ramet.frames.functions.column_function import Called, ColumnFunction, Computation

__all__ = ["CompiledFunction", "is_compiled"]


def is_compiled(function: Any) -> bool:
    """Whether numba made it by `njit` or `cfunc`; numba is not imported to tell."""
    of = type(function)
    return of.__module__.partition(".")[0] == "numba" and (hasattr(function, "py_func") or hasattr(function, "address"))


class CompiledFunction(ColumnFunction):
    """A function of numba's: `njit` or `cfunc`. It is called once for each entry, with a number, or with an array of
    NumPy for a list, and gives a number or an array of one axis. What calls it is compiled for the types of the
    columns, so that no Python runs between entries, and threads run side by side. Threads: immutable."""

    def __init__(self, function: Any) -> None:
        import numba

        if getattr(function, "targetoptions", {}).get("parallel"):
            raise MisuseError(f"numba function {function.__name__!r} has parallel=True: frames run it on all cores")
        self._name = str(getattr(function, "__name__", "function"))
        self._python = function.__wrapped__ if hasattr(function, "address") else function.py_func
        # A callback of C tells nobody what it raised, so it is compiled again, for the same types.
        self._function = numba.njit(function._sig)(self._python) if hasattr(function, "address") else function

    @property
    def arguments(self) -> list[str]:
        """The names of its parameters."""
        return parameters_of(self._python)

    def of_columns(self, names: Sequence[str], kinds: Sequence[_core.Type]) -> Computation:
        """The function, compiled for the types of columns."""
        return _Compilation(self._function, self._name, names, kinds)


class _Argument:
    """A column as what is compiled sees it: an array of NumPy, with the offsets of lists."""

    def __init__(self, place: int, name: str, kind: _core.Type) -> None:
        self.place = place
        self.is_list = kind.kind == _core.Kind.list
        inner = kind.contents[0] if self.is_list else kind
        self.shape: list[int] = []
        while inner.kind == _core.Kind.regular:
            self.shape.append(inner.size)
            inner = inner.contents[0]
        if inner.kind != _core.Kind.number:
            raise TypeError(
                f"column {name!r} has values of type {kind}: functions of numba take numbers, and lists and arrays of "
                "numbers"
            )
        self.dtype = np.dtype(inner.number)

    @property
    def parameters(self) -> list[str]:
        """What stands for it between compiled functions."""
        return [f"v{self.place}", *([f"o{self.place}"] if self.is_list else [])]

    def value(self, *, is_copied: bool) -> str:
        """The value in entry i."""
        k = self.place
        text = f"v{k}[o{k}[i]:o{k}[i + 1]]" if self.is_list else f"v{k}[i]"
        return f"{text}.copy()" if is_copied and (self.is_list or self.shape) else text

    def views(self) -> list[str]:
        """Statements that make arrays of pointers."""
        k, shape = self.place, "".join(f", {size}" for size in self.shape)
        entries = f"o{k}[count]" if self.is_list else "count"
        lines = [f"o{k} = carray(offsets[{k}], (count + 1,))"] if self.is_list else []
        return [*lines, f"v{k} = carray(numbers[{k}], ({entries},{shape[1:]}), dtype{k})"]

    def types(self, numba: Any) -> list[Any]:
        """The types of the parameters: nobody may change what other functions get, too."""
        made = [numba.types.Array(numba.from_dtype(self.dtype), 1 + len(self.shape), "C", readonly=True)]
        return [*made, numba.types.Array(numba.int64, 1, "C", readonly=True)] if self.is_list else made

    def arrays(self, array: _core.Array) -> list[Any]:
        """The same of Python's."""
        inner = array.contents[0] if self.is_list else array
        while inner.kind == _core.Kind.regular:
            inner = inner.contents[0]
        values = inner.values.view(self.dtype)
        whole = math.prod(self.shape)
        made = values[: len(values) // max(whole, 1) * whole].reshape(-1, *self.shape)
        made.flags.writeable = False
        if not self.is_list:
            return [made]
        offsets = array.offsets.view(np.int64)
        offsets.flags.writeable = False
        return [made, offsets]


class _Compilation(Computation):
    """A function compiled for columns of certain types. Threads: immutable."""

    def __init__(self, function: Any, name: str, names: Sequence[str], kinds: Sequence[_core.Type]) -> None:
        import numba

        self._numba = numba
        self._name = name
        both = enumerate(zip(names, kinds, strict=True))
        self._columns = [_Argument(place, column, kind) for place, (column, kind) in both]
        wanted = len(parameters_of(getattr(function, "py_func", function)))
        if wanted > len(names):
            raise MisuseError(f"numba function {name!r} takes {wanted} columns, {len(names)} are given")
        self._compile(function)

    def _compile(self, function: Any) -> None:
        """Compile it for one entry; of functions that change or want changeable arrays, with copies of these."""
        numba = self._numba
        types = [one for column in self._columns for one in column.types(numba)]
        failures = []
        for is_copied, tried in ((False, self._copy_of(function)), (True, function)):
            parameters = [one for column in self._columns for one in column.parameters]
            values = ", ".join(column.value(is_copied=is_copied) for column in self._columns)
            text = f"def one({', '.join([*parameters, 'i'])}):\n    return function({values})\n"
            try:
                self._one = numba.njit((*types, numba.int64))(_defined(text, "one", function=tried))
                break
            except numba.core.errors.NumbaError as error:
                failures.append(error)
        else:
            given = ", ".join(f"{column.dtype}{'[:]' * column.is_list}" for column in self._columns)
            raise TypeError(
                f"numba function {self._name!r} does not take {given or 'no columns'}, the values of one entry; in a "
                f"function of Python it gets batches. numba says: {failures[0]}"
            ) from failures[0]
        self._returned = self._one.nopython_signatures[0].return_type

    def _copy_of(self, function: Any) -> Any:
        """The same function, if it may fail to compile: numba keeps errors, with all that is on the stack."""
        if not function._can_compile:
            return function
        return self._numba.jit(**function.targetoptions)(function.py_func)

    @property
    def type(self) -> _core.Type:
        """The type that numba infers."""
        types, returned = self._numba.types, self._returned
        if isinstance(returned, types.Array) and returned.ndim == 1 and isinstance(returned.dtype, _numbers(types)):
            return _core.Type.parse(f"var * {_name_of(types, returned.dtype)}")
        if isinstance(returned, _numbers(types)):
            return _core.Type.parse(_name_of(types, returned))
        raise TypeError(
            f"numba function {self._name!r} gives values of type {returned}: numbers and arrays of one axis can be "
            "columns"
        )

    def called(self, kind: _core.Type) -> Called:
        """What goes through the entries of a batch, with values of a type."""
        types = self._numba.types
        is_list = kind.kind == _core.Kind.list
        if is_list != isinstance(self._returned, types.Array) or (kind.contents[0] if is_list else kind).kind != (
            _core.Kind.number
        ):
            raise TypeError(f"numba function {self._name!r} gives values of type {self.type}, not {kind}")
        dtype = np.dtype((kind.contents[0] if is_list else kind).number)
        lines = [line for column in self._columns for line in column.views()]
        call = f"one({', '.join([*(one for column in self._columns for one in column.parameters), 'i'])})"
        if is_list:
            body = [f"items = ascontiguousarray({call}).astype(dtype)", "append(out, items.ctypes.data, len(items))"]
        else:
            lines.append("values = carray(out, (count,), dtype)")
            body = [f"values[i] = {call}"]
        text = "\n    ".join(
            [
                "def kernel(numbers, offsets, count, out, failed):",
                *lines,
                "i = 0",
                "try:",
                "    for i in range(count):",
                *(f"        {line}" for line in body),
                "except Exception:",
                "    failed[0] = i",
            ]
        )
        append = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int64)
        kernel = self._numba.cfunc(self._signature())(
            _defined(
                text,
                "kernel",
                one=self._one,
                carray=self._numba.carray,
                ascontiguousarray=np.ascontiguousarray,
                append=append(_core.NativeFunction.append_address()),
                dtype=dtype,
                **{f"dtype{column.place}": column.dtype for column in self._columns},
            )
        )
        return _core.NativeFunction.kernel(kernel.address, kind, kernel, _Failure(self._name, self._one, self._columns))

    def _signature(self) -> Any:
        types = self._numba.types
        pointers = types.CPointer(types.voidptr)
        offsets = types.CPointer(types.CPointer(types.int64))
        return types.void(pointers, offsets, types.int64, types.voidptr, types.CPointer(types.int64))


class _Failure:
    """Raises what a compiled function raised. Threads: any number."""

    def __init__(self, name: str, one: Any, columns: Sequence[_Argument]) -> None:
        self._name = name
        self._one = one
        self._columns = columns

    def __call__(self, arrays: list[_core.Array], count: int, row: int) -> None:
        given = [one for column, array in zip(self._columns, arrays, strict=True) for one in column.arrays(array)]
        try:
            self._one(*given, row)
        except Exception as error:
            add_note(error, f"numba function {self._name!r} raised this for value {row} of {count}")
            raise


def _numbers(types: Any) -> tuple[Any, ...]:
    return types.Integer, types.Float, types.Boolean


def _name_of(types: Any, kind: Any) -> str:
    if isinstance(kind, types.Boolean):
        return "bool"
    if isinstance(kind, types.Float):
        return f"float{kind.bitwidth}"
    return f"{'int' if kind.signed else 'uint'}{kind.bitwidth}"


def _defined(text: str, name: str, **known: Any) -> Any:
    """A function of a text, which numba compiles: the number of its parameters is that of the columns."""
    exec(text, known)
    return known[name]
