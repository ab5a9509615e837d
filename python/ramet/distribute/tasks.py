"""What goes to workers and comes back, as bytes: docs/format/plans.md has the layout. Nothing is unpickled.

plan     | "RMPL" | version | length of the JSON | JSON | its BLAKE2b, 16 bytes |
task     | "RMTK" | version | first | last | flags | plan |
answer   | "RMAN" | version | kind: 0 a part's result, 1 an error | bytes, or CRC-32 and JSON |
"""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ramet.errors import CorruptError, UnsupportedError

__all__ = [
    "Contents",
    "Failure",
    "Task",
    "answer_of",
    "contents_of",
    "failed",
    "plan_bytes",
    "plan_text",
    "snapshots_in",
    "succeeded",
]

_VERSION = 1
_PLAN = struct.Struct(">4sHQ")
_TASK = struct.Struct(">4sHQQB")
_ANSWER = struct.Struct(">4sHB")
_CHECK = struct.Struct(">I")
_PART = struct.Struct(">4sHQQQ")  # and what follows it, in docs/format/plans.md
_COUNT = struct.Struct(">Q")
_LOSSES = struct.Struct(">I")
_TRAFFIC = 64
_LONG_TEXT = 255
_DIGEST = 16
_SKIPS_ERRORS = 1


def plan_bytes(text: str) -> bytes:
    """A plan as bytes, of its JSON."""
    content = text.encode()
    return _PLAN.pack(b"RMPL", _VERSION, len(content)) + content + _digest(content)


def plan_text(plan: bytes) -> str:
    """The JSON of a plan. Raises CorruptError for other bytes, UnsupportedError for another version."""
    _require(plan, _PLAN, b"RMPL", "plan")
    (_, _, length) = _PLAN.unpack_from(plan)
    content = plan[_PLAN.size : _PLAN.size + length]
    if len(plan) != _PLAN.size + length + _DIGEST or plan[-_DIGEST:] != _digest(content):
        raise CorruptError(f"a plan of {len(plan)} bytes: its length or checksum is wrong")
    return content.decode()


@dataclass(frozen=True)
class Task:
    """Some tasks of a run, for a worker. Threads: immutable."""

    plan: bytes
    """What has to be computed; random numbers depend on the seed in it and on the entry alone."""
    first: int
    """The first task."""
    last: int
    """One past the last."""
    skips_errors: bool = False
    """Whether entries that cannot be read are left out, and told of."""

    @property
    def plan_key(self) -> bytes:
        """What identifies the plan."""
        return self.plan[-_DIGEST:]

    def to_bytes(self) -> bytes:
        """What a worker gets."""
        flags = _SKIPS_ERRORS if self.skips_errors else 0
        return _TASK.pack(b"RMTK", _VERSION, self.first, self.last, flags) + self.plan

    @classmethod
    def of_bytes(cls, task: bytes) -> Task:
        """The task of bytes. Raises CorruptError for other bytes, UnsupportedError for another version."""
        _require(task, _TASK, b"RMTK", "task")
        _, _, first, last, flags = _TASK.unpack_from(task)
        return cls(bytes(task[_TASK.size :]), first, last, bool(flags & _SKIPS_ERRORS))


@dataclass(frozen=True)
class Failure:
    """An error of a worker. Threads: immutable."""

    kind: str
    """The name of its class."""
    message: str


def succeeded(result: bytes) -> bytes:
    """The answer with a part's result, which has a checksum of its own."""
    return _ANSWER.pack(b"RMAN", _VERSION, 0) + result


def failed(error: BaseException) -> bytes:
    """The answer with an error."""
    facts = json.dumps({"kind": type(error).__name__, "message": str(error) or repr(error)}).encode()
    return _ANSWER.pack(b"RMAN", _VERSION, 1) + _CHECK.pack(zlib.crc32(facts)) + facts


def answer_of(answer: Any) -> bytes | Failure:
    """The result of a part, or an error. Raises CorruptError for other bytes, UnsupportedError for another version."""
    if not isinstance(answer, bytes):
        raise CorruptError(f"an answer of type {type(answer).__name__}, expected bytes")
    _require(answer, _ANSWER, b"RMAN", "answer")
    (_, _, kind) = _ANSWER.unpack_from(answer)
    content = answer[_ANSWER.size :]
    if kind == 0:
        return content
    facts = content[_CHECK.size :]
    if kind != 1 or len(content) < _CHECK.size or _CHECK.unpack_from(content)[0] != zlib.crc32(facts):
        raise CorruptError(f"an answer of {len(answer)} bytes: its kind or checksum is wrong")
    error = json.loads(facts)
    return Failure(str(error["kind"]), str(error["message"]))


@dataclass(frozen=True)
class Contents:
    """What the result of a part says. Threads: immutable."""

    process: int
    """The number of the process that computed it."""
    digest: bytes
    """Of all that has the same bits whoever computed it: no traffic, and no names of files."""


def contents_of(part: bytes, plan: bytes) -> Contents:
    """What the result of a part of a plan says; its checksum is right."""
    at = _end_of_facts(part)
    same = hashlib.blake2b(part[:at], digest_size=_DIGEST)
    (process,) = _COUNT.unpack_from(part, at + _TRAFFIC)
    for result, begin, end in _contributions(part, plan):
        same.update(b"" if result["kind"] == "snapshot" else part[begin - _COUNT.size : end])
    return Contents(process, same.digest())


def snapshots_in(part: bytes, plan: bytes) -> list[tuple[str, str]]:
    """The files of a plan's snapshots, and the name of that with the part of each; the part's checksum is right."""
    found = []
    for result, begin, _ in _contributions(part, plan):
        if result["kind"] == "snapshot":
            first, last = _text_at(part, begin)
            found.append((str(result["file"]), part[first:last].decode()))
    return found


def _end_of_facts(part: bytes) -> int:
    """Where what was fetched of servers begins in the result of a part."""
    at = _PART.size
    for _ in range(2):  # of the stages
        at += _COUNT.size + 8 * _COUNT.unpack_from(part, at)[0]
    (losses,) = _LOSSES.unpack_from(part, at)
    at += _LOSSES.size
    for _ in range(losses):
        _, at = _text_at(part, at + 16)  # behind its entries
    return at


def _text_at(part: bytes, at: int) -> tuple[int, int]:
    """Where a string of ROOT begins and ends."""
    length, size = part[at], 1
    if length == _LONG_TEXT:
        length, size = int.from_bytes(part[at + 1 : at + 5], "big"), 5
    return at + size, at + size + length


def _contributions(part: bytes, plan: bytes) -> Iterator[tuple[Any, int, int]]:
    """Each result that the plan asks for but filters, and where its contribution begins and ends."""
    at = _end_of_facts(part) + _TRAFFIC + _COUNT.size
    for one in json.loads(plan_text(plan))["results"]:
        if one["result"]["kind"] == "filters":
            continue
        begin = at + _COUNT.size
        at = begin + _COUNT.unpack_from(part, at)[0]
        yield one["result"], begin, at


def _digest(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=_DIGEST).digest()


def _require(given: bytes, head: struct.Struct, magic: bytes, what: str) -> None:
    """Raise unless bytes begin with a head of this version."""
    if len(given) < head.size or given[:4] != magic:
        raise CorruptError(f"{len(given)} bytes are no {what}")
    version = int.from_bytes(given[4:6], "big")
    if version != _VERSION:
        raise UnsupportedError(f"a {what} of version {version}, expected {_VERSION}: are all workers of one ramet?")
