"""Functions that the suites share: paths of programs and data, and running contenders."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from ratios import Ratios, Samples

__all__ = ["BENCHMARKS", "CODECS", "MANY", "REPETITIONS", "Bench", "Run", "Suite"]

REPOSITORY = Path(__file__).resolve().parent.parent
BENCHMARKS = REPOSITORY / "benchmarks"
CODECS = {"none": 0, "zstd": 505, "lz4": 404, "zlib": 101}
REPETITIONS = 3
MANY = 64  # threads, on whatever the machine has


@dataclass
class Run:
    """One contender's command.

    Its repetitions are kept under `variant`; without one, under what the program says itself, behind `prefix`, and then
    the first, cold one as well. The pages of the file `cold` are dropped from memory before it, and only its first
    repetition is kept.
    """

    command: list[str]
    variant: str | None = None
    prefix: str = ""
    cold: Path | None = None


@dataclass
class Bench:
    """A run of the benchmarks: its options, and the samples so far."""

    data: Path
    passes: int
    entries: int
    write_entries: int
    programs: Path = REPOSITORY / "build" / "release" / "benchmarks"
    samples: Samples = field(default_factory=lambda: defaultdict(list))

    def ours(self, scenario: str, *arguments: object) -> list[str]:
        """The command of a program of scenario/."""
        return [str(self.programs / f"scenario_{scenario}"), *map(str, arguments)]

    def rival(self, name: str, *arguments: object) -> list[str]:
        """The command of a program of rivals/: one that links ROOT, or one in Python."""
        scripts = list((BENCHMARKS / "rivals").rglob(f"{name}.py"))
        program = [sys.executable, str(scripts[0])] if scripts else [str(self.data / name)]
        return [*program, *map(str, arguments)]

    def file(self, name: str, make: Callable[[Path], list[str]]) -> Path:
        """A file in the data folder, made by a command if it does not exist."""
        path = self.data / name
        if not path.exists():
            print(f"making {path}", flush=True)
            subprocess.run(make(path), check=True, stdout=subprocess.DEVNULL)
        return path

    @staticmethod
    def results_of(command: list[str]) -> list[dict[str, float | str]]:
        """The output of a contender for each repetition."""
        finished = subprocess.run(command, capture_output=True, text=True)
        if finished.returncode != 0:
            raise SystemExit(f"{' '.join(command)} failed:\n{finished.stderr}")
        return [json.loads(line) for line in finished.stdout.splitlines() if line.startswith("{")]

    @staticmethod
    def drop_pages(path: Path) -> None:
        """Have the system forget what it holds of a file in memory."""
        with path.open("rb") as file:
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)

    def measure(self, run: Run) -> None:
        if run.cold is not None:
            self.drop_pages(run.cold)
        for result in self.results_of(run.command):
            is_first = result["time"] == 0
            if is_first != (run.cold is not None) and (run.variant is not None or run.cold is not None):
                continue
            variant = run.variant or f"{run.prefix}{result['variant']}"
            key = (str(result["contender"]), variant, int(result["threads"]))
            self.samples[key].append(
                {name: float(value) for name, value in result.items() if not isinstance(value, str)}
            )

    def ratios(self) -> Ratios:
        return Ratios(self.samples)

    def check_agreement(self, variants: list[str], other: tuple[str, ...] = ("floor",), within: float = 1e-9) -> None:
        """Stop unless all contenders on a variant's file gave one check value; those in `other` do other work.

        Values may differ by `within` of the largest.
        """
        for variant in variants:
            checks = {
                sample["check"]
                for (contender, of, _), values in self.samples.items()
                for sample in values
                if of == variant and contender not in other
            }
            if checks and max(checks) - min(checks) > within * max(map(abs, checks)):
                raise SystemExit(f"contenders disagree on {variant}: {sorted(checks)}")


@dataclass
class Suite:
    """One section of RESULTS.md: `suites/<name>.py` has it as SUITE.

    `prepare` makes the data, `runs` are interleaved in every pass, `table` makes the section's lines of the samples
    (and runs what is run once). `is_python`: no contender of it has to be compiled.
    """

    title: str
    words: Callable[[Bench], str]
    table: Callable[[Bench], list[str]]
    prepare: Callable[[Bench], None] = lambda _: None
    runs: Callable[[Bench], list[Run]] = lambda _: []
    is_python: bool = False
