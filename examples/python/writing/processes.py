"""A pool of processes that fills one tree. docs/guides/processes.md shows this."""

# Says: 40000 entries of 8 parts in order: True
# Says: 2 processes have left

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import ramet


# docs: begin work
def fill(shared: ramet.SharedFile, parts: list[int]) -> None:
    with ramet.join(shared) as writer:  # this process compresses and writes by itself
        for part in parts:
            random = np.random.default_rng(part)
            with writer.context(part) as context:
                context.extend({"part": np.full(5_000, part), "x": random.normal(size=5_000)})


# docs: end work

if __name__ == "__main__":
    # docs: begin owner
    schema = {"part": "int32", "x": "float32"}
    with ramet.ParallelWriter("shared.root", "Events", schema) as writer:
        shared = writer.share()  # can be pickled
        with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
            done = [processes.submit(fill, shared, parts) for parts in ([0, 2, 4, 6], [1, 3, 5, 7])]
            for one in done:
                one.result()
    # docs: end owner

    with ramet.open("shared.root:Events") as tree:
        parts = tree["part"].array(library="np")
        print(f"{len(parts)} entries of 8 parts in order:", bool((np.diff(parts) >= 0).all()))
    # docs: begin report
    states = [process.state for process in writer.processes()]  # "running", "left" or "died"
    print(f"{states.count('left')} processes have left")
    # docs: end report
