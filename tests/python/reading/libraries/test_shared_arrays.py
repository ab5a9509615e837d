"""Slices of columns share memory with the column, in NumPy, awkward and Arrow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import awkward as ak
import numpy as np
import pytest
import ramet
from ramet.reading.libraries.arrays import layout_of, numpy_of


def columns_of(path: Path) -> dict[str, Any]:
    names = ["number", "name", "matrix", "hits", "weights"]
    tree = ramet.open(path)["dir/Events"]
    return dict(zip(names, tree.read([tree[name] for name in names], 0, 1000), strict=True))


def test_a_slice_is_a_view_of_the_column(mixed_file: Path) -> None:
    columns = columns_of(mixed_file)
    number = columns["number"].slice(10, 20)
    assert len(number) == 10
    assert np.shares_memory(number.values, columns["number"].values)
    assert numpy_of(number).tolist() == list(range(10, 20))
    hits = columns["hits"].slice(500, 510)
    assert np.shares_memory(hits.offsets, columns["hits"].offsets)
    assert np.shares_memory(hits.contents[0].values, columns["hits"].contents[0].values)
    assert hits.nbytes == 11 * 8 + 2 * int(hits.offsets[-1] - hits.offsets[0])


@pytest.mark.parametrize("name", ["number", "name", "matrix", "hits", "weights"])
def test_a_slice_has_the_same_values_in_every_library(mixed_file: Path, name: str) -> None:
    column = columns_of(mixed_file)[name]
    part = column.slice(300, 333)
    assert ak.Array(layout_of(part)).to_list() == ak.Array(layout_of(column))[300:333].to_list()
    for one, other in zip(numpy_of(part), numpy_of(column)[300:333], strict=True):
        assert np.array_equal(one, other)


def test_a_slice_outlives_its_column(mixed_file: Path) -> None:
    part = columns_of(mixed_file)["name"].slice(999, 1000)
    assert numpy_of(part).tolist() == ["entry 999"]


def test_arrow_takes_slices_without_a_copy(mixed_file: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    column = columns_of(mixed_file)["weights"]
    parts = iter([(100, column.slice(100, 200)), (50, column.slice(900, 950))])

    def next_part() -> tuple[int, list[Any]] | None:
        part = next(parts, None)
        return part and (part[0], [part[1]])

    stream = ramet._core.arrow_column(column.type, "weights", next_part)
    chunks = pyarrow.chunked_array(stream_of(pyarrow, stream))
    chunks.validate(full=True)
    whole = ak.Array(layout_of(column))
    assert chunks.to_pylist() == whole[100:200].to_list() + whole[900:950].to_list()
    address = column.contents[0].values.ctypes.data
    assert chunks.chunk(0).values.buffers()[1].address == address


def stream_of(pyarrow: Any, capsule: Any) -> list[Any]:
    """The chunks of a stream of arrays."""

    class Stream:
        def __arrow_c_stream__(self, requested_schema: object = None) -> object:
            return capsule

    return list(pyarrow.chunked_array(Stream()).chunks)


def test_a_slice_that_is_not_there_is_refused(mixed_file: Path) -> None:
    column = columns_of(mixed_file)["number"]
    with pytest.raises(ValueError, match=r"values 5\.\.1001 are not all there: the array has 1000"):
        column.slice(5, 1001)
