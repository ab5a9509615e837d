"""A job in parts, in order, with checkpoints of the file. docs/guides/parallel_writing.md shows this."""

# Says: at the checkpoint: 20000 entries
# Says: parts in order: True
# Says: 80000 entries of 8 parts

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import ramet

# docs: begin work
schema = {"part": "int32", "x": "float32"}


def fill(writer: ramet.ParallelWriter, part: int) -> None:
    random = np.random.default_rng(part)  # the same numbers, whichever thread does it
    with writer.context(part) as context:
        context.extend({"part": np.full(10_000, part), "x": random.normal(size=10_000)})


# docs: end work

# docs: begin writer
options = {
    "order": "sequence",  # by the numbers of the contexts; "arrival": as clusters reach the file
    "compression": "zstd:5",
    "cluster_size": "4 MiB",  # what a context gathers, uncompressed, before it writes
    "memory_budget": "64 MiB",  # for all contexts together
}
with ramet.ParallelWriter("parts.root", "Events", schema, **options) as writer, ThreadPoolExecutor(4) as threads:
    list(threads.map(lambda part: fill(writer, part), [1, 0]))
    writer.checkpoint()  # any reader can open the file from now on, with what is written so far
    with ramet.open("parts.root:Events") as tree:
        print(f"at the checkpoint: {tree.num_entries} entries")
    list(threads.map(lambda part: fill(writer, part), [7, 6, 5, 4, 3, 2]))
# docs: end writer

with ramet.open("parts.root:Events") as tree:
    parts = tree["part"].array(library="np")
    print("parts in order:", bool((np.diff(parts) >= 0).all()))

# docs: begin report
report = writer.report()  # str(report) is a table: who spent how many seconds on what
print(f"{report.entries} entries of {len(report.contexts)} parts")
# docs: end report
