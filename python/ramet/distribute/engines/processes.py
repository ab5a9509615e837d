"""Worker processes of this machine."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
import weakref
from concurrent.futures import Future
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

import ramet
from ramet.arguments import real_number, whole_number
from ramet.distribute.engines.pipes import ANSWER, READY, TASK, SilenceError, read_message, write_message
from ramet.distribute.errors import WorkerLostError
from ramet.errors import MisuseError

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Processes"]

_Job = tuple[bytes, "Future[bytes]"]
_PROGRAM = "from ramet.distribute.engines.serve import main; main()"
_END_SECONDS = 1.0
_START_SECONDS = 60.0  # for the interpreter and its imports, on a loaded machine


class _Worker:
    """One process at a time, and the thread that talks to it. Threads: `kill` and `pid` any; the rest is its own."""

    def __init__(self, jobs: queue.SimpleQueue[_Job | None], threads: int, timeout: float) -> None:
        self._jobs = jobs
        self._threads = threads
        self._timeout = timeout
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._is_busy = False
        self._is_over = False
        self.thread = threading.Thread(target=self._work, name="ramet worker", daemon=True)
        self.thread.start()

    @property
    def pid(self) -> int | None:
        """The number of the process; None while there is none."""
        with self._lock:
            return None if self._process is None else self._process.pid

    def kill(self, *, only_busy: bool = False, for_good: bool = False) -> None:
        """End the process; another one is started for the next task, unless for good."""
        with self._lock:
            self._is_over = self._is_over or for_good
            if self._process is not None and (self._is_busy or not only_busy):
                self._process.kill()

    def _work(self) -> None:
        self._start_quietly()  # before it is needed
        while (job := self._jobs.get()) is not None:
            task, future = job
            if not future.set_running_or_notify_cancel():
                continue
            try:
                answer = self._answer(task)
            except WorkerLostError as error:
                future.set_exception(error)
            else:
                future.set_result(answer)
                del answer  # it may be large, and the next task may be long in coming
            del job, future
        self._end("", kill=True)

    def _start_quietly(self) -> None:
        try:
            self._started()
        except WorkerLostError:
            self._end("", kill=True)  # the first task tells

    def _answer(self, task: bytes) -> bytes:
        process = self._started()
        with self._lock:
            self._is_busy = True
        try:
            write_message(process.stdin.fileno(), TASK, task)  # type: ignore[union-attr]
            return self._message(process, ANSWER, self._timeout)
        except (EOFError, OSError):
            raise self._end("ended") from None
        except SilenceError:
            raise self._end(f"gave no sign of life for {self._timeout:g} s", kill=True) from None
        finally:
            with self._lock:
                self._is_busy = False

    @staticmethod
    def _message(process: subprocess.Popen[bytes], wanted: bytes, seconds: float) -> bytes:
        while True:
            kind, content = read_message(process.stdout.fileno(), seconds)  # type: ignore[union-attr]
            if kind == wanted:
                return content

    def _started(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._process is None:
                if self._is_over:
                    raise WorkerLostError("the worker was ended")
                self._process = _new_process(self._threads, self._timeout)
                is_new = True
            else:
                is_new = False
            process = self._process
        if is_new:
            try:
                self._message(process, READY, _START_SECONDS)
            except (EOFError, OSError):
                raise self._end("ended while it started: its messages are above") from None
            except SilenceError:
                raise self._end(f"did not start within {_START_SECONDS:g} s", kill=True) from None
        return process

    def _end(self, what: str, *, kill: bool = False) -> WorkerLostError:
        """Take leave of the process, and say what it did."""
        with self._lock:
            process, self._process = self._process, None
        if process is None:
            return WorkerLostError(f"the worker {what}")
        if kill:
            process.kill()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()
        try:
            code = process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:  # it closed its pipes, and goes on
            process.kill()
            code = process.wait()
        how = f" ({signal.Signals(-code).name})" if code < 0 and not kill else ""
        return WorkerLostError(f"worker process {process.pid} {what}{how}")


def _new_process(threads: int, timeout: float) -> subprocess.Popen[bytes]:
    """A new interpreter with this package. It has a session of its own, so that Ctrl-C is for this process alone."""
    folder = str(Path(ramet.__file__).parent.parent)
    paths = [folder, *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    command = [sys.executable, "-c", _PROGRAM, str(threads), str(min(1.0, timeout / 4))]
    return subprocess.Popen(
        command,
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
    )


def _end_all(workers: list[_Worker], jobs: queue.SimpleQueue[_Job | None]) -> None:
    _drop(jobs)
    for worker in workers:
        worker.kill(for_good=True)
        jobs.put(None)
    for worker in workers:
        worker.thread.join()


def _drop(jobs: queue.SimpleQueue[_Job | None]) -> None:
    """Forget the tasks that nobody has begun."""
    try:
        while True:
            job = jobs.get_nowait()
            if job is not None:
                job[1].cancel()
    except queue.Empty:
        pass


class Processes:
    """Worker processes of this machine, for `on=`. They are started at once, each as a new interpreter, and wait for
    tasks until `close`, or the end of the `with` block or of the program; they talk over pipes only. A process that was
    killed, or gives no sign of life, is replaced. Threads: as of Engine.

    Args:
        workers: how many; by default as many as there are cores for `threads` each.
        threads: of each.
        timeout: seconds without a sign of life, which workers give several times in this time while they work, after
            which a worker is given up.

    Raises:
        MisuseError: no workers or threads, or no time.
    """

    def __init__(self, workers: int | None = None, *, threads: int = 1, timeout: float = 30.0) -> None:
        threads = whole_number(threads, "threads", 1)
        if workers is None:
            workers = max(1, len(os.sched_getaffinity(0)) // threads)
        workers = whole_number(workers, "workers", 1)
        timeout = real_number(timeout, "timeout")
        if timeout <= 0:
            raise MisuseError(f"timeout={timeout}: expected more than 0 s")
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._workers = [_Worker(self._jobs, threads, timeout) for _ in range(workers)]
        self._finalizer = weakref.finalize(self, _end_all, self._workers, self._jobs)

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes that are there."""
        return [pid for worker in self._workers if (pid := worker.pid) is not None]

    def workers(self) -> int:
        """How many there are."""
        return len(self._workers)

    def submit(self, task: bytes) -> Future[bytes]:
        """As of Engine. Raises MisuseError when they were closed."""
        if not self._finalizer.alive:
            raise MisuseError("the processes were closed")
        future: Future[bytes] = Future()
        self._jobs.put((task, future))
        return future

    def cancel(self) -> None:
        """As of Engine: processes that work are ended."""
        _drop(self._jobs)
        for worker in self._workers:
            worker.kill(only_busy=True)

    def close(self) -> None:
        """End them; a second time does nothing."""
        self._finalizer()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Processes: {len(self._workers)}{'' if self._finalizer.alive else ', closed'}>"
