"""Run the scenarios beside ROOT and uproot and write the ratios to RESULTS.md.

    python benchmarks/run.py [--passes 3] [--entries 10000000] [--only read|write] [--data build/bench-data]

Each pass runs every contender once, so that a slow minute of the machine hits all alike; of each run the first
repetition is cold and left out. Every contender on the same file must give the same check value.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

ROOT_FOLDER = Path(__file__).resolve().parent.parent
BENCHMARKS = ROOT_FOLDER / "benchmarks"
PROGRAMS = ROOT_FOLDER / "build" / "release" / "benchmarks"
CODECS = {"none": 0, "zstd": 505, "lz4": 404, "zlib": 101}
REPETITIONS = 3

Key = tuple[str, str, int]  # contender, variant, threads
Samples = dict[Key, list[float]]


def root_prefix() -> Path:
    """Where the ROOT package keeps include/ and lib/."""
    code = "import ROOT, os; print(os.path.dirname(ROOT.__file__))"
    found = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=True)
    return Path(found.stdout.strip().splitlines()[-1])


def build_rivals(folder: Path) -> None:
    """Compile the contenders that link ROOT, at ROOT's own standard and for this machine."""
    prefix = root_prefix()
    libraries = ["Core", "Imt", "RIO", "Thread", "MathCore", "Hist", "Tree", "ROOTDataFrame", "ROOTNTuple"]
    libraries += ["TreePlayer", "ROOTVecOps"]
    for source in sorted((BENCHMARKS / "rivals").glob("*.cpp")):
        program = folder / source.stem
        if program.exists() and program.stat().st_mtime > source.stat().st_mtime:
            continue
        command = ["g++", "-O3", "-march=native", "-std=c++17", "-pthread", "-isystem", str(prefix / "include")]
        command += [str(source), "-o", str(program), f"-L{prefix / 'lib'}", *(f"-l{name}" for name in libraries)]
        command += [f"-Wl,-rpath,{prefix / 'lib'}", "-Wl,--allow-shlib-undefined"]
        subprocess.run(command, check=True)


def generate(folder: Path, entries: int) -> None:
    for codec, number in CODECS.items():
        path = folder / f"flat_{codec}.root"
        if not path.exists():
            print(f"writing {path}", flush=True)
            subprocess.run([folder / "generate_flat", path, str(number), str(entries)], check=True)


def measure(command: list[str], samples: Samples, checks: dict[str, set[str]], variant: str) -> None:
    """Run one contender; keep the wall times of its warm repetitions."""
    finished = subprocess.run(command, capture_output=True, text=True)
    if finished.returncode != 0:
        raise SystemExit(f"{' '.join(command)} failed:\n{finished.stderr}")
    for line in finished.stdout.splitlines():
        if not line.startswith("{"):
            continue
        result = json.loads(line)
        if result["time"] == 0:
            continue
        samples[(result["contender"], variant, result["threads"])].append(result["wall"])
        if result["contender"] != "floor":
            checks[variant].add(f"{result['check']:.9g}")


def read_commands(folder: Path, codec: str) -> list[list[str]]:
    path, times = str(folder / f"flat_{codec}.root"), str(REPETITIONS)
    return [
        [str(PROGRAMS / "scenario_flat_read"), path, "1", times],
        [str(PROGRAMS / "scenario_flat_read_floor"), path, times],
        [str(folder / "root_flat_read"), "bulk", path, "1", times],
        [str(folder / "root_flat_read"), "rdataframe", path, "1", times],
        [sys.executable, str(BENCHMARKS / "rivals" / "uproot_flat.py"), "read", path, times],
        [str(PROGRAMS / "scenario_flat_read"), path, "2", times],
        [str(PROGRAMS / "scenario_flat_read"), path, "64", times],
        [str(folder / "root_flat_read"), "rdataframe", path, "2", times],
    ]


def write_commands(folder: Path, kind: str, codec: str, entries: int) -> list[list[str]]:
    number, times = str(CODECS[codec]), str(REPETITIONS)
    out, n = str(folder / "written.root"), str(entries)
    ours = [str(PROGRAMS / "scenario_parallel_write"), out, kind, number]
    root = str(folder / "root_parallel_write")
    commands = [
        [*ours, "1", n, times],
        [str(PROGRAMS / "scenario_parallel_write_floor"), kind, number, n, times],
        [root, "tbuffermerger", out, kind, number, "1", n, times],
        [root, "rntuple", out, kind, number, "1", n, times],
        [*ours, "2", n, times],
        [*ours, "64", n, times],
        [root, "tbuffermerger", out, kind, number, "2", n, times],
        [root, "rntuple", out, kind, number, "2", n, times],
    ]
    if codec == "zlib":
        commands.append([sys.executable, str(BENCHMARKS / "rivals" / "uproot_flat.py"), "write", out, kind, n, times])
    return commands


def ratio(samples: Samples, slow: Key, fast: Key) -> str:
    if not samples.get(slow) or not samples.get(fast):
        return "–"
    return f"{statistics.median(samples[slow]) / statistics.median(samples[fast]):.2f}"


