"""Files are merged as they are finished. docs/guides/merging.md shows this."""

# Says: 200 entries so far
# Says: 4 files, 400 entries
# Says: again: False, 4 files

import io
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import ramet


def write(path: "str | io.BytesIO", worker: int) -> None:
    with ramet.recreate(path) as file:
        file["Events"] = {"x": np.arange(100.0) + 100 * worker}
        file["x"] = np.histogram(np.arange(100.0), bins=10, range=(0, 100))


def work(worker: int) -> bytes:
    memory = io.BytesIO()
    write(memory, worker)
    return memory.getvalue()


write("run1.root", 0)
write("run2.root", 1)

# docs: begin live
with ramet.LiveMerge("all.root") as live:
    live.add("run1.root")
    live.add("run2.root")
    live.checkpoint()  # all.root is a valid file from now on, and has both
    with ramet.open("all.root:Events") as tree:
        print(tree.num_entries, "entries so far")
    with ThreadPoolExecutor() as workers:
        for contents in workers.map(work, range(2, 4)):
            live.add(contents)
    report = live.checkpoint()
# docs: end live

with ramet.open("all.root:Events") as tree:
    print(f"{report.files} files, {tree.num_entries} entries")

live = ramet.LiveMerge("more.root")
for path in ("run1.root", "run2.root"):
    live.add(path)
live.checkpoint()
del live
with ramet.LiveMerge("more.root") as live:  # goes on
    again = live.add("run1.root")
    live.add(work(2))
    live.add(work(3))
print(f"again: {again}, {live.report.files} files")
