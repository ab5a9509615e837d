"""Corrections as the package correctionlib evaluates them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from ramet import _core
from ramet.errors import FileMissingError, MisuseError
from ramet.expression import Expression
from ramet.frames.functions.column_function import Call, Called, ColumnFunction, Computation
from ramet.frames.functions.elements import Elements, has_lists
from ramet.frames.values import column_of

__all__ = ["Correction", "correction", "is_correction"]

_Constant = str | int | float


def is_correction(value: Any) -> bool:
    """Whether correctionlib made it; the package is not imported to tell."""
    of = type(value)
    return (
        of.__module__.partition(".")[0] == "correctionlib" and hasattr(value, "inputs") and hasattr(value, "evaluate")
    )


class Correction(ColumnFunction):
    """A correction of correctionlib as a function of columns; `ramet.correction` makes it. Inputs that are no constants
    are columns, in the order of the correction; of lists, each element gets a value. Threads: immutable."""

    def __init__(self, evaluator: Any, constants: Mapping[str, _Constant] | None = None) -> None:
        self._evaluator = evaluator
        self._name = str(evaluator.name)
        self._types = {str(one.name): str(one.type) for one in evaluator.inputs}
        self._constants = dict(constants or {})
        for name, value in self._constants.items():
            if name not in self._types:
                raise MisuseError(f"correction {self._name!r} has no input {name!r}: it takes {self._signature()}")
            self._check_constant(name, value)

    @property
    def inputs(self) -> list[str]:
        """The names of the inputs that are columns."""
        return [name for name in self._types if name not in self._constants]

    def __call__(self, *arguments: Expression | _Constant, **constants: _Constant) -> Call:
        """The correction of columns and constants, for `define`: `sf(frame["Muon_eta"], frame["Muon_pt"], "nominal")`.

        Raises:
            MisuseError: too many or too few, or a constant of another type than the input's.
        """
        inputs = [name for name in self.inputs if name not in constants]
        if len(arguments) != len(inputs):
            raise MisuseError(
                f"correction {self._name!r} is called with {len(arguments)} values for {', '.join(inputs) or 'nothing'}"
            )
        given = dict(zip(inputs, arguments, strict=True))
        columns = tuple(one for one in given.values() if isinstance(one, Expression))
        fixed = {name: value for name, value in given.items() if not isinstance(value, Expression)}
        return Call(Correction(self._evaluator, {**self._constants, **constants, **fixed}), columns)

    def __repr__(self) -> str:
        return f"<Correction {self._name!r} of {self._signature()}>"

    # --- as a function of columns ------------------------------------------------------------------------------------

    @property
    def arguments(self) -> list[str]:
        """The inputs that are no constants."""
        return self.inputs

    def of_columns(self, names: Sequence[str], kinds: Sequence[_core.Type]) -> Computation:
        """The evaluator with columns for its inputs."""
        self._check(names, kinds)
        return _CorrectionOfColumns(self, names, is_inside=has_lists(kinds))

    def _signature(self) -> str:
        return ", ".join(f"{name}: {kind}" for name, kind in self._types.items())

    def _check_constant(self, name: str, value: Any) -> None:
        wanted = self._types[name]
        is_number = isinstance(value, int | float | np.number) and not isinstance(value, bool)
        is_whole = is_number and float(value).is_integer()
        fits = isinstance(value, str) if wanted == "string" else is_whole if wanted == "int" else is_number
        if not fits:
            raise MisuseError(f"correction {self._name!r}: input {name!r} is of type {wanted}, not {value!r}")

    def _check(self, names: Sequence[str], kinds: Sequence[_core.Type]) -> None:
        inputs = self.inputs
        if len(names) != len(inputs):
            raise MisuseError(
                f"correction {self._name!r} takes columns for {', '.join(inputs) or 'nothing'}, not {len(names)}: "
                f"{', '.join(names)}; constants are said by the names of inputs"
            )
        for one, column, kind in zip(inputs, names, kinds, strict=True):
            inner = kind.contents[0] if kind.kind == _core.Kind.list else kind
            is_text, wanted = inner.kind == _core.Kind.string, self._types[one]
            is_number = inner.kind == _core.Kind.number
            fits = is_text if wanted == "string" else is_number and (wanted == "real" or "int" in inner.number)
            if not fits:
                raise MisuseError(
                    f"correction {self._name!r}: input {one!r} is of type {wanted}, and column {column!r} of type "
                    f"{kind}"
                )

    def evaluate(self, elements: Elements) -> Any:
        """The values for elements of the columns."""
        columns = dict(zip(self.inputs, elements.columns, strict=True))
        texts = [name for name in columns if self._types[name] == "string"]
        if not texts:
            return self._evaluated(columns, elements.count)
        made = np.empty(elements.count)
        keys = list(zip(*(columns[name] for name in texts), strict=True))
        for key in dict.fromkeys(keys):  # the evaluator takes one text at a time
            chosen = np.fromiter((one == key for one in keys), bool, len(keys))
            part = {name: values[chosen] for name, values in columns.items()} | dict(zip(texts, key, strict=True))
            made[chosen] = self._evaluated(part, int(chosen.sum()))
        return made

    def _evaluated(self, columns: Mapping[str, Any], count: int) -> Any:
        given = []
        for name, kind in self._types.items():
            value: Any = columns[name] if name in columns else self._constants[name]
            if isinstance(value, np.ndarray):
                value = value.astype(np.int64 if kind == "int" else np.float64)
            elif kind != "string":
                value = int(value) if kind == "int" else float(value)
            given.append(value)
        try:
            return np.broadcast_to(np.asarray(self._evaluator.evaluate(*given), np.float64), count)
        except Exception as error:
            raise MisuseError(f"correction {self._name!r}: {error}; its inputs are {self._signature()}") from error


class _CorrectionOfColumns(Computation):
    def __init__(self, function: Correction, names: Sequence[str], *, is_inside: bool) -> None:
        self._function = function
        self._names = list(names)
        self._type = _core.Type.parse("var * float64" if is_inside else "float64")

    @property
    def type(self) -> _core.Type:
        """Numbers, or lists of these."""
        return self._type

    def called(self, kind: _core.Type) -> Called:
        """The evaluator, with its values as a column."""
        return _CorrectionCall(self._function, self._names, kind)


class _CorrectionCall:
    def __init__(self, function: Correction, names: list[str], kind: _core.Type) -> None:
        self._function = function
        self._names = names
        self._kind = kind

    def __call__(self, arrays: list[_core.Array], count: int) -> _core.Array:
        elements = Elements(self._names, arrays, count)
        values = self._function.evaluate(elements) if elements.count else np.empty(0)
        return column_of("the correction", elements.column_of(values), self._kind)


def correction(source: str | os.PathLike[str] | Any, name: str = "", /, **constants: _Constant) -> Correction:
    """A correction of a JSON file of correctionlib as a function of columns; needs that package (`ramet[corrections]`).

        sf = ramet.correction("muon.json.gz", "NUM_TightID", scale_factors="nominal")
        frame.define("Muon_sf", sf, ["Muon_eta", "Muon_pt"])
        frame.define("Muon_up", ramet.correction("muon.json.gz", "NUM_TightID")(f["Muon_eta"], f["Muon_pt"], "systup"))

    Args:
        source: the path of a file, or a CorrectionSet or correction of correctionlib.
        name: of the correction, or of a compound one.
        constants: values of inputs by their names; all others are columns.

    Raises:
        ImportError: correctionlib is not installed.
        FileMissingError: there is no such file.
        MisuseError: the file is not one of correctionlib, lacks the correction, or the correction lacks an input.
    """
    if is_correction(source):
        return Correction(source, constants)
    found: Any = source
    if isinstance(source, str | os.PathLike):
        path = os.fspath(source)
        try:
            import correctionlib
        except ImportError:
            raise ImportError("corrections need the package correctionlib: pip install 'ramet[corrections]'") from None
        if not os.path.exists(path):  # noqa: PTH110
            raise FileMissingError(f"there is no file of corrections {path!r}")
        try:
            found = correctionlib.CorrectionSet.from_file(path)
        except Exception as error:
            raise MisuseError(f"corrections {path!r}: {error}") from error
    for known in (found, getattr(found, "compound", {})):
        if name in list(known):  # asked for one that it lacks, a CorrectionSet raises IndexError
            return Correction(known[name], constants)
    there = [*found, *getattr(found, "compound", {})]
    raise MisuseError(f"there is no correction {name!r}: there are {', '.join(map(repr, there))}")
