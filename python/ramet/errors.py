"""The exceptions of ramet. Every one is a RametError, and also the built-in exception that fits it."""

from __future__ import annotations

__all__ = [
    "CancelledError",
    "CorruptError",
    "DamageWarning",
    "FileIOError",
    "FileMissingError",
    "FileThereError",
    "KeyInFileError",
    "MisuseError",
    "RametError",
    "RecoveredWarning",
    "UnsupportedError",
]


class RametError(Exception):
    """The base of all exceptions that ramet raises by itself. The text is for people: where, what, and the numbers."""


class KeyInFileError(RametError, KeyError):
    """A name that is not in the file, directory or tree; the message suggests near ones."""

    def __str__(self) -> str:  # KeyError would print the repr of the message
        return str(self.args[0]) if self.args else ""


class FileMissingError(RametError, FileNotFoundError):
    """There is no file of that name, or no directory to make it in."""


class FileThereError(RametError, FileExistsError):
    """There is a file of that name already."""


class FileIOError(RametError, OSError):
    """The operating system refused to read or write: no permission, a full disk, a file that shrank meanwhile."""


class CorruptError(RametError, ValueError):
    """Bytes that contradict the format or each other; the message has the file, the key or basket, and the offset."""


class UnsupportedError(RametError, NotImplementedError):
    """Well-formed, but of a kind that ramet does not read or write yet; the message says which."""


class MisuseError(RametError, ValueError):
    """A documented rule was broken by the caller: a batch that does not fit, a context that is closed."""


class RecoveredWarning(UserWarning):
    """A file was not closed and has no key list: its objects were found by their records; the last may be missing."""


class DamageWarning(UserWarning):
    """A column is damaged and was left out of what was read together with others; the message says which, and why."""


class CancelledError(RametError):
    """A stop was requested while the call ran."""
