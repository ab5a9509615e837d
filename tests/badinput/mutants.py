"""Damaged copies of a ROOT file, the same ones every time: `mutant(contents, kind, random)` for each of KINDS.

What is known of the format is only what is needed to aim: where the header's fields, the records and the blocks lie.
"""

from __future__ import annotations

import lzma
import random
import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

EXTREMES = (0, 1, 2, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x40000000, 0x3FFFFFFF)
DIRECTORIES = (b"TFile", b"TDirectory")

# Of the header and of a key with 4-byte seeks (docs/format/tfile.md): where a field is and how many bytes it has.
HEADER = {"version": (4, 4), "begin": (8, 4), "end": (12, 4), "free list": (16, 4), "size of the free list": (20, 4)}
HEADER |= {"free ranges": (24, 4), "name size": (28, 4), "units": (32, 1), "compression": (33, 4)}
HEADER |= {"streamer infos": (37, 4), "size of the streamer infos": (41, 4)}
KEY = {"size": (0, 4), "version": (4, 2), "object size": (6, 4), "key size": (14, 2), "cycle": (16, 2)}
KEY |= {"seek": (18, 4), "directory": (22, 4), "length of the class name": (26, 1)}


@dataclass(frozen=True)
class Record:
    """A record, or the copy of its head in a key list."""

    at: int
    size: int
    object_size: int
    key_size: int
    seek: int
    class_name: bytes


def number(contents: bytes | bytearray, at: int, size: int) -> int:
    return int.from_bytes(contents[at : at + size], "big")


def put(contents: bytearray, at: int, size: int, value: int) -> None:
    contents[at : at + size] = (value % (1 << 8 * size)).to_bytes(size, "big")


def head_at(contents: bytes | bytearray, at: int) -> Record:
    size, _, object_size, _, key_size, _, seek = struct.unpack_from(">IHIIHHI", contents, at)
    length = contents[at + 26]
    return Record(at, size, object_size, key_size, seek, bytes(contents[at + 27 : at + 27 + length]))


def records(contents: bytes | bytearray) -> Iterator[Record]:
    """All records of an undamaged file, in order, without gaps."""
    at = number(contents, 8, 4)
    while at + 27 < len(contents):
        size = struct.unpack_from(">i", contents, at)[0]
        if size > 0:
            yield head_at(contents, at)
        at += abs(size)


def list_entries(contents: bytes | bytearray) -> Iterator[Record]:
    """The copies of heads in all key lists."""
    for record in records(contents):
        payload = record.at + record.key_size
        count = number(contents, payload, 4)
        # A directory's own record begins with a version and dates, the free list with a version and positions.
        if record.class_name not in DIRECTORIES or count > 1000 or record.size < record.key_size + 4 + 27 * count:
            continue
        at = payload + 4
        for _ in range(count):
            entry = head_at(contents, at)
            yield entry
            at += entry.key_size


def any_place(contents: bytearray, source: random.Random) -> int:
    return source.randrange(len(contents))


def flip(contents: bytearray, source: random.Random, bits: int = 1) -> None:
    for _ in range(bits):
        contents[any_place(contents, source)] ^= 1 << source.randrange(8)


def flip_many(contents: bytearray, source: random.Random) -> None:
    flip(contents, source, source.choice((2, 16, 64)))


def overwrite(contents: bytearray, source: random.Random) -> None:
    size = source.choice((1, 4, 8, 32, 128, 512, 4096))
    at = any_place(contents, source)
    size = min(size, len(contents) - at)
    patterns = (bytes(size), b"\xff" * size, source.randbytes(size))
    contents[at : at + size] = source.choice(patterns)


def move(contents: bytearray, source: random.Random) -> None:
    """A piece of the file over another one, as when blocks of a disk are mixed up."""
    size = source.choice((16, 64, 512, 4096))
    origin, to = any_place(contents, source), any_place(contents, source)
    piece = contents[origin : min(origin + size, len(contents) - max(0, to - origin))]
    contents[to : to + len(piece)] = piece


