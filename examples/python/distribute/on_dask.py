"""A script of distributed RDataFrame as a frame on a cluster of Dask: here one of this machine.
docs/guides/computing/distributed_rdataframe.md shows this."""

# Says: 2 workers, 200000 entries, 102491 pass
# Says: the bits of one process: True
# Says: skim.root has 102491 entries, in order: True
# Says: after the file was replaced: 50000 entries more

from pathlib import Path

import numpy as np
import ramet
from dask.distributed import Client, LocalCluster


def write(name: str, seed: int, entries: int = 50_000) -> None:
    """A file of events."""
    random = np.random.default_rng(seed)
    with ramet.recreate(name) as file:
        events = file.mktree("Events", {"number": "int64", "pt": "float64", "weight": "float32"})
        weights = random.normal(1, 0.1, entries)
        events.extend({"number": np.arange(entries), "pt": random.exponential(30, entries), "weight": weights})


def main() -> None:
    """Run it; what a worker imports again must not."""
    for run in range(4):
        write(f"run{run}.root", run)

    # docs: begin frame
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        frame = ramet.frame("run*.root:Events").filter("pt > 20", "hard").define("log_pt", "log(pt)")
        spectrum = frame.histo1d("log_pt", 50, (2, 7), weight="weight")
        total, report = frame.sum("weight"), frame.report()
        ramet.run(spectrum, total, report, on=client)
        # docs: end frame
        print(f"{len(client.nthreads())} workers, {report['hard'].all} entries, {report['hard'].passed} pass")
        alone = ramet.frame("run*.root:Events").filter("pt > 20").define("log_pt", "log(pt)")
        expected = alone.histo1d("log_pt", 50, (2, 7), weight="weight")
        print(f"the bits of one process: {spectrum.values().tolist() == expected.values().tolist()}")

        # docs: begin snapshot
        frame.snapshot("skim.root", columns=["number", "pt"]).run(on=client)
        # docs: end snapshot
        numbers = ramet.open("skim.root:Events")["number"].array(library="np")
        order = alone.take("number").value
        print(f"skim.root has {len(numbers)} entries, in order: {np.array_equal(numbers, order)}")

        write("new.root", 9, 100_000)
        Path("new.root").replace("run3.root")
        count = ramet.frame("run*.root:Events").count()
        count.run(on=client)
        print(f"after the file was replaced: {count.value - 200_000} entries more")


if __name__ == "__main__":
    main()
