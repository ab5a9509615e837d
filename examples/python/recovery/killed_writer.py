"""A writer is killed; its file is checked and recovered. docs/guides/recovery.md shows this."""

# Says: readers see 10000 entries
# Says: True 2 records stand behind the file's end
# Says: Events TTree: 15000 entries, 10000 of them saved
# Says: {} True

import os
import signal
from multiprocessing import get_context

import numpy as np
import ramet


# docs: begin write
def write(path: str) -> None:
    writer = ramet.ParallelWriter(path, "Events", {"x": "float32"})
    context = writer.context()
    context.extend({"x": np.arange(10_000, dtype="float32")})
    context.hand_over()
    writer.checkpoint()  # readers see 10,000 entries
    context.extend({"x": np.arange(5_000, dtype="float32")})
    context.flush()  # a cluster of 5,000 more is in the file; no checkpoint names it yet
    context.extend({"x": np.arange(100, dtype="float32")})  # in memory
    os.kill(os.getpid(), signal.SIGKILL)
    # docs: end write


def look() -> None:
    # docs: begin check
    with ramet.open("killed.root:Events") as tree:
        print(f"readers see {tree.num_entries} entries")
    report = ramet.check("killed.root")
    print(report.is_sound, report.remarks[0].message.partition(" at byte")[0])
    # docs: end check

    # docs: begin recover
    report = ramet.recover("killed.root", "recovered.root")
    for table in report.tables:
        print(f"{table.path} {table.class_name}: {table.entries} entries, {table.saved_entries} of them saved")
    print(report.lost, ramet.check("recovered.root").is_sound)
    # docs: end recover


if __name__ == "__main__":
    process = get_context("spawn").Process(target=write, args=("killed.root",))
    process.start()
    process.join()
    look()
