"""Functions of Python on batches of columns. docs/guides/computing/frames.md shows this."""

# Says: [1.0, 3.0, 5.0]
# Says: [0.0, 1.0]

import numpy as np
import ramet

frame = ramet.frame({"x": np.arange(3.0), "y": np.ones(3)})


# docs: begin functions
def line(x, y):  # arrays of many entries
    return 2 * x + y


values = frame.define("line", line).take("line")
# docs: end functions
print(values.value.tolist())


# docs: begin outputs
def polar(x, y):
    return {"r": np.hypot(x, y), "phi": np.arctan2(y, x)}


made = frame.define("p", polar)
close = made.filter("p.r < 2").take("x")
# docs: end outputs
print(close.value.tolist())
