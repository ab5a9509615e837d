"""Ways in which uproot reads files, which programs hand over to `open`."""

from __future__ import annotations

from typing import Any, NoReturn

from ramet.errors import UnsupportedError

__all__ = [
    "FSSpecSource",
    "HTTPSource",
    "MemmapSource",
    "MultithreadedFileSource",
    "MultithreadedHTTPSource",
    "MultithreadedXRootDSource",
    "ObjectSource",
    "Source",
    "XRootDSource",
]


class Source:
    """A way in which uproot reads files. `open` takes the classes as `handler`, and reads all files in one way."""

    def __init__(self, file_path: str, **_: Any) -> None:
        self._refuse(file_path)

    def _refuse(self, file_path: str) -> NoReturn:
        raise UnsupportedError(f"a {type(self).__name__} of {file_path!r} is not read by itself: `open` reads files")


class MemmapSource(Source):
    """Local files, mapped into memory."""


class MultithreadedFileSource(Source):
    """Local files, by several threads."""


class ObjectSource(Source):
    """Objects with `read`."""


class FSSpecSource(Source):
    """A file that fsspec opens."""


class HTTPSource(Source):
    """HTTP, several pieces at once."""


class MultithreadedHTTPSource(Source):
    """HTTP, by several threads."""


class XRootDSource(Source):
    """XRootD, several pieces at once."""


class MultithreadedXRootDSource(Source):
    """XRootD, by several threads."""
