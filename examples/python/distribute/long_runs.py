"""Runs that take long: snapshots by several processes, checkpoints, jobs of batch systems.
docs/guides/computing/scaling_out.md shows this."""

# Says: 134000 entries in order: True, files: 1
# Says: the same bits: True
# Says: parts done by jobs, the same bits: True

import subprocess
import sys
from pathlib import Path

import numpy as np
import ramet
from ramet.distribute import JobFolder, Processes

for run in range(4):
    with ramet.recreate(f"run{run}.root") as file:
        events = file.mktree("Events", {"pt": "float64", "number": "int64"})
        numbers = np.arange(50_000) + 50_000 * run
        events.extend({"pt": numbers % 100 + 0.5, "number": numbers})

if __name__ == "__main__":
    # docs: begin snapshot
    with Processes(2) as processes:
        hard = ramet.frame("run*.root:Events").filter("pt > 33")
        hard.snapshot("skim.root", columns=["pt", "number"]).run(on=processes)
    # docs: end snapshot
    numbers = ramet.open("skim.root:Events")["number"].array(library="np")
    skims = list(Path.cwd().glob("skim*"))
    print(f"{len(numbers)} entries in order: {bool((np.diff(numbers) > 0).all())}, files: {len(skims)}")

    # docs: begin checkpoint
    total = ramet.frame("run*.root:Events").filter("pt > 33").sum("pt")
    total.run(checkpoint="total.ckpt")
    # docs: end checkpoint
    alone = ramet.frame("run*.root:Events").filter("pt > 33").sum("pt")
    print(f"the same bits: {total.value == alone.value}")

    # docs: begin job
    job = JobFolder("spectrum.job")
    spectrum = ramet.frame("run*.root:Events").filter("pt > 33").histo1d("pt", 50, (0, 100))
    parts = job.split(spectrum, parts=4)
    # docs: end job
    for number in range(parts):
        subprocess.run([sys.executable, "-m", "ramet.distribute", "run", "spectrum.job", str(number)], check=True)
    # docs: begin joined
    job.join(spectrum)
    # docs: end joined
    same = ramet.frame("run*.root:Events").filter("pt > 33").histo1d("pt", 50, (0, 100))
    print(f"parts done by jobs, the same bits: {spectrum.values().tolist() == same.values().tolist()}")
