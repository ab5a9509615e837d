"""Opens URLs of all schemes but http, https and s3, which the library reads itself."""

from __future__ import annotations

import importlib.util
from concurrent.futures import ThreadPoolExecutor

from ramet.errors import UnsupportedError
from ramet.servers.readers import Reader
from ramet.servers.waiting import Answers

__all__ = ["Opener", "copies_in", "scheme_of"]

_XROOTD = ("root", "roots", "xroot", "xroots")
_AT_ONCE = 16  # requests in flight


def scheme_of(url: str) -> str:
    """The scheme of a URL: "root" of "root://host//file.root"."""
    return url.partition(":")[0].lower()


def copies_in(url: str) -> list[str]:
    """The URLs of a file's copies, which have bars between them; a bar that no URL follows belongs to a name.

    >>> copies_in("root://a//x|y.root|root://b//x|y.root")
    ['root://a//x|y.root', 'root://b//x|y.root']
    """
    copies: list[str] = []
    for part in url.split("|"):
        if copies and "://" not in part:
            copies[-1] += f"|{part}"
        else:
            copies.append(part)
    return copies


class Opener:
    """Opens files by their URLs, with a pool of threads that all of them share. Threads: any.

    Args:
        timeout: seconds for a request of XRootD; None: as it is there. File systems of fsspec have their own.
    """

    def __init__(self, *, timeout: float | None = None) -> None:
        self._timeout = timeout
        self._answers = Answers()
        self._pool = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="ramet-servers")

    def __call__(self, url: str) -> Reader:
        """Open a file, or the first of its copies that can be.

        Raises:
            FileNotFoundError: there is no such file.
            UnsupportedError: nothing here reads such URLs; the message says what to install.
            OSError: the server refused.
        """
        copies = [_with_small_scheme(copy) for copy in copies_in(url)]
        for copy in copies[:-1]:
            try:
                return self._open(copy)
            except OSError:  # the next one may be better
                continue
        return self._open(copies[-1])

    def matches(self, url: str) -> list[str]:
        """The URLs of the files that a pattern names, in order. Raises as when one is opened."""
        url = _with_small_scheme(url)
        if scheme_of(url) in _XROOTD:
            from ramet.servers.xrootd import matches

            _require("XRootD", url, "xrootd")
            return matches(url, self._answers, self._timeout)
        from ramet.servers.fsspec_files import matches as matches_of_fsspec

        _require("fsspec", url, "fsspec")
        return matches_of_fsspec(url)

    def _open(self, url: str) -> Reader:
        if scheme_of(url) in _XROOTD:
            _require("XRootD", url, "xrootd")
            from ramet.servers.xrootd import open_file

            return open_file(url, self._pool, self._answers, self._timeout)
        _require("fsspec", url, "fsspec")
        from ramet.servers.fsspec_files import open_file as open_by_fsspec

        return open_by_fsspec(url, self._pool)


def _with_small_scheme(url: str) -> str:
    """A URL whose scheme is in small letters, which is the same one."""
    scheme, colon, rest = url.partition(":")
    return f"{scheme.lower()}{colon}{rest}"


def _require(module: str, url: str, package: str) -> None:
    if importlib.util.find_spec(module) is None:
        scheme = scheme_of(url)
        raise UnsupportedError(f"{scheme}:// is read with the package {package}: pip install {package}")
