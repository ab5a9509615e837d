"""Files with all types: in each a tree of whole objects, a tree of split ones, an ntuple, histograms."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import ramet
from cpp_types.cases import ENTRIES, FORMS, NTUPLES, OBJECT, Case, cases_of, classes_of, entries_of

CLUSTER = 5


@dataclass(frozen=True)
class Cell:
    """One file: how it is compressed, from how many contexts each table is filled."""

    compression: str
    contexts: int

    @property
    def file_name(self) -> str:
        return f"types_{self.compression.replace(':', '_')}_{self.contexts}.root"


CELLS = [Cell("none", 1), Cell("zlib:1", 2), Cell("lz4:4", 8), Cell("zstd:5", 8)]


def write(path: Path, cell: Cell) -> None:
    """A table after the other, each into the file as it is then."""
    for form in FORMS:
        if form != OBJECT:
            write_table(path, form, cell)
    with ramet.update(path) as file:
        for case in cases_of(OBJECT):
            [value] = [case.value(entry) for entry in entries_of(OBJECT)]
            file[f"{OBJECT}/{case.name}"] = ramet.NewObject(case.cpp, value, classes_of(OBJECT))


def write_table(path: Path, form: str, cell: Cell) -> None:
    """Each context has a thread and its share of the entries; all fill at the same time, and half of the way there is a
    checkpoint, and late columns, with which a cluster group begins."""
    columns = {case.name: case.column(form) for case in cases_of(form)}
    late = {case.name for case in cases_of(form) if case.of_half or case.name.startswith("late_")}
    share = ENTRIES // cell.contexts // 2
    with ramet.ParallelWriter(
        path,
        form,
        {name: kind for name, kind in columns.items() if name not in late},
        classes=classes_of(form),
        mode="update" if path.exists() else "create",
        format="rntuple" if form in NTUPLES else "ttree",
        compression=cell.compression,
        cluster_entries=CLUSTER,
        page_checksums=cell.contexts != 2,
    ) as writer:
        for half in range(2):
            if half == 1 and late:
                writer.add_columns({name: columns[name] for name in columns if name in late})
            parts = range(half * cell.contexts, (half + 1) * cell.contexts)
            names = [name for name in columns if half == 1 or name not in late]
            fill(writer, form, names, {part: range(part * share, (part + 1) * share) for part in parts})
            writer.checkpoint()


def fill(writer: ramet.ParallelWriter, form: str, names: list[str], parts: dict[int, range]) -> None:
    barrier = threading.Barrier(len(parts))
    failures: list[BaseException] = []

    def work(part: int, entries: range) -> None:
        try:
            with writer.context(sequence=part) as context:
                barrier.wait(60)
                context.extend(batch(form, names, entries[:3]))
                context.extend(batch(form, names, entries[3:]))
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=work, args=part) for part in parts.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures


def batch(form: str, names: list[str], entries: range) -> dict[str, Any]:
    """The values of columns; those of projections are none of theirs."""
    return {
        case.name: [case.value(entry) for entry in entries]
        for case in cases_of(form)
        if case.name in names and not isinstance(case.given, ramet.Projection)
    }


def write_alone(path: Path, form: str, case: Case) -> None:
    """A file with a tree of one column, for who gives up on a whole tree for one."""
    with (
        ramet.ParallelWriter(
            path, form, {case.name: case.column(form)}, classes=classes_of(form), cluster_entries=CLUSTER
        ) as writer,
        writer.context() as context,
    ):
        context.extend(batch(form, [case.name], range(ENTRIES)))
