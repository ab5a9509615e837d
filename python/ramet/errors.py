"""The exceptions of ramet. Every one is a RametError, and also the built-in exception that fits it."""

from __future__ import annotations

__all__ = [
    "CancelledError",
    "CorruptError",
    "FileIOError",
    "FileMissingError",
    "KeyInFileError",
    "MisuseError",
    "RametError",
    "UnsupportedError",
]


class RametError(Exception):
    """The base of all exceptions that ramet raises by itself."""


class KeyInFileError(RametError, KeyError):
    """A name that is not in the file, directory or tree; the message has near names."""

    def __str__(self) -> str:  # KeyError would print the repr of the message
        return str(self.args[0]) if self.args else ""


class FileMissingError(RametError, FileNotFoundError):
    """There is no file of that name."""


class FileIOError(RametError, OSError):
    """The operating system refused to read or write."""


class CorruptError(RametError, ValueError):
    """Bytes that contradict the format or each other; the message has the file, the key or basket, and the offset."""


class UnsupportedError(RametError, NotImplementedError):
    """Well-formed, but nothing that ramet can read or write."""


class MisuseError(RametError, ValueError):
    """A documented rule was broken by the caller."""


class CancelledError(RametError):
    """A stop was requested."""
