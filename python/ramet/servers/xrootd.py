"""Files of XRootD servers, by the client's own Python package."""

from __future__ import annotations

import fnmatch
import importlib
import math
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ramet import _core
from ramet.errors import MisuseError
from ramet.servers.hidden import is_meant
from ramet.servers.patterns import told_in
from ramet.servers.readers import Piece, Reader, Vectors
from ramet.servers.waiting import Answers, Watched

__all__ = ["matches", "open_file"]

_TIMEOUT = 60.0  # seconds for a request, which the client may send several times
# Of a vector read: a server of the default configuration takes 1,024 pieces of 2,097,136 bytes.
_MOST_PIECES = 512
_MOST_BYTES = 2_000_000
_NOT_FOUND = 3011  # kXR_NotFound
_WILD = frozenset("*?[")
_DEEPEST = 64  # folders that ** descends: links may form cycles
_Take = Callable[[Any, Any, Any], None]  # status, response and hosts of an answer
_Start = Callable[[int, _Take], Any]


def _client() -> Any:
    """The client's module, which has no types."""
    return importlib.import_module("XRootD.client")


def _checked(status: Any, doing: str) -> None:
    """Raise FileNotFoundError or OSError for a status that is not good."""
    if status.ok:
        return
    text = f"{doing}: {str(status.message).strip()}"
    raise FileNotFoundError(text) if status.errno == _NOT_FOUND else OSError(text)


class _Server:
    """Asks a server and waits for the answer, no longer than it may: the client itself looks at its own timeouts every
    15 seconds, tries again when it cannot connect, and does not let Ctrl-C through. Threads: any."""

    def __init__(self, answers: Answers, timeout: float | None) -> None:
        self._answers = answers
        self._seconds = _TIMEOUT if timeout is None else timeout

    def ask(self, start: _Start, doing: str) -> Any:
        """The response to a request, which `start` sends with a timeout in whole seconds and who takes the answer."""

        def send(take: Callable[[tuple[Any, Any]], None]) -> None:
            sent = start(max(1, math.ceil(self._seconds)), lambda status, response, _: take((status, response)))
            if not sent.ok:
                take((sent, None))

        status, response = self._answers.wait(send, self._seconds, doing)
        _checked(status, doing)
        return response


class _File:
    """An open file, which is closed when nobody holds it. Threads: any."""

    def __init__(self, url: str, server: _Server) -> None:
        self._server = server
        self._url = url
        file = self._file = _client().File()
        is_given_up = threading.Event()

        def start(timeout: int, take: _Take) -> Any:
            def opened(status: Any, response: Any, hosts: Any) -> None:
                take(status, response, hosts)
                if is_given_up.is_set():
                    _close(file)

            return file.open(url, timeout=timeout, callback=opened)

        try:
            server.ask(start, "open")
        except BaseException:
            is_given_up.set()
            raise

    def about(self) -> tuple[int, str]:
        """Its size and its stamp. Copies on several servers may differ in their times, so if another server than the
        one asked has the file, that is the size alone."""
        file = self._file
        about = self._server.ask(lambda timeout, take: file.stat(False, timeout, _holding(file, take)), "stat")
        size = int(about.size)
        is_here = file.get_property("DataServer") == _client().URL(self._url).hostid
        return size, f"{size} bytes, modified {about.modtime}" if is_here else ""

    def read(self, offset: int, size: int) -> bytes:
        file = self._file
        return bytes(
            self._server.ask(lambda timeout, take: file.read(offset, size, timeout, _holding(file, take)), "read")
        )

    def read_many(self, pieces: list[tuple[int, int]]) -> list[bytes]:
        if len(pieces) == 1:
            return [self.read(*pieces[0])]
        file = self._file
        answer = self._server.ask(
            lambda timeout, take: file.vector_read(pieces, timeout, _holding(file, take)), f"read {len(pieces)} pieces"
        )
        return [bytes(one.buffer) for one in answer.chunks]

    def __del__(self) -> None:
        file = getattr(self, "_file", None)
        if file is not None:
            _close(file)


def _close(file: Any) -> None:
    """Close a file, and do not wait for it."""
    if file.is_open():
        file.close(timeout=1, callback=_holding(file, lambda *_: None))


def _holding(asked: Any, take: _Take) -> _Take:
    """What takes an answer, and holds who was asked until then, so that it outlives who gave up waiting."""
    held = [asked]

    def called(status: Any, response: Any, hosts: Any) -> None:
        take(status, response, hosts)
        held.clear()

    return called


