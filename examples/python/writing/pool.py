"""Many tasks share two contexts of one output file. docs/guides/parallel_writing.md shows this."""

# Says: 20000 entries of at most 2 contexts: True

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import ramet

# docs: begin pool
writer = ramet.ParallelWriter("pool.root", "Events", {"x": "float64"}, order="arrival")
with writer, writer.pool(2) as pool:

    def task(number: int) -> None:
        x = np.random.default_rng(number).normal(size=1000)
        with pool.lend() as context:  # waits while two are lent
            context.extend({"x": x})

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(task, range(20)))
# docs: end pool
report = writer.report()
print(f"{report.entries} entries of at most 2 contexts: {len(report.contexts) <= 2}")
