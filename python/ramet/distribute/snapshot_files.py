"""The files that snapshots of a plan consist of until they are joined: in the folder NAME.parts beside each."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import uuid
from pathlib import Path

from ramet.errors import FileIOError, MisuseError

__all__ = ["keep_parts", "make_folders", "remove_parts", "require_places", "snapshots_of", "take_back_parts"]

_PART = re.compile(r"part-[0-9a-f]{32}\.root")
_KEPT = re.compile(r"kept-[0-9a-f]{32}\.root")  # the same files, of a run that was stopped and may go on


def snapshots_of(plan: str) -> list[Path]:
    """The files that a plan writes."""
    asked = [one["result"] for one in json.loads(plan)["results"]]
    return [Path(result["file"]) for result in asked if result["kind"] == "snapshot"]


def require_places(*plans: str) -> None:
    """Make the folders for parts; what was kept there is parts again.

    Raises:
        MisuseError: two snapshots are written into one file.
        FileIOError: a file's folder is not there, or cannot be written.
    """
    files = [file for plan in plans for file in snapshots_of(plan)]
    for number, file in enumerate(files):
        if file in files[:number]:
            raise MisuseError(f"two snapshots are written into '{file}': give each a file of its own")
    for plan in plans:
        make_folders(plan)
        take_back_parts(plan)


def make_folders(plan: str) -> None:
    """Make the folders for parts. Raises FileIOError: a file's folder is not there, or cannot be written."""
    for folder in map(_folder_of, snapshots_of(plan)):
        try:
            folder.mkdir(exist_ok=True)
        except OSError as error:
            raise FileIOError(f"cannot make the folder '{folder}' for parts of a snapshot: {error}") from error


def keep_parts(plan: str) -> None:
    """Have the parts of a run that is stopped stay for the next try, though they are joined now: under other names,
    which whoever removes parts leaves alone. Where a file system has no links they are copied."""
    for folder in map(_folder_of, snapshots_of(plan)):
        with contextlib.suppress(OSError):
            for file in list(folder.iterdir()):
                if _PART.fullmatch(file.name):
                    _link(file, file.with_name(f"kept-{file.name.removeprefix('part-')}"))


def _link(file: Path, other: Path) -> None:
    """Give a file another name, too. Raises FileExistsError: the other name is taken."""
    try:
        other.hardlink_to(file)
    except FileExistsError:
        raise
    except OSError:
        if other.exists():
            raise FileExistsError(other) from None
        unfinished = other.with_name(f"{other.name}.{uuid.uuid4().hex}")
        shutil.copy2(file, unfinished)
        unfinished.replace(other)


def take_back_parts(plan: str) -> None:
    """Give files that were kept their names of parts."""
    for folder in map(_folder_of, snapshots_of(plan)):
        with contextlib.suppress(OSError):
            for file in list(folder.iterdir()):
                if _KEPT.fullmatch(file.name):
                    with contextlib.suppress(FileExistsError):  # the run failed, and its parts were not joined
                        _link(file, file.with_name(f"part-{file.name.removeprefix('kept-')}"))
                    file.unlink()


def remove_parts(plan: str) -> None:
    """Remove the files of parts, and the folders if nothing else is in them."""
    for folder in map(_folder_of, snapshots_of(plan)):
        with contextlib.suppress(OSError):
            for file in list(folder.iterdir()):
                if _PART.fullmatch(file.name) or _KEPT.fullmatch(file.name):
                    file.unlink(missing_ok=True)
            folder.rmdir()


def _folder_of(file: Path) -> Path:
    return file.with_name(f"{file.name}.parts")
