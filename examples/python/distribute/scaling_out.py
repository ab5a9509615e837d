"""Frames on worker processes, and what becomes of a worker that is killed. docs/guides/computing/scaling_out.md shows
this."""

# Says: 200000 entries, the same bits: True
# Says: 2 processes, complete: True
# Says: UnsupportedError: column 'twice' is a function
# Says: one was killed, the same bits: True
# Says: 4 tasks of 2 threads, the same bits: True

import os
import signal
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np
import ramet
from ramet.distribute import Processes, run_task

for run in range(4):
    random = np.random.default_rng(run)
    with ramet.recreate(f"run{run}.root") as file:
        events = file.mktree("Events", {"pt": "float64", "weight": "float32"})
        events.extend({"pt": random.exponential(30, 50_000), "weight": random.normal(1, 0.1, 50_000)})


def asked() -> list[ramet.Result]:
    """What is asked of the frame."""
    frame = ramet.frame("run*.root:Events").filter("pt > 20", "hard").define("log_pt", "log(pt)")
    return [frame.histo1d("log_pt", 50, (2, 7), weight="weight"), frame.sum("weight"), frame.report()]


if __name__ == "__main__":
    alone = asked()

    # docs: begin processes
    with Processes(2) as processes:
        frame = ramet.frame("run*.root:Events").filter("pt > 20", "hard").define("log_pt", "log(pt)")
        spectrum = frame.histo1d("log_pt", 50, (2, 7), weight="weight")
        total, report = frame.sum("weight"), frame.report()
        done = spectrum.run(on=processes)  # and all else that was asked of the frame
        # docs: end processes
        same = spectrum.values().tolist() == alone[0].values().tolist() and total.value == alone[1].value
        print(f"{report['hard'].all} entries, the same bits: {same}")
        print(f"{processes.workers()} processes, complete: {done.is_complete}")

        # docs: begin refused
        try:
            frame.define("twice", lambda pt: 2 * pt).sum("twice").run(on=processes)
        except ramet.UnsupportedError as error:
            print(f"UnsupportedError: {str(error).partition(',')[0]}")
        # docs: end refused

        again = asked()
        os.kill(processes.pids[0], signal.SIGKILL)
        ramet.run(*again, on=processes)
        print(f"one was killed, the same bits: {again[1].value == alone[1].value}")

    # docs: begin engine
    class Threads:
        """An engine: two threads of this process."""

        def __init__(self) -> None:
            self.pool = ThreadPoolExecutor(2)
            self.tasks = 0

        def workers(self) -> int:
            return 2

        def submit(self, task: bytes) -> Future:
            self.tasks += 1
            return self.pool.submit(run_task, task)

        def cancel(self) -> None:
            self.pool.shutdown(cancel_futures=True)

    engine = Threads()
    total = ramet.frame("run*.root:Events").filter("pt > 20").sum("weight")
    total.run(on=engine)
    # docs: end engine
    print(f"{engine.tasks} tasks of {engine.workers()} threads, the same bits: {total.value == alone[1].value}")
