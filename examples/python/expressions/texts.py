"""Expressions, cuts and aliases as texts. docs/guides/computing/python_expressions.md shows this."""

# Says: 2 selected muons, 3 events with a muon, mean of x / n: 1.75

# docs: begin file
import ramet

with ramet.recreate("events.root") as file:
    events = file.mktree(
        "Events", {"n": "int32", "x": "float32", "Muon_pt": "var * float32", "Muon_eta": "var * float32"}
    )
    events.extend(
        {
            "n": [1, 2, 4, 1],
            "x": [1.5, 3.0, 6.0, 2.5],
            "Muon_pt": [[31, 12], [], [45], [8]],
            "Muon_eta": [[0.5, 1.0], [], [-1.2], [2.9]],
        }
    )
# docs: end file

# docs: begin texts
tree = ramet.open("events.root:Events")
ratio = tree.arrays(["x / n", "sqrt(x**2 + n**2)"], library="np")["x / n"]

with_muon = tree.arrays(["x", "best"], "num(Muon_pt) > 0", aliases={"best": "max(Muon_pt, initial=0)"})

muons = tree.arrays(["Muon_pt", "Muon_eta"], cut="(Muon_pt > 20) & (abs(Muon_eta) < 2.4)")
# docs: end texts

selected = sum(len(one) for one in muons["Muon_pt"])
print(f"{selected} selected muons, {len(with_muon)} events with a muon, mean of x / n: {ratio.mean()}")
