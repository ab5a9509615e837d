"""Parts of a tree read by other processes, which get a file name and a range of entries.
docs/guides/host_frameworks.md shows this."""

# Says: 4 tasks, sum 4999950000
# Says: the same with threads: True

from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import numpy as np
import ramet


# docs: begin tasks
def tasks_of(path: str, tree: str, size: int) -> list[tuple[str, str, int, int]]:
    """Ranges of about so many entries."""
    with ramet.open(path) as file:
        entries = file[tree].num_entries
    return [(path, tree, first, min(first + size, entries)) for first in range(0, entries, size)]


def sum_of(task: tuple[str, str, int, int]) -> int:
    path, tree, first, last = task
    with ramet.open(path) as file:
        return int(file[tree]["x"].array(library="np", entry_start=first, entry_stop=last).sum())


def total(executor: Executor, tasks: list[tuple[str, str, int, int]]) -> int:
    return sum(executor.map(sum_of, tasks))


# docs: end tasks

if __name__ == "__main__":
    with ramet.recreate("numbers.root") as file:
        file["Events"] = {"x": np.arange(100_000)}
    # docs: begin pools
    tasks = tasks_of("numbers.root", "Events", 25_000)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        print(f"{len(tasks)} tasks, sum {total(processes, tasks)}")
    with ThreadPoolExecutor(2) as threads:  # one process is enough: reading releases the interpreter's lock
        print("the same with threads:", total(threads, tasks) == 4999950000)
    # docs: end pools
