"""Files of XRootD servers, by the client's own Python package."""

from __future__ import annotations

import fnmatch
import importlib
import math
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ramet.servers.readers import Reader, Vectors

__all__ = ["matches", "open_file"]

_TIMEOUT = 60  # seconds for a request, which the client may send several times
# Of a vector read: a server of the default configuration takes 1,024 pieces of 2,097,136 bytes.
_MOST_PIECES = 512
_MOST_BYTES = 2_000_000
_NOT_FOUND = 3011  # kXR_NotFound


def _client() -> Any:
    """The client's module, which has no types."""
    return importlib.import_module("XRootD.client")


def _checked(status: Any, doing: str) -> None:
    """Raise FileNotFoundError or OSError for a status that is not good."""
    if status.ok:
        return
    text = f"{doing}: {str(status.message).strip()}"
    raise FileNotFoundError(text) if status.errno == _NOT_FOUND else OSError(text)


class _File:
    """An open file, which is closed when nobody holds it. Threads: any."""

    def __init__(self, url: str, timeout: int) -> None:
        self._timeout = timeout
        self._file = _client().File()
        status, _ = self._file.open(url, timeout=timeout)
        _checked(status, "open")

    def size(self) -> int:
        status, about = self._file.stat(timeout=self._timeout)
        _checked(status, "stat")
        return int(about.size)

    def read(self, offset: int, size: int) -> bytes:
        status, contents = self._file.read(offset, size, timeout=self._timeout)
        _checked(status, "read")
        return bytes(contents)

    def read_many(self, pieces: list[tuple[int, int]]) -> list[bytes]:
        if len(pieces) == 1:
            return [self.read(*pieces[0])]
        status, answer = self._file.vector_read(chunks=pieces, timeout=self._timeout)
        _checked(status, f"read {len(pieces)} pieces")
        return [bytes(one.buffer) for one in answer.chunks]

    def __del__(self) -> None:
        if getattr(self, "_file", None) is not None and self._file.is_open():
            self._file.close(timeout=self._timeout)


def open_file(url: str, pool: ThreadPoolExecutor, timeout: float | None = None) -> Reader:
    """Open "root://host//path/file.root"; `timeout`: seconds for a request, 60 by default.

    Raises:
        FileNotFoundError: there is no such file.
        OSError: the server refused, or nobody answers.
    """
    file = _File(url, _TIMEOUT if timeout is None else max(1, math.ceil(timeout)))
    return Vectors(file.size(), file.read, file.read_many, pool, most_pieces=_MOST_PIECES, most_bytes=_MOST_BYTES)


def matches(url: str) -> list[str]:
    """The URLs of the files that a pattern, "root://host//path/run*.root", names; stars stand in names, not in folders.

    Raises:
        OSError: the folder cannot be listed.
    """
    client = _client()
    folder, _, pattern = url.rpartition("/")
    parsed = client.URL(folder + "/")
    server = f"{parsed.protocol}://{parsed.hostid}"
    status, listing = client.FileSystem(server).dirlist(parsed.path, timeout=_TIMEOUT)
    _checked(status, f"list {folder}")
    names = sorted(entry.name for entry in listing)
    return [f"{folder}/{name}" for name in names if fnmatch.fnmatchcase(name, pattern)]
