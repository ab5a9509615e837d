"""`ramet tune`: how long it takes, and how true what it foretells is."""

from __future__ import annotations

import json
import statistics
import subprocess
import time
from pathlib import Path
from typing import Any

from bench import CODECS, REPOSITORY, Bench, Suite

FORMATS = {"tree": ["--format", "tree"], "ntuple": ["--format", "ntuple"], "tree, muons": ["--reads", "Muon_*"]}
NAMED = ("small", "balanced", "fast", "default")
COSTS = {"size": "bytes", "write CPU": "write_seconds", "read CPU": "read_seconds"}

Report = dict[str, Any]


def sample(bench: Bench) -> Path:
    """A file of a gigabyte."""
    return bench.data / "tuning.root"


def prepare(bench: Bench) -> None:
    bench.file("tuning.root", lambda path: bench.rival("generate_nano", path, CODECS["zstd"], 3 * bench.entries // 10))


def tuned(bench: Bench, words: list[str]) -> Report:
    """One run of the program: its report, and how long it took."""
    program, report = REPOSITORY / "build" / "release" / "cli" / "ramet", bench.data / "tuning.json"
    command = [str(program), "tune", f"{sample(bench)}:Events", *words, "--report", str(report)]
    begin = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    made: Report = json.loads(report.read_text())
    return {**made, "seconds": time.perf_counter() - begin}


def whole_file(bench: Bench, words: list[str]) -> float:
    """The size of the whole table, written in the balanced way, as a multiple of what was foretold for it."""
    out = bench.data / "tuned.root"
    out.unlink(missing_ok=True)
    found = tuned(bench, [*words, "--apply", str(out)])
    size = out.stat().st_size
    out.unlink()
    return float(size / way_of(found, "balanced")["predicted"]["bytes"])


def way_of(report: Report, name: str) -> Report:
    return next(way for way in report["named"] if way["name"] == name)


def is_dominated(costs: Report, other: Report) -> bool:
    """Whether some costs are nowhere better than others, and somewhere worse."""
    return all(other[cost] <= costs[cost] for cost in costs) and any(other[cost] < costs[cost] for cost in costs)


def ratio(reports: list[Report], name: str, cost: str) -> str:
    """Foretold / measured: the median of the runs, and between what they lie."""
    ways = [way_of(report, name) for report in reports]
    ratios = [way["predicted"][cost] / way["measured"][cost] for way in ways]
    middle = f"{statistics.median(ratios):.3f}"
    return middle if len(ratios) == 1 else f"{middle} ({min(ratios):.3f} to {max(ratios):.3f})"


def row_of_way(kind: str, reports: list[Report], name: str) -> str:
    dominated = [
        is_dominated(way_of(report, name)["measured"], way_of(report, "default")["measured"]) for report in reports
    ]
    spreads = [way_of(report, name)["spread"] for report in reports]
    spread = max(max(own["write_seconds"], own["read_seconds"]) for own in spreads)
    last = way_of(reports[-1], name)
    cells = [f"{kind}: {name}", last["compression"], *(ratio(reports, name, cost) for cost in COSTS.values())]
    return "| " + " | ".join([*cells, f"±{50 * spread:.0f} %", "yes" if any(dominated) else "no"]) + " |"


def tables(bench: Bench) -> list[str]:
    gigabytes = sample(bench).stat().st_size / 1e9
    times = ["| tuning | s | s for each GB | of it measured | ways | file / foretold |", "|---|--:|--:|--:|--:|--:|"]
    ways = ["| way | compression | " + " | ".join(COSTS) + " | spread | dominated |", "|---|---|--:|--:|--:|--:|---|"]
    for kind, words in FORMATS.items():
        reports = [tuned(bench, words) for _ in range(bench.passes)]
        seconds = statistics.median(report["seconds"] for report in reports)
        part = reports[0]["sample_entries"] / reports[0]["entries"]
        cells = [kind, f"{seconds:.1f}", f"{seconds / gigabytes:.1f}", f"{100 * part:.1f} %", f"{reports[0]['ways']:,}"]
        times.append("| " + " | ".join([*cells, f"{whole_file(bench, words):.3f}"]) + " |")
        ways += [row_of_way(kind, reports, name) for name in NAMED]
    return [*times, "", *ways]


def words(bench: Bench) -> str:
    gigabytes = sample(bench).stat().st_size / 1e9
    return f"""`ramet tune` of a file of {gigabytes:.2f} GB ({3 * bench.entries // 10:,} events of 40 numbers, four
counters and 29 arrays, zstd), to be written as a tree, as an ntuple, and as a tree of which only the muons are read.
Size, CPU of writing and CPU of reading: what is foretold for a way, computed from what was measured of each column,
divided by what runs of this way on the sample took; the spread is that of these runs. Dominated: whether the default is
better in something and worse in nothing. File / foretold: the size of the whole file, written in the balanced way,
divided by what was foretold from the sample."""


SUITE = Suite(title="Tuning", words=words, table=tables, prepare=prepare)
