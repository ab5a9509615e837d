"""What frames are made of: files, tables, arrays, tables of other packages, specifications, or nothing."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ramet import _core
from ramet.arguments import path_text, whole_number
from ramet.errors import MisuseError, UnsupportedError
from ramet.frames.frame import Frame
from ramet.frames.values import columns_of
from ramet.places import placed_in
from ramet.reading.datasets.dataset import Dataset, open_many
from ramet.reading.datasets.places import is_pattern_of_files, places_of
from ramet.reading.ntuples.ntuple import NTuple
from ramet.reading.opening import open as open_file
from ramet.reading.tree import Tree
from ramet.session import shared_session
from ramet.writing.columns.tables import is_table, mapping_of

__all__ = ["dataset_of_spec", "frame", "frame_of_arrays", "table_of_csv"]

_Samples = list[tuple[str, str, int, dict[str, Any]]]
_BEHIND_ALL = 2**62  # the number of no entry


def frame(
    source: Any = None,
    tree: str | None = None,
    *,
    entries: int | None = None,
    spec: str | os.PathLike[str] | Mapping[str, Any] | None = None,
    language: str = "c++",
    seed: int = 0,
    random_key: Sequence[str] = (),
) -> Frame:
    """A frame.

    Args:
        source: "events.root:Events", with wildcards for many files, or a list of such; a tree, ntuple or dataset; a
            dictionary of arrays; an array of awkward, a DataFrame of pandas, polars or pyarrow; "data.parquet" or
            "data.csv", for which pyarrow is needed.
        tree: the name of the tree in files whose places do not say it.
        entries: of a frame of nothing, whose definitions may use `rdfentry_` and random numbers.
        spec: a specification of samples as ROOT's FromSpec takes it, with "samples", "friends" and the "range" of
            entries: a dictionary, or the path of a JSON file.
        language: of expressions: "c++", or "python" with NumPy's functions.
        seed: of random numbers, which are functions of it and of the entry.
        random_key: columns of whole numbers of which they are functions, instead of the entry's number.

    Raises:
        FileMissingError: there is no such file.
        KeyInFileError: the object is not in it.
        MisuseError: none or several of `source`, `entries` and `spec`, or a specification that is none.
    """
    options: dict[str, Any] = {"language": language, "seed": seed, "random_key": list(random_key)}
    given = sum(one is not None for one in (source, entries, spec))
    if given != 1:
        raise MisuseError(
            f"a frame is made of one of a source, a number of entries, and a specification, not of {given}"
        )
    if entries is not None:
        entries = whole_number(entries, "entries", 0)
        source = _core.source_of_arrays(shared_session(), [], [], entries)
        return Frame(_core.Frame.of(source, origin=json.dumps({"entries": entries}), **options))
    if spec is not None:
        dataset, frame_of = dataset_of_spec(spec, options)
        return frame_of(dataset)
    if isinstance(source, Tree | NTuple | Dataset):
        return _of_table(source, options)
    if isinstance(source, Mapping) and not _are_places(source):
        names, arrays, count = columns_of(source)
        return frame_of_arrays(names, arrays, count, options)
    if not isinstance(source, str | os.PathLike | list | tuple | Mapping):
        if not is_table(source) and not hasattr(source, "__arrow_c_stream__"):
            raise TypeError(f"a frame cannot be made of a {type(source).__name__}")
        names, arrays, count = columns_of(_mapping_of_table(source))
        return frame_of_arrays(names, arrays, count, options)
    return _of_files(source, tree, options)


def frame_of_arrays(
    names: Sequence[str],
    arrays: Sequence[_core.Array],
    entries: int,
    options: Mapping[str, Any] | None = None,
    types: Sequence[_core.Type] = (),
) -> Frame:
    """A frame of arrays of the compiled part; with types, their records are of the classes in them."""
    source = _core.source_of_arrays(shared_session(), list(names), list(arrays), entries, list(types))
    return Frame(_core.Frame.of(source, **(options or {})))


def _mapping_of_table(table: Any) -> Mapping[str, Any]:
    if hasattr(table, "__arrow_c_stream__") and not is_table(table):
        import pyarrow as pa

        table = pa.table(table)
    return mapping_of(table)


def _are_places(source: Mapping[Any, Any]) -> bool:
    return all(isinstance(name, str | os.PathLike) and isinstance(tree, str) for name, tree in source.items()) and bool(
        source
    )


def _of_table(table: Any, options: Mapping[str, Any]) -> Frame:
    samples: _Samples = []
    if isinstance(table, Tree | NTuple):
        samples = [("", f"{table.file.file_path}{os.sep}{table.name}", 0, {})]
    return Frame(_core.Frame.of(table._source(), samples=samples, origin=_origin_of(table), **options))


def _origin_of(table: Any) -> str:
    """What makes a table again in another process, as JSON, and which contents its file has; empty for what was read
    from a stream."""
    if isinstance(table, Dataset):
        return json.dumps(table.origin())
    try:
        _, (path, inside) = table.__reduce__()
    except UnsupportedError:
        return ""
    return json.dumps({"table": [path, inside], "stamp": table.file._file.stamp})


def _of_files(source: Any, tree: str | None, options: Mapping[str, Any]) -> Frame:
    if isinstance(source, str | os.PathLike) and Path(source).suffix.lower() in (".parquet", ".csv"):
        return _of_other_file(os.fspath(source), options)
    if tree is not None:
        listed = [source] if isinstance(source, str | os.PathLike) else list(source)
        source = [{os.fspath(one): tree} for one in listed]
    places = places_of(source)
    if len(places) == 1:
        path, name = places[0]
        return _of_table(open_file({path: name}), options)
    return _of_table(open_many([{path: name} for path, name in places]), options)


def _of_other_file(path: str, options: Mapping[str, Any]) -> Frame:
    if path.lower().endswith(".csv"):
        table = table_of_csv(path)
    else:
        from pyarrow import parquet

        table = parquet.read_table(path)
    names, arrays, count = columns_of(mapping_of(table))
    return frame_of_arrays(names, arrays, count, options)


def table_of_csv(path: str, *, has_names: bool = True, delimiter: str = ",", nulls: Sequence[str] | None = None) -> Any:
    """The table of a CSV file: "nan" is a number, dates are texts.

    Args:
        path: of the file.
        has_names: whether the first line has the names of columns.
        delimiter: between values.
        nulls: how a cell without a value is spelled; by default as pyarrow has it, but for "nan".

    Raises:
        ImportError: pyarrow is not installed.
    """
    try:
        import pyarrow as pa
        from pyarrow import csv
    except ImportError:
        raise ImportError("tables of CSV need the package pyarrow") from None
    usual = [one for one in csv.ConvertOptions().null_values if "nan" not in one.lower()]

    def read(**options: Any) -> Any:
        return csv.read_csv(
            path,
            read_options=csv.ReadOptions(autogenerate_column_names=not has_names),
            parse_options=csv.ParseOptions(delimiter=delimiter),
            convert_options=csv.ConvertOptions(null_values=usual if nulls is None else list(nulls), **options),
        )

    table = read()
    dates = [one.name for one in table.schema if pa.types.is_temporal(one.type)]
    return read(column_types=dict.fromkeys(dates, pa.string())) if dates else table


def dataset_of_spec(spec: Any, options: Mapping[str, Any]) -> tuple[Dataset, Callable[[Dataset], Frame]]:
    """The files of a specification, and what makes its frame of them, or of the same files with other choices."""
    folder = ""
    if not isinstance(spec, Mapping):
        folder = os.path.dirname(os.fspath(spec))  # noqa: PTH120 - a text, to which URLs are not joined
        spec = json.loads(Path(spec).read_text(encoding="utf-8"))
    _check_keys("the specification", spec, ("samples", "friends", "range"))
    if not spec.get("samples"):
        raise MisuseError("a specification has no samples: {'samples': {'name': {'trees': [...], 'files': [...]}}}")
    samples: _Samples = []
    places: list[dict[str, str]] = []
    for number, (name, sample) in enumerate(spec["samples"].items()):
        _check_keys(f"sample {name!r}", sample, ("trees", "files", "metadata"))
        for file, tree in _files_and_trees(f"sample {name!r}", sample, folder):
            for path in _expanded(file, tree):
                places.append({path: tree})
                samples.append((name, f"{path}/{tree}", number, dict(sample.get("metadata", {}))))
    table: Any = open_many(places)
    for alias, friend in spec.get("friends", {}).items():
        _check_keys(f"friend {alias!r}", friend, ("trees", "files"))
        table = table.add_friend(
            [{file: tree} for file, tree in _files_and_trees(f"friend {alias!r}", friend, folder)], alias
        )

    def frame_of(files: Dataset) -> Frame:
        made = Frame(_core.Frame.of(files._source(), samples=samples, origin=_origin_of(files), **options))
        return _in_range(made, spec.get("range", []))

    return table, frame_of


def _check_keys(what: str, given: Mapping[str, Any], known: Sequence[str]) -> None:
    """Refuse what would be passed over: a misspelled key changes results."""
    for key in given:
        if key not in known:
            raise MisuseError(f"{what} has a key {key!r}: there are {', '.join(map(repr, known))}")


def _files_and_trees(what: str, given: Mapping[str, Any], folder: str) -> list[tuple[str, str]]:
    """The files of a sample or friend, each with its tree."""
    for key in ("trees", "files"):
        if not isinstance(given.get(key), list | tuple):
            raise MisuseError(f"{what} has no {key!r}, which are a list of names, but {given.get(key)!r}")
    trees, files = list(given["trees"]), [placed_in(folder, path_text(file)) for file in given["files"]]
    if len(trees) == 1:
        trees *= len(files)
    if len(trees) != len(files):
        raise MisuseError(f"{what} has {len(files)} files and {len(trees)} trees")
    return list(zip(files, trees, strict=True))


def _in_range(made: Frame, given: Any) -> Frame:
    """Of a frame the entries of a range: [last], [first, last], or [] for all."""
    are_numbers = isinstance(given, list | tuple) and all(type(one) is int and one >= 0 for one in given)
    if not are_numbers or len(given) > 2 or list(given) != sorted(given):
        raise MisuseError(f"the range {given!r} of a specification, expected [last] or [first, last] of entries")
    if not given:
        return made
    first, last = given if len(given) == 2 else (0, given[0])
    return made.range(first, last) if first < last else made.range(_BEHIND_ALL, _BEHIND_ALL + 1)


def _expanded(file: str, tree: str) -> Iterable[str]:
    return [path for path, _ in open_many({file: tree}).files] if is_pattern_of_files(file) else [file]
