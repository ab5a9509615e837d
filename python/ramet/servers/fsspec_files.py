"""Files that fsspec opens: gs://, abfs://, sftp://, memory://, and what else is installed for it."""

from __future__ import annotations

import importlib
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ramet import _core
from ramet.errors import MisuseError, UnsupportedError
from ramet.servers.hidden import is_meant
from ramet.servers.readers import Reader, SeveralAtOnce
from ramet.servers.secrets import told_without_secrets

__all__ = ["matches", "open_file"]

# What file systems call a text or time that is another one for other contents.
_TELLING = ("ETag", "etag", "md5Hash", "generation", "LastModified", "last_modified", "updated", "mtime", "created")


def open_file(url: str, pool: ThreadPoolExecutor) -> Reader:
    """Open a URL by its scheme's file system, with fsspec's own configuration.

    Raises:
        FileNotFoundError: there is no such file.
        UnsupportedError: fsspec does not know the scheme, or lacks a package for it.
        OSError: the server refused.
    """
    with told_without_secrets(url):
        files, path = _system_of(url)
        files.invalidate_cache(path)  # another program may have replaced what was listed
        facts = files.info(path)
    size = facts["size"]
    if size is None:
        raise UnsupportedError("fsspec does not say how many bytes the file has")

    def read(offset: int, size: int) -> bytes:
        with told_without_secrets(url):
            return bytes(files.cat_file(path, start=offset, end=offset + size))

    told = [str(facts[name]) for name in _TELLING if facts.get(name)]
    return SeveralAtOnce(int(size), read, pool, stamp=" ".join([*told, f"{size} bytes"]))


def matches(url: str) -> list[str]:
    """The URLs of the files that a pattern names, in order; ** stands for folders, too. Stars do not
    mean hidden ones.

    Raises:
        MisuseError: it is no pattern that fsspec knows.
    """
    with told_without_secrets(url):
        files, path = _system_of(url)
        files.invalidate_cache()  # of all folders, as a pattern may lead into any
        try:
            found = files.glob(path)
        except ValueError as error:
            raise MisuseError(f"{_core.shown_url(url)!r}: {error}") from None
        before, place, behind = _links_of(url)
        inner, _ = _system_of("::".join([place, *behind]))
    found = sorted(inner.unstrip_protocol(one) for one in found if is_meant(one, path))
    return ["::".join([*before, one, *behind]) for one in found]


def _links_of(url: str) -> tuple[list[str], str, list[str]]:
    """The links of a chain: caches, which have no path of their own, then the one that has, and those behind it.

    >>> _links_of("simplecache://::zip://*.root::https://host/a.zip")
    (['simplecache://'], 'zip://*.root', ['https://host/a.zip'])
    """
    links = url.split("::")
    place = next((number for number, link in enumerate(links) if not link.endswith("://")), 0)
    return links[:place], links[place], links[place + 1 :]


def _system_of(url: str) -> tuple[Any, str]:
    """The file system, which has no types, and the path in it."""
    try:
        files, path = importlib.import_module("fsspec.core").url_to_fs(url)
    except (ValueError, ImportError) as error:  # an unknown scheme, or a package that is not installed
        raise UnsupportedError(f"fsspec: {error}") from None
    return files, str(path)
