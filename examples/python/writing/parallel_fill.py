"""Four threads fill one tree of one file. docs/guides/parallel_writing.md shows this."""

# Says: 400000

# docs: begin fill
import threading

import numpy as np
import ramet


def fill(writer: ramet.ParallelWriter, seed: int) -> None:
    random = np.random.default_rng(seed)
    with writer.context() as context:  # one a thread
        for _ in range(10):
            context.extend({"x": random.normal(size=10_000).astype("float32")})


with ramet.ParallelWriter("events.root", "Events", {"x": "float32"}) as writer:
    threads = [threading.Thread(target=fill, args=(writer, seed)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
# docs: end fill

with ramet.open("events.root:Events") as tree:
    print(tree.num_entries)
