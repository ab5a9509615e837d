"""Files that ramet writes with every column type, by compression and number of contexts, and what is in them.

    python tests/interop/matrix.py FOLDER

writes them, and expected.json beside them in the form that readers/canonical.py says.
"""

from __future__ import annotations

import json
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import ramet
from columns import TREES, batch, branches, counters, schema
from readers.canonical import canonical

ENTRIES = 240
CLUSTER = 25  # entries, so that each context's share ends within one
COMPRESSIONS = {"none": 0, "zlib:1": 101, "lzma:1": 201, "lz4:4": 404, "zstd:5": 505}  # and ROOT's numbers
CONTEXTS = [1, 2, 8]


@dataclass(frozen=True)
class Cell:
    """One file of the matrix."""

    tree: str
    compression: str
    contexts: int
    entries: int = ENTRIES

    @property
    def file_name(self) -> str:
        return f"{self.tree}_{self.compression.replace(':', '_')}_{self.contexts}_{self.entries}.root"


CELLS = [
    *(Cell(tree, compression, contexts) for tree in TREES for compression in COMPRESSIONS for contexts in CONTEXTS),
    *(Cell(tree, "zstd:5", 1, entries) for tree in TREES for entries in (0, 1)),
]


def write(path: Path, cell: Cell) -> None:
    """Each context has a thread and its share of the entries, in batches; all fill at the same time."""
    share = cell.entries // cell.contexts
    barrier = threading.Barrier(cell.contexts)
    failures: list[BaseException] = []

    with ramet.ParallelWriter(
        path, cell.tree, schema(cell.tree), compression=cell.compression, cluster_entries=CLUSTER
    ) as writer:

        def fill(part: int) -> None:
            try:
                with writer.context(sequence=part) as context:
                    barrier.wait()
                    for first in range(part * share, (part + 1) * share, 10):
                        context.extend(batch(cell.tree, first, min(first + 10, (part + 1) * share)))
            except BaseException as failure:
                failures.append(failure)

        threads = [threading.Thread(target=fill, args=(part,)) for part in range(cell.contexts)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not failures, failures


def expected_branches(tree: str) -> dict[str, list[Any]]:
    """The values of every branch, counters too."""
    entries = range(ENTRIES)
    values = {name: [branch.value(entry) for entry in entries] for name, branch in branches(tree).items()}
    lengths = {name: [len(case.value(entry)) for entry in entries] for name, case in counters(tree).items()}
    return canonical(values | lengths)


# --- histograms ------------------------------------------------------------------------------------------------------

FILLED = np.array([-1.0, 0.0, 0.125, 0.5, 0.5, 2.0, 3.875, 4.0, 9.0, 2.5])
WEIGHTS = np.array([1.0, 2.0, -0.5, 0.25, 4.0, 1.0, 1.0, 8.0, 0.5, 3.0])


def histograms() -> dict[str, ramet.Histogram]:
    """By name: bins of one width and of several, with weights and without, empty."""
    made = {
        "regular": ramet.Histogram(8, (0, 4), title="of numbers", label="x [GeV]"),
        "weighted": ramet.Histogram(8, (0, 4), title="with weights"),
        "variable": ramet.Histogram([0, 0.5, 1, 4], title="edges"),
        "variable_weighted": ramet.Histogram([0, 0.5, 1, 4], title="é"),
        "empty": ramet.Histogram(3, (-1, 1)),
    }
    for name, histogram in made.items():
        if name != "empty":
            histogram.fill(FILLED, weight=WEIGHTS if "weighted" in name else None)
    return made


def expected_histogram(name: str, histogram: ramet.Histogram) -> dict[str, Any]:
    """Counted here by NumPy: only the bins and labels are the histogram's own."""
    axis = histogram.axis()
    edges = axis.edges()
    empty = name == "empty"
    values = FILLED[:0] if empty else FILLED
    weights = WEIGHTS if "weighted" in name else np.ones(len(values))
    beyond = np.concatenate([[-np.inf], edges, [np.nextafter(np.inf, 0), np.inf]])
    contents = [np.histogram(values, beyond, weights=sums)[0][: len(edges) + 1] for sums in (weights, weights**2)]
    inside = (values >= edges[0]) & (values < edges[-1])
    x, w = values[inside], weights[inside]
    return canonical(
        {
            "name": name,
            "title": histogram.title,
            "label": axis.label,
            "bins": len(edges) - 1,
            "low": float(edges[0]),
            "high": float(edges[-1]),
            "edges": edges.tolist() if "variable" in name else [],
            "contents": contents[0].astype(float).tolist(),
            "squares": contents[1].tolist() if "weighted" in name else [],
            "entries": float(len(values)),
            "sum": float(w.sum()),
            "sum_of_squares": float((w**2).sum()),
            "sum_x": float((w * x).sum()),
            "sum_xx": float((w * x * x).sum()),
        }
    )


def write_histograms(path: Path, compression: str) -> None:
    with ramet.recreate(path, compression=compression) as file:
        for name, histogram in histograms().items():
            file[name] = histogram


def expected_histograms() -> dict[str, Any]:
    return {name: expected_histogram(name, histogram) for name, histogram in histograms().items()}


# --- all of them -----------------------------------------------------------------------------------------------------


def histogram_file(compression: str) -> str:
    return f"histograms_{compression.replace(':', '_')}.root"


def write_all(folder: Path) -> dict[str, Any]:
    """All files; what they hold, in canonical form."""
    for cell in CELLS:
        write(folder / cell.file_name, cell)
    for compression in COMPRESSIONS:
        write_histograms(folder / histogram_file(compression), compression)
    expected = {tree: expected_branches(tree) for tree in TREES} | {"histograms": expected_histograms()}
    (folder / "expected.json").write_text(json.dumps(expected))
    return expected


if __name__ == "__main__":
    write_all(Path(sys.argv[1]))
