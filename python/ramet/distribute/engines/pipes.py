"""Messages over pipes: | kind, 1 byte | length, 8 bytes | content |."""

from __future__ import annotations

import os
import select
import struct

__all__ = ["ALIVE", "ANSWER", "READY", "TASK", "SilenceError", "read_message", "write_message"]

READY, ALIVE, TASK, ANSWER = b"R", b"A", b"T", b"="
_HEAD = struct.Struct(">cQ")
_AT_ONCE = 1 << 20


class SilenceError(Exception):
    """Nothing came for too long."""


def write_message(pipe: int, kind: bytes, content: bytes = b"") -> None:
    """Write all of a message. Raises OSError when nobody reads it."""
    for piece in (_HEAD.pack(kind, len(content)), content):
        left = memoryview(piece)
        while left:
            left = left[os.write(pipe, left) :]


def read_message(pipe: int, seconds: float | None = None) -> tuple[bytes, bytes]:
    """The kind and the content of the next message. Raises EOFError at the end, also within a message, and
    SilenceError when nothing comes for so many seconds."""
    kind, length = _HEAD.unpack(_read(pipe, _HEAD.size, seconds))
    return kind, _read(pipe, length, seconds)


def _read(pipe: int, count: int, seconds: float | None) -> bytes:
    pieces, left = [], count
    poll = select.poll()
    poll.register(pipe, select.POLLIN)
    while left:
        if seconds is not None and not poll.poll(seconds * 1000):
            raise SilenceError
        piece = os.read(pipe, min(left, _AT_ONCE))
        if not piece:
            raise EOFError
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces)