class _Reader(Vectors):
    """Reads pieces of a file; Ctrl-C ends all waits. Threads: any."""

    def __init__(self, file: _File, pool: ThreadPoolExecutor, answers: Answers) -> None:
        size, stamp = file.about()
        super().__init__(
            size, file.read, file.read_many, pool, most_pieces=_MOST_PIECES, most_bytes=_MOST_BYTES, stamp=stamp
        )
        self._answers = answers

    def start(self, pieces: Sequence[tuple[int, int]]) -> Sequence[Piece]:
        """Begin to read (offset, size) for each piece."""
        return [Watched(future, self._answers) for future in super().start(pieces)]


def open_file(url: str, pool: ThreadPoolExecutor, answers: Answers, timeout: float | None = None) -> Reader:
    """Open "root://host//path/file.root"; `timeout`: seconds for a request, 60 by default.

    Raises:
        FileNotFoundError: there is no such file.
        OSError: the server refused; TimeoutError: nobody answers.
    """
    return _Reader(_File(url, _Server(answers, timeout)), pool, answers)


def matches(url: str, answers: Answers, timeout: float | None = None) -> list[str]:
    """The URLs of the files that a pattern, "root://host//path/*/run*.root", names, in order; "**" stands for folders,
    too. What a server is told behind "?", as in "?authz=...", is told it for the folders and is in each URL.

    Raises:
        MisuseError: the host's name is a pattern.
        OSError: a folder cannot be listed; TimeoutError: nobody answers.
    """
    told = told_in(url)
    scheme, _, place = url.removesuffix(told).partition("://")
    host, *names = place.split("/")
    if _WILD & set(host) or not names:
        raise MisuseError(f"{_core.shown_url(url)!r}: a pattern is {scheme}://HOST//PATTERN")
    first = next((number for number, name in enumerate(names) if _WILD & set(name)), len(names) - 1)
    base = "/".join([f"{scheme}://{host}", *names[:first]])
    descends = any(_WILD & set(name) for name in names[first:-1])
    folders = _Folders(f"{base}/", told, _Server(answers, timeout), descends=descends)
    found = folders.matches(base, names[first:])
    return [f"{one}{told}" for one in sorted(set(found))]


class _Folders:
    """Lists folders of a server, each once. Threads: one thread.

    Args:
        url: of one of them, with a slash at its end.
        told: what the server is told of each.
        server: who asks.
        descends: whether it matters which names are folders.
    """

    def __init__(self, url: str, told: str, server: _Server, *, descends: bool) -> None:
        parsed = _client().URL(url)
        self._system = _client().FileSystem(f"{parsed.protocol}://{parsed.hostid}")
        self._told = told
        self._server = server
        self._descends = descends
        self._listed: dict[str, list[tuple[str, bool]]] = {}

    def matches(self, folder: str, patterns: Sequence[str], depth: int = 0) -> list[str]:
        """The files below a folder whose path is as the patterns of each name say."""
        name, *rest = patterns
        if name == "**" and rest:
            below = self._names(folder, folders=True) if depth < _DEEPEST else []
            deeper = [one for one in below if not one.startswith(".")]
            here = self._below(folder, rest, depth)
            return here + [path for one in deeper for path in self._below(f"{folder}/{one}", patterns, depth + 1)]
        if not rest:
            return [f"{folder}/{one}" for one in self._names(folder) if _is_named(one, name)]
        if not _WILD & set(name):
            return self._below(f"{folder}/{name}", rest, depth)
        folders = [one for one in self._names(folder, folders=True) if _is_named(one, name)]
        return [path for one in folders for path in self._below(f"{folder}/{one}", rest, depth)]

    def _below(self, folder: str, patterns: Sequence[str], depth: int) -> list[str]:
        """The same of a folder that may not be there: others that match a pattern have it."""
        try:
            return self.matches(folder, patterns, depth)
        except FileNotFoundError:
            return []

    def _names(self, folder: str, *, folders: bool = False) -> list[str]:
        """What is in a folder: all, or folders alone."""
        if folder not in self._listed:
            self._listed[folder] = self._list(folder)
        return [name for name, is_folder in self._listed[folder] if is_folder or not folders]

    def _list(self, folder: str) -> list[tuple[str, bool]]:
        """The names in a folder, and which are folders, if that is wanted."""
        path = _client().URL(f"{folder}/").path + self._told
        kinds = _client().flags
        flags = kinds.DirListFlags.STAT if self._descends else kinds.DirListFlags.NONE
        listing = self._server.ask(
            lambda timeout, take: self._system.dirlist(
                path, flags=flags, timeout=timeout, callback=_holding(self._system, take)
            ),
            f"list {_core.shown_url(folder)}",
        )
        is_folder = kinds.StatInfoFlags.IS_DIR
        return [(one.name, self._descends and bool(one.statinfo.flags & is_folder)) for one in listing]


def _is_named(name: str, pattern: str) -> bool:
    return fnmatch.fnmatchcase(name, pattern) and is_meant(name, pattern)
