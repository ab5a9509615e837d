"""ROOT files made byte by byte, whose parts may contradict each other (docs/format/tfile.md)."""

from __future__ import annotations

import dataclasses
import functools
import lzma
import pathlib
import struct
import zlib

BEGIN = 100
DATE = 0x5F000000
DIRECTORY_SIZE = 60
LARGEST_BLOCK = 0xFFFFFF


def text(value: str | bytes) -> bytes:
    """A TString."""
    value = value.encode() if isinstance(value, str) else value
    return bytes([len(value)]) + value if len(value) < 255 else b"\xff" + struct.pack(">I", len(value)) + value


@dataclasses.dataclass(frozen=True)
class Key:
    """The head of a record, or the copy of it in a key list."""

    class_name: str | bytes
    name: str | bytes
    title: str | bytes = ""
    size: int = 0
    object_size: int = 0
    cycle: int = 1
    seek: int = 0
    parent: int = BEGIN
    date: int = DATE

    @property
    def length(self) -> int:
        return 26 + len(text(self.class_name) + text(self.name) + text(self.title))

    def bytes(self) -> bytes:
        numbers = (self.size, 4, self.object_size, self.date, self.length, self.cycle, self.seek, self.parent)
        head = struct.pack(">IHIIHHII", *numbers)
        return head + text(self.class_name) + text(self.name) + text(self.title)


class CraftedFile:
    """A file that grows by records; `write` adds the key list and the header."""

    def __init__(self, name: str = "crafted.root") -> None:
        self._name = name
        names = text(name) + text("")
        root = Key("TFile", name, seek=BEGIN, parent=0)
        self._name_size = root.length + len(names)
        root = dataclasses.replace(root, size=self._name_size + DIRECTORY_SIZE, object_size=len(names) + DIRECTORY_SIZE)
        self.contents = bytearray(BEGIN) + root.bytes() + names + bytes(DIRECTORY_SIZE)

    def record(self, key: Key, payload: bytes, object_size: int | None = None) -> Key:
        """Add a record and return its key; for a compressed payload with the uncompressed size."""
        key = dataclasses.replace(
            key,
            size=key.length + len(payload),
            object_size=len(payload) if object_size is None else object_size,
            seek=len(self.contents),
        )
        self.contents += key.bytes() + payload
        return key

    def directory(self, name: str, keys: list[Key]) -> Key:
        """Add a directory with these keys."""
        key = self.record(Key("TDirectory", name), bytes(DIRECTORY_SIZE))
        keys = [dataclasses.replace(one, parent=key.seek) for one in keys]
        self._place_directory(
            key.seek + key.length, key.seek, key.length, self._list("TDirectory", name, key.seek, keys)
        )
        return key

    def write(self, path: pathlib.Path, keys: list[Key], layouts: Key | None = None) -> pathlib.Path:
        """Write the file with these keys, and this record as that of its streamer infos."""
        listed = self._list("TFile", self._name, BEGIN, keys)
        self._place_directory(BEGIN + self._name_size, BEGIN, self._name_size, listed)
        place, size = (layouts.seek, layouts.size) if layouts else (0, 0)
        numbers = (63400, BEGIN, len(self.contents), 0, 0, 0, self._name_size, 4, 101, place, size)
        self.contents[: 4 + 41] = b"root" + struct.pack(">IIIIIIIBIII", *numbers)
        path.write_bytes(self.contents)
        return path

    def _list(self, class_name: str, name: str, directory: int, keys: list[Key]) -> Key:
        payload = struct.pack(">I", len(keys)) + b"".join(key.bytes() for key in keys)
        return self.record(Key(class_name, name, parent=directory), payload)

    def _place_directory(self, at: int, seek: int, name_size: int, keys: Key) -> None:
        body = struct.pack(">HIIIIIII", 5, DATE, DATE, keys.size, name_size, seek, 0, keys.seek)
        self.contents[at : at + len(body) + 2] = body + struct.pack(">H", 1)


def string_object(value: str | bytes) -> bytes:
    """The payload of a TObjString."""
    inside = struct.pack(">HHII", 1, 1, 0, 0) + text(value)
    return struct.pack(">I", 0x40000000 | len(inside)) + inside


@functools.cache
def _block_of_zeros(tag: bytes) -> bytes:
    block = (lzma.compress if tag == b"XZ\0" else zlib.compress)(bytes(LARGEST_BLOCK))
    return tag + len(block).to_bytes(3, "little") + LARGEST_BLOCK.to_bytes(3, "little") + block


def lzma_zeros(blocks: int) -> tuple[bytes, int]:
    """Compressed blocks of 16 MB of zeros, and their uncompressed size."""
    return _block_of_zeros(b"XZ\0") * blocks, LARGEST_BLOCK * blocks


def zlib_zeros(blocks: int) -> tuple[bytes, int]:
    return _block_of_zeros(b"ZL\x08") * blocks, LARGEST_BLOCK * blocks
