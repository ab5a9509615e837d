"""Which files, and which tree in each, a program means."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from typing import Any, Protocol, cast

from ramet import _core
from ramet.arguments import name_text, path_text
from ramet.errors import FileIOError, FileMissingError, MisuseError, RametError
from ramet.places import is_url
from ramet.servers.opening import Opener, scheme_of
from ramet.servers.patterns import is_pattern
from ramet.session import shared_session

__all__ = ["Files", "is_pattern_of_files", "places_of"]


class Placed(Protocol):
    """A tree or ntuple, which says where it is."""

    @property
    def file_path(self) -> str: ...
    @property
    def object_path(self) -> str: ...


OneOf = str | os.PathLike[str] | Mapping[Any, str] | Mapping[Any, str | None] | Placed
Files = OneOf | Iterable[OneOf]


_BRACES = re.compile(r"\{([^{}]*,[^{}]*)\}")
_ONLY = "?"  # stands for the one tree of a file, whatever it is called


def places_of(files: Files) -> list[tuple[str, str]]:
    """Path and tree of each file, of what `ramet.open_many` takes."""
    is_one = isinstance(files, str | bytes | Mapping) or _is_placed(files) or not isinstance(files, Iterable)
    listed: list[Any] = [files] if is_one else list(cast("Iterable[Any]", files))
    named = [place for one in listed for place in _named_in(one)]
    if not named:
        raise MisuseError("no files")
    split = [(one, tree) for path, tree in map(_split, named) for one in _alternatives(path)]
    split = [place for path, tree in split for place in _on_servers(path, tree)]
    places = [place for path, tree in split for place in _in_folders(path, tree)]
    return [(path, _only_table(path) if tree == _ONLY else tree) for path, tree in places]


def _named_in(files: Any) -> list[tuple[str, str]]:
    """Paths as they are named, globs among them, and trees where these are named apart."""
    if isinstance(files, Mapping):
        named = {path_text(path): tree for path, tree in files.items()}
        return [(path, "" if tree is None else name_text(tree, "a tree's name")) for path, tree in named.items()]
    if _is_placed(files):
        return [(files.file_path, files.object_path)]
    return [(path_text(files), "")]


def _is_placed(files: object) -> bool:
    """Whether it is a tree or ntuple."""
    return hasattr(files, "object_path") and hasattr(files, "num_entries")


def _split(place: tuple[str, str]) -> tuple[str, str]:
    """A path and what it names behind its colon."""
    path, tree = place
    if tree:
        return place
    path, tree = _core.split_path(path)
    return path, tree or _ONLY


def is_pattern_of_files(path: str) -> bool:
    """Whether a path or URL names the files that match it."""
    if is_url(path):
        return is_pattern(path)
    return bool(set("*?[") & set(path)) or (_BRACES.search(path) is not None and not os.path.lexists(path))


def _alternatives(path: str) -> list[str]:
    """The paths that one with alternatives in braces stands for, as in a shell: "run{1,2}.root". It is one path where
    a file is called so, and on a server."""
    return [path] if is_url(path) or os.path.lexists(path) else list(dict.fromkeys(_expanded(path)))


def _expanded(text: str) -> list[str]:
    """A text with each alternative of its innermost braces, and so on outwards."""
    found = _BRACES.search(text)
    if found is None:
        return [text]
    before, after = text[: found.start()], text[found.end() :]
    return [one for choice in found[1].split(",") for one in _expanded(before + choice + after)]


def _in_folders(path: str, tree: str) -> list[tuple[str, str]]:
    """The local files that a path or pattern names; a URL as it is, also with colons in it."""
    return [(path, tree)] if is_url(path) else _core.places_of(path, tree)


def _matches_on_server(path: str) -> list[str]:
    if scheme_of(path) != "s3":
        return Opener().matches(path)
    from ramet.servers import s3_listing

    return s3_listing.matches(path)


def _on_servers(path: str, tree: str) -> list[tuple[str, str]]:
    """The files that a pattern names on a server which lists them; others as they are."""
    if not is_url(path) or not is_pattern(path):
        return [(path, tree)]
    try:
        found = _matches_on_server(path)
    except RametError:
        raise
    except FileNotFoundError as error:
        raise FileMissingError(f"{_core.shown_url(path)!r}: {error}") from None
    except OSError as error:
        raise FileIOError(f"{_core.shown_url(path)!r}: {error}") from None
    if not found:
        raise FileMissingError(f"no file matches {_core.shown_url(path)!r}")
    return [(one, tree) for one in found]


def _only_table(path: str) -> str:
    """The name of the tree or ntuple of a file that has one. Raises MisuseError where it has none, or more."""
    keys = shared_session().open(path).keys_below("")
    tables = {name for name, key in keys if key.is_tree or key.is_ntuple}
    if len(tables) != 1:
        shown = _core.shown_url(path)
        raise MisuseError(
            f"file {shown!r} has {len(tables)} trees and ntuples: name one as {{{shown!r}: 'dir/Events'}}"
        )
    return tables.pop()
