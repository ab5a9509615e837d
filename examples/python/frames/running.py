"""How frames run: one pass, progress, deadlines, damage. docs/guides/computing/verbs_and_results.md shows this."""

# Says: False <Result: mean of x, not computed yet>
# Says: 199870 of 400000 entries
# Says: True True
# Says: [400000, 100000]
# Says: True False [(0, 5000000)]
# Says: False 375000 1
# Says: 175000 200000 'events.root': branch 'y', basket 7

from pathlib import Path

import numpy as np
import ramet

for name, parts in (("events.root", 4), ("other.root", 1)):
    columns = {"x": "float64", "y": "float64"}
    with ramet.ParallelWriter(name, "Events", columns, cluster_entries=100_000) as writer, writer.context() as context:
        for part in range(parts):
            random = np.random.default_rng(part)
            context.extend({"x": random.normal(size=100_000), "y": random.uniform(size=100_000)})

# docs: begin pass
frame = ramet.frame("events.root:Events")
spectrum = frame.filter("y > 0.5").histo1d("x", 100, (-5, 5))
mean = frame.mean("x")
print(spectrum.is_ready, repr(mean))
print(f"{spectrum.num_entries:.0f} of {mean.report.entries} entries")  # looked at: both are computed
print(mean.is_ready, mean.report.is_complete)
# docs: end pass

# docs: begin several
other = ramet.frame("other.root:Events").mean("x")
largest = frame.max("x")
reports = ramet.run(largest, other)  # of two sources: each is read once
# docs: end several
print([report.entries for report in reports])

# docs: begin progress
seen = []
deep = ramet.frame(entries=5_000_000).define("x", "normal(0, 1)").histo1d("x", 100, (-5, 5))
report = deep.run(progress=seen.append, deadline=60)  # how far it is, a few times a second; seconds
print(report.is_complete, report.was_stopped, report.covered)
# docs: end progress

with Path("events.root").open("rb+") as file:  # a damaged basket in the middle
    file.seek(Path("events.root").stat().st_size // 2)
    file.write(b"\0" * 64)

# docs: begin damage
damaged = ramet.frame("events.root:Events")
kept = damaged.sum(damaged["x"] + damaged["y"])
report = kept.run(on_error="skip")
print(report.is_complete, sum(last - first for first, last in report.covered), len(report.lost))
for one in report.lost:
    print(one.first, one.last, one.reason[:35])
# docs: end damage
