"""A run that shows its results, and stops when they are good enough. docs/guides/computing/frames.md shows this."""

# Says: True False
# Says: True True
# Says: [(0, 131072)]

import ramet

frame = ramet.frame(entries=2_000_000, seed=1).define("x", "normal(0, 1)").filter("x > 0", name="positive")

# docs: begin watching
mean, histogram = frame.mean("x"), frame.histo1d("x", 50, (0, 5))
counts = []


def look(partial):
    counts.append((partial.entries, partial[histogram].values().sum()))


def good_enough(partial):
    return partial[histogram].values().sum() > 50_000


report, _ = ramet.run(mean, histogram, live=look, live_seconds=0.01, until=good_enough)
print(report.was_stopped, report.is_complete)
# docs: end watching
print(all(0 <= filled <= entries for entries, filled in counts), histogram.values().sum() > 50_000)
print(report.covered)
