"""One tree in many files, read at once or in steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Literal, SupportsFloat, overload

from ramet.arguments import truth
from ramet.errors import KeyInFileError
from ramet.expression import Expression
from ramet.reading.choosing.options import Asked, asked_of
from ramet.reading.choosing.wanted import wanted_of
from ramet.reading.companions import FileEntries, StepReport
from ramet.reading.datasets.dataset import Dataset, open_places
from ramet.reading.datasets.places import Files, places_of
from ramet.reading.libraries.values import as_table
from ramet.session import shared_session
from ramet.typing import AwkwardArray, NumpyArrays, Together

if TYPE_CHECKING:
    import pandas

__all__ = ["concatenate", "iterate", "num_entries"]

_NAMING = ("aliases", "expressions", "language")  # options that say what is read


@overload
def iterate(
    files: Files,
    names: str | Expression | Iterable[str | Expression] | None = None,
    cut: str | Expression | None = None,
    *,
    allow_missing: bool = False,
    missing_columns: str = "error",
    defaults: Mapping[str, SupportsFloat] | None = None,
    schema: str = "first",
    friends: Mapping[str, Files | Dataset] | None = None,
    library: Literal["ak"] = "ak",
    how: Literal["zip"] | None = None,
    report: Literal[False] = False,
    **options: Any,
) -> Iterator[AwkwardArray]: ...
@overload
def iterate(
    files: Files,
    names: str | Expression | Iterable[str | Expression] | None = None,
    cut: str | Expression | None = None,
    *,
    allow_missing: bool = False,
    missing_columns: str = "error",
    defaults: Mapping[str, SupportsFloat] | None = None,
    schema: str = "first",
    friends: Mapping[str, Files | Dataset] | None = None,
    library: Literal["np"],
    how: None = None,
    report: Literal[False] = False,
    **options: Any,
) -> Iterator[NumpyArrays]: ...
@overload
def iterate(
    files: Files,
    names: str | Expression | Iterable[str | Expression] | None = None,
    cut: str | Expression | None = None,
    *,
    how: type[Together],
    report: Literal[False] = False,
    **options: Any,
) -> Iterator[Together]: ...
@overload
def iterate(
    files: Files,
    names: str | Expression | Iterable[str | Expression] | None = None,
    cut: str | Expression | None = None,
    *,
    library: Literal["pd"],
    how: None = None,
    report: Literal[False] = False,
    **options: Any,
) -> Iterator[pandas.DataFrame]: ...
@overload
def iterate(
    files: Files,
    names: str | Expression | Iterable[str | Expression] | None = None,
    cut: str | Expression | None = None,
    *,
    library: Literal["ak"] = "ak",
    how: Literal["zip"] | None = None,
    report: Literal[True],
    **options: Any,
) -> Iterator[tuple[AwkwardArray, StepReport]]: ...
@overload
def iterate(
    files: Files,
    names: str | Expression | Iterable[str | Expression] | None = None,
    cut: str | Expression | None = None,
    *,
    library: Literal["np"],
    how: None = None,
    report: Literal[True],
    **options: Any,
) -> Iterator[tuple[NumpyArrays, StepReport]]: ...
@overload
def iterate(
    files: Files,
    names: str | Expression | Iterable[str | Expression] | None = None,
    cut: str | Expression | None = None,
    *,
    how: type[Together],
    report: Literal[True],
    **options: Any,
) -> Iterator[tuple[Together, StepReport]]: ...
@overload
def iterate(
    files: Files,
    names: str | Expression | Iterable[str | Expression] | None = None,
    cut: str | Expression | None = None,
    *,
    library: Literal["pd"],
    how: None = None,
    report: Literal[True],
    **options: Any,
) -> Iterator[tuple[pandas.DataFrame, StepReport]]: ...
@overload
def iterate(
    files: Files,
    names: str | Expression | Iterable[str | Expression] | None = None,
    cut: str | Expression | None = None,
    *,
    report: Literal[True],
    **options: Any,
) -> Iterator[tuple[Any, StepReport]]: ...
@overload
def iterate(
    files: Files,
    names: str | Expression | Iterable[str | Expression] | None = None,
    cut: str | Expression | None = None,
    *,
    allow_missing: bool = False,
    missing_columns: str = "error",
    defaults: Mapping[str, SupportsFloat] | None = None,
    schema: str = "first",
    friends: Mapping[str, Files | Dataset] | None = None,
    **options: Any,
) -> Iterator[Any]: ...
def iterate(
    files: Files,
    names: str | Expression | Iterable[str | Expression] | None = None,
    cut: str | Expression | None = None,
    *,
    allow_missing: bool = False,
    missing_columns: str = "error",
    defaults: Mapping[str, SupportsFloat] | None = None,
    schema: str = "first",
    friends: Mapping[str, Files | Dataset] | None = None,
    **options: Any,
) -> Iterator[Any]:
    """Read the trees of several files in steps, one file after the other.

    Args:
        files: as of `open_many`, like all that is not listed here.
        names: the columns to read, and expressions to compute.
        cut: as of Table.arrays.
        allow_missing: files without the tree, or without a column that is named, are left out; else they are errors.
        missing_columns: as of `open_many`.
        defaults: as of `open_many`.
        schema: as of `open_many`.
        friends: as of `open_many`.
        options: those of Dataset.iterate; entries are counted from the first file's first.

    Yields:
        What Dataset.iterate yields. A step never crosses the end of a file; small files are read side by side.

    Raises:
        FileMissingError: a file is missing, or a glob matches none.
        MisuseError: what is named is no tree, or no files are named.
    """
    asked = asked_of("iterate", names, cut, {key: options[key] for key in options if key in _NAMING})
    options = {key: options[key] for key in options if key != "expressions"}
    places = places_of(files)
    if truth(allow_missing, "allow_missing"):
        places = _those_with(places, asked, missing_columns)
        if not places:
            return
    whole = open_places(
        places,
        allow_missing=allow_missing,
        missing_columns=missing_columns,
        defaults=defaults,
        schema=schema,
        friends=friends,
    )
    yield from whole.iterate(asked.names, cut, **options)


@overload
def concatenate(
    files: Files,
    names: str | Expression | Iterable[str | Expression] | None = None,
    cut: str | Expression | None = None,
    *,
    allow_missing: bool = False,
    missing_columns: str = "error",
    defaults: Mapping[str, SupportsFloat] | None = None,
    schema: str = "first",
    friends: Mapping[str, Files | Dataset] | None = None,
    library: Literal["ak"] = "ak",
    how: Literal["zip"] | None = None,
    **options: Any,
) -> AwkwardArray: ...
@overload
def concatenate(
    files: Files,
    names: str | Expression | Iterable[str | Expression] | None = None,
    cut: str | Expression | None = None,
    *,
    allow_missing: bool = False,
    missing_columns: str = "error",
    defaults: Mapping[str, SupportsFloat] | None = None,
    schema: str = "first",
    friends: Mapping[str, Files | Dataset] | None = None,
    library: Literal["np"],
    how: None = None,
    **options: Any,
) -> NumpyArrays: ...
@overload
def concatenate(
    files: Files,
    names: str | Expression | Iterable[str | Expression] | None = None,
    cut: str | Expression | None = None,
    *,
    how: type[Together],
    **options: Any,
) -> Together: ...
@overload
def concatenate(
    files: Files,
    names: str | Expression | Iterable[str | Expression] | None = None,
    cut: str | Expression | None = None,
    *,
    library: Literal["pd"],
    how: None = None,
    **options: Any,
) -> pandas.DataFrame: ...
@overload
def concatenate(
    files: Files,
    names: str | Expression | Iterable[str | Expression] | None = None,
    cut: str | Expression | None = None,
    *,
    allow_missing: bool = False,
    missing_columns: str = "error",
    defaults: Mapping[str, SupportsFloat] | None = None,
    schema: str = "first",
    friends: Mapping[str, Files | Dataset] | None = None,
    **options: Any,
) -> Any: ...
def concatenate(
    files: Files,
    names: str | Expression | Iterable[str | Expression] | None = None,
    cut: str | Expression | None = None,
    *,
    allow_missing: bool = False,
    missing_columns: str = "error",
    defaults: Mapping[str, SupportsFloat] | None = None,
    schema: str = "first",
    friends: Mapping[str, Files | Dataset] | None = None,
    **options: Any,
) -> Any:
    """Read the trees of several files, put together in their order.

    Args:
        files: as of `open_many`, like all that is not listed here.
        names: the columns to read, and expressions to compute.
        cut: as of Table.arrays.
        allow_missing: files without the tree, or without a column that is named, are left out; else they are errors.
        missing_columns: as of `open_many`.
        defaults: as of `open_many`.
        schema: as of `open_many`.
        friends: as of `open_many`.
        options: those of Dataset.arrays; entries are counted from the first file's first.

    Raises:
        FileMissingError: a file is missing, or a glob matches none.
        MisuseError: what is named is no tree, or no files are named.
    """
    asked = asked_of("concatenate", names, cut, {key: options[key] for key in options if key in _NAMING})
    options = {key: options[key] for key in options if key != "expressions"}
    places = places_of(files)
    if truth(allow_missing, "allow_missing"):
        places = _those_with(places, asked, missing_columns)
        if not places:
            return as_table({}, 0, options.get("library", "ak"))
    whole = open_places(
        places,
        allow_missing=allow_missing,
        missing_columns=missing_columns,
        defaults=defaults,
        schema=schema,
        friends=friends,
    )
    return whole.arrays(asked.names, cut, **options)


def num_entries(files: Files) -> Iterator[FileEntries]:
    """The number of entries of the tree in each file; files are opened in parallel, and no values are read.

    Args:
        files: as of `open_many`.

    Yields:
        A FileEntries for each file: its path, the name of its tree, and its number of entries.

    Raises:
        FileMissingError: a file is missing, or a glob matches none.
        KeyInFileError: a file has no such tree.
        MisuseError: what is named is no tree, or no files are named.
    """
    places = places_of(files)
    counts = open_places(places).entries_of_files()
    yield from (FileEntries(path, tree, entries) for (path, tree), entries in zip(places, counts, strict=True))


def _those_with(places: list[tuple[str, str]], asked: Asked, missing_columns: str) -> list[tuple[str, str]]:
    """The places whose file has the tree, and the columns that are not filled up."""
    session = shared_session()

    def has_all(place: tuple[str, str]) -> bool:
        try:
            whole = open_places([place])
            if missing_columns == "error":
                wanted_of(whole, asked, None, None)
        except KeyInFileError:
            return False
        return True

    with ThreadPoolExecutor(session.threads) as pool:
        return [place for place, found in zip(places, pool.map(has_all, places), strict=True) if found]
