"""Systematic variations of a column. docs/guides/computing/frames.md shows this."""

# Says: {'nominal': 3.0, 'jes:down': 2.0, 'jes:up': 3.0}

import ramet

with ramet.recreate("events.root") as file:
    events = file.mktree("Events", {"Jet_pt": "var * float32"})
    events.extend({"Jet_pt": [[50, 25], [], [60], [31]]})

frame = ramet.frame("events.root:Events")
# docs: begin vary
varied = frame.vary("Jet_pt", "RVec<RVecF>{Jet_pt * 0.95f, Jet_pt * 1.05f}", ["down", "up"], "jes")
selected = varied.define("hard", "Jet_pt[Jet_pt > 30]").filter("hard.size() > 0")
results = selected.histo1d("hard", 20, (0, 100)).variations()
print({name: float(one.values().sum()) for name, one in results.items()})
# docs: end vary
