"""The exceptions of ramet. Every one is a RametError, and also the built-in exception that fits it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = [
    "CancelledError",
    "CorruptError",
    "DamageWarning",
    "DifferencesError",
    "FileIOError",
    "FileMissingError",
    "FileThereError",
    "KeyInFileError",
    "MisuseError",
    "RametError",
    "RecoveredWarning",
    "UnreadWarning",
    "UnsupportedError",
]


def add_note(error: BaseException, note: str) -> None:
    """Add a note, which Python shows below the error: `error.add_note`, which Python 3.10 has not."""
    if hasattr(error, "add_note"):
        error.add_note(note)
    else:
        error.__notes__ = [*getattr(error, "__notes__", []), note]


class RametError(Exception):
    """The base of all exceptions of ramet. The text says where and what happened, with the numbers."""


class KeyInFileError(RametError, KeyError):
    """A name does not exist in the file, directory or tree; the message suggests similar names.

    Attributes:
        key: the name; None where only the message says it.
    """

    key: object = None

    @classmethod
    def of(cls, key: object, message: str) -> Self:
        """That of a name."""
        error = cls(message)
        error.key = key
        return error

    def __str__(self) -> str:  # KeyError would print the repr of the message
        return str(self.args[0]) if self.args else ""


class FileMissingError(RametError, FileNotFoundError):
    """A file does not exist, or the directory to create it in."""


class FileThereError(RametError, FileExistsError):
    """A file of that name exists already."""


class FileIOError(RametError, OSError):
    """The operating system failed to read or write: no permission, a full disk, a file that shrank meanwhile."""


class CorruptError(RametError, ValueError):
    """Bytes contradict the format or each other; the message has the file, the key or basket, and the offset."""


class UnsupportedError(RametError, NotImplementedError):
    """Valid data of a kind that ramet does not read or write; the message says which."""


class MisuseError(RametError, ValueError):
    """The caller broke a documented rule: for example a batch does not fit, or a context is closed."""


class DifferencesError(RametError, ValueError):
    """Files differ so that a merge would lose data; nothing was written.

    Attributes:
        report: what differs, and what would have been done: a ramet.MergeReport.
    """

    report: object = None


class RecoveredWarning(UserWarning):
    """A file was not closed and has no key list: its objects were found by searching its records; the last may be
    missing."""


class DamageWarning(UserWarning):
    """A damaged column was left out when several were read together; the message says which one, and why."""


class UnreadWarning(UserWarning):
    """A column that cannot be read is not in the file that was written; the message says which one, and why."""


class CancelledError(RametError):
    """A stop was requested while the call ran."""
