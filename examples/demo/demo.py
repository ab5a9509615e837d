"""The main job: many workers generate events, all go into one file, which is inspected, analysed and verified.

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

import numpy as np
import ramet
from ramet.writing.reports import Report
from generator import EVENT_COLUMNS, PARTICLE_COLUMNS, Digests, generate

Z_MASS = 91.19  # GeV
MUON = 13


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


def dimuon_masses(path: Path) -> np.ndarray:
    """The mass of the two hardest muons of opposite charge of each event that has them."""
    import awkward as ak

    with ramet.open(path) as file:
        columns = ["Particle_pdgId", "Particle_px", "Particle_py", "Particle_pz", "Particle_e"]
        particles = file["Events"].arrays(columns)
    is_muon = abs(particles.Particle_pdgId) == MUON
    px, py, pz, e, pdg = (particles[name][is_muon] for name in (*columns[1:], columns[0]))
    order = ak.argsort(px**2 + py**2, ascending=False)
    px, py, pz, e, pdg = (component[order] for component in (px, py, pz, e, pdg))
    pairs = ak.num(px) >= 2
    px, py, pz, e, pdg = (ak.to_numpy(component[pairs][:, :2]) for component in (px, py, pz, e, pdg))
    opposite = pdg[:, 0] != pdg[:, 1]
    sums = [component[opposite].sum(axis=1) for component in (px, py, pz, e)]
    return np.sqrt(np.maximum(sums[3] ** 2 - sums[0] ** 2 - sums[1] ** 2 - sums[2] ** 2, 0))


def draw(masses: np.ndarray, folder: Path) -> float:
    """Draw the spectrum as a picture and in the terminal; return where it peaks."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    counts, edges = np.histogram(masses, bins=60, range=(50, 130))
    fig, axes = plt.subplots(figsize=(7, 4.5))
    axes.stairs(counts, edges, fill=True, alpha=0.4)
    axes.stairs(counts, edges, color="C0")
    axes.axvline(Z_MASS, color="C3", linestyle="--", linewidth=1, label=f"Z, {Z_MASS} GeV")
    axes.set(xlabel=r"$m_{\mu\mu}$ [GeV]", ylabel="events / 1.33 GeV", xlim=(50, 130), yscale="log")
    axes.set_title(r"pp $\to$ Z/$\gamma^*$ $\to \mu\mu$, 13.6 TeV, Pythia 8")
    axes.legend()
    fig.tight_layout()
    fig.savefig(folder / "dimuon.png", dpi=130)
    with ramet.recreate(folder / "dimuon.root") as file:
        file["mass"] = (counts.astype("float64"), edges)
    run_program("draw", f"{folder / 'dimuon.root'}:mass")
    print(f"picture: {folder / 'dimuon.png'}")
    near = masses[abs(masses - Z_MASS) < 5]
    return float(np.median(near)) if len(near) else float("nan")


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
    parser = argparse.ArgumentParser(description="Generate, write in parallel, look, analyse, prove, report.")
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
    heading("3. The dimuon mass spectrum")
    peak = draw(dimuon_masses(path), options.output)
    print(f"the peak is at {peak:.2f} GeV, the Z at {Z_MASS}")
    heading("4. uproot reads what was generated")
    is_proved = prove(path, streams)
    heading("5. Report")
    report(path, writer, seconds)
    if not is_proved or not abs(peak - Z_MASS) < 1:
        print("the demo FAILED", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
