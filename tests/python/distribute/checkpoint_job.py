"""A run with a checkpoint, which may wait to be killed: checkpoint_job.py CHECKPOINT FILE... [wait]"""

from __future__ import annotations

import sys
import time
from concurrent.futures import Future

import ramet
from ramet.distribute import run_task


class Slow:
    """Does tasks, and waits after the first if it is told to."""

    def __init__(self, *, waits: bool) -> None:
        self.tasks = 0
        self._waits = waits

    def workers(self) -> int:
        return 1

    def submit(self, task: bytes) -> Future[bytes]:
        future: Future[bytes] = Future()
        self.tasks += 1
        if not self._waits or self.tasks <= 2:
            future.set_result(run_task(task))
        return future

    def cancel(self) -> None:
        pass


def main() -> None:
    """Compute a sum; say when one part of it is in the checkpoint."""
    checkpoint, *files = sys.argv[1:]
    waits = files[-1] == "wait"
    engine = Slow(waits=waits)
    total = ramet.frame(files[: -1 if waits else None]).filter("x > 20").sum("w")

    def told(progress: ramet.Result) -> None:
        if waits and progress.entries:
            print("one is done", flush=True)
            time.sleep(60)

    total.run(on=engine, checkpoint=checkpoint, progress=told)
    print(engine.tasks, repr(total.value))


main()
