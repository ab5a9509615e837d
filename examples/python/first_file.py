"""Write a tree and read it. README.md shows this."""

# Says: 10.0

# docs: begin all
import numpy as np
import ramet

with ramet.recreate("events.root") as file:
    file.mktree("Events", {"x": "float32"}).extend({"x": np.arange(5, dtype="float32")})

with ramet.open("events.root") as file:
    print(file["Events"].arrays(["x"], library="np")["x"].sum())
# docs: end all