def cut(contents: bytearray, source: random.Random) -> None:
    size = source.choice((source.randrange(400), any_place(contents, source), len(contents) - source.randrange(1, 99)))
    del contents[size:]


def insert(contents: bytearray, source: random.Random) -> None:
    at = any_place(contents, source)
    contents[at:at] = source.randbytes(source.choice((1, 4, 100)))


def extreme(contents: bytearray, at: int, size: int, source: random.Random) -> None:
    near = number(contents, at, size) + source.choice((-4, -1, 1, 4, 1000))
    put(contents, at, size, source.choice((*EXTREMES, near, len(contents), len(contents) - 8, 100)))


def header(contents: bytearray, source: random.Random) -> None:
    extreme(contents, *source.choice(list(HEADER.values())), source)


def key(contents: bytearray, source: random.Random) -> None:
    record = source.choice(list(records(contents)) + list(list_entries(contents)))
    at, size = source.choice(list(KEY.values()))
    extreme(contents, record.at + at, size, source)


def directory(contents: bytearray, source: random.Random) -> None:
    """The body of a directory: its sizes and positions."""
    root = number(contents, 8, 4) + number(contents, 28, 4)
    bodies = [
        root,
        *(entry.seek + entry.key_size for entry in list_entries(contents) if entry.class_name in DIRECTORIES),
    ]
    extreme(contents, source.choice(bodies) + source.choice((0, 10, 14, 18, 22, 26)), source.choice((2, 4)), source)


def pointer(contents: bytearray, source: random.Random) -> None:
    """Replace a position by that of another existing record, or by its own."""
    found = list(records(contents))
    entries = list(list_entries(contents))
    seek = source.choice([entry.at + 18 for entry in entries] + [record.at + 18 for record in found] + [16, 37])
    target = source.choice(found)
    put(contents, seek, 4, target.at)
    if source.random() < 0.5 and seek > 100:  # with the sizes that are there, so that it gets further
        put(contents, seek - 18, 4, target.size)
        put(contents, seek - 12, 4, target.object_size)
        put(contents, seek - 4, 2, target.key_size)


def blocks(contents: bytes | bytearray) -> Iterator[int]:
    for record in records(contents):
        at = record.at + record.key_size
        while at + 9 < record.at + record.size and bytes(contents[at : at + 2]) in (b"ZL", b"XZ", b"L4", b"ZS"):
            yield at
            at += 9 + int.from_bytes(contents[at + 3 : at + 6], "little")


def block(contents: bytearray, source: random.Random) -> None:
    """A size or the algorithm in front of a compressed block."""
    places = list(blocks(contents))
    if not places:
        return flip(contents, source)
    at = source.choice(places) + source.choice((0, 3, 3, 6, 6))
    value = int.from_bytes(contents[at : at + 3], "little") + source.choice((-100, -1, 1, 1000))
    contents[at : at + 3] = (source.choice((0, 1, 0xFFFFFF, value)) & 0xFFFFFF).to_bytes(3, "little")
    return None


def unpacked(contents: bytes | bytearray, record: Record) -> bytearray:
    """The payload of a record in a zlib or lzma block; empty for other blocks."""
    packed = bytes(contents[record.at + record.key_size + 9 : record.at + record.size])
    tag = bytes(contents[record.at + record.key_size : record.at + record.key_size + 2])
    if tag == b"ZL":
        return bytearray(zlib.decompress(packed))
    return bytearray(lzma.decompress(packed)) if tag == b"XZ" else bytearray()


def change_inside(
    contents: bytearray, source: random.Random, change: Callable[[bytearray, random.Random], None]
) -> None:
    """Change an object and store it uncompressed at the end, without a checksum."""
    entries = [entry for entry in list_entries(contents) if entry.class_name not in DIRECTORIES]
    infos = number(contents, 37, 4)
    entry = source.choice([*entries, None]) if entries else None
    record = head_at(contents, entry.seek if entry else infos)
    payload = unpacked(contents, record)
    if not payload:
        return flip(contents, source)
    change(payload, source)
    head = bytearray(contents[record.at : record.at + record.key_size])
    end = len(contents)
    size = record.key_size + len(payload)
    put(head, 0, 4, size)
    put(head, 6, 4, len(payload))
    put(head, 18, 4, end)
    contents += head + payload
    put(contents, entry.at if entry else 41, 4, size)
    put(contents, entry.at + 18 if entry else 37, 4, end)
    if entry:
        put(contents, entry.at + 6, 4, len(payload))
    put(contents, 12, 4, len(contents))
    return None


