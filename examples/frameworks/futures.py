"""An event loop on concurrent.futures: tasks make batches of events, an output takes two at a time."""

# Says: 50 batches, at most 8 in flight; 50000 events in order

import threading
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

import numpy as np
import ramet

BATCHES, SIZE, IN_FLIGHT = 50, 1000, 8


# docs: begin modules
def simulate(batch: int) -> dict[str, np.ndarray]:
    source = np.random.default_rng(batch)
    return {"number": np.arange(batch * SIZE, (batch + 1) * SIZE), "energy": source.exponential(10, SIZE)}


def calibrate(events: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    return events | {"energy": 1.02 * events["energy"]}


# docs: end modules


# docs: begin output
class Output:
    """A part of the file for each batch, so that the file does not depend on which one is ready first."""

    def __init__(self, path: str, concurrency: int) -> None:
        self.writer = ramet.ParallelWriter(path, "Events", {"number": "int64", "energy": "float64"})
        self.free = threading.Semaphore(concurrency)

    def write(self, batch: int, events: dict[str, np.ndarray]) -> None:
        with self.free, self.writer.context(batch) as context:
            context.extend(events)


# docs: end output


# docs: begin loop
def process(batch: int, output: Output) -> int:
    output.write(batch, calibrate(simulate(batch)))
    return batch


def event_loop(output: Output) -> int:
    """Runs all batches, with a bounded number in flight; returns how many that were at most."""
    pending: set[Future[int]] = set()
    most = 0
    with ThreadPoolExecutor(4) as threads:
        for batch in range(BATCHES):
            if len(pending) == IN_FLIGHT:
                done, pending = wait(pending, return_when=FIRST_COMPLETED)
                for one in done:
                    one.result()  # raises what a task raised
            pending.add(threads.submit(process, batch, output))
            most = max(most, len(pending))
        for one in pending:
            one.result()
    return most


output = Output("futures.root", concurrency=2)
with output.writer:
    most = event_loop(output)
# docs: end loop

with ramet.open("futures.root") as file:
    number = file["Events"]["number"].array(library="np")
order = "in order" if np.array_equal(number, np.arange(BATCHES * SIZE)) else "out of order"
print(f"{BATCHES} batches, at most {most} in flight; {len(number)} events {order}")
