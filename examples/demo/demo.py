"""The main job: many workers generate events, all go into one file, which is inspected, verified and analysed.

python demo.py --workers 2 --events 2000 --seed 1 --output demo
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import ramet
from ramet.writing.reports import Report
from dimuon import dimuon_spectrum
from generator import EVENT_COLUMNS, PARTICLE_COLUMNS, Digests, generate
from z_fit import fit_z

Z_MASS = 91.19  # GeV


@dataclass
class Stream:
    """One worker process and the thread that carries its events into a fill context."""

    number: int
    first_event: int
    events: int
    done: int = 0
    digests: dict[str, str] = field(default_factory=dict)
    failure: BaseException | None = None


def heading(text: str) -> None:
    print(f"\n\033[1m{text}\033[0m" if sys.stdout.isatty() else f"\n== {text}", flush=True)


def schema() -> dict[str, object]:
    columns: dict[str, object] = dict(EVENT_COLUMNS)
    for name, dtype in PARTICLE_COLUMNS.items():
        columns[f"Particle_{name}"] = ramet.Column(f"var * {dtype}", counter="nParticle")
    return columns


def carry(stream: Stream, writer: ramet.ParallelWriter, seed: int) -> None:
    """Start a worker and fill what it sends; its context is this thread's own."""
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    worker = context.Process(
        target=generate, args=(sender, stream.number, stream.first_event, stream.events, seed), daemon=True
    )
    try:
        worker.start()
        sender.close()
        with writer.context(sequence=stream.number) as fill:
            while stream.done < stream.events:
                batch = receiver.recv()
                fill.extend(batch)
                stream.done += len(batch["event"])
        stream.digests = receiver.recv()
    except BaseException as failure:  # the main thread reports it
        stream.failure = failure
    finally:
        worker.join(timeout=10)


def show_progress(streams: list[Stream], threads: list[threading.Thread], began: float) -> None:
    total = sum(stream.events for stream in streams)
    interactive = sys.stderr.isatty()
    last = -1
    while True:
        running = any(thread.is_alive() for thread in threads)
        done = sum(stream.done for stream in streams)
        tenth = 10 * done // total
        if interactive or tenth != last or not running:
            bar = "█" * (30 * done // total)
            rate = done / max(time.perf_counter() - began, 1e-9)
            text = f"  generating |{bar:<30}| {done}/{total} events, {rate:.0f}/s"
            print(text, end="\r" if interactive else "\n", file=sys.stderr, flush=True)
            last = tenth
        if not running:
            break
        threads[0].join(timeout=0.2)
        time.sleep(0.3)
    if interactive:
        print(file=sys.stderr)


def write_events(path: Path, workers: int, events: int, seed: int) -> tuple[list[Stream], Report, float]:
    share, rest = divmod(events, workers)
    counts = [share + (number < rest) for number in range(workers)]
    streams = [Stream(k, sum(counts[:k]), count) for k, count in enumerate(counts)]
    began = time.perf_counter()
    writer = ramet.ParallelWriter(path, "Events", schema(), title="pp -> Z/gamma* -> mu mu at 13.6 TeV, Pythia 8")
    threads = [threading.Thread(target=carry, args=(stream, writer, seed)) for stream in streams]
    for thread in threads:
        thread.start()
    show_progress(streams, threads, began)
    for thread in threads:
        thread.join()
    for stream in streams:
        if stream.failure is not None:
            raise SystemExit(f"stream {stream.number} failed: {stream.failure}")
    writer.close()
    return streams, writer.report(), time.perf_counter() - began


def run_program(*arguments: str) -> None:
    print(f"$ ramet {' '.join(arguments)}", flush=True)
    subprocess.run(["ramet", *arguments], check=True)


def prove(path: Path, streams: list[Stream]) -> bool:
    """uproot reads the file; each stream's part of each column has the digest of what its worker made."""
    import awkward as ak
    import uproot

    all_equal = True
    with uproot.open(path) as file:
        tree = file["Events"]
        columns = {name: tree[name].array() for name in (*EVENT_COLUMNS, *(f"Particle_{n}" for n in PARTICLE_COLUMNS))}
        counter = tree["nParticle"].array(library="np")
    for stream in streams:
        part = slice(stream.first_event, stream.first_event + stream.events)
        digests = Digests()
        for name, values in columns.items():
            if name in EVENT_COLUMNS:
                digests.add(name, ak.to_numpy(values[part]))
            else:
                digests.add(f"{name}:counts", counter[part].astype("int64"))
                digests.add(name, ak.to_numpy(ak.flatten(values[part])))
        equal = digests.hex() == stream.digests
        all_equal = all_equal and equal
        print(f"  stream {stream.number}: {len(stream.digests)} digests {'equal' if equal else 'DIFFER'}")
    return all_equal


def report(path: Path, writer: Report, seconds: float) -> None:
    size = path.stat().st_size
    print(f"  {writer.entries} events in {seconds:.1f} s: {writer.entries / seconds:.0f} events/s")
    print(
        f"  {writer.uncompressed_bytes / 1e6:.1f} MB of columns became {size / 1e6:.1f} MB of file:"
        f" ratio {writer.uncompressed_bytes / max(writer.compressed_bytes, 1):.2f}, {writer.uncompressed_bytes / seconds / 1e6:.2f} MB/s"
    )
    stages = ("fill", "encode", "compress", "write", "commit", "wait")
    print(f"  {'stream':>8} {'events':>8} {'clusters':>8} " + " ".join(f"{stage + ' s':>10}" for stage in stages))
    for context in writer.contexts:
        times = " ".join(f"{getattr(context, stage):10.4f}" for stage in stages)
        print(f"  {context.number:>8} {context.entries:>8} {context.clusters:>8} {times}")


def main() -> int:
    parser = argparse.ArgumentParser(description="Generate, write in parallel, look, prove, report, analyse.")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--events", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path, default=Path("demo"))
    options = parser.parse_args()
    if options.workers < 1 or options.events < options.workers:
        parser.error("at least one worker, and one event for each")
    options.output.mkdir(parents=True, exist_ok=True)
    path = options.output / "events.root"

    heading(f"1. {options.workers} workers generate {options.events} events into one file, {path}")
    streams, writer, seconds = write_events(path, options.workers, options.events, options.seed)
    heading("2. What is in it")
    run_program("ls", str(path))
    run_program("show", f"{path}:Events")
    heading("3. uproot reads what was generated")
    is_proved = prove(path, streams)
    heading("4. Report")
    report(path, writer, seconds)
    heading("5. The dimuon mass spectrum, as a frame")
    peak = dimuon_spectrum(options.output)
    run_program("draw", f"{options.output / 'dimuon.root'}:mass", "--log")
    print(f"picture: {options.output / 'dimuon.svg'}")
    heading("6. The Z: a Breit-Wigner, folded with a resolution, over what falls")
    found = fit_z(options.output)
    print(f"{found}\npicture: {options.output / 'z.svg'}")
    if not is_proved or not abs(peak - Z_MASS) < 1 or not abs(found["mass"].value - Z_MASS) < 1:
        print("the demo FAILED", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
