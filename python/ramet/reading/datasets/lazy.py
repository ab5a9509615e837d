"""Collections of Dask: arrays of many files that are read when they are computed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Literal, NamedTuple, SupportsIndex, overload

from ramet import _core
from ramet.arguments import path_text, truth, whole_number
from ramet.errors import KeyInFileError, MisuseError
from ramet.places import current_folder, placed_in
from ramet.reading.choosing.options import WITHOUT_EFFECT, refuse_options
from ramet.reading.datasets.dataset import Dataset, open_places
from ramet.reading.datasets.places import Files, places_of
from ramet.reading.filters import NameFilter
from ramet.reading.libraries.values import library_of

__all__ = ["DASK_WITHOUT_EFFECT", "LazyPart", "dask", "part_of", "table_of_part"]

DASK_WITHOUT_EFFECT = WITHOUT_EFFECT | {"known_base_form", "open_files"}


class LazyPart(NamedTuple):
    """Some entries of one file, which a task of Dask reads. Threads: a value."""

    path: str
    """The file, as an absolute path."""
    tree: str
    """The tree in it."""
    begin: int
    """The first entry."""
    end: int
    """One past the last."""
    stamp: str = ""
    """Of the file's contents; empty where the entries were said."""


@overload
def dask(files: Files, *, library: Literal["np"], **options: Any) -> dict[str, Any]: ...
@overload
def dask(files: Files, *, library: str = "ak", **options: Any) -> Any: ...
def dask(
    files: Files | Mapping[Any, Any],
    *,
    filter_name: NameFilter = None,
    filter_typename: NameFilter = None,
    filter_branch: Callable[[Any], bool] | None = None,
    step_size: SupportsIndex | str | None = None,
    steps_per_file: SupportsIndex = 1,
    library: str = "ak",
    allow_missing: bool = False,
    ak_add_doc: bool | Mapping[str, str] = False,
    form_mapping: Any = None,
    **options: Any,
) -> Any:
    """The columns of one tree in many files as a collection of Dask, which reads them when it is computed; needs
    dask-awkward.

    >>> import ramet
    >>> with ramet.recreate("doc.root") as file:
    ...     file.mktree("Events", {"x": "float32", "y": "float32"}).extend({"x": [1, 2, 3], "y": [4, 5, 6]})
    >>> events = ramet.dask("doc.root:Events", steps_per_file=2)  # doctest: +SKIP
    >>> float((events.x * 2).compute()[2])  # reads x, in two tasks # doctest: +SKIP
    6.0

    Args:
        files: as of `open_many`; or {"run7.root": {"object_path": "Events", "steps": [[0, 100], [100, 250]]}}, which
            says the entries of each task.
        filter_name: which columns: as of `arrays`, like the other filters.
        filter_typename: as of `arrays`.
        filter_branch: as of `arrays`.
        step_size: entries, or about so many uncompressed bytes, of each task, as "100 MB".
        steps_per_file: where there is no `step_size`, the number of tasks for each file.
        library: "ak" for one collection of records, of which only the columns that are used are read; "np" for a dict
            of dask.array.Array.
        allow_missing: whether files without the tree are left out; else they are errors.
        ak_add_doc: as of `arrays`.
        form_mapping: what makes other arrays of the columns, as uproot's ImplementsFormMapping; coffea's schemas have
            such.
        options: of uproot: `open_files`, `known_base_form` and executors have no effect; others are refused.

    Raises:
        ImportError: dask-awkward is not installed.
        FileMissingError: a file is missing, or a glob matches none.
        KeyInFileError: a file does not have the tree.
    """
    library = library_of(library)
    if library == "pd":
        raise ValueError("dask() gives collections for library 'ak' or 'np', not 'pd'")
    if library == "np" and form_mapping is not None:
        raise ValueError("dask() takes form_mapping for library 'ak', not 'np'")
    refuse_options("dask", options, DASK_WITHOUT_EFFECT)
    explicit, whole = _opened(files, allow_missing=truth(allow_missing, "allow_missing"))
    filters: dict[str, Any] = {"filter_typename": filter_typename, "filter_branch": filter_branch}
    first = _first_table(whole, allow_missing=allow_missing)
    empty: Any = first.arrays(filter_name=filter_name, entry_stop=0, ak_add_doc=ak_add_doc, **filters)
    parts = explicit or _parts_of(whole, empty.fields, step_size, whole_number(steps_per_file, "steps_per_file", 1))
    return _collection(library, first, empty, parts, form_mapping, {"ak_add_doc": ak_add_doc})


