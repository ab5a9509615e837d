"""What a run does, and what its steps take. docs/guides/computing/frames.md shows this."""

# Says: 2 of 4 entries (50.00 %)
# Says: defines twice: float64 = 2 * x, used 2 times

import ramet

with ramet.recreate("work.root") as file:
    file["Events"] = {"x": [1.0, 1.5, 2.0, 2.5]}

frame = ramet.frame("work.root:Events")

# docs: begin explain
total = frame.define("twice", "2 * x").filter("twice > 3", name="large").sum("twice")
total.run(timing=True)
print(total.explain())
# docs: end explain
