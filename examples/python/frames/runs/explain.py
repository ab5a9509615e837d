"""What a run does, and what its steps take. docs/guides/computing/frames.md shows this."""

# Says: defines twice: float64 = 2 * x, used 2 times
# Says: 2 of 4 entries (50.00 %)

import ramet

with ramet.recreate("work.root") as file:
    file["Events"] = {"x": [1.0, 1.5, 2.0, 2.5]}

frame = ramet.frame("work.root:Events")

# docs: begin explain
total = frame.define("twice", "2 * x").filter("twice > 3", name="large").sum("twice")
total.run(timing=True)
explained = total.explain()  # print(explained) shows the text below; the times differ
# docs: end explain
for line in str(explained).splitlines():
    if "defines" in line or "of 4" in line:
        print(line.strip(" -"))
