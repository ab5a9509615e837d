"""Run the scenarios beside ROOT and uproot and write the ratios to RESULTS.md.

    python benchmarks/run.py [--passes 3] [--entries 10000000] [--only read|write|open|waiting] [--data FOLDER]

Each pass runs every contender once, so that a slow minute of the machine hits all alike; of each run the first
repetition is cold and left out. Every contender on the same file must give the same check value.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

from tables import CODECS, OPENED, WRITE_VARIANTS, Samples, results_text

ROOT_FOLDER = Path(__file__).resolve().parent.parent
BENCHMARKS = ROOT_FOLDER / "benchmarks"
PROGRAMS = ROOT_FOLDER / "build" / "release" / "benchmarks"
REPETITIONS = 3
MANY = 64  # threads, on whatever the machine has
WAITING_ENTRIES = 2_000_000
BUDGET_MB = 32


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
    newest_header = (BENCHMARKS / "scenario" / "measure.hpp").stat().st_mtime
    for source in sorted((BENCHMARKS / "rivals").glob("*.cpp")):
        program = folder / source.stem
        if program.exists() and program.stat().st_mtime > max(source.stat().st_mtime, newest_header):
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
    small = folder / "flat_small.root"
    if not small.exists():
        subprocess.run([folder / "generate_flat", small, str(CODECS["zstd"]), "10000"], check=True)


def results_of(command: list[str]) -> list[dict[str, float | str]]:
    """What a contender says of each repetition."""
    finished = subprocess.run(command, capture_output=True, text=True)
    if finished.returncode != 0:
        raise SystemExit(f"{' '.join(command)} failed:\n{finished.stderr}")
    return [json.loads(line) for line in finished.stdout.splitlines() if line.startswith("{")]


def measure(command: list[str], samples: Samples, variant: str | None = None, prefix: str = "") -> None:
    """Run one contender; keep its warm repetitions under the variant, or under what it says itself with a prefix."""
    for result in results_of(command):
        if result["time"] == 0 and variant is not None:
            continue
        key = (str(result["contender"]), variant or f"{prefix}{result['variant']}", int(result["threads"]))
        samples[key].append({name: float(value) for name, value in result.items() if not isinstance(value, str)})


def read_commands(folder: Path, codec: str) -> list[list[str]]:
    path, times = str(folder / f"flat_{codec}.root"), str(REPETITIONS)
    return [
        [str(PROGRAMS / "scenario_flat_read"), path, "1", times],
        [str(PROGRAMS / "scenario_flat_read"), path, "1", times, "rows"],
        [str(PROGRAMS / "scenario_flat_read_floor"), path, times],
        [str(folder / "root_flat_read"), "bulk", path, "1", times],
        [str(folder / "root_flat_read"), "rdataframe", path, "1", times],
        [sys.executable, str(BENCHMARKS / "rivals" / "uproot_flat.py"), "read", path, times],
        [str(PROGRAMS / "scenario_flat_read"), path, "2", times],
        [str(PROGRAMS / "scenario_flat_read"), path, "2", times, "rows"],
        [str(PROGRAMS / "scenario_flat_read"), path, str(MANY), times],
        [str(folder / "root_flat_read"), "rdataframe", path, "2", times],
    ]


def write_commands(folder: Path, kind: str, codec: str, entries: int) -> list[list[str]]:
    number, times = str(CODECS[codec]), str(REPETITIONS)
    out, n = str(folder / "written.root"), str(entries)
    ours = [str(PROGRAMS / "scenario_parallel_write"), out, kind, number]
    root = str(folder / "root_parallel_write")
    commands = [
        [*ours, "1", n, times],
        [str(PROGRAMS / "scenario_parallel_write_floor"), out, kind, number, n, times],
        [root, "tbuffermerger", out, kind, number, "1", n, times],
        [root, "rntuple", out, kind, number, "1", n, times],
        [*ours, "2", n, times],
        [*ours, str(MANY), n, times],
        [root, "tbuffermerger", out, kind, number, "2", n, times],
        [root, "rntuple", out, kind, number, "2", n, times],
    ]
    if codec == "zlib":
        commands.append([sys.executable, str(BENCHMARKS / "rivals" / "uproot_flat.py"), "write", out, kind, n, times])
    return commands


def open_commands(folder: Path, name: str) -> list[list[str]]:
    path, times = str(folder / f"{name}.root"), str(REPETITIONS)
    return [
        [str(PROGRAMS / "scenario_open_file"), path, times],
        [str(folder / "root_open"), path, times],
        [sys.executable, str(BENCHMARKS / "rivals" / "uproot_flat.py"), "open", path, times],
    ]


def futex_calls(command: list[str]) -> int:
    """How often the threads of a run asked the kernel to wait or to wake, counted by strace."""
    traced = ["strace", "-f", "-qq", "-c", "-e", "trace=futex", *command]
    finished = subprocess.run(traced, capture_output=True, text=True, check=True)
    return sum(int(line.split()[3]) for line in finished.stderr.splitlines() if line.strip().endswith("futex"))


def waiting(folder: Path) -> list[tuple[str, str]]:
    """Futex calls of runs over n, 4 n and 16 n entries, and the writer's memory against its budget."""
    out, path = str(folder / "written.root"), str(folder / "flat_lz4.root")
    write, read = str(PROGRAMS / "scenario_parallel_write"), str(PROGRAMS / "scenario_flat_read")
    rows = []
    for threads in ("2", str(MANY)):
        counts = [
            futex_calls([write, out, "double", "zlib", threads, str(n), "1"])
            for n in (WAITING_ENTRIES, 4 * WAITING_ENTRIES, 16 * WAITING_ENTRIES)
        ]
        what = f"futex calls, writing n, 4 n and 16 n entries from {threads} contexts"
        rows.append((what, ", ".join(map(str, counts))))
        counts = [futex_calls([read, path, threads, times]) for times in ("1", "4")]
        rows.append(
            (f"futex calls, reading a file once and four times on {threads} threads", f"{counts[0]}, {counts[1]}")
        )
    for contexts in ("1", "2", "8"):
        command = [write, out, "double", "zlib", contexts, str(8 * WAITING_ENTRIES), "1", str(BUDGET_MB)]
        peak = results_of(command)[0]["resident_mb"]
        rows.append(
            (
                f"resident memory at its peak / budget of {BUDGET_MB} MiB, {contexts} contexts",
                f"{float(peak) / BUDGET_MB:.2f}",
            )
        )
    return rows


