"""A worker process of `Processes`: tasks come by its standard input, answers go to its standard output."""

from __future__ import annotations

import os
import queue
import sys
import threading
from collections.abc import Callable

from ramet.distribute.engines.pipes import ALIVE, ANSWER, READY, TASK, read_message, write_message

__all__ = ["main"]


class _Pipe:
    """Writes messages of several threads. Threads: any."""

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe
        self._lock = threading.Lock()

    def write(self, kind: bytes, content: bytes = b"") -> None:
        with self._lock:
            write_message(self._pipe, kind, content)


def main() -> None:
    """Work until the standard input ends: then whoever asked for the work is gone, and nothing is finished.

    Arguments of the command line: threads, and seconds between two signs of life."""
    threads, seconds = int(sys.argv[1]), float(sys.argv[2])
    # What programs print must not come between answers.
    tasks_pipe, answers = os.dup(0), _Pipe(os.dup(1))
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    waiting: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    _begin(lambda: _read_tasks(tasks_pipe, waiting))
    from ramet.distribute.worker import run_task
    from ramet.session import use_threads

    use_threads(threads)
    try:
        answers.write(READY)
        _begin(lambda: _show_life(answers, seconds))
        while True:
            answers.write(ANSWER, run_task(waiting.get()))
    except OSError:  # nobody reads the answers any longer
        os._exit(0)


def _begin(work: Callable[[], None]) -> None:
    threading.Thread(target=work, daemon=True).start()


def _read_tasks(pipe: int, waiting: queue.SimpleQueue[bytes]) -> None:
    try:
        while True:
            kind, content = read_message(pipe)
            if kind == TASK:
                waiting.put(content)
    except (EOFError, OSError):
        os._exit(0)


def _show_life(answers: _Pipe, seconds: float) -> None:
    wait = threading.Event()
    try:
        while not wait.wait(seconds):
            answers.write(ALIVE)
    except OSError:
        os._exit(0)
