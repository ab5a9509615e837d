"""Files that ramet wrote, one for each compression and number of contexts."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
import ramet
from columns import COLUMNS, batch

ENTRIES = 240
COMPRESSIONS = ["none", "zlib:1", "lzma:1", "lz4:4", "zstd:5"]
CONTEXTS = [1, 2, 8]

WriteFile = Callable[[str, int], Path]


def write(path: Path, compression: str, contexts: int) -> None:
    """Each context has a thread and its share of the entries, in batches; all fill at the same time."""
    schema = {case.name: case.declared for case in COLUMNS}
    share = ENTRIES // contexts
    barrier = threading.Barrier(contexts)
    failures: list[BaseException] = []

    with ramet.ParallelWriter(path, "Events", schema, compression=compression, cluster_entries=25) as writer:

        def fill(number: int) -> None:
            try:
                with writer.context(sequence=number) as context:
                    barrier.wait()
                    for first in range(number * share, (number + 1) * share, 10):
                        context.extend(batch(first, min(first + 10, (number + 1) * share)))
            except BaseException as failure:
                failures.append(failure)

        threads = [threading.Thread(target=fill, args=(number,)) for number in range(contexts)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not failures


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> WriteFile:
    folder = tmp_path_factory.mktemp("written")

    def get(compression: str, contexts: int) -> Path:
        path = folder / f"{compression.replace(':', '_')}_{contexts}.root"
        if not path.exists():
            write(path, compression, contexts)
        return path

    return get
