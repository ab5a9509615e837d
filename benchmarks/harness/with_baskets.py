"""Runs a harness program, and adds the median bytes of its files' baskets or pages to what it prints.

python benchmarks/harness/with_baskets.py PROGRAM --folder FOLDER --json ARGUMENTS...
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import uproot


def sizes_of_tree(tree: Any) -> Iterator[int]:
    for branch in tree.itervalues(recursive=True):
        yield from map(int, branch.member("fBasketBytes")[: branch.member("fWriteBasket")])


def sizes_of_ntuple(ntuple: Any) -> Iterator[int]:
    for cluster in ntuple.page_link_list:
        for column in cluster:
            yield from (page.locator.num_bytes for page in column.pages)


def sizes_of_file(path: Path) -> list[int]:
    """Of its table; none of a file without one, as a program that is told not to write leaves."""
    with uproot.open(path) as file:
        names = file.keys(recursive=False)
        if not names:
            return []
        table = file[names[0]]
        return list(sizes_of_tree(table) if isinstance(table, uproot.TTree) else sizes_of_ntuple(table))


# getrusage's peak of a program's memory is at least that of the process that made it: a shell, not this one.
FROM_A_SMALL_PROCESS = ("/bin/sh", "-c", '"$@"; exit $?', "sh")


def changed_at(folder: Path) -> dict[Path, int]:
    return {path: path.stat().st_mtime_ns for path in folder.glob("*.root")}


def main(command: list[str]) -> int:
    folder = Path(command[command.index("--folder") + 1])
    before = changed_at(folder)
    finished = subprocess.run([*FROM_A_SMALL_PROCESS, *command, "--keep"], stdout=subprocess.PIPE, text=True)
    written = [path for path, time in changed_at(folder).items() if before.get(path) != time]
    try:
        sizes = [size for path in written for size in sizes_of_file(path)]
    finally:
        for path in written:
            path.unlink()
    for line in finished.stdout.splitlines():
        if not line.startswith("{"):
            print(line)
            continue
        row = json.loads(line)
        if sizes:
            row["basket_bytes"] = statistics.median(sizes)
        print(json.dumps(row))
    return finished.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
