"""What the tests of distributed frames share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import ramet
from ramet.distribute import Processes

ENTRIES = 90_000


def write_events(path: Path, entries: int, seed: int) -> None:
    """A tree of numbers and lists whose sums depend on the order of additions, in clusters of different sizes."""
    random = np.random.default_rng(seed)
    counts = random.integers(0, 4, entries)
    offsets = np.concatenate([[0], np.cumsum(counts)])
    with ramet.recreate(path) as file:
        tree = file.mktree("Events", {"x": "float64", "w": "float32", "n": "int32", "v": "var * float32"})
        for begin in range(0, entries, 9_000):
            end = min(begin + 9_000, entries)
            first, last = offsets[begin], offsets[end]
            tree.extend(
                {
                    "x": random.normal(50, 20, end - begin),
                    "w": random.exponential(1, end - begin),
                    "n": counts[begin:end],
                    "v": (offsets[begin : end + 1] - first, random.exponential(30, last - first)),
                }
            )


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Three files of one table."""
    folder = tmp_path_factory.mktemp("distribute")
    for number in range(3):
        write_events(folder / f"run{number}.root", ENTRIES // 3, number)
    return [f"{folder}/run{number}.root:Events" for number in range(3)]


@pytest.fixture(scope="session")
def processes() -> Iterator[dict[int, Processes]]:
    """One, two and three worker processes."""
    made = {count: Processes(count, timeout=10) for count in (1, 2, 3)}
    yield made
    for one in made.values():
        one.close()
