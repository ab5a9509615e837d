"""Kill processes that fill one file together, again and again, and see what is left.

    python tests/kill/processes/kill_processes.py BUILD [--kills 50] [--seed 1] [--without-root]

Each time some processes fill a file that another one owns, and are killed by SIGKILL one by one at some moment, while
the owner makes checkpoints, or none. When all are dead the owner closes the file, or is killed, too. What each had said
it had written before the file was closed, or before the last checkpoint, has to be there, with the values that were
written, for ramet, uproot and ROOT. The file of an owner that was killed is recovered; all three then find what each
had said it had written before it died, and nothing is left beside the file.
"""

from __future__ import annotations

import argparse
import pathlib
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import awkward as ak
import numpy as np
import ramet
import uproot

Counts = dict[int, int]


def counted(process: Any, number: Any) -> Counts:
    """How many entries each process has; those of one have to be the first that it wrote, in order."""
    process, number = np.asarray(process), np.asarray(number)
    for one in set(process.tolist()):
        mine = number[process == one]
        if not np.array_equal(mine, np.arange(len(mine))):
            raise ValueError(f"entries of process {one} are {mine}")
    return {int(one): int((process == one).sum()) for one in set(process.tolist())}


def check_lists(number: Any, lists: Any) -> None:
    number = np.asarray(number)
    if not np.array_equal(ak.to_numpy(ak.flatten(lists)), np.repeat(number % 1000, number % 4)):
        raise ValueError("lists have other values")


def ramet_counts(path: pathlib.Path) -> Counts:
    with ramet.open(f"{path}:Events") as tree:
        check_lists(tree["number"].array(), tree["list"].array())
        return counted(tree["process"].array(), tree["number"].array())


def uproot_counts(path: pathlib.Path) -> Counts:
    with uproot.open(path) as file:
        arrays = file["Events"].arrays()
    check_lists(arrays["number"], arrays["list"])
    return counted(arrays["process"], arrays["number"])


def root_counts(path: pathlib.Path) -> Counts:
    import ROOT

    entries = ROOT.RDataFrame("Events", str(path))
    wrong = entries.Filter("list.size() != number % 4 || ROOT::VecOps::Any(list != float(number % 1000))").Count()
    columns = entries.AsNumpy(["process", "number"])
    if wrong.GetValue() != 0:
        raise ValueError(f"{wrong.GetValue()} lists have other values")
    return counted(columns["process"], columns["number"])


class Owner:
    """The process that owns the file."""

    def __init__(self, program: pathlib.Path, path: pathlib.Path, handle: pathlib.Path, format: str) -> None:
        command = [str(program), "own", str(path), str(handle), format]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.answer()

    def answer(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def ask(self, what: str) -> str:
        assert self.process.stdin is not None
        self.process.stdin.write(what + "\n")
        self.process.stdin.flush()
        return self.answer()


def said(output: pathlib.Path) -> int:
    """The entries that a process said it had written."""
    lines = [line for line in output.read_text().splitlines(keepends=True) if line.endswith("\n")]
    return int(lines[-1]) if lines else 0


@dataclass(frozen=True)
class Killed:
    """A file whose processes were killed."""

    how: str
    is_closed: bool
    saved: Counts
    """What has to be in it, by process."""
    written: Counts
    """And when it was recovered."""


def fill_and_kill(program: pathlib.Path, folder: pathlib.Path, source: random.Random) -> Killed:
    path, handle = folder / "shared.root", folder / "handle"
    format = source.choice(("ttree", "rntuple"))
    owner = Owner(program, path, handle, format)
    outputs = {number: folder / f"said-{number}" for number in range(source.choice((1, 2, 4)))}
    processes = []
    for number, output in outputs.items():
        with output.open("w") as stream:
            processes.append(subprocess.Popen([str(program), "fill", str(handle), str(number)], stdout=stream))
    while any(said(output) == 0 for output in outputs.values()):
        time.sleep(0.002)
    saved: Counts = {}
    has_checkpoints = source.random() < 0.7
    for process in source.sample(processes, len(processes)):
        time.sleep(source.random() ** 2 * 0.1)
        before = {number: said(output) for number, output in outputs.items()}
        if has_checkpoints:
            if (answer := owner.ask("checkpoint")) != "done":
                sys.exit(f"kill: a checkpoint said {answer}")
            saved = before
        process.kill()
        process.wait()
    written = {number: said(output) for number, output in outputs.items()}
    is_closed = source.random() < 0.5
    if not is_closed:
        owner.process.kill()
        how = f"{format}, {len(outputs)} processes, the owner killed, checkpoints: {has_checkpoints}"
    else:
        saved = written
        if "died while it filled parts" not in (answer := owner.ask("close")):
            sys.exit(f"kill: the owner did not miss anybody: {answer}")
        if path.with_name("shared.root.journals").exists():
            sys.exit("kill: the folder of journals is still there")
        assert owner.process.stdin is not None
        owner.process.stdin.close()
        how = f"{format}, {len(outputs)} processes, closed"
    owner.process.wait()
    return Killed(how, is_closed, saved, written)


class Trial:
    """One file, and what its readers find."""

    def __init__(self, readers: dict[str, Callable[[pathlib.Path], Counts]]) -> None:
        self.readers = readers
        self.complaints: list[str] = []

    def check(self, path: pathlib.Path, expected: Counts) -> None:
        for name, read in self.readers.items():
            found = read(path)
            if any(found.get(number, 0) < entries for number, entries in expected.items()):
                self.complaints.append(f"{expected} were written to {path.name}, {name} found {found}")

    def check_recovered(self, path: pathlib.Path, written: Counts) -> int:
        """How many entries were found that nothing had led to."""
        new = path.with_name("recovered.root")
        report = ramet.recover(path, new)
        self.check(new, written)
        if report.lost:
            self.complaints.append(f"lost when it was recovered: {report.lost}")
        if path.with_name("shared.root.journals").exists():
            self.complaints.append("the folder of journals is still there")
        if checked := ramet.check(new).damage:
            self.complaints.append(f"the recovered file is damaged: {checked}")
        return sum(table.entries - table.saved_entries for table in report.tables)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path, help="folder of a build with tests")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--without-root", action="store_true", help="read with ramet and uproot only")
    options = parser.parse_args()
    readers: dict[str, Callable[[pathlib.Path], Counts]] = {"ramet": ramet_counts, "uproot": uproot_counts}
    if not options.without_root:
        readers["ROOT"] = root_counts
    program = options.build.resolve() / "tests" / "kill" / "processes" / "kill_write_together"
    source = random.Random(options.seed)
    failures = saved = recovered = 0
    for _ in range(options.kills):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "shared.root"
            killed = fill_and_kill(program, path.parent, source)
            trial = Trial(readers)
            if killed.saved:
                trial.check(path, killed.saved)
                saved += sum(killed.saved.values())
            if not killed.is_closed:
                recovered += trial.check_recovered(path, killed.written)
            if trial.complaints:
                failures += 1
                print(f"FAILED {killed.how}:", *trial.complaints, sep="\n  ", flush=True)
    print(
        f"files of killed processes: {options.kills}, {saved} entries saved, {recovered} more recovered; "
        f"{failures} failures"
    )
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
