"""Which contents the files of a run have: what a plan says of them, and whether they are still the same.

A stamp is a text. Of a local file it is the size and the time of modification, not the inode, which another machine of
a shared file system may number otherwise; of a file of a server what its server tells: ETag, date, size.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ramet import _core
from ramet.errors import FileIOError, FileMissingError, RametError
from ramet.places import is_url
from ramet.session import shared_session

__all__ = ["files_of", "require_same", "stamped", "stamps_of"]

_AT_ONCE = 64  # requests to servers
_LOCAL = re.compile(r"(\d+) bytes, mtime (-?\d+)")
_SECOND = 1_000_000_000


def stamped(plan: str) -> str:
    """A plan that says which contents its files have now. Raises FileIOError if a file changed since it was opened,
    and what is raised when files are opened."""
    described = json.loads(plan)
    source = described["source"]
    stamps = stamps_of(files_of(source))
    if "stamp" in source:
        path = source["table"][0]
        _require(path, source.pop("stamp"), stamps[path], "since it was opened")
    return json.dumps({**described, "stamps": stamps})


def files_of(source: Mapping[str, Any]) -> Iterator[str]:
    """The paths and URLs of the files of a plan's source, friends included."""
    if "table" in source:
        yield source["table"][0]
    for path, _ in source.get("files", ()):
        yield path
    for friend in source.get("friends", ()):
        yield from files_of(friend["dataset"])


def stamps_of(paths: Iterable[str], *, gone: bool = False) -> dict[str, str]:
    """The stamp of each file; with `gone`, of those that can be opened. Servers are asked, several at once."""

    def stamp_of(path: str) -> str | None:
        try:
            return shared_session().open(path).stamp if is_url(path) else _of_local(path)
        except RametError:
            if gone:
                return None
            raise

    paths = list(dict.fromkeys(paths))
    local = {path: stamp_of(path) for path in paths if not is_url(path)}
    distant = [path for path in paths if is_url(path)]
    if not distant:
        return {path: stamp for path, stamp in local.items() if stamp is not None}
    with ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="ramet-stamps") as pool:
        told = local | dict(zip(distant, pool.map(stamp_of, distant), strict=True))
    return {path: stamp for path, stamp in told.items() if stamp is not None}


def require_same(stamps: Mapping[str, str], when: str, *, at_end: bool = False) -> None:
    """Raise FileIOError, naming the file, if one has other contents than those of `stamps`.

    Args:
        stamps: of files, as a plan has them.
        when: since when they must not have changed, for the message.
        at_end: all was read: files that are gone by now, and servers that do not answer, are no errors.
    """
    now = stamps_of(stamps, gone=at_end)
    for path, stamp in stamps.items():
        if path in now:
            _require(path, stamp, now[path], when)


def _require(path: str, before: str, now: str, when: str) -> None:
    if not _is_same(before, now):
        shown = _core.shown_url(path)
        raise FileIOError(f"the file '{shown}' has changed {when}: it had the stamp '{before}', now it has '{now}'")


def _is_same(one: str, other: str) -> bool:
    """Whether two stamps are of the same contents. Some file systems keep whole seconds, and only the machine that
    wrote a file sees the rest for a while."""
    if one == other:
        return True
    first, second = _LOCAL.fullmatch(one), _LOCAL.fullmatch(other)
    if first is None or second is None or first[1] != second[1]:
        return False
    begin, end = sorted((int(first[2]), int(second[2])))
    return begin % _SECOND == 0 and end - begin < _SECOND


def _of_local(path: str) -> str:
    """That of a local file, as ramet::io::stamp_of has it. It is opened: NFS then asks the server, not its memory."""
    try:
        number = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        raise FileMissingError(f"the file '{path}' is gone") from None
    except OSError as error:
        raise FileIOError(f"cannot open '{path}': {error}") from error
    try:
        facts = os.fstat(number)
    finally:
        os.close(number)
    return f"{facts.st_size} bytes, mtime {facts.st_mtime_ns}"
