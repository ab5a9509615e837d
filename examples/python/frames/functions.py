"""Functions of Python on batches of columns. docs/guides/computing/frames.md shows this."""

# Says: [1.0, 3.0, 5.0]

import numpy as np
import ramet

frame = ramet.frame({"x": np.arange(3.0), "y": np.ones(3)})


# docs: begin functions
def line(x, y):  # arrays of many entries
    return 2 * x + y


values = frame.define("line", line).take("line")
# docs: end functions
print(values.value.tolist())
