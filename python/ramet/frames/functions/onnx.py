"""Models in ONNX files, computed by the package onnxruntime."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from ramet import _core
from ramet.errors import FileMissingError, MisuseError, UnsupportedError
from ramet.expression import Expression
from ramet.frames.functions.column_function import Call, Called, ColumnFunction, Computation
from ramet.frames.functions.elements import Elements, has_lists
from ramet.frames.values import column_of
from ramet.writing.columns.notation import text_of_record

__all__ = ["OnnxModel", "is_session", "onnx"]

_DTYPES = {
    "tensor(float)": "float32",
    "tensor(double)": "float64",
    "tensor(bool)": "bool",
    **{f"tensor({kind})": kind for kind in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")},
}


def is_session(value: Any) -> bool:
    """Whether it is a session of onnxruntime; the package is not imported to tell."""
    return type(value).__module__.partition(".")[0] == "onnxruntime" and hasattr(value, "get_inputs")


class OnnxModel(ColumnFunction):
    """A model that an ONNX file has, as a function of columns; `ramet.onnx` makes it.

    Its inputs are tensors of shape (n,) or (n, features), filled from the columns in their order: an input with two
    features takes two columns of numbers; one whose number of features is open takes all
    columns, if it is the only input. Of lists, each element is a sample, and numbers beside them go with each. Outputs
    of shape (n,) and (n, 1) are numbers, of shape (n, k) lists of k; several are members of a record: "nn.score" of a
    column "nn". Threads: any number; the interpreter runs meanwhile.
    """

    def __init__(self, session: Any, name: str, outputs: Sequence[str] | None = None) -> None:
        self._session = session
        self._name = name
        self._inputs = [_Tensor(name, "input", one) for one in session.get_inputs()]
        there = {one.name: one for one in session.get_outputs()}
        for wanted in outputs or ():
            if wanted not in there:
                raise MisuseError(f"model {name!r} has no output {wanted!r}: there are {', '.join(map(repr, there))}")
        self._outputs = [_Tensor(name, "output", there[wanted]) for wanted in outputs or there]

    @property
    def inputs(self) -> list[str]:
        """The names of its inputs."""
        return [one.name for one in self._inputs]

    @property
    def outputs(self) -> list[str]:
        """The names of the outputs that are computed."""
        return [one.name for one in self._outputs]

    def __getitem__(self, output: str) -> OnnxModel:
        """The same model with one of its outputs. Raises MisuseError for one that it does not have."""
        return OnnxModel(self._session, self._name, [output])

    def __call__(self, *columns: Expression) -> Call:
        """The model of these columns, for `define`: `frame.define("score", model(frame["pt"], frame["eta"] / 2.5))`."""
        for one in columns:
            if not isinstance(one, Expression):
                raise TypeError(f"model {self._name!r} is called with columns as frame['x'], not {type(one).__name__}")
        return Call(self, columns)

    def __repr__(self) -> str:
        return f"<OnnxModel {self._name!r} of {', '.join(map(str, self._inputs))}>"

    # --- as a function of columns ------------------------------------------------------------------------------------

    @property
    def arguments(self) -> list[str]:
        """The names of its inputs, if each takes one column."""
        if any(one.features not in (1, None) for one in self._inputs) or len(self._inputs) == 1:
            raise TypeError(f"say the columns of model {self._name!r}, in the order of its features")
        return self.inputs

    def of_columns(self, names: Sequence[str], kinds: Sequence[_core.Type]) -> Computation:
        """The model of these columns."""
        return _ModelOfColumns(self, names, self._shares(names, kinds), is_inside=has_lists(kinds))

    def type_of_outputs(self, *, is_inside: bool) -> _core.Type:
        """The type of its outputs, for each element of lists or for each entry."""
        inside = "var * " if is_inside else ""
        texts = [f"{inside}{one.column_type}" for one in self._outputs]
        if len(texts) == 1:
            return _core.Type.parse(texts[0])
        return _core.Type.parse(text_of_record(zip(self._members(), texts, strict=True)))

    def _members(self) -> list[str]:
        """The names of outputs, as members of a record."""
        return [re.sub(r"\W", "_", one.name, flags=re.ASCII) for one in self._outputs]

    def _shares(self, names: Sequence[str], kinds: Sequence[_core.Type]) -> list[int]:
        """How many columns each input takes."""
        widths = [self._width(name, kind) for name, kind in zip(names, kinds, strict=True)]
        if len(self._inputs) == 1 and self._inputs[0].features is None:
            return [len(widths)]
        if any(one.features is None for one in self._inputs) and len(widths) == len(self._inputs):
            return [1] * len(widths)
        shares, place = [], 0
        for one in self._inputs:
            first, features = place, 0
            while place < len(widths) and features < (one.features or 1):
                features += widths[place]
                place += 1
            if features != (one.features or 1):
                self._refuse(names, widths)
            shares.append(place - first)
        if place != len(widths):
            self._refuse(names, widths)
        return shares

    def _refuse(self, names: Sequence[str], widths: Sequence[int]) -> None:
        given = ", ".join(
            f"{name} ({width})" if width != 1 else name for name, width in zip(names, widths, strict=True)
        )
        raise MisuseError(
            f"model {self._name!r} takes {', '.join(map(str, self._inputs))}, not {sum(widths)} features: "
            f"{given or 'no columns'}"
        )

    def _width(self, name: str, kind: _core.Type) -> int:
        inner = kind.contents[0] if kind.kind == _core.Kind.list else kind
        width = 1
        while inner.kind == _core.Kind.regular:
            width *= inner.size
            inner = inner.contents[0]
        if inner.kind != _core.Kind.number:
            raise TypeError(f"model {self._name!r} takes numbers: column {name!r} has values of type {kind}")
        return width

    def run(self, names: Sequence[str], shares: Sequence[int], elements: Elements) -> dict[str, Any]:
        """The outputs for elements, by the names of members."""
        feeds, place = {}, 0
        for one, share in zip(self._inputs, shares, strict=True):
            feeds[one.name] = one.filled(elements.columns[place : place + share], elements.count)
            place += share
        step = next((one.batch for one in self._inputs if one.batch is not None), None)
        found = self._computed(names, feeds, elements.count, step)
        pairs = zip(self._members(), self._outputs, found, strict=True)
        return {member: one.checked(values, elements.count) for member, one, values in pairs}

    def _computed(self, names: Sequence[str], feeds: dict[str, Any], count: int, step: int | None) -> list[Any]:
        wanted = self.outputs
        if count == 0:
            return [one.nothing() for one in self._outputs]
        try:
            if step is None:
                return list(self._session.run(wanted, feeds))
            parts = [self._session.run(wanted, _part(feeds, at, step)) for at in range(0, count, step)]
            return [np.concatenate(one)[:count] for one in zip(*parts, strict=True)]
        except Exception as error:
            shapes = ", ".join(f"{name} {value.shape} of {value.dtype}" for name, value in feeds.items())
            raise MisuseError(
                f"model {self._name!r} failed for {shapes}, made of columns {', '.join(names)}: {error}"
            ) from error


class _ModelOfColumns(Computation):
    def __init__(self, model: OnnxModel, names: Sequence[str], shares: Sequence[int], *, is_inside: bool) -> None:
        self._call = (model, list(names), list(shares))
        self._type = model.type_of_outputs(is_inside=is_inside)

    @property
    def type(self) -> _core.Type:
        """Of its outputs."""
        return self._type

    def called(self, kind: _core.Type) -> Called:
        """The model, with its outputs as a column."""
        return _ModelCall(*self._call, kind)


class _ModelCall:
    def __init__(self, model: OnnxModel, names: list[str], shares: list[int], kind: _core.Type) -> None:
        self._model = model
        self._names = names
        self._shares = shares
        self._kind = kind

    def __call__(self, arrays: list[_core.Array], count: int) -> _core.Array:
        elements = Elements(self._names, arrays, count)
        found = self._model.run(self._names, self._shares, elements)
        columns = {name: elements.column_of(values) for name, values in found.items()}
        whole = columns if self._kind.kind == _core.Kind.record else next(iter(columns.values()))
        return column_of("the model's output", whole, self._kind)


class _Tensor:
    """An input or output of a model. Threads: immutable."""

    def __init__(self, model: str, what: str, node: Any) -> None:
        self.name = str(node.name)
        self._place = f"model {model!r}: {what} {node.name!r}"
        dtype = _DTYPES.get(node.type)
        if dtype is None:
            hint = "; sklearn's classifiers give tensors with the option zipmap=False" if "map" in node.type else ""
            raise UnsupportedError(f"{self._place} is of type {node.type}: tensors of numbers can be columns{hint}")
        self.dtype = np.dtype(dtype)
        self.shape = list(node.shape or ["n"])
        if len(self.shape) > 2:
            raise UnsupportedError(f"{self._place} has shape {self._shown()}: (n,) and (n, features) can be columns")
        self.batch = self.shape[0] if isinstance(self.shape[0], int) and self.shape[0] > 0 else None
        last = self.shape[-1]
        self.features = 1 if len(self.shape) == 1 else int(last) if isinstance(last, int) and last > 0 else None

    def _shown(self) -> str:
        return f"({', '.join('?' if one is None else str(one) for one in self.shape)})"

    def __str__(self) -> str:
        return f"{self.name} {self._shown()} of {self.dtype}"

    @property
    def column_type(self) -> str:
        """The type of a column of its values."""
        return str(self.dtype) if self.features == 1 else f"var * {self.dtype}"

    def filled(self, columns: Sequence[Any], count: int) -> Any:
        """The tensor of some columns."""
        if len(self.shape) == 1:
            return columns[0].reshape(count).astype(self.dtype)
        width = sum(math.prod(column.shape[1:]) for column in columns)
        made = np.empty((count, width), self.dtype)
        place = 0
        for column in columns:
            flat = column.reshape(count, -1) if count else np.empty((0, math.prod(column.shape[1:])))
            made[:, place : place + flat.shape[1]] = flat
            place += flat.shape[1]
        return made

    def nothing(self) -> Any:
        """Its values for no elements."""
        return np.empty((0,) if self.features == 1 else (0, self.features or 0), self.dtype)

    def checked(self, values: Any, count: int) -> Any:
        """What the model gave, as a column of numbers or of lists of one length."""
        made = np.asarray(values)
        if made.shape[:1] != (count,) or made.ndim > 2:
            raise MisuseError(f"{self._place} has shape {made.shape} for {count} samples: a row for each is wanted")
        if self.features == 1:
            return made.reshape(count)
        return np.arange(count + 1, dtype=np.int64) * (made.shape[1] if made.ndim == 2 else 1), made.reshape(-1)


def _part(feeds: dict[str, Any], first: int, step: int) -> dict[str, Any]:
    """Samples of a batch whose size the model fixes; what is behind the last one is filled with zeros."""
    parts = {}
    for name, values in feeds.items():
        part = values[first : first + step]
        lacking = step - len(part)
        parts[name] = np.concatenate([part, np.zeros((lacking, *part.shape[1:]), part.dtype)]) if lacking else part
    return parts


def onnx(
    model: str | os.PathLike[str] | bytes | Any, *, outputs: str | Sequence[str] | None = None, options: Any = None
) -> OnnxModel:
    """A model of an ONNX file as a function of columns; needs the package onnxruntime (`ramet[onnx]`).

        model = ramet.onnx("classifier.onnx")
        frame.define("score", model, ["pt", "eta"])
        frame.define("Jet_score", model(frame["Jet_pt"], abs(frame["Jet_eta"])))

    Args:
        model: the path of a file, its bytes, or an onnxruntime.InferenceSession.
        outputs: those that are wanted, if not all.
        options: onnxruntime.SessionOptions; by default each call runs on one thread, because frames make calls on all
            cores.

    Raises:
        ImportError: onnxruntime is not installed.
        FileMissingError: there is no such file.
        MisuseError: it is no model that onnxruntime takes, or has no such output.
        UnsupportedError: an input or output that is no column: of three axes, a map, texts.
    """
    chosen = [outputs] if isinstance(outputs, str) else outputs
    if is_session(model):
        path = getattr(model, "_model_path", None)
        return OnnxModel(model, os.path.basename(path) if path else "session", chosen)  # noqa: PTH119
    try:
        import onnxruntime
    except ImportError:
        raise ImportError("models need the package onnxruntime: pip install 'ramet[onnx]'") from None
    name = "model" if isinstance(model, bytes) else os.fspath(model)
    if not isinstance(model, bytes) and not os.path.exists(name):  # noqa: PTH110
        raise FileMissingError(f"there is no model {name!r}")
    if options is None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
    try:
        session = onnxruntime.InferenceSession(
            model if isinstance(model, bytes) else name, options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:
        raise MisuseError(f"model {name!r}: {error}") from error
    return OnnxModel(session, name, chosen)
