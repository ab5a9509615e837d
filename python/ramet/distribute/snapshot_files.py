"""The files that snapshots of a plan consist of until they are joined: in the folder NAME.parts beside each. The folder
may belong to a job, which is a folder, too; others then leave it alone until the job is joined or removed."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ramet.errors import FileIOError, MisuseError

__all__ = [
    "Owner",
    "has_parts",
    "keep_parts",
    "make_folders",
    "release",
    "remove_parts",
    "require_places",
    "snapshots_of",
    "take_back_parts",
]

_PART = re.compile(r"part-[0-9a-f]{32}\.root")
_KEPT = re.compile(r"kept-[0-9a-f]{32}\.root")  # the same files, of a run that was stopped and may go on
_MARK = "job"  # the file that says which job a folder belongs to


@dataclass(frozen=True, slots=True)
class Owner:
    """A job that writes snapshots. Threads: immutable."""

    folder: str = field(compare=False)
    """Its folder, which has a file job.json as long as the job is there; machines may have it in several places."""
    id: str
    """What no other job has, also not a later one in the same folder."""

    def is_there(self) -> bool:
        """Whether the job was not removed."""
        try:
            described = json.loads((Path(self.folder) / "job.json").read_text())
        except (OSError, ValueError):
            return False
        return isinstance(described, dict) and described.get("id") == self.id


def snapshots_of(plan: str) -> list[Path]:
    """The files that a plan writes."""
    asked = [one["result"] for one in json.loads(plan)["results"]]
    return [Path(result["file"]) for result in asked if result["kind"] == "snapshot"]


def require_places(*plans: str, owner: Owner | None = None) -> None:
    """Make the folders for parts; what was kept there is parts again.

    Args:
        plans: what is run.
        owner: the job that the folders shall belong to.

    Raises:
        MisuseError: two snapshots are written into one file, or another job writes into it.
        FileIOError: a file's folder is not there, or cannot be written.
    """
    files = [file for plan in plans for file in snapshots_of(plan)]
    for number, file in enumerate(files):
        if file in files[:number]:
            raise MisuseError(f"two snapshots are written into '{file}': give each a file of its own")
    for plan in plans:
        make_folders(plan, owner)
        take_back_parts(plan, owner)


def make_folders(plan: str, owner: Owner | None = None) -> None:
    """Make the folders for parts. Raises FileIOError: a file's folder is not there, or cannot be written; MisuseError:
    another job writes into the file."""
    for file in snapshots_of(plan):
        folder = _folder_of(file)
        try:
            folder.mkdir(exist_ok=True)
            _own(folder, file, owner)
        except OSError as error:
            raise FileIOError(f"cannot make the folder '{folder}' for parts of a snapshot: {error}") from error


def has_parts(files: Iterable[tuple[str, str]]) -> bool:
    """Whether the files with parts are there: of each the snapshot's file, and its own name."""
    for file, name in files:
        folder = _folder_of(Path(file))
        if not any((folder / one).exists() for one in (name, f"kept-{name.removeprefix('part-')}")):
            return False
    return True


def keep_parts(plan: str, owner: Owner | None = None) -> None:
    """Have the parts of a run that is stopped stay for the next try, though they are joined now: under other names,
    which whoever removes parts leaves alone. Where a file system has no links they are copied."""
    for folder in _folders(plan, owner):
        with contextlib.suppress(OSError):
            for file in list(folder.iterdir()):
                if _PART.fullmatch(file.name):
                    _link(file, file.with_name(f"kept-{file.name.removeprefix('part-')}"))


def take_back_parts(plan: str, owner: Owner | None = None) -> None:
    """Give files that were kept their names of parts."""
    for folder in _folders(plan, owner):
        with contextlib.suppress(OSError):
            for file in list(folder.iterdir()):
                if _KEPT.fullmatch(file.name):
                    with contextlib.suppress(FileExistsError):  # the run failed, and its parts were not joined
                        _link(file, file.with_name(f"part-{file.name.removeprefix('kept-')}"))
                    file.unlink()


def remove_parts(plan: str, owner: Owner | None = None) -> None:
    """Remove the files of parts, and the folders if nothing else is in them."""
    for folder in _folders(plan, owner):
        with contextlib.suppress(OSError):
            _empty(folder)
            (folder / _MARK).unlink(missing_ok=True)
            folder.rmdir()


def release(plan: str, owner: Owner) -> None:
    """The parts are joined: the folders are no job's any longer."""
    for folder in _folders(plan, owner):
        with contextlib.suppress(OSError):
            (folder / _MARK).unlink(missing_ok=True)
            folder.rmdir()  # if nothing else is in it


def _own(folder: Path, file: Path, owner: Owner | None) -> None:
    """Have a folder belong to a job, or to none. What was left in it by a job that is gone is removed. Raises
    MisuseError: another job has it; OSError."""
    has_it = _owner_of(folder)
    if has_it is not None and has_it == owner:
        return
    if has_it is not None and has_it.is_there():
        raise MisuseError(
            f"the job '{has_it.folder}' writes into '{file}', too: join or remove that one before, or name another file"
        )
    if (folder / _MARK).exists():
        _empty(folder)
        (folder / _MARK).unlink(missing_ok=True)
    if owner is None:
        return
    text = json.dumps({"folder": owner.folder, "id": owner.id})
    unfinished = folder / f"{_MARK}.{uuid.uuid4().hex}"
    unfinished.write_text(text)
    try:
        _link(unfinished, folder / _MARK)
    except FileExistsError:  # meanwhile
        if _owner_of(folder) != owner:
            raise MisuseError(f"another job writes into '{file}', too: name another file") from None
    finally:
        unfinished.unlink(missing_ok=True)


def _owner_of(folder: Path) -> Owner | None:
    """The job that a folder belongs to, if any."""
    try:
        described = json.loads((folder / _MARK).read_text())
        return Owner(str(described["folder"]), str(described["id"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _folders(plan: str, owner: Owner | None) -> Iterator[Path]:
    """The folders of a plan, without those of other jobs."""
    for folder in map(_folder_of, snapshots_of(plan)):
        has_it = _owner_of(folder)
        if has_it is None or has_it == owner or not has_it.is_there():
            yield folder


def _empty(folder: Path) -> None:
    for file in list(folder.iterdir()):
        if _PART.fullmatch(file.name) or _KEPT.fullmatch(file.name):
            file.unlink(missing_ok=True)


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


def _folder_of(file: Path) -> Path:
    return file.with_name(f"{file.name}.parts")
