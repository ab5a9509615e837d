"""A frame: definitions, filters, and results of one pass. docs/guides/computing/frames.md shows this."""

# Says: 3 of 4 entries
# Says: [75.0, 60.0, 45.0]

# docs: begin sample
import ramet

with ramet.recreate("events.root") as file:
    events = file.mktree("Events", {"Jet_pt": "var * float32", "weight": "float64"})
    events.extend({"Jet_pt": [[50, 25], [], [60], [45, 10]], "weight": [1.0, 0.5, 2.0, 1.0]})
# docs: end sample

# docs: begin first
frame = ramet.frame("events.root:Events")
busy = frame.filter("Jet_pt.size() > 0", name="jets").define("ht", "Sum(Jet_pt[Jet_pt > 20])")

count = busy.count()
histogram = busy.histo1d("ht", 40, (0, 200), weight="weight")
report = busy.report()
values = busy.take("ht")

print(count.value, "of", report["jets"].all, "entries")  # the one pass computes all four
# docs: end first
print(values.value.tolist())
assert histogram.values().sum() == 4.0