def inside(contents: bytearray, source: random.Random) -> None:
    """Change a word inside an object."""

    def change(payload: bytearray, source: random.Random) -> None:
        extreme(payload, source.randrange(max(len(payload) - 4, 1)), source.choice((1, 2, 4)), source)

    change_inside(contents, source, change)


def forget_lists(contents: bytearray) -> None:
    """Make the checksums of key lists invalid, as if another program had rewritten the lists."""
    for record in list(records(contents)):
        head = contents[record.at : record.at + record.key_size]
        if record.class_name in DIRECTORIES and b" #xxh3:" in head:
            contents[record.at + 13] ^= 1  # the date


def heads(contents: bytearray, source: random.Random) -> None:
    """Change fields of a record's head that readers ignore: title, date, cycle, directory; position of a list."""
    record = source.choice(list(records(contents)))
    fields = [(10, 4), (16, 2), (22, 4), (record.key_size - 1, 1)]
    if record.class_name in DIRECTORIES:
        fields += [(0, 4), (18, 4)]
    at, size = source.choice(fields)
    extreme(contents, record.at + at, size, source)


def overlap(contents: bytearray, source: random.Random) -> None:
    """Make several keys refer to the same record, or to overlapping ones."""
    forget_lists(contents)
    entries = list(list_entries(contents))
    victim, target = source.choice(entries), source.choice(entries)
    if source.random() < 0.5:
        for at, size in ((0, 4), (6, 4), (14, 2), (18, 4)):
            put(contents, victim.at + at, size, number(contents, target.at + at, size))
    else:
        longer = source.choice((1, 100, target.size))
        for head in (victim.at, victim.seek):
            put(contents, head, 4, victim.size + longer)
            put(contents, head + 6, 4, victim.object_size + longer)


def repeat(contents: bytearray, source: random.Random) -> None:
    """Make words inside an object equal: positions of baskets, entries, sizes, counts."""

    def change(payload: bytearray, source: random.Random) -> None:
        size = source.choice((4, 8))
        at = source.randrange(max(len(payload) - size, 1))
        for _ in range(source.choice((1, 3, 20))):
            payload[at + size : at + 2 * size] = payload[at : at + size][: len(payload) - at - size]
            at += size

    change_inside(contents, source, change)
    forget_lists(contents)


def absurd(contents: bytearray, source: random.Random) -> None:
    """Put an impossibly large count into an object."""

    def change(payload: bytearray, source: random.Random) -> None:
        size = source.choice((4, 8))
        at = source.randrange(max(len(payload) - size, 1))
        value = source.choice(((1 << 31) - 1, 1 << 40, (1 << 55) - 1, 1 << 62, 1 << 63, -1))
        put(payload, at, min(size, len(payload) - at), value)

    change_inside(contents, source, change)
    forget_lists(contents)


KINDS: dict[str, Callable[[bytearray, random.Random], None]] = {
    one.__name__: one
    for one in (flip, flip_many, overwrite, move, cut, insert, header, key, directory, pointer, block, inside)
}
# In which nobody can notice every change: no checksum is over what was changed.
UNCHECKED: dict[str, Callable[[bytearray, random.Random], None]] = {
    one.__name__: one for one in (overlap, repeat, absurd)
}
KINDS |= {heads.__name__: heads} | UNCHECKED


def mutant(contents: bytes, kind: str, seed: str) -> bytes:
    """A copy with this kind of damage, which depends only on the arguments."""
    source = random.Random(seed)
    while True:
        damaged = bytearray(contents)
        KINDS[kind](damaged, source)
        if damaged != contents:
            return bytes(damaged)
