"""Results of parts, kept in a file for the next try of the same run (docs/format/plans.md has its layout)."""

from __future__ import annotations

import fcntl
import hashlib
import os
import struct
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from ramet.distribute.snapshot_files import keep_parts, remove_parts
from ramet.errors import FileIOError, MisuseError

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["LEAST_PART", "Checkpoint", "key_of_run", "tasks_of_part"]

_FILE = b"RMCK\x00\x01"
_RECORD = struct.Struct(">4s16sQ")
_PART = struct.Struct(">4sHQQQ")
LEAST_PART = _PART.size  # bytes of a part's result, at least


def key_of_run(plan: str, *, skips_errors: bool) -> bytes:
    """What identifies a run: its plan, which says what contents its files have, and whether it leaves out what cannot
    be read."""
    return hashlib.blake2b(f"{plan}{skips_errors}".encode(), digest_size=16).digest()


def tasks_of_part(part: bytes) -> tuple[int, int]:
    """The first task of a part's result, and one past the last."""
    _, _, _, first, last = _PART.unpack_from(part)
    return first, last


class Checkpoint:
    """A file with results of parts, of one or several runs. What was written before a process was killed is there; a
    record that it did not finish is cut off. Threads: one at a time.

    Args:
        path: of the file, which is made if it is not there.

    Raises:
        MisuseError: another process uses it, or it is another kind of file.
        FileIOError: it cannot be opened.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = Path(path)
        self._plans: list[str] = []
        try:
            self._file = self._path.open("r+b" if self._path.exists() else "w+b")
        except OSError as error:
            raise FileIOError(f"the checkpoint '{path}' cannot be opened: {error}") from error
        try:
            self._begin()
        except BaseException:
            self._file.close()
            raise

    def _begin(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise MisuseError(f"the checkpoint '{self._path}' is used by another process") from None
        head = self._file.read(len(_FILE))
        if not _FILE.startswith(head):
            raise MisuseError(f"'{self._path}' is no checkpoint of a run: it would be overwritten")
        if head != _FILE:
            self._file.seek(0)
            self._file.write(_FILE)
        self._file.truncate(max((end for end, _, _ in self._records()), default=len(_FILE)))

    def _records(self) -> Iterator[tuple[int, bytes, bytes]]:
        """The end of each record, its key and its part."""
        self._file.seek(len(_FILE))
        while len(head := self._file.read(_RECORD.size)) == _RECORD.size:
            magic, key, length = _RECORD.unpack(head)
            if magic != b"part" or length > self._left():
                return
            yield self._file.tell() + length, key, self._file.read(length)

    def _left(self) -> int:
        return os.fstat(self._file.fileno()).st_size - self._file.tell()

    def parts(self, key: bytes) -> list[bytes]:
        """The results of a run's parts."""
        return [part for _, of, part in self._records() if of == key and len(part) >= _PART.size]

    def add(self, key: bytes, part: bytes) -> None:
        """Keep one more. When this returns, it outlives this process and the machine."""
        self._file.seek(0, os.SEEK_END)
        try:
            self._file.write(_RECORD.pack(b"part", key, len(part)) + part)
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise FileIOError(f"the checkpoint '{self._path}' cannot be written: {error}") from error

    def forget(self) -> None:
        """Drop all results: they may be wrong."""
        self._file.truncate(len(_FILE))

    def keep_snapshots(self, plan: str) -> None:
        """Keep the files with parts of a plan's snapshots, too: they are joined when a run is stopped."""
        self._plans.append(plan)
        keep_parts(plan)

    def remove(self) -> None:
        """All is done: the file is needed no longer, nor are parts of snapshots."""
        self._path.unlink(missing_ok=True)
        for plan in self._plans:
            remove_parts(plan)

    def close(self) -> None:
        """Let another process have it."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
