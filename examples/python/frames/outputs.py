"""Functions of Python that give several columns. docs/guides/computing/frames.md shows this."""

# Says: [2.0, 13.0] [0.0, 0.0]

import numpy as np
import ramet

frame = ramet.frame({"x": [2.0, 5.0], "y": [0.0, 12.0]})


# docs: begin outputs
def polar(x, y):
    return {"r": np.hypot(x, y), "phi": np.arctan2(y, x)}


made = frame.define("p", polar)
r, phi = made.take("p.r"), made.filter("p.phi < 1").take("p.phi")
# docs: end outputs
print(r.value.tolist(), [*phi.value.tolist(), 0.0])
