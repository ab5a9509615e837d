"""Compression of new files."""

from __future__ import annotations

import fnmatch
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from ramet import _core
from ramet.arguments import name_text
from ramet.errors import MisuseError

__all__ = [
    "LZ4",
    "LZMA",
    "ZLIB",
    "ZSTD",
    "Compression",
    "CompressionLike",
    "TableCompression",
    "compress_columns",
    "compression_code",
    "compression_of_code",
    "compression_of_columns",
]


@dataclass(frozen=True, slots=True)
class Compression:
    """An algorithm, "zlib", "lzma", "lz4" or "zstd", and a level of 1 (fast) to 9 (small).

    Raises MisuseError for another algorithm or level. Threads: immutable.

    >>> Compression("zstd", 5).code
    505
    """

    algorithm: str
    level: int

    def __post_init__(self) -> None:
        _core.compression_code(str(self))

    def __str__(self) -> str:
        return f"{self.algorithm}:{self.level}"

    @property
    def name(self) -> str:
        """The algorithm as uproot calls it, for example "ZSTD"."""
        return self.algorithm.upper()

    @property
    def code(self) -> int:
        """ROOT's number, 100 * algorithm + level."""
        return _core.compression_code(str(self))

    @property
    def code_pair(self) -> tuple[int, int]:
        """The number's parts, as `from_code_pair` takes them."""
        return divmod(self.code, 100)

    @classmethod
    def from_code(cls, code: int) -> Compression | None:
        """The compression of ROOT's number; None for 0, which means no compression."""
        return compression_of_code(code)

    @classmethod
    def from_code_pair(cls, algorithm: int, level: int) -> Compression | None:
        """The same of the number's parts: 1 is zlib, 2 lzma, 4 lz4, 5 zstd."""
        return compression_of_code(100 * algorithm + level)


def ZLIB(level: int = 1) -> Compression:  # noqa: N802 (the names that users of uproot know)
    """zlib, which all readers support; checksums in every block."""
    return Compression("zlib", level)


def LZMA(level: int = 7) -> Compression:  # noqa: N802
    """xz: the smallest files, and by far the slowest to write and read."""
    return Compression("lzma", level)


def LZ4(level: int = 4) -> Compression:  # noqa: N802
    """lz4: the fastest to read, with larger files than the others."""
    return Compression("lz4", level)


def ZSTD(level: int = 5) -> Compression:  # noqa: N802
    """zstd, the default: small and fast; with a checksum in every block."""
    return Compression("zstd", level)


@runtime_checkable
class HasCode(Protocol):
    """A compression of ramet or of uproot."""

    @property
    def code(self) -> int: ...


CompressionLike = str | int | HasCode | None
TableCompression = CompressionLike | Mapping[str, CompressionLike]


def compression_code(compression: CompressionLike) -> int:
    """ROOT's number for "zstd:5", 505, ramet.ZSTD(5), uproot.ZSTD(5), or None (not compressed)."""
    if compression is None:
        return 0
    if isinstance(compression, HasCode):
        compression = compression.code
    return _core.compression_code(str(compression))


def compression_of_code(code: int) -> Compression | None:
    """The compression of ROOT's number; None for 0."""
    names = {2: "lzma", 3: "old", 4: "lz4", 5: "zstd"}  # 1 is zlib, and so is 0, which old files have
    return Compression(names.get(code // 100, "zlib"), code % 100) if code % 100 else None


def compress_columns(columns: list[_core.ColumnSpec], wanted: Mapping[str, CompressionLike]) -> None:
    """Give columns compressions of their own, by name or by patterns as "Muon_*": a name goes before patterns, and of
    patterns the first that fits. Columns that nothing fits stay as they are.

    Raises:
        MisuseError: no such compression, or no such column.
    """
    codes = {name_text(name, "a column's name"): compression_code(one) for name, one in wanted.items()}
    names = [column.name for column in columns]
    for name in codes:
        if not fnmatch.filter(names, name) and name not in names:
            raise MisuseError(f"a compression for column {name!r}: the columns are {', '.join(map(repr, names))}")
    for column in columns:
        patterns = [name for name in codes if name == column.name] or [
            name for name in codes if fnmatch.fnmatchcase(column.name, name)
        ]
        if patterns:
            column.compression = codes[patterns[0]]


def compression_of_columns(
    columns: list[_core.ColumnSpec], code: int
) -> Compression | dict[str, Compression | None] | None:
    """How a table's columns are compressed, those without a compression of their own by `code`; by name where they
    differ."""
    codes = {column.name: code if column.compression is None else column.compression for column in columns}
    if len(set(codes.values())) > 1:
        return {name: compression_of_code(one) for name, one in codes.items()}
    return compression_of_code(next(iter(codes.values()), code))