def check_agreement(samples: Samples) -> None:
    for codec in CODECS:
        checks = {
            f"{sample['check']:.9g}"
            for (contender, variant, _), values in samples.items()
            for sample in values
            if variant == codec and contender != "floor"
        }
        if len(checks) > 1:
            raise SystemExit(f"contenders disagree on {codec}: {sorted(checks)}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Time ramet against ROOT and uproot.")
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--entries", type=int, default=10_000_000)
    parser.add_argument("--write-entries", type=int, default=16_000_000)
    parser.add_argument("--only", choices=("read", "write", "open", "waiting"))
    parser.add_argument("--data", type=Path, default=ROOT_FOLDER / "build" / "bench-data")
    parser.add_argument("--remark", help="what a reader of the numbers has to know about this run")
    options = parser.parse_args()
    wanted = {options.only} if options.only else {"read", "write", "open", "waiting"}
    options.data.mkdir(parents=True, exist_ok=True)
    build_rivals(options.data)
    generate(options.data, options.entries)
    samples: Samples = defaultdict(list)
    for number in range(options.passes):
        print(f"pass {number + 1} of {options.passes}", flush=True)
        if "read" in wanted:
            for codec in CODECS:
                for command in read_commands(options.data, codec):
                    measure(command, samples, codec)
        if "write" in wanted:
            for variant in WRITE_VARIANTS:
                kind, codec = variant.split("/")
                for command in write_commands(options.data, kind, codec, options.write_entries):
                    measure(command, samples, variant)
        if "open" in wanted:
            for name in OPENED:
                for command in open_commands(options.data, name):
                    measure(command, samples, prefix=f"{name}: ")
    check_agreement(samples)
    if "waiting" in wanted and shutil.which("strace") is None:
        raise SystemExit("strace counts the waits: apt-get install strace")
    rows = waiting(options.data) if "waiting" in wanted else []
    text = results_text(samples, rows, options)
    (BENCHMARKS / "RESULTS.md").write_text(text)
    print(text)


if __name__ == "__main__":
    main()
