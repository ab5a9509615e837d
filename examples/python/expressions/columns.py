"""Expressions built of columns. docs/guides/computing/python_expressions.md shows this."""

# Says: sum(Muon_pt[(Muon_pt > 20) & (abs(Muon_eta) < 2.4)], axis=-1)
# Says: [31.0, 0.0, 45.0, 0.0]

import ramet

with ramet.recreate("events.root") as file:
    events = file.mktree("Events", {"Muon_pt": "var * float32", "Muon_eta": "var * float32"})
    events.extend({"Muon_pt": [[31, 12], [], [45], [8]], "Muon_eta": [[0.5, 1.0], [], [-1.2], [2.9]]})

# docs: begin columns
pt, eta = ramet.col("Muon_pt"), ramet.col("Muon_eta")
is_good = (pt > 20) & (abs(eta) < 2.4)
total = pt[is_good].sum()
print(total)

tree = ramet.open("events.root:Events")
values = tree.arrays([total], library="np")[total.text]
# docs: end columns
print(values.tolist())
