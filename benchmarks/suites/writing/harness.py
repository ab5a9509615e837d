"""A framework's event loop with three outputs, and one with 64 sleeping streams."""

from __future__ import annotations

import os
import sys

from bench import BENCHMARKS, Bench, Run, Suite
from ratios import Cell, Ratios

THREADS = os.cpu_count() or 1
EVENTS, SLEEPING_EVENTS, SLEEPING = 400, 1280, 64
TIERS = ("RECO", "AOD", "MINIAOD")
TRACE = "trace.json"
# name of the row, program, writer, how many streams may be in each output, options
ROWS: list[tuple[str, str, str, tuple[int, int, int], list[str]]] = [
    ("NoFill", "ramet", "", (0, 0, 0), ["--no-fill"]),
    ("ROOT: TTree, one at a time", "root", "ttree", (1, 1, 1), []),
    ("ROOT: the same with IMT", "root", "ttree-imt", (1, 1, 1), []),
    ("ROOT: TBufferMerger 6×6×3", "root", "tbuffermerger", (6, 6, 3), []),
    ("ROOT: TBufferMerger 1×6×3", "root", "tbuffermerger", (1, 6, 3), []),
    ("ROOT: TBufferMerger 6×6×3, NoWrite", "root", "tbuffermerger", (6, 6, 3), ["--no-write"]),
    ("ROOT: RNTuple, a context a stream", "root", "rntuple-parallel", (0, 0, 0), []),
    ("ROOT: RNTuple, FillNoFlush", "root", "rntuple-async", (0, 0, 0), []),
    ("ramet: tree, pool 6×6×3", "ramet", "tree", (6, 6, 3), []),
    ("ramet: tree, a context a stream", "ramet", "tree", (0, 0, 0), []),
    ("ramet: tree, by arrival", "ramet", "tree", (0, 0, 0), ["--order", "arrival"]),
    ("ramet: tree, long task", "ramet", "tree", (0, 0, 0), ["--long-task"]),
    ("ramet: tree, traced", "ramet", "tree", (0, 0, 0), ["--trace", TRACE]),
    ("ramet: ntuple, a context a stream", "ramet", "ntuple", (0, 0, 0), []),
    ("ramet: ntuple, traced", "ramet", "ntuple", (0, 0, 0), ["--trace", TRACE]),
]
# the same for one output of 800 branches
SLEEPERS: list[tuple[str, str, str, int, int]] = [
    ("64 sleeping: NoFill", "ramet", "", 0, SLEEPING),
    ("64 sleeping: ROOT, TTree", "root", "ttree", 1, SLEEPING),
    ("64 sleeping: ROOT, TBufferMerger", "root", "tbuffermerger", 0, SLEEPING),
    ("64 sleeping: ROOT, RNTuple", "root", "rntuple-parallel", 0, SLEEPING),
    ("64 sleeping: ramet, tree", "ramet", "tree", 0, SLEEPING),
    ("64 sleeping: ramet, ntuple", "ramet", "ntuple", 0, SLEEPING),
]
DEFAULT = "ramet: tree, a context a stream"
TRACED = {"ramet: tree, traced": DEFAULT, "ramet: ntuple, traced": "ramet: ntuple, a context a stream"}
MANY_THREADS = (16, 64, 256)


def program(bench: Bench, which: str) -> list[str]:
    """The command of a harness, which also tells the size of the baskets that it wrote."""
    ours = [str(bench.programs / "harness" / "ramet-harness")]
    harness = ours if which == "ramet" else bench.rival("root_harness")
    return [sys.executable, str(BENCHMARKS / "harness" / "with_baskets.py"), *harness]


def runs(bench: Bench) -> list[Run]:
    common = ["--threads", str(THREADS), "--folder", str(bench.data), "--json"]
    found = []
    for name, which, writer, concurrencies, options in ROWS:
        command = [*program(bench, which), *common, "--streams", str(THREADS), "--events", str(EVENTS), "--name", name]
        for tier, concurrency in zip(TIERS, concurrencies, strict=True):
            command += ["--output", f"{tier}:{writer}:{concurrency}"] if writer else []
        found.append(Run([*command, *(str(bench.data / TRACE) if option == TRACE else option for option in options)]))
    for name, which, writer, concurrency, streams in SLEEPERS:
        command = [*program(bench, which), *common, "--streams", str(streams), "--events", str(SLEEPING_EVENTS)]
        command += ["--work", "sleep", "--event-ms", "400", "--name", name]
        command += ["--output", f"WIDE:{writer}:{concurrency}"] if writer else ["--no-fill"]
        found.append(Run(command))
    return found


def value(ratios: Ratios, name: str, what: str) -> float | None:
    """The median of a row, whichever program and however many threads; None where it has no such number."""
    for key, samples in ratios.samples.items():
        if key[1] == name and all(what in sample for sample in samples):
            return ratios.median(key, what)
    return None


def cell(ratios: Ratios, what: str, form: str = "{:.2f}", scale: float = 1) -> Cell:
    def text(name: str) -> str:
        found = value(ratios, name, what)
        return "–" if found is None else form.format(found * scale)

    return text


def of_no_fill(ratios: Ratios, what: str, base: str) -> Cell:
    def text(name: str) -> str:
        own, other = value(ratios, name, what), value(ratios, base, what)
        return "–" if own is None or not other else f"{own / other:.2f}"

    return text


def foreseen(ratios: Ratios, threads: int) -> Cell:
    """The utilisation that so many threads are foreseen to have."""

    def text(name: str) -> str:
        least, most = (value(ratios, name, f"{end}_{threads}") for end in ("least", "most"))
        return "–" if least is None or most is None else f"{least:.3f} to {most:.3f}"

    return text