def _collection(
    library: str, first: Any, empty: Any, parts: Sequence[LazyPart], form_mapping: Any, options: Mapping[str, Any]
) -> Any:
    """The collection of parts, of which there is the first table and its array without entries."""
    try:
        from ramet.reading.datasets import dask_collections, dask_mapping
    except ImportError:
        raise ImportError("ramet.dask needs the package dask-awkward: pip install dask-awkward") from None
    if library == "np":
        return dask_collections.numpy_collections(first, empty.fields, parts)
    if form_mapping is not None:
        return dask_mapping.mapped_collection(empty, first.typenames(), parts, form_mapping, options)
    return dask_collections.awkward_collection(empty, parts, options)


def _opened(files: Any, *, allow_missing: bool) -> tuple[list[LazyPart], Dataset]:
    """The parts of files whose steps are said, and all files, by absolute paths."""
    explicit = _explicit_parts(files)
    if explicit:
        return explicit, open_places(list(dict.fromkeys((part.path, part.tree) for part in explicit)))
    places = [(placed_in(current_folder(), path), tree) for path, tree in places_of(files)]
    return [], open_places(places, allow_missing=allow_missing)


def _explicit_parts(files: Any) -> list[LazyPart]:
    """The parts of files whose steps are said."""
    if not isinstance(files, Mapping) or not any(isinstance(one, Mapping) for one in files.values()):
        return []
    parts: list[LazyPart] = []
    for path, said in files.items():
        if not isinstance(said, Mapping) or not {"object_path", "steps"} <= said.keys():
            raise TypeError(f"file {path!r} has {said!r}, expected 'object_path' and 'steps', as all files do")
        absolute = placed_in(current_folder(), path_text(path))
        parts += [LazyPart(absolute, said["object_path"], int(begin), int(end)) for begin, end in _pairs(said["steps"])]
    return parts


def _pairs(steps: Iterable[Any]) -> list[tuple[int, int]]:
    """Steps as pairs, or as the edges between them."""
    listed = list(steps)
    return [tuple(one) for one in listed] if listed and not hasattr(listed[0], "__index__") else list(pairwise(listed))


def _parts_of(
    whole: Dataset, names: Sequence[str], step_size: SupportsIndex | str | None, steps_per_file: int
) -> list[LazyPart]:
    """The parts of each file. A file without entries has none, unless all are so."""
    from ramet.distribute.stamps import stamps_of

    if isinstance(step_size, str):
        step = whole.num_entries_for(step_size, names)
    else:
        step = 0 if step_size is None else whole_number(step_size, "step_size", 1)
    parts: list[LazyPart] = []
    stamps = stamps_of(path for path, _ in whole.files)
    for (path, tree), entries in zip(whole.files, whole.entries_of_files(), strict=True):
        length = step or max(1, -(-entries // steps_per_file))
        edges = [*range(0, entries, length), entries]
        parts += [LazyPart(path, tree, begin, end, stamps[path]) for begin, end in pairwise(edges)]
    return parts or [LazyPart(*whole.files[0], begin=0, end=0)]


def part_of(part: LazyPart, names: Sequence[str], **options: Any) -> Any:
    """The result of `arrays` for a part.

    Raises:
        FileIOError: the file has other contents than when the collection was made.
        MisuseError: it does not have the entries.
    """
    return table_of_part(part).arrays(names, entry_start=part.begin, entry_stop=part.end, **options)


def table_of_part(part: LazyPart) -> Any:
    """The tree or ntuple of a part. Raises as `part_of`."""
    if part.stamp:
        from ramet.distribute.stamps import require_same

        require_same({part.path: part.stamp}, "since the collection was made")
    table = _table_of(part.path, part.tree)
    if table.num_entries < part.end:
        shown = f"{_core.shown_url(part.path)}:{part.tree}"
        raise MisuseError(f"{shown!r} has {table.num_entries} entries, and not {part.begin} to {part.end - 1}")
    return table


def _table_of(path: str, tree: str) -> Any:
    from ramet.reading.opening import open

    return open({path: tree})


def _first_table(whole: Dataset, *, allow_missing: bool) -> Any:
    """The first tree that there is."""
    for path, tree in whole.files[:-1] if allow_missing else []:
        try:
            return _table_of(path, tree)
        except KeyInFileError:
            continue
    return _table_of(*whole.files[-1 if allow_missing else 0])
