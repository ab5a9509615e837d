"""Runs as files in a folder, for batch systems: who asks writes what is to be done, jobs do parts of it, in any order
and on any machine that sees the folder, and who asks takes what they wrote."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import struct
import uuid
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from ramet import _core
from ramet.arguments import path_text, whole_number
from ramet.distribute.checkpoints import key_of_run
from ramet.distribute.errors import WorkerLostError
from ramet.distribute.parts import parts_of, size_of_parts
from ramet.distribute.snapshot_files import (
    Owner,
    has_parts,
    keep_parts,
    make_folders,
    release,
    remove_parts,
    require_places,
    snapshots_of,
    take_back_parts,
)
from ramet.distribute.stamps import require_same, stamped
from ramet.distribute.tasks import Failure, Task, answer_of, failed, plan_bytes, plan_text, snapshots_in
from ramet.distribute.worker import run_task
from ramet.errors import CorruptError, FileIOError, FileMissingError, MisuseError, RametError, UnsupportedError
from ramet.frames.results import Result, Results, RunReport, results_in
from ramet.frames.running.shown_rows import make_portable

__all__ = ["JobFolder"]

_VERSION = 2
_MOST_NAMED = 10
_PART = struct.Struct(">4sH16s")  # before the answer: the key of the run that it is of
_OWN = 0o700  # for its owner alone: URLs in plans may have passwords and tokens


class JobFolder:
    """A run in parts, as files: `split` it, have a batch system call `python -m ramet.distribute run FOLDER NUMBER` for
    each number from 0 on, and `join` what it wrote. Several processes may run parts, also the same one; the others are
    for one process.

    >>> job = JobFolder("spectrum.job")  # doctest: +SKIP
    >>> job.split(spectrum, total, parts=200)  # doctest: +SKIP

    Args:
        path: of the folder.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = Path(path_text(path))

    def __len__(self) -> int:
        """How many parts there are."""
        return len(self._described()["parts"])

    def split(self, *results: Results, parts: int = 100, on_error: str = "raise") -> int:
        """Write what is to be done; nothing is computed.

        Args:
            results: what is wanted, and with it all else that was asked of their sources.
            parts: about how many there shall be of each source.
            on_error: "raise" what is wrong with a file, or "skip" the entries that cannot be read.

        Returns:
            How many parts there are: they are run by their numbers, from 0 on.

        Raises:
            MisuseError: the folder is there, there is nothing to compute, two snapshots are of one file, or another
                job, which is neither joined nor removed, writes into it.
            FileIOError: the folder of a snapshot is not there, or a file has changed since it was opened.
            UnsupportedError: what cannot be computed by other processes; the message names it.
        """
        whole_number(parts, "parts", 1)
        if on_error not in ("raise", "skip"):
            raise MisuseError(f"on_error={on_error!r}: there are 'raise' and 'skip'")
        make_portable()
        plans = list(dict.fromkeys(_plan_and_count(result) for result in results_in(results)))
        if not plans:
            raise MisuseError("a job without results")
        cut = [
            [number, first, last]
            for number, (_, tasks) in enumerate(plans)
            for first, last in parts_of(0, tasks, 1, size=size_of_parts(tasks, parts))
        ]
        described = {"version": _VERSION, "id": uuid.uuid4().hex, "skips_errors": on_error == "skip", "parts": cut}
        self._write([plan for plan, _ in plans], described)
        return len(cut)

    def _write(self, plans: list[str], described: dict[str, Any]) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.mkdir(mode=_OWN)
        except FileExistsError:
            raise MisuseError(f"the folder '{self._path}' is there: a job needs one of its own") from None
        try:
            for number, plan in enumerate(plans):
                (self._path / f"plan-{number}").write_bytes(plan_bytes(stamped(plan)))
            (self._path / "job.json").write_text(json.dumps(described))
            require_places(*plans, owner=self._owner(described))
        except BaseException:
            for plan in plans:
                remove_parts(plan, self._owner(described))
            shutil.rmtree(self._path)
            raise

    def _owner(self, described: dict[str, Any]) -> Owner:
        return Owner(str(self._path.absolute()), described["id"])

    def run(self, number: int) -> None:
        """Do a part, on all threads of this process, and write its result. It may be done again.

        Raises:
            MisuseError: there is no part of this number, or the job was replaced by another one meanwhile.
            RametError: what went wrong; `join` tells of it, too.
        """
        described = self._described()
        if not 0 <= number < len(described["parts"]):
            raise MisuseError(f"part {number} of '{self._path}': there are 0 to {len(described['parts']) - 1}")
        plan, first, last = described["parts"][number]
        task = Task((self._path / f"plan-{plan}").read_bytes(), first, last, described["skips_errors"])
        bytes_of_answer = self._done(task, self._owner(described))
        answer = answer_of(bytes_of_answer)
        if self._described() != described:
            raise MisuseError(f"part {number} of '{self._path}': another job is in the folder by now")
        if isinstance(answer, Failure):
            self._put(self._failure(number), f"{answer.kind}: {answer.message}".encode())
            raise WorkerLostError(f"part {number} of '{self._path}': {answer.kind}: {answer.message}")
        self._put(self._answer(number), self._head(task.plan, described) + bytes_of_answer)
        self._failure(number).unlink(missing_ok=True)

    @staticmethod
    def _done(task: Task, owner: Owner) -> bytes:
        try:
            make_folders(plan_text(task.plan), owner)  # a join without this part may have removed them
        except RametError as error:
            return failed(error)
        return run_task(task.to_bytes())

    @staticmethod
    def _head(plan: bytes, described: dict[str, Any]) -> bytes:
        """What the file of a part begins with, if it is one of this job."""
        return _PART.pack(b"RMJP", 1, key_of_run(plan_text(plan), skips_errors=described["skips_errors"]))

    def missing(self) -> list[int]:
        """The numbers of the parts that are not done: what a batch system has to run again. What another job wrote that
        was in the folder before is no part of this one."""
        described = self._described()
        plans = {
            plan: (self._path / f"plan-{plan}").read_bytes() for plan in {plan for plan, _, _ in described["parts"]}
        }
        heads = {plan: self._head(plans[plan], described) for plan in plans}
        with_files = {plan for plan in plans if snapshots_of(plan_text(plans[plan]))}
        return [
            number
            for number, (plan, _, _) in enumerate(described["parts"])
            if self._head_of(number) != heads[plan] or (plan in with_files and not self._has_files(number, plans[plan]))
        ]

    def _head_of(self, number: int) -> bytes:
        """What the file of a part begins with; empty if there is none."""
        try:
            with self._answer(number).open("rb") as file:
                return file.read(_PART.size)
        except FileNotFoundError:
            return b""

    def _has_files(self, number: int, plan: bytes) -> bool:
        """Whether the files of a part's snapshots are there: a join, or somebody else, may have removed them."""
        try:
            answer = answer_of(self._answer(number).read_bytes()[_PART.size :])
            return not isinstance(answer, bytes) or has_parts(snapshots_in(answer, plan))
        except (CorruptError, struct.error, IndexError, UnicodeDecodeError):
            return True  # it is damaged, as `join` says

    def join(self, *results: Results, allow_missing: bool = False) -> list[RunReport]:
        """Take what the parts gave; results have the bits that one process gives.

        Args:
            results: those of `split`, or the same asked again, also in another process.
            allow_missing: have results of what is there, whose reports say what is covered.

        Returns:
            As `ramet.run`.

        Raises:
            WorkerLostError: parts are missing or damaged; the message has their numbers, and what went wrong.
            MisuseError: the results are others than those that were split, or a file that they read has changed.
        """
        make_portable()
        described = self._described()
        plans = self._plans()
        if (missing := self.missing()) and not allow_missing:
            raise WorkerLostError(f"'{self._path}': {self._told(missing)}")
        owner = self._owner(described)
        joined: list[str] = []

        def do(tasks: _core.TasksElsewhere) -> None:
            asked = _without_stamps(json.loads(tasks.plan))
            if asked not in (unstamped := [_without_stamps(plan) for plan in plans]):
                raise MisuseError(f"'{self._path}' is the job of {_difference(asked, unstamped)}")
            of_asked = unstamped.index(asked)
            try:
                stamps = plans[of_asked].get("stamps", {})
                require_same(stamps, f"since the job '{self._path}' was split", at_end=True)
            except FileIOError as error:
                raise MisuseError(str(error)) from None
            if missing:
                take_back_parts(tasks.plan, owner)
                keep_parts(tasks.plan, owner)  # for the join of all
            parts = [number for number, (of, _, _) in enumerate(described["parts"]) if of == of_asked]
            self._take(tasks, sorted(set(parts).difference(missing)))
            if missing:
                tasks.stop()
            else:
                joined.append(tasks.plan)

        for plan in plans:
            take_back_parts(json.dumps(plan), owner)
        reports = self._joined(results_in(results), do)
        for done in joined:
            release(done, owner)
        return reports

    @staticmethod
    def _joined(results: Iterable[Result[Any]], do: Callable[[_core.TasksElsewhere], None]) -> list[RunReport]:
        reports = []
        for result in results:
            result.booked.run(elsewhere=do)
            reports.append(result.report)
        return reports

    def remove(self) -> None:
        """Remove the folder, if it is one of a job, and parts of snapshots that were not joined."""
        if self._path.exists():
            owner = self._owner(self._described())
            for plan in self._plans():
                remove_parts(json.dumps(plan), owner)
            shutil.rmtree(self._path)

    def _take(self, tasks: _core.TasksElsewhere, numbers: Iterable[int]) -> None:
        for number in numbers:
            path = self._answer(number)
            try:
                answer = answer_of(path.read_bytes()[_PART.size :])
                if isinstance(answer, bytes):
                    tasks.take(answer)
            except CorruptError as error:
                raise WorkerLostError(f"part {number}, '{path}': {error}; remove it, and run the part again") from error

    def _plans(self) -> list[dict[str, Any]]:
        self._described()
        plans: list[dict[str, Any]] = []
        for number in itertools.count():  # also those without tasks, of files without entries
            try:
                plan = (self._path / f"plan-{number}").read_bytes()
            except FileNotFoundError:
                return plans
            plans.append(json.loads(plan_text(plan)))
        return plans

    def _described(self) -> dict[str, Any]:
        try:
            described: dict[str, Any] = json.loads((self._path / "job.json").read_text())
        except FileNotFoundError:
            raise FileMissingError(f"there is no job in '{self._path}'") from None
        except ValueError as error:
            raise CorruptError(f"'{self._path / 'job.json'}': {error}") from error
        if described.get("version") != _VERSION:
            raise UnsupportedError(f"a job of version {described.get('version')}, expected {_VERSION}")
        return described

    def _told(self, missing: list[int]) -> str:
        named = ", ".join(str(number) for number in missing[:_MOST_NAMED])
        more = ", ..." if len(missing) > _MOST_NAMED else ""
        failures = [self._failure(number) for number in missing if self._failure(number).exists()]
        why = f"; {failures[0].name}: {failures[0].read_text()}" if failures else ""
        if any(self._answer(number).exists() for number in missing):
            why += "; some were done by an earlier job, or what they wrote of a snapshot was joined before, or removed"
        return f"{len(missing)} of {len(self)} parts are not done: {named}{more}{why}"

    def _answer(self, number: int) -> Path:
        return self._path / f"part-{number}"

    def _failure(self, number: int) -> Path:
        return self._path / f"failed-{number}"

    @staticmethod
    def _put(path: Path, content: bytes) -> None:
        """Write a file that is there as a whole or not at all."""
        unfinished = path.with_name(f"{path.name}.{uuid.uuid4().hex}")  # other machines number processes as this one
        unfinished.write_bytes(content)
        unfinished.replace(path)


def _without_stamps(plan: dict[str, Any]) -> dict[str, Any]:
    """What a plan asks for, whatever contents its files have."""
    source = {name: value for name, value in plan["source"].items() if name != "stamp"}
    return {name: value for name, value in plan.items() if name != "stamps"} | {"source": source}


def _difference(asked: dict[str, Any], plans: list[dict[str, Any]]) -> str:
    """What a job is of, where no plan is that which was asked."""
    for plan in plans:
        if {**plan, "samples": []} == {**asked, "samples": []}:
            pairs = [(one["id"], other["id"]) for one, other in zip(plan["samples"], asked["samples"], strict=False)]
            named = next((pair for pair in pairs if pair[0] != pair[1]), None)
            if named is not None:  # ids of samples are part of what expressions may ask
                then, now = (_core.shown_url(name) for name in named)
                return f"files that were named otherwise: {then!r} then, {now!r} now"
    return "other results, or of files elsewhere"


def _plan_and_count(result: Result[Any]) -> tuple[str, int]:
    plan, tasks = _core.parts_of_run(result.booked)
    return plan, len(tasks)
