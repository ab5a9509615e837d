"""What coffea asks for columns; imported only when coffea is there."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from typing import Any

import awkward as ak
import numpy as np
from coffea.nanoevents.mapping.base import BaseSourceMapping, UUIDOpener
from coffea.nanoevents.mapping.uproot import CannotBeNanoEvents, _lazify_form
from coffea.nanoevents.util import tuple_to_key
from ramet.errors import MisuseError, UnsupportedError
from ramet.reading.datasets.dataset import Dataset

__all__ = ["RametSourceMapping", "base_form_of"]


def base_form_of(source: Dataset) -> dict[str, Any]:
    """The form of all columns that coffea can have: without those of types that it, or Awkward Array, does not know."""
    forms = {}
    for name in source:
        try:
            array = source[name].array(library="ak", entry_stop=0)
            forms[name] = _lazify_form(
                json.loads(array.layout.form.to_json()), f"{name},!load", docstr=name, typestr=source[name].typename
            )
        except (CannotBeNanoEvents, UnsupportedError, MisuseError):
            continue
    return {
        "class": "RecordArray",
        "fields": list(forms),
        "contents": list(forms.values()),
        "parameters": {"__doc__": "Events"},
        "form_key": None,
        "typenames": {name: source[name].typename for name in forms},
    }


class RametSourceMapping(BaseSourceMapping):  # type: ignore[misc] # coffea has no types
    """Gives coffea the buffers of columns, by their keys. Threads: any."""

    def __init__(
        self,
        source: Dataset,
        first: int,
        last: int,
        together: frozenset[str],
        access_log: list[Any] | None,
        *,
        virtual: bool,
    ) -> None:
        super().__init__(_Opener({}), first, last, cache={}, access_log=access_log, virtual=virtual)
        self._source = source
        self._together = together
        self._lock = threading.Lock()
        self._arrays: dict[str, Any] = {}

    @classmethod
    def _extract_base_form(cls, source: Dataset) -> dict[str, Any]:
        return base_form_of(source)

    def key_root(self) -> str:
        """What keys of this kind of mapping begin with."""
        return "RametSourceMapping:"

    def preload_column_source(self, uuid: str, path: str, source: Any) -> None:
        """Say what a key stands for."""
        self._cache[self.key_root() + tuple_to_key((uuid, path))] = source

    def get_column_handle(self, columnsource: Any, name: str, allow_missing: bool) -> str | None:  # noqa: FBT001
        """The name of a column, or None if it may be missing and is."""
        return None if allow_missing and name not in columnsource else name

    def extract_column(
        self,
        columnhandle: str | None,
        start: int,
        stop: int,
        allow_missing: bool,  # noqa: FBT001 - coffea's
        **_: Any,
    ) -> ak.Array | ak.contents.Content:
        """The values of a column."""
        if columnhandle is None:
            nothing = np.full(stop - start, -1, dtype=np.int64)
            return ak.contents.IndexedOptionArray(
                ak.index.Index64(nothing), ak.contents.NumpyArray(np.array([], dtype=bool))
            )
        array = self._read(columnhandle, start, stop)
        if isinstance(array.layout, ak.contents.ListOffsetArray):
            array = ak.Array(array.layout.to_ListOffsetArray64(True))
        if allow_missing:
            every = ak.index.Index64(np.arange(stop - start, dtype=np.int64))
            return ak.Array(ak.contents.IndexedOptionArray(every, array.layout))
        return array

    def _read(self, name: str, start: int, stop: int) -> Any:
        with self._lock:
            if name in self._together and name not in self._arrays:
                names = [one for one in self._source if one in self._together]
                arrays = self._source.arrays(names, library="ak", entry_start=start, entry_stop=stop)
                self._arrays = {one: arrays[one] for one in names}
            if name in self._arrays:
                return self._arrays[name]
        return self._source[name].array(library="ak", entry_start=start, entry_stop=stop)

    def __len__(self) -> int:
        return int(self._stop - self._start)

    def __iter__(self) -> Iterator[Any]:
        raise NotImplementedError("keys are made by coffea")


class _Opener(UUIDOpener):  # type: ignore[misc] # coffea has no types
    """Opens nothing: sources are open."""

    def open_uuid(self, uuid: str) -> Any:
        """Not asked."""
        raise NotImplementedError(uuid)
