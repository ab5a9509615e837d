"""What the tests of engines of other packages share: files, and what is asked of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import ramet


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Three files of one table, in clusters of different sizes; sums depend on the order of additions."""
    folder = tmp_path_factory.mktemp("engines")
    for run in range(3):
        random = np.random.default_rng(run)
        with ramet.recreate(folder / f"run{run}.root") as file:
            tree = file.mktree("Events", {"x": "float64", "w": "float32", "n": "int32"})
            for size in (9_000, 9_000, 9_000, 3_000):
                columns = {"x": random.normal(50, 20, size), "w": random.exponential(1, size)}
                tree.extend({**columns, "n": random.integers(0, 4, size)})
    return [f"{folder}/run{run}.root:Events" for run in range(3)]


class Asked:
    """Results of each kind. Threads: one thread."""

    def __init__(self, files: list[str]) -> None:
        frame = ramet.frame(files, seed=3).define("y", "x * w + normal()").filter("n > 0", name="some")
        self.sum = frame.sum("y")
        self.stats = frame.stats("x", weight="w")
        self.histogram = frame.histo1d("x", 40, (0, 100), weight="w")
        varied = frame.vary("x", "RVecD{x * 0.9, x * 1.1}", ["down", "up"], "scale").histo1d("x", 9, (0, 90))
        self.varied = varied.variations()
        self.taken = frame.take("y")
        self.report = frame.report()

    def run(self, on: Any = None) -> ramet.RunReport:
        """Compute all of them."""
        return self.sum.run(on=on)

    def bits(self) -> list[object]:
        """All that can be compared."""
        varied = [one.values().tolist() for one in self.varied.values()]
        histogram = [self.histogram.values().tolist(), self.histogram.variances().tolist()]
        return [self.sum.value, self.stats.value, histogram, varied, self.taken.value.tolist(), self.report.value]


@pytest.fixture
def alone(files: list[str]) -> list[object]:
    """What one process computes."""
    asked = Asked(files)
    asked.run()
    return asked.bits()
