"""Random numbers in expressions: each function, with the mean that its numbers should have."""

# Says: 18 functions; all means are as expected

import numpy as np
import ramet

with ramet.recreate("events.root") as file:
    file.mktree("Events", {"pt": np.full(20_000, 30.0), "tracks": np.full(20_000, 4)})

# docs: begin all
examples = {
    "uniform()": 0.5,  # between 0 and 1
    "uniform(-1, 3)": 1,  # between these
    "normal(pt, 0.06 * pt)": 30,  # mean, sigma; gaus is the same
    "exponential(2.5)": 2.5,  # mean
    "poisson(tracks)": 4,  # mean
    "binomial(tracks, 0.25)": 1,  # trials, probability
    "integer(tracks)": 1.5,  # 0 to 3
    "triangle(0, 1, 5)": 2,  # lowest, likeliest, highest
    "weibull(1, 2)": 2,  # shape, scale
    "logistic(3, 0.5)": 3,  # mean, scale
    "random::gamma(3, 2)": 6,  # shape, scale
    "random::beta(2, 6)": 0.25,  # a, b
    "chi_squared(5)": 5,  # degrees of freedom; chi_square is the same
    "student(10)": 0,  # degrees of freedom; student_t is the same
    "atan(breit_wigner(0, 2))": 0,  # mean, full width; it has no mean itself
    "atan(landau(0, 1)) * 0": 0,  # location, scale
    "moyal(0, 1)": 1.27,  # location, scale
    "Sum(bootstrap(tracks))": 4,  # a Poisson number of mean 1 for each of so many replicas
}
# docs: end all
with ramet.open("events.root:Events") as tree:
    found = tree.arrays(list(examples), library="np")
wrong = [text for text, mean in examples.items() if abs(found[text].mean() - mean) > 0.05 * max(1, mean)]
print(f"{len(examples)} functions; {'wrong means: ' + ', '.join(wrong) if wrong else 'all means are as expected'}")