def of_untraced(ratios: Ratios, what: str) -> Cell:
    def text(name: str) -> str:
        return of_no_fill(ratios, what, TRACED[name])(name)

    return text


def lines(head: str, names: list[str], columns: list[tuple[str, Cell]]) -> list[str]:
    made = [f"| {head} | " + " | ".join(name for name, _ in columns) + " |", "|---|" + "--:|" * len(columns)]
    return made + [f"| {name} | " + " | ".join(of(name) for _, of in columns) + " |" for name in names]


def verdict(ratios: Ratios) -> str:
    ours = value(ratios, DEFAULT, "middle") or 0
    roots = [
        value(ratios, name, "middle") or 0 for name, which, *_ in ROWS if which == "root" and "NoWrite" not in name
    ]
    return f"utilisation (middle 90 %): ramet {ours:.2f}, best ROOT {max(roots):.2f}"


def columns_of_loops(ratios: Ratios) -> list[tuple[str, Cell]]:
    return [
        ("loop s", cell(ratios, "wall")),
        ("CPU s", cell(ratios, "cpu")),
        ("CPU of NoFill's", of_no_fill(ratios, "cpu", "NoFill")),
        ("utilisation", cell(ratios, "utilisation")),
        ("middle 90 %", cell(ratios, "middle")),
        ("ev/s", cell(ratios, "rate", "{:.1f}")),
        ("RSS MB", cell(ratios, "memory", "{:.0f}")),
        ("MB", cell(ratios, "megabytes", "{:.1f}")),
        ("clusters", cell(ratios, "clusters", "{:.0f}")),
        ("basket bytes", cell(ratios, "basket_bytes", "{:.0f}")),
        ("close s", cell(ratios, "close")),
        ("stalls", cell(ratios, "stalls", "{:.0f}")),
        ("their s", cell(ratios, "stalled")),
        ("switches", cell(ratios, "switches", "{:.0f}")),
        ("futex calls", cell(ratios, "futex_calls", "{:.0f}")),
        ("foreign", cell(ratios, "foreign", "{:.0f}")),
    ]


def columns_of_sleepers(ratios: Ratios) -> list[tuple[str, Cell]]:
    return [
        ("ev/s of NoFill's", of_no_fill(ratios, "rate", SLEEPERS[0][0])),
        ("busy", cell(ratios, "busy", "{:.3f}")),
        ("CPU s", cell(ratios, "cpu")),
        ("RSS MB", cell(ratios, "memory", "{:.0f}")),
        ("MB", cell(ratios, "megabytes", "{:.1f}")),
        ("basket bytes", cell(ratios, "basket_bytes", "{:.0f}")),
        ("waited s", cell(ratios, "waited")),
        ("switches", cell(ratios, "switches", "{:.0f}")),
        ("futex calls", cell(ratios, "futex_calls", "{:.0f}")),
        ("close s", cell(ratios, "close")),
    ]


def columns_foreseen(ratios: Ratios) -> list[tuple[str, Cell]]:
    return [
        ("event s", cell(ratios, "full_event")),
        ("commit ms", cell(ratios, "serial_commit", "{:.3f}", 1e3)),
        ("device ms", cell(ratios, "serial_device", "{:.2f}", 1e3)),
        ("close ms", cell(ratios, "serial_close", "{:.3f}", 1e3)),
        *((f"U({threads})", foreseen(ratios, threads)) for threads in MANY_THREADS),
    ]


def columns_of_tracing(ratios: Ratios) -> list[tuple[str, Cell]]:
    return [
        ("loop time, on / off", of_untraced(ratios, "wall")),
        ("CPU, on / off", of_untraced(ratios, "cpu")),
        ("off: of the CPU, at most", cell(ratios, "timers", "{:.4f} %", 100)),
    ]


def tables(bench: Bench) -> list[str]:
    ratios = bench.ratios()
    return [
        *lines("RECO, AOD and MINIAOD", [row[0] for row in ROWS], columns_of_loops(ratios)),
        "",
        *lines("800 branches, LZMA", [row[0] for row in SLEEPERS], columns_of_sleepers(ratios)),
        "",
        *lines("foreseen, events of full size", list(TRACED), columns_foreseen(ratios)),
        "",
        *lines("tracing", list(TRACED), columns_of_tracing(ratios)),
        "",
        verdict(ratios),
    ]


def words(_: Bench) -> str:
    return f"""A framework's event loop (`benchmarks/harness`): {THREADS} streams on as many threads, {EVENTS} events
of 54 ms of CPU, three outputs with the columns of CMS's tiers and a hundredth of their bytes (RECO zlib 7, the others
LZMA 4). 6×6×3: so many streams at once in RECO, AOD and MINIAOD. Then {SLEEPING} streams whose modules sleep for 0.4 s,
on {THREADS} threads, {SLEEPING_EVENTS} events. Stalls: waits for an output of 1 ms or more, a hundredth of CMS's
0.1 s. Basket bytes: the median of compressed baskets or pages. Switches: how often a thread stopped to wait. Futex
calls: how often one slept for a lock or woke another (counted as root, with tracefs mounted).

Foreseen (`benchmarks/harness/README.md`): the utilisation of 16, 64 and 256 threads with events of full size, whose
modules and bytes take a hundred times as much, and each of which ends a cluster in every output; from what one stream
at a time can do of an event: commits, its bytes on this machine's device, its part of the end. Tracing: the same run
with and without it; off: the timers of stages, which run without a trace, too."""


SUITE = Suite(title="A framework's event loop", words=words, table=tables, runs=runs)
