"""A formula as ROOT's TF1 takes it, at arrays of points."""

# Says: A, tau: 10.00 3.68; peak 7 at 5

# docs: begin all
import numpy as np
import ramet

decay = ramet.formula("[A]*exp(-x/[tau])")
first, last = decay(np.array([0.0, 2.0]), A=10, tau=2)

spectrum = ramet.formula("gaus(0)+pol1(3)")
x = np.linspace(0, 10, 101)
values = spectrum(x, parameters=[5, 5, 0.5, 2, 0])
print(f"{', '.join(decay.parameters)}: {first:.2f} {last:.2f}; peak {values.max():.0f} at {x[values.argmax()]:.0f}")
# docs: end all
