"""Read damaged files, each in a separate process, and report the results.

    python tests/badinput/badinput.py BUILD [--mutants 2000 | --every-byte] [--seed 1] [--files FILE ...]

The files are ours, of every codec, unless others are named. What reading gives of the undamaged file is the truth. Of a
damaged one it is

    crash    killed by a signal, or ended otherwise than with 0 or 1
    hang     more than a second of processor time
    memory   more than 64 MiB and 64 times the file's size, and twice of what the undamaged file takes
    silent   exit status 0, something else was read, no word about it; not counted where no checksum is over the change
    error    exit status 1, or a word about what was not read
    same     the truth

With --every-byte each byte of each file is changed in turn, to a value that the seed chooses.

The exit status is 1 when there was a crash, a hang, too much memory, or more silent ones than --most-silent.
"""

from __future__ import annotations

import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass

from mutants import KINDS, UNCHECKED, mutant

MEBIBYTE = 1 << 20
CPU_SECONDS = 1
SLOWEST = 60  # of the clock: other programs may keep the machine busy
VERDICTS = ("crash", "hang", "memory", "silent", "error", "same")


@dataclass(frozen=True)
class Outcome:
    """The result of reading a file."""

    status: int
    cpu_seconds: float
    peak_bytes: int
    output: bytes
    errors: bytes


def limit_process() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (10 * CPU_SECONDS, 10 * CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def read(reader: pathlib.Path, path: pathlib.Path) -> Outcome:
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen([reader, path], stdout=output, stderr=errors, preexec_fn=limit_process)
        alarm = threading.Timer(SLOWEST, process.kill)
        alarm.start()
        _, status, usage = os.wait4(process.pid, 0)
        alarm.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        seconds = usage.ru_utime + usage.ru_stime
        return Outcome(process.returncode, seconds, usage.ru_maxrss * 1024, output.read(), errors.read())


def verdict(outcome: Outcome, truth: Outcome, size: int) -> str:
    if outcome.status in (-signal.SIGXCPU, -signal.SIGKILL) or outcome.cpu_seconds > CPU_SECONDS:
        return "hang"
    enough = max(64 * MEBIBYTE + 64 * size, 2 * truth.peak_bytes)
    if outcome.peak_bytes > enough or b"bad_alloc" in outcome.errors:
        return "memory"
    if outcome.status not in (0, 1):
        return "crash"
    if outcome.status == 1 or outcome.errors != truth.errors:
        return "error"
    return "same" if outcome.output == truth.output else "silent"


@dataclass(frozen=True)
class Damage:
    """A damaged file to make."""

    file: pathlib.Path
    kind: str
    seed: str
    place: int | None = None  # of the one byte that is changed

    def of(self, contents: bytes) -> bytes:
        if self.place is None:
            return mutant(contents, self.kind, self.seed)
        damaged = bytearray(contents)
        damaged[self.place] ^= random.Random(self.seed).randrange(1, 256)
        return bytes(damaged)


def some_damages(files: list[pathlib.Path], count: int, seed: str) -> Iterator[Damage]:
    """A number of mutants, of all files and kinds in turn."""
    for number in range(count):
        path, kind = files[number % len(files)], list(KINDS)[number // len(files) % len(KINDS)]
        yield Damage(path, kind, f"{seed}/{path.stem}/{number}")


def every_byte(files: list[pathlib.Path], seed: str) -> Iterator[Damage]:
    for path in files:
        for place in range(path.stat().st_size):
            yield Damage(path, "byte", f"{seed}/{path.stem}/byte{place}", place)


def try_one(reader: pathlib.Path, folder: pathlib.Path, damage: Damage, contents: bytes, truth: Outcome) -> str:
    """Damage the contents, read them, and return the result. Files with bad results stay in the folder."""
    damaged = damage.of(contents)
    path = folder / f"{damage.seed.replace('/', '.')}.{damage.kind}.root"
    path.write_bytes(damaged)
    outcome = read(reader, path)
    result = verdict(outcome, truth, len(damaged))
    if result in ("error", "same") or (result == "silent" and damage.kind in UNCHECKED):
        path.unlink()
    else:
        text = outcome.errors.decode(errors="replace").strip().splitlines()
        print(f"{result}: {path} ({', '.join(text[-1:]) or 'no message'})", flush=True)
    return result


def print_table(table: dict[str, collections.Counter[str]]) -> None:
    width = max(map(len, table), default=0) + 2
    print(" " * width + "".join(f"{name:>8}" for name in VERDICTS) + f"{'all':>8}")
    total: collections.Counter[str] = sum(table.values(), collections.Counter())
    for kind, counts in [*table.items(), ("all", total)]:
        print(f"{kind:{width}}" + "".join(f"{counts[name]:8}" for name in VERDICTS) + f"{counts.total():8}")


def truths(reader: pathlib.Path, files: list[pathlib.Path]) -> dict[pathlib.Path, Outcome]:
    found = {path: read(reader, path) for path in files}
    for path, outcome in found.items():
        if outcome.status != 0:
            sys.exit(f"badinput: the undamaged {path} is not read: {outcome.errors.decode(errors='replace')}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path, help="folder of a build with tests")
    parser.add_argument("--mutants", type=int, default=2000, help="how many, of all files together (default: 2000)")
    parser.add_argument("--every-byte", action="store_true", help="change each byte of each file in turn instead")
    parser.add_argument("--seed", default="1", help="another one gives other mutants (default: 1)")
    parser.add_argument("--files", type=pathlib.Path, nargs="+", help="damage these instead of ours")
    parser.add_argument("--most-silent", type=int, default=0, help="so many silent ones are all right (default: 0)")
    options = parser.parse_args()
    programs = options.build.resolve() / "tests" / "badinput"
    reader = programs / "badinput_read_all"
    folder = options.build.resolve() / "badinput"
    folder.mkdir(exist_ok=True)
    if not options.files:
        subprocess.run([programs / "badinput_write_samples", folder / "samples"], check=True)
    files = sorted(options.files or (folder / "samples").iterdir())
    truth = truths(reader, files)
    contents = {path: path.read_bytes() for path in files}
    damages = (
        every_byte(files, options.seed) if options.every_byte else some_damages(files, options.mutants, options.seed)
    )
    table: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    lock = threading.Lock()

    def attempt_some() -> None:
        while True:
            with lock:
                damage = next(damages, None)
            if damage is None:
                return
            result = try_one(reader, folder, damage, contents[damage.file], truth[damage.file])
            with lock:
                table[damage.file.stem if options.every_byte else damage.kind][result] += 1

    # Each takes the next when it is done: what Python holds at a fork counts as memory of the reader.
    with concurrent.futures.ThreadPoolExecutor() as pool:
        for worker in [pool.submit(attempt_some) for _ in range(os.cpu_count() or 1)]:
            worker.result()
    print_table(table)
    total: collections.Counter[str] = sum(table.values(), collections.Counter())
    silent = sum(counts["silent"] for kind, counts in table.items() if kind not in UNCHECKED)
    bad = total["crash"] + total["hang"] + total["memory"] + max(0, silent - options.most_silent)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