def read_table(samples: Samples) -> list[str]:
    lines = [
        "| file | RDataFrame / ramet | ROOT bulk / ramet | uproot / ramet | ramet / floor | ramet: 1 / 2 threads"
        " | RDataFrame / ramet, 2 threads | ramet: 2 / 64 threads |",
        "|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for codec in CODECS:
        ours, two = ("ramet", codec, 1), ("ramet", codec, 2)
        cells = [
            ratio(samples, ("root-rdataframe", codec, 1), ours),
            ratio(samples, ("root-bulk", codec, 1), ours),
            ratio(samples, ("uproot", codec, 1), ours),
            ratio(samples, ours, ("floor", codec, 1)),
            ratio(samples, ours, two),
            ratio(samples, ("root-rdataframe", codec, 2), two),
            ratio(samples, two, ("ramet", codec, 64)),
        ]
        lines.append(f"| {codec} | " + " | ".join(cells) + " |")
    return lines


def write_table(samples: Samples, variants: list[str]) -> list[str]:
    lines = [
        "| branch | TBufferMerger / ramet | RNTupleParallelWriter / ramet | uproot / ramet | ramet / floor"
        " | ramet: 1 / 2 contexts | TBufferMerger / ramet, 2 | RNTuple / ramet, 2 | ramet: 2 / 64 contexts |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for variant in variants:
        ours, two = ("ramet", variant, 1), ("ramet", variant, 2)
        cells = [
            ratio(samples, ("root-tbuffermerger", variant, 1), ours),
            ratio(samples, ("root-rntuple", variant, 1), ours),
            ratio(samples, ("uproot", variant, 1), ours),
            ratio(samples, ours, ("floor", variant, 1)),
            ratio(samples, ours, two),
            ratio(samples, ("root-tbuffermerger", variant, 2), two),
            ratio(samples, ("root-rntuple", variant, 2), two),
            ratio(samples, two, ("ramet", variant, 64)),
        ]
        lines.append(f"| {variant} | " + " | ".join(cells) + " |")
    return lines


def write_results(samples: Samples, variants: list[str], options: argparse.Namespace) -> None:
    text = [
        "# Results",
        "",
        f"Made by `make bench` ({options.passes} passes, contenders interleaved, medians of warm repetitions, wall"
        f" time, page cache warm for all) on {os.cpu_count()} cores, {platform.machine()}. Ratios of times: above 1 the"
        " second one named is faster. ramet is built for any x86-64, what links ROOT for the machine it runs on.",
        *(["", options.remark] if options.remark else []),
        "",
        "## Flat read",
        "",
        f"Sum eight columns (4 float, 2 int, 2 double) of {options.entries:,} entries that ROOT wrote. RDataFrame: one"
        " Foreach, compiled. ROOT bulk: `GetEntriesSerialized`, swapped and summed with eight sums side by side, as in"
        " ramet. uproot: column by column into NumPy. Floor: of a compressed file the decompression alone, of the other"
        " reading its baskets, swapping and summing them in the cache.",
        "",
        *read_table(samples),
        "",
        "## Parallel write",
        "",
        f"Write {options.write_entries:,} random numbers into one branch, entry by entry (uproot: arrays of a million)."
        " Floor: drawing the numbers and compressing them in basket-sized blocks, without writing. Random int do not"
        " compress.",
        "",
        *write_table(samples, variants),
        "",
    ]
    (BENCHMARKS / "RESULTS.md").write_text("\n".join(text))


def main() -> None:
    parser = argparse.ArgumentParser(description="Time ramet against ROOT and uproot.")
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--entries", type=int, default=10_000_000)
    parser.add_argument("--write-entries", type=int, default=16_000_000)
    parser.add_argument("--only", choices=("read", "write"))
    parser.add_argument("--data", type=Path, default=ROOT_FOLDER / "build" / "bench-data")
    parser.add_argument("--remark", help="what a reader of the numbers has to know about this run")
    options = parser.parse_args()
    options.data.mkdir(parents=True, exist_ok=True)
    build_rivals(options.data)
    generate(options.data, options.entries)
    samples: Samples = defaultdict(list)
    checks: dict[str, set[str]] = defaultdict(set)
    variants = [f"{kind}/{codec}" for codec in ("zlib", "zstd", "none") for kind in ("int", "double")]
    for number in range(options.passes):
        print(f"pass {number + 1} of {options.passes}", flush=True)
        if options.only != "write":
            for codec in CODECS:
                for command in read_commands(options.data, codec):
                    measure(command, samples, checks, codec)
        if options.only != "read":
            for variant in variants:
                kind, codec = variant.split("/")
                for command in write_commands(options.data, kind, codec, options.write_entries):
                    measure(command, samples, defaultdict(set), variant)
    for codec in CODECS:
        if len(checks[codec]) > 1:
            raise SystemExit(f"contenders disagree on {codec}: {sorted(checks[codec])}")
    write_results(samples, variants, options)
    print((BENCHMARKS / "RESULTS.md").read_text())


if __name__ == "__main__":
    main()
