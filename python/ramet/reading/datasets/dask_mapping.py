"""Collections of Dask whose arrays a form mapping of uproot or coffea makes. Imported when one is given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import awkward as ak
import dask_awkward
from awkward.typetracer import PlaceholderArray, typetracer_from_form, typetracer_with_report, unknown_length
from dask_awkward.lib.utils import buffer_keys_required_to_compute_shapes, trace_form_structure
from ramet.errors import MisuseError
from ramet.reading.datasets.lazy import LazyPart, table_of_part

__all__ = ["MappedReader", "mapped_collection"]


class MappedReader:
    """Reads parts of files through a form mapping, and asks it which columns the buffers need that dask-awkward wants.
    Threads: a value.

    Args:
        form: of what the mapping makes.
        mapping: as uproot's ImplementsFormMappingInfo.
        names: of the columns that it reads.
        options: of `arrays`.
    """

    def __init__(self, form: Any, mapping: Any, names: Iterable[str], options: Mapping[str, Any]) -> None:
        self._form = form
        self._mapping = mapping
        self._names = tuple(names)
        self._options = dict(options)

    def mock(self) -> Any:
        """An array without values."""
        return typetracer_from_form(self._form, highlevel=True, behavior=self._mapping.behavior)

    def mock_empty(self, backend: str = "cpu") -> Any:
        """An array without entries."""
        empty = self._form.length_zero_array(highlevel=False)
        return ak.to_backend(empty, backend, highlevel=True, behavior=self._mapping.behavior)

    def prepare_for_projection(self) -> tuple[Any, Any, Any]:
        """An array that notes which of its buffers are used, its report, and what `project` wants to know."""
        key = self._mapping.buffer_key
        meta, report = typetracer_with_report(
            self._form, highlevel=True, behavior=self._mapping.behavior, buffer_key=key
        )
        return meta, report, trace_form_structure(self._form, buffer_key=key)

    def project(self, report: Any, state: Any) -> MappedReader:
        """One that reads only what was used."""
        needed = buffer_keys_required_to_compute_shapes(
            self._mapping.parse_buffer_key,
            report.shape_touched,
            state["form_key_to_parent_form_key"],
            state["form_key_to_buffer_keys"],
        )
        return self.project_manually(self._mapping.keys_for_buffer_keys(frozenset({*report.data_touched, *needed})))

    def project_manually(self, columns: Iterable[str]) -> MappedReader:
        """One that reads those of the columns that there are."""
        wanted = set(columns)
        names = [name for name in self._names if name in wanted]
        return MappedReader(self._form, self._mapping, names, self._options)

    def __call__(self, part: LazyPart) -> Any:
        """The array of a part; what is not read has no values."""
        table = table_of_part(part)
        asked = (table, self._names, part.begin, part.end, None, None, self._options)
        loaded: Any = self._mapping.load_buffers(*asked)
        read = set(self._names)
        buffers = {}
        for key, dtype in self._form.expected_from_buffers(buffer_key=self._mapping.buffer_key).items():
            needed = self._mapping.keys_for_buffer_keys(frozenset({key}))
            if read.issuperset(needed):
                buffers[key] = loaded[key]
            elif hasattr(self._mapping, "buffer_replacements"):
                buffers[key] = self._mapping.buffer_replacements(table, needed, *asked[2:])[key]
            else:
                buffers[key] = PlaceholderArray(_numpy_like(), (unknown_length,), dtype)
        return ak.from_buffers(
            self._form,
            part.end - part.begin,
            buffers,
            behavior=self._mapping.behavior,
            buffer_key=self._mapping.buffer_key,
        )


def _numpy_like() -> Any:
    """What awkward's placeholders ask for."""
    from awkward._nplikes.numpy import Numpy

    return Numpy.instance()


def mapped_collection(
    empty: Any, typenames: Mapping[str, str], parts: Sequence[LazyPart], form_mapping: Any, options: Mapping[str, Any]
) -> Any:
    """A dask_awkward.Array of what a mapping makes of parts with the columns of an array without entries.

    Raises:
        MisuseError: the mapping is none.
    """
    if not callable(form_mapping):
        raise MisuseError(f"form_mapping={form_mapping!r}: expected one as uproot's ImplementsFormMapping, or None")
    found = empty.layout.form
    parameters = {"__doc__": "", **found.parameters, "typenames": {name: typenames[name] for name in found.fields}}
    form, mapping = form_mapping(ak.forms.RecordForm(found.contents, found.fields, parameters=parameters))
    reader = MappedReader(form, mapping, found.fields, options)
    divisions = [0]
    for part in parts:
        divisions.append(divisions[-1] + part.end - part.begin)
    return dask_awkward.from_map(reader, list(parts), label="from-ramet", divisions=tuple(divisions))
